#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <memory>
#include <vector>

#include "mpi/failing_allocations.hpp"
#include "mpi/rows.hpp"
#include "mpi/support.hpp"
#include "support/graphs.hpp"
#include "support/minimum_forests.hpp"
#include "support/paths_oracle.hpp"
#include "yoke/bfs.hpp"
#include "yoke/connected_components.hpp"
#include "yoke/minimum_spanning_forest.hpp"
#include "yoke/mpi/weighted_graph.hpp"
#include "yoke/shortest_paths.hpp"

// Graphs where one rank runs out of memory.

namespace {

using yoke_test::Cut;
using yoke_test::Device;
using yoke_test::expect_recovery;
using yoke_test::Part;
using yoke_test::part_of;
using yoke_test::TestGraph;
using yoke_test::vector_of;
using Memory = Device::memory_space;
using Cluster = yoke::Distributed<Device>;
using Words = Kokkos::View<std::uint32_t*, Memory>;

constexpr std::uint32_t largest = 3000;

// A large component in the first half, where all are within a few arcs of each other, and paths
// across the ranks in the second.
TestGraph hub_and_paths(std::uint32_t vertices) {
  TestGraph graph{"hub and paths", vertices, {}};
  std::uint32_t const half = vertices / 2;
  for (std::uint32_t v = 1; v < half; ++v) graph.add(v % 7 == 0 ? 0 : v / 7, v);
  for (std::uint32_t v = half; v + half / 3 < vertices; ++v) graph.add(v, v + half / 3);
  return graph;
}

// Each rank's part, made while nothing fails.
struct Case {
  TestGraph whole;
  yoke::DistributedGraph<std::uint32_t, std::uint32_t, Memory> graph;
  // Every edge has its number as its weight.
  yoke::WeightedGraph<std::uint32_t, std::uint32_t, std::int32_t, Kokkos::HostSpace> weighted;
  yoke::DistributedWeightedGraph<std::uint32_t, std::uint32_t, std::int32_t, Memory> weighted_rows;
  int rank, ranks;

  Case(Cluster const& cluster, std::uint32_t vertices)
      : whole(hub_and_paths(vertices)),
        graph(Part<std::uint32_t, std::uint32_t>(whole, cluster, Cut::growing).on(cluster)),
        weighted(yoke_test::weighted_by<std::uint32_t, std::uint32_t, std::int32_t>(
            whole, [](std::size_t e) { return static_cast<std::int32_t>(e); })),
        weighted_rows(yoke_test::rows_of_rank(cluster, weighted, Cut::growing)),
        rank(cluster.rank()),
        ranks(cluster.ranks()) {}

  Words own_words() const { return Words("words", graph.own_vertices()); }
  std::vector<std::uint32_t> own(std::vector<std::uint32_t> const& all) const {
    return part_of(all, rank, ranks, Cut::growing);
  }
};

using ComponentsPlan = yoke::ConnectedComponentsPlan<Cluster, std::uint32_t>;

bool labels(Case const& given, ComponentsPlan& plan) {
  auto const label = given.own_words();
  plan(given.graph, label);
  return vector_of(label) == given.own(yoke_test::oracle_components(given.whole).label);
}

bool spans(Case const& given, ComponentsPlan& plan) {
  auto const expected = given.own(yoke_test::oracle_components(given.whole).label);
  auto const label = given.own_words(), from = given.own_words(), to = given.own_words();
  auto const forest = plan(given.graph, label, from, to);
  std::size_t roots = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    roots += expected[i] == given.graph.first_vertex() + i;
  }
  return vector_of(label) == expected && forest.own_edges == expected.size() - roots;
}

// A plan that has been called with little, to be called with much.
template <class Plan, class Call, class... Options>
void expect_graph_recovery(Cluster const& cluster, Call const& call, Options const&... options) {
  Case const little(cluster, 40), much(cluster, largest);
  expect_recovery(cluster, [&] {
    auto const plan = std::make_shared<Plan>(cluster, largest, 4 * largest, options...);
    EXPECT_TRUE(call(little, *plan));
    return [plan, &much, &call] { return call(much, *plan); };
  });
}

TEST(MpiFailuresOfGraphs, ComponentsAreFoundAfterOneRankHadNoMemory) {
  Cluster const cluster(MPI_COMM_WORLD);
  if (cluster.ranks() == 1) GTEST_SKIP() << "one rank has yoke::connected_components's plan";
  expect_graph_recovery<ComponentsPlan>(cluster, labels);
}

TEST(MpiFailuresOfGraphs, ForestsAreFoundAfterOneRankHadNoMemory) {
  Cluster const cluster(MPI_COMM_WORLD);
  if (cluster.ranks() == 1) GTEST_SKIP() << "one rank has yoke::spanning_forest's plan";
  expect_graph_recovery<ComponentsPlan>(cluster, spans);
}

// As far as the paths are long.
std::vector<std::uint32_t> levels_of(TestGraph const& graph, std::uint32_t source) {
  std::vector<std::uint32_t> level(graph.vertices, ~std::uint32_t(0));
  level[source] = 0;
  for (bool is_new = true; is_new;) {
    is_new = false;
    auto const follow = [&](std::uint32_t u, std::uint32_t v) {
      if (level[u] == ~std::uint32_t(0) || level[v] <= level[u] + 1) return;
      level[v] = level[u] + 1;
      is_new = true;
    };
    for (auto const& [u, v] : graph.edges) {
      follow(static_cast<std::uint32_t>(u), static_cast<std::uint32_t>(v));
      follow(static_cast<std::uint32_t>(v), static_cast<std::uint32_t>(u));
    }
  }
  return level;
}

using SearchPlan = yoke::BfsPlan<Cluster, std::uint32_t>;

// From the large component, and from a path.
bool searches(Case const& given, SearchPlan& plan) {
  auto const level = given.own_words(), parent = given.own_words();
  bool is_right = true;
  for (std::uint32_t const source : {1u, given.whole.vertices / 2}) {
    plan(given.graph, source, level, parent);
    is_right = is_right && vector_of(level) == given.own(levels_of(given.whole, source));
  }
  return is_right;
}

TEST(MpiFailuresOfGraphs, GraphsAreSearchedAfterOneRankHadNoMemory) {
  Cluster const cluster(MPI_COMM_WORLD);
  if (cluster.ranks() == 1) GTEST_SKIP() << "one rank has yoke::bfs's plan";
  for (bool const smallest : {false, true}) {
    expect_graph_recovery<SearchPlan>(cluster, searches,
                                      yoke::BfsOptions{.deterministic_parents = smallest});
  }
}

using LightestPlan =
    yoke::MinimumSpanningForestPlan<Cluster, std::uint32_t, std::uint32_t, std::int32_t>;

bool finds_lightest(Case const& given, LightestPlan& plan) {
  auto const& rows = given.weighted_rows;
  Words const from("from", rows.own_arcs()), to("to", rows.own_arcs());
  Kokkos::View<std::int32_t*, Memory> const weight("weight", rows.own_arcs());
  auto const found = plan(rows, from, to, weight);
  auto const expected = yoke_test::kruskal(given.weighted);
  return found.total == expected.total &&
         found.components == given.whole.vertices - expected.from.size();
}

TEST(MpiFailuresOfGraphs, LightestForestsAreFoundAfterOneRankHadNoMemory) {
  Cluster const cluster(MPI_COMM_WORLD);
  if (cluster.ranks() == 1) GTEST_SKIP() << "one rank has yoke::minimum_spanning_forest's plan";
  expect_graph_recovery<LightestPlan>(cluster, finds_lightest);
}

using PathsPlan = yoke::ShortestPathsPlan<Cluster, std::uint32_t, std::uint32_t, std::int32_t>;

// From the large component, and from a path.
bool finds_paths(Case const& given, PathsPlan& plan) {
  auto const& rows = given.weighted_rows;
  auto const parent = given.own_words();
  Kokkos::View<std::int32_t*, Memory> const distance("distance", rows.own_vertices());
  yoke_test::WeightedTestGraph<std::int32_t> weighted{given.whole, {}};
  for (std::size_t e = 0; e < given.whole.edges.size(); ++e) {
    weighted.weights.push_back(static_cast<std::int32_t>(e));
  }
  yoke_test::PathsOracle<std::int32_t> oracle(weighted);
  bool is_right = true;
  for (std::uint32_t const source : {1u, given.whole.vertices / 2}) {
    oracle.search({source});
    plan(rows, source, distance, parent);
    is_right = is_right && vector_of(distance) ==
                               part_of(oracle.distances, given.rank, given.ranks, Cut::growing);
  }
  return is_right;
}

TEST(MpiFailuresOfGraphs, LightestPathsAreFoundAfterOneRankHadNoMemory) {
  Cluster const cluster(MPI_COMM_WORLD);
  if (cluster.ranks() == 1) GTEST_SKIP() << "one rank has yoke::shortest_paths's plan";
  expect_graph_recovery<PathsPlan>(cluster, finds_paths);
}

}  // namespace
