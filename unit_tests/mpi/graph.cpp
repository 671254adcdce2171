#include "yoke/mpi/graph.hpp"

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
#include "yoke/connected_components.hpp"

// Rows that ranks build of their own edges against those of one space, which a test of its own
// compares with an oracle.

namespace {

using yoke::GraphBuildOptions;
using yoke_test::Cut;
using yoke_test::Device;
using yoke_test::part_of;
using yoke_test::TestGraph;
using yoke_test::vector_of;
using yoke_test::view_of;
using Memory = Device::memory_space;
using Cluster = yoke::Distributed<Device>;

// This rank's edges.
template <class Vertex>
yoke::EdgeList<Vertex, Memory> own_edges(TestGraph const& whole, Cluster const& cluster, Cut how) {
  std::vector<Vertex> from, to;
  for (auto const& [u, v] : part_of(whole.edges, cluster.rank(), cluster.ranks(), how)) {
    from.push_back(static_cast<Vertex>(u));
    to.push_back(static_cast<Vertex>(v));
  }
  yoke::EdgeList<Vertex, Memory> list;
  list.vertices = whole.vertices;
  list.from = view_of<Memory>(from);
  list.to = view_of<Memory>(to);
  return list;
}

template <class Vertex, class Offset>
void expect_rows(TestGraph const& whole, GraphBuildOptions const& options = {},
                 std::size_t most_message_bytes = 1 << 20) {
  auto const& cluster = yoke_test::cluster_of(most_message_bytes);
  auto const kind = options.symmetrise ? yoke::GraphKind::symmetric : yoke::GraphKind::directed;
  // Vertices are shared out evenly, whoever has the edges.
  yoke_test::Part<Vertex, Offset> expected(whole, cluster, Cut::evenly, options);
  if (expected.offsets.empty()) expected.offsets.push_back(0);
  for (auto const how : yoke_test::all_cuts) {
    SCOPED_TRACE(whole.name + ", cut " + std::to_string(static_cast<int>(how)));
    auto const edges = own_edges<Vertex>(whole, cluster, how);
    auto const built = yoke::build_graph<Offset>(cluster, edges, options);
    EXPECT_EQ(vector_of(built.offsets()), expected.offsets);
    EXPECT_EQ(vector_of(built.neighbours()), expected.neighbours);
    EXPECT_EQ(built.vertices(), whole.vertices);
    EXPECT_EQ(built.kind(), kind);
    // Which counts the vertices of the ranks before.
    yoke::DistributedGraph<Vertex, Offset, Memory> const checked(cluster, kind, built.offsets(),
                                                                 built.neighbours());
    EXPECT_EQ(built.first_vertex(), checked.first_vertex());
    EXPECT_EQ(built.vertices(), checked.vertices());
  }
}

TEST(MpiBuildGraph, BuildsEveryKindOfGraph) {
  for (auto const& graph : yoke_test::test_graphs()) {
    expect_rows<std::uint32_t, std::uint32_t>(graph);
  }
}

TEST(MpiBuildGraph, ObeysEveryOption) {
  for (auto const& graph : {yoke_test::loops_and_multi_edges(), yoke_test::skewed_graph(6, 900)}) {
    for (int bits = 0; bits < 16; ++bits) {
      GraphBuildOptions const options{(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0,
                                      (bits & 8) != 0};
      expect_rows<std::uint32_t, std::uint32_t>(graph, options);
    }
  }
}

TEST(MpiBuildGraph, BuildsOfEveryTypeInShortMessages) {
  auto const graph = shuffled(yoke_test::skewed_graph(8, 1000), yoke_test::base_seed());
  expect_rows<std::int32_t, std::int32_t>(graph, {.merge_multi_edges = true}, 16);
  expect_rows<std::uint32_t, std::uint64_t>(graph, {}, 100);
  expect_rows<std::uint64_t, std::uint64_t>(graph, {.drop_loops = true}, 104);
  expect_rows<std::int64_t, std::int64_t>(graph);
}

// As for vertices of which two do not fit one word.
TEST(MpiBuildGraph, BuildsByCountingAsWell) {
  Cluster const cluster(MPI_COMM_WORLD);
  for (auto const& whole : {yoke_test::isolated_vertices(2), yoke_test::loops_and_multi_edges(),
                            yoke_test::skewed_graph(9, 6000)}) {
    for (bool const merge : {false, true}) {
      yoke_test::Part<std::uint64_t, std::uint64_t> const expected(whole, cluster, Cut::evenly,
                                                                   {.merge_multi_edges = merge});
      auto const edges = own_edges<std::uint64_t>(whole, cluster, Cut::growing);
      yoke::detail::mpi::GlobalRows<Device, std::uint64_t, std::uint64_t> rows(
          cluster.network(), whole.vertices, yoke::detail::raw_array<std::uint64_t>(edges.from),
          yoke::detail::raw_array<std::uint64_t>(edges.to), {true, false, merge, true}, false,
          ~std::uint64_t(0), 0);
      Kokkos::View<std::uint64_t*, Memory> const offsets("offsets", rows.vertices() + 1),
          neighbours("neighbours", rows.arcs());
      rows.write(yoke::detail::raw_output<std::uint64_t>(offsets),
                 yoke::detail::raw_output<std::uint64_t>(neighbours));
      EXPECT_EQ(vector_of(offsets), expected.offsets) << whole.name;
      EXPECT_EQ(vector_of(neighbours), expected.neighbours) << whole.name;
    }
  }
}

TEST(MpiBuildGraph, BuildsOfFewVerticesAndEdges) {
  for (std::uint32_t const n : {1u, 2u, 3u, 5u, 9u}) {
    expect_rows<std::uint32_t, std::uint32_t>(yoke_test::path_graph(n));
    expect_rows<std::uint32_t, std::uint32_t>(yoke_test::isolated_vertices(n));
  }
}

// This rank's stretch of the whole graph's rows, which begins where the ranks' before it end, and
// is a fair part of the vertices and arcs.
void expect_even_arcs(TestGraph const& whole) {
  SCOPED_TRACE(whole.name);
  auto const& cluster = yoke_test::cluster_of();
  auto const rows =
      yoke_test::make_graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace>(whole, {});
  auto const built =
      yoke::build_graph(cluster, own_edges<std::uint32_t>(whole, cluster, Cut::growing), {},
                        yoke::RowPartition::even_arcs);
  auto const first = built.first_vertex(), end = first + built.own_vertices();
  yoke::DistributedGraph<std::uint32_t, std::uint32_t, Memory> const checked(
      cluster, built.kind(), built.offsets(), built.neighbours());
  EXPECT_EQ(first, checked.first_vertex());
  EXPECT_EQ(whole.vertices, checked.vertices());
  std::uint64_t longest = 0;
  for (std::size_t v = 0; v < whole.vertices; ++v) {
    longest = std::max<std::uint64_t>(longest, rows.offsets()(v + 1) - rows.offsets()(v));
  }
  std::vector<std::uint32_t> const neighbours(rows.neighbours().data() + rows.offsets()(first),
                                              rows.neighbours().data() + rows.offsets()(end));
  EXPECT_EQ(vector_of(built.neighbours()), neighbours);
  auto const p = static_cast<std::uint64_t>(cluster.ranks());
  EXPECT_LE(built.own_vertices() + built.own_arcs(),
            (whole.vertices + rows.arcs()) / p + longest + 2);
}

TEST(MpiBuildGraph, EvensOutArcs) {
  for (auto const& graph : yoke_test::test_graphs()) expect_even_arcs(graph);
  expect_even_arcs(yoke_test::skewed_graph(9, 6000));
}

// Every rank's edges are of other ranks' vertices, if there are others.
TEST(MpiBuildGraph, SendsEveryArcToItsSource) {
  Cluster const cluster(MPI_COMM_WORLD);
  auto const p = static_cast<std::uint64_t>(cluster.ranks());
  auto const own = static_cast<std::uint64_t>(cluster.rank());
  TestGraph whole{"uniform", static_cast<std::uint32_t>(512 * p), {}};
  yoke_test::GraphDice dice(yoke_test::base_seed());
  for (std::uint64_t e = 0; e < 4096 * p; ++e) {
    whole.add(dice.below(whole.vertices), dice.below(whole.vertices));
  }
  auto const edges = own_edges<std::uint32_t>(whole, cluster, Cut::evenly);
  std::uint64_t others = 0;  // arcs
  for (auto const& [u, v] : part_of(whole.edges, cluster.rank(), cluster.ranks())) {
    others += u / 512 != own;
    others += v / 512 != own && u != v;
  }
  auto const graph = yoke::build_graph(cluster, edges);
  auto const sent = cluster.communication();
  EXPECT_GT(graph.own_arcs(), 0u);
  if (p == 1) {
    EXPECT_EQ(sent.bytes_sent, 0u);
    return;
  }
  EXPECT_EQ(sent.rounds, 7u);
  // Of the rounds' own numbers those of the table in docs/results/scale.md.
  EXPECT_EQ(sent.bytes_sent, 8 * others + 8 * (p - 1) + 48);
  // And what is expected of random edges.
  double const expected = 16. * 4096 * (1 - 1. / static_cast<double>(p));
  EXPECT_LE(static_cast<double>(sent.bytes_sent), 1.2 * expected);
  EXPECT_GE(static_cast<double>(sent.bytes_sent), expected / 1.2);
}

TEST(MpiBuildGraph, IsWhatAlgorithmsTake) {
  Cluster const cluster(MPI_COMM_WORLD);
  auto const whole = shuffled(yoke_test::grid_graph(40, 50, 55), 11);
  auto const graph =
      yoke::build_graph(cluster, own_edges<std::uint32_t>(whole, cluster, Cut::growing));
  Kokkos::View<std::uint32_t*, Memory> const label("label", graph.own_vertices());
  auto const oracle = yoke_test::oracle_components(whole);
  EXPECT_EQ(yoke::connected_components(cluster, graph, label), oracle.count);
  EXPECT_EQ(vector_of(label), part_of(oracle.label, cluster.rank(), cluster.ranks()));
}

TEST(MpiBuildGraphOfBadInput, EndsWithOneErrorOnAllRanks) {
  Cluster const cluster(MPI_COMM_WORLD);
  bool const is_last = cluster.rank() + 1 == cluster.ranks();
  auto const whole = yoke_test::grid_graph(10, 10, 100);
  auto const edges = own_edges<std::uint32_t>(whole, cluster, Cut::evenly);
  auto const refused = [&](auto const& list, GraphBuildOptions const& options,
                           std::string const& why) {
    auto const text = yoke_test::what_is_thrown([&] { yoke::build_graph(cluster, list, options); });
    EXPECT_NE(text.find(why), std::string::npos) << text;
    EXPECT_TRUE(yoke_test::same_on_all(text)) << text;
  };
  auto list = edges;
  if (is_last) list.to = view_of<Memory>(std::vector<std::uint32_t>{1, 2, 100});
  if (is_last) list.from = view_of<Memory>(std::vector<std::uint32_t>{1, 2, 3});
  refused(list, {}, "edge 2 is no vertex: there are 100");
  EXPECT_THROW(yoke::build_graph(cluster, list), yoke::InvalidInput);
  if (is_last) list.to = view_of<Memory>(std::vector<std::uint32_t>{1, 2});
  refused(list, {}, "yoke::build_graph: from has 3");
  EXPECT_THROW(yoke::build_graph(cluster, list), std::invalid_argument);
  list = edges;
  list.vertices = std::size_t(1) << 33;
  refused(list, {}, "too small for 8589934592");
  EXPECT_THROW(yoke::build_graph(cluster, edges, {}, yoke::RowPartition(2)), std::invalid_argument);
  if (cluster.ranks() == 1) return;
  list.vertices = 100 + is_last;
  refused(list, {}, yoke_test::differ(cluster, "the number of vertices", "100", "101"));
  refused(edges, {.symmetrise = is_last},
          yoke_test::differ(cluster, "options.symmetrise", "false", "true"));
}

}  // namespace
