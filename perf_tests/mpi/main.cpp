#include <mpi.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "mpi/all_pairs.hpp"
#include "mpi/bfs.hpp"
#include "mpi/build.hpp"
#include "mpi/components.hpp"
#include "mpi/forest.hpp"
#include "mpi/lists.hpp"
#include "mpi/measure.hpp"
#include "mpi/numbers.hpp"
#include "mpi/photons.hpp"
#include "mpi/sort.hpp"
#include "mpi/strings.hpp"
#include "support/arguments.hpp"
#include "support/results_file.hpp"

// What ranks do together, on those that mpirun starts: prepared plans (graphs and edges with the
// memory of their results), the slowest rank's time of each run, results checked. Started on one
// rank, the same on one space alone.

namespace yoke_perf::mpi {
namespace {

using Json = nlohmann::json;
using OfSize = std::function<Json(Settings const&, Cluster const&, std::uint64_t)>;
using OfGraph = std::function<Json(Settings const&, Cluster const&, NamedGraph const&)>;
using Once = std::function<Json(Settings const&, Cluster const&)>;

// What is measured of each of the sizes, of each of the graphs, or once.
struct Measurement {
  std::string name;
  std::variant<OfSize, OfGraph, Once> measure;
};

// Of a function that measures several things, by their names.
template <class Measure>
Measurement one_of(Measure const& measure, std::string const& name) {
  return {name, OfSize([=](Settings const& settings, Cluster const& cluster, std::uint64_t size) {
            return measure(settings, cluster, size, name);
          })};
}

std::vector<Measurement> all_measurements() {
  return {one_of(measure_sort, "sort"),
          one_of(measure_sort, "comparator"),
          one_of(measure_sort, "pairs"),
          {"argsort", OfSize(measure_argsort)},
          one_of(measure_host_sort, "sort_host"),
          one_of(measure_host_sort, "pairs_host"),
          one_of(measure_strings, "strings"),
          one_of(measure_strings, "proteins"),
          {"histogram", OfSize(measure_histogram)},
          {"fill", OfSize(measure_fill)},
          {"list", OfSize(measure_list)},
          {"scan", OfSize(measure_scan)},
          {"all_pairs", OfSize(measure_all_pairs)},
          {"photons", Once(measure_photons)},
          {"edges", OfGraph(measure_edges)},
          {"build", OfGraph(measure_even_vertices)},
          {"even_arcs", OfGraph(measure_even_arcs)},
          {"components", OfGraph(measure_components)},
          {"forest", OfGraph(measure_forest)},
          {"bfs", OfGraph(measure_bfs)}};
}

// Those that are asked for, in that order.
std::vector<Measurement> chosen(Settings const& settings) {
  auto const all = all_measurements();
  if (settings.only.empty()) return all;
  std::vector<Measurement> chosen;
  for (auto const& name : settings.only) {
    auto const at = std::find_if(all.begin(), all.end(),
                                 [&](Measurement const& one) { return one.name == name; });
    if (at == all.end()) throw UsageError("nothing of the name '" + name + "'");
    chosen.push_back(*at);
  }
  return chosen;
}

Json measure_all(Settings const& settings, Cluster const& cluster) {
  auto results = Json::array();
  auto const measurements = chosen(settings);
  if (cluster.rank() == 0) {
    std::printf("%-14s %14s %5s %-7s %12s %12s %12s %12s %14s %6s\n", "name", "elements", "ranks",
                "by", "min ms", "median ms", "elements/s", "in MPI ms", "bytes a rank", "rounds");
  }
  for (auto const& [name, measure] : measurements) {
    if (auto const* of_size = std::get_if<OfSize>(&measure)) {
      for (auto const size : settings.sizes) {
        results.push_back((*of_size)(settings, cluster, size));
      }
    } else if (auto const* of_graph = std::get_if<OfGraph>(&measure)) {
      for (auto const& graph : graphs_of(settings.scale)) {
        results.push_back((*of_graph)(settings, cluster, graph));
      }
    } else {
      results.push_back(std::get<Once>(measure)(settings, cluster));
    }
  }
  return results;
}

std::vector<Option> options_of(Settings& settings) {
  std::string names;
  for (auto const& one : all_measurements()) names += (names.empty() ? "" : ", ") + one.name;
  return {
      {"--sizes=",
       "LIST     keys, strings, numbers, nodes or elements of a matrix, of all ranks together; of "
       "lists, powers of two (2^22)",
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
      {"--route=", "automatic, messages or copies, of lists",
       [&](std::string_view text) { settings.route = text; }},
      {"--only=", "LIST      of " + names + " (all)",
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
    if (rank == 0 && !settings.json.empty()) write_results(settings.json, results);
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
