#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "support/graphs.hpp"
#include "support/squares.hpp"
#include "support/squares_of_graphs.hpp"
#include "yoke/all_pairs_distances.hpp"
#include "yoke/validate_distances.hpp"

namespace {

using testing::HasSubstr;
using yoke_test::far;
using yoke_test::get;
using yoke_test::GraphDice;
using yoke_test::put;
using yoke_test::Square;

template <class T>
class AllPairsOfGraphs : public yoke_test::SquaresOfGraphs<T> {
  using Base = yoke_test::SquaresOfGraphs<T>;

 public:
  using typename Base::Edges;
  using typename Base::GraphWeight;
  using typename Base::Matrix;
  using typename Base::Memory;
  using typename Base::Space;
  using typename Base::Weight;

  static void expect_plain(std::size_t n, Edges const& edges) {
    for (bool const symmetrise : {false, true}) {
      auto const graph = Base::graph_of(n, edges, symmetrise);
      auto const square = Base::square_of(n, edges, symmetrise);
      auto const expected = yoke_test::plain(square);
      Matrix const matrix("matrix", n, n), again("again", n, n);
      Kokkos::View<std::uint32_t**, Memory> const next("next", n, n);
      Kokkos::deep_copy(matrix, Weight(3));
      EXPECT_EQ(yoke::all_pairs_distances(Space(), graph, matrix), yoke_test::pairs_of(expected));
      EXPECT_EQ(get(matrix).elements, expected.elements) << n << " vertices";
      yoke::AllPairsPlan<Space, Weight> plan(Space(), n + 1);
      EXPECT_EQ(plan(graph, again, next), yoke_test::pairs_of(expected));
      EXPECT_EQ(get(again).elements, expected.elements) << n << " vertices";
      put(again, square);
      EXPECT_NO_THROW(yoke::validate_distances(Space(), again, matrix, next));
    }
  }

  static Edges random_edges(std::size_t n, std::size_t count, std::uint64_t least) {
    Edges edges;
    for (std::size_t e = 0; e < count; ++e) {
      GraphDice dice(e + n);
      edges.push_back(
          {dice.below(n), dice.below(n), static_cast<GraphWeight>(least + dice.below(30))});
    }
    return edges;
  }
};
using Device = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;
using Right = Kokkos::LayoutRight;
using Left = Kokkos::LayoutLeft;
using std::int16_t;
using std::int32_t;
using std::int64_t;
using std::uint32_t;
using std::uint64_t;
using yoke_test::Types;
using AllTypes = testing::Types<Types<Device, uint32_t, uint32_t, int32_t, int32_t, Right>,
                                Types<Device, uint32_t, uint64_t, int64_t, int16_t, Left>,
                                Types<Device, uint64_t, uint64_t, double, float, Right>,
                                Types<Host, std::int32_t, int64_t, float, double, Left>,
                                Types<Host, uint32_t, uint32_t, int64_t, double, Right>>;
TYPED_TEST_SUITE(AllPairsOfGraphs, AllTypes);

// Arcs repeat, and some are loops.
TYPED_TEST(AllPairsOfGraphs, OfEverySizeAreThePlainOnes) {
  for (std::size_t const n : {1, 2, 40, 140}) {
    for (std::size_t const degree : {0, 1, 3, 12}) {
      TestFixture::expect_plain(n, TestFixture::random_edges(n, degree * n, degree % 2));
    }
  }
}

TYPED_TEST(AllPairsOfGraphs, OfNoVerticesAreNone) {
  using Graph = typename TestFixture::Graph;
  typename TestFixture::Matrix const matrix("matrix", 0, 0);
  EXPECT_EQ(yoke::all_pairs_distances(typename TestFixture::Space(), Graph(), matrix), 0u);
}

// Without slack all cycles of the graph weigh 0.
TYPED_TEST(AllPairsOfGraphs, MayHaveNegativeWeights) {
  using Weight = typename TestFixture::GraphWeight;
  for (std::uint64_t const slack : {0, 9}) {
    auto edges = TestFixture::random_edges(130, 700, 0);
    for (auto& [from, to, weight] : edges) {
      auto const potential = [](std::size_t v) { return GraphDice(v).below(500); };
      weight =
          static_cast<Weight>(static_cast<int>(potential(to) + GraphDice(to).below(slack + 1)) -
                              static_cast<int>(potential(from)));
    }
    auto const graph = TestFixture::graph_of(130, edges, false);
    typename TestFixture::Matrix const matrix("matrix", 130, 130);
    yoke::all_pairs_distances(typename TestFixture::Space(), graph, matrix);
    EXPECT_EQ(get(matrix).elements,
              yoke_test::plain(TestFixture::square_of(130, edges, false)).elements);
    EXPECT_THROW(yoke::all_pairs_distances(typename TestFixture::Space(),
                                           TestFixture::graph_of(130, edges, true), matrix),
                 yoke::InvalidInput);
  }
}

TYPED_TEST(AllPairsOfGraphs, MayBeStrided) {
  using Weight = typename TestFixture::Weight;
  auto const edges = TestFixture::random_edges(50, 300, 1);
  Kokkos::View<Weight***, Kokkos::LayoutRight, typename TestFixture::Memory> const cube("cube", 50,
                                                                                        50, 2);
  auto const matrix = Kokkos::subview(cube, Kokkos::ALL, Kokkos::ALL, 1);
  yoke::all_pairs_distances(typename TestFixture::Space(), TestFixture::graph_of(50, edges, false),
                            matrix);
  EXPECT_EQ(get(matrix).elements,
            yoke_test::plain(TestFixture::square_of(50, edges, false)).elements);
  auto const other = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), cube);
  for (std::size_t e = 0; e < cube.size(); e += 2) ASSERT_EQ(other.data()[e], Weight(0));
}

// The bounds of the distances' type are weights; what lies beyond them is none.
TYPED_TEST(AllPairsOfGraphs, TakeWeightsThatTheirTypeHas) {
  using Weight = typename TestFixture::Weight;
  using GraphWeight = typename TestFixture::GraphWeight;
  using Limits = std::numeric_limits<GraphWeight>;
  typename TestFixture::Matrix const matrix("matrix", 3, 3);
  auto const call = [&](GraphWeight weight) {
    yoke::all_pairs_distances(typename TestFixture::Space(),
                              TestFixture::graph_of(3, {{0, 1, 1}, {1, 2, weight}}, false), matrix);
    return get(matrix)(1, 2);
  };
  std::vector<GraphWeight> wrong;
  if constexpr (std::is_integral_v<Weight>) {
    auto const most = static_cast<GraphWeight>(far<Weight>);
    auto const least = static_cast<GraphWeight>(yoke::least_distance<Weight>);
    EXPECT_EQ(call(most), far<Weight>);
    EXPECT_EQ(call(static_cast<GraphWeight>(most - 1)), far<Weight> - 1);
    EXPECT_EQ(call(least), yoke::least_distance<Weight>);
    wrong = {static_cast<GraphWeight>(most + 1), static_cast<GraphWeight>(least - 1), Limits::max(),
             Limits::min()};
  } else if constexpr (std::is_integral_v<GraphWeight>) {
    EXPECT_EQ(call(Limits::max()), static_cast<Weight>(Limits::max()));
  } else {
    EXPECT_EQ(call(Limits::infinity()), far<Weight>);
    wrong = {-Limits::infinity()};
    if (sizeof(GraphWeight) > sizeof(Weight)) wrong.push_back(Limits::max());
  }
  for (GraphWeight const weight : wrong) {
    Kokkos::deep_copy(matrix, Weight(5));
    try {
      call(weight);
      ADD_FAILURE() << weight << " is not refused";
    } catch (yoke::InvalidInput const& error) {
      EXPECT_THAT(error.what(), HasSubstr("weights(1) of the graph is not a number from "));
      EXPECT_EQ(error.index(), 1u);
      EXPECT_EQ(get(matrix).elements, std::vector<Weight>(9, 5));
    }
  }
}

TYPED_TEST(AllPairsOfGraphs, OfAnotherSizeAreRefused) {
  typename TestFixture::Matrix const matrix("matrix", 4, 4);
  EXPECT_THROW(yoke::all_pairs_distances(typename TestFixture::Space(),
                                         TestFixture::graph_of(3, {{0, 1, 1}}, false), matrix),
               std::invalid_argument);
}

}  // namespace
