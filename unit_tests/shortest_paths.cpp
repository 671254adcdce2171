#include "yoke/shortest_paths.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "support/paths_case.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/validate_shortest_paths.hpp"

namespace {

using testing::HasSubstr;
using yoke::ShortestPathsAlgorithm;
using yoke::ShortestPathsOptions;
using yoke::ShortestPathsReport;
using yoke_test::from_to;
using yoke_test::GraphDice;
using yoke_test::host_vector;
using yoke_test::Paths;
using yoke_test::PathsOracle;
using yoke_test::Sources;
using yoke_test::TestGraph;
using yoke_test::weighted;
using yoke_test::WeightedTestGraph;

constexpr ShortestPathsAlgorithm all_algorithms[] = {ShortestPathsAlgorithm::sequential,
                                                     ShortestPathsAlgorithm::delta_stepping,
                                                     ShortestPathsAlgorithm::bellman_ford};

template <class T>
class ShortestPaths : public testing::Test {
 public:
  using Weight = typename T::Weight;
  using Case = Paths<typename T::Space, typename T::Vertex, typename T::Offset, Weight>;

  static void expect_all(WeightedTestGraph<Weight> const& graph, Sources const& sources) {
    std::vector<ShortestPathsOptions> ways{
        {.algorithm = ShortestPathsAlgorithm::delta_stepping, .delta = 30}};
    for (auto const algorithm : all_algorithms) ways.push_back({.algorithm = algorithm});
    Case(graph).expect(sources, ways);
  }

  // Of a plan's memory: 28, 36 and 40 with a weight, for 32 bits.
  static std::size_t bytes_of_vertex(ShortestPathsAlgorithm algorithm) {
    std::size_t const vertex = sizeof(typename T::Vertex), offset = sizeof(typename T::Offset);
    std::size_t const rounds = 4 + 4 * vertex + 2 * offset;
    if (algorithm == ShortestPathsAlgorithm::sequential) return rounds + 2 * vertex;
    if (algorithm == ShortestPathsAlgorithm::delta_stepping) return rounds;
    return rounds + 3 * vertex + sizeof(Weight);
  }
};
TYPED_TEST_SUITE(ShortestPaths, yoke_test::AllPathTypes);

TYPED_TEST(ShortestPaths, OfEveryGraphAreTheOracles) {
  using Weight = typename TypeParam::Weight;
  for (auto const& graph : yoke_test::test_graphs()) {
    Sources sources;
    if (graph.vertices > 0) sources = {graph.vertices / 3};
    TestFixture::expect_all(weighted(graph, from_to<Weight>(1, 100)), sources);
    TestFixture::expect_all(weighted(graph, from_to<Weight>(0, 3), false), sources);
  }
}

TYPED_TEST(ShortestPaths, OfSeveralSourcesGoToTheNearest) {
  using Weight = typename TypeParam::Weight;
  auto const grid = yoke_test::grid_graph(40, 50, 70);
  for (Sources const& sources :
       {Sources{}, Sources{5, 5, 5}, Sources{1999, 0, 1000, 0}, Sources{3, 4}}) {
    TestFixture::expect_all(weighted(grid, from_to<Weight>(1, 9)), sources);
    TestFixture::expect_all(weighted(grid, from_to<Weight>(0, 1)), sources);
  }
}

// Frontiers that all threads share, and vertices that come nearer many times.
TYPED_TEST(ShortestPaths, OfLargeGraphsAreTheOracles) {
  using Weight = typename TypeParam::Weight;
  auto const skewed = yoke_test::shuffled(yoke_test::skewed_graph(12, std::size_t(1) << 17), 14);
  TestFixture::expect_all(weighted(skewed, from_to<Weight>(1, 1000)), {skewed.edges[0].first});
  TestFixture::expect_all(weighted(skewed, from_to<Weight>(0, 2), false), {skewed.edges[0].first});
  auto const star = yoke_test::star_graph(40000, 7);
  TestFixture::expect_all(weighted(star, from_to<Weight>(1, 1000)), {0});
}

TYPED_TEST(ShortestPaths, MayHaveEqualWeights) {
  using Weight = typename TypeParam::Weight;
  for (Weight const weight : {Weight(0), Weight(1), Weight(1000000)}) {
    auto const all = [=](std::size_t) { return weight; };
    TestFixture::expect_all(weighted<Weight>(yoke_test::path_graph(1000), all), {500});
    TestFixture::expect_all(weighted<Weight>(yoke_test::clique_graph(60), all), {3});
    TestFixture::expect_all(weighted<Weight>(yoke_test::loops_and_multi_edges(), all), {40});
  }
}

// Sums come to the type's largest number, and exceed it.
TYPED_TEST(ShortestPaths, ThatAreTooLongAreNone) {
  using Weight = typename TypeParam::Weight;
  Weight const most = std::numeric_limits<Weight>::max();
  Weight const weights[] = {most, static_cast<Weight>(most / 2), static_cast<Weight>(most / 3), 1,
                            PathsOracle<Weight>::infinity};
  auto const some = [&](std::size_t e) { return weights[GraphDice(e).below(5)]; };
  for (auto const& graph : {yoke_test::path_graph(40), yoke_test::grid_graph(20, 20, 80),
                            yoke_test::uniform_graph(300, 2000)}) {
    TestFixture::expect_all(weighted<Weight>(graph, some), {1});
    TestFixture::expect_all(weighted<Weight>(graph, some, false), {1});
  }
}

// A plan's later calls have nothing of the earlier ones, and allocate nothing.
TYPED_TEST(ShortestPaths, PlansAreUsedAgain) {
  using Weight = typename TypeParam::Weight;
  using Space = typename TypeParam::Space;
  auto const grid = yoke_test::grid_graph(40, 50, 70);
  typename TestFixture::Case paths(weighted(grid, from_to<Weight>(1, 9)));
  Kokkos::View<typename TypeParam::Vertex*, typename Space::memory_space> const none("none", 0);
  for (auto const& entry : yoke::shortest_paths_algorithms) {
    ShortestPathsReport report;
    yoke::ShortestPathsPlan<Space, typename TypeParam::Vertex, typename TypeParam::Offset, Weight>
        plan(Space(), 3000, 9000, {.algorithm = entry.algorithm, .report = &report});
    std::size_t const bytes = plan.workspace_bytes();
    EXPECT_EQ(bytes, 3000 * TestFixture::bytes_of_vertex(plan.algorithm()) +
                         (yoke::detail::runs_on_host<Space> ? 7 : 20) * sizeof(std::uint64_t));
    for (std::uint64_t const source : {17, 1999, 0}) {
      paths.oracle().search({source});
      EXPECT_EQ(plan(paths.graph(), source, paths.distances()), paths.oracle().reached);
      EXPECT_EQ(host_vector(paths.distances()), paths.oracle().distances);
      EXPECT_EQ(report.algorithm, plan.algorithm());
      EXPECT_NE(report.algorithm, ShortestPathsAlgorithm::automatic);
      EXPECT_GE(report.arcs, paths.oracle().reached - 1);
      EXPECT_EQ(
          yoke::validate_shortest_paths(Space(), paths.graph(), source, paths.distances(), none),
          paths.oracle().reached);
    }
    EXPECT_EQ(plan.workspace_bytes(), bytes);
  }
}

// Every other arc is a loop without weight: a mean of them alone would make steps of nothing.
TYPED_TEST(ShortestPaths, StepsAreWideThoughHalfOfTheWeightsAreZero) {
  using Weight = typename TypeParam::Weight;
  constexpr std::uint32_t n = 70000;
  TestGraph graph{"loops between", n, {}};
  for (std::uint32_t v = 0; v < n; ++v) {
    graph.add(v, v);
    graph.add(v, (v * 7 + 1) % n);
    graph.add(v, v);
    graph.add(v, (v * 11 + 5) % n);
  }
  auto const weight = [&](std::size_t e) { return Weight(e % 2 == 0 ? 0 : 1 + e * 7919 % 1000); };
  typename TestFixture::Case paths(weighted<Weight>(graph, weight, false));
  yoke::ShortestPathsReport report;
  ShortestPathsOptions options{.algorithm = ShortestPathsAlgorithm::delta_stepping};
  options.report = &report;
  paths.expect({0}, {options});
  EXPECT_LT(report.steps, 5000u);
}

// Steps that are far too narrow become wider.
TYPED_TEST(ShortestPaths, NarrowStepsWiden) {
  using Weight = typename TypeParam::Weight;
  if (!std::is_floating_point_v<Weight>) GTEST_SKIP() << "a step of integers is 1 at least";
  TestGraph graph{"star of paths", 30001, {}};
  for (std::uint32_t v = 1; v <= 30000; ++v) graph.add(0, v);
  auto const weight = [&](std::size_t e) { return Weight(1 + e); };
  typename TestFixture::Case paths(weighted<Weight>(graph, weight, false));
  yoke::ShortestPathsReport report;
  ShortestPathsOptions options{.algorithm = ShortestPathsAlgorithm::delta_stepping, .delta = 1e-3};
  options.report = &report;
  paths.expect({0}, {options});
  EXPECT_LT(report.steps, 1500u);
}

TYPED_TEST(ShortestPaths, RunOnEitherSideOfAHybrid) {
  using Weight = typename TypeParam::Weight;
  auto const grid = yoke_test::grid_graph(40, 50, 70);
  typename TestFixture::Case paths(weighted(grid, from_to<Weight>(1, 9)));
  Sources const sources{17};
  paths.oracle().search(sources);
  yoke::Hybrid<> const hybrid;
  for (auto const split : {yoke::Split::automatic(), yoke::Split(0), yoke::Split(1)}) {
    ShortestPathsReport report;
    paths.run(hybrid, sources, {.split = split, .report = &report});
    paths.check(sources);
    if (split.is_automatic()) continue;
    EXPECT_EQ(report.way, split.host_share() == 0 ? yoke::Way::device : yoke::Way::host);
  }
  try {
    paths.run(hybrid, sources, {.split = yoke::Split(0.5)});
    ADD_FAILURE() << "nothing is refused";
  } catch (std::invalid_argument const& error) {
    EXPECT_STREQ(error.what(),
                 "yoke::shortest_paths: options.split is 0.5, but each algorithm runs on one side: "
                 "use 0 or 1");
  }
}

TYPED_TEST(ShortestPaths, WrongCallsAreRefused) {
  using Weight = typename TypeParam::Weight;
  using Space = typename TypeParam::Space;
  using Memory = typename Space::memory_space;
  typename TestFixture::Case paths(weighted(yoke_test::path_graph(10), from_to<Weight>(1, 9)));
  auto const& graph = paths.graph();
  auto const& distances = paths.distances();
  EXPECT_THROW(yoke::shortest_paths(Space(), graph, 10, distances), yoke::InvalidInput);
  EXPECT_THROW(yoke::shortest_paths(Space(), graph, -1, distances), yoke::InvalidInput);
  EXPECT_THROW(yoke::shortest_paths(Space(), graph, paths.view_of({3, 11}), distances),
               yoke::InvalidInput);
  Kokkos::View<Weight*, Memory> const short_one("distances", 9);
  EXPECT_THROW(yoke::shortest_paths(Space(), graph, 0, short_one), std::invalid_argument);
  for (double const delta : {-1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_THROW(yoke::shortest_paths(Space(), graph, 0, distances, {.delta = delta}),
                 std::invalid_argument);
  }
}

TEST(ShortestPathsOfFloats, ANaNIsRefused) {
  using Space = Kokkos::DefaultExecutionSpace;
  auto graph = weighted(yoke_test::path_graph(10), from_to<float>(1, 9), false);
  auto const built =
      yoke_test::make_weighted_graph<std::uint32_t, std::uint32_t, float, Space::memory_space>(
          graph);
  Kokkos::View<float*, Space::memory_space> const weights("weights", built.arcs()),
      distances("distances", 10);
  Kokkos::deep_copy(Kokkos::subview(weights, 6), std::nanf(""));
  Kokkos::deep_copy(Kokkos::subview(weights, 2), -1.0f);
  yoke::WeightedGraph<std::uint32_t, std::uint32_t, float, Space::memory_space> const unchecked(
      yoke::unchecked, built.kind(), built.offsets(), built.neighbours(), weights);
  for (auto const algorithm : all_algorithms) {
    try {
      yoke::shortest_paths(Space(), unchecked, 0, distances, {.algorithm = algorithm});
      ADD_FAILURE() << "nothing is refused";
    } catch (yoke::InvalidInput const& error) {
      EXPECT_EQ(error.index(), 6u);
      EXPECT_THAT(error.what(), HasSubstr("weights(6) is NaN"));
    }
  }
}

}  // namespace
