#pragma once

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>
#include <yoke/all_pairs_distances.hpp>

#include "all_pairs/data.hpp"
#include "mpi/measure.hpp"

namespace yoke_perf::mpi {

// Distances of all pairs, from the largest square matrix of up to `size` elements. Each rank
// compares one of its rows. The elements are the additions: n^3.
inline nlohmann::json measure_all_pairs(Settings const& settings, Cluster const& cluster,
                                        std::uint64_t size) {
  using Weight = std::int32_t;
  auto const n = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(size)));
  Part const part = part_of(cluster, n);
  all_pairs::Matrix<Device, Weight> const rows(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "rows"), part.size, n);
  yoke::AllPairsReport report;
  yoke::AllPairsPlan<Cluster, Weight> plan(cluster, n, {.report = &report});
  std::uint64_t const row = part.size / 3;
  std::vector<Weight> expected;
  if (part.size > 0) expected = all_pairs::distances_from<Weight>(n, part.begin + row);
  Work work{"all_pairs", n * n * n, {}, {}, {}, &report.phases};
  work.prepare = [&] { all_pairs::draw<Device, Weight>(rows, part.begin); };
  work.run = [&] { plan(rows); };
  work.count_faults = [&]() -> std::uint64_t {
    return part.size > 0 && !all_pairs::has_row<Device, Weight>(rows, row, expected);
  };
  auto result = measure(settings, cluster, work);
  result["vertices"] = n;
  return result;
}

}  // namespace yoke_perf::mpi
