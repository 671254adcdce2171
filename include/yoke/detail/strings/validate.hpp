#pragma once

#include <cstdint>

#include "yoke/detail/views.hpp"
#include "yoke/sort_options.hpp"

namespace yoke::detail::strings {

template <class Offset, class Index>
struct OrderToCheck {
  RawArray<std::uint8_t const> characters;
  RawArray<Offset const> offsets;
  RawArray<Index const> permutation;
  std::uint64_t largest_offset;
};

// The compiled half of yoke::validate_sort_strings. Fences.
template <class Space, class Offset, class Index>
void validate_sort_strings(Space const& exec, OrderToCheck<Offset, Index> const& arguments,
                           SortOrder order);

}  // namespace yoke::detail::strings
