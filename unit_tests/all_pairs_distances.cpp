#include "yoke/all_pairs_distances.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "support/graphs.hpp"
#include "support/squares.hpp"
#include "yoke/messages.hpp"
#include "yoke/validate_distances.hpp"

namespace {

using testing::HasSubstr;
using yoke::AllPairsOptions;
using yoke::AllPairsReport;
using yoke_test::far;
using yoke_test::get;
using yoke_test::GraphDice;
using yoke_test::pairs_of;
using yoke_test::plain;
using yoke_test::put;
using yoke_test::random_square;
using yoke_test::Square;
using yoke_test::square_of;

template <class S, class W, class L>
struct Types {
  using Space = S;
  using Weight = W;
  using Layout = L;
};

template <class T>
class AllPairs : public testing::Test {
 public:
  using Space = typename T::Space;
  using Weight = typename T::Weight;
  using Memory = typename Space::memory_space;
  using Matrix = Kokkos::View<Weight**, typename T::Layout, Memory>;

  static Square<Weight> distances_of(Square<Weight> const& square,
                                     AllPairsOptions const& options = {}) {
    Matrix const matrix("matrix", square.n, square.n);
    put(matrix, square);
    std::size_t const pairs = yoke::all_pairs_distances(Space(), matrix, options);
    auto const result = get(matrix);
    EXPECT_EQ(pairs, pairs_of(result));
    return result;
  }

  static void expect_plain(Square<Weight> const& square) {
    auto const distances = distances_of(square);
    EXPECT_EQ(distances.elements, plain(square).elements) << square.n << " vertices";
    if (square.n <= 140) {
      EXPECT_EQ(validate(square, distances), pairs_of(distances));
    }
  }

  static std::uint64_t validate(Square<Weight> const& before, Square<Weight> const& after) {
    Matrix const weights("weights", before.n, before.n);
    Kokkos::View<Weight**, Kokkos::LayoutRight, Memory> const distances("distances", after.n,
                                                                        after.n);
    put(weights, before);
    put(distances, after);
    Kokkos::View<Weight const**, typename T::Layout, Memory> const read = weights;
    return yoke::validate_distances(Space(), read, distances);
  }

  // A result with other distances for some pairs breaks a rule for the first of these.
  static void expect_broken(Square<Weight> const& square, std::string const& rule,
                            std::vector<std::size_t> const& pairs, Weight distance) {
    auto after = plain(square);
    for (auto const pair : pairs) after.elements[pair] = distance;
    try {
      validate(square, after);
      ADD_FAILURE() << "the result passes, and breaks " << rule;
    } catch (yoke::InvalidInput const& error) {
      EXPECT_THAT(error.what(), HasSubstr(rule));
      EXPECT_EQ(error.index(), pairs.front()) << error.what();
    }
  }

  // The vertex that a call names.
  static std::uint64_t refused(Square<Weight> const& square, std::string const& reason) {
    try {
      distances_of(square);
      ADD_FAILURE() << "nothing is refused";
    } catch (yoke::InvalidInput const& error) {
      EXPECT_THAT(error.what(), HasSubstr(reason));
      return error.index();
    }
    return 0;
  }
};
using Device = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;
using AllTypes = testing::Types<
    Types<Device, std::int32_t, Kokkos::LayoutRight>,
    Types<Device, std::int16_t, Kokkos::LayoutLeft>, Types<Device, float, Kokkos::LayoutLeft>,
    Types<Device, double, Kokkos::LayoutRight>, Types<Host, std::int16_t, Kokkos::LayoutRight>>;
TYPED_TEST_SUITE(AllPairs, AllTypes);

// Around the strips of a host, the slabs of a device, and one, two and three pivot blocks.
TYPED_TEST(AllPairs, OfEverySizeAreThePlainOnes) {
  using Weight = typename TypeParam::Weight;
  for (std::size_t const n :
       {0, 1, 2, 3, 5, 6, 7, 15, 16, 17, 31, 33, 64, 95, 97, 127, 128, 129, 255, 256, 257, 300}) {
    TestFixture::expect_plain(random_square<Weight>(n, 100, 1, 100));
    TestFixture::expect_plain(random_square<Weight>(n, 3, 0, 40));
  }
}

TYPED_TEST(AllPairs, OfEveryGraphAreThePlainOnes) {
  using Weight = typename TypeParam::Weight;
  for (auto const& graph : yoke_test::test_graphs()) {
    if (graph.vertices > 300) continue;
    Square<Weight> square(graph.vertices);
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
      auto const [u, v] = graph.edges[e];
      square(u, v) = static_cast<Weight>(GraphDice(e).below(30));
      if (e % 3 != 0) square(v, u) = square(u, v);
    }
    TestFixture::expect_plain(square);
  }
}

TYPED_TEST(AllPairs, MayHaveNoArcsOrWeightsOfZero) {
  using Weight = typename TypeParam::Weight;
  for (std::size_t const n : {40, 200}) {
    TestFixture::expect_plain(random_square<Weight>(n, 0, 0, 0));
    TestFixture::expect_plain(random_square<Weight>(n, 100, 0, 0));
    TestFixture::expect_plain(random_square<Weight>(n, 1, 0, 0));
  }
}

// Paths that visit every vertex, in an order that crosses all blocks.
TYPED_TEST(AllPairs, MayBeLong) {
  using Weight = typename TypeParam::Weight;
  for (std::size_t const n : {130, 290}) {
    for (std::size_t const stride : {1, 7, 127}) {
      Square<Weight> square(n);
      for (std::size_t i = 0; i + 1 < n; ++i) {
        square(i * stride % n, (i + 1) * stride % n) = static_cast<Weight>(1 + i % 5);
      }
      TestFixture::expect_plain(square);
    }
  }
}

// Potentials make negative weights without a negative cycle, and vertices that no path reaches.
TYPED_TEST(AllPairs, MayHaveNegativeWeights) {
  using Weight = typename TypeParam::Weight;
  for (std::size_t const n : {2, 50, 129, 270}) {
    for (int const percent : {2, 60, 100}) {
      for (std::uint64_t const slack : {0, 9}) {
        auto const square = square_of<Weight>(n, [=](std::size_t i, std::size_t j) {
          GraphDice dice(i * n + j);
          if (dice.below(100) >= static_cast<unsigned>(percent)) return far<Weight>;
          auto const potential = [](std::size_t v) { return GraphDice(v + 5).below(1000); };
          return static_cast<Weight>(static_cast<int>(potential(j)) -
                                     static_cast<int>(potential(i)) +
                                     static_cast<int>(dice.below(slack + 1)));
        });
        TestFixture::expect_plain(square);
      }
    }
  }
}

// The least weights, and sums down to the least distance, beside vertices that no path reaches.
TYPED_TEST(AllPairs, GoDownToTheLeastDistance) {
  using Weight = typename TypeParam::Weight;
  Weight const least = std::is_integral_v<Weight> ? yoke::least_distance<Weight> : Weight(-8192);
  for (std::size_t const n : {6, 200}) {
    Square<Weight> square(n);
    for (std::size_t i = 0; i + 1 < n; ++i) square(n - 1 - i, n - 2 - i) = 0;
    square(n - 1, n - 2) = static_cast<Weight>(least / 2);
    square(1, 0) = static_cast<Weight>(least / 2);
    TestFixture::expect_plain(square);
    square(n - 1, 0) = least;
    square(0, n - 1) = static_cast<Weight>(far<Weight> - 1);
    if (std::is_floating_point_v<Weight>) square(0, n - 1) = 30000;
    AllPairsReport report;
    EXPECT_EQ(TestFixture::distances_of(square, {.report = &report}).elements,
              plain(square).elements);
    EXPECT_EQ(report.may_be_clamped, std::is_integral_v<Weight>);
    if (std::is_floating_point_v<Weight>) continue;
    square(2, 1) = -1;
    EXPECT_LT(TestFixture::refused(square, "below " + std::to_string(least)), n);
  }
}

// Cycles in one block, between blocks, and through many vertices: the vertex is on the only one.
TYPED_TEST(AllPairs, ANegativeCycleIsNamed) {
  using Weight = typename TypeParam::Weight;
  std::size_t const n = 300;
  for (std::vector<std::size_t> const& cycle : {std::vector<std::size_t>{0},
                                                {299},
                                                {5, 9},
                                                {130, 128},
                                                {3, 131},
                                                {290, 4},
                                                {127, 128, 256},
                                                {299, 130, 1},
                                                {2, 140, 7, 260, 3, 150}}) {
    for (int const percent : {0, 5, 100}) {
      auto square = random_square<Weight>(n, percent, 100, 200);
      for (std::size_t i = 0; i < cycle.size(); ++i) {
        square(cycle[i], cycle[(i + 1) % cycle.size()]) = static_cast<Weight>(i == 0 ? -6 : 1);
      }
      EXPECT_THAT(cycle, testing::Contains(
                             TestFixture::refused(square, "is on a cycle of negative weight")));
    }
  }
}

// Step 1 finds a distance below the least, from 128 to 200, and a cycle. On a device both are found
// by one kernel.
TYPED_TEST(AllPairs, OfTwoFaultsOfAStepTheCycleIsNamed) {
  using Weight = typename TypeParam::Weight;
  if (std::is_floating_point_v<Weight>) return;
  Weight const half = static_cast<Weight>(yoke::least_distance<Weight> / 2 - 1);
  Square<Weight> square(300);
  square(128, 0) = square(0, 200) = half;
  square(130, 131) = -1;
  square(131, 130) = 0;
  for (int repeat = 0; repeat < 5; ++repeat) {
    std::uint64_t const vertex = TestFixture::refused(square, "is on a cycle of negative weight");
    EXPECT_TRUE(vertex == 130 || vertex == 131) << vertex;
  }
}

// A cycle of 0 is none.
TYPED_TEST(AllPairs, ACycleOfZeroIsNone) {
  using Weight = typename TypeParam::Weight;
  auto square = random_square<Weight>(200, 5, 100, 200);
  square(150, 3) = -9;
  square(3, 190) = 4;
  square(190, 150) = 5;
  TestFixture::expect_plain(square);
}

TYPED_TEST(AllPairs, ThatAreTooLongAreNone) {
  using Weight = typename TypeParam::Weight;
  if (std::is_floating_point_v<Weight>) return;
  Weight const most = static_cast<Weight>(far<Weight> - 1);
  Weight const weights[] = {far<Weight>, most, static_cast<Weight>(most / 2),
                            static_cast<Weight>(most / 3), 1};
  for (std::size_t const n : {50, 140}) {
    for (std::size_t const degree : {2, 5, 20}) {
      auto const square = square_of<Weight>(n, [&](std::size_t i, std::size_t j) {
        GraphDice dice(i * n + j);
        return dice.below(n) < degree ? weights[dice.below(5)] : far<Weight>;
      });
      AllPairsReport report;
      EXPECT_EQ(TestFixture::distances_of(square, {.report = &report}).elements,
                plain(square).elements);
      EXPECT_TRUE(report.may_be_clamped);
    }
  }
  AllPairsReport report;
  TestFixture::distances_of(random_square<Weight>(100, 10, 1, 100), {.report = &report});
  EXPECT_FALSE(report.may_be_clamped);
}

TYPED_TEST(AllPairs, WhatIsNoWeightIsRefusedWithItsPlace) {
  using Weight = typename TypeParam::Weight;
  using Limits = std::numeric_limits<Weight>;
  std::vector<Weight> wrong;
  if constexpr (std::is_integral_v<Weight>) {
    wrong = {Limits::max(), static_cast<Weight>(far<Weight> + 1),
             static_cast<Weight>(yoke::least_distance<Weight> - 1), Limits::min()};
  } else {
    wrong = {Limits::quiet_NaN(), -Limits::infinity()};
  }
  for (Weight const weight : wrong) {
    auto square = random_square<Weight>(20, 50, 1, 9);
    square(7, 3) = square(12, 2) = square(3, 19) = weight;
    auto const place = TestFixture::refused(square, " is " + yoke::show_number(weight));
    EXPECT_EQ(place, 3u * 20 + 19);  // in either layout
  }
}

// A positive weight of a vertex to itself is no distance.
TYPED_TEST(AllPairs, TheDiagonalIsZero) {
  using Weight = typename TypeParam::Weight;
  auto square = random_square<Weight>(150, 4, 1, 50);
  for (std::size_t i = 0; i < 150; ++i) square(i, i) = static_cast<Weight>(i % 3 == 0 ? i : 0);
  TestFixture::expect_plain(square);
}

// Rows with gaps, columns with gaps, and elements with gaps; what lies in them stays.
TYPED_TEST(AllPairs, MayBeStrided) {
  using Weight = typename TypeParam::Weight;
  using Memory = typename TypeParam::Space::memory_space;
  std::size_t const n = 137;
  auto const square = random_square<Weight>(n, 5, 1, 50);
  auto const expected = plain(square);
  auto const check = [&](auto const& whole, auto const& view) {
    Kokkos::deep_copy(whole, Weight(7));
    put(view, square);
    EXPECT_EQ(yoke::all_pairs_distances(typename TypeParam::Space(), view), pairs_of(expected));
    EXPECT_EQ(get(view).elements, expected.elements);
    Kokkos::deep_copy(view, Weight(7));
    auto const here = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), whole);
    EXPECT_TRUE(
        std::all_of(here.data(), here.data() + here.span(), [](Weight x) { return x == 7; }));
  };
  std::pair<std::size_t, std::size_t> const some{3, 3 + n};
  Kokkos::View<Weight**, typename TypeParam::Layout, Memory> const whole("whole", 150, 150);
  check(whole, Kokkos::subview(whole, some, some));
  Kokkos::View<Weight***, typename TypeParam::Layout, Memory> const cube("cube", 2, n, 3 * 50);
  check(cube, Kokkos::subview(cube, 1, Kokkos::ALL, some));
  Kokkos::View<Weight***, Kokkos::LayoutRight, Memory> const right("right", n, n, 2);
  check(right, Kokkos::subview(right, Kokkos::ALL, Kokkos::ALL, 1));
}

TYPED_TEST(AllPairs, PlansAreUsedAgain) {
  using Weight = typename TypeParam::Weight;
  using Space = typename TypeParam::Space;
  AllPairsReport report;
  yoke::AllPairsPlan<Space, Weight> plan(Space(), 260, {.report = &report});
  std::size_t const bytes = plan.workspace_bytes();
  for (std::size_t const n : {260, 100, 0, 129}) {
    auto const square = random_square<Weight>(n, 5, 1, 50);
    typename TestFixture::Matrix const matrix("matrix", n, n);
    put(matrix, square);
    plan(matrix);
    EXPECT_EQ(get(matrix).elements, plain(square).elements);
    EXPECT_EQ(report.phases.size(), n == 0 ? 0u : 3u);
    EXPECT_EQ(plan.workspace_bytes(), bytes);
  }
  // After a call that was refused too.
  auto cycle = random_square<Weight>(200, 5, 1, 50);
  cycle(150, 150) = -1;
  typename TestFixture::Matrix const matrix("matrix", 200, 200);
  put(matrix, cycle);
  EXPECT_THROW(plan(matrix), yoke::InvalidInput);
  cycle(150, 150) = 0;
  put(matrix, cycle);
  plan(matrix);
  EXPECT_EQ(get(matrix).elements, plain(cycle).elements);
}

TYPED_TEST(AllPairs, SizesThatDoNotFitAreRefused) {
  using Weight = typename TypeParam::Weight;
  using Space = typename TypeParam::Space;
  Kokkos::View<Weight**, typename TestFixture::Memory> const wide("wide", 3, 4),
      large("large", 9, 9);
  EXPECT_THROW(yoke::all_pairs_distances(Space(), wide), std::invalid_argument);
  try {
    yoke::validate_distances(Space(), wide, large);
    ADD_FAILURE() << "a wide matrix of weights is not refused";
  } catch (std::invalid_argument const& error) {
    EXPECT_THAT(error.what(), HasSubstr("weights has 3 rows and 4 columns"));
  }
  yoke::AllPairsPlan<Space, Weight> plan(Space(), 8);
  EXPECT_THROW(plan(large), std::invalid_argument);
  EXPECT_THROW((yoke::AllPairsPlan<Space, Weight>(Space(), std::size_t(1) << 24)),
               std::invalid_argument);
}

// Vertices 0 to 9 form a path of arcs of 5 and shortcuts of 20; 10 and 11 a cycle of weight 0.
TYPED_TEST(AllPairs, ThatAreWrongBreakARule) {
  using Weight = typename TypeParam::Weight;
  Square<Weight> square(12);
  for (std::size_t i = 0; i < 9; ++i) square(i, i + 1) = 5;
  for (std::size_t i = 0; i < 6; ++i) square(i, i + 3) = 20;
  square(10, 11) = square(11, 10) = 0;
  EXPECT_EQ(TestFixture::validate(square, plain(square)), 59u);
  TestFixture::expect_broken(square, "rule 1", {5 * 12 + 5}, 1);
  TestFixture::expect_broken(square, "rule 2", {2 * 12 + 9}, 36);
  TestFixture::expect_broken(square, "rule 2", {2 * 12 + 9}, far<Weight>);
  TestFixture::expect_broken(square, "rule 3", {2 * 12 + 9}, 34);
  TestFixture::expect_broken(square, "rule 3", {9 * 12 + 2}, 7);
  TestFixture::expect_broken(square, "rule 3", {3 * 12 + 10, 3 * 12 + 11}, 7);
  Square<Weight> const other(11);
  EXPECT_THROW(TestFixture::validate(square, other), std::invalid_argument);
  // A cycle of one vertex.
  auto const distances = plain(square);
  square(4, 4) = -1;
  EXPECT_THROW(TestFixture::validate(square, distances), yoke::InvalidInput);
}

// A result that holds no distance is wrong whether there is a path or not.
TYPED_TEST(AllPairs, ThatAreNoDistancesBreakARule) {
  using Weight = typename TypeParam::Weight;
  Square<Weight> square(2);
  square(0, 1) = 5;
  if constexpr (std::is_floating_point_v<Weight>) {
    Weight const nan = std::numeric_limits<Weight>::quiet_NaN();
    TestFixture::expect_broken(square, "rule 3", {1}, nan);
    TestFixture::expect_broken(square, "rule 3", {2}, nan);
  } else {
    TestFixture::expect_broken(square, "rule 3", {2}, static_cast<Weight>(far<Weight> + 1));
  }
}

// Two summands of opposite signs, whose magnitudes have no finite sum.
TYPED_TEST(AllPairs, ThatAreHugeBreakARule) {
  using Weight = typename TypeParam::Weight;
  if constexpr (std::is_floating_point_v<Weight>) {
    Square<Weight> square(3);
    square(0, 1) = std::numeric_limits<Weight>::max() * Weight(0.75);
    square(1, 2) = -square(0, 1) * Weight(0.5);
    EXPECT_EQ(TestFixture::validate(square, plain(square)), 6u);
    TestFixture::expect_broken(square, "rule 2", {2}, far<Weight>);
    TestFixture::expect_broken(square, "rule 2", {2}, square(0, 1));
    TestFixture::expect_broken(square, "rule 3", {2}, 7);
    TestFixture::expect_broken(square, "rule 3", {2}, square(1, 2));
  }
}

// Sums of fractions: the same bytes on all spaces, and near the plain ones.
TEST(AllPairsOfFractions, AreTheSameOnAllSpaces) {
  std::size_t const n = 300;
  auto const square = square_of<float>(n, [=](std::size_t i, std::size_t j) {
    GraphDice dice(i * n + j);
    return dice.below(10) < 2 ? 1 / (1 + static_cast<float>(dice.below(100000))) : far<float>;
  });
  using OnDevice = AllPairs<Types<Device, float, Kokkos::LayoutRight>>;
  using OnHost = AllPairs<Types<Host, float, Kokkos::LayoutRight>>;
  auto const distances = OnDevice::distances_of(square);
  EXPECT_EQ(distances.elements, OnHost::distances_of(square).elements);
  EXPECT_EQ(OnHost::validate(square, distances), pairs_of(distances));
  auto const expected = plain(square);
  for (std::size_t e = 0; e < n * n; ++e) {
    ASSERT_NEAR(distances.elements[e], expected.elements[e], 1e-6f * expected.elements[e]);
  }
}

// A device's memory that does not suffice is refused with both sizes.
TEST(AllPairsOnADevice, NeedsItsMemory) {
  if (yoke::detail::runs_on_host<Device>) GTEST_SKIP() << "there is no device";
  try {
    yoke::AllPairsPlan<Device, float>(Device(), 1000, {.device_memory = 1000});
    ADD_FAILURE() << "nothing is refused";
  } catch (yoke::DeviceMemoryExceeded const& error) {
    EXPECT_GT(error.needed(), 1000u);
    EXPECT_EQ(error.allowed(), 1000u);
  }
}

}  // namespace
