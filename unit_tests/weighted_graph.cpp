#include "yoke/weighted_graph.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "support/executors.hpp"
#include "support/lists.hpp"
#include "support/sampled.hpp"
#include "yoke/bfs.hpp"
#include "yoke/connected_components.hpp"
#include "yoke/hybrid.hpp"

namespace {

using testing::HasSubstr;
using testing::StartsWith;
using yoke::GraphKind;
using yoke::RepeatedEdges;
using yoke::WeightedBuildOptions;
using yoke_test::to_space;
using yoke_test::to_vector;

using Words = std::vector<std::uint32_t>;

template <class Weight>
struct Edge {
  std::uint64_t from, to;
  Weight weight;
};
template <class Weight>
using Edges = std::vector<Edge<Weight>>;

// Rows in plain vectors; weights by their bytes, which sums in another order would change.
template <class Weight>
struct Rows {
  std::vector<std::uint64_t> offsets, neighbours;
  std::vector<Weight> weights;

  bool operator==(Rows const& other) const {
    return offsets == other.offsets && neighbours == other.neighbours &&
           weights.size() == other.weights.size() &&
           (weights.empty() || std::memcmp(weights.data(), other.weights.data(),
                                           weights.size() * sizeof(Weight)) == 0);
  }
};

template <class Weight>
Weight combine(std::vector<Weight> const& weights, RepeatedEdges repeated) {
  Weight combined = weights.front();
  for (std::size_t i = 1; i < weights.size(); ++i) {
    if (repeated == RepeatedEdges::sum) combined += weights[i];
    if (repeated == RepeatedEdges::least) combined = std::min(combined, weights[i]);
  }
  return combined;
}

// The builder in the plainest way there is: a map a vertex.
template <class Weight>
Rows<Weight> oracle(std::uint64_t vertices, Edges<Weight> const& edges,
                    WeightedBuildOptions const& options) {
  std::vector<std::map<std::uint64_t, std::vector<Weight>>> rows(vertices);
  for (auto const& [u, v, w] : edges) {
    if (u == v && options.drop_loops) continue;
    rows[u][v].push_back(w);
    if (options.symmetrise && u != v) rows[v][u].push_back(w);
  }
  Rows<Weight> result{{0}, {}, {}};
  for (auto const& row : rows) {
    for (auto const& [v, weights] : row) {
      if (options.repeated == RepeatedEdges::keep) {
        result.neighbours.insert(result.neighbours.end(), weights.size(), v);
        result.weights.insert(result.weights.end(), weights.begin(), weights.end());
      } else {
        result.neighbours.push_back(v);
        result.weights.push_back(combine(weights, options.repeated));
      }
    }
    result.offsets.push_back(result.neighbours.size());
  }
  return result;
}

template <class Target, class Source>
std::vector<Target> as(std::vector<Source> const& values) {
  return std::vector<Target>(values.begin(), values.end());
}

template <class Graph>
auto rows_of(Graph const& graph) {
  return Rows<typename Graph::weight_type>{as<std::uint64_t>(to_vector(graph.offsets())),
                                           as<std::uint64_t>(to_vector(graph.neighbours())),
                                           to_vector(graph.weights())};
}

template <class Vertex, class Space, class Weight>
auto edge_list(Space const&, std::uint64_t vertices, Edges<Weight> const& edges) {
  std::vector<Vertex> from, to;
  std::vector<Weight> weights;
  for (auto const& [u, v, w] : edges) {
    from.push_back(static_cast<Vertex>(u));
    to.push_back(static_cast<Vertex>(v));
    weights.push_back(w);
  }
  yoke::WeightedEdgeList<Vertex, Weight, typename Space::memory_space> list;
  list.vertices = vertices;
  list.from = to_space<Space>(from);
  list.to = to_space<Space>(to);
  list.weights = to_space<Space>(weights);
  return list;
}

// Fractions whose sums depend on their order, where the type has any.
template <class Weight>
Edges<Weight> random_edges(std::uint64_t vertices, std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Edges<Weight> edges;
  for (std::size_t i = 0; i < count; ++i) {
    auto weight = static_cast<Weight>(static_cast<double>(random() % 2000) - 1000.0);
    if constexpr (std::is_floating_point_v<Weight>) {
      weight = std::ldexp(weight / Weight(7), static_cast<int>(random() % 40) - 20);
    }
    edges.push_back({random() % vertices, random() % vertices, weight});
  }
  return edges;
}

std::vector<WeightedBuildOptions> every_option() {
  std::vector<WeightedBuildOptions> all;
  for (bool symmetrise : {false, true}) {
    for (bool drop_loops : {false, true}) {
      for (auto repeated :
           {RepeatedEdges::keep, RepeatedEdges::sum, RepeatedEdges::least, RepeatedEdges::first}) {
        all.push_back({symmetrise, drop_loops, repeated});
      }
    }
  }
  return all;
}

std::string describe(WeightedBuildOptions const& o) {
  return std::string(o.symmetrise ? "symmetrise " : "") + (o.drop_loops ? "drop_loops " : "") +
         std::to_string(static_cast<int>(o.repeated));
}

template <class Types>
class BuildWeightedGraph : public testing::Test {};
using Triples = yoke_test::Sampled<std::tuple<std::uint32_t, std::uint32_t, float>,
                                   std::tuple<std::int32_t, std::int64_t, double>,
                                   std::tuple<std::uint32_t, std::uint64_t, std::int32_t>,
                                   std::tuple<std::uint64_t, std::uint64_t, std::int64_t>>;
TYPED_TEST_SUITE(BuildWeightedGraph, Triples);

TYPED_TEST(BuildWeightedGraph, IsWhatAMapAVertexGives) {
  using Vertex = std::tuple_element_t<0, TypeParam>;
  using Offset = std::tuple_element_t<1, TypeParam>;
  using Weight = std::tuple_element_t<2, TypeParam>;
  Edges<Weight> star;
  for (std::uint64_t v = 700; v-- > 0;) star.push_back({v % 2 == 0 ? v : 7, v % 2 == 0 ? 7 : v, 3});
  std::vector<std::tuple<std::string, std::uint64_t, Edges<Weight>>> const cases = {
      {"no vertices", 0, {}},
      {"isolated vertices only", 1000, {}},
      {"loops", 4, {{3, 3, 5}, {0, 0, 1}, {3, 3, 2}}},
      {"both ways", 3, {{0, 1, 4}, {1, 0, 2}, {0, 1, 3}, {1, 0, 1}, {1, 1, 9}}},
      {"random", 500, random_edges<Weight>(500, 3000, yoke_test::base_seed())},
      {"dense", 20, random_edges<Weight>(20, 9000, yoke_test::base_seed() + 1)},
      {"star", 700, star}};
  for (auto const& [name, vertices, edges] : cases) {
    for (auto const& options : every_option()) {
      auto const expected = oracle(vertices, edges, options);
      auto const check = [&, &name = name, &vertices = vertices,
                          &edges = edges]<class Space>(Space const& exec) {
        SCOPED_TRACE(name + ", " + describe(options));
        auto const list = edge_list<Vertex>(exec, vertices, edges);
        auto const graph = yoke::build_graph<Offset>(exec, list, options);
        using Graph = yoke::WeightedGraph<Vertex, Offset, Weight, typename Space::memory_space>;
        static_assert(std::is_same_v<decltype(graph), Graph const>);
        EXPECT_EQ(graph.is_symmetric(), options.symmetrise);
        EXPECT_TRUE(rows_of(graph) == expected);
        // It holds what it promises.
        EXPECT_NO_THROW(
            Graph(exec, graph.kind(), graph.offsets(), graph.neighbours(), graph.weights()));
      };
      for (auto const& executor : yoke_test::every_executor<decltype(check)>()) executor.run(check);
    }
  }
}

// The error that some work throws: its message, and the place that it names.
struct Verdict {
  std::string what;
  std::uint64_t index = 0;
};
template <class Work>
Verdict verdict_of(Work const& work) {
  try {
    work();
  } catch (yoke::InvalidInput const& error) {
    return {error.what(), error.index()};
  } catch (std::exception const& error) {
    return {std::string("another exception: ") + error.what()};
  }
  return {"nothing thrown"};
}

template <class Weight>
Verdict build_verdict(auto const& exec, std::uint64_t vertices, Edges<Weight> const& edges,
                      WeightedBuildOptions const& options) {
  return verdict_of(
      [&] { yoke::build_graph(exec, edge_list<std::uint32_t>(exec, vertices, edges), options); });
}

TEST(BuildWeightedGraphFaults, ARepeatedEdgeIsRefusedByName) {
  auto const check = [](auto const& exec) {
    WeightedBuildOptions both{.repeated = RepeatedEdges::refuse}, one_way = both;
    one_way.symmetrise = false;
    Edges<float> const back = {{0, 1, 1}, {3, 2, 1}, {1, 2, 1}, {2, 3, 1}};
    auto const refused = build_verdict(exec, 4, back, both);
    EXPECT_EQ(refused.index, 3u);
    EXPECT_THAT(refused.what, HasSubstr("edge 3, 2 - 3, has the ends of edge 1"));
    EXPECT_EQ(build_verdict(exec, 4, back, one_way).what, "nothing thrown");
    Edges<float> const again = {{0, 1, 1}, {1, 0, 1}, {3, 3, 1}, {1, 0, 2}, {3, 3, 1}};
    EXPECT_EQ(build_verdict(exec, 4, again, one_way).index, 3u);
    EXPECT_THAT(build_verdict(exec, 4, again, one_way).what, HasSubstr("1 -> 0, has the ends of"));
    Edges<float> const loops = {{0, 1, 1}, {3, 3, 1}, {3, 3, 1}};
    EXPECT_EQ(build_verdict(exec, 4, loops, both).index, 2u);
    both.drop_loops = true;
    EXPECT_EQ(build_verdict(exec, 4, loops, both).what, "nothing thrown");
  };
  for (auto const& executor : yoke_test::every_executor<decltype(check)>()) executor.run(check);
}

TEST(BuildWeightedGraphFaults, WeightsThatAreNoneAreNamed) {
  auto const check = [](auto const& exec) {
    double const nan = std::numeric_limits<double>::quiet_NaN(),
                 infinity = std::numeric_limits<double>::infinity();
    Edges<double> edges = {{0, 1, infinity}, {1, 2, 1}, {1, 0, -infinity}, {2, 2, nan}};
    for (RepeatedEdges repeated : {RepeatedEdges::keep, RepeatedEdges::sum}) {
      auto const verdict = build_verdict(exec, 3, edges, {.repeated = repeated});
      EXPECT_EQ(verdict.index, 3u);
      EXPECT_THAT(verdict.what, HasSubstr("the weight of edge 3 is NaN"));
    }
    edges.pop_back();
    EXPECT_THAT(build_verdict(exec, 3, edges, {.repeated = RepeatedEdges::sum}).what,
                HasSubstr("edge 0, 0 - 1, and of the edges with its ends add up to NaN"));
    for (auto options : every_option()) {
      options.symmetrise = options.symmetrise && options.repeated != RepeatedEdges::sum;
      EXPECT_EQ(build_verdict(exec, 3, edges, options).what, "nothing thrown");
    }
    std::int32_t const most = std::numeric_limits<std::int32_t>::max(), least = -most - 1;
    Edges<std::int32_t> const large = {{0, 1, 5}, {2, 1, most}, {2, 1, 1}};
    Edges<std::int32_t> const small = {{0, 1, 5}, {0, 2, least}, {2, 0, -1}};
    Edges<std::int32_t> const right = {{0, 1, most}, {0, 1, least}, {0, 1, 1}};
    for (auto const& wrong : {large, small}) {
      auto const verdict = build_verdict(exec, 3, wrong, {.repeated = RepeatedEdges::sum});
      EXPECT_EQ(verdict.index, 1u);
      EXPECT_THAT(verdict.what, HasSubstr("add up beyond the range of their type"));
      EXPECT_EQ(build_verdict(exec, 3, wrong, {}).what, "nothing thrown");
    }
    EXPECT_EQ(build_verdict(exec, 2, right, {.repeated = RepeatedEdges::sum}).what,
              "nothing thrown");
  };
  for (auto const& executor : yoke_test::every_executor<decltype(check)>()) executor.run(check);
}

TEST(BuildWeightedGraphFaults, EndsAndSizesAreChecked) {
  Kokkos::DefaultHostExecutionSpace const exec;
  Edges<float> const edges = {{0, 1, 1}, {1, 3, 1}};
  auto const verdict = build_verdict(exec, 3, edges, {});
  EXPECT_EQ(verdict.index, 1u);
  EXPECT_THAT(verdict.what, HasSubstr("an end of edge 1 is no vertex"));
  auto list = edge_list<std::uint32_t>(exec, 4, edges);
  list.weights = {};
  EXPECT_THAT(verdict_of([&] { yoke::build_graph(exec, list); }).what,
              HasSubstr("from has 2 elements and weights has 0"));
  auto const none = static_cast<RepeatedEdges>(7);
  EXPECT_THAT(build_verdict(exec, 4, edges, {.repeated = none}).what, HasSubstr("repeated is 7"));
  yoke::WeightedEdgeList<std::uint64_t, float, Kokkos::HostSpace> wide;
  wide.vertices = std::uint64_t(1) << 32;
  EXPECT_THAT(verdict_of([&] { yoke::build_graph(exec, wide); }).what,
              HasSubstr("fewer than 2^32 vertices, not 4294967296"));
}

template <class Weight, class Space>
auto make_graph(Space const& exec, GraphKind kind, Words const& offsets, Words const& neighbours,
                std::vector<Weight> const& weights) {
  return yoke::WeightedGraph<std::uint32_t, std::uint32_t, Weight, typename Space::memory_space>(
      exec, kind, to_space<Space>(offsets), to_space<Space>(neighbours), to_space<Space>(weights));
}

TEST(WeightedGraphChecks, FaultsAreNamed) {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  Words const offsets = {0, 2, 4, 6}, triangle = {1, 2, 0, 2, 0, 1};
  auto const check = [&](auto const& exec) {
    auto const verdict = [&](GraphKind kind, std::vector<double> const& weights) {
      return verdict_of([&] { make_graph(exec, kind, offsets, triangle, weights); });
    };
    auto const differs = verdict(GraphKind::symmetric, {1, 2, 1, 3.5, 2, 3});
    EXPECT_EQ(differs.index, 3u);
    EXPECT_THAT(differs.what, StartsWith("yoke::WeightedGraph: weights(3): the arcs 1 -> 2 and "
                                         "2 -> 1 weigh 3.5 and 3;"));
    EXPECT_EQ(verdict(GraphKind::directed, {1, 2, 1, 3.5, 2, 3}).what, "nothing thrown");
    for (GraphKind kind : {GraphKind::symmetric, GraphKind::directed}) {
      EXPECT_EQ(verdict(kind, {1, 2, 1, 3, 2, 3}).what, "nothing thrown");
      auto const is_nan = verdict(kind, {1, 2, 1, 3, 2, nan});
      EXPECT_EQ(is_nan.index, 5u);
      EXPECT_THAT(is_nan.what, HasSubstr("weights(5) is NaN"));
      EXPECT_THAT(verdict(kind, {1, 2, 1, 3, 2}).what,
                  HasSubstr("neighbours has 6 elements and weights has 5"));
    }
    // What is wrong without weights.
    EXPECT_THAT(verdict_of([&] {
                  make_graph<float>(exec, GraphKind::symmetric, {0, 1, 1}, {1}, {1});
                }).what,
                HasSubstr("yoke::Graph: the graph is not symmetric"));
  };
  for (auto const& executor : yoke_test::every_executor<decltype(check)>()) executor.run(check);
}

TEST(WeightedGraphChecks, EqualNumbersAreTheSameBothWays) {
  auto const check = [](auto const& exec) {
    auto const verdict = [&](auto const& weights) {
      Words const offsets = {0, 3, 6}, neighbours = {0, 1, 1, 0, 0, 1};
      return verdict_of(
          [&] { make_graph(exec, GraphKind::symmetric, offsets, neighbours, weights); });
    };
    // Repeated edges in another order; loops of their own; both zeros.
    EXPECT_EQ(verdict(std::vector<float>{7, 1, 2, 2, 1, 8}).what, "nothing thrown");
    EXPECT_EQ(verdict(std::vector<double>{7, 0.0, 2, 2, -0.0, 8}).what, "nothing thrown");
    EXPECT_THAT(verdict(std::vector<float>{7, 1, 2, 1, 1, 8}).what,
                HasSubstr("weights(1): the arcs 0 -> 1 and 1 -> 0 have different weights"));
    std::int32_t const least = std::numeric_limits<std::int32_t>::min();
    EXPECT_THAT(verdict(std::vector<std::int32_t>{7, 0, 2, least, 2, 8}).what,
                HasSubstr("weigh 0 and -2147483648"));
    EXPECT_THAT(verdict(std::vector<std::int64_t>{7, 0, 2, 1ll << 32, 2, 8}).what,
                HasSubstr("weigh 0 and 4294967296"));
  };
  for (auto const& executor : yoke_test::every_executor<decltype(check)>()) executor.run(check);
}

// One wrong weight among many, wherever it is.
TEST(WeightedGraphChecks, OneWrongWeightIsSeen) {
  auto const check = [](auto const& exec) {
    auto edges = random_edges<double>(1000, 20000, 3);
    std::erase_if(edges, [](auto const& edge) { return edge.from == edge.to; });
    auto const graph = yoke::build_graph(exec, edge_list<std::uint32_t>(exec, 1000, edges));
    auto const offsets = to_vector(graph.offsets()), neighbours = to_vector(graph.neighbours());
    auto const right = to_vector(graph.weights());
    std::mt19937_64 random(yoke_test::base_seed());
    for (int i = 0; i < 10; ++i) {
      auto wrong = right;
      std::size_t const arc = i == 0 ? 0 : i == 1 ? wrong.size() - 1 : random() % wrong.size();
      wrong[arc] = std::nextafter(wrong[arc], 1e300);
      auto const verdict =
          verdict_of([&] { make_graph(exec, GraphKind::symmetric, offsets, neighbours, wrong); });
      EXPECT_THAT(verdict.what, StartsWith("yoke::WeightedGraph: weights("));
      auto const ends = [&](std::size_t k) {
        auto const after = std::ranges::upper_bound(offsets, k) - offsets.begin();
        auto const u = static_cast<std::uint32_t>(after - 1), v = neighbours[k];
        return std::pair(std::min(u, v), std::max(u, v));
      };
      EXPECT_EQ(ends(verdict.index), ends(arc)) << arc;
    }
  };
  for (auto const& executor : yoke_test::every_executor<decltype(check)>()) executor.run(check);
}

TEST(WeightedGraph, ArcsByTargetHaveTheirWeights) {
  auto const check = []<class Space>(Space const& exec) {
    auto const graph =
        make_graph<std::int32_t>(exec, GraphKind::directed, {0, 2, 3, 3}, {1, 2, 2}, {5, -6, 7});
    EXPECT_FALSE(graph.has_incoming());
    auto const offsets = to_space<Space>(Words{0, 0, 1, 3}),
               neighbours = to_space<Space>(Words{0, 1, 0});
    auto const with = [&](std::vector<std::int32_t> const& weights) {
      return graph.with_incoming(exec, offsets, neighbours, to_space<Space>(weights));
    };
    auto const both = with({5, 7, -6});
    EXPECT_TRUE(both.has_incoming());
    EXPECT_THAT(to_vector(both.incoming_weights()), testing::ElementsAre(5, 7, -6));
    EXPECT_THAT(to_vector(both.weights()), testing::ElementsAre(5, -6, 7));
    EXPECT_THAT(verdict_of([&] {
                  with({5, -6, 7});
                }).what,
                HasSubstr("the incoming arcs' weights are not those"));
    EXPECT_THAT(verdict_of([&] {
                  with({5, 7});
                }).what,
                HasSubstr("incoming neighbours has 3 elements and incoming weights has 2"));
    auto const trusted = graph.with_incoming(yoke::unchecked, offsets, neighbours,
                                             to_space<Space>(std::vector<std::int32_t>{5, 7, -6}));
    EXPECT_THAT(to_vector(trusted.incoming_weights()), testing::ElementsAre(5, 7, -6));
  };
  for (auto const& executor : yoke_test::every_executor<decltype(check)>()) executor.run(check);
  Kokkos::DefaultHostExecutionSpace const exec;
  auto const undirected = make_graph<float>(exec, GraphKind::symmetric, {0, 1, 2}, {1, 0}, {4, 4});
  EXPECT_EQ(undirected.incoming_weights().data(), undirected.weights().data());
}

// What takes a Graph takes it, on a space and on a Hybrid.
TEST(WeightedGraph, CapabilitiesTakeIt) {
  auto const check = [](auto const& exec, auto const& graph) {
    using Graph = std::remove_cvref_t<decltype(graph)>;
    using Word = typename Graph::vertex_type;
    Kokkos::View<Word*, typename Graph::memory_space> const labels("labels", graph.vertices()),
        levels("levels", graph.vertices());
    EXPECT_EQ(yoke::connected_components(exec, graph, labels), 2u);
    EXPECT_EQ(yoke::bfs(exec, graph, Word(0), levels), 4u);
    EXPECT_THAT(to_vector(labels), testing::ElementsAre(0, 0, 0, 0, 4, 4));
    EXPECT_THAT(to_vector(levels), testing::ElementsAre(0, 1, 2, 2, Word(-1), Word(-1)));
  };
  Edges<double> const edges = {{0, 1, 0.5}, {1, 2, 1}, {3, 1, -2}, {4, 5, 9}};
  Kokkos::DefaultExecutionSpace const device;
  Kokkos::DefaultHostExecutionSpace const host;
  check(device, yoke::build_graph(device, edge_list<std::uint32_t>(device, 6, edges)));
  auto const on_host = yoke::build_graph(host, edge_list<std::uint32_t>(host, 6, edges));
  check(host, on_host);
  yoke::Hybrid<> const hybrid(device, host);
  check(hybrid, on_host);
}

}  // namespace
