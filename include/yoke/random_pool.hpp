#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <limits>
#include <utility>

#include "yoke/detail/compiler_check.hpp"
#include "yoke/random_draws.hpp"

// Yoke's random numbers for code that is written for Kokkos's: the interface of Kokkos_Random.hpp's
// generators and pools. It uses nothing of Kokkos_Random.hpp.
namespace yoke {

/// An engine with the members of Kokkos::Random_XorShift64. Integers in a range have exactly the
/// same probability. frand() and drand() are below 1. normal() is one of draw_normal_pair.
template <RandomEngine Engine, class DeviceType = Kokkos::DefaultExecutionSpace>
class KokkosGenerator {
 public:
  using device_type = DeviceType;  ///< the name in Kokkos's generators

  /// The largest result of urand().
  static constexpr std::uint32_t MAX_URAND = std::numeric_limits<std::uint32_t>::max();
  /// The largest result of urand64().
  static constexpr std::uint64_t MAX_URAND64 = std::numeric_limits<std::uint64_t>::max();
  /// The largest result of rand().
  static constexpr std::int32_t MAX_RAND = std::numeric_limits<std::int32_t>::max();
  /// The largest result of rand64().
  static constexpr std::int64_t MAX_RAND64 = std::numeric_limits<std::int64_t>::max();

  /// Draws from its own copy of an engine.
  KOKKOS_FUNCTION constexpr explicit KokkosGenerator(Engine const& engine) : engine_(engine) {}

  /// 32 bits.
  KOKKOS_FUNCTION constexpr std::uint32_t urand() { return draw_word(engine_); }
  /// 0 to range - 1.
  KOKKOS_FUNCTION constexpr std::uint32_t urand(std::uint32_t range) {
    return static_cast<std::uint32_t>(draw_below(engine_, range));
  }
  /// start to end - 1.
  KOKKOS_FUNCTION constexpr std::uint32_t urand(std::uint32_t start, std::uint32_t end) {
    return start + urand(end - start);
  }
  /// 64 bits.
  KOKKOS_FUNCTION constexpr std::uint64_t urand64() { return draw_word64(engine_); }
  /// 0 to range - 1.
  KOKKOS_FUNCTION constexpr std::uint64_t urand64(std::uint64_t range) {
    return draw_below(engine_, range);
  }
  /// start to end - 1.
  KOKKOS_FUNCTION constexpr std::uint64_t urand64(std::uint64_t start, std::uint64_t end) {
    return start + urand64(end - start);
  }

  /// 31 bits.
  KOKKOS_FUNCTION constexpr int rand() { return static_cast<int>(urand() >> 1); }
  /// 0 to range - 1.
  KOKKOS_FUNCTION constexpr int rand(int range) {
    return static_cast<int>(urand(static_cast<std::uint32_t>(range)));
  }
  /// start to end - 1.
  KOKKOS_FUNCTION constexpr int rand(int start, int end) {
    return static_cast<int>(urand(static_cast<std::uint32_t>(start),  //
                                  static_cast<std::uint32_t>(end)));
  }
  /// 63 bits.
  KOKKOS_FUNCTION constexpr std::int64_t rand64() {
    return static_cast<std::int64_t>(urand64() >> 1);
  }
  /// 0 to range - 1.
  KOKKOS_FUNCTION constexpr std::int64_t rand64(std::int64_t range) {
    return static_cast<std::int64_t>(urand64(static_cast<std::uint64_t>(range)));
  }
  /// start to end - 1.
  KOKKOS_FUNCTION constexpr std::int64_t rand64(std::int64_t start, std::int64_t end) {
    return static_cast<std::int64_t>(urand64(static_cast<std::uint64_t>(start),  //
                                             static_cast<std::uint64_t>(end)));
  }

  /// 0 to below 1.
  KOKKOS_FUNCTION constexpr float frand() { return draw_uniform<float>(engine_); }
  /// 0 to range.
  KOKKOS_FUNCTION constexpr float frand(float range) { return range * frand(); }
  /// start to end.
  KOKKOS_FUNCTION constexpr float frand(float start, float end) {
    return start + frand(end - start);
  }
  /// 0 to below 1.
  KOKKOS_FUNCTION constexpr double drand() { return draw_uniform<double>(engine_); }
  /// 0 to range.
  KOKKOS_FUNCTION constexpr double drand(double range) { return range * drand(); }
  /// start to end.
  KOKKOS_FUNCTION constexpr double drand(double start, double end) {
    return start + drand(end - start);
  }

  /// A Gaussian number of mean 0 and variance 1.
  KOKKOS_FUNCTION double normal() { return draw_normal<double>(engine_); }
  /// A Gaussian number of this mean and standard deviation.
  KOKKOS_FUNCTION double normal(double mean, double standard_deviation = 1) {
    return mean + standard_deviation * normal();
  }

 private:
  Engine engine_;
};

/// A generator in place of Kokkos::Random_XorShift64_Pool: Kokkos::fill_random and kernels that
/// call get_state() and free_state() take it. Each get_state() gives the next stream of the
/// generator. No two states therefore share numbers, and there is no limit to their number. Chance
/// decides which thread gets which stream, as in Kokkos's pools. For the same results at every
/// launch, make the state of an item by its number: `KokkosGenerator(random.stream(i).engine())`.
/// Copies share one count of streams.
template <RandomGenerator Generator, class DeviceType = Kokkos::DefaultExecutionSpace>
class RandomPool {
 public:
  using device_type = typename DeviceType::device_type;          ///< where states are taken
  using execution_space = typename DeviceType::execution_space;  ///< the same
  using memory_space = typename DeviceType::memory_space;  ///< the memory of the count of streams
  /// The type of get_state()'s result.
  using generator_type =
      KokkosGenerator<decltype(std::declval<Generator const&>().stream(0).engine()), DeviceType>;

  /// Gives streams `first`, first + 1, ... of a generator. Allocates one word.
  explicit RandomPool(Generator const& random, std::uint64_t first = 0)
      : random_(random), next_("yoke::RandomPool") {
    Kokkos::deep_copy(next_, first);
  }

  /// The next stream.
  KOKKOS_FUNCTION generator_type get_state() const {
    return generator_type(random_.stream(Kokkos::atomic_fetch_add(&next_(), 1)).engine());
  }
  /// Does nothing: a state need not be given back.
  KOKKOS_FUNCTION void free_state(generator_type const&) const {}

 private:
  Generator random_;
  Kokkos::View<std::uint64_t, memory_space> next_;
};

}  // namespace yoke
