#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "all_pairs/slabs.hpp"

namespace yoke::detail::all_pairs {

// Which inner indices have lowered a thread's numbers. Each number has a byte, with a bit for each
// group of 16 inner indices. The last group that lowers a number has the least sum, and its first
// place.
template <class Its, int rows, int words>
struct LoweringGroups {
  using Word = typename Its::Word;
  static constexpr int depth = 16;  // inner indices of a group
  static constexpr int count = rows * words * Its::numbers;
  static_assert(block / depth == 8 && words * Its::numbers % 4 == 0);
  Word before[rows][words];
  std::uint32_t bits[count / 4];

  KOKKOS_FORCEINLINE_FUNCTION LoweringGroups() {
    YOKE_UNROLL
    for (int four = 0; four < count / 4; ++four) bits[four] = 0;
  }
  KOKKOS_FORCEINLINE_FUNCTION void begin(Word const (&sums)[rows][words]) {
    YOKE_UNROLL
    for (int r = 0; r < rows; ++r) {
      YOKE_UNROLL
      for (int c = 0; c < words; ++c) before[r][c] = sums[r][c];
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION void end(Word const (&sums)[rows][words], int group) {
    YOKE_UNROLL
    for (int r = 0; r < rows; ++r) {
      YOKE_UNROLL
      for (int c = 0; c < words * Its::numbers; ++c) {
        int const word = c / Its::numbers, number = r * words * Its::numbers + c;
        if (Its::is_lower(sums[r][word], before[r][word], c % Its::numbers)) {
          bits[number / 4] |= 1u << number % 4 * 8 << group;
        }
      }
    }
  }
};

// After the last group: a bit for each number that was lowered.
template <int count>
struct LoweredNumbers {
  static constexpr int parts = (count + 63) / 64;
  std::uint64_t bits[parts] = {};

  KOKKOS_FORCEINLINE_FUNCTION explicit LoweredNumbers(std::uint32_t const (&groups)[count / 4]) {
    YOKE_UNROLL
    for (int number = 0; number < count; ++number) {
      bool const is_lower = (groups[number / 4] >> number % 4 * 8 & 255) != 0;
      bits[number / 64] |= static_cast<std::uint64_t>(is_lower) << number % 64;
    }
  }
};

// A copy of the groups. Its index is known only at run time, so the copy is not in registers.
template <int count>
struct LastGroups {
  std::uint32_t bits[count / 4];

  KOKKOS_FORCEINLINE_FUNCTION explicit LastGroups(std::uint32_t const (&groups)[count / 4]) {
    YOKE_UNROLL
    for (int four = 0; four < count / 4; ++four) bits[four] = groups[four];
  }
  KOKKOS_FORCEINLINE_FUNCTION int operator()(int number) const {
    return 31 - Kokkos::countl_zero(bits[number / 4] >> number % 4 * 8 & 255u);
  }
};

}  // namespace yoke::detail::all_pairs
