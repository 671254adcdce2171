#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "strings/segments.hpp"
#include "yoke/detail/kokkos_ext/relaxed.hpp"

namespace yoke::detail::strings {

// Up to where all strings of a segment are equal, looking no further than `reach`.
template <class Index>
struct StartCommon {
  Segments<Index> segments;
  std::uint64_t reach;
  std::uint64_t* common;
  KOKKOS_FUNCTION void operator()(std::uint64_t s) const { common[s] = segments.depth[s] + reach; }
};

// Compares each string with the first one of its segment: an item takes a chunk of both.
template <class Index>
struct FindCommon {
  Text text;
  Segments<Index> segments;
  Index const* segment_of;
  Index const* permutation;
  std::uint64_t chunk, chunks;
  std::uint64_t* common;

  KOKKOS_FUNCTION void operator()(std::uint64_t item) const {
    std::uint64_t const i = item / chunks, segment = segment_of[i];
    if (i == segments.begin[segment]) return;
    std::uint64_t const from = segments.depth[segment] + item % chunks * chunk;
    // What another item has found meanwhile saves work, no more.
    if (relaxed_load(common + segment) <= from) return;
    auto const first = text[permutation[segments.place[segment]]];
    auto const string = text[permutation[segments.place_of(i, segment)]];
    std::uint64_t const end = text.common(first, string, from, from + chunk);
    if (end < from + chunk && end < relaxed_load(common + segment)) {
      Kokkos::atomic_min(common + segment, end);
    }
  }
};

// What a step over common prefixes did.
struct Skipped {
  std::uint64_t characters = 0;
  std::uint64_t at_reach = 0;  // segments that may have more in common
  KOKKOS_FUNCTION Skipped& operator+=(Skipped const& other) {
    characters += other.characters;
    at_reach += other.at_reach;
    return *this;
  }
};

template <class Index>
struct SkipCommon {
  Segments<Index> segments;
  Tied tied;
  std::uint64_t reach;
  std::uint64_t const* common;
  KOKKOS_FUNCTION void operator()(std::uint64_t s, Skipped& skipped) const {
    std::uint64_t const end = s + 1 < tied.segments ? segments.begin[s + 1] : tied.strings;
    std::uint64_t const length = common[s] - segments.depth[s];
    skipped.characters += length * (end - segments.begin[s]);
    if (length == reach) ++skipped.at_reach;
    segments.depth[s] = common[s];
  }
};

}  // namespace yoke::detail::strings
