#include "yoke/photons.hpp"

#include <cstdint>
#include <memory>

#include "capabilities/cases.hpp"
#include "photons/cases.hpp"

namespace yoke_perf {
namespace {

template <class Space>
struct PhotonCases {
  using Tallies = yoke::PhotonTallies<typename Space::memory_space>;

  static Cases all() {
    using enum yoke::PhotonArithmetic;
    Sizes const slab{1 << 10, 1 << 17, 1 << 24}, skin{1 << 6, 1 << 13, 1 << 20};
    return {
        {"photons/slab_fast", slab, [](auto size) { return follow(photons::slab(), size, fast); }},
        {"photons/slab_reproducible", slab,
         [](auto size) { return follow(photons::slab(), size, reproducible); }},
        {"photons/slab_precise", slab,
         [](auto size) { return follow(photons::slab(), size, precise); }},
        {"photons/skin_fast", skin, [](auto size) { return follow(photons::skin(), size, fast); }}};
  }

  static Ready follow(photons::Case const& given, std::uint64_t size,
                      yoke::PhotonArithmetic arithmetic) {
    yoke::PhotonOptions const options{.arithmetic = arithmetic, .seed = 1};
    Tallies const tallies(given.tissue(), given.grid(), true);
    auto const plan =
        std::make_shared<yoke::PhotonPlan<Space>>(Space(), given.tissue(), given.grid(), options);
    return {size,
            {.prepare = [=] { photons::clear(tallies); },
             .run = [=] { (*plan)(0, size, tallies); },
             .find_fault = [=] { return photons::find_fault(given, size, tallies); }}};
  }
};

}  // namespace

Cases photon_cases(Side side) { return cases_of<PhotonCases>(side); }

}  // namespace yoke_perf
