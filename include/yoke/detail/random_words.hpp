#pragma once

#include <Kokkos_Macros.hpp>
#include <concepts>
#include <cstdint>
#include <type_traits>

// What random words become. In integers, or exactly: the same on every space.
namespace yoke::detail {

KOKKOS_INLINE_FUNCTION constexpr std::uint64_t join_words(std::uint32_t low, std::uint32_t high) {
  return std::uint64_t(high) << 32 | low;
}

template <class Real>
concept FloatOrDouble = std::same_as<Real, float> || std::same_as<Real, double>;

template <class Real>
using WordFor = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;

// A number of as many bits as the type has, times the distance between two: both are exact.
template <FloatOrDouble Real>
KOKKOS_FUNCTION constexpr Real scale_to_unit(std::uint64_t bits) {
  return static_cast<Real>(bits) * static_cast<Real>(sizeof(Real) == 4 ? 0x1p-24 : 0x1p-53);
}
template <FloatOrDouble Real>
KOKKOS_FUNCTION constexpr std::uint64_t highest_bits(WordFor<Real> word) {
  return word >> (sizeof(Real) == 4 ? 32 - 24 : 64 - 53);
}
template <FloatOrDouble Real>
KOKKOS_FUNCTION constexpr Real to_unit(WordFor<Real> word) {
  return scale_to_unit<Real>(highest_bits<Real>(word));
}
template <FloatOrDouble Real>
KOKKOS_FUNCTION constexpr Real to_positive_unit(WordFor<Real> word) {
  return scale_to_unit<Real>(highest_bits<Real>(word) + 1);
}

// The high half of the product: a random word made a number from 0 to n - 1.
KOKKOS_INLINE_FUNCTION constexpr std::uint64_t high_product(std::uint64_t word, std::uint64_t n) {
#if defined(__SIZEOF_INT128__) && !defined(__CUDA_ARCH__)
  __extension__ using Wide = unsigned __int128;  // hosts have such a product
  return static_cast<std::uint64_t>(Wide(word) * n >> 64);
#else
  std::uint64_t const half = 0xffffffffu;
  std::uint64_t const low = (word & half) * (n & half);
  std::uint64_t const one = (word >> 32) * (n & half) + (low >> 32);
  std::uint64_t const other = (word & half) * (n >> 32) + (one & half);
  return (word >> 32) * (n >> 32) + (one >> 32) + (other >> 32);
#endif
}

// Without the words that this denies, high_product takes each of its n values equally often. The
// division is rarely reached.
KOKKOS_INLINE_FUNCTION constexpr bool is_fair(std::uint64_t word, std::uint64_t n) {
  std::uint64_t const low = word * n;
  return low >= n || low >= (0 - n) % n;
}

}  // namespace yoke::detail
