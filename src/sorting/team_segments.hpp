#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "sorting/host_segmented_sort.hpp"
#include "yoke/detail/sorting/team_sort.hpp"
#include "yoke/detail/spaces.hpp"

namespace yoke::detail::sorting {

// What a team sorts of several segments together: the segment, then the rank.
template <class Word, bool is_numbered>
struct SegmentElement {
  Word rank;
  std::uint32_t segment;
  std::uint32_t number;

  KOKKOS_FUNCTION static SegmentElement make(std::uint32_t segment, Word rank,
                                             std::uint32_t number) {
    return {rank, segment, number};
  }
  KOKKOS_FUNCTION std::uint32_t number_of() const { return number; }
  KOKKOS_FUNCTION Word rank_of() const { return rank; }
  KOKKOS_FUNCTION bool operator<(SegmentElement const& other) const {
    return segment != other.segment ? segment < other.segment : rank < other.rank;
  }
};
// In one word, where it fits.
template <>
struct SegmentElement<std::uint32_t, false> {
  std::uint64_t both;

  KOKKOS_FUNCTION static SegmentElement make(std::uint32_t segment, std::uint32_t rank,
                                             std::uint32_t) {
    return {std::uint64_t(segment) << 32 | rank};
  }
  KOKKOS_FUNCTION static std::uint32_t number_of() { return 0; }
  KOKKOS_FUNCTION std::uint32_t rank_of() const { return static_cast<std::uint32_t>(both); }
  KOKKOS_FUNCTION bool operator<(SegmentElement const& other) const { return both < other.both; }
};

struct NaturalLess {
  template <class Element>
  KOKKOS_FORCEINLINE_FUNCTION bool operator()(Element const& one, Element const& other) const {
    return one < other;
  }
};

// Ranks, and the numbers that move with them.
template <class Word>
struct RankColumns {
  Word* ranks;
  std::uint32_t* numbers;
};

// Each team sorts the segments that begin in its stretch, together, in scratch memory, but for
// those that are longer than a stretch. `to` may be `from`.
template <class Space, class Word, bool is_numbered>
struct SortSegmentTile {
  using Element = SegmentElement<Word, is_numbered>;
  using Sort = TeamSort<Space, Element, NaturalLess>;
  // Two of them fit into a tile, so that what begins in one fits.
  static constexpr std::uint32_t stretch = Sort::most / 2;

  std::uint64_t const* offsets;
  SegmentRange all;
  RankColumns<Word> from, to;

  static void run(Space const& exec, std::uint64_t const* offsets, SegmentRange const& all,
                  RankColumns<Word> const& from, RankColumns<Word> const& to) {
    std::uint64_t const stretches = (all.end - all.begin + stretch - 1) / stretch;
    Kokkos::parallel_for("yoke::sort::segment_tiles", Sort::policy(exec, stretches),
                         SortSegmentTile{offsets, all, from, to});
  }

  KOKKOS_FUNCTION void operator()(
      typename Kokkos::TeamPolicy<Space>::member_type const& member) const {
    std::uint64_t const start =
        all.begin + static_cast<std::uint64_t>(member.league_rank()) * stretch;
    std::uint64_t const first = first_from(start, 0, all.segments);
    std::uint64_t last = first_from(start + stretch, first, all.segments);
    if (last > first && offsets[last] - offsets[last - 1] > stretch) --last;
    std::uint64_t const begin = offsets[first];
    auto const size = static_cast<std::uint32_t>(offsets[last] - begin);
    Sort(member, NaturalLess())
        .sort_tile(
            size,
            [&](std::uint32_t i) {
              std::uint64_t const segment = first_from(begin + i + 1, first, last) - 1;
              return Element::make(static_cast<std::uint32_t>(segment - first),
                                   from.ranks[begin + i],
                                   is_numbered ? from.numbers[begin + i] : 0);
            },
            [&](std::uint32_t i, Element const& element) {
              to.ranks[begin + i] = element.rank_of();
              if (is_numbered) to.numbers[begin + i] = element.number_of();
            });
  }

 private:
  // The first segment of [low, high) that begins at `place` or behind it.
  KOKKOS_FUNCTION std::uint64_t first_from(std::uint64_t place, std::uint64_t low,
                                           std::uint64_t high) const {
    while (low < high) {
      std::uint64_t const middle = low + (high - low) / 2;
      if (offsets[middle] < place) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
};

// Segments of more than `few` keys, up to `most` and beyond.
struct CountLengths {
  std::uint64_t const* offsets;
  std::uint64_t few, most;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& between,
                                  std::uint64_t& beyond) const {
    std::uint64_t const length = offsets[i + 1] - offsets[i];
    if (length > most) {
      ++beyond;
    } else if (length > few) {
      ++between;
    }
  }
};

}  // namespace yoke::detail::sorting
