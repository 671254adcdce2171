#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/views.hpp"
#include "support/weighted_distances.hpp"
#include "yoke/closeness.hpp"
#include "yoke/connected_components.hpp"
#include "yoke/eccentricities.hpp"

// Eccentricities, diameters and closeness of graphs with weights, against a search from every
// vertex.

namespace {

using testing::HasSubstr;
using yoke::EccentricitiesAlgorithm;
using yoke_test::from_to;
using yoke_test::vector_of;
using yoke_test::view_of;
using yoke_test::weighted;
using yoke_test::WeightedTestGraph;

template <class T>
class WeightedDistances : public testing::Test {
 public:
  using Space = typename T::Space;
  using Vertex = typename T::Vertex;
  using Offset = typename T::Offset;
  using Weight = typename T::Weight;
  using Memory = typename Space::memory_space;
  using Graph = yoke::WeightedGraph<Vertex, Offset, Weight, Memory>;
  using Lengths = Kokkos::View<Weight*, Memory>;
  using Doubles = Kokkos::View<double*, Memory>;
  using Case = yoke_test::WeightedDistanceCase<Weight>;
  using Plan = yoke::EccentricitiesPlan<Space, Vertex, Offset, Weight>;
  using ClosenessPlan = yoke::ClosenessPlan<Space, Vertex, Offset, Weight>;
  static constexpr std::size_t most_vertices = 1300, most_arcs = 6000;  // of the cases

  static Graph make(WeightedTestGraph<Weight> const& graph) {
    return yoke_test::make_weighted_graph<Vertex, Offset, Weight, Memory>(graph);
  }
  static auto const& cases() { return yoke_test::weighted_distance_cases<Weight>(); }

  static void expect_ends(Case const& one, yoke::WeightedDiameter<Weight> const& found) {
    EXPECT_EQ(found.length, one.oracle.diameter);
    if (found.length == 0) {
      EXPECT_EQ(found.from + found.to, 0u);
    } else {
      EXPECT_EQ(one.oracle.distances.at(found.from).at(found.to), found.length);
    }
  }
};
TYPED_TEST_SUITE(WeightedDistances, yoke_test::AllPathTypes);

// One plan for all graphs: a device's allocations can wait for other processes.
TYPED_TEST(WeightedDistances, EccentricitiesOfEveryGraphAreTheOracles) {
  using Space = typename TypeParam::Space;
  for (auto const algorithm :
       {EccentricitiesAlgorithm::bounded, EccentricitiesAlgorithm::exhaustive}) {
    typename TestFixture::Plan plan(Space(), TestFixture::most_vertices, TestFixture::most_arcs,
                                    {.algorithm = algorithm});
    for (auto const& one : TestFixture::cases()) {
      SCOPED_TRACE(one.name + (algorithm == EccentricitiesAlgorithm::bounded ? "" : " by all"));
      auto const graph = TestFixture::make(one.graph);
      typename TestFixture::Lengths const all("all", graph.vertices());
      Kokkos::deep_copy(all, 77);
      TestFixture::expect_ends(one, plan(graph, all));
      EXPECT_EQ(vector_of(all), one.oracle.eccentricity);
      TestFixture::expect_ends(one, plan.diameter(graph));
    }
  }
}

TYPED_TEST(WeightedDistances, ClosenessOfEveryGraphIsTheOracles) {
  using Space = typename TypeParam::Space;
  using Vertex = typename TypeParam::Vertex;
  yoke::ClosenessReport report;
  typename TestFixture::ClosenessPlan plan(Space(), TestFixture::most_vertices,
                                           TestFixture::most_arcs, {.report = &report});
  for (auto const& one : TestFixture::cases()) {
    SCOPED_TRACE(one.name);
    auto const graph = TestFixture::make(one.graph);
    typename TestFixture::Doubles const all("all", graph.vertices());
    Kokkos::deep_copy(all, 77.0);
    plan(graph, all);
    EXPECT_EQ(vector_of(all), one.oracle.closeness);
    EXPECT_EQ(report.searches, graph.vertices());
    EXPECT_EQ(report.sweeps, 0u);
    if (graph.vertices() == 0) continue;
    std::vector<Vertex> sources;
    std::vector<double> expected;
    for (std::uint64_t i = 0; i < 20; ++i) {
      std::uint64_t const v = i * i % graph.vertices();
      sources.push_back(static_cast<Vertex>(v));
      expected.push_back(one.oracle.closeness[v]);
    }
    typename TestFixture::Doubles const some("some", sources.size());
    plan(graph, view_of<typename TestFixture::Memory>(sources), some);
    EXPECT_EQ(vector_of(some), expected);
  }
}

// Each call makes a plan of the graph's size.
TYPED_TEST(WeightedDistances, CallsWithoutPlansFindTheSame) {
  using Space = typename TypeParam::Space;
  auto const& cases = TestFixture::cases();
  for (std::size_t i = 0; i < cases.size(); i += 7) {  // 5 kinds of weights follow each other
    auto const& one = cases[i];
    auto const graph = TestFixture::make(one.graph);
    for (auto const& entry : yoke::eccentricities_algorithms) {
      SCOPED_TRACE(one.name + " by " + std::string(entry.name));
      typename TestFixture::Lengths const all("all", graph.vertices());
      yoke::EccentricitiesOptions const options{.algorithm = entry.algorithm};
      TestFixture::expect_ends(one, yoke::eccentricities(Space(), graph, all, options));
      EXPECT_EQ(vector_of(all), one.oracle.eccentricity);
      TestFixture::expect_ends(one, yoke::diameter(Space(), graph, options));
    }
    typename TestFixture::Doubles const of_all("of_all", graph.vertices());
    yoke::closeness(Space(), graph, of_all);
    EXPECT_EQ(vector_of(of_all), one.oracle.closeness) << one.name;
  }
}

// The base of a graph has no weights, and neither has a plan without their type.
TYPED_TEST(WeightedDistances, WithoutWeightsEdgesCount) {
  using Space = typename TypeParam::Space;
  using Vertex = typename TypeParam::Vertex;
  auto const graph = TestFixture::make(
      weighted(yoke_test::path_graph(30), from_to<typename TypeParam::Weight>(5, 9)));
  yoke::Graph<Vertex, typename TypeParam::Offset, typename TestFixture::Memory> const& base = graph;
  yoke::Diameter const found = yoke::diameter(Space(), base);
  EXPECT_EQ(found.length, 29u);
  yoke::EccentricitiesPlan<Space, Vertex, typename TypeParam::Offset> plan(Space(), 30, 58);
  EXPECT_EQ(plan.diameter(graph).length, 29u);
}

TYPED_TEST(WeightedDistances, PlansAreUsedAgain) {
  using Space = typename TypeParam::Space;
  using Vertex = typename TypeParam::Vertex;
  using Offset = typename TypeParam::Offset;
  using Weight = typename TypeParam::Weight;
  constexpr bool on_host = yoke::detail::runs_on_host<Space>;
  constexpr std::size_t n = TestFixture::most_vertices, arcs = TestFixture::most_arcs;
  typename TestFixture::Plan plan(Space(), n, arcs);
  typename TestFixture::ClosenessPlan closeness(Space(), n, arcs);
  std::size_t const bytes = plan.workspace_bytes(), of_closeness = closeness.workspace_bytes();
  if (on_host) {
    // For each vertex 20 bytes and four weights, with 32 bits; for each thread 8 bytes and one.
    std::size_t const of_threads = static_cast<std::size_t>(Space().concurrency()) * n *
                                       (2 * sizeof(Vertex) + sizeof(Weight)) +
                                   8;
    yoke::ShortestPathsPlan<Space, Vertex, Offset, Weight> const paths(Space(), n, arcs);
    yoke::ConnectedComponentsPlan<Space, Vertex, Offset> const labels(Space(), n, arcs);
    EXPECT_EQ(bytes, paths.workspace_bytes() + labels.workspace_bytes() +
                         n * (8 + 3 * sizeof(Vertex) + 4 * sizeof(Weight)) + 512 * sizeof(Weight) +
                         of_threads);
    EXPECT_EQ(of_closeness, of_threads);
  }
  auto const& cases = TestFixture::cases();
  for (std::size_t i = 0; i < cases.size(); i += 3) {
    auto const& one = cases[i];
    SCOPED_TRACE(one.name);
    auto const graph = TestFixture::make(one.graph);
    TestFixture::expect_ends(one, plan.diameter(graph));
    typename TestFixture::Lengths const all("all", graph.vertices());
    TestFixture::expect_ends(one, plan(graph, all));
    EXPECT_EQ(vector_of(all), one.oracle.eccentricity);
    typename TestFixture::Doubles const of_all("of_all", graph.vertices());
    closeness(graph, of_all);
    EXPECT_EQ(vector_of(of_all), one.oracle.closeness);
  }
  EXPECT_EQ(plan.workspace_bytes(), bytes);
  EXPECT_EQ(closeness.workspace_bytes(), of_closeness);
}

template <class Call>
void expect_refused(Call const& call, std::size_t index, std::string const& message) {
  try {
    call();
    ADD_FAILURE() << "nothing is refused";
  } catch (yoke::InvalidInput const& error) {
    EXPECT_EQ(error.index(), index);
    EXPECT_THAT(error.what(), HasSubstr(message));
  }
}

TYPED_TEST(WeightedDistances, WrongCallsAreRefused) {
  using Space = typename TypeParam::Space;
  using Weight = typename TypeParam::Weight;
  using Lengths = typename TestFixture::Lengths;
  using Doubles = typename TestFixture::Doubles;
  auto const path = weighted(yoke_test::path_graph(10), from_to<Weight>(1, 9));
  auto const graph = TestFixture::make(path);
  EXPECT_THROW(yoke::eccentricities(Space(), graph, Lengths("all", 9)), std::invalid_argument);
  EXPECT_THROW(yoke::closeness(Space(), graph, Doubles("all", 11)), std::invalid_argument);
  auto directed = path;
  directed.symmetric = false;
  auto const one_way = TestFixture::make(directed);
  EXPECT_THROW(yoke::diameter(Space(), one_way), std::invalid_argument);
  EXPECT_THROW(yoke::closeness(Space(), one_way, Doubles("all", 10)), std::invalid_argument);

  auto with = [&](Weight first, Weight second) {
    Lengths const weights("weights", graph.arcs());
    Kokkos::deep_copy(weights, graph.weights());
    Kokkos::deep_copy(Kokkos::subview(weights, 3), first);
    Kokkos::deep_copy(Kokkos::subview(weights, 11), second);
    return typename TestFixture::Graph(yoke::unchecked, graph.kind(), graph.offsets(),
                                       graph.neighbours(), weights);
  };
  auto const negative = with(-2, -1);
  expect_refused([&] { yoke::diameter(Space(), negative); }, 3,
                 "yoke::diameter: weights(3) is -2; weights must be 0 or more");
  expect_refused([&] { yoke::eccentricities(Space(), negative, Lengths("all", 10)); }, 3,
                 "yoke::eccentricities: weights(3) is -2;");
  expect_refused([&] { yoke::closeness(Space(), negative, Doubles("all", 10)); }, 3,
                 "yoke::closeness: weights(3) is -2;");
  if constexpr (std::is_floating_point_v<Weight>) {
    auto const none = with(-1, std::numeric_limits<Weight>::quiet_NaN());
    expect_refused([&] { yoke::diameter(Space(), none); }, 11, "weights(11) is NaN");
    expect_refused([&] { yoke::closeness(Space(), none, Doubles("all", 10)); }, 11, "is NaN");
  }
  // An arc whose reverse has another weight.
  auto const uneven = with(100, 7);
  EXPECT_THROW(yoke::diameter(Space(), uneven, {.validate = true}), yoke::InvalidInput);
  EXPECT_THROW(yoke::closeness(Space(), uneven, Doubles("all", 10), {.validate = true}),
               yoke::InvalidInput);
}

// Sums of 64-bit integers leave 64 bits.
TEST(WeightedDistancesOfIntegers, SumsOfClosenessAreExact) {
  using Space = Kokkos::DefaultExecutionSpace;
  using Weight = std::int64_t;
  auto const weight_of = [](std::size_t e) {
    return std::numeric_limits<Weight>::max() - static_cast<Weight>(12345 * (e % 999));
  };
  auto const star = weighted<Weight>(yoke_test::star_graph(3000, 0), weight_of);
  auto const graph =
      yoke_test::make_weighted_graph<std::uint32_t, std::uint32_t, Weight, Space::memory_space>(
          star);
  Kokkos::View<double*, Space::memory_space> const found("found", 1);
  yoke::closeness(Space(), graph, view_of<Space::memory_space>(std::vector<std::uint32_t>{0}),
                  found);
  __int128 sum = 0;
  std::uint64_t reached = 0;
  for (Weight const weight : star.weights) {
    if (weight == std::numeric_limits<Weight>::max()) continue;  // infinite
    sum += weight;
    ++reached;
  }
  auto const others = static_cast<double>(reached);
  EXPECT_EQ(vector_of(found).front(), others / static_cast<double>(sum) * (others / 2999));
}

}  // namespace
