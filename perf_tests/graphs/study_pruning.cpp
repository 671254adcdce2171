// Banerjee's thesis, chapter 8: what removing pendant vertices first gives: on the user's own
// graphs (the thesis's Figures 8.4 and 8.9 are of the University of Florida's), on the R-MAT graphs
// of Table 8.1 (Figure 8.5), on random graphs whose degree sets the share of pendant vertices
// (Figures 8.6 and 8.10), and by the number of rounds (Figures 8.7 and 8.11).

#include "graphs/searches.hpp"
#include "graphs/studies.hpp"

namespace yoke_perf {
namespace {

struct SearchTimes {
  double total_ms = 0;
  yoke::BfsReport report;
};

SearchTimes time_search(KnownGraph const& known, bool prune, StudySettings const& settings,
                        std::uint64_t least_pruned = 0) {
  Device const exec;
  auto const& graph = known.on<Device>();
  Kokkos::View<Vertex*, typename Device::memory_space> const level("yoke_perf::level",
                                                                   graph.vertices()),
      parent("yoke_perf::parent", graph.vertices());
  SearchTimes times;
  yoke::BfsOptions options;
  options.prune = prune;
  options.least_pruned = least_pruned;
  options.report = &times.report;
  auto const sources = known.sources(settings.runs, settings.seed);
  yoke::BfsPlan<Device, Vertex, Vertex> reporting(exec, graph.vertices(), graph.arcs(), options);
  reporting(graph, sources[0], level, parent);
  options.report = nullptr;
  yoke::BfsPlan<Device, Vertex, Vertex> plan(exec, graph.vertices(), graph.arcs(), options);
  Samples samples;
  for (Vertex const source : sources) {
    samples.add(1e3 * time_checked([] {}, [&] { plan(graph, source, level, parent); },
                                   [&] {
                                     yoke::validate_bfs(exec, graph, source, level, parent);
                                     return std::string();
                                   }));
  }
  times.total_ms = samples.median();
  return times;
}

double prune_ms(yoke::BfsReport const& report) {
  double ms = 0;
  for (auto const& phase : report.phases) {
    if (phase.name == "prune") ms += 1e3 * phase.seconds;
  }
  return ms;
}

void add_row(Table& table, KnownGraph const& known, std::string const& name,
             StudySettings const& settings) {
  yoke::ComponentsOptions plain, pruned;
  pruned.prune = true;
  auto const search = time_search(known, false, settings);
  auto const pruned_search = time_search(known, true, settings);
  auto const components = time_components_on<Device>(known, plain, settings.runs);
  auto const pruned_components = time_components_on<Device>(known, pruned, settings.runs);
  auto const& graph = known.on<Host>();
  table.row(name, graph.vertices(), graph.arcs() / 2, pruned_search.report.pruned_vertices,
            pruned_search.report.prune_rounds, prune_ms(pruned_search.report), search.total_ms,
            pruned_search.total_ms, components.total_ms, pruned_components.total_ms);
}

constexpr char const* columns =
    "graph,vertices,edges,pruned_vertices,rounds,prune_ms,bfs_ms,pruned_bfs_ms,components_ms,"
    "pruned_components_ms";

void run_files(StudySettings const& settings) {
  Table table(settings, "thesis_figure_8_4", columns);
  KnownGraph known;
  for (auto const& file : settings.files) {
    known.hold_file(file);
    add_row(table, known, std::filesystem::path(file).filename().string(), settings);
  }
}

// Each bound on what a round must remove allows some number of rounds.
void run_rounds(StudySettings const& settings) {
  Table table(settings, "thesis_figure_8_7",
              "graph,rounds,pruned_vertices,prune_ms,pruned_bfs_ms,pruned_components_ms");
  KnownGraph known;
  std::uint64_t const vertices = std::min<std::uint64_t>(1 << 21, settings.max_nodes);
  for (double const degree : {1.2, 2.0, 3.0}) {
    std::string const name = "degree " + std::to_string(degree).substr(0, 3);
    auto const edges = static_cast<std::uint64_t>(degree * static_cast<double>(vertices) / 2);
    known.hold(name, yoke::UniformShape{vertices, edges, true, settings.seed});
    int rounds = 0;
    for (std::uint64_t least = vertices; least > 0; least /= 2) {
      auto const search = time_search(known, true, settings, least);
      if (search.report.prune_rounds == rounds) continue;
      rounds = search.report.prune_rounds;
      yoke::ComponentsOptions pruned;
      pruned.prune = true;
      pruned.least_pruned = least;
      table.row(name, rounds, search.report.pruned_vertices, prune_ms(search.report),
                search.total_ms, time_components_on<Device>(known, pruned, settings.runs).total_ms);
    }
  }
}

void run_rmat(StudySettings const& settings) {
  struct Row {
    char const* name;
    int scale;
    double edges;
  };
  Table table(settings, "thesis_figure_8_5", columns);
  KnownGraph known;
  for (auto const& [name, scale, edges] : {Row{"rmat_1", 17, 256784},
                                           {"rmat_2", 18, 554678},
                                           {"rmat_3", 19, 1048515},
                                           {"rmat_4", 20, 2097345},
                                           {"rmat_5", 21, 4190223},
                                           {"rmat_6", 22, 8456240},
                                           {"rmat_7", 22, 12673552},
                                           {"rmat_8", 22, 16673993}}) {
    std::uint64_t const vertices = std::uint64_t(1) << scale;
    if (!settings.includes(vertices)) continue;
    yoke::RmatShape shape;
    shape.scale = scale;
    shape.edge_factor = edges / static_cast<double>(vertices);
    shape.quadrants = yoke::thesis_quadrants;
    shape.seed = settings.seed;
    known.hold(name, shape);
    add_row(table, known, name, settings);
  }
}

void run_shares(StudySettings const& settings) {
  Table table(settings, "thesis_figure_8_6", columns);
  KnownGraph known;
  std::uint64_t const vertices = std::min<std::uint64_t>(1 << 21, settings.max_nodes);
  for (double const degree : {1.2, 1.6, 2.0, 2.5, 3.0, 4.0, 6.0, 8.0}) {
    std::string const name = "degree " + std::to_string(degree).substr(0, 3);
    auto const edges = static_cast<std::uint64_t>(degree * static_cast<double>(vertices) / 2);
    known.hold(name, yoke::UniformShape{vertices, edges, true, settings.seed});
    add_row(table, known, name, settings);
  }
}

}  // namespace

std::vector<Study> pruning_studies() {
  return {{"thesis_figure_8_4", "pruning on the graphs of --files", run_files},
          {"thesis_figure_8_7", "pruning by the number of rounds", run_rounds},
          {"thesis_figure_8_5", "pruning on the R-MAT graphs of Table 8.1", run_rmat},
          {"thesis_figure_8_6", "pruning by the share of pendant vertices", run_shares}};
}

}  // namespace yoke_perf
