#pragma once

#include <cstddef>

#include "yoke/detail/views.hpp"

namespace yoke {

/// Strings of any length, in the layout of Apache Arrow: string i is characters(offsets(i)) to
/// characters(offsets(i + 1) - 1).
///
/// Characters: a View of a type of one byte. Offsets: a View of 32- or 64-bit integers, signed or
/// not, with one element more than there are strings. They do not decrease, and need not begin at
/// 0. Without strings, offsets may be empty.
template <detail::AnyView Characters, detail::AnyView Offsets>
struct Strings {
  using CharacterView = Characters;  ///< the type of the characters
  using OffsetView = Offsets;        ///< the type of the offsets

  Characters characters;  ///< the characters of all strings, one string after the other
  Offsets offsets;        ///< the beginning of each string, and the end of the last one

  /// Makes strings from the Views.
  Strings(Characters const& its_characters, Offsets const& its_offsets)
      : characters(its_characters), offsets(its_offsets) {}

  /// The number of strings.
  std::size_t size() const { return offsets.extent(0) == 0 ? 0 : offsets.extent(0) - 1; }
};

}  // namespace yoke
