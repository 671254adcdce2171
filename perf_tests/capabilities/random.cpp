#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <yoke/fill.hpp>
#include <yoke/host_generators.hpp>

#include "capabilities/cases.hpp"
#include "random/filled.hpp"

namespace yoke_perf {
namespace {

// Words of generators that a host alone has, made in order.
struct HostWords {
  Numbers<std::uint32_t, Kokkos::HostSpace> words;

  template <class Engine>
  void draw() const {
    Engine engine = yoke::SeededStreams<Engine>(1).engine();
    if constexpr (requires { engine.fill(words.data(), words.extent(0)); }) {
      engine.fill(words.data(), words.extent(0));
    } else {
      std::generate_n(words.data(), words.extent(0), engine);
    }
  }
};

template <class Space>
struct RandomCases {
  using Memory = typename Space::memory_space;

  static Cases all() {
    Sizes const sizes{1 << 17, 1 << 24, 1 << 28}, few{1 << 15, 1 << 22, 1 << 26};
    Cases cases{{"fill/philox_u32", sizes, philox<std::uint32_t>},
                {"fill/philox_f64", sizes, philox<double>},
                {"fill/threefry_u32", sizes, threefry},
                {"fill/expander_u64", few, expander}};
    if constexpr (std::is_same_v<Space, Host>) {
      cases.push_back({"draw/xoshiro128_u32", sizes, draw<yoke::Xoshiro128>});
      cases.push_back({"draw/xoshiro128x8_u32", sizes, draw<yoke::Xoshiro128x8>});
      cases.push_back({"draw/library_rand_u32", sizes, draw<yoke::LibraryRand>});
    }
    return cases;
  }

  template <class Number>
  static Ready philox(std::uint64_t size) {
    return fill<Number>(size, yoke::Philox(1));
  }
  static Ready threefry(std::uint64_t size) { return fill<std::uint32_t>(size, yoke::Threefry(1)); }
  static Ready expander(std::uint64_t size) {
    return fill<std::uint64_t>(size, yoke::ExpanderStreams(1));
  }

  template <class Number, class Generator>
  static Ready fill(std::uint64_t size, Generator const& generator) {
    using Data = random::Filled<Number, Memory>;
    auto const filled = std::make_shared<Data>(size, generator, std::uint64_t(1) << 20);
    auto const plan = std::make_shared<yoke::FillPlan<Space, Number>>(Space(), size);
    return {size,
            {.prepare = [=] { filled->spoil(); },
             .run = [=] { (*plan)(filled->numbers, generator); },
             .find_fault = [=] { return filled->find_fault(); }},
            [=] { yoke::fill(Space(), filled->numbers, generator); }};
  }

  template <class Engine>
  static Ready draw(std::uint64_t size) {
    HostWords const drawn{{"yoke_perf::words", size}};
    return {size,
            {.prepare = [=] { Kokkos::deep_copy(drawn.words, 0u); },
             .run = [=] { drawn.draw<Engine>(); },
             .find_fault = [=] { return random::find_fault_in_bits(Host(), drawn.words); }}};
  }
};

}  // namespace

Cases random_cases(Side side) { return cases_of<RandomCases>(side); }

}  // namespace yoke_perf
