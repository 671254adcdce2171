#include "yoke/connected_components.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "mpi/rows.hpp"
#include "mpi/support.hpp"
#include "support/graphs.hpp"
#include "support/seed.hpp"
#include "yoke/mpi/graph.hpp"

// Rows of graphs against the sequential oracle's labels of the whole.

namespace {

using yoke_test::Cut;
using yoke_test::Device;
using yoke_test::Part;
using yoke_test::part_of;
using yoke_test::TestGraph;
using yoke_test::vector_of;
using Memory = Device::memory_space;
using Cluster = yoke::Distributed<Device>;

template <class Vertex, class Offset>
void expect_labels(TestGraph const& whole, std::size_t most_message_bytes = 1 << 20) {
  auto const& cluster = yoke_test::cluster_of(most_message_bytes);
  auto const oracle = yoke_test::oracle_components(whole);
  std::vector<Vertex> const labels(oracle.label.begin(), oracle.label.end());
  for (auto const how : yoke_test::all_cuts) {
    auto const graph = Part<Vertex, Offset>(whole, cluster, how).on(cluster);
    auto const expected = part_of(labels, cluster.rank(), cluster.ranks(), how);
    Kokkos::View<Vertex*, Memory> const label("label", expected.size());
    Kokkos::deep_copy(label, 77);
    EXPECT_EQ(yoke::connected_components(cluster, graph, label), oracle.count)
        << whole.name << ", cut " << static_cast<int>(how);
    EXPECT_EQ(vector_of(label), expected) << whole.name << ", cut " << static_cast<int>(how);
  }
}

// Grids, hubs, paths, cliques, R-MAT, forests, loops, repeated edges; none and few vertices.
TEST(MpiComponents, LabelsEveryKindOfGraph) {
  for (auto const& graph : yoke_test::test_graphs()) {
    expect_labels<std::uint32_t, std::uint32_t>(graph);
  }
}

TEST(MpiComponents, LabelsByEveryType) {
  auto const graph = shuffled(yoke_test::grid_graph(30, 40, 55), yoke_test::base_seed());
  expect_labels<std::int32_t, std::int32_t>(graph);
  expect_labels<std::uint32_t, std::uint64_t>(graph, 64);
  expect_labels<std::uint64_t, std::uint64_t>(graph, 100);
  expect_labels<std::int64_t, std::int64_t>(graph);
}

TEST(MpiComponents, LabelsFewVertices) {
  for (std::uint32_t const n : {1u, 2u, 3u, 5u, 9u}) {
    expect_labels<std::uint32_t, std::uint32_t>(yoke_test::path_graph(n));
    expect_labels<std::uint32_t, std::uint32_t>(yoke_test::isolated_vertices(n));
  }
}

// Every edge of the path leads to another rank.
TEST(MpiComponents, LabelsAPathOverAllRanks) {
  auto const ranks = static_cast<std::uint32_t>(Cluster(MPI_COMM_WORLD).ranks());
  std::uint32_t const each = 500, n = each * ranks;
  auto const at = [&](std::uint32_t k) { return k % ranks * each + k / ranks; };
  TestGraph graph{"path over all ranks", n, {}};
  for (std::uint32_t k = 0; k + 1 < n; ++k) graph.add(at(k), at(k + 1));
  expect_labels<std::uint32_t, std::uint32_t>(graph);
}

TEST(MpiComponents, WritesAStridedViewAndCallsAPlanAgain) {
  Cluster const cluster(MPI_COMM_WORLD);
  auto const whole = yoke_test::skewed_graph(9, 1500);
  auto const expected =
      part_of(yoke_test::oracle_components(whole).label, cluster.rank(), cluster.ranks());
  auto const graph = Part<std::uint32_t, std::uint32_t>(whole, cluster, Cut::evenly).on(cluster);
  Kokkos::View<std::uint32_t**, Kokkos::LayoutRight, Memory> const table("table", expected.size(),
                                                                         2);
  auto const column = Kokkos::subview(table, Kokkos::ALL, 1);
  yoke::ConnectedComponentsPlan<Cluster, std::uint32_t> plan(cluster, graph.own_vertices(),
                                                             graph.own_arcs(), {.validate = true});
  for (int call = 0; call < 2; ++call) {
    plan(graph, column);
    Kokkos::View<std::uint32_t*, Memory> const copy("copy", expected.size());
    Kokkos::deep_copy(copy, column);
    EXPECT_EQ(vector_of(copy), expected);
    Kokkos::deep_copy(table, 5);
  }
}

// A bit of each kind for each vertex of other ranks, and of each rank the roots that others' join.
TEST(MpiComponents, SendsBitsOnceAndJoinedRoots) {
  Cluster const cluster(MPI_COMM_WORLD);
  auto const p = static_cast<std::uint64_t>(cluster.ranks());
  std::uint32_t const columns = 64, rows = 32 * static_cast<std::uint32_t>(p);
  // Whole blocks of rows: each rank's vertices are one component, so p roots, and fewer hooks.
  auto const whole = yoke_test::grid_graph(rows, columns, 100);
  auto const graph = Part<std::uint32_t, std::uint32_t>(whole, cluster, Cut::evenly).on(cluster);
  Kokkos::View<std::uint32_t*, Memory> const label("label", graph.own_vertices());
  EXPECT_EQ(yoke::connected_components(cluster, graph, label), 1u);
  if (p == 1) return;
  auto const report = cluster.communication();
  std::uint64_t const bits = graph.own_vertices() * (p - 1) / 4;
  // With the rounds' own numbers.
  std::uint64_t const hooks = 8 * (p - 1) * (p - 1), small = 8 * p * report.rounds;
  EXPECT_GE(report.bytes_sent, bits);
  EXPECT_LE(report.bytes_sent, bits + hooks + small);
  EXPECT_LE(report.rounds, 14u);
}

// Paths of p vertices, one of each rank: no component is large, and of all others' vertices the
// label is sent.
TEST(MpiComponents, SendsALabelForEachVertexThatArcsLeadTo) {
  Cluster const cluster(MPI_COMM_WORLD);
  auto const p = static_cast<std::uint32_t>(cluster.ranks());
  std::uint32_t const each = 4096;
  TestGraph whole{"paths across ranks", each * p, {}};
  for (std::uint32_t v = 0; v + each < each * p; ++v) whole.add(v, v + each);
  auto const graph = Part<std::uint32_t, std::uint32_t>(whole, cluster, Cut::evenly).on(cluster);
  Kokkos::View<std::uint32_t*, Memory> const label("label", each);
  EXPECT_EQ(yoke::connected_components(cluster, graph, label), each);
  for (std::uint32_t i = 0; i < each; ++i) ASSERT_EQ(vector_of(label)[i], i);
  if (p == 1) return;
  auto const report = cluster.communication();
  auto const r = static_cast<std::uint32_t>(cluster.rank());
  std::uint64_t const neighbours = (r > 0) + (r + 1 < p);
  std::uint64_t const labels = 4 * each * neighbours, bits = each * (p - 1) / 4;
  // For each label that an own vertex has heard, a pair to each other rank.
  std::uint64_t const pairs = 8 * each * neighbours * (p - 1), small = 8 * p * report.rounds;
  EXPECT_GE(report.bytes_sent, labels + bits);
  EXPECT_LE(report.bytes_sent, labels + bits + pairs + small);
}

// A component on each rank, of which the vertices are skipped, and one edge from each to the next
// rank's: last in both rows, so that only those follow it who look at what they have skipped.
TEST(MpiComponents, FollowsWhatWasSkippedWhereComponentsDiffer) {
  Cluster const cluster(MPI_COMM_WORLD);
  auto const p = static_cast<std::uint32_t>(cluster.ranks());
  auto const r = static_cast<std::uint32_t>(cluster.rank());
  std::uint32_t const each = 300;
  TestGraph whole{"a component a rank", each * p, {}};
  for (std::uint32_t v = 0; v < each * p; ++v) {
    for (std::uint32_t const step : {1u, 2u}) {
      if (v % each + step < each) whole.add(v, v + step);
    }
    if (v % each == each / 2 && v + each < each * p) whole.add(v, v + each);
  }
  Part<std::uint32_t, std::uint32_t> part(whole, cluster, Cut::evenly);
  for (std::size_t row = 0; row < each; ++row) {
    auto const at = [&](std::uint32_t arc) { return part.neighbours.begin() + arc; };
    std::stable_partition(at(part.offsets[row]), at(part.offsets[row + 1]),
                          [&](std::uint32_t u) { return u / each == r; });
  }
  auto const graph = part.on(cluster);
  Kokkos::View<std::uint32_t*, Memory> const label("label", graph.own_vertices());
  yoke::ComponentsReport report;
  EXPECT_EQ(yoke::connected_components(cluster, graph, label, {.report = &report}), 1u);
  EXPECT_EQ(vector_of(label), std::vector<std::uint32_t>(each, 0));
  auto const is_of_skipped = [](yoke::Phase const& phase) { return phase.name == "skipped arcs"; };
  EXPECT_EQ(std::ranges::count_if(report.phases, is_of_skipped), p > 1 ? 1 : 0);
}

// Of a kept plan: what its comment says, with the 1024 vertices that vote for the largest
// component.
TEST(MpiComponents, HoldsAWordForEachVertexAndBitsForEachOfEachRank) {
  Cluster const cluster(MPI_COMM_WORLD);
  if (cluster.ranks() == 1) return;
  auto const p = static_cast<std::uint32_t>(cluster.ranks());
  std::uint32_t const columns = 64;
  auto const whole = yoke_test::grid_graph(32 * p, columns, 100);
  auto const graph = Part<std::uint32_t, std::uint32_t>(whole, cluster, Cut::evenly).on(cluster);
  Kokkos::View<std::uint32_t*, Memory> const label("label", graph.own_vertices());
  yoke::ConnectedComponentsPlan<Cluster, std::uint32_t> plan(cluster, graph.own_vertices(),
                                                             graph.own_arcs());
  plan(graph, label);
  std::size_t const others = graph.vertices() - graph.own_vertices();
  // A word for each and each own one, and a bit; of what is said, either way, two bits and a place
  // of 64 bits for each 32.
  std::size_t const bytes = 4 * (graph.vertices() + graph.own_vertices()) + graph.vertices() / 8 +
                            (others + (p - 1) * graph.own_vertices()) / 2;
  // A pair for each vertex of the rows at both ends, one a joined root, and long rows' chunks.
  std::size_t const pairs = 8 * (2 * columns + 2 * p), chunks = 16 * (graph.own_arcs() / 4096);
  EXPECT_GE(plan.workspace_bytes(), bytes);
  EXPECT_LE(plan.workspace_bytes(), bytes + 4 * 1024 + pairs + chunks + 64 + 64 * p);
}

TEST(MpiComponentsOfBadInput, EndsWithOneErrorOnAllRanks) {
  Cluster const cluster(MPI_COMM_WORLD);
  bool const is_last = cluster.rank() + 1 == cluster.ranks();
  auto const whole = yoke_test::grid_graph(10, 10, 100);
  using Rows = Part<std::uint32_t, std::uint32_t>;
  Rows const right(whole, cluster, Cut::evenly);
  auto const refused = [&](Rows const& rows, std::string const& why) {
    auto const text = yoke_test::what_is_thrown([&] { rows.on(cluster); });
    EXPECT_NE(text.find(why), std::string::npos) << text;
    EXPECT_TRUE(yoke_test::same_on_all(text)) << text;
  };
  auto wrong = right;
  if (is_last) wrong.neighbours[1] = 100;
  refused(wrong, "neighbours(1) is 100");
  EXPECT_THROW(wrong.on(cluster), yoke::InvalidInput);
  wrong = right;
  if (is_last) wrong.offsets[1] = 99;
  refused(wrong, "offsets fall after 1");
  wrong = right;
  if (is_last) wrong.neighbours.pop_back();
  refused(wrong, "offsets end at");
  wrong = right;
  if (is_last) wrong.offsets[0] = 1;
  refused(wrong, "offsets(0) is 1");
  wrong = right;
  if (is_last) wrong.neighbours[0] = 99 - wrong.neighbours[0];
  refused(wrong, "not symmetric");

  auto const graph = right.on(cluster);
  Kokkos::View<std::uint32_t*, Memory> const label("label", graph.own_vertices() - is_last),
      full("full", graph.own_vertices());
  auto const text =
      yoke_test::what_is_thrown([&] { yoke::connected_components(cluster, graph, label); });
  EXPECT_NE(text.find("label has"), std::string::npos) << text;
  EXPECT_TRUE(yoke_test::same_on_all(text));
  auto const directed = right.on(cluster, yoke::GraphKind::directed);
  EXPECT_THROW(yoke::connected_components(cluster, directed, full), std::invalid_argument);
  if (cluster.ranks() == 1) return;
  EXPECT_THROW(
      yoke::connected_components(cluster, graph, full,
                                 {.algorithm = yoke::ComponentsAlgorithm::shiloach_vishkin}),
      std::invalid_argument);
  EXPECT_THROW(yoke::connected_components(cluster, graph, full, {.validate = is_last}),
               std::invalid_argument);
}

}  // namespace
