#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "all_pairs/panels.hpp"

namespace yoke::detail::all_pairs {

// The words of a device's inner loop: one number, or two of 16 bits.
template <class Weight>
struct Words {
  using Word = Weight;
  static constexpr int numbers = 1;
  KOKKOS_FORCEINLINE_FUNCTION static Word min_sum(Word a, Word b, Word c) {
    return all_pairs::min_sum(a, b, c);
  }
  KOKKOS_FORCEINLINE_FUNCTION static Word sum(Word distance, Shifted<Weight> const& shifted) {
    return shifted.sum(distance);
  }
  KOKKOS_FORCEINLINE_FUNCTION static Word distance(Word sum, Shifted<Weight> const& shifted) {
    return shifted.distance_of_sum(sum);
  }
};
template <>
struct Words<std::int16_t> {
  using Word = std::uint32_t;
  static constexpr int numbers = 2;
  KOKKOS_FORCEINLINE_FUNCTION static Word min_sum(Word a, Word b, Word c) {
#if defined(__CUDA_ARCH__)
    return __viaddmin_s16x2(a, b, c);
#else
    Word least = 0;
    for (int bits = 0; bits < 32; bits += 16) {
      auto const half = [=](Word word) { return static_cast<std::int16_t>(word >> bits); };
      auto const one = all_pairs::min_sum(half(a), half(b), half(c));
      least |= static_cast<Word>(static_cast<std::uint16_t>(one)) << bits;
    }
    return least;
#endif
  }
  KOKKOS_FORCEINLINE_FUNCTION static Word sum(Word distance, Shifted<std::int16_t> const& shifted) {
    return plus(distance, shifted.sum(0));
  }
  KOKKOS_FORCEINLINE_FUNCTION static Word distance(Word sum, Shifted<std::int16_t> const& shifted) {
    return plus(sum, shifted.distance_of_sum(0));
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION static Word plus(Word word, std::int16_t x) {
    return min_sum(word, left_number<Word>(x), 0x7fff7fffu);
  }
};

}  // namespace yoke::detail::all_pairs
