#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

namespace yoke::detail::sorting {

// Splitters as a balanced tree, level by level from place 1 on, and behind it sorted: 2 * leaves
// places, of which the first and the last are not used. An element's label is
//
//   2 l      where it equals the l-th splitter, l from 1 on,
//   2 l + 1  where l splitters, equal ones included, are not larger, and it equals none,
//
// so that equal keys of whatever number end in a bucket that need not be sorted. The way down has
// no branches.
template <class Element, class Less>
struct SplitterTree {
  Element const* splitters;
  int log_leaves;
  Less less;

  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t step(std::uint32_t place,
                                                 Element const& element) const {
    return 2 * place + (less(element, splitters[place]) ? 0u : 1u);
  }
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t leaf_at(std::uint32_t place) const {
    return place - (1u << log_leaves);
  }
  // Of the place below the last level.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t label_at(std::uint32_t place,
                                                     Element const& element) const {
    std::uint32_t const leaf = leaf_at(place);
    bool const is_equal = leaf > 0 && !less(splitters[place - 1], element);
    return 2 * leaf + (is_equal ? 0u : 1u);
  }
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t operator()(Element const& element) const {
    std::uint32_t place = 1;
    for (int level = 0; level < log_leaves; ++level) place = step(place, element);
    return label_at(place, element);
  }

  // Does no splitter equal the next?
  bool is_apart() const {
    Element const* const sorted = splitters + (std::size_t(1) << log_leaves);
    std::size_t const count = (std::size_t(1) << log_leaves) - 1;
    bool is = true;
    for (std::size_t i = 1; i < count; ++i) is &= less(sorted[i - 1], sorted[i]);
    return is;
  }
};

// Fills the places 1 to 2 * leaves - 2 from a sorted sample.
template <class Element>
struct BuildTree {
  Element const* sample;
  std::uint64_t sample_size;
  Element* splitters;
  int log_leaves;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    std::uint64_t const place = i + 1, leaves = std::uint64_t(1) << log_leaves;
    std::uint64_t rank = place - leaves;
    if (place < leaves) {
      int level = 0;
      while (place >> (level + 1) != 0) ++level;
      std::uint64_t const in_level = place - (std::uint64_t(1) << level);
      rank = ((2 * in_level + 1) << (log_leaves - level - 1)) - 1;
    }
    splitters[place] = sample[(rank + 1) * sample_size / leaves];
  }
  std::uint64_t places() const { return (std::uint64_t(2) << log_leaves) - 2; }
};

}  // namespace yoke::detail::sorting
