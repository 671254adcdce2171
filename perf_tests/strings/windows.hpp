#pragma once

#include <Kokkos_Core.hpp>
#include <array>
#include <cstdint>

#include "strings/text.hpp"

// The thesis's sort of strings: the key is a string's first 32 bits, and beside it may stand a
// window, 32 further bits that are looked at where keys tie.
namespace yoke_perf::strings {

using yoke::detail::strings::Text;

// none: the characters themselves; next: those behind the key; random: at a random place of each
// string; common: at one random place of all strings.
enum class Window { none, next, random, common };
struct NamedWindow {
  char const* name;
  Window window;
};
inline constexpr std::array<NamedWindow, 4> windows = {{{"none", Window::none},
                                                        {"next", Window::next},
                                                        {"random", Window::random},
                                                        {"common", Window::common}}};

inline constexpr std::uint64_t word_bytes = 4;

// A string in the sort. Without a window nothing of one is moved.
template <bool has_window>
struct Record {
  std::uint32_t key, string, window;
};
template <>
struct Record<false> {
  std::uint32_t key, string;
};

// Four characters from `place` on, and zeros behind the string's end.
KOKKOS_INLINE_FUNCTION std::uint32_t word_at(Text const& text, Text::String const& string,
                                             std::uint64_t place) {
  std::uint64_t const rest = place < string.length ? string.length - place : 0;
  return static_cast<std::uint32_t>(text.word(string.begin + place, rest) >> 32);
}

// A step of a linear congruential generator (Numerical Recipes).
KOKKOS_INLINE_FUNCTION std::uint32_t congruential_step(std::uint32_t state) {
  return 1664525u * state + 1013904223u;
}

// A place behind the key from which four of `length` characters follow, if there are that many.
KOKKOS_INLINE_FUNCTION std::uint32_t place_of(std::uint32_t number, std::uint64_t length) {
  if (length <= 2 * word_bytes) return word_bytes;
  std::uint64_t const choices = length - 2 * word_bytes + 1;
  return static_cast<std::uint32_t>(word_bytes + (number * choices >> 32));
}

// The thesis's further kernel.
struct DrawPlaces {
  Text text;
  std::uint32_t seed;
  std::uint32_t* places;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    std::uint32_t state = seed + static_cast<std::uint32_t>(i);
    for (int step = 0; step < 4; ++step) state = congruential_step(state);
    places[i] = place_of(state, text[i].length);
  }
};

template <bool has_window>
struct MakeRecords {
  Text text;
  std::uint64_t place;          // of all windows
  std::uint32_t const* places;  // of each; null where they have one
  Record<has_window>* records;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    auto const string = text[i];
    Record<has_window> record{};
    record.key = word_at(text, string, 0);
    record.string = static_cast<std::uint32_t>(i);
    if constexpr (has_window) {
      record.window = word_at(text, string, places == nullptr ? place : places[i]);
    }
    records[i] = record;
  }
};

// The order by keys, then by windows, then by the characters. It is that of the strings if the
// windows are the next characters, or none.
template <bool has_window>
struct ByWindow {
  Text text;
  std::uint64_t depth;  // characters that are equal where keys and windows are

  KOKKOS_FUNCTION bool operator()(Record<has_window> const& one,
                                  Record<has_window> const& other) const {
    if (one.key != other.key) return one.key < other.key;
    if constexpr (has_window) {
      if (one.window != other.window) return one.window < other.window;
    }
    return is_less_from(depth, one, other);
  }
  KOKKOS_FUNCTION bool is_less_from(std::uint64_t from, Record<has_window> const& one,
                                    Record<has_window> const& other) const {
    auto const a = text[one.string], b = text[other.string];
    std::uint64_t const end = text.common(a, b, from, ~std::uint64_t(0));
    if (end == a.length && end == b.length) return one.string < other.string;
    return text.is_less(a, b, end);
  }
};

// Comparisons of equal keys: all, those that windows decide, and those that they decide wrongly.
struct TieCounts {
  std::uint64_t ties, decided, wrong;
};

// The same order, which counts.
template <bool has_window>
struct CountingByWindow {
  ByWindow<has_window> order;
  TieCounts* counts;

  KOKKOS_FUNCTION bool operator()(Record<has_window> const& one,
                                  Record<has_window> const& other) const {
    bool const is_less = order(one, other);
    if (one.key != other.key || one.string == other.string) return is_less;
    Kokkos::atomic_inc(&counts->ties);
    if constexpr (has_window) {
      if (one.window == other.window) return is_less;
      Kokkos::atomic_inc(&counts->decided);
      if (is_less != order.is_less_from(word_bytes, one, other)) {
        Kokkos::atomic_inc(&counts->wrong);
      }
    }
    return is_less;
  }
};

template <bool has_window>
struct WriteOrder {
  Record<has_window> const* records;
  std::uint32_t* permutation;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { permutation[i] = records[i].string; }
};

// Counts strings that come before the one before them.
template <bool has_window>
struct CountDescents {
  ByWindow<has_window> order;
  Record<has_window> const* records;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& descents) const {
    if (order.is_less_from(0, records[i + 1], records[i])) ++descents;
  }
};

}  // namespace yoke_perf::strings
