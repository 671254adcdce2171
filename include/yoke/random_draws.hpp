#pragma once

#include <Kokkos_Macros.hpp>
#include <Kokkos_MathematicalConstants.hpp>
#include <Kokkos_MathematicalFunctions.hpp>
#include <cstdint>

#include "yoke/random.hpp"

// Draws that are not uniform, and 64 bits at a time. The number of words of each draw is known
// beforehand. The same words give the same bits on one execution space. Other spaces have other
// logarithms, roots, sines and cosines, so the last digits may differ.
namespace yoke {

// Engines for a host alone are allowed here, and nvcc would warn of each.
#if defined(__NVCC__)
#pragma nv_exec_check_disable
#endif
/// A number from an exponential distribution of mean 1: the negative logarithm of a number above 0
/// and up to 1. For a float that number is (w + 1) 2^-32 of the next word w. For a double it is (w
/// + 1) 2^-53 of the highest 53 bits w of the next two words. The range is 0 to 22.2, or 0 to 36.8.
template <detail::FloatOrDouble Real, RandomEngine Engine>
KOKKOS_FUNCTION Real draw_exponential(Engine& engine) {
  if constexpr (sizeof(Real) == 4) {
    // All 32 bits count for small numbers, whose logarithms are the tail.
    std::uint64_t const number = std::uint64_t(draw_word(engine)) + 1;
    return 0 - Kokkos::log(static_cast<float>(number) * 0x1p-32f);
  } else {
    return 0 - Kokkos::log(draw_uniform_positive<double>(engine));
  }
}

/// Two independent numbers.
template <class Real>
struct RandomPair {
  Real first,  ///< the first number
      second;  ///< the second number
};

/// Two numbers from a Gaussian distribution of mean 0 and variance 1, by Box and Muller (1958): a
/// point whose squared distance is twice an exponential number, in a uniform direction. Up to 6.7
/// in absolute value (float: from two words) or 8.6 (double: from four). A ziggurat would reject
/// and need a table. Here every thread of a warp does the same.
#if defined(__NVCC__)
#pragma nv_exec_check_disable
#endif
template <detail::FloatOrDouble Real, RandomEngine Engine>
KOKKOS_FUNCTION RandomPair<Real> draw_normal_pair(Engine& engine) {
  Real const distance = Kokkos::sqrt(2 * draw_exponential<Real>(engine));
  // A quarter of a turn, and an angle of at most 45 degrees within it. Sines and cosines of these
  // angles are the most exact and the cheapest.
  Real const quarters = 4 * draw_uniform<Real>(engine);
  int const quarter = static_cast<int>(quarters);
  Real const angle =
      Kokkos::numbers::pi_v<Real> / 2 * (quarters - static_cast<Real>(quarter) - Real(0.5));
  Real const along = distance * Kokkos::cos(angle), across = distance * Kokkos::sin(angle);
  Real const first = quarter % 2 == 0 ? along : across, second = quarter % 2 == 0 ? across : along;
  return {quarter == 1 || quarter == 2 ? -first : first, quarter < 2 ? second : -second};
}

/// The first of such a pair, at the price of two. For many numbers draw pairs.
#if defined(__NVCC__)
#pragma nv_exec_check_disable
#endif
template <detail::FloatOrDouble Real, RandomEngine Engine>
KOKKOS_FUNCTION Real draw_normal(Engine& engine) {
  return draw_normal_pair<Real>(engine).first;
}

/// An engine as a std::uniform_random_bit_generator of 64 bits a call: the next two words, the low
/// half first.
template <RandomEngine Engine>
class RandomEngine64 {
 public:
  using result_type = std::uint64_t;  ///< 64 random bits

  /// Draws from its own copy of an engine.
  KOKKOS_FUNCTION constexpr explicit RandomEngine64(Engine const& engine) : engine_(engine) {}

  /// The least number.
  KOKKOS_FUNCTION static constexpr result_type min() { return 0; }
  /// The greatest number.
  KOKKOS_FUNCTION static constexpr result_type max() { return ~result_type(0); }
  /// The next number.
  KOKKOS_FUNCTION constexpr result_type operator()() { return draw_word64(engine_); }

 private:
  Engine engine_;
};

}  // namespace yoke
