#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <string>

#include "frame/raw_arrays.hpp"
#include "primitives/findings.hpp"
#include "strings/text.hpp"
#include "yoke/counted.hpp"
#include "yoke/errors.hpp"

namespace yoke::detail::strings {

// Does the string end before it begins, or beyond the characters?
struct IsMalformed {
  Offsets offsets;
  std::uint64_t largest;
  KOKKOS_FUNCTION bool operator()(std::uint64_t i) const {
    std::uint64_t const end = offsets(i + 1);
    return end < offsets(i) || end > largest;
  }
};

// The strings of arguments, which lie where Space works. Throws InvalidInput where offsets fall or
// leave the characters. Reads no more than the offsets.
template <class Space, class Arguments>
Text checked_text(char const* caller, Space const& exec, Arguments const& arguments) {
  std::uint64_t const characters = arguments.characters.size;
  std::uint64_t const strings = arguments.offsets.size - 1;
  Text const text{arguments.characters.data, characters, Offsets::of(arguments.offsets.data)};
  std::uint64_t const largest = std::min(characters, arguments.largest_offset);
  std::uint64_t const wrong = first_node(exec, strings, IsMalformed{text.offsets, largest});
  if (wrong == strings) return text;
  auto const offsets = array_on<Space>(arguments.offsets);
  std::uint64_t const begin = element(exec, offsets, wrong);
  std::uint64_t const end = element(exec, offsets, wrong + 1);
  throw InvalidInput(std::string(caller) + ": string " + std::to_string(wrong) + " begins at " +
                         std::to_string(begin) + " and ends at " + std::to_string(end) + ", of " +
                         show_count(characters, "character"),
                     wrong);
}

}  // namespace yoke::detail::strings
