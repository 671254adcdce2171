#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "yoke/detail/sorting/keyed.hpp"
#include "yoke/detail/spaces.hpp"

namespace yoke::detail::sorting {

// What a team sorts in its scratch memory, for elements of so many bytes.
struct TeamTile {
  // The parts that the threads of a team take, each of `run` elements.
  static constexpr std::uint64_t parts = 256;

  std::uint64_t run;

  KOKKOS_FUNCTION explicit constexpr TeamTile(std::size_t element_bytes)
      // Two tiles in 32 KiB, so that several teams stay resident. An odd number of elements, so
      // that threads that each go through their own meet in few banks. Larger elements go one a
      // part, into scratch memory of the second level where the first has too little.
      : run(element_bytes > 32  ? 1
            : element_bytes < 4 ? 15
                                : (64 / element_bytes - 1) | 1) {}

  KOKKOS_FUNCTION constexpr std::uint64_t elements() const { return parts * run; }
};

// Sorts and merges with the threads of a team, stably. Each of up to TeamTile::parts parts of a
// result is merged by one thread, which finds by bisection what it is merged from. Where parts
// contradict each other, because `less` is no strict weak order, they are mended, so that elements
// are only moved.
template <class Element, class Less>
class TeamSort {
  using Split = std::uint64_t;

 public:
  struct Scratch {
    Element *tile, *other;
    Split* splits;
    std::uint32_t* faults;
  };

  // What a thread inserts, and what a team has in scratch memory.
  KOKKOS_FUNCTION static constexpr std::uint64_t run() {
    constexpr TeamTile tile(sizeof(Element));
    return tile.run;
  }
  KOKKOS_FUNCTION static constexpr std::uint64_t most() { return TeamTile::parts * run(); }
  KOKKOS_FUNCTION static constexpr std::size_t scratch_bytes() {
    return 2 * (most() * sizeof(Element) + alignof(Element)) +
           (TeamTile::parts + 2) * sizeof(Split) + 256;
  }
  // A CUDA team has 48 KiB without being asked for more; Kokkos's hosts have 32.
  template <class Space>
  KOKKOS_FUNCTION static constexpr int scratch_level() {
    return runs_on_host<Space> || scratch_bytes() > std::size_t(44) * 1024 ? 1 : 0;
  }

  template <class Space>
  static auto policy(Space const& exec, std::uint64_t league) {
    auto policy =
        Kokkos::TeamPolicy<Space>(exec, static_cast<int>(league),
                                  runs_on_host<Space> ? 1 : static_cast<int>(TeamTile::parts));
    policy.set_scratch_size(scratch_level<Space>(), Kokkos::PerTeam(scratch_bytes()));
    return policy;
  }

  template <class Member>
  KOKKOS_FUNCTION static Scratch scratch_of(Member const& member) {
    auto const& space = member.team_scratch(scratch_level<typename Member::execution_space>());
    std::size_t const bytes = most() * sizeof(Element);
    Scratch scratch;
    scratch.tile = static_cast<Element*>(space.get_shmem_aligned(bytes, alignof(Element)));
    scratch.other = static_cast<Element*>(space.get_shmem_aligned(bytes, alignof(Element)));
    scratch.splits = static_cast<Split*>(
        space.get_shmem_aligned((TeamTile::parts + 1) * sizeof(Split), alignof(Split)));
    scratch.faults = static_cast<std::uint32_t*>(
        space.get_shmem_aligned(sizeof(std::uint32_t), alignof(std::uint32_t)));
    return scratch;
  }

  KOKKOS_FUNCTION TeamSort(Scratch const& scratch, Less const& less)
      : scratch_(scratch), less_(less) {}

  template <class Member>
  KOKKOS_FUNCTION static void copy(Member const& member, Element const* from, Element* to,
                                   std::uint64_t size) {
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, size),
                         [&](std::uint64_t i) { to[i] = from[i]; });
    member.team_barrier();
  }

  // Merges pairs of sorted ranges, which lie one behind the other in from[0 .. size): each pair is
  // `pair` long (the last one may be shorter), its first range `first`. Each part of the result has
  // `part` elements, a divisor of `pair` where there are several pairs.
  template <class Member>
  KOKKOS_FUNCTION void merge(Member const& member, Element const* from, Element* to,
                             std::uint64_t size, std::uint64_t pair, std::uint64_t first,
                             std::uint64_t part) const {
    Pairs const pairs{size, pair, first, part};
    std::uint64_t const parts = (size + part - 1) / part;
    Kokkos::single(Kokkos::PerTeam(member), [&]() { *scratch_.faults = 0; });
    member.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, parts), [&](std::uint64_t p) {
      auto const [begin, middle, end] = pairs.of(p);
      scratch_.splits[p] = split_merge(from + begin, middle - begin, from + middle, end - middle,
                                       p * part - begin, less_);
    });
    member.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, parts), [&](std::uint64_t p) {
      if (!pairs.is_consistent(scratch_.splits, p)) *scratch_.faults = 1;  // all write the same
    });
    member.team_barrier();
    if (*scratch_.faults != 0) {
      Kokkos::single(Kokkos::PerTeam(member), [&]() {
        for (std::uint64_t p = 1; p < parts; ++p) pairs.mend(scratch_.splits, p);
      });
      member.team_barrier();
    }
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, parts), [&](std::uint64_t p) {
      auto const [begin, middle, end] = pairs.of(p);
      std::uint64_t const from_first = scratch_.splits[p],
                          to_first = pairs.next(scratch_.splits, p);
      std::uint64_t const place = p * part, stop = pairs.end_of(p);
      merge_ranges(from + begin + from_first, from + begin + to_first,
                   from + middle + (place - begin - from_first),
                   from + middle + (stop - begin - to_first), to + place, less_);
    });
    member.team_barrier();
  }

  // Sorts up to a tile of elements, in data or in other; returns where they are.
  template <class Member>
  KOKKOS_FUNCTION Element* sort_tile(Member const& member, Element* data, Element* other,
                                     std::uint64_t size) const {
    std::uint64_t const inserted = run(), parts = (size + inserted - 1) / inserted;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, parts), [&](std::uint64_t p) {
      std::uint64_t const begin = p * inserted, left = size - begin;
      sort_by_insertion(data + begin, left < inserted ? left : inserted, less_);
    });
    member.team_barrier();
    for (std::uint64_t width = inserted; width < size; width *= 2) {
      merge(member, data, other, size, 2 * width, width, inserted);
      Element* const sorted = other;
      other = data;
      data = sorted;
    }
    return data;
  }

  // Sorts any number of elements from `data` to `result`; `data` serves as room. More than a tile
  // of them are merged in the memory that they lie in.
  template <class Member>
  KOKKOS_FUNCTION void sort(Member const& member, Element* data, Element* result,
                            std::uint64_t size) const {
    std::uint64_t const tile = most();
    int levels = 0;
    for (std::uint64_t width = tile; width < size; width *= 2) ++levels;
    Element* to = levels % 2 == 0 ? result : data;
    Element* other = levels % 2 == 0 ? data : result;
    for (std::uint64_t begin = 0; begin < size; begin += tile) {
      std::uint64_t const count = size - begin < tile ? size - begin : tile;
      copy(member, data + begin, scratch_.tile, count);
      copy(member, sort_tile(member, scratch_.tile, scratch_.other, count), to + begin, count);
    }
    for (std::uint64_t width = tile; width < size; width *= 2) {
      for (std::uint64_t begin = 0; begin < size; begin += 2 * width) {
        std::uint64_t const count = size - begin < 2 * width ? size - begin : 2 * width;
        merge(member, to + begin, other + begin, count, count, width < count ? width : count,
              2 * width / TeamTile::parts);
      }
      Element* const sorted = other;
      other = to;
      to = sorted;
    }
  }

 private:
  // The parts of a merge, and how many elements each takes from the first range of its pair.
  struct Pairs {
    std::uint64_t size, pair, first, part;

    struct Bounds {
      std::uint64_t begin, middle, end;
    };
    KOKKOS_FUNCTION Bounds of(std::uint64_t p) const {
      std::uint64_t const begin = p * part / pair * pair;
      std::uint64_t const end = size - begin < pair ? size : begin + pair;
      return {begin, end - begin < first ? end : begin + first, end};
    }
    KOKKOS_FUNCTION std::uint64_t end_of(std::uint64_t p) const {
      std::uint64_t const end = of(p).end;
      return end - p * part < part ? end : (p + 1) * part;
    }
    // What the part after p begins with.
    KOKKOS_FUNCTION std::uint64_t next(Split const* splits, std::uint64_t p) const {
      auto const [begin, middle, end] = of(p);
      return (p + 1) * part >= end ? middle - begin : splits[p + 1];
    }
    KOKKOS_FUNCTION bool is_consistent(Split const* splits, std::uint64_t p) const {
      std::uint64_t const here = splits[p], after = next(splits, p);
      return here <= after && after - here <= end_of(p) - p * part;
    }
    // Each between the one before it and as many more as there are elements. The last part of a
    // pair then fits too, because a split leaves no more than there are.
    KOKKOS_FUNCTION void mend(Split* splits, std::uint64_t p) const {
      if (p * part == of(p).begin) return;
      std::uint64_t const before = splits[p - 1];
      if (splits[p] < before) splits[p] = before;
      if (splits[p] > before + part) splits[p] = before + part;
    }
  };

  Scratch scratch_;
  Less less_;
};

}  // namespace yoke::detail::sorting
