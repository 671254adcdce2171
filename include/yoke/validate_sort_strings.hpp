#pragma once

#include <cstdint>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/kept_buffer.hpp"
#include "yoke/detail/strings/capability.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/errors.hpp"
#include "yoke/sort_options.hpp"
#include "yoke/strings.hpp"

namespace yoke::detail::strings {

template <class Offset, class Index>
struct OrderToCheck {
  RawArray<std::uint8_t const> characters;
  RawArray<Offset const> offsets;
  RawArray<Index const> permutation;
  std::uint64_t largest_offset;
};

// yoke::validate_sort_strings, as it is compiled in the library. Fences.
template <class Space, class Offset, class Index>
void validate_sort_strings(Space const& exec, OrderToCheck<Offset, Index> const& arguments,
                           SortOrder order);

}  // namespace yoke::detail::strings

namespace yoke {

/// Checks the result of yoke::sort_strings by its definition: each string of the permutation comes
/// after the one before, or is equal to it and has the larger index. No string is then there twice,
/// and therefore none is missing.
///
/// Throws yoke::InvalidInput, which names the first place that breaks this rule, or the string
/// whose offsets decrease or exceed the number of characters. Throws std::invalid_argument if sizes
/// differ. Work O(n + the characters that distinguish neighbours); no memory. Strided Views are
/// copied.
template <detail::AnySpace Space, class Characters, class Offsets, detail::AnyView Permutation>
void validate_sort_strings(Space const& exec, Strings<Characters, Offsets> const& strings,
                           Permutation const& permutation, SortOrder order = SortOrder::ascending) {
  static_assert(detail::check_instantiated<Space>());
  static_assert(detail::is_accessible<Space, typename Characters::memory_space>() &&
                    detail::is_accessible<Space, typename Offsets::memory_space>() &&
                    detail::is_accessible<Space, typename Permutation::memory_space>(),
                "yoke::validate_sort_strings: the execution space cannot access an argument");
  using Offset = typename Offsets::non_const_value_type;
  using Index = typename Permutation::non_const_value_type;
  static_assert(detail::is_index<Offset> && detail::is_index<Index>,
                "yoke::validate_sort_strings: offsets and permutation must be 32- or 64-bit "
                "integers");
  detail::check_same_size("yoke::validate_sort_strings", "strings", strings.size(), "permutation",
                          permutation.extent(0));
  if (strings.size() == 0) return;
  using detail::strings::Byte;
  detail::StridedCopy characters_copy, offsets_copy, permutation_copy;
  detail::strings::OrderToCheck<detail::WordOf<Offset>, detail::WordOf<Index>> const arguments{
      characters_copy.array<Byte const>(exec, detail::strings::as_bytes(strings.characters)),
      offsets_copy.array<detail::WordOf<Offset> const>(exec, strings.offsets),
      permutation_copy.array<detail::WordOf<Index> const>(exec, permutation),
      detail::strings::largest_of<Offset>()};
  detail::strings::validate_sort_strings(exec, arguments, order);
}

}  // namespace yoke
