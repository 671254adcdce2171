#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>
#include <yoke/random.hpp>

#include "photons/algorithm.hpp"
#include "photons/counted.hpp"
#include "support/spaces.hpp"
#include "tool/random_engines.hpp"

// Photons by the generator of the thesis's peer, CUDAMCML (Alerstam, Svensson, Andersson-Engels,
// 2008): each thread draws by multiply with carry, with a multiplier and a state of its own. Its
// photons take the thread's next numbers, so results depend on the launch.
namespace yoke_perf {

// Numbered streams: a multiplier each, until they begin again, and a state that Philox draws.
class CarryStreams {
 public:
  // `threads` counts those that have begun. Both arrays lie where the streams are drawn.
  CarryStreams(std::uint32_t const* multipliers, std::uint64_t count, std::uint64_t* threads,
               std::uint64_t seed, std::uint64_t number = 0)
      : multipliers_(multipliers), count_(count), threads_(threads), bits_(seed, number) {}

  KOKKOS_FUNCTION CarryStreams stream(std::uint64_t number) const {
    CarryStreams other = *this;
    other.bits_ = bits_.stream(number);
    other.number_ = number;
    return other;
  }
  KOKKOS_FUNCTION yoke::tool::MultiplyWithCarry engine() const {
    return yoke::tool::MultiplyWithCarry(bits_.word64(0), multipliers_[number_ % count_]);
  }
  // For a thread that has none yet.
  KOKKOS_FUNCTION CarryStreams take() const {
    return stream(Kokkos::atomic_fetch_add(threads_, std::uint64_t(1)));
  }

 private:
  std::uint32_t const* multipliers_;
  std::uint64_t count_;
  std::uint64_t* threads_;
  yoke::Philox bits_;
  std::uint64_t number_ = 0;
};

}  // namespace yoke_perf

namespace yoke::detail::photons {

// A thread's words: they go on from photon to photon.
template <>
class EngineWords<yoke_perf::CarryStreams> {
 public:
  KOKKOS_FUNCTION explicit EngineWords(yoke_perf::CarryStreams const& random)
      : random_(random), engine_(1) {}
  KOKKOS_FUNCTION void begin(std::uint64_t) {
    if (!has_begun_) engine_ = random_.take().engine();
    has_begun_ = true;
  }
  KOKKOS_FUNCTION std::uint32_t draw_place() { return engine_(); }
  KOKKOS_FUNCTION Words draw() {
    std::uint32_t const first = engine_(), second = engine_(), third = engine_();
    return {{first, second, third, engine_()}};
  }

 private:
  yoke_perf::CarryStreams random_;
  tool::MultiplyWithCarry engine_;
  bool has_begun_ = false;
};

}  // namespace yoke::detail::photons

namespace yoke_perf {

// The library's photons on one execution space, one a thread and in fast arithmetic, with these
// numbers.
template <class Space>
class CarryPhotons {
  using Photons = yoke::detail::photons::Photons;
  using Real = yoke::detail::photons::RealOf<yoke::PhotonArithmetic::fast>::Type;
  using Memory = typename Space::memory_space;

 public:
  CarryPhotons(Space const& exec, yoke::Tissue const& tissue, yoke::PhotonGrid const& grid,
               std::vector<std::uint32_t> const& multipliers, std::uint64_t seed)
      : exec_(exec),
        shape_(tissue, grid),
        multipliers_("yoke_perf::multipliers", multipliers.size()),
        threads_("yoke_perf::threads"),
        photons_(exec, {tissue, grid}, {.seed = seed},
                 CarryStreams(multipliers_.data(), multipliers_.size(), threads_.data(), seed)) {
    auto const here = Kokkos::create_mirror_view(multipliers_);
    std::copy(multipliers.begin(), multipliers.end(), here.data());
    Kokkos::deep_copy(multipliers_, here);
  }

  // As a call of the library's plan, which reads the sums before and after.
  void operator()(std::uint64_t count, yoke::PhotonTallies<Memory> const& tallies) {
    Photons::Arguments arguments;
    arguments.absorbed = array(tallies.absorbed);
    arguments.reflected = array(tallies.reflected);
    arguments.transmitted = array(tallies.transmitted);
    arguments.sums = array(tallies.sums);
    arguments.shape = shape_;
    arguments.count = count;
    yoke::detail::photons::counted(exec_, arguments.sums);
    photons_.run(arguments);
    yoke::detail::photons::counted(exec_, arguments.sums);
  }

 private:
  template <class View>
  static yoke::detail::InOutArray<std::uint64_t> array(View const& view) {
    return {{view.data(), view.size(), yoke::detail::place_of<Memory>()}};
  }

  Space exec_;
  yoke::detail::photons::TallyShape shape_;
  Kokkos::View<std::uint32_t*, Memory> multipliers_;
  Kokkos::View<std::uint64_t, Memory> threads_;
  yoke::detail::photons::OneAThread<Space, Real, CarryStreams> photons_;
};

}  // namespace yoke_perf
