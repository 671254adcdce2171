#include "support/pairwise.hpp"

#include <gtest/gtest.h>

#include <set>

#include "support/seed.hpp"

namespace {

using yoke_test::Combination;

std::size_t count_missing_pairs(std::vector<Combination> const& rows,
                                std::vector<std::size_t> const& levels) {
  std::size_t missing = 0;
  for (std::size_t a = 0; a < levels.size(); ++a) {
    for (std::size_t b = a + 1; b < levels.size(); ++b) {
      std::set<std::pair<std::size_t, std::size_t>> met;
      for (auto const& row : rows) met.emplace(row[a], row[b]);
      missing += levels[a] * levels[b] - met.size();
    }
  }
  return missing;
}

TEST(Pairwise, EveryPairIsMetInFewCombinations) {
  for (std::vector<std::size_t> const& levels : {std::vector<std::size_t>{2, 2},
                                                 {1, 3},
                                                 {5, 1, 1},
                                                 {3, 3, 3, 3},
                                                 {2, 2, 2, 2, 2, 2, 2},
                                                 {11, 8, 5, 4, 4, 4, 4, 3, 3, 2, 2, 2}}) {
    auto const rows = yoke_test::pairwise(levels, yoke_test::base_seed());
    for (auto const& row : rows) {
      ASSERT_EQ(row.size(), levels.size());
      for (std::size_t factor = 0; factor < row.size(); ++factor) {
        EXPECT_LT(row[factor], levels[factor]);
      }
    }
    EXPECT_EQ(count_missing_pairs(rows, levels), 0u);
    auto sorted = levels;
    std::sort(sorted.rbegin(), sorted.rend());
    std::size_t const fewest = sorted[0] * sorted[1];
    EXPECT_GE(rows.size(), fewest);
    EXPECT_LE(rows.size(), 2 * fewest + 6);
  }
}

TEST(Pairwise, AMissingPairIsCounted) {
  std::vector<std::size_t> const levels = {2, 2};
  auto rows = yoke_test::pairwise(levels, 1);
  ASSERT_EQ(rows.size(), 4u);
  rows.pop_back();
  EXPECT_EQ(count_missing_pairs(rows, levels), 1u);
}

TEST(Pairwise, SeedsGiveOtherCombinations) {
  std::vector<std::size_t> const levels = {4, 3, 3, 2};
  EXPECT_EQ(yoke_test::pairwise(levels, 7), yoke_test::pairwise(levels, 7));
  EXPECT_NE(yoke_test::pairwise(levels, 7), yoke_test::pairwise(levels, 8));
}

}  // namespace
