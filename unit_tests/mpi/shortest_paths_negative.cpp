#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "mpi/paths_case.hpp"
#include "mpi/refusals.hpp"
#include "mpi/rows.hpp"
#include "mpi/support.hpp"
#include "support/graphs.hpp"
#include "support/paths_oracle.hpp"
#include "support/seed.hpp"
#include "yoke/shortest_paths.hpp"

// Bellman-Ford's algorithm on ranks, with weights of any sign, against that in the whole graph.

namespace {

using yoke::ShortestPathsAlgorithm;
using yoke::ShortestPathsOptions;
using yoke_test::Cut;
using yoke_test::Device;
using yoke_test::GraphDice;
using yoke_test::PathsOracle;
using yoke_test::TestGraph;
using yoke_test::view_of;
using yoke_test::WeightedTestGraph;
using Memory = Device::memory_space;
using Cluster = yoke::Distributed<Device>;

ShortestPathsOptions const bellman_ford{.algorithm = ShortestPathsAlgorithm::bellman_ford};

// Weights by the number of the edge.
template <class Weight, class WeightOf>
WeightedTestGraph<Weight> weighted(TestGraph const& graph, WeightOf const& weight_of,
                                   bool symmetric = false) {
  WeightedTestGraph<Weight> result{graph, {}, symmetric};
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    result.weights.push_back(static_cast<Weight>(weight_of(e)));
  }
  return result;
}

// Differences of potentials, and up to `most` more: no cycle is negative, and with 0 all are 0.
template <class Weight>
WeightedTestGraph<Weight> of_potentials(TestGraph const& graph, std::uint64_t most) {
  auto const potential = [](std::uint64_t v) { return static_cast<int>(GraphDice(v).below(1000)); };
  return weighted<Weight>(graph, [&](std::size_t e) {
    auto const [u, v] = graph.edges[e];
    return potential(v) - potential(u) + static_cast<int>(GraphDice(e).below(most + 1));
  });
}

// This rank's rows, and a call of them that keeps the error.
template <class Weight>
class Refused {
 public:
  Refused(Cluster const& cluster, WeightedTestGraph<Weight> const& graph, Cut how = Cut::evenly)
      : cluster_(cluster),
        rows_(yoke_test::rows_of_rank(
            cluster,
            yoke_test::make_weighted_graph<std::uint32_t, std::uint32_t, Weight, Kokkos::HostSpace>(
                graph),
            how)),
        distances_("distances", rows_.own_vertices()),
        parents_("parents", rows_.own_vertices()) {}

  // The vertex that the error names, the same on all ranks; its text is in what(). -1: none.
  std::int64_t vertex_of(std::vector<std::uint64_t> const& sources, bool with_parents = false) {
    auto const all = yoke_test::as_vertices<std::uint32_t>(sources);
    auto const own = view_of<Memory>(yoke_test::part_of(all, cluster_.rank(), cluster_.ranks()));
    std::int64_t vertex = -1;
    what_.clear();
    try {
      with_parents ? yoke::shortest_paths(cluster_, rows_, own, distances_, parents_, bellman_ford)
                   : yoke::shortest_paths(cluster_, rows_, own, distances_, bellman_ford);
    } catch (yoke::InvalidInput const& error) {
      vertex = static_cast<std::int64_t>(error.index());
      what_ = error.what();
    }
    EXPECT_TRUE(yoke_test::same_on_all(std::to_string(vertex) + what_)) << vertex << what_;
    return vertex;
  }
  std::string const& what() const { return what_; }
  bool says(std::string const& words) const { return what_.find(words) != std::string::npos; }
  std::vector<Weight> distances() const { return yoke_test::vector_of(distances_); }

 private:
  Cluster const& cluster_;
  yoke::DistributedWeightedGraph<std::uint32_t, std::uint32_t, Weight, Memory> rows_;
  Kokkos::View<Weight*, Memory> distances_;
  Kokkos::View<std::uint32_t*, Memory> parents_;
  std::string what_;
};

// Vertex k of a path that changes ranks with every arc.
struct AcrossRanks {
  std::uint32_t ranks, each;
  std::uint32_t vertices() const { return ranks * each; }
  std::uint32_t operator()(std::uint32_t k) const { return k % ranks * each + k / ranks; }
};
// At least this number of vertices. An exchange of 8 ranks takes long where they share two cores.
AcrossRanks across(Cluster const& cluster, std::uint32_t vertices) {
  auto const ranks = static_cast<std::uint32_t>(cluster.ranks());
  return {ranks, (vertices + ranks - 1) / ranks};
}

template <class Weight>
class MpiNegativeWeights : public testing::Test {};
using AllWeights = testing::Types<std::int32_t, std::int64_t, float, double>;
TYPED_TEST_SUITE(MpiNegativeWeights, AllWeights);

// Tests of many exchanges: on 8 ranks, which share few cores, two types stand for all.
template <class Weight>
bool takes_too_long(Cluster const& cluster) {
  return cluster.ranks() > 4 &&
         (std::is_same_v<Weight, std::int64_t> || std::is_same_v<Weight, float>);
}

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
      yoke_test::expect_paths<std::uint32_t, std::uint32_t>(cluster, paths, {first}, how,
                                                            bellman_ford);
      yoke_test::expect_paths<std::uint32_t, std::uint32_t>(cluster, paths, {first, 5, 9, 5}, how,
                                                            bellman_ford);
    }
  }
}

// Rounds beyond every look for a cycle, along paths over all ranks, and along one in each rank.
TYPED_TEST(MpiNegativeWeights, OfLongPaths) {
  auto const& cluster = yoke_test::cluster_of();
  if (takes_too_long<TypeParam>(cluster)) GTEST_SKIP() << "other types are tested";
  auto const at = across(cluster, 140);
  std::uint32_t const n = at.vertices();
  TestGraph crossing{"path over all ranks", n, {}}, ladder{"ladder over all ranks", n, {}};
  for (std::uint32_t k = 0; k + 1 < n; ++k) crossing.add(at(k), at(k + 1));
  for (std::uint32_t k = 0; k + 2 < n; ++k) {
    ladder.add(at(k), at(k + 2));
    if (k % 2 == 0) ladder.add(at(k), at(k + 1));
  }
  for (auto const& graph : {crossing, ladder, yoke_test::path_graph(10 * n)}) {
    std::uint64_t const most = std::is_integral_v<TypeParam> ? 9 : 0;
    yoke_test::expect_paths<std::uint32_t, std::uint32_t>(
        cluster, of_potentials<TypeParam>(graph, most), {0}, Cut::evenly, bellman_ford);
  }
}

// Without a negative weight parents are those of other algorithms, from nearer vertices.
TYPED_TEST(MpiNegativeWeights, OfWeightsThatAreNotNegative) {
  auto const& cluster = yoke_test::cluster_of();
  auto const graph = yoke_test::skewed_graph(9, 1 << 12);
  for (std::uint64_t const most : {0u, 2u, 100u}) {
    auto const paths = weighted<TypeParam>(
        graph, [&](std::size_t e) { return GraphDice(e).below(most + 1); }, true);
    yoke_test::expect_paths<std::uint32_t, std::uint32_t>(cluster, paths, {3, 77}, Cut::growing,
                                                          bellman_ford);
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
  yoke_test::expect_paths<std::uint32_t, std::uint32_t>(cluster, weighted<float>(ascending, weight),
                                                        {0, 1, 2}, Cut::evenly, bellman_ford);
  yoke_test::expect_paths<std::uint32_t, std::uint32_t>(
      cluster, weighted<double>(ascending, weight), {0, 1, 2}, Cut::none_on_every_other,
      bellman_ford);
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
      yoke_test::expect_paths<std::uint32_t, std::uint32_t>(cluster, paths, some, Cut::evenly,
                                                            bellman_ford);
      yoke_test::expect_paths<std::uint32_t, std::uint32_t>(cluster, paths, none,
                                                            Cut::none_on_every_other, bellman_ford);
    }
  }
}

// A path into a cycle, both over all ranks. With a weight more the cycle is 0, and no error.
TYPED_TEST(MpiNegativeWeights, ANegativeCycleIsNamed) {
  auto const& cluster = yoke_test::cluster_of();
  if (takes_too_long<TypeParam>(cluster)) GTEST_SKIP() << "other types are tested";
  auto const at = across(cluster, 70);
  std::uint32_t const n = at.vertices();
  for (std::uint32_t const length : {1u, 2u, n / 2, n - 1}) {
    std::uint32_t const begin = n - length;  // of the cycle
    TestGraph graph{"cycle of " + std::to_string(length), n, {}};
    for (std::uint32_t k = 0; k + 1 < n; ++k) graph.add(at(k), at(k + 1));
    graph.add(at(n - 1), at(begin));
    for (bool const is_negative : {true, false}) {
      auto const last = 1 - static_cast<int>(length) - (is_negative ? 1 : 0);
      auto const paths = weighted<TypeParam>(
          graph, [&](std::size_t e) { return e + 1 == graph.edges.size() ? last : 1; });
      if (!is_negative) {
        yoke_test::expect_paths<std::uint32_t, std::uint32_t>(cluster, paths, {at(0)}, Cut::evenly,
                                                              bellman_ford);
        continue;
      }
      Refused<TypeParam> refused(cluster, paths);
      std::int64_t const vertex = refused.vertex_of({at(0)}, length % 2 == 0);
      EXPECT_TRUE(refused.says("lies on a cycle of negative weight")) << refused.what();
      bool is_on_it = false;
      for (std::uint32_t k = begin; k < n; ++k) is_on_it = is_on_it || at(k) == vertex;
      EXPECT_TRUE(is_on_it) << vertex << " in " << graph.name;
    }
  }
}

// Nobody reaches the cycle: the arc between leads away from it.
TYPED_TEST(MpiNegativeWeights, ANegativeCycleOutOfReachIsNotRefused) {
  auto const& cluster = yoke_test::cluster_of();
  auto const at = across(cluster, 60);
  std::uint32_t const n = at.vertices(), half = n / 2;
  TestGraph graph{"cycle out of reach", n, {}};
  for (std::uint32_t k = 0; k + 1 < half; ++k) graph.add(at(k), at(k + 1));
  for (std::uint32_t k = half; k < n; ++k) graph.add(at(k), at(k + 1 < n ? k + 1 : half));
  graph.add(at(half), at(0));
  graph.add(at(half), at(half));
  auto const paths = weighted<TypeParam>(graph, [](std::size_t e) { return e % 2 == 0 ? -3 : -1; });
  WeightedTestGraph<TypeParam> reached{{"half", n, {}}, {}, false};  // for the plain algorithm
  for (std::uint32_t k = 0; k + 1 < half; ++k) {
    reached.graph.add(at(k), at(k + 1));
    reached.weights.push_back(paths.weights[k]);
  }
  PathsOracle<TypeParam> oracle(reached);
  oracle.search({at(0)});
  Refused<TypeParam> here(cluster, paths);
  EXPECT_EQ(here.vertex_of({at(0)}, true), -1) << here.what();
  EXPECT_EQ(here.distances(),
            yoke_test::part_of(oracle.distances, cluster.rank(), cluster.ranks()));
  EXPECT_EQ(here.vertex_of({}), -1) << here.what();
  EXPECT_GE(here.vertex_of({at(0), at(n - 1)}), 0);
}

// A loop, an edge that is two arcs, and the lighter of two parallel arcs, in a path.
TYPED_TEST(MpiNegativeWeights, ShortCyclesAreNamed) {
  auto const& cluster = yoke_test::cluster_of();
  if (takes_too_long<TypeParam>(cluster)) GTEST_SKIP() << "other types are tested";
  auto const at = across(cluster, 80);
  std::uint32_t const n = at.vertices(), place = n / 2;
  TestGraph path{"path", n, {}};
  for (std::uint32_t k = 0; k + 1 < n; ++k) path.add(at(k), at(k + 1));
  auto const with = [&](std::uint32_t from, std::uint32_t to, int weight) {
    TestGraph graph = path;
    graph.add(at(from), at(to));
    graph.add(at(from), at(to));
    return weighted<TypeParam>(graph, [&, edges = graph.edges.size()](std::size_t e) {
      return e + 1 == edges ? weight : 1;
    });
  };
  Refused<TypeParam> loop(cluster, with(place, place, -1));
  EXPECT_EQ(loop.vertex_of({at(0)}), at(place));
  EXPECT_TRUE(loop.says("lies on")) << loop.what();
  yoke_test::expect_paths<std::uint32_t, std::uint32_t>(cluster, with(place, place, 0), {at(0)},
                                                        Cut::evenly, bellman_ford);
  Refused<TypeParam> back(cluster, with(place + 1, place, -2));
  std::int64_t const vertex = back.vertex_of({at(0)});
  EXPECT_TRUE(vertex == at(place) || vertex == at(place + 1)) << vertex;
  EXPECT_TRUE(back.says("lies on")) << back.what();
  auto edge = weighted<TypeParam>(
      path, [&](std::size_t e) { return e == place ? -1 : 1; }, true);
  Refused<TypeParam> both_ways(cluster, edge);
  EXPECT_GE(both_ways.vertex_of({at(0)}), 0);
}

// Small graphs by chance, with an error if and only if a source reaches a negative cycle.
TYPED_TEST(MpiNegativeWeights, SmallGraphsAreRefusedIfASourceReachesACycle) {
  auto const& cluster = yoke_test::cluster_of();
  if (takes_too_long<TypeParam>(cluster)) GTEST_SKIP() << "other types are tested";
  GraphDice dice(yoke_test::base_seed());
  int refusals = 0;
  constexpr int graphs = 40;
  for (int turn = 0; turn < graphs; ++turn) {
    auto const n = static_cast<std::uint32_t>(1 + dice.below(12));
    TestGraph graph{"small graph " + std::to_string(turn), n, {}};
    for (std::uint64_t arc = dice.below(3 * n + 1); arc > 0; --arc) {
      graph.add(static_cast<std::uint32_t>(dice.below(n)),
                static_cast<std::uint32_t>(dice.below(n)));
    }
    auto const paths = weighted<TypeParam>(
        graph, [&](std::size_t) { return static_cast<int>(dice.below(12)) - 2; });
    std::uint64_t const source = dice.below(n);
    auto const how = yoke_test::all_cuts[dice.below(5)];
    // Least weights of walks, by Floyd and Warshall. A bound stands for any lower one.
    constexpr int none = 1 << 20, lowest = -(1 << 20);
    std::vector<int> walk(n * n, none);
    for (std::uint32_t v = 0; v < n; ++v) walk[v * n + v] = 0;
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
      auto& least = walk[graph.edges[e].first * n + graph.edges[e].second];
      least = std::min(least, static_cast<int>(paths.weights[e]));
    }
    for (std::uint32_t k = 0; k < n; ++k) {
      for (std::uint32_t u = 0; u < n; ++u) {
        for (std::uint32_t v = 0; v < n; ++v) {
          int const first = walk[u * n + k], second = walk[k * n + v];
          if (first == none || second == none) continue;
          walk[u * n + v] = std::min(walk[u * n + v], std::max(first + second, lowest));
        }
      }
    }
    auto const reaches = [&](std::uint64_t u, std::uint64_t v) { return walk[u * n + v] != none; };
    auto const is_on_cycle = [&](std::uint64_t v) { return walk[v * n + v] < 0; };
    bool is_refused = false;
    for (std::uint32_t v = 0; v < n; ++v) {
      is_refused = is_refused || (is_on_cycle(v) && reaches(source, v));
    }
    if (!is_refused) {
      yoke_test::expect_paths<std::uint32_t, std::uint32_t>(cluster, paths, {source}, how,
                                                            bellman_ford);
      continue;
    }
    ++refusals;
    Refused<TypeParam> refused(cluster, paths, how);
    std::int64_t const vertex = refused.vertex_of({source}, turn % 2 == 0);
    ASSERT_GE(vertex, 0) << graph.name;
    auto const named = static_cast<std::uint64_t>(vertex);
    EXPECT_TRUE(reaches(source, named));
    if (refused.says("lies on")) {
      EXPECT_TRUE(is_on_cycle(named)) << refused.what();
    } else {
      EXPECT_TRUE(refused.says("is reached from")) << refused.what();
    }
  }
  EXPECT_GT(refusals, 0);
  EXPECT_LT(refusals, graphs);
}

// Infinite weights lead nowhere, sums beyond the type are infinite, and what is beyond them is out
// of reach, even by a negative arc.
TYPED_TEST(MpiNegativeWeights, OfInfiniteWeightsAndSums) {
  auto const& cluster = yoke_test::cluster_of();
  auto const at = across(cluster, 40);
  std::uint32_t const n = at.vertices();
  TestGraph graph{"path to infinity", n, {}};
  for (std::uint32_t k = 0; k + 1 < n; ++k) graph.add(at(k), at(k + 1));
  graph.add(at(1), at(3));
  auto const most = std::numeric_limits<TypeParam>::max();
  auto paths = weighted<TypeParam>(graph, [](std::size_t) { return -1; });
  paths.weights[2] = yoke::infinite_weight<TypeParam>;
  paths.weights.back() = 7;
  paths.weights[10] = most - most / 8;
  paths.weights[11] = most / 4;
  yoke_test::expect_paths<std::uint32_t, std::uint32_t>(cluster, paths, {at(0)}, Cut::evenly,
                                                        bellman_ford);
}

TYPED_TEST(MpiNegativeWeights, ADistanceBelowTheTypeIsRefused) {
  auto const& cluster = yoke_test::cluster_of();
  auto const at = across(cluster, 30);
  std::uint32_t const n = at.vertices(), place = 7;
  TestGraph path{"path", n, {}};
  for (std::uint32_t k = 0; k + 1 < n; ++k) path.add(at(k), at(k + 1));
  auto const least = std::numeric_limits<TypeParam>::lowest();
  auto paths = weighted<TypeParam>(path, [](std::size_t) { return 0; });
  paths.weights[place] = paths.weights[place + 2] = least;
  Refused<TypeParam> refused(cluster, paths);
  std::int64_t const vertex = refused.vertex_of({at(0)}, true);
  // The smallest of those that the lower distance reaches.
  std::uint32_t first = n;
  std::uint32_t const from = std::is_integral_v<TypeParam> ? place + 1 : place + 3;
  for (std::uint32_t k = from; k < n; ++k) first = std::min(first, at(k));
  EXPECT_EQ(vertex, first);
  EXPECT_TRUE(refused.says("the least number of the weights' type or below")) << refused.what();
}

// The cycle has a weight of 0, and rounding lowers it once: no path has these distances.
TEST(MpiNegativeFloats, ACycleThatIsNegativeByRoundingHasNoParents) {
  auto const& cluster = yoke_test::cluster_of();
  Refused<float> refused(cluster,
                         {{"rounded", 13, {{0, 1}, {1, 12}, {12, 1}}}, {0.3f, 1e8f, -1e8f}, false});
  EXPECT_EQ(refused.vertex_of({0}), -1) << refused.what();
  std::int64_t const vertex = refused.vertex_of({0}, true);
  EXPECT_TRUE(vertex == 1 || vertex == 12) << vertex;
  EXPECT_TRUE(refused.says("negative only by rounding")) << refused.what();
}

// A plan after an error; parents that the last rank alone wants; rounds against what the header
// says.
TEST(MpiNegativeWeightsPlans, AreUsedAgain) {
  auto const& cluster = yoke_test::cluster_of();
  int const rank = cluster.rank(), ranks = cluster.ranks();
  auto const at = across(cluster, 200);
  std::uint32_t const n = at.vertices();
  TestGraph path{"path over all ranks", n, {}};
  for (std::uint32_t k = 0; k + 1 < n; ++k) path.add(at(k), at(k + 1));
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
