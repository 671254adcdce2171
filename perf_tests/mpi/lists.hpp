#pragma once

#include <Kokkos_Core.hpp>
#include <bit>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <yoke/list_ranking.hpp>
#include <yoke/list_scan.hpp>

#include "mpi/checks.hpp"
#include "mpi/measure.hpp"

namespace yoke_perf::mpi {

inline yoke::ListRankRoute route_of(std::string_view name) {
  if (name == "messages") return yoke::ListRankRoute::messages;
  if (name == "copies") return yoke::ListRankRoute::copies;
  if (name != "automatic") throw UsageError("no route '" + std::string(name) + "'");
  return yoke::ListRankRoute::automatic;
}

// This rank's part of a list.
struct ListPart {
  Part nodes;
  Congruential list;
  Words<Memory> successor;

  ListPart(Cluster const& cluster, std::uint64_t size)
      : nodes(part_of(cluster, size)),
        list{std::countr_zero(size)},
        successor("successor", nodes.size) {
    if (!std::has_single_bit(size)) throw UsageError("lists must be of a power of two nodes");
    Kokkos::parallel_for("yoke_perf::list", Range(0, nodes.size),
                         MakeList<Memory>{successor, nodes.begin, list});
  }
  std::uint64_t count_wrong(Words<Memory> const& rank) const {
    return count(nodes.size, CountWrongRanks<Memory>{rank, nodes.begin, list});
  }
};

inline nlohmann::json measure_list(Settings const& settings, Cluster const& cluster,
                                   std::uint64_t size) {
  ListPart const part(cluster, size);
  std::uint64_t const own = part.nodes.size;
  Words<Memory> const rank("rank", own);
  yoke::ListRankReport report;
  yoke::ListRankPlan<Cluster, Word> plan(cluster, own,
                                         {.route = route_of(settings.route), .report = &report});
  Work work{"list", size, {}, {}, {}, &report.phases};
  work.prepare = [&] { Kokkos::deep_copy(rank, 0); };
  work.run = [&] { plan(part.successor, rank); };
  work.count_faults = [&] { return part.count_wrong(rank); };
  return measure(settings, cluster, work);
}

struct Add {
  KOKKOS_FUNCTION Word operator()(Word one, Word other) const { return one + other; }
};

// The nodes behind each are counted, which are its rank.
inline nlohmann::json measure_scan(Settings const& settings, Cluster const& cluster,
                                   std::uint64_t size) {
  ListPart const part(cluster, size);
  std::uint64_t const own = part.nodes.size;
  Words<Memory> const ones("ones", own), result("result", own);
  Kokkos::deep_copy(ones, 1);
  yoke::ListScanReport report;
  yoke::ListScanPlan<Cluster, Word, Word> plan(
      cluster, own,
      {.kind = yoke::ScanKind::exclusive, .from = yoke::ScanFrom::tail, .report = &report});
  Work work{"scan", size, {}, {}, {}, &report.phases};
  work.prepare = [&] { Kokkos::deep_copy(result, 0); };
  work.run = [&] { plan(part.successor, ones, result, Add(), Word(0)); };
  work.count_faults = [&] { return part.count_wrong(result); };
  return measure(settings, cluster, work);
}

}  // namespace yoke_perf::mpi
