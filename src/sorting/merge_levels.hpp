#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <utility>

#include "yoke/detail/sorting/element_steps.hpp"

namespace yoke::detail::sorting {

// Do the splits of neighbouring tiles fit each other? They do but where the comparator is no strict
// weak order.
struct CheckSplits {
  MergeLevel level;
  std::uint32_t* faults;
  KOKKOS_FUNCTION void operator()(std::uint64_t t) const {
    std::uint64_t const here = level.splits[t], next = level.next_split(t);
    if (here > next || next - here > level.end_of(t) - t * level.tile) {
      *faults = 1;  // all write the same
    }
  }
};

// Makes them fit, if they do not: each lies between the one before it and as many more as a tile
// has elements. The last tile of a pair then fits too, because a split leaves no more than there
// are.
struct MendSplits {
  MergeLevel level;
  std::uint32_t* faults;
  KOKKOS_FUNCTION void operator()(std::uint64_t) const {
    if (*faults == 0) return;
    *faults = 0;
    for (std::uint64_t t = 1; t < level.tiles(); ++t) {
      if (t * level.tile == level.pair_of(t).begin) continue;
      std::uint64_t const before = level.splits[t - 1];
      std::uint64_t& split = level.splits[t];
      if (split < before) split = before;
      if (split > before + level.tile) split = before + level.tile;
    }
  }
};

// Merges sorted runs, level by level, from `from` and back. Returns where the result is.
template <class Space>
void* merge_runs(Space const& exec, CommonSteps<Space> const& steps, void* from, void* to,
                 MergeLevel level, std::uint32_t* faults) {
  for (; level.run() < level.size; ++level.log_run) {
    WideRange<Space> const tiles(exec, 0, level.tiles());
    steps.split(exec, from, level);
    Kokkos::parallel_for("yoke::sort::check_splits", tiles, CheckSplits{level, faults});
    Kokkos::parallel_for("yoke::sort::mend_splits", WideRange<Space>(exec, 0, 1),
                         MendSplits{level, faults});
    steps.merge(exec, from, to, level);
    std::swap(from, to);
  }
  return from;
}

inline int merge_levels(std::uint64_t size, std::uint64_t run) {
  int levels = 0;
  for (; run < size; run *= 2) ++levels;
  return levels;
}

}  // namespace yoke::detail::sorting
