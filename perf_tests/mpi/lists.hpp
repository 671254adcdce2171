#pragma once

#include <Kokkos_Core.hpp>
#include <bit>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <yoke/mpi/list_ranking.hpp>
#include <yoke/mpi/list_scan.hpp>

#include "mpi/checks.hpp"
#include "mpi/measure.hpp"

namespace yoke_perf::mpi {

inline yoke::ListRankRoad road_of(std::string_view name) {
  if (name == "messages") return yoke::ListRankRoad::messages;
  if (name == "copies") return yoke::ListRankRoad::copies;
  if (name != "automatic") throw UsageError("no road '" + std::string(name) + "'");
  return yoke::ListRankRoad::automatic;
}

inline nlohmann::json measure_list(Settings const& settings, Cluster const& cluster,
                                   std::uint64_t size) {
  if (!std::has_single_bit(size)) throw UsageError("lists must be of a power of two nodes");
  auto const [begin, own] = part_of(cluster, size);
  Congruential const list{std::countr_zero(size)};
  Words<Memory> const successor("successor", own), rank("rank", own);
  Kokkos::parallel_for("yoke_perf::list", Range(0, own), MakeList<Memory>{successor, begin, list});
  yoke::ListRankReport report;
  yoke::ListRankPlan<Cluster, Word> plan(cluster, own,
                                         {.road = road_of(settings.road), .report = &report});
  Work work{"list", size, {}, {}, {}, &report.phases};
  work.prepare = [&] { Kokkos::deep_copy(rank, 0); };
  work.run = [&] { plan(successor, rank); };
  work.count_faults = [&] { return count(own, CountWrongRanks<Memory>{rank, begin, list}); };
  return measure(settings, cluster, work);
}

struct Add {
  KOKKOS_FUNCTION Word operator()(Word one, Word other) const { return one + other; }
};

// The nodes behind each are counted, which are its rank.
inline nlohmann::json measure_scan(Settings const& settings, Cluster const& cluster,
                                   std::uint64_t size) {
  if (!std::has_single_bit(size)) throw UsageError("lists must be of a power of two nodes");
  auto const [begin, own] = part_of(cluster, size);
  Congruential const list{std::countr_zero(size)};
  Words<Memory> const successor("successor", own), ones("ones", own), result("result", own);
  Kokkos::parallel_for("yoke_perf::list", Range(0, own), MakeList<Memory>{successor, begin, list});
  Kokkos::deep_copy(ones, 1);
  yoke::ListScanReport report;
  yoke::ListScanPlan<Cluster, Word, Word> plan(
      cluster, own,
      {.kind = yoke::ScanKind::exclusive, .from = yoke::ScanFrom::tail, .report = &report});
  Work work{"scan", size, {}, {}, {}, &report.phases};
  work.prepare = [&] { Kokkos::deep_copy(result, 0); };
  work.run = [&] { plan(successor, ones, result, Add(), Word(0)); };
  work.count_faults = [&] { return count(own, CountWrongRanks<Memory>{result, begin, list}); };
  return measure(settings, cluster, work);
}

}  // namespace yoke_perf::mpi
