#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "all_pairs/words.hpp"
#include "support/graphs.hpp"
#include "support/next_by_rule.hpp"
#include "support/squares.hpp"
#include "yoke/all_pairs_distances.hpp"
#include "yoke/path.hpp"
#include "yoke/validate_distances.hpp"

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using yoke_test::far;
using yoke_test::get;
using yoke_test::GraphDice;
using yoke_test::next_by_rule;
using yoke_test::put;
using yoke_test::random_square;
using yoke_test::Square;
using yoke_test::square_of;

constexpr std::uint32_t none = ~std::uint32_t(0);

// The paths that next has are in the graph, and as light as the distance. Of many vertices, every
// fifth one's are followed.
template <class Weight>
void expect_paths(Square<Weight> const& weights, Square<Weight> const& distances,
                  Square<std::uint32_t> const& next) {
  std::size_t const n = weights.n;
  Kokkos::View<std::uint32_t const**, Kokkos::LayoutRight, Kokkos::HostSpace> const view(
      next.elements.data(), n, n);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i<n; i += n> 140 ? 5 : 1) {
    for (std::size_t j = 0; j < n; ++j) {
      auto const path = yoke::path(view, i, j);
      bool is_right = path.empty() == (distances(i, j) == far<Weight>);
      if (!path.empty()) {
        double sum = 0;
        for (std::size_t v = 0; v + 1 < path.size(); ++v) {
          is_right = is_right && weights(path[v], path[v + 1]) < far<Weight>;
          sum += weights(path[v], path[v + 1]);
        }
        is_right = is_right && path.front() == i && path.back() == j && sum == distances(i, j) &&
                   std::adjacent_find(path.begin(), path.end()) == path.end();
      }
      wrong += !is_right;
    }
  }
  EXPECT_EQ(wrong, 0u) << "paths of " << n << " vertices";
}

template <class S, class W, class D, class N>
struct Types {
  using Space = S;
  using Weight = W;
  using Layout = D;
  using NextLayout = N;
};

template <class T>
class AllPairsNext : public testing::Test {
 public:
  using Space = typename T::Space;
  using Weight = typename T::Weight;
  using Memory = typename Space::memory_space;
  using Matrix = Kokkos::View<Weight**, typename T::Layout, Memory>;
  using Next = Kokkos::View<std::uint32_t**, typename T::NextLayout, Memory>;

  static Square<std::uint32_t> next_of(Square<Weight> const& square) {
    Matrix const matrix("matrix", square.n, square.n), alone("alone", square.n, square.n);
    Next const next("next", square.n, square.n);
    put(matrix, square);
    put(alone, square);
    EXPECT_EQ(yoke::all_pairs_distances(Space(), matrix, next),
              yoke::all_pairs_distances(Space(), alone));
    EXPECT_EQ(get(matrix).elements, get(alone).elements) << square.n << " vertices";
    return get(next);
  }

  static void expect_rule(Square<Weight> const& square) {
    auto const [distances, expected] = next_by_rule(square);
    auto const next = next_of(square);
    EXPECT_EQ(next.elements, expected.elements) << square.n << " vertices";
    expect_paths(square, distances, next);
    if (square.n <= 140) {
      EXPECT_NO_THROW(validate(square, distances, next));
    }
  }

  static void validate(Square<Weight> const& before, Square<Weight> const& after,
                       Square<std::uint32_t> const& its_next) {
    Matrix const weights("weights", before.n, before.n), distances("distances", after.n, after.n);
    Next const next("next", its_next.n, its_next.n);
    put(weights, before);
    put(distances, after);
    put(next, its_next);
    yoke::validate_distances(Space(), weights, distances, next);
  }
};
using Device = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;
using Right = Kokkos::LayoutRight;
using Left = Kokkos::LayoutLeft;
using AllTypes =
    testing::Types<Types<Device, std::int32_t, Right, Right>,
                   Types<Device, std::int16_t, Left, Right>, Types<Device, float, Left, Left>,
                   Types<Device, double, Right, Left>, Types<Host, std::int16_t, Right, Right>>;
TYPED_TEST_SUITE(AllPairsNext, AllTypes);

TYPED_TEST(AllPairsNext, OfEverySizeFollowsTheRule) {
  using Weight = typename TypeParam::Weight;
  for (std::size_t const n : {0, 1, 2, 7, 17, 127, 128, 129, 255, 256, 257}) {
    TestFixture::expect_rule(random_square<Weight>(n, 100, 1, 100));
    TestFixture::expect_rule(random_square<Weight>(n, 3, 0, 4));
  }
}

// Cycles of weight 0 pass through every block.
TYPED_TEST(AllPairsNext, DoesNotCircleWhereWeightsAreZero) {
  using Weight = typename TypeParam::Weight;
  for (std::size_t const n : {40, 200}) {
    TestFixture::expect_rule(random_square<Weight>(n, 100, 0, 0));
    TestFixture::expect_rule(random_square<Weight>(n, 2, 0, 0));
    TestFixture::expect_rule(random_square<Weight>(n, 1, 0, 0));
    TestFixture::expect_rule(random_square<Weight>(n, 2, 0, 1));
  }
}

// Of two entries to a block with the same distance, the first one leads back: vertices 128, 140 and
// 150 of the second block, and 3 before it.
TYPED_TEST(AllPairsNext, DoesNotLeadBackIntoABlock) {
  using Weight = typename TypeParam::Weight;
  for (std::size_t const first : {128, 149}) {
    for (std::size_t const last : {130, 160}) {
      Square<Weight> square(200);
      std::size_t const p = last, q = first + 1, entry = first;
      square(p, 3) = square(3, entry) = square(3, q) = square(entry, p) = 0;
      square(q, 151) = 1;
      TestFixture::expect_rule(square);
    }
  }
}

// Without slack all paths between two vertices are as light.
TYPED_TEST(AllPairsNext, MayHaveNegativeWeights) {
  using Weight = typename TypeParam::Weight;
  for (std::size_t const n : {2, 129, 200}) {
    for (int const percent : {2, 100}) {
      for (std::uint64_t const slack : {0, 9}) {
        TestFixture::expect_rule(square_of<Weight>(n, [=](std::size_t i, std::size_t j) {
          GraphDice dice(i * n + j);
          if (i != j && dice.below(100) >= static_cast<unsigned>(percent)) return far<Weight>;
          auto const potential = [](std::size_t v) { return GraphDice(v + 5).below(1000); };
          return static_cast<Weight>(static_cast<int>(potential(j)) -
                                     static_cast<int>(potential(i)) +
                                     static_cast<int>(dice.below(slack + 1)));
        }));
      }
    }
  }
}

// Paths that visit every vertex, in an order that crosses all blocks.
TYPED_TEST(AllPairsNext, MayBeLong) {
  using Weight = typename TypeParam::Weight;
  std::size_t const n = 270;
  for (std::size_t const stride : {7, 127}) {
    Square<Weight> square(n);
    for (std::size_t i = 0; i + 1 < n; ++i) {
      square(i * stride % n, (i + 1) * stride % n) = static_cast<Weight>(1 + i % 5);
    }
    TestFixture::expect_rule(square);
  }
}

// Too far is out of reach.
TYPED_TEST(AllPairsNext, EndsWhereDistancesDo) {
  using Weight = typename TypeParam::Weight;
  if (std::is_floating_point_v<Weight>) return;
  Weight const most = static_cast<Weight>(far<Weight> - 1);
  Weight const weights[] = {far<Weight>, most, static_cast<Weight>(most / 2),
                            static_cast<Weight>(most / 3), 1};
  for (std::size_t const degree : {5, 20}) {
    TestFixture::expect_rule(square_of<Weight>(140, [&](std::size_t i, std::size_t j) {
      GraphDice dice(i * 140 + j);
      return dice.below(140) < degree ? weights[dice.below(5)] : far<Weight>;
    }));
  }
}

// A device has words of 32 bits for a distance and a place: for distances below 2^23. These weights
// are near it, or their sums come to it in the first block or in a later one.
TYPED_TEST(AllPairsNext, MayHaveLargeWeights) {
  using Weight = typename TypeParam::Weight;
  if constexpr (std::is_same_v<Weight, std::int32_t>) {
    int const limit = 1 << 23;
    for (int const most : {limit / 300, limit / 3, limit - 1, limit, limit + 1, 4 * limit}) {
      TestFixture::expect_rule(random_square<Weight>(300, 2, most - std::min(most, 1000), most));
      TestFixture::expect_rule(random_square<Weight>(300, 60, 1, most));
    }
    std::size_t const n = 400;
    for (std::size_t const place : {100, 200, 390}) {
      auto square = random_square<Weight>(n, 3, 1, 100);
      square(place, place - 1) = limit - 1;
      square(place - 1, place) = limit - 2;
      TestFixture::expect_rule(square);
      Square<Weight> path(n);
      for (std::size_t i = 0; i + 1 < n; ++i) {
        path(i, i + 1) = i == place ? limit - 5 : 1;
      }
      TestFixture::expect_rule(path);
    }
  }
}

// The words of a device: of all pairs of these distances, and of places, whose sum lowers a third
// one.
template <class Weight>
void expect_words(std::vector<Weight> const& distances) {
  using Words = yoke::detail::all_pairs::WordsWithPlaces<Weight>;
  std::int64_t const none = far<Weight>;
  for (Weight const a : distances) {
    for (Weight const b : distances) {
      std::int64_t const sum = a == none || b == none ? none : std::int64_t(a) + b;
      for (Weight const c : distances) {
        for (std::uint32_t const place : {0u, 1u, 127u}) {
          auto const least =
              Words::min_sum(Words::summand(a) | place, Words::summand(b), Words::bound(c));
          EXPECT_EQ(Words::lowers(least, c), sum < c) << a << " + " << b << ", " << c;
          if (sum >= c) continue;
          EXPECT_EQ(Words::distance(least), sum);
          EXPECT_EQ(Words::place(least), static_cast<int>(place));
        }
        auto const both = Words::min_sum(
            Words::summand(a) | 9, Words::summand(b),
            Words::min_sum(Words::summand(a) | 5, Words::summand(b), Words::bound(c)));
        if (sum < c) {
          EXPECT_EQ(Words::place(both), 5);
        }
      }
    }
  }
}
TEST(WordsWithPlaces, HaveTheLeastSumAndItsFirstPlace) {
  expect_words<std::int16_t>({0, 1, 2, 100, 8191, 8192, 16381, 16382, 16383});
  int const limit = 1 << 23;
  expect_words<std::int32_t>(
      {0, 1, 2, 5000, limit / 2, limit / 2 + 1, limit - 2, limit - 1, far<std::int32_t>});
}

// Gaps of both matrices stay.
TYPED_TEST(AllPairsNext, MayBeStrided) {
  using Weight = typename TypeParam::Weight;
  using Space = typename TypeParam::Space;
  using Memory = typename Space::memory_space;
  std::size_t const n = 137;
  auto const square = random_square<Weight>(n, 5, 1, 50);
  auto const expected = next_by_rule(square);
  std::pair<std::size_t, std::size_t> const some{3, 3 + n};
  Kokkos::View<Weight**, typename TypeParam::Layout, Memory> const whole("whole", 150, 150);
  auto const matrix = Kokkos::subview(whole, some, some);
  auto const check = [&](auto const& all, auto const& next) {
    using Vertex = typename std::decay_t<decltype(next)>::value_type;
    Kokkos::deep_copy(all, Vertex(7));
    put(matrix, square);
    yoke::all_pairs_distances(Space(), matrix, next);
    EXPECT_EQ(get(matrix).elements, expected.first.elements);
    auto const found = get(next);
    EXPECT_TRUE(
        std::equal(found.elements.begin(), found.elements.end(), expected.second.elements.begin(),
                   [](Vertex a, std::uint32_t b) { return static_cast<std::uint32_t>(a) == b; }));
    Kokkos::deep_copy(next, Vertex(7));
    auto const here = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), all);
    EXPECT_TRUE(
        std::all_of(here.data(), here.data() + here.span(), [](Vertex x) { return x == 7; }));
  };
  Kokkos::View<std::int32_t**, typename TypeParam::NextLayout, Memory> const wide("wide", 150, 150);
  check(wide, Kokkos::subview(wide, some, some));
  Kokkos::View<std::uint32_t***, Kokkos::LayoutRight, Memory> const cube("cube", n, n, 2);
  check(cube, Kokkos::subview(cube, Kokkos::ALL, Kokkos::ALL, 1));
}

// Of a plan, a call with large weights comes first.
TYPED_TEST(AllPairsNext, PlansTakeLargeWeightsAndThenSmallOnes) {
  using Weight = typename TypeParam::Weight;
  using Space = typename TypeParam::Space;
  yoke::AllPairsPlan<Space, Weight> plan(Space(), 200);
  typename TestFixture::Matrix const matrix("matrix", 200, 200);
  typename TestFixture::Next const next("next", 200, 200);
  int const large = std::is_same_v<Weight, std::int32_t> ? 1 << 24 : 5000;
  for (int const most : {large, 9, large, 9}) {
    auto const square = random_square<Weight>(200, 5, 1, most);
    auto const expected = next_by_rule(square);
    put(matrix, square);
    plan(matrix, next);
    EXPECT_EQ(get(matrix).elements, expected.first.elements);
    EXPECT_EQ(get(next).elements, expected.second.elements);
  }
}

TYPED_TEST(AllPairsNext, PlansTakeCallsWithAndWithoutIt) {
  using Weight = typename TypeParam::Weight;
  using Space = typename TypeParam::Space;
  yoke::AllPairsPlan<Space, Weight> plan(Space(), 260);
  std::size_t const bytes = plan.workspace_bytes();
  bool const has_words = sizeof(Weight) == 2 && !yoke::detail::runs_on_host<Space>;
  EXPECT_LE(bytes, ((has_words ? 768 : 512) * 512 + 81920) * sizeof(Weight));
  for (std::size_t const n : {260, 0, 129}) {
    auto const square = random_square<Weight>(n, 5, 1, 50);
    auto const expected = next_by_rule(square);
    typename TestFixture::Matrix const matrix("matrix", n, n);
    typename TestFixture::Next const next("next", n, n);
    for (bool const has_next : {true, false, true}) {
      put(matrix, square);
      has_next ? plan(matrix, next) : plan(matrix);
      EXPECT_EQ(get(matrix).elements, expected.first.elements);
      EXPECT_EQ(get(next).elements, expected.second.elements);
    }
    EXPECT_EQ(plan.workspace_bytes(), bytes);
  }
}

TYPED_TEST(AllPairsNext, ThatDoesNotFitIsRefused) {
  using Weight = typename TypeParam::Weight;
  using Space = typename TypeParam::Space;
  typename TestFixture::Matrix const matrix("matrix", 9, 9);
  typename TestFixture::Next const small("small", 8, 8);
  try {
    yoke::all_pairs_distances(Space(), matrix, small);
    ADD_FAILURE() << "a smaller matrix is not refused";
  } catch (std::invalid_argument const& error) {
    EXPECT_THAT(error.what(), HasSubstr("next has 8 rows and 8 columns; distances has 9 rows"));
  }
  if (sizeof(Weight) != 4) return;
  Kokkos::View<std::uint32_t**, typename TypeParam::Layout, typename TestFixture::Memory> const
      over(reinterpret_cast<std::uint32_t*>(matrix.data()), 9, 9);
  EXPECT_THROW(yoke::all_pairs_distances(Space(), matrix, over), std::invalid_argument);
}

// Vertices 0 to 9 form a path of arcs of 5 and shortcuts of 20; 10 and 11 a cycle of weight 0, from
// which 0 is reached.
TYPED_TEST(AllPairsNext, ThatIsWrongBreaksARule) {
  using Weight = typename TypeParam::Weight;
  Square<Weight> square(12);
  for (std::size_t i = 0; i < 9; ++i) square(i, i + 1) = 5;
  for (std::size_t i = 0; i < 6; ++i) square(i, i + 3) = 20;
  square(10, 11) = square(11, 10) = square(10, 0) = square(11, 0) = 0;
  auto const [distances, right] = next_by_rule(square);
  EXPECT_NO_THROW(TestFixture::validate(square, distances, right));
  auto const expect_broken = [&, &its_distances = distances, &its_next = right](
                                 std::string const& rule, std::size_t i, std::size_t j,
                                 std::uint32_t vertex) {
    auto wrong = its_next;
    wrong(i, j) = vertex;
    try {
      TestFixture::validate(square, its_distances, wrong);
      ADD_FAILURE() << "the result passes, and breaks " << rule;
    } catch (yoke::InvalidInput const& error) {
      EXPECT_THAT(error.what(), HasSubstr(rule));
      EXPECT_EQ(error.index(), i * 12 + j) << error.what();
    }
  };
  expect_broken("rule 4", 3, 3, 4);
  expect_broken("rule 4", 3, 3, none);
  expect_broken("rule 4", 3, 1, 1);
  expect_broken("rule 4", 1, 3, none);
  expect_broken("rule 4", 1, 3, 12);
  expect_broken("rule 4", 1, 3, 1);
  expect_broken("rule 4", 1, 6, 4);  // a shortcut
  expect_broken("rule 4", 1, 6, 0);  // no arc
  auto circle = right;
  circle(10, 5) = 11;
  circle(11, 5) = 10;
  try {
    TestFixture::validate(square, distances, circle);
    ADD_FAILURE() << "the result passes, and leads into a circle";
  } catch (yoke::InvalidInput const& error) {
    EXPECT_THAT(error.what(), HasSubstr("rule 5"));
    EXPECT_EQ(error.index(), 10u * 12 + 5);
  }
  auto led = right;
  led(10, 5) = 11;
  led(11, 5) = 0;
  EXPECT_NO_THROW(TestFixture::validate(square, distances, led));
}

// Sums of fractions: the same bytes on all spaces.
TEST(AllPairsNextOfFractions, IsTheSameOnAllSpaces) {
  std::size_t const n = 300;
  auto const square = square_of<float>(n, [=](std::size_t i, std::size_t j) {
    GraphDice dice(i * n + j);
    return dice.below(10) < 2 ? 1 / (1 + static_cast<float>(dice.below(100000))) : far<float>;
  });
  auto const next = AllPairsNext<Types<Device, float, Right, Right>>::next_of(square);
  EXPECT_EQ(next.elements,
            (AllPairsNext<Types<Host, float, Left, Right>>::next_of(square).elements));
  Kokkos::View<std::uint32_t const**, Right, Kokkos::HostSpace> const view(next.elements.data(), n,
                                                                           n);
  auto const distances = yoke_test::plain(square);
  for (std::size_t i = 0; i < n; i += 7) {
    for (std::size_t j = 0; j < n; ++j) {
      auto const path = yoke::path(view, i, j);
      float sum = 0;
      for (std::size_t v = 0; v + 1 < path.size(); ++v) sum += square(path[v], path[v + 1]);
      ASSERT_NEAR(sum, distances(i, j), 1e-6f * distances(i, j));
    }
  }
}

// 0 -> 1 -> 2, and 3 apart.
TEST(Path, HasBothEnds) {
  Kokkos::View<int**, Kokkos::HostSpace> const distances("distances", 4, 4), next("next", 4, 4);
  Kokkos::deep_copy(distances, far<int>);
  distances(0, 1) = 5;
  distances(1, 2) = 7;
  yoke::all_pairs_distances(Host(), distances, next);
  EXPECT_THAT(yoke::path(next, 0, 2), ElementsAre(0, 1, 2));
  EXPECT_THAT(yoke::path(next, 1, 2), ElementsAre(1, 2));
  EXPECT_THAT(yoke::path(next, 2, 2), ElementsAre(2));
  EXPECT_THAT(yoke::path(next, 2, 0), IsEmpty());
  EXPECT_THAT(yoke::path(next, 3, 0), IsEmpty());
  EXPECT_THROW(yoke::path(next, 4, 0), std::invalid_argument);
  EXPECT_THROW(yoke::path(next, 0, 4), std::invalid_argument);
}

TEST(Path, OfAWrongMatrixIsRefused) {
  Kokkos::View<std::uint32_t**, Kokkos::HostSpace> const next("next", 4, 4), wide("wide", 3, 4);
  next(0, 3) = 1;
  next(1, 3) = 2;
  auto const refused = [&](std::size_t from) {
    try {
      yoke::path(next, from, 3);
      ADD_FAILURE() << "nothing is refused";
    } catch (yoke::InvalidInput const& error) {
      return error.index();
    }
    return std::uint64_t(99);
  };
  EXPECT_EQ(refused(0), 0u);  // next(2, 3) is 0
  EXPECT_EQ(refused(1), 1u);
  next(2, 3) = 2;
  EXPECT_EQ(refused(0), 0u);
  for (std::uint32_t const no_vertex : {4u, none}) {
    next(2, 3) = no_vertex;
    EXPECT_EQ(refused(0), 2u);
  }
  EXPECT_THROW(yoke::path(wide, 0, 0), std::invalid_argument);
  Kokkos::View<std::int32_t**, Kokkos::HostSpace> const of_signed("of_signed", 2, 2);
  of_signed(0, 1) = -7;
  try {
    yoke::path(of_signed, 0, 1);
    ADD_FAILURE() << "nothing is refused";
  } catch (yoke::InvalidInput const& error) {
    EXPECT_THAT(error.what(), HasSubstr("from vertex 0 to -7, which is no vertex"));
  }
}

}  // namespace
