#include "yoke/list_ranking.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "support/executors.hpp"
#include "support/ranking_case.hpp"
#include "yoke/errors.hpp"

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
  std::vector<Factor> const factors = {
      yoke_test::core_algorithms(), yoke_test::sizes(sizes),
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

}  // namespace
