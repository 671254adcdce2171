#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "mpi/negative_weights.hpp"
#include "mpi/paths_case.hpp"
#include "mpi/refusals.hpp"
#include "mpi/rows.hpp"
#include "mpi/support.hpp"
#include "support/graphs.hpp"
#include "support/paths_oracle.hpp"
#include "support/seed.hpp"
#include "yoke/shortest_paths.hpp"

// What Bellman-Ford's algorithm on ranks refuses: cycles of negative weight, and distances below
// the weights' type.

namespace {

using yoke_test::across;
using yoke_test::bellman_ford;
using yoke_test::Cut;
using yoke_test::Device;
using yoke_test::expect_bellman_ford;
using yoke_test::GraphDice;
using yoke_test::PathsOracle;
using yoke_test::takes_too_long;
using yoke_test::TestGraph;
using yoke_test::view_of;
using yoke_test::weighted;
using yoke_test::WeightedTestGraph;
using Memory = Device::memory_space;
using Cluster = yoke::Distributed<Device>;

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

template <class Weight>
class MpiRefusedWeights : public testing::Test {};
using AllWeights = testing::Types<std::int32_t, std::int64_t, float, double>;
TYPED_TEST_SUITE(MpiRefusedWeights, AllWeights);

// A path into a cycle, both over all ranks. With a weight more the cycle is 0, and no error.
TYPED_TEST(MpiRefusedWeights, ANegativeCycleIsNamed) {
  auto const& cluster = yoke_test::cluster_of();
  if (takes_too_long<TypeParam>(cluster)) GTEST_SKIP() << "other types are tested";
  auto const at = across(cluster, 70);
  std::uint32_t const n = at.vertices();
  for (std::uint32_t const length : {1u, 2u, n / 2, n - 1}) {
    std::uint32_t const begin = n - length;  // of the cycle
    TestGraph graph = at.path();
    graph.add(at(n - 1), at(begin));
    for (bool const is_negative : {true, false}) {
      auto const last = 1 - static_cast<int>(length) - (is_negative ? 1 : 0);
      auto const paths = weighted<TypeParam>(
          graph, [&](std::size_t e) { return e + 1 == graph.edges.size() ? last : 1; });
      if (!is_negative) {
        expect_bellman_ford(cluster, paths, {at(0)});
        continue;
      }
      Refused<TypeParam> refused(cluster, paths);
      std::int64_t const vertex = refused.vertex_of({at(0)}, length % 2 == 0);
      EXPECT_TRUE(refused.says("lies on a cycle of negative weight")) << refused.what();
      bool is_on_it = false;
      for (std::uint32_t k = begin; k < n; ++k) is_on_it = is_on_it || at(k) == vertex;
      EXPECT_TRUE(is_on_it) << vertex << " on a cycle of " << length;
    }
  }
}

// Nobody reaches the cycle: the arc between leads away from it.
TYPED_TEST(MpiRefusedWeights, ANegativeCycleOutOfReachIsNotRefused) {
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
TYPED_TEST(MpiRefusedWeights, ShortCyclesAreNamed) {
  auto const& cluster = yoke_test::cluster_of();
  if (takes_too_long<TypeParam>(cluster)) GTEST_SKIP() << "other types are tested";
  auto const at = across(cluster, 80);
  std::uint32_t const n = at.vertices(), place = n / 2;
  TestGraph path = at.path();
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
  expect_bellman_ford(cluster, with(place, place, 0), {at(0)});
  Refused<TypeParam> back(cluster, with(place + 1, place, -2));
  std::int64_t const vertex = back.vertex_of({at(0)});
  EXPECT_TRUE(vertex == at(place) || vertex == at(place + 1)) << vertex;
  EXPECT_TRUE(back.says("lies on")) << back.what();
  auto edge = weighted<TypeParam>(
      path, [&](std::size_t e) { return e == place ? -1 : 1; }, true);
  Refused<TypeParam> both_ways(cluster, edge);
  EXPECT_GE(both_ways.vertex_of({at(0)}), 0);
}

// Least weights of walks, by Floyd and Warshall. A bound stands for any lower one.
constexpr int no_walk = 1 << 20, lowest_walk = -(1 << 20);
template <class Weight>
std::vector<int> least_walks(WeightedTestGraph<Weight> const& paths) {
  auto const& graph = paths.graph;
  std::size_t const n = graph.vertices;
  std::vector<int> walk(n * n, no_walk);
  for (std::size_t v = 0; v < n; ++v) walk[v * n + v] = 0;
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    auto& least = walk[graph.edges[e].first * n + graph.edges[e].second];
    least = std::min(least, static_cast<int>(paths.weights[e]));
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t u = 0; u < n; ++u) {
      for (std::size_t v = 0; v < n; ++v) {
        int const first = walk[u * n + k], second = walk[k * n + v];
        if (first == no_walk || second == no_walk) continue;
        walk[u * n + v] = std::min(walk[u * n + v], std::max(first + second, lowest_walk));
      }
    }
  }
  return walk;
}

// Small graphs by chance, with an error if and only if a source reaches a negative cycle.
TYPED_TEST(MpiRefusedWeights, SmallGraphsAreRefusedIfASourceReachesACycle) {
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
    auto const walk = least_walks(paths);
    auto const reaches = [&](std::uint64_t u, std::uint64_t v) {
      return walk[u * n + v] != no_walk;
    };
    auto const is_on_cycle = [&](std::uint64_t v) { return walk[v * n + v] < 0; };
    bool is_refused = false;
    for (std::uint32_t v = 0; v < n; ++v) {
      is_refused = is_refused || (is_on_cycle(v) && reaches(source, v));
    }
    if (!is_refused) {
      expect_bellman_ford(cluster, paths, {source}, how);
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

TYPED_TEST(MpiRefusedWeights, ADistanceBelowTheTypeIsRefused) {
  auto const& cluster = yoke_test::cluster_of();
  auto const at = across(cluster, 30);
  std::uint32_t const n = at.vertices(), place = 7;
  TestGraph path = at.path();
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
TEST(MpiRefusedFloats, ACycleThatIsNegativeByRoundingHasNoParents) {
  auto const& cluster = yoke_test::cluster_of();
  Refused<float> refused(cluster,
                         {{"rounded", 13, {{0, 1}, {1, 12}, {12, 1}}}, {0.3f, 1e8f, -1e8f}, false});
  EXPECT_EQ(refused.vertex_of({0}), -1) << refused.what();
  std::int64_t const vertex = refused.vertex_of({0}, true);
  EXPECT_TRUE(vertex == 1 || vertex == 12) << vertex;
  EXPECT_TRUE(refused.says("negative only by rounding")) << refused.what();
}

}  // namespace
