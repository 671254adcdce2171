#include <gtest/gtest.h>

#include "two_sources/templates.hpp"

// Templates with lambdas that two source files instantiate: the linker keeps one of each, and it
// must serve the calls of both.

namespace {

using yoke_test::two_sources::Answers;

TEST(TwoSources, OneTemplateAnswersBoth) {
  std::uint64_t const n = 1000;
  Answers expected{.named_twice = 90, .first_fault = 17, .beyond = 1, .unmet = n / 10, .ranks = {}};
  for (std::uint64_t i = 0; i < n; ++i) {
    expected.ranks.push_back(i % 10 == 0 ? 0 : n + i / 2 - i % 3);
  }
  for (auto const& all : {yoke_test::two_sources::ask_in_first_source(n),
                          yoke_test::two_sources::ask_in_second_source(n)}) {
    ASSERT_FALSE(all.empty());
    for (std::size_t i = 0; i < all.size(); ++i) EXPECT_TRUE(all[i] == expected) << "answer " << i;
  }
}

}  // namespace
