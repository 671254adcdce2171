#pragma once

#include <Kokkos_Core.hpp>

namespace yoke::detail::sorting {

struct NothingCarried {};

// What a sort by a comparator moves: a key and what it carries.
template <class Key, class Carried>
struct Keyed {
  Key key;
  Carried carried;
};
template <class Key>
struct Keyed<Key, NothingCarried> {
  Key key;
};

template <class Element>
struct CarriedBy;
template <class AKey, class Carried>
struct CarriedBy<Keyed<AKey, Carried>> {
  using Key = AKey;
  using Type = Carried;
};

template <class Comparator>
struct KeyLess {
  Comparator comparator;
  template <class Element>
  KOKKOS_FORCEINLINE_FUNCTION bool operator()(Element const& one, Element const& other) const {
    return comparator(one.key, other.key);
  }
};

// How many of the first `diagonal` elements of two sorted ranges, merged, are the first one's.
// Equal elements of the first range come first. Whatever `less` says, both counts stay within the
// ranges.
template <class Size, class Element, class Less>
KOKKOS_FUNCTION Size split_merge(Element const* first, Size first_size, Element const* second,
                                 Size second_size, Size diagonal, Less const& less) {
  Size low = diagonal > second_size ? diagonal - second_size : 0;
  Size high = diagonal < first_size ? diagonal : first_size;
  while (low < high) {
    Size const middle = low + (high - low) / 2;
    if (less(second[diagonal - 1 - middle], first[middle])) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

// Merges two sorted ranges, stably.
template <class Element, class Less>
KOKKOS_FUNCTION void merge_ranges(Element const* first, Element const* first_end,
                                  Element const* second, Element const* second_end, Element* out,
                                  Less const& less) {
  while (first < first_end && second < second_end) {
    bool const takes_second = less(*second, *first);
    *out++ = *(takes_second ? second : first);
    first += takes_second ? 0 : 1;
    second += takes_second ? 1 : 0;
  }
  while (first < first_end) *out++ = *first++;
  while (second < second_end) *out++ = *second++;
}

}  // namespace yoke::detail::sorting
