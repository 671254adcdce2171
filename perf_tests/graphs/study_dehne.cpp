// Dehne, Yogaratnam: Exploring the Limits of GPUs With Parallel Graph Algorithms. 2010, section 4.
// Their machine: a GeForce 260; their figures are plots, so only ours are written down.

#include <cmath>

#include "graphs/studies.hpp"

namespace yoke_perf {
namespace {

using Algorithm = yoke::ComponentsAlgorithm;

struct Kind {
  std::string name;
  yoke::GraphShape shape;
};

// Graphs of about `edges` edges. Lists and trees come a thousand at a time; a random graph of
// density d has the vertices that make its edges that share of all pairs.
Kind lists(std::uint64_t edges, std::uint64_t seed) {
  return {"list", yoke::ForestShape{edges + 1000, 1000, 1, false, true, seed}};
}
Kind trees(std::uint64_t edges, std::uint64_t children, std::uint64_t seed) {
  return {"tree " + std::to_string(children),
          yoke::ForestShape{edges + 1000, 1000, children, false, true, seed}};
}
Kind dense(std::uint64_t edges, double density, std::uint64_t seed) {
  auto const vertices =
      static_cast<std::uint64_t>(std::sqrt(2 * static_cast<double>(edges) / density)) + 1;
  return {density < 0.005 ? "random 0.1%" : "random 1%",
          yoke::UniformShape{vertices, edges, true, seed}};
}

std::vector<Kind> main_kinds(std::uint64_t edges, std::uint64_t seed) {
  return {lists(edges, seed), trees(edges, 3, seed), dense(edges, 0.001, seed),
          dense(edges, 0.01, seed)};
}

void run_figure_4(StudySettings const& settings) {
  Table table(settings, "dehne_figure_4",
              "graph,edges,vertices,sequential_ms,shiloach_vishkin_ms,automatic_ms");
  KnownGraph known;
  for (std::uint64_t edges = 1000000; edges <= 8000000; edges += 1000000) {
    if (!settings.includes(edges)) continue;
    for (auto const& kind : main_kinds(edges, settings.seed)) {
      known.hold(kind.name + std::to_string(edges), kind.shape);
      auto const device = [&](Algorithm algorithm) {
        return time_components_on<Device>(known, with(algorithm), settings.runs).total_ms;
      };
      table.row(kind.name, edges, known.on<Host>().vertices(),
                time_components_on<Host>(known, with(Algorithm::sequential), 1).total_ms,
                device(Algorithm::shiloach_vishkin), device(Algorithm::automatic));
    }
  }
}

void run_figure_5(StudySettings const& settings) {
  Table table(settings, "dehne_figure_5", "graph,blocks,shiloach_vishkin_ms");
  KnownGraph known;
  std::uint64_t const edges = std::min<std::uint64_t>(8000000, settings.max_nodes);
  for (auto const& kind : main_kinds(edges, settings.seed)) {
    known.hold(kind.name, kind.shape);
    for (std::size_t const blocks :
         {1, 2, 5, 10, 15, 20, 25, 30, 50, 100, 132, 264, 528, 1056, 0}) {
      auto options = with(Algorithm::shiloach_vishkin);
      options.shiloach_vishkin.blocks = blocks;
      table.row(kind.name, blocks,
                time_components_on<Device>(known, options, settings.runs).total_ms);
    }
  }
}

void run_figure_6(StudySettings const& settings) {
  Table table(settings, "dehne_figure_6", "graph,rounds,kernel,ms_per_round");
  KnownGraph known;
  std::uint64_t const edges = std::min<std::uint64_t>(8000000, settings.max_nodes);
  std::vector<Kind> kinds{lists(edges, settings.seed)};
  for (std::uint64_t children = 2; children <= 20; ++children) {
    kinds.push_back(trees(edges, children, settings.seed));
  }
  kinds.push_back(dense(edges, 0.001, settings.seed));
  kinds.push_back(dense(edges, 0.01, settings.seed));
  for (auto const& kind : kinds) {
    known.hold(kind.name, kind.shape);
    auto const times = time_components_on<Device>(known, with(Algorithm::shiloach_vishkin),
                                                  settings.runs, Phases::yes);
    for (auto const& [kernel, ms] : times.phase_ms) {
      table.row(kind.name, times.report.rounds, kernel, ms / times.report.rounds);
    }
  }
}

}  // namespace

std::vector<Study> dehne_graph_studies() {
  return {
      {"dehne_figure_4", "lists, trees and random graphs of 1 to 8 million edges", run_figure_4},
      {"dehne_figure_5", "Shiloach-Vishkin over the number of blocks", run_figure_5},
      {"dehne_figure_6", "rounds, and the time of each kernel", run_figure_6}};
}

}  // namespace yoke_perf
