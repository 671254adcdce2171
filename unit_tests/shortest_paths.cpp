#include "yoke/shortest_paths.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "support/paths_oracle.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/validate_shortest_paths.hpp"

namespace {

using testing::HasSubstr;
using yoke::ShortestPathsAlgorithm;
using yoke::ShortestPathsOptions;
using yoke::ShortestPathsReport;
using yoke_test::GraphDice;
using yoke_test::PathsOracle;
using yoke_test::TestGraph;
using yoke_test::WeightedTestGraph;
using Sources = std::vector<std::uint64_t>;

constexpr ShortestPathsAlgorithm all_algorithms[] = {ShortestPathsAlgorithm::sequential,
                                                     ShortestPathsAlgorithm::delta_stepping,
                                                     ShortestPathsAlgorithm::bellman_ford};

template <class View>
auto host_vector(View const& view) {
  using T = typename View::non_const_value_type;
  std::vector<T> values(view.extent(0));
  Kokkos::deep_copy(Kokkos::View<T*, Kokkos::HostSpace>(values.data(), values.size()), view);
  return values;
}

template <class Weight>
WeightedTestGraph<Weight> weighted(TestGraph const& graph,
                                   std::function<Weight(std::size_t)> const& weight_of,
                                   bool symmetric = true) {
  WeightedTestGraph<Weight> result{graph, {}, symmetric};
  for (std::size_t e = 0; e < graph.edges.size(); ++e) result.weights.push_back(weight_of(e));
  return result;
}

template <class Weight>
std::function<Weight(std::size_t)> from_to(int least, int most) {
  return [=](std::size_t e) {
    GraphDice dice(e);
    return static_cast<Weight>(least + static_cast<int>(dice.below(most - least + 1)));
  };
}

// One graph, in every way, compared with the oracle.
template <class Space, class Vertex, class Offset, class Weight>
class Paths {
  using Memory = typename Space::memory_space;

 public:
  explicit Paths(WeightedTestGraph<Weight> const& graph)
      : name_(graph.graph.name),
        oracle_(graph),
        graph_(yoke_test::make_weighted_graph<Vertex, Offset, Weight, Memory>(graph)),
        distances_("distances", graph_.vertices()),
        parents_("parents", graph_.vertices()) {}

  void expect(Sources const& sources, std::vector<ShortestPathsOptions> const& ways) {
    oracle_.search(sources);
    for (auto const& options : ways) {
      SCOPED_TRACE(name_ + " by " + std::string(to_string(options.algorithm)));
      run(Space(), sources, options);
      check(sources);
    }
  }

  template <class Executor>
  void run(Executor const& executor, Sources const& sources, ShortestPathsOptions const& options) {
    yoke::ShortestPathsPlan<Executor, Vertex, Offset, Weight> plan(executor, graph_.vertices(),
                                                                   graph_.arcs(), options);
    Kokkos::deep_copy(distances_, Weight(7));
    Kokkos::deep_copy(parents_, Vertex(7));
    if (sources.size() == 1) {
      reached_ = plan(graph_, sources.front(), distances_, parents_);
    } else {
      reached_ = plan(graph_, view_of(sources), distances_, parents_);
    }
  }

  void check(Sources const& sources) {
    EXPECT_EQ(reached_, oracle_.reached);
    EXPECT_EQ(host_vector(distances_), oracle_.distances);
    std::vector<Vertex> parents;
    for (auto const p : oracle_.parents) parents.push_back(static_cast<Vertex>(p));
    EXPECT_EQ(host_vector(parents_), parents);
    EXPECT_EQ(
        yoke::validate_shortest_paths(Space(), graph_, view_of(sources), distances_, parents_),
        oracle_.reached);
  }

  Kokkos::View<Vertex*, Memory> view_of(Sources const& sources) const {
    Kokkos::View<Vertex*, Memory> const view("sources", sources.size());
    auto const mirror = Kokkos::create_mirror_view(view);
    for (std::size_t i = 0; i < sources.size(); ++i) mirror(i) = static_cast<Vertex>(sources[i]);
    Kokkos::deep_copy(view, mirror);
    return view;
  }

  auto const& graph() const { return graph_; }
  auto const& distances() const { return distances_; }
  auto const& parents() const { return parents_; }
  PathsOracle<Weight>& oracle() { return oracle_; }

 private:
  std::string name_;
  PathsOracle<Weight> oracle_;
  yoke::WeightedGraph<Vertex, Offset, Weight, Memory> graph_;
  Kokkos::View<Weight*, Memory> distances_;
  Kokkos::View<Vertex*, Memory> parents_;
  std::uint64_t reached_ = 0;
};

template <class S, class V, class O, class W>
struct Types {
  using Space = S;
  using Vertex = V;
  using Offset = O;
  using Weight = W;
};

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
using Device = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;
using AllTypes = testing::Types<Types<Device, std::uint32_t, std::uint32_t, float>,
                                Types<Device, std::uint32_t, std::uint64_t, double>,
                                Types<Device, std::int32_t, std::int32_t, std::int32_t>,
                                Types<Host, std::uint64_t, std::uint64_t, std::int64_t>>;
TYPED_TEST_SUITE(ShortestPaths, AllTypes);

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

// Potentials make negative weights without a negative cycle; differences of potentials alone make
// all cycles 0.
TYPED_TEST(ShortestPaths, MayHaveNegativeWeights) {
  using Weight = typename TypeParam::Weight;
  for (auto const& graph :
       {yoke_test::uniform_graph(500, 3000), yoke_test::shuffled(yoke_test::path_graph(1000), 3),
        yoke_test::grid_graph(30, 40, 80), yoke_test::skewed_graph(11, 1 << 15)}) {
    auto const potential = [](std::uint64_t v) {
      return static_cast<int>(GraphDice(v).below(1000));
    };
    for (int const most : {0, 50}) {
      auto const weight = [&](std::size_t e) {
        auto const [u, v] = graph.edges[e];
        int const slack =
            static_cast<int>(GraphDice(e).below(static_cast<std::uint64_t>(most) + 1));
        return static_cast<Weight>(potential(v) - potential(u) + slack);
      };
      typename TestFixture::Case paths(weighted<Weight>(graph, weight, false));
      ShortestPathsOptions const options{.algorithm = ShortestPathsAlgorithm::bellman_ford};
      paths.expect({graph.edges[0].first}, {options});
      paths.expect({graph.edges[0].first, 5, 9}, {options});
    }
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
                         (yoke::detail::runs_on_host<Space> ? 5 : 10) * sizeof(std::uint64_t));
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

TYPED_TEST(ShortestPaths, NegativeWeightsAreRefusedWithTheirPlace) {
  using Weight = typename TypeParam::Weight;
  auto graph = weighted(yoke_test::path_graph(10), from_to<Weight>(1, 9), false);
  graph.weights[4] = graph.weights[7] = Weight(-2);
  typename TestFixture::Case paths(graph);
  for (auto const algorithm :
       {ShortestPathsAlgorithm::automatic, ShortestPathsAlgorithm::sequential,
        ShortestPathsAlgorithm::delta_stepping}) {
    try {
      paths.run(typename TypeParam::Space(), {0}, {.algorithm = algorithm});
      ADD_FAILURE() << "nothing is refused";
    } catch (yoke::InvalidInput const& error) {
      EXPECT_EQ(error.index(), 4u);
      EXPECT_THAT(error.what(), HasSubstr("weights(4) is -2"));
      EXPECT_THAT(error.what(), HasSubstr("bellman_ford"));
    }
    EXPECT_EQ(host_vector(paths.distances()), std::vector<Weight>(10, 7));
  }
}

// A cycle of 5 at the end of a path, and a lighter one that no source reaches.
TYPED_TEST(ShortestPaths, ANegativeCycleIsNamed) {
  using Weight = typename TypeParam::Weight;
  for (std::uint32_t const length : {1u, 3u, 100u, 20000u}) {
    TestGraph graph{"path and cycle", length + 10, {}};
    for (std::uint32_t v = 0; v + 1 < length + 5; ++v) graph.add(v, v + 1);
    graph.add(length + 4, length);
    for (std::uint32_t v = 5; v < 10; ++v) graph.add(length + v, length + (v < 9 ? v + 1 : 5));
    for (int const last : {-5, -4}) {
      auto const weight = [&](std::size_t e) {
        auto const [u, v] = graph.edges[e];
        return Weight(u >= length + 5 ? -9 : u == length + 4 && v == length ? last : 1);
      };
      typename TestFixture::Case paths(weighted<Weight>(graph, weight, false));
      ShortestPathsOptions const options{.algorithm = ShortestPathsAlgorithm::bellman_ford};
      if (last == -4) {
        paths.expect({0}, {options});
        continue;
      }
      try {
        paths.run(typename TypeParam::Space(), {0}, options);
        ADD_FAILURE() << "nothing is refused";
      } catch (yoke::InvalidInput const& error) {
        EXPECT_THAT(error.what(), HasSubstr("lies on a cycle of negative weight"));
        EXPECT_GE(error.index(), length);
        EXPECT_LT(error.index(), length + 5);
      }
    }
  }
}

TYPED_TEST(ShortestPaths, ANegativeLoopAndANegativeEdgeAreCycles) {
  using Weight = typename TypeParam::Weight;
  ShortestPathsOptions const options{.algorithm = ShortestPathsAlgorithm::bellman_ford};
  WeightedTestGraph<Weight> const loop{{"loop", 2, {{0, 0}, {0, 1}}}, {-1, 1}, false};
  typename TestFixture::Case with_loop(loop);
  EXPECT_THROW(with_loop.run(typename TypeParam::Space(), {0}, options), yoke::InvalidInput);
  WeightedTestGraph<Weight> const edge{{"edge", 3, {{0, 1}, {1, 2}}}, {-1, 1}, true};
  typename TestFixture::Case with_edge(edge);
  EXPECT_THROW(with_edge.run(typename TypeParam::Space(), {2}, options), yoke::InvalidInput);
  EXPECT_NO_THROW(with_edge.run(typename TypeParam::Space(), {}, options));
}

TYPED_TEST(ShortestPaths, ADistanceBelowTheTypeIsRefused) {
  using Weight = typename TypeParam::Weight;
  Weight const least = std::numeric_limits<Weight>::lowest();
  WeightedTestGraph<Weight> const path{{"path", 3, {{0, 1}, {1, 2}}}, {least, least}, false};
  typename TestFixture::Case paths(path);
  try {
    paths.run(typename TypeParam::Space(), {0},
              {.algorithm = ShortestPathsAlgorithm::bellman_ford});
    ADD_FAILURE() << "nothing is refused";
  } catch (yoke::InvalidInput const& error) {
    EXPECT_EQ(error.index(), std::is_integral_v<Weight> ? 1u : 2u);
    EXPECT_THAT(error.what(), HasSubstr("the least number of the weights' type or below"));
  }
}

// One vertex and its loop: after n rounds, which are one, nothing can become lower.
TYPED_TEST(ShortestPaths, ALoopOfTheLeastNumberNamesItsVertex) {
  using Weight = typename TypeParam::Weight;
  Weight const least = std::is_floating_point_v<Weight> ? -std::numeric_limits<Weight>::infinity()
                                                        : std::numeric_limits<Weight>::lowest();
  typename TestFixture::Case loop({{"loop", 1, {{0, 0}}}, {least}, false});
  try {
    loop.run(typename TypeParam::Space(), {0}, {.algorithm = ShortestPathsAlgorithm::bellman_ford});
    ADD_FAILURE() << "nothing is refused";
  } catch (yoke::InvalidInput const& error) {
    EXPECT_EQ(error.index(), 0u);
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
    EXPECT_THAT(error.what(), HasSubstr("runs on one side"));
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

// The cycle has a weight of 0, and rounding has lowered it once: no path has these distances.
TEST(ShortestPathsOfFloats, ACycleThatIsNegativeByRoundingHasNoParents) {
  using Space = Kokkos::DefaultExecutionSpace;
  Paths<Space, std::uint32_t, std::uint32_t, float> paths(
      {{"rounded", 13, {{0, 1}, {1, 2}, {2, 1}}}, {0.3f, 1e8f, -1e8f}, false});
  try {
    paths.run(Space(), {0}, {.algorithm = ShortestPathsAlgorithm::bellman_ford});
    ADD_FAILURE() << "nothing is refused";
  } catch (yoke::InvalidInput const& error) {
    EXPECT_THAT(error.what(), HasSubstr("negative only by rounding"));
    EXPECT_GE(error.index(), 1u);
    EXPECT_LE(error.index(), 2u);
  }
}

// What the validator says of results that are changed at one place.
TEST(ValidateShortestPaths, NamesTheFirstFault) {
  using Space = Kokkos::DefaultExecutionSpace;
  using Case = Paths<Space, std::uint32_t, std::uint32_t, std::int32_t>;
  // 0 - 1 - 2 - 3 in steps of 5, a long way round from 0 to 2, a cycle 4 - 5 of weight 0 far away,
  // and 6 alone.
  Case paths({{"small", 7, {{0, 1}, {1, 2}, {2, 3}, {0, 2}, {4, 5}}}, {5, 5, 5, 11, 0}, true});
  auto const fault = [&](std::uint32_t v, std::int32_t distance, std::uint32_t parent) {
    paths.run(Space(), {0}, {});
    Kokkos::deep_copy(Kokkos::subview(paths.distances(), v), distance);
    Kokkos::deep_copy(Kokkos::subview(paths.parents(), v), parent);
    try {
      yoke::validate_shortest_paths(Space(), paths.graph(), 0, paths.distances(), paths.parents());
    } catch (yoke::InvalidInput const& error) {
      return std::string(error.what());
    }
    return std::string("no fault");
  };
  constexpr std::uint32_t none = ~0u;
  constexpr std::int32_t far = std::numeric_limits<std::int32_t>::max();
  EXPECT_EQ(fault(3, 15, 2), "no fault");
  EXPECT_THAT(fault(0, 1, 0), HasSubstr("vertex 0 is a source and has distance 1 and parent 0"));
  EXPECT_THAT(fault(0, 0, 1), HasSubstr("(rule 1)"));
  EXPECT_THAT(fault(2, 11, 0), HasSubstr("(rule 2)"));
  EXPECT_THAT(fault(3, 14, 2), HasSubstr("(rule 3)"));
  EXPECT_THAT(fault(3, 15, 1), HasSubstr("no arc from its parent 1 gives it (rule 3)"));
  EXPECT_THAT(fault(3, 15, 7), HasSubstr("which is no vertex (rule 3)"));
  EXPECT_THAT(fault(3, 15, 6), HasSubstr("which was not reached (rule 3)"));
  EXPECT_THAT(fault(3, 15, 3),
              HasSubstr("is its own parent, and is no source at distance 0 (rule 4)"));
  EXPECT_THAT(fault(2, 10, 3), HasSubstr("they form a cycle (rule 4)"));
  EXPECT_THAT(fault(3, 15, none), HasSubstr("(rule 5)"));
  EXPECT_THAT(fault(6, 3, none), HasSubstr("(rule 5)"));
  EXPECT_THAT(fault(3, far, none), HasSubstr("has distance infinity, and an arc"));
  EXPECT_THROW(
      yoke::validate_shortest_paths(Space(), paths.graph(), 7, paths.distances(), paths.parents()),
      yoke::InvalidInput);
}

// Two vertices that vouch for each other, though no source reaches them.
TEST(ValidateShortestPaths, ACycleOfWeightZeroDoesNotVouchForItself) {
  using Space = Kokkos::DefaultExecutionSpace;
  Paths<Space, std::uint32_t, std::uint32_t, float> paths({{"apart", 3, {{1, 2}}}, {0}, true});
  paths.run(Space(), {0}, {});
  auto const set = [&](std::uint32_t v, float distance, std::uint32_t parent) {
    Kokkos::deep_copy(Kokkos::subview(paths.distances(), v), distance);
    Kokkos::deep_copy(Kokkos::subview(paths.parents(), v), parent);
  };
  set(1, 4, 2);
  set(2, 4, 1);
  EXPECT_THROW(
      yoke::validate_shortest_paths(Space(), paths.graph(), 0, paths.distances(), paths.parents()),
      yoke::InvalidInput);
}

// The same by sources: two that are not at distance 0 are no roots.
TEST(ValidateShortestPaths, SourcesOnACycleAreNoRoots) {
  using Space = Kokkos::DefaultExecutionSpace;
  Paths<Space, std::uint32_t, std::uint32_t, float> paths(
      {{"cycle", 3, {{1, 2}, {2, 1}}}, {0, 0}, false});
  Sources const sources{0, 1, 2};
  paths.run(Space(), sources, {});
  for (std::uint32_t v : {1u, 2u}) {
    Kokkos::deep_copy(Kokkos::subview(paths.distances(), v), -5.f);
    Kokkos::deep_copy(Kokkos::subview(paths.parents(), v), 3 - v);
  }
  EXPECT_THROW(yoke::validate_shortest_paths(Space(), paths.graph(), paths.view_of(sources),
                                             paths.distances(), paths.parents()),
               yoke::InvalidInput);
}

}  // namespace
