#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "strings/pairs.hpp"
#include "strings/text.hpp"
#include "yoke/detail/frame/memory.hpp"

namespace yoke::detail::strings {

// Strings that tie lie in segments, those of all segments one after the other: segment s begins
// with string begin[s] of them, stands from place[s] on in the permutation, and its strings are
// equal up to depth[s].
template <class Index>
struct Segments {
  Index* begin;
  Index* place;
  std::uint64_t* depth;

  KOKKOS_FUNCTION std::uint64_t place_of(std::uint64_t string, std::uint64_t segment) const {
    return static_cast<std::uint64_t>(place[segment]) + (string - begin[segment]);
  }
};

// How many strings tie, in how many segments.
struct Tied {
  std::uint64_t strings = 0, segments = 0;
  KOKKOS_FUNCTION Tied& operator+=(Tied const& other) {
    strings += other.strings;
    segments += other.segments;
    return *this;
  }
};

template <class Space, class Index>
class SegmentBuffers {
 public:
  // Of so many strings: where strings tie, there are two at least.
  SegmentBuffers(Space const& exec, std::size_t strings)
      : begin_(make_buffer<Space, Index>(exec, "yoke::sort_strings::begin", most(strings))),
        place_(make_buffer<Space, Index>(exec, "yoke::sort_strings::place", most(strings))),
        depth_(
            make_buffer<Space, std::uint64_t>(exec, "yoke::sort_strings::depth", most(strings))) {}

  Segments<Index> get() const { return {begin_.data(), place_.data(), depth_.data()}; }

  static std::size_t most(std::size_t strings) { return std::max<std::size_t>(strings / 2, 1); }

 private:
  Buffer<Space, Index> begin_, place_;
  Buffer<Space, std::uint64_t> depth_;
};

// How keys are read: above the characters and their count lies the segment's number.
struct KeyShape {
  int bytes;
  std::uint64_t flip;  // what is written inverted, where strings are to descend

  static KeyShape of(int bytes, bool is_descending) {
    return {bytes, is_descending ? (std::uint64_t(1) << key_bits(bytes)) - 1 : 0};
  }
  KOKKOS_FUNCTION std::uint64_t segment(std::uint64_t key) const { return key >> key_bits(bytes); }
  // Has the string more characters than the key?
  KOKKOS_FUNCTION bool goes_on(std::uint64_t key) const {
    return ((key ^ flip) & count_mask) > static_cast<std::uint64_t>(bytes);
  }
};

// Before the first round all strings are one segment.
template <class Index>
struct StartSegments {
  Segments<Index> segments;
  KOKKOS_FUNCTION void operator()(std::uint64_t) const {
    segments.begin[0] = segments.place[0] = 0;
    segments.depth[0] = 0;
  }
};

// Which of the sorted keys tie still: those that go on and are equal to a neighbour.
template <class Index, class Value>
struct FindTies {
  std::uint64_t const* keys;
  Value const* values;
  std::uint64_t size;
  KeyShape shape;
  Segments<Index> before, after;
  Index* segment_of;
  std::uint64_t* ahead;  // null where there is none

  KOKKOS_FUNCTION void operator()(std::uint64_t i, Tied& tied, bool last) const {
    std::uint64_t const key = keys[i];
    if (!shape.goes_on(key)) return;
    bool const follows = i > 0 && keys[i - 1] == key;
    if (!follows && (i + 1 == size || keys[i + 1] != key)) return;
    if (last) write(i, tied, follows);
    ++tied.strings;
    if (!follows) ++tied.segments;
  }

 private:
  KOKKOS_FUNCTION void write(std::uint64_t i, Tied const& tied, bool follows) const {
    std::uint64_t const segment = follows ? tied.segments - 1 : tied.segments;
    segment_of[tied.strings] = static_cast<Index>(segment);
    if (ahead != nullptr) ahead[tied.strings] = values[i].get_ahead();
    if (follows) return;
    std::uint64_t const old = shape.segment(keys[i]);
    after.begin[segment] = static_cast<Index>(tied.strings);
    after.place[segment] = static_cast<Index>(before.place_of(i, old));
    after.depth[segment] = before.depth[old] + static_cast<std::uint64_t>(shape.bytes);
  }
};

// What stands for the depth of a segment that has been sorted.
inline constexpr std::uint64_t sorted_depth = ~std::uint64_t(0);

// Leaves out the segments that have been sorted.
template <class Index>
struct KeepUnsorted {
  Segments<Index> before, after;
  Tied all;

  KOKKOS_FUNCTION void operator()(std::uint64_t s, Tied& kept, bool last) const {
    if (before.depth[s] == sorted_depth) return;
    if (last) {
      after.begin[kept.segments] = static_cast<Index>(kept.strings);
      after.place[kept.segments] = before.place[s];
      after.depth[kept.segments] = before.depth[s];
    }
    std::uint64_t const end = s + 1 < all.segments ? before.begin[s + 1] : all.strings;
    kept.strings += end - before.begin[s];
    ++kept.segments;
  }
};

// Each string's segment, of segments that lie one after the other.
template <class Index>
struct NumberSegments {
  Segments<Index> segments;
  std::uint64_t count;
  Index* segment_of;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    std::uint64_t low = 0, high = count;  // begins at or before i; behind it
    while (high - low > 1) {
      std::uint64_t const middle = low + (high - low) / 2;
      if (segments.begin[middle] <= i) {
        low = middle;
      } else {
        high = middle;
      }
    }
    segment_of[i] = static_cast<Index>(low);
  }
};

}  // namespace yoke::detail::strings
