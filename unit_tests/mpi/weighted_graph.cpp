#include "yoke/mpi/weighted_graph.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "mpi/refusals.hpp"
#include "mpi/support.hpp"
#include "support/graphs.hpp"
#include "support/seed.hpp"
#include "yoke/bfs.hpp"
#include "yoke/connected_components.hpp"

// Rows with weights that ranks build of their own edges, against those that one space builds of all
// edges in the order of the ranks.

namespace {

using yoke::RepeatedEdges;
using yoke::WeightedBuildOptions;
using yoke_test::Cut;
using yoke_test::Device;
using yoke_test::part_of;
using yoke_test::TestGraph;
using yoke_test::vector_of;
using yoke_test::view_of;
using Memory = Device::memory_space;
using Cluster = yoke::Distributed<Device>;

template <class Vertex, class Weight>
using Edges = yoke::WeightedEdgeList<Vertex, Weight, Memory>;
template <class Vertex, class Offset, class Weight>
using Built = yoke::DistributedWeightedGraph<Vertex, Offset, Weight, Memory>;

// A sum of such floating-point weights depends on the order.
template <class Weight>
std::vector<Weight> some_weights(std::size_t size) {
  yoke_test::GraphDice dice(yoke_test::base_seed());
  std::vector<Weight> weights;
  for (std::size_t e = 0; e < size; ++e) {
    auto const number = static_cast<Weight>(dice.below(2000)) - Weight(1000);
    weights.push_back(std::is_floating_point_v<Weight> ? number / Weight(7) : number);
  }
  return weights;
}

template <class Vertex, class Weight>
Edges<Vertex, Weight> edges_of(std::size_t vertices, TestGraph const& graph,
                               std::vector<Weight> const& weights) {
  std::vector<Vertex> from, to;
  for (auto const& [u, v] : graph.edges) {
    from.push_back(static_cast<Vertex>(u));
    to.push_back(static_cast<Vertex>(v));
  }
  Edges<Vertex, Weight> list;
  list.vertices = vertices;
  list.from = view_of<Memory>(from);
  list.to = view_of<Memory>(to);
  list.weights = view_of<Memory>(weights);
  return list;
}

// This rank's edges.
template <class Vertex, class Weight>
Edges<Vertex, Weight> own_edges(TestGraph const& whole, std::vector<Weight> const& weights,
                                Cluster const& cluster, Cut how) {
  TestGraph own = whole;
  own.edges = part_of(whole.edges, cluster.rank(), cluster.ranks(), how);
  return edges_of<Vertex>(whole.vertices, own,
                          part_of(weights, cluster.rank(), cluster.ranks(), how));
}

template <class T>
bool same_bytes(std::vector<T> const& one, std::vector<T> const& other) {
  return one.size() == other.size() &&
         (one.empty() || std::memcmp(one.data(), other.data(), one.size() * sizeof(T)) == 0);
}

// The stretch of the whole graph's rows that this rank has.
template <class Vertex, class Offset, class Weight>
void expect_part(Built<Vertex, Offset, Weight> const& built,
                 yoke::WeightedGraph<Vertex, Offset, Weight, Memory> const& whole) {
  auto const offsets = vector_of(whole.offsets());
  auto const neighbours = vector_of(whole.neighbours());
  auto const weights = vector_of(whole.weights());
  auto const first = built.first_vertex(), end = first + built.own_vertices();
  std::vector<Offset> own_offsets{0};
  for (auto v = first; v < end; ++v) own_offsets.push_back(offsets[v + 1] - offsets[first]);
  auto const begin_arc = static_cast<std::ptrdiff_t>(offsets[first]),
             end_arc = static_cast<std::ptrdiff_t>(offsets[end]);
  EXPECT_EQ(vector_of(built.offsets()), own_offsets);
  EXPECT_EQ(vector_of(built.neighbours()),
            std::vector<Vertex>(neighbours.begin() + begin_arc, neighbours.begin() + end_arc));
  EXPECT_TRUE(
      same_bytes(vector_of(built.weights()),
                 std::vector<Weight>(weights.begin() + begin_arc, weights.begin() + end_arc)));
  EXPECT_EQ(built.kind(), whole.kind());
  EXPECT_EQ(built.vertices(), whole.vertices());
}

template <class Vertex, class Offset, class Weight>
void expect_rows(TestGraph const& whole, WeightedBuildOptions const& options = {},
                 std::size_t most_message_bytes = 1 << 20) {
  auto const& cluster = yoke_test::cluster_of(most_message_bytes);
  auto const weights = some_weights<Weight>(whole.edges.size());
  auto const expected = yoke::build_graph<Offset>(
      Device(), edges_of<Vertex>(whole.vertices, whole, weights), options);
  for (auto const how : yoke_test::all_cuts) {
    SCOPED_TRACE(whole.name + ", cut " + std::to_string(static_cast<int>(how)));
    auto const edges = own_edges<Vertex>(whole, weights, cluster, how);
    for (auto const partition :
         {yoke::RowPartition::even_vertices, yoke::RowPartition::even_arcs}) {
      auto const built = yoke::build_graph<Offset>(cluster, edges, options, partition);
      expect_part(built, expected);
      EXPECT_EQ(cluster.network().sum(built.own_vertices()), whole.vertices);
      // Which checks that the two arcs of an edge agree.
      Built<Vertex, Offset, Weight> const checked(cluster, built.kind(), built.offsets(),
                                                  built.neighbours(), built.weights());
      EXPECT_EQ(built.first_vertex(), checked.first_vertex());
    }
  }
}

TEST(MpiWeightedGraph, BuildsEveryKindOfGraph) {
  for (auto const& graph : yoke_test::test_graphs()) {
    expect_rows<std::uint32_t, std::uint32_t, float>(graph);
  }
}

TEST(MpiWeightedGraph, ObeysEveryOption) {
  for (auto const& graph : {yoke_test::loops_and_multi_edges(), yoke_test::skewed_graph(5, 900)}) {
    for (auto const repeated :
         {RepeatedEdges::keep, RepeatedEdges::sum, RepeatedEdges::least, RepeatedEdges::first}) {
      for (int bits = 0; bits < 4; ++bits) {
        SCOPED_TRACE("repeated " + std::to_string(static_cast<int>(repeated)));
        WeightedBuildOptions const options{(bits & 1) != 0, (bits & 2) != 0, repeated};
        expect_rows<std::uint32_t, std::uint32_t, float>(graph, options);
      }
    }
  }
}

TEST(MpiWeightedGraph, BuildsOfEveryTypeInShortMessages) {
  auto const graph = shuffled(yoke_test::skewed_graph(7, 700), yoke_test::base_seed());
  WeightedBuildOptions const sums{true, false, RepeatedEdges::sum};
  expect_rows<std::int32_t, std::int32_t, double>(graph, sums, 16);
  expect_rows<std::uint32_t, std::uint64_t, std::int32_t>(graph, {}, 100);
  expect_rows<std::uint64_t, std::uint64_t, std::int64_t>(graph, sums, 104);
  expect_rows<std::int64_t, std::int64_t, float>(graph, {false, true, RepeatedEdges::least});
}

TEST(MpiWeightedGraph, BuildsOfFewVerticesAndEdges) {
  for (std::uint32_t const n : {1u, 2u, 3u, 4u, 5u, 8u, 9u}) {
    expect_rows<std::uint32_t, std::uint32_t, double>(yoke_test::path_graph(n));
    expect_rows<std::uint32_t, std::uint32_t, std::int32_t>(yoke_test::isolated_vertices(n));
  }
}

// Half of the edges are one, of which every rank has some.
TEST(MpiWeightedGraph, AddsInTheOrderOfTheRanks) {
  TestGraph whole{"one edge", 3, {}};
  for (int e = 0; e < 500; ++e) whole.add(2, 0), whole.add(0, 2);
  expect_rows<std::uint32_t, std::uint32_t, float>(whole, {true, false, RepeatedEdges::sum});
  expect_rows<std::uint32_t, std::uint32_t, float>(whole, {false, false, RepeatedEdges::sum});
  expect_rows<std::uint32_t, std::uint32_t, float>(whole);
}

TEST(MpiWeightedGraph, SendsEachArcOnce) {
  auto const& cluster = yoke_test::cluster_of();
  auto const p = static_cast<std::uint64_t>(cluster.ranks());
  auto const whole = yoke_test::skewed_graph(9, 4000);
  auto const weights = some_weights<double>(whole.edges.size());
  auto const edges = own_edges<std::uint32_t>(whole, weights, cluster, Cut::evenly);
  std::uint64_t others = 0;  // arcs
  for (auto const& [u, v] : part_of(whole.edges, cluster.rank(), cluster.ranks())) {
    auto const r = static_cast<std::uint64_t>(cluster.rank());
    auto const is_own = [&](std::uint64_t w) {
      return whole.vertices * r / p <= w && w < whole.vertices * (r + 1) / p;
    };
    others += !is_own(u);
    others += !is_own(v) && u != v;
  }
  yoke::build_graph(cluster, edges);
  auto const sent = cluster.communication();
  EXPECT_EQ(sent.rounds, p == 1 ? 0u : 8u);
  EXPECT_EQ(sent.bytes_sent, p == 1 ? 0u : (8 + 8) * others + 8 * (p - 1) + 48);
  if (p == 1) return;
  yoke::build_graph(cluster, edges, {true, false, RepeatedEdges::sum});
  EXPECT_EQ(cluster.communication().rounds, 10u);
}

TEST(MpiWeightedGraph, IsWhatCallsOnGraphsTake) {
  auto const& cluster = yoke_test::cluster_of();
  auto const whole = shuffled(yoke_test::grid_graph(40, 50, 55), 11);
  auto const weights = some_weights<float>(whole.edges.size());
  auto const graph =
      yoke::build_graph(cluster, own_edges<std::uint32_t>(whole, weights, cluster, Cut::growing));
  Kokkos::View<std::uint32_t*, Memory> const label("label", graph.own_vertices()),
      level("level", graph.own_vertices());
  auto const oracle = yoke_test::oracle_components(whole);
  EXPECT_EQ(yoke::connected_components(cluster, graph, label), oracle.count);
  EXPECT_EQ(vector_of(label), part_of(oracle.label, cluster.rank(), cluster.ranks()));
  // Slices are plain graphs.
  yoke::DistributedGraph<std::uint32_t, std::uint32_t, Memory> const& plain = graph;
  Kokkos::View<std::uint32_t*, Memory> const expected("expected", graph.own_vertices());
  yoke::bfs(cluster, graph, 0, level);
  yoke::bfs(cluster, plain, 0, expected);
  EXPECT_EQ(vector_of(level), vector_of(expected));
}

// One element that only the last rank changes.
template <class View>
void set_on_last(Cluster const& cluster, View const& view, std::size_t i,
                 typename View::non_const_value_type value) {
  if (cluster.rank() + 1 == cluster.ranks()) Kokkos::deep_copy(Kokkos::subview(view, i), value);
}

TEST(MpiWeightedGraphOfBadInput, EndsWithOneErrorOnAllRanks) {
  auto const& cluster = yoke_test::cluster_of();
  bool const is_last = cluster.rank() + 1 == cluster.ranks();
  auto const whole = yoke_test::grid_graph(10, 10, 100);
  auto const weights = some_weights<double>(whole.edges.size());
  auto const fresh = [&] { return own_edges<std::uint32_t>(whole, weights, cluster, Cut::evenly); };
  auto const refused = [&](auto const& list, std::string const& why,
                           WeightedBuildOptions const& options = {}) {
    yoke_test::expect_refused<yoke::InvalidInput>(
        why, [&] { yoke::build_graph(cluster, list, options); });
  };
  auto list = fresh();
  set_on_last(cluster, list.weights, 1, std::numeric_limits<double>::quiet_NaN());
  refused(list, "the weight of edge 1 is NaN");
  list = fresh();
  set_on_last(cluster, list.to, 2, 100u);
  refused(list, "edge 2 is no vertex: there are 100");
  list = fresh();
  if (is_last) list.weights = view_of<Memory>(std::vector<double>{1, 2});
  yoke_test::expect_refused<std::invalid_argument>("yoke::build_graph: from has",
                                                   [&] { yoke::build_graph(cluster, list); });
  list = fresh();
  list.vertices = std::size_t(1) << 33;
  yoke_test::expect_refused<std::invalid_argument>("too small for 8589934592",
                                                   [&] { yoke::build_graph(cluster, list); });
  auto const wide = own_edges<std::uint64_t>(whole, weights, cluster, Cut::evenly);
  auto too_many = wide;
  too_many.vertices = std::size_t(1) << 32;
  yoke_test::expect_refused<std::invalid_argument>("fewer than 2^32 vertices",
                                                   [&] { yoke::build_graph(cluster, too_many); });
  EXPECT_THROW(yoke::build_graph(cluster, fresh(), {true, false, RepeatedEdges(5)}),
               std::invalid_argument);
  EXPECT_THROW(yoke::build_graph(cluster, fresh(), {}, yoke::RowPartition(2)),
               std::invalid_argument);
  if (cluster.ranks() == 1) return;
  yoke_test::expect_refused<std::invalid_argument>(
      yoke_test::differ(cluster, "options.repeated", "keep", "least"), [&] {
        auto const repeated = is_last ? RepeatedEdges::least : RepeatedEdges::keep;
        yoke::build_graph(cluster, fresh(), {true, false, repeated});
      });
}

// Each rank has the edges 0 - 1, 1 - 2 and so on of its own; in turns the last one has an edge of
// the first again, or one of its own.
TEST(MpiWeightedGraphOfBadInput, NamesTheEdgeThatIsRepeated) {
  auto const& cluster = yoke_test::cluster_of();
  auto const whole = yoke_test::path_graph(40);
  auto const weights = some_weights<std::int32_t>(whole.edges.size());
  bool const is_last = cluster.rank() + 1 == cluster.ranks();
  WeightedBuildOptions const refuse{true, false, RepeatedEdges::refuse};
  auto const own = own_edges<std::uint32_t>(whole, weights, cluster, Cut::evenly);
  EXPECT_NO_THROW(yoke::build_graph(cluster, own, refuse));

  auto list = own;
  auto from = vector_of(own.from), to = vector_of(own.to);
  auto values = vector_of(own.weights);
  auto const last = std::to_string(from.size());
  auto const with = [&](std::uint32_t u, std::uint32_t v, std::int32_t weight) {
    auto more_from = from, more_to = to;
    auto more_values = values;
    if (is_last) more_from.push_back(u), more_to.push_back(v), more_values.push_back(weight);
    list.from = view_of<Memory>(more_from);
    list.to = view_of<Memory>(more_to);
    list.weights = view_of<Memory>(more_values);
  };
  // Of which rank the number of the edge is, its message says.
  std::string const of_last =
      cluster.ranks() == 1
          ? "edge 39, "
          : "edge " + std::to_string(39 - 39 * (cluster.ranks() - 1) / cluster.ranks()) + ", ";
  for (auto const& [u, v, ends] : {std::tuple{1u, 0u, "0 - 1"}, std::tuple{38u, 39u, "38 - 39"}}) {
    with(u, v, 1);
    yoke_test::expect_refused<yoke::InvalidInput>(
        of_last + ends + ", has the ends of", [&] { yoke::build_graph(cluster, list, refuse); });
  }
  // A sum beyond the range, at the first rank's edge.
  values.assign(values.size(), std::numeric_limits<std::int32_t>::max());
  with(1, 0, 1);
  yoke_test::expect_refused<yoke::InvalidInput>(
      "the weights of edge 0, 0 - 1, and of the edges with its ends add up beyond the range", [&] {
        yoke::build_graph(cluster, list, {true, false, RepeatedEdges::sum});
      });
}

TEST(MpiWeightedGraphOfBadInput, RowsAreChecked) {
  auto const& cluster = yoke_test::cluster_of();
  auto const whole = yoke_test::grid_graph(10, 10, 100);
  auto const weights = some_weights<float>(whole.edges.size());
  auto const good =
      yoke::build_graph(cluster, own_edges<std::uint32_t>(whole, weights, cluster, Cut::evenly));
  using Graph = Built<std::uint32_t, std::uint32_t, float>;
  auto const make = [&](yoke::GraphKind kind, std::vector<float> const& values) {
    return Graph(cluster, kind, good.offsets(), good.neighbours(), view_of<Memory>(values));
  };
  auto const with = [&](std::size_t arc, float weight) {
    auto values = vector_of(good.weights());
    if (cluster.rank() + 1 == cluster.ranks()) values[arc] = weight;
    return values;
  };
  auto const symmetric = yoke::GraphKind::symmetric, directed = yoke::GraphKind::directed;
  EXPECT_NO_THROW(make(symmetric, with(0, vector_of(good.weights())[0])));
  auto const nan = with(1, std::numeric_limits<float>::quiet_NaN());
  yoke_test::expect_refused<yoke::InvalidInput>("weights(1) is NaN on a rank",
                                                [&] { make(directed, nan); });
  auto const other = with(2, 12345.f);
  yoke_test::expect_refused<std::invalid_argument>("an arc and its reverse have different weights",
                                                   [&] { make(symmetric, other); });
  EXPECT_NO_THROW(make(directed, other));
  auto few = vector_of(good.weights());
  if (cluster.rank() + 1 == cluster.ranks()) few.pop_back();
  yoke_test::expect_refused<std::invalid_argument>("yoke::DistributedWeightedGraph: neighbours has",
                                                   [&] { make(symmetric, few); });
}

}  // namespace
