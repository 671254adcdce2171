#include <mpi.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>
#include <yoke/mpi/list_ranking.hpp>
#include <yoke/mpi/list_scan.hpp>
#include <yoke/mpi/photons.hpp>

#include "mpi/bfs.hpp"
#include "mpi/checks.hpp"
#include "mpi/components.hpp"
#include "mpi/forest.hpp"
#include "mpi/measure.hpp"
#include "mpi/sort.hpp"
#include "support/arguments.hpp"
#include "support/machine.hpp"

// Sorting, list ranking, scans along lists, photons, connected components, spanning forests and
// searches on the ranks that mpirun starts: prepared plans, the slowest rank's time of each run,
// results checked. Started on one rank, the same on one space alone.

namespace yoke_perf::mpi {
namespace {

yoke::ListRankRoad road_of(std::string_view name) {
  if (name == "messages") return yoke::ListRankRoad::messages;
  if (name == "copies") return yoke::ListRankRoad::copies;
  if (name != "automatic") throw UsageError("no road '" + std::string(name) + "'");
  return yoke::ListRankRoad::automatic;
}

nlohmann::json measure_list(Settings const& settings, Cluster const& cluster, std::uint64_t size) {
  if (!std::has_single_bit(size)) throw UsageError("lists must be of a power of two nodes");
  std::uint64_t const begin = begin_of(cluster, size, cluster.rank());
  std::uint64_t const own = begin_of(cluster, size, cluster.rank() + 1) - begin;
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
nlohmann::json measure_scan(Settings const& settings, Cluster const& cluster, std::uint64_t size) {
  if (!std::has_single_bit(size)) throw UsageError("lists must be of a power of two nodes");
  std::uint64_t const begin = begin_of(cluster, size, cluster.rank());
  std::uint64_t const own = begin_of(cluster, size, cluster.rank() + 1) - begin;
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

nlohmann::json measure_photons(Settings const& settings, Cluster const& cluster) {
  yoke::Tissue const tissue{1, {{1, 10, 90, 0.75, 0.02}}, 1};
  yoke::PhotonGrid const grid{0.0005, 0.002, 40, 50, 30};
  yoke::PhotonTallies<Memory> const tallies(tissue, grid);
  yoke::PhotonPlan<Cluster> plan(cluster, tissue, grid, {.seed = 1});
  Work work{"photons", settings.photons, {}, {}, {}};
  work.prepare = [&] {
    for (auto const& tally :
         {tallies.absorbed, tallies.reflected, tallies.transmitted, tallies.sums}) {
      Kokkos::deep_copy(tally, 0);
    }
  };
  work.run = [&] { plan(0, settings.photons, tallies); };
  // Of all photons, and no weight is lost.
  work.count_faults = [&] {
    using enum yoke::PhotonSum;
    auto const sums = yoke::totals(tallies);
    std::uint64_t gone =
        sums[specular] + sums[reflected] + sums[transmitted] + sums[lost] + sums[cut_off];
    for (auto const absorbed : sums.absorbed) gone += absorbed;
    bool const is_right = sums[yoke::PhotonSum::photons] == settings.photons &&
                          gone == settings.photons * yoke::photon_weight_units + sums[won];
    return std::uint64_t(is_right ? 0 : 1);
  };
  return measure(settings, cluster, work);
}

nlohmann::json measure_all(Settings const& settings, Cluster const& cluster) {
  auto results = nlohmann::json::array();
  if (cluster.rank() == 0) {
    std::printf("%-10s %14s %5s %-7s %12s %12s %12s %12s %14s %6s\n", "name", "elements", "ranks",
                "by", "min ms", "median ms", "elements/s", "in MPI ms", "bytes a rank", "rounds");
  }
  for (auto const& name : settings.only) {
    if (name == "photons") {
      results.push_back(measure_photons(settings, cluster));
      continue;
    }
    auto const measure_graph = name == "components" ? measure_components
                               : name == "forest"   ? measure_forest
                               : name == "bfs"      ? measure_bfs
                                                    : nullptr;
    if (measure_graph != nullptr) {
      for (auto const& graph : graphs_of(settings.scale)) {
        results.push_back(measure_graph(settings, cluster, graph));
      }
      continue;
    }
    for (auto const size : settings.sizes) {
      if (name == "sort" || name == "comparator" || name == "pairs") {
        results.push_back(measure_sort(settings, cluster, size, name));
      } else if (name == "sort_host" || name == "pairs_host") {
        results.push_back(measure_host_sort(settings, cluster, size, name));
      } else if (name == "list") {
        results.push_back(measure_list(settings, cluster, size));
      } else if (name == "scan") {
        results.push_back(measure_scan(settings, cluster, size));
      } else {
        throw UsageError("nothing of the name '" + name + "'");
      }
    }
  }
  return results;
}

void write_json(Settings const& settings, nlohmann::json const& results) {
  nlohmann::json context;
  for (auto const& [fact, value] : describe_environment()) context[fact] = value;
  std::ofstream file(settings.json);
  file << nlohmann::json{{"context", context}, {"results", results}}.dump(2) << '\n';
  if (!file.flush()) throw std::runtime_error("cannot write " + settings.json);
}

std::vector<Option> options_of(Settings& settings) {
  return {
      {"--sizes=", "LIST     keys or nodes of all ranks together; of lists, powers of two (2^22)",
       [&](std::string_view text) { settings.sizes = parse_sizes(text); }},
      {"--photons=", "N      photons of all ranks together (2^16)",
       [&](std::string_view text) { settings.photons = parse_size(text); }},
      {"--scale=",
       "N        log2 of the vertices of graphs: R-MAT, 16 edges a vertex, and a grid (16)",
       [&](std::string_view text) { settings.scale = static_cast<int>(parse_count(text)); }},
      {"--against_one=",
       "0|1 components and bfs: rank 0 has the whole graph too, runs one space by turns with the "
       "ranks, and labels or levels must be the same (0)",
       [&](std::string_view text) { settings.against_one = parse_count(text) != 0; }},
      {"--runs=", "K         timed runs (5)",
       [&](std::string_view text) { settings.runs = static_cast<int>(parse_count(text)); }},
      {"--transport=", "automatic, staged, nccl or peer",
       [&](std::string_view text) { settings.transport = text; }},
      {"--road=", "automatic, messages or copies, of lists",
       [&](std::string_view text) { settings.road = text; }},
      {"--only=",
       "LIST      of sort, comparator, pairs, sort_host, pairs_host, list, scan, photons, "
       "components, forest, bfs (all)",
       [&](std::string_view text) { settings.only = parse_list(text); }},
      {"--json=", "FILE      results and where they were measured",
       [&](std::string_view text) { settings.json = text; }},
  };
}

int run(int argc, char** argv) {
  Settings settings;
  auto const options = options_of(settings);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  try {
    if (!apply_options(argc, argv, options).empty()) throw UsageError("takes options alone");
    if (settings.runs < 1) throw UsageError("there must be a run");
    if (settings.scale < 1 || settings.scale > 31) throw UsageError("scale must be from 1 to 31");
    Cluster const cluster(MPI_COMM_WORLD, Device(),
                          {.transport = transport_of(settings.transport)});
    auto const results = measure_all(settings, cluster);
    if (rank == 0 && !settings.json.empty()) write_json(settings, results);
  } catch (UsageError const& error) {
    if (rank == 0) std::cerr << "perf_mpi: " << error.what() << "\nOptions:\n" << describe(options);
    return 2;
  } catch (std::exception const& error) {
    std::cerr << "perf_mpi, rank " << rank << ": " << error.what() << std::endl;
    return 1;
  }
  return 0;
}

}  // namespace
}  // namespace yoke_perf::mpi

int main(int argc, char** argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);  // Kokkos has threads of its own
  int status = 0;
  {
    Kokkos::ScopeGuard const kokkos(argc, argv);
    status = yoke_perf::mpi::run(argc, argv);
  }
  MPI_Finalize();
  return status;
}
