// Banerjee's thesis, section 9.2.1, proposes pruning for the distances of all pairs. A graph loses
// its pendant and isolated vertices, in all rounds; each row has the time of all pairs of the whole
// graph, of pruning, and of all pairs of the pruned graph. Random graphs by degree, R-MAT graphs by
// edge factor, and grids by the share of edges that are kept.

#include <algorithm>
#include <cstdint>
#include <string>
#include <yoke/pruned_distances.hpp>

#include "graphs/studies.hpp"

namespace yoke_perf {
namespace {

using Distance = std::int32_t;

template <class Space>
class AllPairsCase {
  using Memory = typename Space::memory_space;
  using Matrix = Kokkos::View<Distance**, Kokkos::LayoutRight, Memory>;

 public:
  explicit AllPairsCase(PerfGraph<Memory> const& graph)
      : graph_(graph),
        expected_("yoke_perf::expected", graph.vertices(), graph.vertices()),
        distances_("yoke_perf::distances", graph.vertices(), graph.vertices()) {}

  void add_row(Table& table, std::string const& name, StudySettings const& settings) {
    yoke::PruneOptions options;
    options.property = yoke::PruneProperty::pendant_and_isolated;
    options.rounds = ~std::uint64_t(0) >> 1;
    auto const pruned = yoke::prune(exec_, graph_, options);
    yoke::AllPairsPlan<Space, Distance> plain(exec_, graph_.vertices());
    yoke::PrunedAllPairsPlan<Space, Vertex, Vertex, Memory, Distance> on_pruned(exec_, pruned);
    plain(graph_, expected_);
    Samples prune_ms, plain_ms, pruned_ms;
    // By turns, so that all meet the same machine; the first turn warms up.
    for (int run = 0; run <= settings.runs; ++run) {
      double const prune = time([&] { yoke::prune(exec_, graph_, options); }, false);
      double const whole = time([&] { plain(graph_, distances_); }, true);
      double const part = time([&] { on_pruned(distances_); }, true);
      if (run == 0) continue;
      prune_ms.add(prune);
      plain_ms.add(whole);
      pruned_ms.add(part);
    }
    table.row(name, graph_.vertices(), graph_.arcs() / 2, name_of_space<Space>(),
              pruned.graph().vertices(), pruned.report().rounds.size(), prune_ms.median(),
              plain_ms.median(), pruned_ms.median());
  }

 private:
  // Milliseconds. Distances, if it finds any, are those of the whole graph.
  template <class Work>
  double time(Work const& work, bool finds_distances) {
    return 1e3 * time_checked(
                     [&] {
                       if (finds_distances) Kokkos::deep_copy(exec_, distances_, -1);
                     },
                     work,
                     [&] {
                       return !finds_distances || are_expected()
                                  ? std::string()
                                  : std::string("the distances are not those of the whole graph");
                     });
  }
  bool are_expected() const {
    auto const expected = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), expected_);
    auto const found = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), distances_);
    return std::equal(found.data(), found.data() + found.size(), expected.data());
  }

  Space exec_;
  PerfGraph<Memory> const& graph_;
  Matrix expected_, distances_;
};

void run(StudySettings const& settings) {
  Table table(settings, "thesis_section_9_2_1",
              "graph,vertices,edges,place,kept,rounds,prune_ms,plain_ms,pruned_ms");
  KnownGraph known;
  auto const add = [&](std::string const& name, yoke::GraphShape const& shape) {
    if (!settings.includes_graph(name)) return;
    known.hold(name, shape);
    AllPairsCase<Host>(known.on<Host>()).add_row(table, name, settings);
    if constexpr (has_device) {
      AllPairsCase<Device>(known.on<Device>()).add_row(table, name, settings);
    }
  };
  std::uint64_t const vertices = std::min<std::uint64_t>(1 << 13, settings.max_nodes);
  for (double const degree : {1.0, 1.2, 1.6, 2.0, 2.5, 3.0, 4.0, 8.0}) {
    auto const edges = static_cast<std::uint64_t>(degree * static_cast<double>(vertices) / 2);
    add("degree_" + std::to_string(degree).substr(0, 3),
        yoke::UniformShape{vertices, edges, true, settings.seed});
  }
  for (double const factor : {1.0, 2.0, 4.0, 8.0}) {
    yoke::RmatShape shape;
    for (shape.scale = 0; std::uint64_t(2) << shape.scale <= vertices;) ++shape.scale;
    shape.edge_factor = factor;
    shape.seed = settings.seed;
    add("rmat_factor_" + std::to_string(factor).substr(0, 1), shape);
  }
  for (double const kept : {0.6, 0.7, 0.8, 1.0}) {
    yoke::GridShape shape;
    shape.width = 64;
    shape.height = vertices / 64;
    shape.kept = kept;
    shape.seed = settings.seed;
    add("grid_" + std::to_string(kept).substr(0, 3), shape);
  }
}

}  // namespace

std::vector<Study> pruned_distances_studies() {
  return {{"thesis_section_9_2_1",
           "distances of all pairs of pruned graphs: random (degree_1.0 to degree_8.0), R-MAT "
           "(rmat_factor_1 to rmat_factor_8) and grids (grid_0.6 to grid_1.0)",
           run}};
}

}  // namespace yoke_perf
