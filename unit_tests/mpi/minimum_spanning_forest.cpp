#include "yoke/minimum_spanning_forest.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "mpi/refusals.hpp"
#include "mpi/rows.hpp"
#include "mpi/support.hpp"
#include "support/graphs.hpp"
#include "support/minimum_forests.hpp"
#include "support/seed.hpp"
#include "yoke/mpi/weighted_graph.hpp"

// Each rank's edges against those that Kruskal's algorithm finds in the whole graph.

namespace {

using yoke::MinimumForestAlgorithm;
using yoke_test::Cut;
using yoke_test::Device;
using yoke_test::Forest;
using yoke_test::rows_of_rank;
using yoke_test::TestGraph;
using yoke_test::vector_of;
using yoke_test::WeightKind;
using Memory = Device::memory_space;
using Cluster = yoke::Distributed<Device>;

template <class Vertex, class Weight>
struct Room {
  Kokkos::View<Vertex*, Memory> from, to;
  Kokkos::View<Weight*, Memory> weight;

  explicit Room(std::size_t size) : from("from", size), to("to", size), weight("weight", size) {}
  Forest<Vertex, Weight> found(yoke::MinimumForest<Weight> const& result) const {
    Forest<Vertex, Weight> forest{vector_of(from), vector_of(to), vector_of(weight), result.total};
    forest.from.resize(result.edges);
    forest.to.resize(result.edges);
    forest.weight.resize(result.edges);
    return forest;
  }
};

// Those whose smaller ends are from `begin` to below `end`, with the total of all.
template <class Vertex, class Weight>
Forest<Vertex, Weight> part_of_forest(Forest<Vertex, Weight> const& whole, std::size_t begin,
                                      std::size_t end) {
  Forest<Vertex, Weight> part;
  part.total = whole.total;
  for (std::size_t i = 0; i < whole.from.size(); ++i) {
    auto const from = static_cast<std::size_t>(whole.from[i]);
    if (from < begin || from >= end) continue;
    part.from.push_back(whole.from[i]);
    part.to.push_back(whole.to[i]);
    part.weight.push_back(whole.weight[i]);
  }
  return part;
}

template <class Vertex, class Offset, class Weight>
void expect_forest(Cluster const& cluster, TestGraph const& graph, WeightKind kind, Cut how,
                   yoke::MinimumForestOptions const& options = {}) {
  SCOPED_TRACE(graph.name + ", weights " + name_of(kind) + ", cut " +
               std::to_string(static_cast<int>(how)));
  auto const whole = yoke_test::weighted<Vertex, Offset, Weight>(graph, kind);
  auto const expected = yoke_test::kruskal(whole);
  auto const rows = rows_of_rank(cluster, whole, how);
  std::size_t const begin = rows.first_vertex(), end = begin + rows.own_vertices();
  Room<Vertex, Weight> const room(
      std::min(rows.own_arcs(), graph.vertices == 0 ? 0 : std::size_t(graph.vertices) - 1));
  auto const found =
      yoke::minimum_spanning_forest(cluster, rows, room.from, room.to, room.weight, options);
  EXPECT_TRUE(room.found(found) == part_of_forest(expected, begin, end));
  EXPECT_EQ(found.components, graph.vertices - expected.from.size());
  // Floating-point totals have one order.
  auto const alone = yoke_test::found_forest(yoke_test::Host(), whole, {});
  EXPECT_EQ(std::bit_cast<std::uint64_t>(found.total), std::bit_cast<std::uint64_t>(alone.total));
}

// Grids, hubs, paths, cliques, R-MAT, forests, loops, repeated edges; none and few vertices.
// Weights of every kind, rows cut in every way.
TEST(MpiMinimumForest, IsKruskalsOfEveryKindOfGraph) {
  auto const& cluster = yoke_test::cluster_of();
  std::size_t turn = 0;
  for (auto const& graph : yoke_test::test_graphs()) {
    for (auto const how : {Cut::evenly, yoke_test::all_cuts[turn % 5]}) {
      auto const kind = yoke_test::weight_kinds[turn++ % yoke_test::weight_kinds.size()];
      expect_forest<std::uint32_t, std::uint32_t, float>(cluster, graph, kind, how);
    }
    ++turn;  // other kinds for the same cuts
  }
}

TEST(MpiMinimumForest, IsKruskalsOfEveryType) {
  auto const graph = shuffled(yoke_test::skewed_graph(10, 1 << 13), yoke_test::base_seed());
  for (auto const kind : yoke_test::weight_kinds) {
    auto const& few = yoke_test::cluster_of(64);
    auto const& cluster = yoke_test::cluster_of();
    expect_forest<std::int32_t, std::int32_t, std::int32_t>(cluster, graph, kind, Cut::growing);
    expect_forest<std::uint32_t, std::uint64_t, double>(few, graph, kind, Cut::evenly);
    expect_forest<std::uint32_t, std::uint32_t, std::int64_t>(cluster, graph, kind, Cut::evenly);
    expect_forest<std::uint64_t, std::uint64_t, float>(few, graph, kind, Cut::growing);
    expect_forest<std::int64_t, std::int64_t, std::int64_t>(cluster, graph, kind, Cut::evenly);
  }
}

TEST(MpiMinimumForest, OfFewVertices) {
  auto const& cluster = yoke_test::cluster_of();
  for (std::uint32_t const n : {0u, 1u, 2u, 3u, 5u, 9u}) {
    for (auto const& graph :
         {yoke_test::path_graph(n), yoke_test::isolated_vertices(n), yoke_test::clique_graph(n)}) {
      expect_forest<std::uint32_t, std::uint32_t, float>(cluster, graph, WeightKind::few,
                                                         Cut::evenly);
    }
  }
}

// Every edge leads to another rank, and is there twice. All weights are equal: of the cycle the
// edge is left out whose arc comes last.
TEST(MpiMinimumForest, OfACycleOverAllRanks) {
  auto const& cluster = yoke_test::cluster_of();
  auto const ranks = static_cast<std::uint32_t>(cluster.ranks());
  std::uint32_t const each = 300, n = each * ranks;
  auto const at = [&](std::uint32_t k) { return k % ranks * each + k / ranks; };
  TestGraph graph{"cycle over all ranks", n, {}};
  for (std::uint32_t k = 0; k < 2 * n; ++k) graph.add(at(k % n), at((k + 1) % n));
  for (auto const kind : yoke_test::weight_kinds) {
    expect_forest<std::uint32_t, std::uint32_t, std::int32_t>(cluster, graph, kind, Cut::evenly);
  }
}

// All edges are of the rank of the hub, or of the leaves' ranks.
TEST(MpiMinimumForest, OfStars) {
  auto const& cluster = yoke_test::cluster_of();
  std::uint32_t const n = 3000;
  TestGraph last{"hub last", n, {}}, first{"hub first", n, {}};
  for (std::uint32_t v = 0; v + 1 < n; ++v) {
    last.add(v, n - 1);
    first.add(v + 1, 0);
  }
  for (auto const how : {Cut::evenly, Cut::none_on_every_other}) {
    expect_forest<std::uint32_t, std::uint32_t, double>(cluster, last, WeightKind::random, how);
    expect_forest<std::uint32_t, std::uint32_t, double>(cluster, first, WeightKind::random, how);
  }
}

TEST(MpiMinimumForest, ByEveryAlgorithm) {
  auto const& cluster = yoke_test::cluster_of();
  auto const graph = yoke_test::skewed_graph(11, 1 << 14);
  for (auto const& entry : yoke::minimum_forest_algorithms) {
    yoke::MinimumForestReport report;
    expect_forest<std::uint32_t, std::uint32_t, float>(
        cluster, graph, WeightKind::few, Cut::growing,
        {.algorithm = entry.algorithm, .validate = true, .report = &report});
    if (cluster.ranks() == 1) continue;
    EXPECT_EQ(report.algorithm, entry.algorithm == MinimumForestAlgorithm::automatic
                                    ? MinimumForestAlgorithm::boruvka
                                    : entry.algorithm);
    ASSERT_EQ(report.phases.size(), 3u);
    EXPECT_EQ(report.phases[0].name, "own arcs");
    EXPECT_GE(report.listed_edges, cluster.rank() == 0 ? graph.vertices / 4 : 0u);
  }
}

TEST(MpiMinimumForest, WritesStridedViewsAndCallsAPlanAgain) {
  auto const& cluster = yoke_test::cluster_of();
  auto const large = yoke_test::skewed_graph(10, 1 << 13), small = yoke_test::grid_graph(9, 9, 80);
  std::size_t held = 0;
  yoke::MinimumSpanningForestPlan<Cluster, std::uint32_t, std::uint32_t, std::int32_t> plan(
      cluster, large.vertices, 2 * large.edges.size());
  for (auto const* graph : {&small, &large, &small, &large}) {
    auto const whole =
        yoke_test::weighted<std::uint32_t, std::uint32_t, std::int32_t>(*graph, WeightKind::random);
    auto const rows = rows_of_rank(cluster, whole, Cut::evenly);
    std::size_t const size = rows.own_arcs();
    Kokkos::View<std::uint32_t**, Kokkos::LayoutRight, Memory> const table("table", size, 2);
    auto const from = Kokkos::subview(table, Kokkos::ALL, 0);
    auto const to = Kokkos::subview(table, Kokkos::ALL, 1);
    Room<std::uint32_t, std::int32_t> const room(size);
    auto const found = plan(rows, from, to, room.weight);
    Kokkos::deep_copy(room.from, from);
    Kokkos::deep_copy(room.to, to);
    std::size_t const begin = rows.first_vertex(), end = begin + rows.own_vertices();
    EXPECT_TRUE(room.found(found) == part_of_forest(yoke_test::kruskal(whole), begin, end));
    if (graph != &large) continue;
    EXPECT_EQ(plan.workspace_bytes(), held > 0 ? held : plan.workspace_bytes());
    held = plan.workspace_bytes();
  }
}

// Bytes, rounds and memory against what the header says.
TEST(MpiMinimumForest, TakesWhatTheHeaderSays) {
  auto const& cluster = yoke_test::cluster_of();
  auto const p = static_cast<std::uint64_t>(cluster.ranks());
  if (p == 1) GTEST_SKIP() << "nothing is sent";
  auto const graph = yoke_test::uniform_graph(8000, 40000);
  auto const whole =
      yoke_test::weighted<std::uint32_t, std::uint32_t, float>(graph, WeightKind::random);
  auto const rows = rows_of_rank(cluster, whole, Cut::evenly);
  std::uint64_t const n = rows.vertices(), arcs = rows.own_arcs();
  Room<std::uint32_t, float> const room(arcs);
  yoke::MinimumSpanningForestPlan<Cluster, std::uint32_t, std::uint32_t, float> plan(
      cluster, rows.own_vertices(), arcs);
  auto const found = plan(rows, room.from, room.to, room.weight);
  auto const sent = cluster.communication();
  auto const steps = static_cast<std::uint64_t>(std::bit_width(p - 1));
  EXPECT_LE(sent.rounds, 6 * steps + 10);
  std::uint64_t const forest = 12 * (n - 1),
                      small = 8 * std::max<std::uint64_t>(p, 3) * sent.rounds;
  EXPECT_LE(sent.bytes_sent, forest + small);
  // Others' edges go to rank 0, and come back.
  std::uint64_t const others = cluster.rank() > 0 ? found.edges : 0;
  EXPECT_GE(cluster.network().sum(sent.bytes_sent), 24 * cluster.network().sum(others));
  std::uint64_t const edges = std::max(arcs, 2 * n);
  std::uint64_t const most = 16 * edges + 12 * n + edges / 8 + 12 * n + 24 * n;
  EXPECT_LE(plan.workspace_bytes(), most + most / 20 + 16384);
}

// The Views have the forest all the same.
TEST(MpiMinimumForestOfBadInput, ATotalThatIsTooLargeIsRefusedOnAllRanks) {
  auto const& cluster = yoke_test::cluster_of();
  auto const whole = yoke_test::weighted_by<std::uint32_t, std::uint32_t, std::int64_t>(
      yoke_test::path_graph(40),
      [](std::size_t) { return std::numeric_limits<std::int64_t>::max(); });
  auto const rows = rows_of_rank(cluster, whole, Cut::evenly);
  Room<std::uint32_t, std::int64_t> const room(rows.own_arcs());
  yoke_test::expect_refused<yoke::InvalidInput>("the total of the forest's weights leaves", [&] {
    yoke::minimum_spanning_forest(cluster, rows, room.from, room.to, room.weight);
  });
  auto const from = vector_of(room.from), to = vector_of(room.to);
  for (std::size_t i = 0; i + 1 < rows.own_vertices(); ++i) {
    EXPECT_EQ(from[i], rows.first_vertex() + i);
    EXPECT_EQ(to[i], rows.first_vertex() + i + 1);
  }
}

TEST(MpiMinimumForestOfBadInput, EndsWithOneErrorOnAllRanks) {
  auto const& cluster = yoke_test::cluster_of();
  bool const is_last = cluster.rank() + 1 == cluster.ranks();
  auto const whole = yoke_test::weighted<std::uint32_t, std::uint32_t, float>(
      yoke_test::grid_graph(10, 10, 100), WeightKind::random);
  using Graph = yoke::DistributedWeightedGraph<std::uint32_t, std::uint32_t, float, Memory>;
  Graph const rows = rows_of_rank(cluster, whole, Cut::evenly);
  std::size_t const arcs = rows.own_arcs(), most = std::min<std::size_t>(arcs, 99);
  Room<std::uint32_t, float> const room(arcs), small(is_last ? most - 1 : arcs);
  auto const refused = [&](auto const& graph, auto const& from, auto const& to, auto const& weight,
                           std::string const& why, yoke::MinimumForestOptions const& options = {}) {
    yoke_test::expect_refused<std::invalid_argument>(
        why, [&] { yoke::minimum_spanning_forest(cluster, graph, from, to, weight, options); });
  };
  refused(rows, small.from, room.to, room.weight, ": from has ");
  refused(rows, room.from, small.to, room.weight, ": to has ");
  refused(rows, room.from, room.to, small.weight, ": weight has ");
  refused(rows, room.from, room.from, room.weight, "overlap");
  Graph const directed(yoke::unchecked, yoke::GraphKind::directed, rows.offsets(),
                       rows.neighbours(), rows.weights(), rows.first_vertex(), rows.vertices());
  refused(directed, room.from, room.to, room.weight, "is directed");
  auto weights = vector_of(rows.weights());
  if (is_last) weights[0] = std::numeric_limits<float>::quiet_NaN();
  Graph const of_nan(yoke::unchecked, rows.kind(), rows.offsets(), rows.neighbours(),
                     yoke_test::view_of<Memory>(weights), rows.first_vertex(), rows.vertices());
  yoke_test::expect_refused<yoke::InvalidInput>("NaN", [&] {
    yoke::minimum_spanning_forest(cluster, of_nan, room.from, room.to, room.weight,
                                  {.validate = true});
  });
  if (cluster.ranks() == 1) return;
  refused(rows, room.from, room.to, room.weight,
          yoke_test::differ(cluster, "options.validate", "false", "true"), {.validate = is_last});
  refused(rows, room.from, room.to, room.weight,
          yoke_test::differ(cluster, "options.algorithm", "boruvka", "sequential"),
          {.algorithm =
               is_last ? MinimumForestAlgorithm::sequential : MinimumForestAlgorithm::boruvka});
  Graph const vast(yoke::unchecked, rows.kind(), rows.offsets(), rows.neighbours(), rows.weights(),
                   rows.first_vertex(), (std::size_t(1) << 31) + 4);
  refused(vast, room.from, room.to, room.weight, "several ranks need 64-bit offsets");
}

}  // namespace
