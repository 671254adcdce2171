#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "list_ranking/fractional_independent_set_hybrid.hpp"
#include "support/lists.hpp"
#include "support/rounds.hpp"
#include "support/sampled.hpp"
#include "support/tools.hpp"
#include "yoke/errors.hpp"
#include "yoke/list_ranking.hpp"

// Ranking by independent sets and by fractional independent sets.
namespace {

using yoke::ListOrder;
using yoke::ListRankAlgorithm;
using yoke::ListRankOptions;
using yoke::ListShape;
using yoke::RankFrom;
using yoke::Tail;
using Rule = yoke::IndependentSetOptions::Rule;

template <class SpaceType, class IndexType>
struct Case {
  using Space = SpaceType;
  using Index = IndexType;
};

template <class... Cases>
struct Join;
template <class... A, class... B, class... Rest>
struct Join<::testing::Types<A...>, ::testing::Types<B...>, Rest...>
    : Join<::testing::Types<A..., B...>, Rest...> {};
template <class... A>
struct Join<::testing::Types<A...>> {
  using type = ::testing::Types<A...>;
};

template <class Space>
using CasesOn = yoke_test::Sampled<Case<Space, std::uint32_t>, Case<Space, std::int32_t>,
                                   Case<Space, std::uint64_t>, Case<Space, std::int64_t>>;

#define YOKE_CASES(Space) CasesOn<Space>,
using Cases = typename Join<YOKE_FOR_EACH_SPACE(YOKE_CASES)::testing::Types<>>::type;

template <class Case>
class ListRankingSets : public ::testing::Test {
 protected:
  using Space = typename Case::Space;
  using Index = typename Case::Index;

  static std::vector<Index> rank(std::vector<Index> const& successor,
                                 ListRankOptions const& options) {
    auto const input = yoke_test::to_space<Space>(successor);
    Kokkos::View<Index*, typename Space::memory_space> const rank("rank", successor.size());
    lists = yoke::list_rank(Space(), input, rank, options);
    return yoke_test::to_vector(rank);
  }

  static void expect_right(ListShape const& shape, std::size_t n, ListRankOptions options) {
    options.tail = shape.tail;
    auto const successor = yoke_test::make_list<Index>(n, shape);
    auto const expected = yoke_test::oracle_ranks(successor, shape.tail, options.from);
    EXPECT_TRUE(rank(successor, options) == expected)
        << n << " nodes, order " << static_cast<int>(shape.order) << ", " << shape.lists
        << " lists, seed " << shape.seed;
    EXPECT_EQ(lists, n == 0 ? 0 : std::min<std::size_t>(n, shape.lists));
  }

  static inline std::size_t lists = 0;
};
TYPED_TEST_SUITE(ListRankingSets, Cases);

ListRankOptions fractional(int iterations = 0) {
  ListRankOptions options;
  options.algorithm = ListRankAlgorithm::fractional_independent_set;
  options.fractional_independent_set.iterations = iterations;
  options.seed = yoke_test::base_seed();
  return options;
}

ListRankOptions independent(Rule rule = Rule::coin_tossing, std::size_t limit = 64) {
  ListRankOptions options;
  options.algorithm = ListRankAlgorithm::independent_set;
  options.independent_set.rule = rule;
  options.independent_set.limit = limit;
  return options;
}

constexpr std::size_t sizes[] = {0, 1, 2, 3, 31, 32, 33, 63, 64, 65, 1000, 65536, 65537};
constexpr ListOrder orders[] = {ListOrder::random, ListOrder::ordered, ListOrder::reversed,
                                ListOrder::block_shuffled};

ListShape shape_of(ListOrder order, std::uint64_t lists = 1, double long_list_share = 0,
                   Tail tail = Tail::self_loop()) {
  return {order, lists, long_list_share, yoke_test::base_seed(), tail};
}

TYPED_TEST(ListRankingSets, AllSizesAndOrders) {
  int iterations = 0;
  for (std::size_t n : sizes) {
    for (ListOrder order : orders) {
      iterations = iterations % 30 + 1;
      this->expect_right(shape_of(order), n, fractional(iterations));
      this->expect_right(shape_of(order), n, independent());
    }
  }
}

TYPED_TEST(ListRankingSets, AMillionNodes) {
  this->expect_right(shape_of(ListOrder::random), 1000000, fractional(12));
  this->expect_right(shape_of(ListOrder::random), 1000000, independent(Rule::coin_tossing, 65536));
}

TYPED_TEST(ListRankingSets, EveryNumberOfIterations) {
  for (int iterations = 1; iterations <= 30; ++iterations) {
    this->expect_right(shape_of(ListOrder::random), 20000, fractional(iterations));
  }
}

TYPED_TEST(ListRankingSets, EveryLimit) {
  for (std::size_t limit : {0, 1, 2, 100, 9999, 10000, 20000}) {
    this->expect_right(shape_of(ListOrder::random), 10000, independent(Rule::coin_tossing, limit));
  }
}

TYPED_TEST(ListRankingSets, ManyLists) {
  for (auto const& options : {fractional(), fractional(20), independent()}) {
    for (std::uint64_t lists : {2, 1000, 25000, 50000}) {
      this->expect_right(shape_of(ListOrder::random, lists), 50000, options);
      this->expect_right(shape_of(ListOrder::reversed, lists), 50000, options);
    }
    this->expect_right(shape_of(ListOrder::random, 5000, 0.7), 50000, options);
    this->expect_right(shape_of(ListOrder::block_shuffled, 100, 0.99), 50000, options);
  }
}

TYPED_TEST(ListRankingSets, TailsAndEnds) {
  for (auto options : {fractional(), independent()}) {
    for (Tail tail : {Tail::self_loop(), Tail::minus_one(), Tail::value(1000)}) {
      for (RankFrom from : {RankFrom::tail, RankFrom::head}) {
        options.from = from;
        this->expect_right(shape_of(ListOrder::random, 7, 0, tail), 1000, options);
      }
    }
  }
}

TYPED_TEST(ListRankingSets, APlanServesSmallerListsAndRepeats) {
  using Space = typename TypeParam::Space;
  using Index = typename TypeParam::Index;
  for (auto const& options : {fractional(), independent()}) {
    yoke::ListRankPlan<Space, Index> plan(Space(), 5000, options);
    for (std::size_t n : {5000, 1, 777, 5000}) {
      auto const successor = yoke_test::make_list<Index>(n, shape_of(ListOrder::random, 3));
      auto const input = yoke_test::to_space<Space>(successor);
      Kokkos::View<Index*, typename Space::memory_space> const rank("rank", n);
      plan(input, rank);
      EXPECT_EQ(yoke_test::to_vector(rank),
                yoke_test::oracle_ranks(successor, Tail::self_loop(), RankFrom::tail));
    }
  }
}

TYPED_TEST(ListRankingSets, EvenIndexRanksOrderedLists) {
  for (std::size_t n : sizes) {
    this->expect_right(shape_of(ListOrder::ordered), n, independent(Rule::even_index, 4));
    this->expect_right(shape_of(ListOrder::reversed), n, independent(Rule::even_index, 4));
  }
  // Contracted to single nodes, the blocks follow each other at random: no further, but right.
  this->expect_right(shape_of(ListOrder::block_shuffled), 65536, independent(Rule::even_index, 4));
}

TYPED_TEST(ListRankingSets, EvenIndexRefusesOtherLists) {
  using Index = typename TypeParam::Index;
  std::vector<Index> const successor = {2, 3, 4, 5, 1, 6, 6};  // 0 2 4 1 3 5 6
  try {
    this->rank(successor, independent(Rule::even_index, 1));
    FAIL() << "two neighbours would have left";
  } catch (yoke::InvalidInput const& fault) {
    EXPECT_EQ(fault.index(), 1u);
    EXPECT_THAT(fault.what(), ::testing::HasSubstr("even_index"));
  }
}

TYPED_TEST(ListRankingSets, ReportsWhatItDid) {
  using Index = typename TypeParam::Index;
  yoke::ListRankReport report;
  auto options = fractional(3);
  options.report = &report;
  this->rank(yoke_test::make_list<Index>(10000, shape_of(ListOrder::random)), options);
  std::vector<std::string> names;
  for (auto const& phase : report.phases) names.push_back(phase.name);
  EXPECT_THAT(names, ::testing::ElementsAre("check", "iteration 1 generate", "iteration 1 remove",
                                            "iteration 2 generate", "iteration 2 remove",
                                            "iteration 3 generate", "iteration 3 remove", "phase I",
                                            "phase II", "phase III"));
}

TYPED_TEST(ListRankingSets, MalformedInputEndsInAnException) {
  using Index = typename TypeParam::Index;
  for (auto const& options : {fractional(), fractional(30), independent(), independent({}, 1)}) {
    for (std::size_t n : {1, 2, 3, 5, 64, 5000}) {
      std::vector<Index> const list = yoke_test::make_list<Index>(n, shape_of(ListOrder::random));
      std::size_t tail = 0;
      while (list[tail] != static_cast<Index>(tail)) ++tail;

      auto out_of_range = list;
      out_of_range[n / 2] = static_cast<Index>(n);
      EXPECT_THROW(this->rank(out_of_range, options), yoke::InvalidInput) << n;

      if (n < 2) continue;
      auto rho = list;  // the tail points into the list; at its head this is a cycle
      rho[tail] = static_cast<Index>((tail + 1) % n);
      EXPECT_THROW(this->rank(rho, options), yoke::InvalidInput) << n;

      // A cycle beside a list.
      auto beside = list;
      beside.push_back(static_cast<Index>(n + 1));
      beside.push_back(static_cast<Index>(n + 2));
      beside.push_back(static_cast<Index>(n));
      EXPECT_THROW(this->rank(beside, options), yoke::InvalidInput) << n;
    }
  }
}

// Without validate an in-tree may pass, but then every rank is the distance to the tail.
TYPED_TEST(ListRankingSets, InTreesStayInBounds) {
  using Index = typename TypeParam::Index;
  std::vector<Index> parent(5000);
  std::vector<Index> depth(parent.size());
  std::mt19937_64 random(yoke_test::base_seed());
  for (std::size_t reach : {1, 2, 50, 5000}) {
    parent[0] = depth[0] = 0;
    for (std::size_t i = 1; i < parent.size(); ++i) {
      parent[i] = static_cast<Index>(i - 1 - random() % std::min(i, reach));
      depth[i] = static_cast<Index>(depth[static_cast<std::size_t>(parent[i])] + 1);
    }
    for (auto options : {fractional(), fractional(30), independent(), independent({}, 1)}) {
      try {
        EXPECT_EQ(this->rank(parent, options), depth);
      } catch (yoke::InvalidInput const&) {
        EXPECT_GT(reach, 1u);
      }
      options.validate = true;
      if (reach > 1) {
        EXPECT_THROW(this->rank(parent, options), yoke::InvalidInput);
      }
    }
  }
}

// What ranks a list whose links have lengths, with options that make it work in small lists.
std::vector<ListRankOptions> with_each_reduced_algorithm(ListRankOptions options) {
  options.helman_jaja.limit = 64;
  options.random_splitter.sublists = 50;
  std::vector<ListRankOptions> all;
  for (auto const algorithm :
       {ListRankAlgorithm::sequential, ListRankAlgorithm::wyllie, ListRankAlgorithm::helman_jaja,
        ListRankAlgorithm::random_splitter, ListRankAlgorithm::independent_set}) {
    options.reduced_algorithm = algorithm;
    all.push_back(options);
  }
  options.reduced_algorithm = ListRankAlgorithm::helman_jaja;
  for (auto const finish : {yoke::Finish::sequential, yoke::Finish::one_thread}) {
    options.helman_jaja.finish = finish;
    all.push_back(options);
  }
  options.reduced_algorithm = ListRankAlgorithm::random_splitter;
  options.random_splitter.packing = yoke::RandomSplitterOptions::Packing::bits_48;
  all.push_back(options);
  return all;
}

std::vector<ListRankOptions> with_each_reduced_algorithm() {
  auto all = with_each_reduced_algorithm(fractional(3));
  // An even and an odd number of levels leave the reduced list's ranks in different places.
  for (auto base : {fractional(4), independent(Rule::coin_tossing, 1000)}) {
    base.independent_set.limit = 1000;
    auto const more = with_each_reduced_algorithm(base);
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

TYPED_TEST(ListRankingSets, AnyAlgorithmRanksTheReducedList) {
  for (auto options : with_each_reduced_algorithm()) {
    SCOPED_TRACE(std::string(to_string(options.algorithm)) + ", then " +
                 std::string(to_string(options.reduced_algorithm)));
    for (std::size_t const n : {0, 1, 2, 3, 33, 1000, 20000}) {
      this->expect_right(shape_of(ListOrder::random), n, options);
      this->expect_right(shape_of(ListOrder::ordered), n, options);
    }
    this->expect_right(shape_of(ListOrder::random, 100), 20000, options);
    this->expect_right(shape_of(ListOrder::random, 10000), 20000, options);
    this->expect_right(shape_of(ListOrder::random, 20000), 20000, options);
    this->expect_right(shape_of(ListOrder::random, 500, 0.7), 20000, options);
    options.from = RankFrom::head;
    this->expect_right(shape_of(ListOrder::random, 7, 0, Tail::value(5000)), 5000, options);
  }
}

TYPED_TEST(ListRankingSets, AReducedListOfNoListsEndsInAnException) {
  using Index = typename TypeParam::Index;
  std::vector<Index> const list = yoke_test::make_list<Index>(5000, shape_of(ListOrder::random));
  for (auto const& options : with_each_reduced_algorithm()) {
    SCOPED_TRACE(std::string(to_string(options.algorithm)) + ", then " +
                 std::string(to_string(options.reduced_algorithm)));
    auto beside = list;  // a cycle that no contraction ends
    for (std::size_t i = 0; i < 4000; ++i) {
      beside.push_back(static_cast<Index>(5000 + (i + 1) % 4000));
    }
    EXPECT_THROW(this->rank(beside, options), yoke::InvalidInput);
    // Two lists run into one: each rank is right, or the input is refused.
    auto tree = list;
    auto expected = yoke_test::oracle_ranks(list, Tail::self_loop(), RankFrom::tail);
    for (std::size_t i = 0; i < 3000; ++i) {
      tree.push_back(static_cast<Index>(i == 0 ? 77 : 5000 + i - 1));
      expected.push_back(static_cast<Index>(expected[77] + static_cast<Index>(i + 1)));
    }
    try {
      EXPECT_EQ(this->rank(tree, options), expected);
    } catch (yoke::InvalidInput const&) {
    }
  }
}

TYPED_TEST(ListRankingSets, APlanRanksReducedListsAgain) {
  using Space = typename TypeParam::Space;
  using Index = typename TypeParam::Index;
  for (auto const& options : with_each_reduced_algorithm()) {
    yoke::ListRankPlan<Space, Index> plan(Space(), 5000, options);
    for (std::size_t n : {5000, 1, 777, 5000}) {
      auto const successor = yoke_test::make_list<Index>(n, shape_of(ListOrder::random, 1 + n / 9));
      auto const input = yoke_test::to_space<Space>(successor);
      Kokkos::View<Index*, typename Space::memory_space> const rank("rank", n);
      plan(input, rank);
      EXPECT_EQ(yoke_test::to_vector(rank),
                yoke_test::oracle_ranks(successor, Tail::self_loop(), RankFrom::tail));
    }
  }
}

TYPED_TEST(ListRankingSets, TheChosenAlgorithmRanksTheReducedList) {
  using Index = typename TypeParam::Index;
  auto const successor = yoke_test::make_list<Index>(20000, shape_of(ListOrder::random));
  auto const runs = [&](std::string const& kernel, ListRankOptions const& options) {
    yoke_test::KernelRecorder const recorder;
    this->rank(successor, options);
    return std::ranges::count(recorder.kernels(), kernel, &yoke_test::ToolsEvent::label) > 0;
  };
  std::pair<ListRankAlgorithm, char const*> const kernels[] = {
      {ListRankAlgorithm::sequential, "yoke::list_rank::sequential_reduced"},
      {ListRankAlgorithm::helman_jaja, "yoke::list_rank::local_rank"},
      {ListRankAlgorithm::random_splitter, "yoke::list_rank::walk_to_owned"},
      {ListRankAlgorithm::independent_set, "yoke::list_rank::colour_by_index"}};
  for (auto const& [algorithm, kernel] : kernels) {
    auto options = fractional(3);
    options.helman_jaja.limit = options.independent_set.limit = 64;
    EXPECT_FALSE(runs(kernel, options)) << kernel;
    options.reduced_algorithm = algorithm;
    EXPECT_TRUE(runs(kernel, options)) << kernel;
  }
}

TYPED_TEST(ListRankingSets, RefusesWhatCannotRankAReducedList) {
  using Index = typename TypeParam::Index;
  auto const refused = [&](ListRankOptions const& options, char const* name) {
    try {
      this->rank(std::vector<Index>{0}, options);
      ADD_FAILURE() << name << " was taken";
    } catch (std::invalid_argument const& error) {
      EXPECT_THAT(error.what(), ::testing::AllOf(::testing::HasSubstr("options.reduced_algorithm"),
                                                 ::testing::HasSubstr(name)));
    }
  };
  auto options = fractional();
  options.reduced_algorithm = ListRankAlgorithm::sublist_walk;
  refused(options, "sublist_walk");
  options.reduced_algorithm = ListRankAlgorithm::fractional_independent_set;
  refused(options, "fractional_independent_set");
  options.reduced_algorithm = ListRankAlgorithm::random_splitter;
  options.random_splitter.given_splitters = {0};
  refused(options, "options.random_splitter.given_splitters");
  options.reduced_algorithm = ListRankAlgorithm::helman_jaja;
  options.helman_jaja.given_splitters = {0};
  refused(options, "options.helman_jaja.given_splitters");
}

using Draw = yoke::FractionalIndependentSetOptions::Draw;

ListRankOptions by_walks(Draw draw, int iterations = 0, std::uint32_t length = 32) {
  auto options = fractional(iterations);
  options.fractional_independent_set.draw = draw;
  options.fractional_independent_set.walk_length = length;
  return options;
}

TYPED_TEST(ListRankingSets, NodesDrawTheirBitsByWalks) {
  for (Draw const draw : {Draw::walk_for_bit, Draw::walk_for_word}) {
    for (std::size_t n : {1, 2, 33, 5000}) {
      for (auto const& shape : {shape_of(ListOrder::random), shape_of(ListOrder::ordered)}) {
        this->expect_right(shape, n, by_walks(draw));
        this->expect_right(shape, n, by_walks(draw, 30, 7));
      }
    }
    this->expect_right(shape_of(ListOrder::random, 100), 5000, by_walks(draw, 5, 64));
  }
}

// In each iteration an eighth of the nodes leaves.
TYPED_TEST(ListRankingSets, OnlyNodesThatRemainDraw) {
  std::size_t const n = 40000;
  auto const successor =
      yoke_test::make_list<typename TypeParam::Index>(n, shape_of(ListOrder::random));
  auto const draws_of = [&](ListRankOptions options) {
    yoke::ListRankReport report;
    options.report = &report;
    this->rank(successor, options);
    return static_cast<double>(report.draws);
  };
  double expected = 0, remaining = 1;
  for (int iterations = 1; iterations <= 12; ++iterations, remaining *= 0.875) {
    expected += remaining;
    EXPECT_EQ(draws_of(by_walks(Draw::walk_for_word, iterations)), n);
    EXPECT_NEAR(draws_of(by_walks(Draw::walk_for_bit, iterations)) / n, expected, 0.02 * expected);
  }
  EXPECT_EQ(draws_of(by_walks(Draw::walk_for_bit, 1)), n);
  EXPECT_EQ(draws_of(fractional()), 0);
}

TYPED_TEST(ListRankingSets, WalksOutOfRange) {
  using Index = typename TypeParam::Index;
  for (std::uint32_t const length : {0u, 1025u}) {
    EXPECT_THROW(this->rank(std::vector<Index>{0}, by_walks(Draw::walk_for_bit, 0, length)),
                 std::invalid_argument);
  }
}

TYPED_TEST(ListRankingSets, IterationsOutOfRange) {
  using Index = typename TypeParam::Index;
  for (int iterations : {-1, 65, 1 << 30}) {
    EXPECT_THROW(this->rank(std::vector<Index>{0}, fractional(iterations)), std::invalid_argument);
  }
}

// The host's bits are those that the device would have made, so that all is as on one space.
class FractionalIndependentSetHybrid : public ::testing::Test {
 protected:
  using Device = Kokkos::DefaultExecutionSpace;
  using Index = std::uint32_t;

  void expect_right(std::size_t n, std::uint64_t lists, ListRankOptions const& options) {
    auto algorithm = yoke::detail::list_ranking::make_fractional_independent_set_hybrid<
        Device, Kokkos::DefaultHostExecutionSpace, Index>(hybrid, n, options);
    auto const successor = yoke_test::make_list<Index>(n, shape_of(ListOrder::random, lists));
    auto const expected = yoke_test::oracle_ranks(successor, Tail::self_loop(), RankFrom::tail);
    auto const input = yoke_test::to_space<Device>(successor);
    Kokkos::View<Index*, Device::memory_space> const rank("rank", n);
    for (int repeat = 0; repeat < 2; ++repeat) {
      auto const outcome = algorithm->run(
          {hybrid.device(), input, {}, rank, {0, true}, RankFrom::tail, options.report});
      EXPECT_TRUE(outcome.complete);
      EXPECT_EQ(outcome.lists, lists);
      EXPECT_TRUE(yoke_test::to_vector(rank) == expected) << n << " nodes";
      Kokkos::deep_copy(rank, 0);
    }
  }

  yoke::Hybrid<> hybrid;
};

TEST_F(FractionalIndependentSetHybrid, RanksWithBitsFromTheHost) {
  for (auto const n :
       std::initializer_list<std::size_t>{1, 2, 33, 1000, 65537, yoke_test::large(1000000)}) {
    for (int iterations : {0, 1, 2, 30}) expect_right(n, 1, fractional(iterations));
  }
  expect_right(100000, 50000, fractional());
}

TEST_F(FractionalIndependentSetHybrid, RanksWithBitsFromTheDevice) {
  auto options = fractional();
  options.fractional_independent_set.bits = yoke::FractionalIndependentSetOptions::Bits::device;
  expect_right(100000, 3, options);
}

TEST_F(FractionalIndependentSetHybrid, AnyAlgorithmRanksTheReducedList) {
  for (auto const& options : with_each_reduced_algorithm(fractional(3))) {
    expect_right(20000, 1, options);
    expect_right(20000, 300, options);
  }
}

// As many draws as where the device makes the bits: they are the same ones.
TEST_F(FractionalIndependentSetHybrid, NodesDrawByWalksThatTheHostFeeds) {
  using Bits = yoke::FractionalIndependentSetOptions::Bits;
  for (Draw const draw : {Draw::walk_for_bit, Draw::walk_for_word}) {
    for (auto const n : std::initializer_list<std::size_t>{1, 33, yoke_test::large(100000)}) {
      for (std::uint32_t const length : {5, 32, 64}) {
        std::uint64_t draws[2];
        for (Bits const bits : {Bits::host, Bits::device}) {
          yoke::ListRankReport report;
          auto options = by_walks(draw, 6, length);
          options.fractional_independent_set.bits = bits;
          options.report = &report;
          expect_right(n, 1, options);
          draws[static_cast<int>(bits)] = report.draws;
        }
        EXPECT_EQ(draws[0], draws[1]) << n << " nodes, length " << length;
      }
    }
  }
}

TEST_F(FractionalIndependentSetHybrid, ReportsEachIteration) {
  yoke::ListRankReport report;
  yoke::Timeline timeline;
  auto options = fractional(2);
  options.report = &report;
  options.timeline = &timeline;
  expect_right(10000, 1, options);
  std::vector<std::string> names;
  for (auto const& phase : report.phases) names.push_back(phase.name);
  EXPECT_THAT(names, ::testing::IsSupersetOf({"iteration 1 generate", "iteration 1 remove",
                                              "iteration 2 generate", "iteration 2 remove",
                                              "phase I", "phase II", "phase III"}));
  EXPECT_GT(timeline.busy_seconds(yoke::Lane::host), 0);
  EXPECT_GT(timeline.busy_seconds(yoke::Lane::device), 0);
}

}  // namespace
