#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "all_pairs/search_traits.hpp"
#include "support/graphs.hpp"
#include "support/squares.hpp"
#include "support/squares_of_graphs.hpp"
#include "support/tools.hpp"
#include "yoke/all_pairs_distances.hpp"
#include "yoke/hybrid.hpp"

// The distances of a graph by a search from each vertex, beside those by blocks.
namespace {

using testing::HasSubstr;
using yoke::AllPairsAlgorithm;
using yoke_test::far;
using yoke_test::get;
using yoke_test::GraphDice;
using yoke_test::Square;
using yoke_test::TestGraph;

template <class T>
class AllPairsSearches : public yoke_test::SquaresOfGraphs<T> {
  using Base = yoke_test::SquaresOfGraphs<T>;

 public:
  using typename Base::Arcs;
  using typename Base::Edges;
  using typename Base::Graph;
  using typename Base::GraphWeight;
  using typename Base::Matrix;
  using typename Base::Memory;
  using typename Base::Space;
  using typename Base::Vertex;
  using typename Base::Weight;
  using Plain = yoke::Graph<Vertex, Arcs, Memory>;

  static std::vector<TestGraph> shapes() {
    using namespace yoke_test;
    return {isolated_vertices(1),  isolated_vertices(70),        {"one loop", 1, {{0, 0}}},
            path_graph(150),       shuffled(path_graph(129), 1), star_graph(130, 129),
            grid_graph(9, 14, 90), skewed_graph(7, 1024),        uniform_graph(160, 120),
            clique_graph(65),      loops_and_multi_edges()};
  }

  // Of weight `least` or up to `range` more.
  static Edges edges_of(TestGraph const& shape, std::uint64_t least, std::uint64_t range) {
    Edges edges;
    GraphDice dice(shape.vertices);
    for (auto const& [u, v] : shape.edges) {
      edges.push_back({u, v, static_cast<GraphWeight>(least + dice.below(range + 1))});
    }
    return edges;
  }

  template <class G>
  static yoke::AllPairsReport expect(Square<Weight> const& expected, G const& graph,
                                     AllPairsAlgorithm algorithm) {
    yoke::AllPairsReport report;
    Matrix const matrix("matrix", expected.n, expected.n);
    Kokkos::deep_copy(matrix, Weight(3));
    EXPECT_EQ(yoke::all_pairs_distances(Space(), graph, matrix,
                                        {.algorithm = algorithm, .report = &report}),
              yoke_test::pairs_of(expected));
    EXPECT_EQ(get(matrix).elements, expected.elements);
    EXPECT_NE(report.algorithm, AllPairsAlgorithm::automatic);
    EXPECT_TRUE(algorithm == AllPairsAlgorithm::automatic || report.algorithm == algorithm);
    return report;
  }

  static void expect_by_all(std::size_t n, Edges const& edges, bool symmetrise) {
    auto const expected = yoke_test::plain(Base::square_of(n, edges, symmetrise));
    auto const graph = Base::graph_of(n, edges, symmetrise);
    expect(expected, graph, symmetrise ? AllPairsAlgorithm::blocked : AllPairsAlgorithm::automatic);
    expect(expected, graph, AllPairsAlgorithm::searches);
  }

  static std::string refusal(auto const& call) {
    try {
      call();
    } catch (std::invalid_argument const& error) {
      return error.what();
    }
    return "nothing is refused";
  }
};
using Device = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;
using AllTypes = testing::Types<
    yoke_test::Types<Host, std::uint32_t, std::uint32_t, std::int32_t, std::int32_t,
                     Kokkos::LayoutRight>,
    yoke_test::Types<Host, std::int32_t, std::int64_t, std::int64_t, double, Kokkos::LayoutRight>,
    yoke_test::Types<Device, std::uint32_t, std::uint64_t, std::int64_t, std::int16_t,
                     Kokkos::LayoutLeft>,
    yoke_test::Types<Device, std::int32_t, std::uint32_t, float, double, Kokkos::LayoutRight>,
    yoke_test::Types<Device, std::uint32_t, std::uint32_t, float, float, Kokkos::LayoutRight>,
    yoke_test::Types<Host, std::uint64_t, std::uint64_t, double, float, Kokkos::LayoutLeft>>;
TYPED_TEST_SUITE(AllPairsSearches, AllTypes);

// Of weights 0 and 1 there are cycles of weight 0.
TYPED_TEST(AllPairsSearches, OfEveryShapeAreThePlainOnes) {
  for (auto const& shape : TestFixture::shapes()) {
    SCOPED_TRACE(shape.name);
    for (bool const symmetrise : {false, true}) {
      TestFixture::expect_by_all(shape.vertices, TestFixture::edges_of(shape, 1, 50), symmetrise);
    }
    TestFixture::expect_by_all(shape.vertices, TestFixture::edges_of(shape, 0, 1), true);
  }
}

TYPED_TEST(AllPairsSearches, CountArcsWhereThereAreNoWeights) {
  for (auto const& shape : TestFixture::shapes()) {
    SCOPED_TRACE(shape.name);
    for (bool const symmetrise : {false, true}) {
      auto const edges = TestFixture::edges_of(shape, 1, 0);
      auto const expected =
          yoke_test::plain(TestFixture::square_of(shape.vertices, edges, symmetrise));
      typename TestFixture::Plain const graph =
          TestFixture::graph_of(shape.vertices, edges, symmetrise);
      for (auto const& entry : yoke::all_pairs_algorithms) {
        TestFixture::expect(expected, graph, entry.algorithm);
      }
    }
  }
}

TYPED_TEST(AllPairsSearches, OfNoVerticesAreNone) {
  typename TestFixture::Matrix const matrix("matrix", 0, 0);
  typename TestFixture::Plain const graph;
  EXPECT_EQ(yoke::all_pairs_distances(typename TestFixture::Space(), graph, matrix,
                                      {.algorithm = AllPairsAlgorithm::searches}),
            0u);
}

// Three arcs: two of them together come nearly as far as the unreachable distance, or that far.
TYPED_TEST(AllPairsSearches, CountWhatIsTooFarAsUnreachable) {
  using Weight = typename TestFixture::Weight;
  using GraphWeight = typename TestFixture::GraphWeight;
  if constexpr (std::is_integral_v<Weight>) {
    auto const half = static_cast<GraphWeight>(far<Weight> / 2);
    for (int const more : {-1, 0, 1, 2}) {
      typename TestFixture::Edges const edges{
          {0, 1, half}, {1, 2, static_cast<GraphWeight>(half + more)}, {2, 3, half}};
      TestFixture::expect_by_all(4, edges, true);
      auto const graph = TestFixture::graph_of(3, {edges[0], edges[1]}, false);
      auto const expected =
          yoke_test::plain(TestFixture::square_of(3, {edges[0], edges[1]}, false));
      EXPECT_EQ(TestFixture::expect(expected, graph, AllPairsAlgorithm::searches).may_be_clamped,
                more > 0);
    }
    // A sum that comes too far, beside a shorter path.
    typename TestFixture::Edges const detour{
        {0, 1, 1}, {1, 2, static_cast<GraphWeight>(far<Weight> - 1)}, {0, 3, 5}, {3, 2, 1}};
    EXPECT_FALSE(TestFixture::expect(yoke_test::plain(TestFixture::square_of(4, detour, false)),
                                     TestFixture::graph_of(4, detour, false),
                                     AllPairsAlgorithm::searches)
                     .may_be_clamped);
    // An arc that is unreachable by its weight is none.
    typename TestFixture::Edges const none{{0, 1, static_cast<GraphWeight>(far<Weight>)}};
    TestFixture::expect_by_all(2, none, false);
    auto const expected = yoke_test::plain(TestFixture::square_of(2, none, false));
    auto const graph = TestFixture::graph_of(2, none, false);
    EXPECT_FALSE(TestFixture::expect(expected, graph, AllPairsAlgorithm::searches).may_be_clamped);
  } else if constexpr (std::is_floating_point_v<GraphWeight>) {
    using Narrow = std::conditional_t<sizeof(GraphWeight) < sizeof(Weight), GraphWeight, Weight>;
    GraphWeight const most = std::numeric_limits<Narrow>::max();
    typename TestFixture::Edges const edges{{0, 1, most}, {1, 2, most}, {0, 0, INFINITY}};
    TestFixture::expect_by_all(3, edges, false);
  }
}

// Sums of searches are rounded from the source on: the least of all paths' rounded sums.
TYPED_TEST(AllPairsSearches, AddFromTheSourceOn) {
  using Weight = typename TestFixture::Weight;
  using GraphWeight = typename TestFixture::GraphWeight;
  if constexpr (std::is_floating_point_v<GraphWeight>) {
    std::size_t const n = 90;
    auto edges = TestFixture::edges_of(yoke_test::skewed_graph(6, 500), 1, 1000);
    for (auto& edge : edges) edge.weight /= GraphWeight(7);
    auto const square = TestFixture::square_of(n, edges, false);
    Square<Weight> expected(n);
    for (std::size_t i = 0; i < n; ++i) {
      expected(i, i) = 0;
      for (bool changes = true; changes;) {
        changes = false;
        for (auto const& [u, v, unused] : edges) {
          Weight const sum = expected(i, u) + square(u, v);
          if (!(sum < expected(i, v))) continue;
          expected(i, v) = sum;
          changes = true;
        }
      }
    }
    auto const graph = TestFixture::graph_of(n, edges, false);
    TestFixture::expect(expected, graph, AllPairsAlgorithm::searches);
  }
}

TYPED_TEST(AllPairsSearches, MayBeStrided) {
  using Weight = typename TestFixture::Weight;
  using Space = typename TestFixture::Space;
  auto const edges = TestFixture::edges_of(yoke_test::grid_graph(10, 7, 100), 1, 0);
  auto const expected = yoke_test::plain(TestFixture::square_of(70, edges, false));
  typename TestFixture::Plain const graph = TestFixture::graph_of(70, edges, false);
  Kokkos::View<Weight***, Kokkos::LayoutRight, typename TestFixture::Memory> const cube("cube", 70,
                                                                                        70, 2);
  Kokkos::View<Weight**, Kokkos::LayoutLeft, typename TestFixture::Memory> const wide("wide", 90,
                                                                                      90);
  auto const one = Kokkos::subview(cube, Kokkos::ALL, Kokkos::ALL, 1);
  auto const part = Kokkos::subview(wide, std::pair(10, 80), std::pair(3, 73));
  for (auto const algorithm : {AllPairsAlgorithm::searches, AllPairsAlgorithm::blocked}) {
    yoke::all_pairs_distances(Space(), graph, one, {.algorithm = algorithm});
    EXPECT_EQ(get(one).elements, expected.elements);
    yoke::all_pairs_distances(Space(), graph, part, {.algorithm = algorithm});
    EXPECT_EQ(get(part).elements, expected.elements);
  }
  auto const others = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), cube);
  for (std::size_t e = 0; e < cube.size(); e += 2) ASSERT_EQ(others.data()[e], Weight(0));
  auto const around = get(wide);
  for (std::size_t e = 0; e < around.elements.size() / 9; ++e) {
    ASSERT_EQ(around.elements[e], Weight(0));
  }
}

// With its greatest graph a plan has all its memory.
TYPED_TEST(AllPairsSearches, OfAPlanTakeGraphsOfAnySize) {
  using Space = typename TestFixture::Space;
  using Weight = typename TestFixture::Weight;
  using Plan = yoke::AllPairsPlan<Space, Weight>;
  Plan plan(Space(), 150, {.algorithm = AllPairsAlgorithm::searches});
  std::size_t const before = plan.workspace_bytes();
  std::size_t most = 0;
  for (std::size_t const n : {40, 150, 60, 150, 1}) {
    auto const edges = TestFixture::edges_of(yoke_test::path_graph(static_cast<unsigned>(n)), 1, 0);
    typename TestFixture::Plain const graph = TestFixture::graph_of(n, edges, true);
    typename TestFixture::Matrix const matrix("matrix", n, n);
    EXPECT_EQ(plan(graph, matrix), n * n);
    EXPECT_EQ(get(matrix).elements,
              yoke_test::plain(TestFixture::square_of(n, edges, true)).elements);
    EXPECT_GT(plan.workspace_bytes(), before);
    if (n == 150) most = plan.workspace_bytes();
    EXPECT_TRUE(most == 0 || plan.workspace_bytes() == most);
  }
}

// At each place where a call takes memory, there is none.
TYPED_TEST(AllPairsSearches, WithoutMemoryLeaveTheCallToBlocks) {
  using Space = typename TestFixture::Space;
  using Plan = yoke::AllPairsPlan<Space, typename TestFixture::Weight>;
  std::uint32_t const n = 150;
  auto const edges = TestFixture::edges_of(yoke_test::star_graph(n, 0), 1, 0);
  typename TestFixture::Plain const graph = TestFixture::graph_of(n, edges, true);
  auto const expected = yoke_test::plain(TestFixture::square_of(n, edges, true));
  int failures = 0;
  for (bool has_failed = true; has_failed;) {
    yoke::AllPairsReport report;
    Plan plan(Space(), n, {.report = &report});
    typename TestFixture::Matrix const matrix("matrix", n, n);
    {
      yoke_test::FailingAllocation const failing(failures + 1);
      EXPECT_EQ(plan(graph, matrix), n * n);
      has_failed = failing.has_failed();
    }
    EXPECT_EQ(get(matrix).elements, expected.elements);
    if (has_failed) {
      EXPECT_EQ(report.algorithm, AllPairsAlgorithm::blocked);
      ++failures;
    }
    EXPECT_EQ(plan(graph, matrix), n * n);
    EXPECT_EQ(get(matrix).elements, expected.elements);
    // A device may count too many levels.
    if constexpr (std::is_same_v<typename TestFixture::Memory, Kokkos::HostSpace>) {
      EXPECT_EQ(report.algorithm, AllPairsAlgorithm::searches);
    }
  }
  EXPECT_GT(failures, 2);
  Plan searches(Space(), n, {.algorithm = AllPairsAlgorithm::searches});
  typename TestFixture::Matrix const matrix("matrix", n, n);
  yoke_test::FailingAllocation const failing(1);
  EXPECT_THROW(searches(graph, matrix), std::exception);
}

TYPED_TEST(AllPairsSearches, AreRefusedWhereTheyFindNothing) {
  using Space = typename TestFixture::Space;
  using Weight = typename TestFixture::Weight;
  auto const graph = TestFixture::graph_of(3, {{0, 1, 1}, {1, 2, -1}}, false);
  typename TestFixture::Plain const plain = graph;
  typename TestFixture::Matrix const matrix("matrix", 3, 3);
  Kokkos::View<std::uint32_t**, typename TestFixture::Memory> const next("next", 3, 3);
  Kokkos::deep_copy(matrix, Weight(5));
  yoke::AllPairsOptions const searches{.algorithm = AllPairsAlgorithm::searches};
  EXPECT_THAT(TestFixture::refusal([&] { yoke::all_pairs_distances(Space(), matrix, searches); }),
              HasSubstr("options.algorithm is searches, which needs a graph"));
  EXPECT_THAT(TestFixture::refusal(
                  [&] { yoke::all_pairs_distances(Space(), plain, matrix, next, searches); }),
              HasSubstr("options.algorithm is searches, which finds no next"));
  try {
    yoke::all_pairs_distances(Space(), graph, matrix, searches);
    ADD_FAILURE() << "negative weights are not refused";
  } catch (yoke::InvalidInput const& error) {
    EXPECT_THAT(error.what(), HasSubstr("weights(1) of the graph is negative"));
    EXPECT_THAT(error.what(), HasSubstr("AllPairsAlgorithm::blocked"));
    EXPECT_EQ(error.index(), 1u);
  }
  // Those of no vertices too.
  typename TestFixture::Matrix const none("none", 0, 0);
  Kokkos::View<std::uint32_t**, typename TestFixture::Memory> const no_next("no_next", 0, 0);
  EXPECT_THAT(TestFixture::refusal([&] { yoke::all_pairs_distances(Space(), none, searches); }),
              HasSubstr("which needs a graph"));
  EXPECT_THAT(
      TestFixture::refusal([&] { yoke::all_pairs_distances(Space(), none, no_next, searches); }),
      HasSubstr("which needs a graph"));
  EXPECT_THAT(TestFixture::refusal([&] {
                yoke::all_pairs_distances(Space(), typename TestFixture::Plain(), none, no_next,
                                          searches);
              }),
              HasSubstr("which finds no next"));
  yoke::Hybrid<> const hybrid;
  EXPECT_THAT(TestFixture::refusal([&] { yoke::all_pairs_distances(hybrid, matrix, searches); }),
              HasSubstr("options.algorithm is searches, which takes one execution space"));
  EXPECT_EQ(get(matrix).elements, std::vector<Weight>(9, 5));
  auto const wrong = static_cast<AllPairsAlgorithm>(3);
  EXPECT_THAT(TestFixture::refusal(
                  [&] { yoke::all_pairs_distances(Space(), plain, matrix, {.algorithm = wrong}); }),
              HasSubstr("options.algorithm"));
}

// What searches cannot find is found by blocks.
TYPED_TEST(AllPairsSearches, AreNotTakenForNegativeWeightsOrNext) {
  using Space = typename TestFixture::Space;
  auto const plain_edges = TestFixture::edges_of(yoke_test::path_graph(600), 1, 0);
  typename TestFixture::Plain const plain = TestFixture::graph_of(600, plain_edges, true);
  typename TestFixture::Matrix const matrix("matrix", 600, 600);
  Kokkos::View<std::uint32_t**, typename TestFixture::Memory> const next("next", 600, 600);
  yoke::AllPairsReport report;
  yoke::all_pairs_distances(Space(), plain, matrix, next, {.report = &report});
  EXPECT_EQ(report.algorithm, AllPairsAlgorithm::blocked);
  auto const after = get(next);
  EXPECT_EQ(after(0, 599), 1u);
  EXPECT_EQ(after(599, 0), 598u);
  auto edges = plain_edges;
  edges[7].weight = -1;
  yoke::all_pairs_distances(Space(), TestFixture::graph_of(600, edges, false), matrix,
                            {.report = &report});
  EXPECT_EQ(report.algorithm, AllPairsAlgorithm::blocked);
  EXPECT_EQ(get(matrix)(0, 599), 597);
  // A device counts too many levels.
  if constexpr (std::is_same_v<typename TestFixture::Memory, Kokkos::HostSpace>) {
    yoke::all_pairs_distances(Space(), plain, matrix, {.report = &report});
    EXPECT_EQ(report.algorithm, AllPairsAlgorithm::searches);
  }
}

// The levels for which a device still searches: the measured time of blocks, by 45 us for a level
// of each sweep.
TEST(SearchTraitsOfADevice, CountTheMeasuredTimesOfBlocks) {
  using yoke::detail::all_pairs::GraphArcs;
  using Traits = yoke::detail::all_pairs::SearchTraits<Host, false>;
  auto const expect_levels = [](auto weight, std::size_t n, double measured_ms) {
    GraphArcs const plain{.vertices = n};
    double const levels = measured_ms / 45e-3 / (static_cast<double>(n) / 64);
    auto const counted = Traits::most_levels<decltype(weight)>(Host(), plain, n);
    EXPECT_NEAR(static_cast<double>(counted), levels, 1 + 0.15 * levels) << n << " vertices";
  };
  expect_levels(std::int16_t(), 1024, 1.34);
  expect_levels(std::int16_t(), 16384, 193);
  expect_levels(std::int32_t(), 1024, 1.14);
  expect_levels(std::int32_t(), 8192, 51.7);
  expect_levels(std::int32_t(), 16384, 356);
  expect_levels(float(), 16384, 417);
}

// With weights: the faster algorithm of each measured graph.
TEST(SearchTraitsOfADevice, TakeTheFasterAlgorithm) {
  using yoke::detail::all_pairs::GraphArcs;
  using Traits = yoke::detail::all_pairs::SearchTraits<Host, false>;
  auto const searches = [](auto weight, std::size_t n, std::size_t degree) {
    GraphArcs const weighted{.vertices = n, .arcs = degree * n, .kind = GraphArcs::Kind::int32};
    return Traits::most_levels<decltype(weight)>(Host(), weighted, n) > 0;
  };
  std::int32_t const i32 = 0;
  EXPECT_TRUE(searches(i32, 4096, 8));              // 6.57 ms; blocks take 9.58
  EXPECT_TRUE(searches(i32, 16384, 8));             // 73.8; 348
  EXPECT_TRUE(searches(i32, 32768, 8));             // 313; 2,714
  EXPECT_FALSE(searches(i32, 4096, 32));            // 16.2; 10.0
  EXPECT_TRUE(searches(i32, 16384, 32));            // 204; 349
  EXPECT_FALSE(searches(i32, 4096, 4));             // a grid: 18.9; 9.39
  EXPECT_TRUE(searches(i32, 16384, 4));             // a grid: 222; 347
  EXPECT_TRUE(searches(std::int16_t(), 32768, 8));  // 308; 1,359
}

}  // namespace
