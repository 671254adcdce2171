#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "mpi/negative_weights.hpp"
#include "mpi/paths_case.hpp"
#include "mpi/rows.hpp"
#include "mpi/support.hpp"
#include "support/graphs.hpp"
#include "support/paths_oracle.hpp"
#include "yoke/shortest_paths.hpp"

// Bellman-Ford's algorithm on ranks, with weights of any sign, against that in the whole graph.

namespace {

using yoke::ShortestPathsAlgorithm;
using yoke::ShortestPathsOptions;
using yoke_test::across;
using yoke_test::bellman_ford;
using yoke_test::Cut;
using yoke_test::Device;
using yoke_test::expect_bellman_ford;
using yoke_test::GraphDice;
using yoke_test::of_potentials;
using yoke_test::PathsOracle;
using yoke_test::takes_too_long;
using yoke_test::TestGraph;
using yoke_test::weighted;
using yoke_test::WeightedTestGraph;
using Memory = Device::memory_space;
using Cluster = yoke::Distributed<Device>;

template <class Weight>
class MpiNegativeWeights : public testing::Test {};
using AllWeights = testing::Types<std::int32_t, std::int64_t, float, double>;
TYPED_TEST_SUITE(MpiNegativeWeights, AllWeights);

TYPED_TEST(MpiNegativeWeights, AreThoseOfTheWholeGraph) {
  auto const& cluster = yoke_test::cluster_of();
  std::size_t turn = 0;
  for (auto const& graph :
       {yoke_test::uniform_graph(500, 3000), yoke_test::shuffled(yoke_test::path_graph(300), 3),
        yoke_test::grid_graph(20, 30, 80), yoke_test::skewed_graph(9, 1 << 12),
        yoke_test::loops_and_multi_edges(), yoke_test::small_cycles(60)}) {
    for (std::uint64_t const most : {0u, 50u}) {
      auto const how = yoke_test::all_cuts[turn++ % 5];
      auto const paths = of_potentials<TypeParam>(graph, most);
      std::uint64_t const first = graph.edges[0].first;
      expect_bellman_ford(cluster, paths, {first}, how);
      expect_bellman_ford(cluster, paths, {first, 5, 9, 5}, how);
    }
  }
}

// Rounds beyond every look for a cycle, along paths over all ranks, and along one in each rank.
TYPED_TEST(MpiNegativeWeights, OfLongPaths) {
  auto const& cluster = yoke_test::cluster_of();
  if (takes_too_long<TypeParam>(cluster)) GTEST_SKIP() << "other types are tested";
  auto const at = across(cluster, 140);
  std::uint32_t const n = at.vertices();
  TestGraph ladder{"ladder over all ranks", n, {}};
  for (std::uint32_t k = 0; k + 2 < n; ++k) {
    ladder.add(at(k), at(k + 2));
    if (k % 2 == 0) ladder.add(at(k), at(k + 1));
  }
  for (auto const& graph : {at.path(), ladder, yoke_test::path_graph(10 * n)}) {
    std::uint64_t const most = std::is_integral_v<TypeParam> ? 9 : 0;
    expect_bellman_ford(cluster, of_potentials<TypeParam>(graph, most), {0});
  }
}

// Without a negative weight parents are those of other algorithms, from nearer vertices.
TYPED_TEST(MpiNegativeWeights, OfWeightsThatAreNotNegative) {
  auto const& cluster = yoke_test::cluster_of();
  auto const graph = yoke_test::skewed_graph(9, 1 << 12);
  for (std::uint64_t const most : {0u, 2u, 100u}) {
    auto const paths = weighted<TypeParam>(
        graph, [&](std::size_t e) { return GraphDice(e).below(most + 1); }, true);
    expect_bellman_ford(cluster, paths, {3, 77}, Cut::growing);
  }
}

// Sums round: the smallest rounded sum of all paths, whatever the number of ranks.
TEST(MpiNegativeFloats, OfRoundedSums) {
  auto const& cluster = yoke_test::cluster_of();
  auto const graph = yoke_test::uniform_graph(400, 2400);
  // Arcs lead to larger numbers, so there is no cycle.
  TestGraph ascending{"ascending", graph.vertices, {}};
  for (auto const& [u, v] : graph.edges) {
    if (u != v) ascending.add(std::min(u, v), std::max(u, v));
  }
  auto const weight = [](std::size_t e) {
    return (static_cast<double>(GraphDice(e).below(2000)) - 1000) / 7 * (e % 3 == 0 ? 1e5 : 1e-3);
  };
  expect_bellman_ford(cluster, weighted<float>(ascending, weight), {0, 1, 2});
  expect_bellman_ford(cluster, weighted<double>(ascending, weight), {0, 1, 2},
                      Cut::none_on_every_other);
}

TEST(MpiNegativeIntegers, OfEveryTypeOfVertices) {
  auto const graph = yoke_test::uniform_graph(300, 1500);
  auto const& cluster = yoke_test::cluster_of();
  auto const& few = yoke_test::cluster_of(64);
  yoke_test::expect_paths<std::int32_t, std::int32_t>(
      cluster, of_potentials<std::int32_t>(graph, 5), {3}, Cut::growing, bellman_ford);
  yoke_test::expect_paths<std::uint32_t, std::uint64_t>(few, of_potentials<double>(graph, 5),
                                                        {3, 99}, Cut::evenly, bellman_ford);
  yoke_test::expect_paths<std::int64_t, std::int64_t>(few, of_potentials<std::int64_t>(graph, 5),
                                                      {7}, Cut::all_on_last, bellman_ford);
}

TYPED_TEST(MpiNegativeWeights, OfFewVertices) {
  auto const& cluster = yoke_test::cluster_of();
  for (std::uint32_t const n : {0u, 1u, 2u, 3u, 9u}) {
    for (auto const& graph : {yoke_test::path_graph(n), yoke_test::isolated_vertices(n)}) {
      std::vector<std::uint64_t> some, none;
      if (n > 0) some.push_back(n / 2);
      auto const paths = of_potentials<TypeParam>(graph, 3);
      expect_bellman_ford(cluster, paths, some);
      expect_bellman_ford(cluster, paths, none, Cut::none_on_every_other);
    }
  }
}

// Infinite weights lead nowhere, sums beyond the type are infinite, and what is beyond them is out
// of reach, even by a negative arc.
TYPED_TEST(MpiNegativeWeights, OfInfiniteWeightsAndSums) {
  auto const& cluster = yoke_test::cluster_of();
  auto const at = across(cluster, 40);
  TestGraph graph = at.path();
  graph.add(at(1), at(3));
  auto const most = std::numeric_limits<TypeParam>::max();
  auto paths = weighted<TypeParam>(graph, [](std::size_t) { return -1; });
  paths.weights[2] = yoke::infinite_weight<TypeParam>;
  paths.weights.back() = 7;
  paths.weights[10] = most - most / 8;
  paths.weights[11] = most / 4;
  expect_bellman_ford(cluster, paths, {at(0)});
}

// A plan after an error; parents that the last rank alone wants; rounds against what the header
// says.
TEST(MpiNegativeWeightsPlans, AreUsedAgain) {
  auto const& cluster = yoke_test::cluster_of();
  int const rank = cluster.rank(), ranks = cluster.ranks();
  auto const at = across(cluster, 200);
  std::uint32_t const n = at.vertices();
  TestGraph path = at.path();
  auto const good = weighted<double>(path, [](std::size_t e) { return e % 2 == 0 ? -5 : 4; });
  auto bad = good;
  bad.graph.add(at(n - 1), at(n - 2));
  bad.weights.push_back(-100);
  auto const rows_of = [&](WeightedTestGraph<double> const& graph) {
    return yoke_test::rows_of_rank(
        cluster,
        yoke_test::make_weighted_graph<std::uint32_t, std::uint32_t, double, Kokkos::HostSpace>(
            graph),
        Cut::evenly);
  };
  auto const rows = rows_of(good), with_cycle = rows_of(bad);
  std::size_t const own = rows.own_vertices();
  bool const wants = rank + 1 == ranks;
  Kokkos::View<double*, Memory> const distances("distances", own);
  Kokkos::View<std::uint32_t*, Memory> const parents("parents", wants ? own : 0);
  yoke::ShortestPathsReport report;
  ShortestPathsOptions options = bellman_ford;
  options.report = &report;
  yoke::ShortestPathsPlan<Cluster, std::uint32_t, std::uint32_t, double> plan(
      cluster, own, with_cycle.own_arcs(), options);
  PathsOracle<double> oracle(good);
  oracle.search({at(0)});
  for (int turn = 0; turn < 3; ++turn) {
    if (turn == 1) {
      EXPECT_THROW(plan(with_cycle, at(0), distances, parents), yoke::InvalidInput);
      continue;
    }
    EXPECT_EQ(plan(rows, at(0), distances, parents), n);
    EXPECT_EQ(yoke_test::vector_of(distances), yoke_test::part_of(oracle.distances, rank, ranks));
    if (wants) {
      EXPECT_EQ(
          yoke_test::vector_of(parents),
          yoke_test::part_of(yoke_test::as_vertices<std::uint32_t>(oracle.parents), rank, ranks));
    }
    EXPECT_EQ(report.algorithm, ShortestPathsAlgorithm::bellman_ford);
    EXPECT_GT(report.rounds, 0u);
    EXPECT_EQ(report.steps, 0u);
    EXPECT_EQ(report.phases.size(), 3u);
  }
  if (ranks == 1) return;
  // With so few vertices an exchange has 3 rounds. Each arc takes one for its distance and one for
  // its parent. At most 5 looks take 4 rounds each.
  EXPECT_LE(cluster.communication().rounds, 3 * 2 * n + 5 * 4 + 20);
  EXPECT_GE(cluster.communication().rounds, 2 * n);
}

// A rank follows up to 64 rounds alone before it tells others.
TEST(MpiNegativeWeightsPlans, RanksFollowTheirOwnPathsAlone) {
  auto const& cluster = yoke_test::cluster_of();
  auto const ranks = static_cast<std::uint64_t>(cluster.ranks());
  if (ranks == 1) return;
  std::uint32_t const n = 2560;
  auto const paths = of_potentials<float>(yoke_test::path_graph(n), 4);
  auto const rows = yoke_test::rows_of_rank(
      cluster,
      yoke_test::make_weighted_graph<std::uint32_t, std::uint32_t, float, Kokkos::HostSpace>(paths),
      Cut::evenly);
  Kokkos::View<float*, Memory> const distances("distances", rows.own_vertices());
  EXPECT_EQ(yoke::shortest_paths(cluster, rows, 0, distances, bellman_ford), n);
  // An exchange for 64 arcs, one more in each rank, and looks.
  EXPECT_LE(cluster.communication().rounds, 3 * (n / 64 + 2 * ranks) + 4 * 8 + 10);
}

}  // namespace
