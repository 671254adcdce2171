#include "yoke/list_ranking.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "support/executors.hpp"
#include "support/ranking_case.hpp"
#include "yoke/errors.hpp"
#include "yoke/timeline.hpp"
#include "yoke/validate_ranks.hpp"

// list_rank by the algorithms that automatic chooses from, and what holds for all algorithms.

namespace {

using yoke::ListRankAlgorithm;
using yoke::ListRankOptions;
using yoke::ListRankPlan;
using yoke::Tail;
using yoke_test::base_seed;
using yoke_test::Factor;
using yoke_test::RankingCase;

struct ExpectRanks {
  std::size_t index_type;
  RankingCase const& ranking_case;

  template <class Space>
  void operator()(Space const& exec) const {
    using Memory = typename Space::memory_space;
    yoke_test::expect_ranks<Memory, Memory>(index_type, exec, ranking_case);
  }
};

void expect_ranks_pairwise(std::vector<std::size_t> const& sizes, std::uint64_t seed) {
  auto const executors = yoke_test::every_executor<ExpectRanks>();
  std::vector<Factor> const factors = {yoke_test::core_algorithms(), yoke_test::sizes(sizes),
                                       yoke_test::orders(),          yoke_test::numbers_of_lists(),
                                       yoke_test::tails(),           yoke_test::ends(),
                                       yoke_test::heads(),           yoke_test::arrays(),
                                       yoke_test::calls(),           yoke_test::validation(),
                                       yoke_test::rank_signs()};
  auto levels = yoke_test::count_levels(factors);
  levels.push_back(yoke_test::IndexTypes::count);
  levels.push_back(executors.size());
  for (auto const& row : yoke_test::pairwise(levels, seed)) {
    auto const index_type = row[factors.size()];
    auto const& executor = executors[row[factors.size() + 1]];
    SCOPED_TRACE(yoke_test::describe(factors, row) + ", " +
                 yoke_test::IndexTypes::names[index_type] + ", " + executor.name + ", seed " +
                 std::to_string(seed));
    auto const c = yoke_test::make_case(factors, row, seed);
    executor.run({index_type, c});
    if (::testing::Test::HasFailure()) return;  // the rest would say it again
  }
}

TEST(ListRanking, SmallListsOfEveryKind) {
  for (std::uint64_t round = 0; round < 20; ++round) {
    expect_ranks_pairwise({0, 1, 2, 3, 31, 32, 33, 1000}, base_seed() + round);
  }
}

TEST(ListRanking, ListsOfEveryKindUpToAMillion) {
  expect_ranks_pairwise({8193, 65536, 65537, 1000000}, base_seed());
}

// By the library's validator, because the oracle takes seconds on so many nodes.
template <class Space>
void expect_large_lists_ranked(std::vector<std::uint32_t> const& successor, std::size_t lists,
                               std::vector<std::string> const& algorithms) {
  auto const input = yoke_test::to_space<Space>(successor);
  Kokkos::View<std::uint32_t*, typename Space::memory_space> const rank("rank", successor.size());
  for (auto const& [name, choose] : yoke_test::core_algorithms()) {
    if (std::find(algorithms.begin(), algorithms.end(), name) == algorithms.end()) continue;
    SCOPED_TRACE(name);
    RankingCase c;
    choose(c);
    Kokkos::deep_copy(rank, 7u);
    EXPECT_EQ(yoke::list_rank(Space(), input, rank, c.options), lists);
    EXPECT_EQ(yoke::validate_ranks(Space(), input, rank, c.options), lists);
  }
}

TEST(ListRanking, SixteenMillionNodesAndMore) {
  std::size_t const n = (std::size_t(1) << 24) + 17;
  SCOPED_TRACE("seed " + std::to_string(base_seed()));
  auto const one = yoke_test::make_list<std::uint32_t>(n, {.seed = base_seed()});
  auto const hundred = yoke_test::make_list<std::uint32_t>(n, {.lists = 100, .seed = base_seed()});
  expect_large_lists_ranked<Kokkos::DefaultExecutionSpace>(
      one, 1, {"automatic", "sequential", "in place 0", "chunks 0"});
  expect_large_lists_ranked<Kokkos::DefaultExecutionSpace>(hundred, 100, {"automatic"});
#if defined(KOKKOS_ENABLE_CUDA)
  expect_large_lists_ranked<Kokkos::DefaultHostExecutionSpace>(one, 1, {"automatic"});
#endif
}

// The generator knows which nodes make up each list.
TEST(ListRanking, RanksAreAPermutationOfEachList) {
  using Space = Kokkos::DefaultExecutionSpace;
  std::size_t const n = 50000;
  for (yoke::ListShape const& shape :
       {yoke::ListShape{.lists = 1, .seed = base_seed()},
        {.lists = 777, .seed = base_seed()},
        {.lists = 5000, .long_list_share = 0.6, .seed = base_seed()}}) {
    Kokkos::View<std::uint32_t*, Space::memory_space> const rank("rank", n);
    yoke::list_rank(Space(),
                    yoke_test::to_space<Space>(yoke_test::make_list<std::uint32_t>(n, shape)), rank,
                    {.algorithm = ListRankAlgorithm::sublist_walk});
    auto const ranks = yoke_test::to_vector(rank);
    yoke::detail::NodeAtPosition const node_at(shape.order, n, yoke::Philox(shape.seed));
    yoke::detail::ListBounds const bounds(n, shape);
    std::vector<std::uint32_t> of_list, all;
    for (std::size_t position = 0; position < n; ++position) {
      of_list.push_back(ranks[node_at(position)]);
      if (!bounds.ends_at(position)) continue;
      std::sort(of_list.begin(), of_list.end());
      for (std::size_t i = 0; i < of_list.size(); ++i) ASSERT_EQ(of_list[i], i);
      all.insert(all.end(), of_list.begin(), of_list.end());
      of_list.clear();
    }
    EXPECT_EQ(all.size(), n);
  }
}

template <class Space>
class ListRankPlans : public ::testing::Test {
 protected:
  using Array = Kokkos::View<std::int32_t*, typename Space::memory_space>;

  void expect_plan_ranks(ListRankPlan<Space, std::int32_t>& plan, std::size_t n,
                         yoke::RankFrom from) {
    auto const successor =
        yoke_test::make_list<std::int32_t>(n, {.lists = 1 + n / 1000, .seed = base_seed() + n});
    Array const rank("rank", n);
    plan(yoke_test::to_space<Space>(successor), rank);
    EXPECT_TRUE(yoke_test::to_vector(rank) ==
                yoke_test::oracle_ranks(successor, Tail::self_loop(), from))
        << n << " nodes, seed " << base_seed() + n;
  }
};
#define YOKE_SPACE(Space) , Space
template <class First, class... Spaces>
using Types = ::testing::Types<Spaces...>;
using EverySpace = Types<void YOKE_FOR_EACH_SPACE(YOKE_SPACE)>;
TYPED_TEST_SUITE(ListRankPlans, EverySpace);

TYPED_TEST(ListRankPlans, ServeAnySizeUpToTheirsAndOutliveExceptions) {
  std::size_t const capacity = 40000;
  for (auto const& [name, choose] : yoke_test::core_algorithms()) {
    for (auto const from : {yoke::RankFrom::tail, yoke::RankFrom::head}) {
      SCOPED_TRACE(name);
      RankingCase c;
      choose(c);
      c.options.from = from;
      ListRankPlan<TypeParam, std::int32_t> plan(TypeParam(), capacity, c.options);
      for (std::size_t const n : {40000, 39999, 1, 0, 40000})
        this->expect_plan_ranks(plan, n, from);
      auto rho = yoke_test::make_list<std::int32_t>(999, {.order = yoke::ListOrder::ordered});
      rho[998] = 500;
      typename TestFixture::Array const rank("rank", 999);
      EXPECT_THROW(plan(yoke_test::to_space<TypeParam>(rho), rank), yoke::InvalidInput);
      typename TestFixture::Array const larger("larger", capacity + 1);
      EXPECT_THROW(plan(larger, larger), std::invalid_argument);
      this->expect_plan_ranks(plan, 5000, from);
    }
  }
}

TYPED_TEST(ListRankPlans, CanBeMoved) {
  ListRankPlan<TypeParam, std::int32_t> plan(TypeParam(), 1000);
  auto moved = std::move(plan);
  this->expect_plan_ranks(moved, 1000, yoke::RankFrom::tail);
  plan = std::move(moved);
  this->expect_plan_ranks(plan, 1000, yoke::RankFrom::tail);
}

TYPED_TEST(ListRankPlans, NameTheirAlgorithm) {
  using Algorithm = ListRankAlgorithm;
  EXPECT_EQ((ListRankPlan<TypeParam, std::int32_t>(TypeParam(), 2000000).algorithm()),
            Algorithm::sublist_walk);
  EXPECT_NE((ListRankPlan<TypeParam, std::int32_t>(TypeParam(), 100).algorithm()),
            Algorithm::automatic);
  EXPECT_EQ((ListRankPlan<TypeParam, std::int32_t>(TypeParam(), 1000000,
                                                   {.algorithm = Algorithm::sequential})
                 .algorithm()),
            Algorithm::sequential);
}

TYPED_TEST(ListRankPlans, ReportWhatTheyDid) {
  std::size_t const n = 100000;
  yoke::ListRankReport report;
  yoke::Timeline timeline;
  ListRankOptions options;
  options.algorithm = ListRankAlgorithm::sublist_walk;
  options.report = &report;
  options.collect_sublist_lengths = true;
  options.timeline = &timeline;
  ListRankPlan<TypeParam, std::int32_t> plan(TypeParam(), n, options);
  auto const list = yoke_test::make_list<std::int32_t>(n, {.seed = base_seed()});
  auto const successor = yoke_test::to_space<TypeParam>(list);
  typename TestFixture::Array const rank("rank", n);
  plan(successor, rank);
  EXPECT_TRUE(yoke_test::to_vector(rank) ==
              yoke_test::oracle_ranks(list, Tail::self_loop(), options.from));
  EXPECT_EQ(report.algorithm, plan.algorithm());
  EXPECT_FALSE(report.phases.empty());
  for (auto const& phase : report.phases) {
    EXPECT_FALSE(phase.name.empty());
    EXPECT_GE(phase.seconds, 0);
  }
  // Together the sublists have every node.
  EXPECT_EQ(report.sublist_lengths.size(), report.sublists);
  EXPECT_EQ(std::accumulate(report.sublist_lengths.begin(), report.sublist_lengths.end(),
                            std::uint64_t(0)),
            n);
  EXPECT_GE(report.longest_walk, report.sublist_lengths.back());
  auto const lane = yoke::detail::runs_on_host<TypeParam> ? yoke::Lane::host : yoke::Lane::device;
  ASSERT_EQ(timeline.entries().size(), 1u);
  EXPECT_EQ(timeline.entries()[0].lane, lane);
}

// A plan's report is that of its last call, however much an earlier one did.
TYPED_TEST(ListRankPlans, BeginTheReportAnew) {
  for (auto const& [name, choose] : yoke_test::core_algorithms()) {
    SCOPED_TRACE(name);
    RankingCase c;
    choose(c);
    yoke::ListRankReport report;
    c.options.report = &report;
    c.options.collect_sublist_lengths = true;
    ListRankPlan<TypeParam, std::int32_t> plan(TypeParam(), 20000, c.options);
    this->expect_plan_ranks(plan, 20000, c.options.from);
    auto const phases = report.phases.size(), lengths = report.sublist_lengths.size();
    EXPECT_GT(phases, 0u);
    this->expect_plan_ranks(plan, 20000, c.options.from);
    EXPECT_EQ(report.phases.size(), phases);
    EXPECT_EQ(report.sublist_lengths.size(), lengths);
    this->expect_plan_ranks(plan, 0, c.options.from);
    EXPECT_TRUE(report.phases.empty());
    EXPECT_EQ(report.sublists, 0u);
    EXPECT_TRUE(report.sublist_lengths.empty());
    EXPECT_EQ(report.algorithm, plan.algorithm());
  }
}

// The arrays of these calls are never read: there is an element of each at most.
template <class Space>
class ListRankArguments : public ::testing::Test {
 protected:
  template <class T>
  using Array =
      Kokkos::View<T*, typename Space::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  template <class T>
  Array<T> array(std::size_t size) const {
    return Array<T>(reinterpret_cast<T*>(element_.data()), size);
  }
  template <class Index, class RankIndex>
  void rank(std::size_t successor, std::size_t rank, ListRankOptions const& options = {}) const {
    yoke::list_rank(Space(), array<Index>(successor), array<RankIndex>(rank), options);
  }

  // What work says when it throws std::invalid_argument, and no InvalidInput.
  template <class Work>
  static std::string refusal(Work&& work) {
    try {
      work();
    } catch (yoke::InvalidInput const& error) {
      return std::string("InvalidInput: ") + error.what();
    } catch (std::invalid_argument const& error) {
      return error.what();
    }
    return "nothing";
  }

 private:
  Kokkos::View<std::uint64_t*, typename Space::memory_space> element_{"element", 1};
};
TYPED_TEST_SUITE(ListRankArguments, EverySpace);

using ::testing::AllOf;
using ::testing::HasSubstr;

TYPED_TEST(ListRankArguments, SizesThatDiffer) {
  for (std::size_t const n : {0, 2, 1000000000}) {
    EXPECT_THAT(
        (this->refusal([&] { this->template rank<std::uint32_t, std::uint32_t>(n, n + 1); })),
        AllOf(HasSubstr("successor has " + std::to_string(n) + " "),
              HasSubstr("rank has " + std::to_string(n + 1))));
  }
  EXPECT_THAT(this->refusal([&] {
    yoke::list_rank(TypeParam(), this->template array<std::uint32_t>(3),
                    this->template array<std::uint32_t>(4), this->template array<std::uint32_t>(3));
  }),
              AllOf(HasSubstr("successor has 3 "), HasSubstr("heads has 4")));
  EXPECT_THAT(this->refusal([&] {
    yoke::list_rank(TypeParam(), this->template array<std::uint32_t>(0),
                    this->template array<std::uint32_t>(1), this->template array<std::uint32_t>(0));
  }),
              AllOf(HasSubstr("successor has 0 "), HasSubstr("heads has 1")));
}

TYPED_TEST(ListRankArguments, TypesThatAreTooSmall) {
  std::size_t const n = 3000000000;
  EXPECT_THAT((this->refusal([&] { this->template rank<std::uint32_t, std::int32_t>(n, n); })),
              AllOf(HasSubstr("rank's type"), HasSubstr("2147483647"), HasSubstr("3000000000")));
  EXPECT_THAT((this->refusal([&] { this->template rank<std::int32_t, std::uint32_t>(n, n); })),
              AllOf(HasSubstr("successor's type"), HasSubstr("2147483647")));
  std::size_t const more = std::size_t(1) << 32;
  EXPECT_THAT(
      (this->refusal([&] { this->template rank<std::uint32_t, std::uint32_t>(more, more); })),
      AllOf(HasSubstr("successor's type"), HasSubstr("4294967295")));
  EXPECT_THAT(this->refusal([&] { ListRankPlan<TypeParam, std::int32_t>(TypeParam(), n); }),
              HasSubstr("successor's type"));
}

TYPED_TEST(ListRankArguments, OptionsOutOfRange) {
  ListRankOptions options;
  options.tail = Tail::value(std::uint64_t(1) << 32);
  EXPECT_THAT(
      (this->refusal([&] { this->template rank<std::uint32_t, std::uint32_t>(1, 1, options); })),
      AllOf(HasSubstr("options.tail"), HasSubstr("4294967296")));
  options = {};
  for (auto const scheme :
       {yoke::SublistWalkOptions::Scheme::in_place, yoke::SublistWalkOptions::Scheme::chunks}) {
    for (std::size_t const length : {3, 100, 1 << 21}) {
      options.algorithm = ListRankAlgorithm::sublist_walk;
      options.sublist_walk = {length, scheme};
      EXPECT_THAT((this->refusal(
                      [&] { this->template rank<std::uint32_t, std::uint32_t>(1, 1, options); })),
                  AllOf(HasSubstr("sublist_length"), HasSubstr(std::to_string(length))));
    }
  }
}

TYPED_TEST(ListRankArguments, APlanThatIsTooSmall) {
  ListRankPlan<TypeParam, std::uint32_t> plan(TypeParam(), 10);
  auto const successor = this->template array<std::uint32_t>(11);
  Kokkos::View<std::uint32_t*, typename TypeParam::memory_space> const rank("rank", 11);
  EXPECT_THAT(this->refusal([&] { plan(successor, rank); }),
              AllOf(HasSubstr("successor has 11 "), HasSubstr("for 10")));
}

}  // namespace
