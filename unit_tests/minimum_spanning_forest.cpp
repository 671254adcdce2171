#include "yoke/minimum_spanning_forest.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/all_spaces.hpp"
#include "support/graphs.hpp"
#include "support/lists.hpp"
#include "support/minimum_forests.hpp"
#include "support/sampled.hpp"
#include "yoke/validate_minimum_spanning_forest.hpp"

namespace {

using testing::HasSubstr;
using yoke::MinimumForestAlgorithm;
using namespace yoke_test;

template <class Space>
struct MinimumSpanningForest : testing::Test {};
TYPED_TEST_SUITE(MinimumSpanningForest, AllSpaces);

template <class Weight, class Vertex = std::uint32_t, class Offset = Vertex, class Space>
void expect_forests(Space const& exec, std::size_t every) {
  std::size_t first = 0;
  for (auto const kind : weight_kinds) {
    for (std::size_t g = first++ % every; g < test_graphs().size(); g += every) {
      auto const& graph = test_graphs()[g];
      SCOPED_TRACE(graph.name + ", weights " + name_of(kind));
      auto const rows = weighted<Vertex, Offset, Weight>(graph, kind);
      auto const expected = kruskal(rows);
      auto const copy = copied<Space>(rows);
      for (auto const& entry : yoke::minimum_forest_algorithms) {
        yoke::MinimumForestReport report;
        auto const found = found_forest(
            exec, copy, {.algorithm = entry.algorithm, .validate = true, .report = &report});
        EXPECT_TRUE(found == expected) << entry.name;
        if (entry.algorithm != MinimumForestAlgorithm::automatic) {
          EXPECT_EQ(report.algorithm, entry.algorithm);
        }
      }
      auto const from = to_space<Space>(expected.from), to = to_space<Space>(expected.to);
      EXPECT_EQ(yoke::validate_minimum_spanning_forest(
                    exec, copy, from, to, to_space<Space>(expected.weight), expected.from.size()),
                graph.vertices - expected.from.size());
    }
  }
}

TYPED_TEST(MinimumSpanningForest, IsKruskals) {
  expect_forests<float>(TypeParam(), 2);
  expect_forests<std::int32_t>(TypeParam(), 5);
}
TYPED_TEST(MinimumSpanningForest, IsKruskalsOfWideWeights) {
  expect_forests<double>(TypeParam(), 3);
  expect_forests<std::int64_t>(TypeParam(), 5);
}
TYPED_TEST(MinimumSpanningForest, IsKruskalsOfWideIndices) {
  expect_forests<float, std::uint32_t, std::uint64_t>(TypeParam(), 5);
  expect_forests<std::int32_t, std::uint64_t>(TypeParam(), 7);
  expect_forests<double, std::uint64_t>(TypeParam(), 7);
  expect_forests<std::int64_t, std::uint32_t, std::uint64_t>(TypeParam(), 7);
}

// Many tiles of edges, light edges first, and parts that quicksort cuts.
TYPED_TEST(MinimumSpanningForest, OfLargerGraphs) {
  for (auto const& graph : {skewed_graph(14, std::size_t(1) << 17), grid_graph(200, 300, 90),
                            shuffled(path_graph(50000), 20)}) {
    for (auto const kind : {WeightKind::random, WeightKind::few, WeightKind::falling}) {
      SCOPED_TRACE(graph.name + ", weights " + name_of(kind));
      auto const rows = weighted<std::uint32_t, std::uint32_t, float>(graph, kind);
      auto const expected = kruskal(rows);
      auto const copy = copied<TypeParam>(rows);
      for (auto const algorithm :
           {MinimumForestAlgorithm::sequential, MinimumForestAlgorithm::boruvka}) {
        if (algorithm == MinimumForestAlgorithm::sequential &&
            !yoke::detail::runs_on_host<TypeParam>) {
          continue;
        }
        EXPECT_TRUE(found_forest(TypeParam(), copy, {.algorithm = algorithm}) == expected);
      }
    }
  }
}

TYPED_TEST(MinimumSpanningForest, LightEdgesAreListedFirst) {
  auto const graph = uniform_graph(2000, 60000);
  auto const rows =
      copied<TypeParam>(weighted<std::uint32_t, std::uint32_t, float>(graph, WeightKind::random));
  yoke::MinimumForestReport report;
  found_forest(TypeParam(), rows,
               {.algorithm = MinimumForestAlgorithm::boruvka, .report = &report});
  EXPECT_GT(report.rounds, 1);
  EXPECT_LT(report.listed_edges, 20000u);
}

TYPED_TEST(MinimumSpanningForest, PlansAreUsedAgain) {
  auto const graph = skewed_graph(12, std::size_t(1) << 15);
  auto const small = grid_graph(40, 50, 70);
  for (auto const algorithm :
       {MinimumForestAlgorithm::sequential, MinimumForestAlgorithm::boruvka}) {
    yoke::MinimumSpanningForestPlan<TypeParam, std::uint32_t, std::uint32_t, double> plan(
        TypeParam(), graph.vertices, 2 * graph.edges.size(), {.algorithm = algorithm});
    for (auto const* one : {&graph, &small, &graph}) {
      auto const rows = weighted<std::uint32_t, std::uint32_t, double>(*one, WeightKind::random);
      ForestViews<typename TypeParam::memory_space, std::uint32_t, double> const views(
          one->vertices);
      auto const copy = copied<TypeParam>(rows);
      auto const result = plan(copy, views.from, views.to, views.weight);
      EXPECT_TRUE(views.found(result) == kruskal(rows));
    }
  }
}

// The bytes that the header gives, with room for a sample and a few words.
template <class Space, class Vertex, class Offset, class Weight>
void expect_workspace(double edge, double lightest) {
  constexpr std::size_t n = 100000, arcs = 2000000;
  for (auto const algorithm :
       {MinimumForestAlgorithm::sequential, MinimumForestAlgorithm::boruvka}) {
    yoke::MinimumSpanningForestPlan<Space, Vertex, Offset, Weight> const plan(
        Space(), n, arcs, {.algorithm = algorithm});
    double const of_vertex =
        sizeof(Vertex) + (algorithm == MinimumForestAlgorithm::boruvka ? lightest : 0);
    double const sums = std::is_floating_point_v<Weight> ? 8. * n / 256 + 8. * n / 65536 : 0;
    double const said = arcs / 2. * edge + n * of_vertex + arcs / 8. + 4. * arcs / 2 / 2048 + sums;
    auto const taken = static_cast<double>(plan.workspace_bytes());
    EXPECT_LE(taken, said + 16384) << edge;
    EXPECT_GE(taken, 0.99 * said) << edge;
  }
}

TYPED_TEST(MinimumSpanningForest, PlansTakeTheMemoryThatTheHeaderGives) {
  expect_workspace<TypeParam, std::uint32_t, std::uint32_t, float>(16, 8);
  expect_workspace<TypeParam, std::uint32_t, std::uint32_t, std::int64_t>(24, 4);
  expect_workspace<TypeParam, std::uint32_t, std::uint64_t, std::int32_t>(24, 8);
  expect_workspace<TypeParam, std::uint64_t, std::uint64_t, double>(32, 8);
}

// The order that the documentation gives, and no other.
TYPED_TEST(MinimumSpanningForest, FloatingPointTotalsHaveOneOrder) {
  for (std::uint32_t const n : {2u, 257u, 258u, 70000u}) {
    auto const rows =
        weighted<std::uint32_t, std::uint32_t, double>(path_graph(n), WeightKind::random);
    auto const expected = kruskal(rows);
    std::vector<double> sums = expected.weight;
    while (sums.size() > 1) {
      std::vector<double> fewer;
      for (std::size_t i = 0; i < sums.size(); ++i) {
        if (i % 256 == 0) fewer.push_back(0);
        fewer.back() += sums[i];
      }
      sums = fewer;
    }
    EXPECT_EQ(found_forest(TypeParam(), copied<TypeParam>(rows), {}).total, sums.front());
  }
}

template <class Space, class Weight>
auto path_of(std::vector<Weight> const& weights) {
  auto const graph = path_graph(static_cast<std::uint32_t>(weights.size() + 1));
  return copied<Space>(weighted_by<std::uint32_t, std::uint32_t, Weight>(
      graph, [&](std::size_t e) { return weights[e]; }));
}

TYPED_TEST(MinimumSpanningForest, IntegersAreAddedExactly) {
  constexpr auto most32 = std::numeric_limits<std::int32_t>::max();
  constexpr auto least32 = std::numeric_limits<std::int32_t>::min();
  EXPECT_EQ(
      found_forest(TypeParam(), path_of<TypeParam>(std::vector{most32, most32, most32}), {}).total,
      3 * std::int64_t(most32));
  EXPECT_EQ(
      found_forest(TypeParam(), path_of<TypeParam>(std::vector{least32, least32, -1}), {}).total,
      2 * std::int64_t(least32) - 1);
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  constexpr auto least = std::numeric_limits<std::int64_t>::min();
  using Wide = std::vector<std::int64_t>;
  EXPECT_EQ(found_forest(TypeParam(), path_of<TypeParam>(Wide{most, 1, least}), {}).total, 0);
  EXPECT_EQ(found_forest(TypeParam(), path_of<TypeParam>(Wide{most, 5, -5}), {}).total, most);
  EXPECT_EQ(found_forest(TypeParam(), path_of<TypeParam>(Wide{least, 5, -5}), {}).total, least);
  for (auto const& beyond : {Wide{most, 1}, Wide{least, -1}, Wide{most, most, most}}) {
    auto const graph = path_of<TypeParam>(beyond);
    ForestViews<typename TypeParam::memory_space, std::uint32_t, std::int64_t> const views(
        graph.vertices());
    EXPECT_THROW(
        yoke::minimum_spanning_forest(TypeParam(), graph, views.from, views.to, views.weight),
        yoke::InvalidInput);
    EXPECT_EQ(to_vector(views.weight), beyond);
  }
}

TYPED_TEST(MinimumSpanningForest, WhatCanBeSeenIsRefused) {
  auto const rows =
      weighted<std::uint32_t, std::uint32_t, float>(path_graph(10), WeightKind::equal);
  auto const graph = copied<TypeParam>(rows);
  using Views = ForestViews<typename TypeParam::memory_space, std::uint32_t, float>;
  Views const views(10), short_views(9);
  using Ends = Kokkos::View<std::uint32_t*, typename TypeParam::memory_space>;
  Ends const three("three", 3);
  TypeParam const exec;
  EXPECT_THROW(yoke::minimum_spanning_forest(exec, graph, three, views.to, views.weight),
               std::invalid_argument);
  EXPECT_THROW(yoke::minimum_spanning_forest(exec, graph, views.from, three, views.weight),
               std::invalid_argument);
  EXPECT_THROW(yoke::minimum_spanning_forest(exec, graph, views.from, views.from, views.weight),
               std::invalid_argument);
  EXPECT_THROW(
      yoke::minimum_spanning_forest(exec, graph, views.from, views.to,
                                    Kokkos::View<float*, typename TypeParam::memory_space>("w", 8)),
      std::invalid_argument);
  yoke::WeightedGraph<std::uint32_t, std::uint32_t, float, typename TypeParam::memory_space> const
      directed(yoke::unchecked, yoke::GraphKind::directed, graph.offsets(), graph.neighbours(),
               graph.weights());
  EXPECT_THROW(yoke::minimum_spanning_forest(exec, directed, views.from, views.to, views.weight),
               std::invalid_argument);
  yoke::MinimumSpanningForestPlan<TypeParam, std::uint32_t, std::uint32_t, float> small(exec, 9,
                                                                                        18);
  EXPECT_THROW(small(graph, views.from, views.to, views.weight), std::invalid_argument);
}

// The arrays of the graph are not checked.
TYPED_TEST(MinimumSpanningForest, ValidateSeesBadWeights) {
  auto rows = weighted<std::uint32_t, std::uint32_t, float>(path_graph(10), WeightKind::equal);
  Kokkos::View<float*, Kokkos::HostSpace> const weights("weights", rows.arcs());
  Kokkos::deep_copy(weights, rows.weights());
  weights(3) = std::numeric_limits<float>::quiet_NaN();
  decltype(rows) const bad(yoke::unchecked, yoke::GraphKind::symmetric, rows.offsets(),
                           rows.neighbours(), weights);
  EXPECT_THROW(found_forest(TypeParam(), copied<TypeParam>(bad), {.validate = true}),
               yoke::InvalidInput);
}

// Three vertices in a triangle of weights 1, 2 and 3, and one apart.
template <class Space>
struct Triangle {
  using Graph =
      yoke::WeightedGraph<std::uint32_t, std::uint32_t, double, typename Space::memory_space>;
  Graph graph;

  Triangle() {
    TestGraph shape{"triangle", 4, {{0, 1}, {1, 2}, {0, 2}}};
    graph = copied<Space>(weighted_by<std::uint32_t, std::uint32_t, double>(
        shape, [](std::size_t e) { return static_cast<double>(e + 1); }));
  }
  std::string fault_of(std::vector<std::uint32_t> const& from, std::vector<std::uint32_t> const& to,
                       std::vector<double> const& weight) const {
    try {
      yoke::validate_minimum_spanning_forest(Space(), graph, to_space<Space>(from),
                                             to_space<Space>(to), to_space<Space>(weight),
                                             from.size());
    } catch (yoke::InvalidInput const& error) {
      return error.what();
    }
    return "none";
  }
};

TYPED_TEST(MinimumSpanningForest, ValidationNamesTheFault) {
  Triangle<TypeParam> const triangle;
  EXPECT_EQ(triangle.fault_of({0, 1}, {1, 2}, {1, 2}), "none");
  EXPECT_EQ(triangle.fault_of({2, 1}, {1, 0}, {2, 1}), "none");
  EXPECT_THAT(triangle.fault_of({0, 1}, {1, 9}, {1, 2}), HasSubstr("edge 1 of the forest"));
  EXPECT_THAT(triangle.fault_of({0, 1}, {1, 9}, {1, 2}), HasSubstr("no vertex"));
  EXPECT_THAT(triangle.fault_of({0, 1}, {1, 3}, {1, 2}), HasSubstr("none of the graph's"));
  EXPECT_THAT(triangle.fault_of({0, 1}, {1, 2}, {1, 1}), HasSubstr("none of the graph's"));
  EXPECT_THAT(triangle.fault_of({0, 1}, {1, 2}, {1, std::nan("")}), HasSubstr("none of"));
  EXPECT_THAT(triangle.fault_of({0, 0, 1}, {1, 2, 2}, {1, 3, 2}), HasSubstr("closes a cycle"));
  EXPECT_THAT(triangle.fault_of({0, 1}, {1, 0}, {1, 1}), HasSubstr("closes a cycle"));
  EXPECT_THAT(triangle.fault_of({0}, {1}, {1}), HasSubstr("another tree"));
  EXPECT_THAT(triangle.fault_of({}, {}, {}), HasSubstr("another tree"));
  EXPECT_THAT(triangle.fault_of({0, 0}, {1, 2}, {1, 3}), HasSubstr("lighter"));
}

TYPED_TEST(MinimumSpanningForest, ValidationFindsOneHeavierEdge) {
  auto const graph = skewed_graph(12, std::size_t(1) << 15);
  auto const rows = weighted<std::uint32_t, std::uint32_t, float>(graph, WeightKind::random);
  auto const copy = copied<TypeParam>(rows);
  auto const right = kruskal(rows);
  // The lightest edge outside replaces the heaviest edge of the cycle that it closes.
  for (std::size_t skip = 0; skip < right.from.size(); skip += right.from.size() / 20) {
    auto const wrong = kruskal(rows, skip);
    if (wrong.from.size() != right.from.size()) continue;
    EXPECT_THROW(
        yoke::validate_minimum_spanning_forest(
            TypeParam(), copy, to_space<TypeParam>(wrong.from), to_space<TypeParam>(wrong.to),
            to_space<TypeParam>(wrong.weight), wrong.from.size()),
        yoke::InvalidInput);
  }
}

}  // namespace
