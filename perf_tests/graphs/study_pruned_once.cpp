// Banerjee's thesis, chapter 8: a graph is pruned once, and then searched and labelled any number
// of times. Beside the time of pruning, the time of one call with it and without it: `pays_after`
// calls pruning has paid for itself, and never where it is 0.

#include <cmath>
#include <yoke/pruned_bfs.hpp>
#include <yoke/pruned_components.hpp>
#include <yoke/validate_bfs.hpp>

#include "graphs/studies.hpp"

namespace yoke_perf {
namespace {

using Words = Kokkos::View<Vertex*, typename Device::memory_space>;
using Pruned = yoke::PrunedGraph<Vertex, Vertex, typename Device::memory_space>;

struct CallTimes {
  double plain_ms = 0, pruned_ms = 0;
};

double time_pruning(KnownGraph const& known, StudySettings const& settings) {
  Samples samples;
  for (int run = 0; run <= settings.runs; ++run) {
    double const ms = 1e3 * time_checked([] {}, [&] { yoke::prune(Device(), known.on<Device>()); },
                                         [] { return std::string(); });
    if (run > 0) samples.add(ms);
  }
  return samples.median();
}

// In turns from the same sources, so that both meet the same machine.
CallTimes time_searches(KnownGraph const& known, Pruned const& pruned, yoke::BfsAlgorithm algorithm,
                        StudySettings const& settings) {
  Device const exec;
  auto const& graph = known.on<Device>();
  Words const level("yoke_perf::level", graph.vertices()),
      parent("yoke_perf::parent", graph.vertices());
  yoke::BfsOptions options;
  options.algorithm = algorithm;
  yoke::BfsPlan<Device, Vertex, Vertex> plain(exec, graph.vertices(), graph.arcs(), options);
  yoke::PrunedBfsPlan on_pruned(exec, pruned, options);
  auto const sources = known.sources(settings.runs, settings.seed);
  auto const time = [&](auto const& search, Vertex source) {
    return 1e3 * time_checked([] {}, [&] { search(source); },
                              [&] {
                                yoke::validate_bfs(exec, graph, source, level, parent);
                                return std::string();
                              });
  };
  auto const search_plain = [&](Vertex source) { plain(graph, source, level, parent); };
  auto const search_pruned = [&](Vertex source) { on_pruned(source, level, parent); };
  time(search_plain, sources[0]);
  time(search_pruned, sources[0]);
  Samples plain_ms, pruned_ms;
  for (Vertex const source : sources) {
    plain_ms.add(time(search_plain, source));
    pruned_ms.add(time(search_pruned, source));
  }
  return {plain_ms.median(), pruned_ms.median()};
}

CallTimes time_labels(KnownGraph const& known, Pruned const& pruned,
                      yoke::ComponentsAlgorithm algorithm, StudySettings const& settings) {
  Device const exec;
  auto const& graph = known.on<Device>();
  Words const label("yoke_perf::label", graph.vertices());
  auto const options = with(algorithm);
  yoke::ConnectedComponentsPlan<Device, Vertex, Vertex> plain(exec, graph.vertices(), graph.arcs(),
                                                              options);
  yoke::PrunedComponentsPlan on_pruned(exec, pruned, options);
  std::size_t count = 0;
  auto const time = [&](auto const& find) {
    return 1e3 * time_checked([&] { Kokkos::deep_copy(exec, label, ~Vertex(0)); }, find,
                              [&] { return known.find_fault(exec, label, count); });
  };
  Samples plain_ms, pruned_ms;
  for (int run = 0; run <= settings.runs; ++run) {
    double const one = time([&] { count = plain(graph, label); });
    double const other = time([&] { count = on_pruned(label); });
    if (run == 0) continue;  // first touch of memory
    plain_ms.add(one);
    pruned_ms.add(other);
  }
  return {plain_ms.median(), pruned_ms.median()};
}

void add_rows(Table& table, KnownGraph const& known, std::string const& name,
              StudySettings const& settings) {
  auto const& graph = known.on<Device>();
  Pruned const pruned = yoke::prune(Device(), graph);
  double const prune_ms = time_pruning(known, settings);
  auto const add = [&](std::string const& call, std::string_view algorithm,
                       CallTimes const& times) {
    double const gain = times.plain_ms - times.pruned_ms;
    table.row(name, graph.vertices(), graph.arcs() / 2, pruned.report().removed_vertices,
              pruned.report().rounds.size(), call, std::string(algorithm), prune_ms, times.plain_ms,
              times.pruned_ms, gain > 0 ? std::ceil(prune_ms / gain) : 0.0);
  };
  for (auto const algorithm :
       {yoke::BfsAlgorithm::level_synchronous, yoke::BfsAlgorithm::automatic}) {
    add("bfs", to_string(algorithm), time_searches(known, pruned, algorithm, settings));
  }
  for (auto const algorithm :
       {yoke::ComponentsAlgorithm::soman, yoke::ComponentsAlgorithm::automatic}) {
    add("components", to_string(algorithm), time_labels(known, pruned, algorithm, settings));
  }
}

constexpr char const* columns =
    "graph,vertices,edges,pruned_vertices,rounds,call,algorithm,prune_ms,plain_ms,pruned_ms,"
    "pays_after";

// The thesis's R-MAT graphs, and Graph500's of today's sizes.
void run_rmat(StudySettings const& settings) {
  Table table(settings, "pruned_once_rmat", columns);
  KnownGraph known;
  struct Row {
    int scale;
    double edge_factor;
  };
  for (auto const& [scale, edge_factor] :
       {Row{17, 1.96}, Row{19, 2.0}, Row{20, 2.0}, Row{22, 2.0}, Row{22, 4.0}, Row{24, 2.0}}) {
    if (!settings.includes(std::uint64_t(1) << scale)) continue;
    yoke::RmatShape shape;
    shape.scale = scale;
    shape.edge_factor = edge_factor;
    shape.quadrants = yoke::thesis_quadrants;
    shape.seed = settings.seed;
    std::string const name = "R-MAT 2^" + std::to_string(scale);
    known.hold(name, shape);
    add_rows(table, known, name, settings);
  }
}

// Random graphs, whose degree sets the share of pendant vertices.
void run_shares(StudySettings const& settings) {
  Table table(settings, "pruned_once_degrees", columns);
  KnownGraph known;
  for (std::uint64_t const vertices : settings.sizes({1u << 19, 1u << 22, 1u << 24})) {
    for (double const degree : {1.2, 2.0, 4.0}) {
      std::string const name = "degree " + std::to_string(degree).substr(0, 3);
      auto const edges = static_cast<std::uint64_t>(degree * static_cast<double>(vertices) / 2);
      known.hold(name, yoke::UniformShape{vertices, edges, true, settings.seed});
      add_rows(table, known, name, settings);
    }
  }
}

void run_files(StudySettings const& settings) {
  Table table(settings, "pruned_once_files", columns);
  KnownGraph known;
  for (auto const& file : settings.files) {
    known.hold_file(file);
    add_rows(table, known, std::filesystem::path(file).filename().string(), settings);
  }
}

}  // namespace

std::vector<Study> pruned_once_studies() {
  return {{"pruned_once_rmat", "R-MAT graphs pruned once, searched and labelled often", run_rmat},
          {"pruned_once_degrees", "the same of random graphs by their degree", run_shares},
          {"pruned_once_files", "the same of the graphs of --files", run_files}};
}

}  // namespace yoke_perf
