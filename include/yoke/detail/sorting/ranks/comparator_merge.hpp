#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "yoke/detail/frame/kept_buffer.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/kokkos_ext/relaxed.hpp"
#include "yoke/detail/sorting/keyed.hpp"
#include "yoke/detail/sorting/team_sort.hpp"
#include "yoke/mpi/detail/network.hpp"

namespace yoke::detail::mpi {

// Two sorted ranges that become one, tile by tile.
template <class Element>
struct RangePair {
  Element const *first, *second;
  std::uint64_t first_size, size, tile;  // size: of both
  Element* to;
  std::uint64_t* splits;  // of each tile, and of the end
  // Not 0: splits contradict each other, because the comparator is no strict weak order. From there
  // on elements are only copied.
  std::uint32_t* faults;

  KOKKOS_FUNCTION std::uint64_t tiles() const { return (size + tile - 1) / tile; }
  KOKKOS_FUNCTION std::uint64_t begin_of(std::uint64_t t) const {
    return t * tile < size ? t * tile : size;
  }
  KOKKOS_FUNCTION Element const& at(std::uint64_t i) const {
    return i < first_size ? first[i] : second[i - first_size];
  }
};

template <class Element, class Less>
struct SplitRanges {
  RangePair<Element> pair;
  Less less;
  KOKKOS_FUNCTION void operator()(std::uint64_t t) const {
    pair.splits[t] = sorting::split_merge(pair.first, pair.first_size, pair.second,
                                          pair.size - pair.first_size, pair.begin_of(t), less);
  }
};

template <class Element>
struct CheckRanges {
  RangePair<Element> pair;
  KOKKOS_FUNCTION void operator()(std::uint64_t t) const {
    std::uint64_t const here = pair.splits[t], next = pair.splits[t + 1];
    if (here > next || next - here > pair.begin_of(t + 1) - pair.begin_of(t)) {
      relaxed_store(pair.faults, 1);  // several tiles may
    }
  }
};

// On a host: by a thread.
template <class Element, class Less>
struct MergeTile {
  RangePair<Element> pair;
  Less less;
  KOKKOS_FUNCTION void operator()(std::uint64_t t) const {
    std::uint64_t const begin = pair.begin_of(t), end = pair.begin_of(t + 1);
    if (*pair.faults != 0) {
      for (std::uint64_t i = begin; i < end; ++i) pair.to[i] = pair.at(i);
      return;
    }
    std::uint64_t const here = pair.splits[t], next = pair.splits[t + 1];
    sorting::merge_ranges(pair.first + here, pair.first + next, pair.second + (begin - here),
                          pair.second + (end - next), pair.to + begin, less);
  }
};

// On a device: by a team.
template <class Space, class Element, class Less>
struct MergeTileByTeam {
  RangePair<Element> pair;
  Less less;
  KOKKOS_FUNCTION void operator()(
      typename Kokkos::TeamPolicy<Space>::member_type const& member) const {
    std::uint64_t const t = static_cast<std::uint64_t>(member.league_rank());
    std::uint64_t const begin = pair.begin_of(t), end = pair.begin_of(t + 1);
    if (*pair.faults != 0) {
      Kokkos::parallel_for(Kokkos::TeamThreadRange(member, end - begin),
                           [&](std::uint64_t i) { pair.to[begin + i] = pair.at(begin + i); });
      return;
    }
    std::uint64_t const here = pair.splits[t], next = pair.splits[t + 1];
    sorting::TeamSort<Space, Element, Less>(member, less)
        .merge_tile(pair.first + here, static_cast<std::uint32_t>(next - here),
                    pair.second + (begin - here), static_cast<std::uint32_t>(end - begin),
                    pair.to + begin);
  }
};

// Merges the sorted runs that the ranks have sent, stably, whatever the comparator says.
template <class Space, class Element, class Less>
class ComparatorMerge {
  static constexpr std::uint64_t tile() {
    return runs_on_host<Space> ? 16384 : sorting::TeamTile(sizeof(Element)).elements();
  }

 public:
  // What the merge of so many elements needs: words of 64 bits, the last one for faults.
  static std::size_t words(std::uint64_t size) { return size / tile() + 3; }

  // Neighbours in pairs, from one array to the other and back. Returns where the result is. Does
  // not fence.
  static Element* run(Space const& exec, Element* from, Element* to, Counts ends, Less const& less,
                      std::uint64_t* words, std::uint64_t size) {
    auto* const faults = reinterpret_cast<std::uint32_t*>(words + ComparatorMerge::words(size) - 1);
    Kokkos::deep_copy(exec, Array<Space, std::uint32_t>(faults, 1), 0u);
    while (ends.size() > 1) {
      Counts merged;
      std::uint64_t begin = 0;
      for (std::size_t r = 0; r < ends.size(); r += 2) {
        std::uint64_t const middle = ends[r], end = r + 1 < ends.size() ? ends[r + 1] : middle;
        merge(exec,
              {from + begin, from + middle, middle - begin, end - begin, tile(), to + begin, words,
               faults},
              less);
        merged.push_back(end);
        begin = end;
      }
      ends = std::move(merged);
      std::swap(from, to);
    }
    return from;
  }

 private:
  static void merge(Space const& exec, RangePair<Element> const& pair, Less const& less) {
    std::uint64_t const tiles = pair.tiles();
    Kokkos::parallel_for("yoke::mpi::sort::split", WideRange<Space>(exec, 0, tiles + 1),
                         SplitRanges<Element, Less>{pair, less});
    Kokkos::parallel_for("yoke::mpi::sort::check", WideRange<Space>(exec, 0, tiles),
                         CheckRanges<Element>{pair});
    if constexpr (runs_on_host<Space>) {
      Kokkos::parallel_for("yoke::mpi::sort::merge", WideRange<Space>(exec, 0, tiles),
                           MergeTile<Element, Less>{pair, less});
    } else {
      Kokkos::parallel_for("yoke::mpi::sort::merge",
                           sorting::TeamSort<Space, Element, Less>::policy(exec, tiles),
                           MergeTileByTeam<Space, Element, Less>{pair, less});
    }
  }
};

}  // namespace yoke::detail::mpi
