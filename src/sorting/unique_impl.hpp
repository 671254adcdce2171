#pragma once

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "frame/ledger_of.hpp"
#include "frame/raw_arrays.hpp"
#include "sorting/cub_runs.hpp"
#include "sorting/host_runs.hpp"
#include "yoke/counted.hpp"
#include "yoke/unique.hpp"

namespace yoke::detail::sorting {

template <class Space, class Word>
std::size_t unique(Space const& exec, RawArray<Word const> keys, KeyKind kind,
                   RawArray<Word> unique_keys, RunCounts const& counts) {
  Kokkos::Profiling::ScopedRegion const region("yoke::unique");
  Ledger::Opened const opened(ledger_here(exec));
  if (keys.size == 0) return 0;
  KeyOrder<Word> const order(kind, SortOrder::ascending);
  auto const check_room = [&](std::size_t runs) {
    if (runs <= unique_keys.size) return;
    throw std::invalid_argument("yoke::unique: unique_keys has " +
                                show_count(unique_keys.size, "element") + ", too few for " +
                                show_count(runs, "run") + " of equal keys");
  };
  if constexpr (runs_on_host<Space>) {
    HostRuns<Space, Word> const runs(exec, {keys.data, keys.size, order});
    check_room(runs.size());
    if (counts.narrow != nullptr) {
      runs.write(unique_keys.data, counts.narrow);
    } else if (counts.wide != nullptr) {
      runs.write(unique_keys.data, counts.wide);
    } else {
      runs.write(unique_keys.data, static_cast<NoValue*>(nullptr));
    }
    return runs.size();
  } else {
    std::size_t const runs = CubRuns<Word>(exec, keys, order).write(unique_keys, counts);
    check_room(runs);
    return runs;
  }
}

}  // namespace yoke::detail::sorting
