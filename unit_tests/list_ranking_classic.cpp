#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "list_ranking/expected_length.hpp"
#include "support/classic.hpp"

// Wyllie's algorithm, recursive Helman-JaJa and random splitter, through yoke::list_rank.

namespace {

using namespace yoke_test::classic;

std::vector<ListShape> make_shapes(std::size_t n) {
  std::vector<ListShape> shapes;
  for (auto order :
       {ListOrder::random, ListOrder::ordered, ListOrder::reversed, ListOrder::block_shuffled}) {
    shapes.push_back({.order = order});
  }
  shapes.push_back({.lists = n / 5});                            // many short lists
  shapes.push_back({.lists = n / 1000});                         // some long ones
  shapes.push_back({.lists = n / 7, .long_list_share = 0.5});    // one long among many short
  shapes.push_back({.order = ListOrder::reversed, .lists = n});  // singletons
  for (std::size_t i = 0; i < shapes.size(); ++i) shapes[i].seed = yoke_test::base_seed() + i;
  return shapes;
}

Tail make_tail(int kind, std::size_t n) {
  if (kind == 0) return Tail::self_loop();
  return kind == 1 ? Tail::minus_one() : Tail::value(n + 17);
}

// Every variant with every size, and pairwise with shapes, tails and ends: these three cycle with
// periods that are prime to each other, from a start that differs by variant, size and index type.
template <class Space, class Index>
void check_all_variants(std::vector<std::size_t> const& sizes, std::size_t shapes_each) {
  std::size_t combination = yoke_test::base_seed() % 1000 + sizeof(Index);
  for (auto const& variant : make_variants()) {
    for (std::size_t const n : sizes) {
      auto const shapes = make_shapes(n);
      for (std::size_t k = 0; k < shapes_each; ++k, ++combination) {
        ListRankOptions options = variant.options;
        auto shape = shapes[combination % shapes.size()];
        options.tail = shape.tail = make_tail(combination % 3, n);
        options.from = combination / 3 % 2 ? RankFrom::head : RankFrom::tail;
        options.validate = combination % 5 == 0;
        options.seed = yoke_test::base_seed() + combination;
        SCOPED_TRACE(variant.name + ", n = " + std::to_string(n) + ", combination " +
                     std::to_string(combination));
        auto const successor = yoke_test::make_list<Index>(n, shape);
        auto const lists = yoke::detail::ListBounds(n, shape).lists();
        expect_oracle_ranks<Space, Index>(successor, options, n == 0 ? 0 : lists);
      }
    }
  }
}

TYPED_TEST(ClassicListRanking, SmallSizesInEveryShape) {
  using Test = ClassicListRanking<TypeParam>;
  check_all_variants<typename Test::Space, typename Test::Index>({0, 1, 2, 3, 31, 32, 33, 1000},
                                                                 24);
}

TYPED_TEST(ClassicListRanking, PackingBoundary) {
  using Test = ClassicListRanking<TypeParam>;
  check_all_variants<typename Test::Space, typename Test::Index>({65535, 65536, 65537}, 4);
}

TYPED_TEST(ClassicListRanking, MillionNodes) {
  using Test = ClassicListRanking<TypeParam>;
  check_all_variants<typename Test::Space, typename Test::Index>({1000000}, 2);
}

TYPED_TEST(ClassicListRanking, PlanServesSmallerListsAndGivenHeads) {
  using Space = typename TypeParam::Space;
  using Index = typename TypeParam::Index;
  for (auto const& variant : make_variants()) {
    SCOPED_TRACE(variant.name);
    yoke::ListRankPlan<Space, Index> plan(Space(), 100000, variant.options);
    for (std::size_t const n : {100000, 40000, 33000, 99999, 7, 100000}) {
      auto const successor = yoke_test::make_list<Index>(n, {.seed = n});
      auto const head = static_cast<Index>(
          yoke::detail::NodeAtPosition(ListOrder::random, n, yoke::Philox(n))(0));
      Kokkos::View<Index*, typename Space::memory_space> const rank("rank", n);
      EXPECT_EQ(plan(yoke_test::to_space<Space>(successor),
                     yoke_test::to_space<Space>(std::vector<Index>{head}), rank),
                1u);
      EXPECT_EQ(yoke_test::to_vector(rank),
                yoke_test::oracle_ranks(successor, Tail::self_loop(), RankFrom::tail));
    }
  }
}

// A head's index marks the tails: the only nodes that may.
TYPED_TEST(ClassicListRanking, TailMarkedByANode) {
  using Space = typename TypeParam::Space;
  using Index = typename TypeParam::Index;
  std::size_t const n = 50000;
  auto const head = yoke::detail::NodeAtPosition(ListOrder::random, n, yoke::Philox(5))(0);
  for (auto const& variant : make_variants()) {
    SCOPED_TRACE(variant.name);
    ListRankOptions options = variant.options;
    options.tail = Tail::value(head);
    expect_oracle_ranks<Space, Index>(
        yoke_test::make_list<Index>(n, {.seed = 5, .tail = options.tail}), options, 1);
  }
}

std::vector<std::string> phase_names(yoke::ListRankReport const& report) {
  std::vector<std::string> names;
  for (auto const& phase : report.phases) names.push_back(phase.name);
  return names;
}

TYPED_TEST(ClassicListRanking, ReportNamesThePapersPhases) {
  using Space = typename TypeParam::Space;
  using Index = typename TypeParam::Index;
  auto const list = yoke_test::make_list<Index>(100000, {.seed = 2});
  yoke::ListRankReport report;
  ListRankOptions options;
  options.report = &report;
  options.algorithm = Algorithm::helman_jaja;
  options.helman_jaja.limit = 50;
  expect_oracle_ranks<Space, Index>(list, options, 1);
  // 100000 nodes, 2 log^2 n = 552: 183 sublists; log 183 = 8: 24.
  EXPECT_THAT(phase_names(report),
              ::testing::ElementsAre("heads", "level 0 split", "level 0 local rank",
                                     "level 1 split", "level 1 local rank", "finish",
                                     "level 1 recombine", "level 0 recombine"));
  options.algorithm = Algorithm::random_splitter;
  expect_oracle_ranks<Space, Index>(list, options, 1);
  EXPECT_THAT(phase_names(report), ::testing::ElementsAre("heads", "RS1+RS2", "RS3", "RS4", "RS5"));
  options.algorithm = Algorithm::wyllie;
  expect_oracle_ranks<Space, Index>(list, options, 1);
  EXPECT_THAT(phase_names(report), ::testing::ElementsAre("link", "jump", "write ranks"));
}

// The lengths of random sublists against the formula (Dehne and Yogaratnam, Table 3), one order
// statistic each, averaged over 5 seeds: each then deviates by 3 % at most (one standard
// deviation).
TYPED_TEST(ClassicListRanking, SublistLengthsAreAsExpected) {
  using Space = typename TypeParam::Space;
  using Index = typename TypeParam::Index;
  std::size_t const n = 200000, p = 1000;
  int const runs = 5;
  std::vector<double> mean(p);
  for (int run = 0; run < runs; ++run) {
    yoke::ListRankReport report;
    ListRankOptions options;
    options.collect_sublist_lengths = true;
    options.algorithm = Algorithm::random_splitter;
    options.seed = yoke_test::base_seed() + run;
    options.report = &report;
    options.random_splitter.sublists = p;
    expect_oracle_ranks<Space, Index>(
        yoke_test::make_list<Index>(n, {.seed = yoke_test::base_seed() + 100 + run}), options, 1);
    auto const& lengths = report.sublist_lengths;
    // The head's own, unless it is a splitter.
    ASSERT_GE(report.sublists, p);
    ASSERT_EQ(lengths.size(), report.sublists);
    EXPECT_TRUE(std::is_sorted(lengths.begin(), lengths.end()));
    EXPECT_EQ(std::accumulate(lengths.begin(), lengths.end(), std::uint64_t(0)), n);
    for (std::size_t j = 0; j < p; ++j) mean[j] += static_cast<double>(lengths[j]) / runs;
  }
  for (std::size_t const j : {250, 500, 750, 900}) {
    double const expected =
        yoke::detail::list_ranking::expected_sublist_length(n, p, static_cast<double>(j));
    EXPECT_NEAR(mean[j - 1] / expected, 1, 0.15) << "the " << j << "-th shortest";
  }
}

TYPED_TEST(ClassicListRanking, EvenSplittersCutEvenly) {
  using Space = typename TypeParam::Space;
  using Index = typename TypeParam::Index;
  std::size_t const n = 100000, every = 1000;
  yoke::detail::NodeAtPosition const node_at(ListOrder::random, n, yoke::Philox(4));
  yoke::ListRankReport report;
  ListRankOptions options;
  options.collect_sublist_lengths = true;
  options.algorithm = Algorithm::random_splitter;
  options.report = &report;
  for (std::size_t position = 0; position < n; position += every) {
    options.random_splitter.given_splitters.push_back(node_at(position));
  }
  for (auto const packing :
       {RandomSplitterOptions::Packing::bits_48, RandomSplitterOptions::Packing::bits_64}) {
    options.random_splitter.packing = packing;
    expect_oracle_ranks<Space, Index>(yoke_test::make_list<Index>(n, {.seed = 4}), options, 1);
    EXPECT_THAT(report.sublist_lengths, ::testing::SizeIs(n / every));
    EXPECT_THAT(report.sublist_lengths, ::testing::Each(every));
  }
  options.random_splitter.given_splitters.push_back(n);
  EXPECT_THROW((expect_oracle_ranks<Space, Index>(yoke_test::make_list<Index>(n, {}), options, 1)),
               std::invalid_argument);
  options.random_splitter.given_splitters.assign(65537, 0);
  options.random_splitter.packing = RandomSplitterOptions::Packing::bits_48;
  EXPECT_THROW((expect_oracle_ranks<Space, Index>(yoke_test::make_list<Index>(n, {}), options, 1)),
               std::invalid_argument);
}

// The lengths in ascending order of the sublists that begin at the head, and where `begins`.
template <class Index, class Begins>
std::vector<std::uint64_t> oracle_lengths(std::vector<Index> const& successor, Index head,
                                          Begins const& begins) {
  std::vector<std::uint64_t> lengths{0};
  for (auto node = static_cast<std::size_t>(head);;) {
    if (lengths.back() > 0 && begins(node)) lengths.push_back(0);
    ++lengths.back();
    auto const next = static_cast<std::size_t>(successor[node]);
    if (next == node) break;
    node = next;
  }
  std::sort(lengths.begin(), lengths.end());
  return lengths;
}

ListRankOptions helman_jaja(yoke::ListRankReport& report) {
  ListRankOptions options;
  options.algorithm = Algorithm::helman_jaja;
  options.report = &report;
  options.collect_sublist_lengths = true;
  return options;
}

// The singletons and the longest sublist are the paper's concern (Rehman et al., 4.2).
TYPED_TEST(ClassicListRanking, ReportsTheSublistsOfTheFirstLevel) {
  using Space = typename TypeParam::Space;
  using Index = typename TypeParam::Index;
  std::size_t const n = 100000;
  auto const list = yoke_test::make_list<Index>(n, {.seed = 6});
  auto const head =
      static_cast<Index>(yoke::detail::NodeAtPosition(ListOrder::random, n, yoke::Philox(6))(0));
  yoke::ListRankReport report;
  auto options = helman_jaja(report);
  options.helman_jaja.splitters = HelmanJajaOptions::Splitters::n_over_log_n;
  for (std::size_t const limit : {50, 1000, 32768}) {
    options.helman_jaja.limit = limit;
    expect_oracle_ranks<Space, Index>(list, options, 1);
    // log2 n is 16.6: each 17th index is a splitter.
    auto const expected =
        oracle_lengths(list, head, [](std::size_t node) { return node % 17 == 0; });
    EXPECT_EQ(report.sublist_lengths, expected);
    EXPECT_EQ(report.sublists, expected.size());
    EXPECT_EQ(report.sublist_lengths.front(), 1u);
  }
  options.collect_sublist_lengths = false;
  expect_oracle_ranks<Space, Index>(list, options, 1);
  EXPECT_EQ(report.sublists, 0u);
  EXPECT_THAT(report.sublist_lengths, ::testing::IsEmpty());
}

TYPED_TEST(ClassicListRanking, HelmanAndJajaTakeGivenSplitters) {
  using Space = typename TypeParam::Space;
  using Index = typename TypeParam::Index;
  std::size_t const n = 20000;
  auto const list = yoke_test::make_list<Index>(n, {.seed = 7});
  auto const seven = yoke_test::make_list<Index>(n, {.lists = 7, .seed = 7});
  yoke::detail::NodeAtPosition const node_at(ListOrder::random, n, yoke::Philox(7));
  yoke::ListRankReport report;
  auto options = helman_jaja(report);
  auto& given = options.helman_jaja.given_splitters;
  for (auto const finish : {Finish::sequential, Finish::wyllie, Finish::one_thread}) {
    options.helman_jaja.finish = finish;
    for (std::size_t const limit : {10, 32768}) {
      options.helman_jaja.limit = limit;
      // From the head on, and without it.
      for (std::size_t const first : {0, 100}) {
        given.clear();
        for (std::size_t i = first; i < n; i += 100) given.push_back(node_at(i));
        expect_oracle_ranks<Space, Index>(list, options, 1);
        EXPECT_THAT(report.sublist_lengths, ::testing::SizeIs(n / 100));
        EXPECT_THAT(report.sublist_lengths, ::testing::Each(100));
        expect_oracle_ranks<Space, Index>(seven, options, 7);
      }
      given = {static_cast<std::uint64_t>(node_at(n - 1))};
      expect_oracle_ranks<Space, Index>(list, options, 1);
      EXPECT_THAT(report.sublist_lengths, ::testing::ElementsAre(1, n - 1));
    }
  }
}

TYPED_TEST(ClassicListRanking, AWrongSplitterIsNamedByItsPlace) {
  using Space = typename TypeParam::Space;
  using Index = typename TypeParam::Index;
  auto const list = yoke_test::make_list<Index>(100, {});
  auto const expect_refused = [&](ListRankOptions const& options, std::string const& message) {
    try {
      expect_oracle_ranks<Space, Index>(list, options, 1);
      ADD_FAILURE() << "they were taken: " << message;
    } catch (std::invalid_argument const& error) {
      EXPECT_THAT(error.what(), ::testing::HasSubstr(message));
    }
  };
  std::vector<std::uint64_t> const outside = {5, 99, 100}, twice = {5, 9, 7, 9};
  ListRankOptions options;
  options.algorithm = Algorithm::helman_jaja;
  options.helman_jaja.given_splitters = outside;
  expect_refused(options, "options.helman_jaja.given_splitters[2] is node 100");
  options.helman_jaja.given_splitters = twice;
  expect_refused(options, "options.helman_jaja.given_splitters[3] is node 9, as is [1]");
  options.algorithm = Algorithm::random_splitter;
  options.random_splitter.given_splitters = outside;
  expect_refused(options, "options.random_splitter.given_splitters[2] is node 100");
  options.random_splitter.given_splitters = twice;
  expect_refused(options, "options.random_splitter.given_splitters[3] is node 9, as is [1]");
}

}  // namespace
