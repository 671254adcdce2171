#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <type_traits>

#include "yoke/all_pairs_distances_options.hpp"

namespace yoke::detail::all_pairs {

// The vertices of a pivot block: the same on all spaces, so that floating-point sums are too.
inline constexpr int block = 128;

// Two distances below it have a sum that is not clamped.
template <class Weight>
inline constexpr Weight half_way = std::is_integral_v<Weight>
                                       ? static_cast<Weight>(unreachable_distance<Weight> / 2 + 1)
                                       : Kokkos::Experimental::finite_max_v<Weight> / 2;

// From here on a summand is large: it does not fit into a word with its place (words.hpp).
inline constexpr std::int32_t large_summand = std::int32_t(1) << 23;

// The least of c and a + b.
template <class Weight>
KOKKOS_FORCEINLINE_FUNCTION Weight min_sum(Weight a, Weight b, Weight c) {
#if defined(__CUDA_ARCH__)
  if constexpr (std::is_same_v<Weight, std::int32_t>) return __viaddmin_s32(a, b, c);
  // What is selected is the same, for no sum is NaN or the negative zero.
  if constexpr (std::is_same_v<Weight, float>) return fminf(a + b, c);
#endif
  Weight const sum = static_cast<Weight>(a + b);
  return sum < c ? sum : c;
}

// Could a sum with it be clamped?
template <class Weight>
KOKKOS_FORCEINLINE_FUNCTION bool is_half(Weight distance) {
  return distance >= half_way<Weight> && distance < unreachable_distance<Weight>;
}

// The same for distances that may be unreachable or negative: a sum of integers stops below the
// least distance, where it is seen.
template <class Weight>
KOKKOS_FORCEINLINE_FUNCTION Weight relaxed(Weight c, Weight a, Weight b) {
  auto sum = a + b;
  if constexpr (std::is_integral_v<Weight>) {
    constexpr int least = least_distance<Weight> - 1;
    sum = sum < least ? least : sum;
  }
  bool const is_less =
      a < unreachable_distance<Weight> && b < unreachable_distance<Weight> && sum < c;
  return is_less ? static_cast<Weight>(sum) : c;
}

// Of the inner loop, whose sums are compared and not looked at. Without negative weights the
// unreachable distance, added to anything, is still no less than itself. With them, integers are
// shifted: a summand is a distance less `shift`, but for the unreachable one, and a sum is a
// distance less 2 * shift. Then the unreachable distance plus the least summand is the unreachable
// sum.
template <class Weight>
struct Shifted {
  static constexpr Weight far = unreachable_distance<Weight>;
  // What the sums take with negative weights.
  static constexpr Weight for_negative = std::is_integral_v<Weight> ? half_way<Weight> : Weight(0);

  Weight shift = 0;

  KOKKOS_FORCEINLINE_FUNCTION Weight summand(Weight distance) const {
    if constexpr (std::is_floating_point_v<Weight>) return distance + Weight(0);  // not -0
    return distance >= far ? far : static_cast<Weight>(distance - shift);
  }
  KOKKOS_FORCEINLINE_FUNCTION Weight distance_of_summand(Weight summand) const {
    if constexpr (std::is_floating_point_v<Weight>) return summand;
    return summand >= far ? far : static_cast<Weight>(summand + shift);
  }
  KOKKOS_FORCEINLINE_FUNCTION Weight sum(Weight distance) const {
    if constexpr (std::is_floating_point_v<Weight>) return distance;
    return static_cast<Weight>(distance - 2 * shift);
  }
  KOKKOS_FORCEINLINE_FUNCTION Weight distance_of_sum(Weight sum) const {
    if constexpr (std::is_floating_point_v<Weight>) return sum;
    return static_cast<Weight>(sum + 2 * shift);
  }
};

// What kernels find, each in a word of the status: nothing_found before.
enum Finding : int {
  negative_cycle,  // the first place in time where the diagonal is negative (pivot.hpp)
  too_low,         // the first pivot block with a distance below the least
  clamped,         // 1: a summand of half the unreachable distance
  large,           // 1: a large summand, where these are looked for
  findings
};

// What is found in the result: the pairs with a path, and the first vertices of rows with a
// distance below the least, and with a negative one on the diagonal.
struct LastLook {
  std::uint64_t pairs = 0, low = ~std::uint64_t(0), negative = ~std::uint64_t(0);

  KOKKOS_FUNCTION void add(LastLook const& other) {
    pairs += other.pairs;
    low = Kokkos::min(low, other.low);
    negative = Kokkos::min(negative, other.negative);
  }
};

// The status as kernels see it.
struct Status {
  std::uint64_t* words;

  // During a kernel that notes nothing. (On a GPU, atomic loads of one word wait for each other:
  // they took two thirds of a product's time.)
  KOKKOS_FUNCTION bool had_fault() const {
    return words[negative_cycle] != ~std::uint64_t(0) || words[too_low] != ~std::uint64_t(0);
  }
  KOKKOS_FUNCTION bool has_fault() const {
    return Kokkos::atomic_load(words + negative_cycle) != ~std::uint64_t(0) ||
           Kokkos::atomic_load(words + too_low) != ~std::uint64_t(0);
  }
  // The same of large summands.
  KOKKOS_FUNCTION bool had_large() const { return words[large] != ~std::uint64_t(0); }
  // Once for a thread or so: the word may be seen late.
  KOKKOS_FUNCTION void note_large() const {
    if (!had_large()) Kokkos::atomic_store(words + large, std::uint64_t(1));
  }
  // Was there a fault in a step before that of this pivot block? The same to all threads of its
  // kernel, whatever others of them note.
  KOKKOS_FUNCTION bool has_fault_before(std::uint64_t pivot) const {
    return Kokkos::atomic_load(words + negative_cycle) != ~std::uint64_t(0) ||
           Kokkos::atomic_load(words + too_low) < pivot;
  }
  // Notes what is to be known of a summand.
  template <class Weight>
  KOKKOS_FORCEINLINE_FUNCTION void look_at(Weight distance, std::uint64_t pivot) const {
    if (is_half(distance)) {
      Kokkos::atomic_store(words + clamped, std::uint64_t(1));
    }
    if (distance < least_distance<Weight>) Kokkos::atomic_min(words + too_low, pivot);
  }
};

}  // namespace yoke::detail::all_pairs
