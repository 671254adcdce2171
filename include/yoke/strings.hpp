#pragma once

#include <cstddef>

#include "yoke/detail/views.hpp"

namespace yoke {

/// Strings of any length, as Apache Arrow lays them out: string i is characters(offsets(i)) to
/// characters(offsets(i + 1) - 1).
///
/// Characters: a View of a type of one byte. Offsets: one of 32- or 64-bit integers, signed or not,
/// one more than there are strings; they do not fall, and need not begin at 0. Without strings,
/// offsets may be empty.
template <detail::AnyView Characters, detail::AnyView Offsets>
struct Strings {
  using CharacterView = Characters;  ///< of all strings' characters
  using OffsetView = Offsets;        ///< of where they begin

  Characters characters;  ///< of all strings, one after the other
  Offsets offsets;        ///< where each string begins, and where the last one ends

  /// With its Views.
  Strings(Characters const& its_characters, Offsets const& its_offsets)
      : characters(its_characters), offsets(its_offsets) {}

  /// How many strings there are.
  std::size_t size() const { return offsets.extent(0) == 0 ? 0 : offsets.extent(0) - 1; }
};

}  // namespace yoke
