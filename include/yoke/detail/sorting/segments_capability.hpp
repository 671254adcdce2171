#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <tuple>

#include "yoke/counted.hpp"
#include "yoke/detail/checks.hpp"
#include "yoke/detail/sorting/capability.hpp"
#include "yoke/errors.hpp"

namespace yoke::detail::sorting {

struct SegmentsCapacity {
  std::size_t elements, segments;
  // What the numbers take is held from the start, not from the first call that has some.
  bool is_numbered = false;
};

// How many there are between so many offsets.
inline std::size_t segments_of(std::size_t offsets) { return offsets == 0 ? 0 : offsets - 1; }

// The fault of a segment's offsets, before anything is written.
inline InvalidInput bad_segment(char const* caller, std::uint64_t segment, std::uint64_t keys) {
  return InvalidInput(std::string(caller) + ": segment " + std::to_string(segment) +
                          " ends before it begins, or behind the " + show_count(keys, "key"),
                      segment);
}

// Sorting each of many ranges of keys.
template <class Word>
struct SortSegments : SortBase {
  using Capacity = SegmentsCapacity;
  static constexpr char const* name = "yoke::sort_segments";

  struct Arguments {
    RawArray<std::uint64_t const> offsets;
    InOutArray<Word> keys;
    // Move with the keys where there are any.
    InOutArray<std::uint32_t> numbers;
    KeyKind kind = KeyKind::is_unsigned;

    static constexpr std::array names{"offsets", "keys", "numbers"};
    template <class Self>
    static auto arrays(Self& self) {
      return std::tie(self.offsets, self.keys, self.numbers);
    }
  };

  static void check_options(SortOptions const& options) { sorting::check_options(name, options); }
  static void check(char const*, Arguments const&) {}
  static void check_fits(Arguments const& arguments, Capacity const& capacity) {
    check_capacity(name, "keys", arguments.keys.size, capacity.elements);
    if (arguments.offsets.size == 0) {
      throw std::invalid_argument(std::string(name) + ": offsets must hold at least one element");
    }
    check_capacity(name, "segments", segments_of(arguments.offsets.size), capacity.segments);
  }
  // Also of no segment the offset is checked.
  static bool is_empty(Arguments const&) { return false; }
};

}  // namespace yoke::detail::sorting
