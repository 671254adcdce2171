#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "mpi/rows.hpp"
#include "mpi/support.hpp"
#include "support/forests.hpp"
#include "support/graphs.hpp"
#include "support/seed.hpp"
#include "yoke/connected_components.hpp"
#include "yoke/mpi/graph.hpp"

// The edges of all ranks are judged as one forest, by sequential sets.

namespace {

using yoke_test::Cut;
using yoke_test::Device;
using yoke_test::ForestOracle;
using yoke_test::Part;
using yoke_test::part_of;
using yoke_test::TestGraph;
using yoke_test::vector_of;
using Memory = Device::memory_space;
using Cluster = yoke::Distributed<Device>;

// All ranks' elements, on each.
std::vector<std::uint64_t> of_all(Cluster const& cluster, std::vector<std::uint64_t> const& own) {
  int const size = static_cast<int>(own.size());
  std::vector<int> sizes(static_cast<std::size_t>(cluster.ranks())), begins;
  MPI_Allgather(&size, 1, MPI_INT, sizes.data(), 1, MPI_INT, MPI_COMM_WORLD);
  int total = 0;
  for (int const n : sizes) {
    begins.push_back(total);
    total += n;
  }
  std::vector<std::uint64_t> all(static_cast<std::size_t>(total));
  MPI_Allgatherv(own.data(), size, MPI_UINT64_T, all.data(), sizes.data(), begins.data(),
                 MPI_UINT64_T, MPI_COMM_WORLD);
  return all;
}

template <class V>
std::vector<std::uint64_t> first_of(V const& view, std::size_t count) {
  auto const all = vector_of(view);
  return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count)};
}

template <class Vertex, class Offset>
void expect_forest(TestGraph const& whole, std::size_t most_message_bytes = 1 << 20,
                   bool reverse_rows = false) {
  auto const& cluster = yoke_test::cluster_of(most_message_bytes);
  auto const oracle = yoke_test::oracle_components(whole);
  ForestOracle const edges(whole);
  std::vector<Vertex> const labels(oracle.label.begin(), oracle.label.end());
  for (auto const how : yoke_test::all_cuts) {
    SCOPED_TRACE(whole.name + ", cut " + std::to_string(static_cast<int>(how)));
    Part<Vertex, Offset> part(whole, cluster, how);
    for (std::size_t row = 0; reverse_rows && row + 1 < part.offsets.size(); ++row) {
      auto const at = [&](Offset arc) {
        return part.neighbours.begin() + static_cast<std::ptrdiff_t>(arc);
      };
      std::reverse(at(part.offsets[row]), at(part.offsets[row + 1]));
    }
    auto const graph = part.on(cluster);
    auto const expected = part_of(labels, cluster.rank(), cluster.ranks(), how);
    auto const begin = yoke_test::cut(whole.vertices, cluster.ranks(),
                                      how)[static_cast<std::size_t>(cluster.rank())];
    Kokkos::View<Vertex*, Memory> const label("label", expected.size()),
        from("from", expected.size() + 1), to("to", expected.size());
    Kokkos::deep_copy(label, 77);
    Kokkos::deep_copy(from, 77);
    Kokkos::deep_copy(to, 77);
    auto const found = yoke::spanning_forest(cluster, graph, label, from, to);
    EXPECT_EQ(found.components, oracle.count);
    EXPECT_EQ(vector_of(label), expected);
    std::size_t own_edges = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      own_edges += static_cast<std::uint64_t>(expected[i]) != begin + i;
    }
    ASSERT_EQ(found.own_edges, own_edges);
    EXPECT_EQ(vector_of(from).back(), Vertex(77));
    auto const all_from = of_all(cluster, first_of(from, own_edges)),
               all_to = of_all(cluster, first_of(to, own_edges));
    ASSERT_EQ(all_from.size(), whole.vertices - oracle.count);
    edges.expect_spanning(oracle.count, all_from, all_to);
  }
}

// Grids, hubs, paths, cliques, R-MAT, forests, loops, repeated edges; none and few vertices.
TEST(MpiForest, SpansEveryKindOfGraph) {
  for (auto const& graph : yoke_test::test_graphs()) {
    expect_forest<std::uint32_t, std::uint32_t>(graph);
  }
}

TEST(MpiForest, SpansByEveryTypeAndRowsInAnyOrder) {
  auto const graph = shuffled(yoke_test::grid_graph(30, 40, 55), yoke_test::base_seed());
  expect_forest<std::int32_t, std::int32_t>(graph, 1 << 20, true);
  expect_forest<std::uint32_t, std::uint64_t>(graph, 64);
  expect_forest<std::uint64_t, std::uint64_t>(graph, 100, true);
  expect_forest<std::int64_t, std::int64_t>(graph);
}

TEST(MpiForest, SpansFewVertices) {
  for (std::uint32_t const n : {1u, 2u, 3u, 5u, 9u}) {
    expect_forest<std::uint32_t, std::uint32_t>(yoke_test::path_graph(n));
    expect_forest<std::uint32_t, std::uint32_t>(yoke_test::isolated_vertices(n));
  }
}

// Every edge leads to another rank. As a cycle, ranks note more arcs than the forest has.
TEST(MpiForest, SpansACycleOverAllRanks) {
  auto const ranks = static_cast<std::uint32_t>(Cluster(MPI_COMM_WORLD).ranks());
  std::uint32_t const each = 500, n = each * ranks;
  auto const at = [&](std::uint32_t k) { return k % ranks * each + k / ranks; };
  TestGraph graph{"cycle over all ranks", n, {}};
  for (std::uint32_t k = 0; k < n; ++k) graph.add(at(k), at((k + 1) % n));
  expect_forest<std::uint32_t, std::uint32_t>(graph);
}

// A hub on the last rank of which all others' vertices are leaves: the edges are the leaves'
// ranks'.
TEST(MpiForest, GivesAStarsEdgesToTheLeaves) {
  std::uint32_t const n = 4000;
  TestGraph last{"hub last", n, {}}, first{"hub first", n, {}};
  for (std::uint32_t v = 0; v + 1 < n; ++v) {
    last.add(v, n - 1);
    first.add(v + 1, 0);
  }
  expect_forest<std::uint32_t, std::uint32_t>(last);
  expect_forest<std::uint32_t, std::uint32_t>(first);
}

// Two paths a rank, joined to two of the whole, with each edge between ranks there several times
// over: of the arcs that two ranks note of one pair of paths, one is chosen.
TEST(MpiForest, SpansTwoComponentsOnEachRank) {
  auto const ranks = static_cast<std::uint32_t>(Cluster(MPI_COMM_WORLD).ranks());
  std::uint32_t const each = 300, n = each * ranks;
  TestGraph graph{"two components a rank", n, {}};
  for (std::uint32_t v = 0; v < n; ++v) {
    if (v % each + 2 < each) graph.add(v, v + 2);
    if (ranks > 1) graph.add(v, (v + each) % n);
  }
  expect_forest<std::uint32_t, std::uint32_t>(graph);
}

TEST(MpiForest, SpansRmatWithAndWithoutALargeComponent) {
  for (std::size_t const edges : {400u, 3000u, 30000u}) {
    expect_forest<std::uint32_t, std::uint32_t>(yoke_test::skewed_graph(12, edges));
  }
}

TEST(MpiForest, WritesStridedViewsAndCallsAPlanAgain) {
  Cluster const cluster(MPI_COMM_WORLD);
  auto const whole = yoke_test::skewed_graph(9, 1500);
  auto const oracle = yoke_test::oracle_components(whole);
  ForestOracle const edges(whole);
  auto const expected = part_of(oracle.label, cluster.rank(), cluster.ranks());
  auto const graph = Part<std::uint32_t, std::uint32_t>(whole, cluster, Cut::evenly).on(cluster);
  Kokkos::View<std::uint32_t**, Kokkos::LayoutRight, Memory> const table("table", expected.size(),
                                                                         3);
  auto const column = [&](int k) { return Kokkos::subview(table, Kokkos::ALL, k); };
  yoke::ComponentsReport report;
  yoke::ConnectedComponentsPlan<Cluster, std::uint32_t> plan(
      cluster, graph.own_vertices(), graph.own_arcs(), {.validate = true, .report = &report});
  for (int call = 0; call < 3; ++call) {
    Kokkos::deep_copy(table, 5);
    Kokkos::View<std::uint32_t*, Memory> const copy("copy", expected.size());
    if (call == 1) {  // a plan for both
      EXPECT_EQ(plan(graph, column(0)), oracle.count);
      continue;
    }
    auto const found = plan(graph, column(0), column(1), column(2));
    EXPECT_FALSE(report.phases.empty());
    Kokkos::deep_copy(copy, column(0));
    EXPECT_EQ(vector_of(copy), expected);
    Kokkos::deep_copy(copy, column(1));
    auto const from = of_all(cluster, first_of(copy, found.own_edges));
    Kokkos::deep_copy(copy, column(2));
    edges.expect_spanning(oracle.count, from, of_all(cluster, first_of(copy, found.own_edges)));
  }
}

// Labels to all ranks, of each rank the arcs to others that it notes, and chosen edges to owners.
TEST(MpiForest, SendsLabelsOnceAndNotedArcs) {
  Cluster const cluster(MPI_COMM_WORLD);
  auto const p = static_cast<std::uint64_t>(cluster.ranks());
  std::uint32_t const columns = 64, rows = 32 * static_cast<std::uint32_t>(p);
  // Whole blocks of rows: each rank's vertices are one component, so p roots, and fewer arcs.
  auto const whole = yoke_test::grid_graph(rows, columns, 100);
  auto const graph = Part<std::uint32_t, std::uint32_t>(whole, cluster, Cut::evenly).on(cluster);
  std::size_t const own = graph.own_vertices();
  Kokkos::View<std::uint32_t*, Memory> const label("label", own), from("from", own), to("to", own);
  yoke::ConnectedComponentsPlan<Cluster, std::uint32_t> plan(cluster, own, graph.own_arcs());
  EXPECT_EQ(plan(graph, label, from, to).components, 1u);
  if (p == 1) return;
  auto const report = cluster.communication();
  std::uint64_t const labels = 4 * own * (p - 1), arcs = 8 * (p - 1) * (p - 1);
  std::uint64_t const edges = 12 * (p - 1), small = 8 * p * report.rounds;  // the rounds' own
  EXPECT_GE(report.bytes_sent, labels);
  EXPECT_LE(report.bytes_sent, labels + arcs + edges + small);
  EXPECT_LE(report.rounds, 16u);
  // Two words a vertex, and half a one for each own; arcs and edges are few, and 1024 vote.
  std::size_t const words = 2 * graph.vertices();
  std::size_t const most = words + own / 2 + 1024 + 64 * p + 64;
  EXPECT_GE(plan.workspace_bytes(), 4 * words);
  EXPECT_LE(plan.workspace_bytes(), 4 * most);
}

TEST(MpiForestOfBadInput, EndsWithOneErrorOnAllRanks) {
  Cluster const cluster(MPI_COMM_WORLD);
  bool const is_last = cluster.rank() + 1 == cluster.ranks();
  Part<std::uint32_t, std::uint32_t> const part(yoke_test::grid_graph(10, 10, 100), cluster,
                                                Cut::evenly);
  auto const graph = part.on(cluster);
  std::size_t const own = graph.own_vertices();
  Kokkos::View<std::uint32_t*, Memory> const label("label", own), edges("edges", own),
      other("other", own), label_or_short("label", own - is_last);
  auto const refused = [&](auto const& called_with, std::string const& why) {
    auto const text = yoke_test::what_is_thrown(called_with);
    EXPECT_NE(text.find(why), std::string::npos) << text;
    EXPECT_TRUE(yoke_test::same_on_all(text)) << text;
  };
  refused([&] { yoke::spanning_forest(cluster, graph, label_or_short, edges, other); },
          "label has");
  refused([&] { yoke::spanning_forest(cluster, graph, label, label_or_short, other); }, "from has");
  refused([&] { yoke::spanning_forest(cluster, graph, label, edges, label_or_short); }, ": to has");
  refused(
      [&] {
        if (is_last) {
          yoke::spanning_forest(cluster, graph, label, edges, edges);
        } else {
          yoke::spanning_forest(cluster, graph, label, edges, other);
        }
      },
      "overlap");
  auto const directed = part.on(cluster, yoke::GraphKind::directed);
  refused([&] { yoke::spanning_forest(cluster, directed, label, edges, other); }, "is directed");
  if (cluster.ranks() == 1) return;
  EXPECT_THROW(yoke::spanning_forest(cluster, graph, label, edges, other, {.validate = is_last}),
               std::invalid_argument);
}

}  // namespace
