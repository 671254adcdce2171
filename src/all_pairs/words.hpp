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
  static constexpr bool has_places = false;
  KOKKOS_FORCEINLINE_FUNCTION static Word min_sum(Word a, Word b, Word c) {
    return all_pairs::min_sum(a, b, c);
  }
  KOKKOS_FORCEINLINE_FUNCTION static bool is_lower(Word word, Word before, int) {
    return word < before;
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
  static constexpr bool has_places = false;
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
  // Of one of both numbers. It is the same or lower.
  KOKKOS_FORCEINLINE_FUNCTION static bool is_lower(Word word, Word before, int number) {
    return ((word ^ before) & 0xffffu << 16 * number) != 0;
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

// Integers without negative weights. A word has a distance and, below it in 7 bits, the place of
// the inner index. So the least word has the least sum, and the first place with it. A summand is
// below 2^23, or it is `far`, which no sum of others exceeds. (`large` in the status says if one is
// not.)
template <class Weight>
struct WordsWithPlaces {
  using Word = std::uint32_t;
  using Number = Weight;
  static constexpr int numbers = 1;
  static constexpr bool has_places = true;
  static constexpr int place_bits = 7;
  // An unreachable summand, above each finite sum. Distances from `end` on count as unreachable.
  static constexpr Word far = 2 * Word(large_summand) - 1;
  static constexpr Weight end =
      sizeof(Weight) < sizeof(Word) ? unreachable_distance<Weight> : static_cast<Weight>(far);
  static_assert(1 << place_bits == block &&
                (2 * far + 1) << place_bits >> place_bits == 2 * far + 1);

  KOKKOS_FORCEINLINE_FUNCTION static Word min_sum(Word a, Word b, Word c) {
#if defined(__CUDA_ARCH__)
    return __viaddmin_u32(a, b, c);
#else
    return a + b < c ? a + b : c;
#endif
  }
  // Its place is 0.
  KOKKOS_FORCEINLINE_FUNCTION static Word summand(Weight distance) {
    return (distance < end ? static_cast<Word>(distance) : far) << place_bits;
  }
  // What a sum must be less than, to lower the distance.
  KOKKOS_FORCEINLINE_FUNCTION static Word bound(Weight distance) {
    return static_cast<Word>(distance < end ? distance : end) << place_bits;
  }
  KOKKOS_FORCEINLINE_FUNCTION static bool lowers(Word sum, Weight distance) {
    return sum >> place_bits < bound(distance) >> place_bits;
  }
  KOKKOS_FORCEINLINE_FUNCTION static Weight distance(Word sum) {
    return static_cast<Weight>(sum >> place_bits);
  }
  KOKKOS_FORCEINLINE_FUNCTION static int place(Word sum) { return static_cast<int>(sum % block); }
};

}  // namespace yoke::detail::all_pairs
