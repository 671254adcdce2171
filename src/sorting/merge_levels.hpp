#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <utility>

#include "frame/fill_array.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/kokkos_ext/relaxed.hpp"
#include "yoke/detail/sorting/element_steps.hpp"

namespace yoke::detail::sorting {

// Do the splits of neighbouring tiles fit each other?
struct CheckSplits {
  MergeLevel level;
  KOKKOS_FUNCTION void operator()(std::uint64_t t) const {
    std::uint64_t const here = level.splits[t], next = level.next_split(t);
    if (here > next || next - here > level.end_of(t) - t * level.tile) {
      relaxed_store(level.faults, 1);  // several tiles may
    }
  }
};

// Makes one run of each two of a level.
template <class Space>
void merge_pairs(Space const& exec, CommonSteps<Space> const& steps, void const* from, void* to,
                 MergeLevel const& level) {
  steps.split(exec, from, level);
  Kokkos::parallel_for("yoke::sort::check_splits", WideRange<Space>(exec, 0, level.tiles()),
                       CheckSplits{level});
  steps.merge(exec, from, to, level);
}

// Merges sorted runs, level by level, from `from` and back. Returns where the result is.
template <class Space>
void* merge_runs(Space const& exec, CommonSteps<Space> const& steps, void* from, void* to,
                 MergeLevel level) {
  fill(exec, Array<Space, std::uint32_t>(level.faults, 1), 0);
  for (; level.run() < level.size; ++level.log_run) {
    merge_pairs(exec, steps, from, to, level);
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
