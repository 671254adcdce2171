#include "yoke/shortest_paths.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "mpi/paths_case.hpp"
#include "mpi/refusals.hpp"
#include "mpi/rows.hpp"
#include "mpi/support.hpp"
#include "support/graphs.hpp"
#include "support/paths_oracle.hpp"
#include "support/seed.hpp"
#include "yoke/mpi/weighted_graph.hpp"

// Each rank's distances and parents against Dijkstra's in the whole graph.

namespace {

using yoke_test::Cut;
using yoke_test::Device;
using yoke_test::expect_paths;
using yoke_test::part_of;
using yoke_test::PathsOracle;
using yoke_test::rows_of_rank;
using yoke_test::TestGraph;
using yoke_test::vector_of;
using yoke_test::view_of;
using yoke_test::WeightedTestGraph;
using Memory = Device::memory_space;
using Cluster = yoke::Distributed<Device>;

// Weights up to `most`, often equal and often 0.
template <class Weight>
WeightedTestGraph<Weight> weighted(TestGraph const& graph, std::uint64_t most,
                                   bool symmetric = true) {
  yoke_test::GraphDice dice(yoke_test::base_seed());
  WeightedTestGraph<Weight> result{graph, {}, symmetric};
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    std::uint64_t const number = dice.below(5) == 0 ? 0 : dice.below(most + 1);
    auto const weight = static_cast<Weight>(number);
    result.weights.push_back(std::is_floating_point_v<Weight> ? weight / Weight(7) : weight);
  }
  return result;
}

std::vector<std::uint64_t> some_sources(TestGraph const& graph, std::size_t count) {
  yoke_test::GraphDice dice(yoke_test::base_seed());
  std::vector<std::uint64_t> sources;
  for (std::size_t k = 0; k < count && graph.vertices > 0; ++k) {
    sources.push_back(dice.below(graph.vertices));
  }
  return sources;
}

// Grids, hubs, paths, cliques, R-MAT, forests, loops, repeated edges; none and few vertices.
TEST(MpiShortestPaths, OfEveryKindOfGraph) {
  auto const& cluster = yoke_test::cluster_of();
  std::size_t turn = 0;
  for (auto const& graph : yoke_test::test_graphs()) {
    std::uint64_t const most = turn % 3 == 0 ? 2 : 100;  // many of equal sums, or few
    auto const how = yoke_test::all_cuts[turn++ % 5];
    expect_paths<std::uint32_t, std::uint32_t>(cluster, weighted<float>(graph, most),
                                               some_sources(graph, 1), Cut::evenly);
    bool const symmetric = turn % 2 == 0;
    expect_paths<std::uint32_t, std::uint32_t>(
        cluster, weighted<std::int32_t>(graph, most, symmetric), some_sources(graph, 5), how);
  }
}

// If all weights are 0, every parent is found in rounds, across the ranks.
TEST(MpiShortestPaths, OfWeightsOfZeroAndOne) {
  auto const& cluster = yoke_test::cluster_of();
  auto const ranks = static_cast<std::uint32_t>(cluster.ranks());
  std::uint32_t const each = 60, n = each * ranks;
  auto const at = [&](std::uint32_t k) { return k % ranks * each + k / ranks; };
  TestGraph path{"path over all ranks", n, {}}, ladder{"ladder over all ranks", n, {}};
  for (std::uint32_t k = 0; k + 1 < n; ++k) path.add(at(k), at(k + 1));
  for (std::uint32_t k = 0; k + 2 < n; ++k) {
    ladder.add(at(k), at(k + 2));
    if (k % 2 == 0) ladder.add(at(k), at(k + 1));
  }
  for (auto const& graph : {path, ladder, yoke_test::grid_graph(20, 20, 80)}) {
    for (std::uint64_t const most : {0u, 1u}) {
      expect_paths<std::uint32_t, std::uint32_t>(cluster, weighted<double>(graph, most),
                                                 {at(n / 2) % graph.vertices}, Cut::evenly);
      expect_paths<std::uint32_t, std::uint32_t>(cluster, weighted<std::int64_t>(graph, most),
                                                 some_sources(graph, 7), Cut::growing);
    }
  }
}

TEST(MpiShortestPaths, OfEveryType) {
  auto const graph = shuffled(yoke_test::skewed_graph(10, 1 << 13), yoke_test::base_seed());
  auto const& cluster = yoke_test::cluster_of();
  auto const& few = yoke_test::cluster_of(64);
  expect_paths<std::int32_t, std::int32_t>(cluster, weighted<std::int32_t>(graph, 1000), {3},
                                           Cut::growing);
  expect_paths<std::uint32_t, std::uint64_t>(few, weighted<double>(graph, 50), {3, 99},
                                             Cut::evenly);
  expect_paths<std::uint64_t, std::uint64_t>(cluster, weighted<float>(graph, 9), {7, 7, 8},
                                             Cut::none_on_every_other);
  expect_paths<std::int64_t, std::int64_t>(few, weighted<std::int64_t>(graph, 1u << 30), {1},
                                           Cut::evenly);
}

TEST(MpiShortestPaths, OfFewVertices) {
  auto const& cluster = yoke_test::cluster_of();
  expect_paths<std::uint32_t, std::uint32_t>(
      cluster, weighted<float>(yoke_test::isolated_vertices(0), 9), {}, Cut::evenly);
  for (std::uint32_t const n : {1u, 2u, 3u, 5u, 9u}) {
    for (auto const& graph :
         {yoke_test::path_graph(n), yoke_test::isolated_vertices(n), yoke_test::clique_graph(n)}) {
      expect_paths<std::uint32_t, std::uint32_t>(cluster, weighted<float>(graph, 9), {n - 1},
                                                 Cut::evenly);
      expect_paths<std::uint32_t, std::uint32_t>(cluster, weighted<float>(graph, 9), {},
                                                 Cut::all_on_last);
    }
  }
}

// Steps of every width, one so narrow that steps become wider; sums beyond the type's range.
TEST(MpiShortestPaths, OfEveryWidthOfSteps) {
  auto const& cluster = yoke_test::cluster_of();
  auto const graph = yoke_test::grid_graph(30, 30, 90);
  for (double const delta : {1e-3, 0.5, 3., 40., 1e30}) {
    yoke::ShortestPathsReport report;
    expect_paths<std::uint32_t, std::uint32_t>(
        cluster, weighted<float>(graph, 100), {17}, Cut::evenly,
        {.algorithm = yoke::ShortestPathsAlgorithm::delta_stepping,
         .delta = delta,
         .validate = true,
         .report = &report});
    EXPECT_EQ(report.algorithm, yoke::ShortestPathsAlgorithm::delta_stepping);
    EXPECT_GT(report.steps, 0u);
    EXPECT_EQ(delta == 1e30, report.steps == 1) << report.steps;
  }
  auto large = weighted<std::int32_t>(yoke_test::path_graph(50), 9);
  for (auto& weight : large.weights) weight += std::numeric_limits<std::int32_t>::max() / 20;
  expect_paths<std::uint32_t, std::uint32_t>(cluster, large, {0}, Cut::evenly);
}

// One source that all ranks know; parents that one rank alone wants; a plan that is called again.
TEST(MpiShortestPaths, PlansAreUsedAgain) {
  auto const& cluster = yoke_test::cluster_of();
  int const rank = cluster.rank(), ranks = cluster.ranks();
  auto const graph = weighted<float>(yoke_test::skewed_graph(10, 1 << 13), 20);
  PathsOracle<float> oracle(graph);
  auto const rows = rows_of_rank(
      cluster,
      yoke_test::make_weighted_graph<std::uint32_t, std::uint32_t, float, Kokkos::HostSpace>(graph),
      Cut::evenly);
  std::size_t const own = rows.own_vertices();
  Kokkos::View<float**, Kokkos::LayoutRight, Memory> const table("table", own, 2);
  auto const strided = Kokkos::subview(table, Kokkos::ALL, 0);
  bool const wants = rank + 1 == ranks;
  Kokkos::View<float*, Memory> const distances("distances", own);
  Kokkos::View<std::uint32_t*, Memory> const parents("parents", wants ? own : 0);
  yoke::ShortestPathsPlan<Cluster, std::uint32_t, std::uint32_t, float> plan(cluster, own,
                                                                             rows.own_arcs());
  std::size_t held = 0;
  for (std::uint32_t const source : {5u, 6u, 5u}) {
    oracle.search({source});
    EXPECT_EQ(plan(rows, source, strided, parents), oracle.reached);
    Kokkos::deep_copy(distances, strided);
    EXPECT_EQ(vector_of(distances), part_of(oracle.distances, rank, ranks));
    if (wants) {
      std::vector<std::uint32_t> const all(oracle.parents.begin(), oracle.parents.end());
      EXPECT_EQ(vector_of(parents), part_of(all, rank, ranks));
    }
    std::size_t const holds = plan.workspace_bytes();
    EXPECT_EQ(holds, held > 0 && source == 5 ? held : holds);
    held = holds;
  }
}

// Memory and bytes against what the header says.
TEST(MpiShortestPaths, TakesWhatTheHeaderSays) {
  auto const& cluster = yoke_test::cluster_of();
  auto const p = static_cast<std::uint64_t>(cluster.ranks());
  if (p == 1) GTEST_SKIP() << "nothing is sent";
  auto const graph = weighted<float>(yoke_test::grid_graph(100, 80, 100), 20);
  auto const rows = rows_of_rank(
      cluster,
      yoke_test::make_weighted_graph<std::uint32_t, std::uint32_t, float, Kokkos::HostSpace>(graph),
      Cut::evenly);
  std::uint64_t const n = rows.vertices(), own = rows.own_vertices(), arcs = rows.own_arcs();
  Kokkos::View<float*, Memory> const distances("distances", own);
  Kokkos::View<std::uint32_t*, Memory> const parents("parents", own);
  for (bool const has_limit : {true, false}) {
    yoke::ShortestPathsReport report;
    yoke::ShortestPathsOptions const options{
        .algorithm = has_limit ? yoke::ShortestPathsAlgorithm::delta_stepping
                               : yoke::ShortestPathsAlgorithm::bellman_ford,
        .report = &report};
    yoke::ShortestPathsPlan<Cluster, std::uint32_t, std::uint32_t, float> plan(cluster, own, arcs,
                                                                               options);
    EXPECT_EQ(plan(rows, 0, distances, parents), n);
    std::uint64_t const listed = std::min(n - own, arcs), messages = 4096 * 20 + 2 * 4096 * 5;
    std::uint64_t const least = 28 * own + 12 * n + (has_limit ? 0 : 16 * n);
    EXPECT_LE(plan.workspace_bytes(), least + 24 * listed + 20 * listed + messages + 16384);
    EXPECT_GE(plan.workspace_bytes(), least);
    EXPECT_EQ(report.phases.size(), 3u);
    EXPECT_EQ(cluster.network().largest(report.steps), cluster.network().least(report.steps));
  }
}

TEST(MpiShortestPathsOfBadInput, EndsWithOneErrorOnAllRanks) {
  auto const& cluster = yoke_test::cluster_of();
  bool const is_last = cluster.rank() + 1 == cluster.ranks();
  auto const whole = weighted<float>(yoke_test::grid_graph(10, 10, 100), 20);
  using Graph = yoke::DistributedWeightedGraph<std::uint32_t, std::uint32_t, float, Memory>;
  Graph const rows = rows_of_rank(
      cluster,
      yoke_test::make_weighted_graph<std::uint32_t, std::uint32_t, float, Kokkos::HostSpace>(whole),
      Cut::evenly);
  std::size_t const own = rows.own_vertices();
  Kokkos::View<float*, Memory> const distances("distances", own), small("small", own - is_last);
  Kokkos::View<std::uint32_t*, Memory> const parents("parents", own),
      few_parents("parents", own - is_last);
  Kokkos::deep_copy(distances, 77.f);
  auto const bad = view_of<Memory>(is_last ? std::vector<std::uint32_t>{0, 99, 100}
                                           : std::vector<std::uint32_t>{1});
  auto const of = [&](auto const& graph, auto const& sources, auto const&... rest) {
    return [&] { yoke::shortest_paths(cluster, graph, sources, rest...); };
  };
  using yoke::InvalidInput;
  yoke_test::expect_refused<InvalidInput>("source 2 is no vertex: it is 100, and",
                                          of(rows, bad, distances, parents));
  yoke_test::expect_refused<InvalidInput>(
      "source 0 is no vertex: it is 100, and there are 100 vertices", of(rows, 100, distances));
  yoke_test::expect_refused<std::invalid_argument>("distances has", of(rows, 0, small));
  yoke_test::expect_refused<std::invalid_argument>("parents has",
                                                   of(rows, 0, distances, few_parents));
  auto const with = [&](float weight) {
    auto weights = vector_of(rows.weights());
    if (is_last) weights[3] = weight;
    return Graph(yoke::unchecked, yoke::GraphKind::directed, rows.offsets(), rows.neighbours(),
                 view_of<Memory>(weights), rows.first_vertex(), rows.vertices());
  };
  Graph const nan = with(std::numeric_limits<float>::quiet_NaN()), negative = with(-2);
  yoke_test::expect_refused<InvalidInput>("weights(3) is NaN", of(nan, 0, distances));
  auto const delta_stepping = yoke::ShortestPathsAlgorithm::delta_stepping;
  yoke_test::expect_refused<InvalidInput>(
      "weights(3) is -2",
      of(negative, 0, distances, yoke::ShortestPathsOptions{.algorithm = delta_stepping}));
  EXPECT_EQ(vector_of(distances), std::vector<float>(own, 77));
  yoke_test::expect_refused<InvalidInput>(
      "negative weights need ShortestPathsAlgorithm::bellman_ford, in a directed graph",
      of(negative, 0, distances));
  auto const bellman_ford = yoke::ShortestPathsAlgorithm::bellman_ford;
  yoke_test::expect_refused<InvalidInput>(
      "weights(3) is NaN",
      of(nan, 0, distances, yoke::ShortestPathsOptions{.algorithm = bellman_ford}));
  if (cluster.ranks() == 1) return;
  yoke_test::expect_refused<std::invalid_argument>(
      "options.algorithm must be automatic, delta_stepping or bellman_ford on several ranks",
      of(rows, 0, distances,
         yoke::ShortestPathsOptions{.algorithm = yoke::ShortestPathsAlgorithm::sequential}));
  yoke_test::expect_refused<std::invalid_argument>(
      yoke_test::differ(cluster, "yoke::shortest_paths: the source", "0", "1"),
      of(rows, is_last ? 1 : 0, distances));
  yoke_test::expect_refused<std::invalid_argument>(
      yoke_test::differ(cluster, "yoke::shortest_paths: options.delta", "1", "2"),
      of(rows, 0, distances, yoke::ShortestPathsOptions{.delta = is_last ? 2. : 1.}));
  auto const mixed = [&] {
    is_last ? yoke::shortest_paths(cluster, rows, view_of<Memory>(std::vector<std::uint32_t>{0}),
                                   distances)
            : yoke::shortest_paths(cluster, rows, 0, distances);
  };
  yoke_test::expect_refused<std::invalid_argument>(
      yoke_test::differ(cluster, "yoke::shortest_paths: what sources is", "a vertex", "a View"),
      mixed);
}

}  // namespace
