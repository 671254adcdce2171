#include <gtest/gtest.h>

#include <bit>

#include "two_sources/templates.hpp"

// Templates of the library that two source files instantiate: the linker keeps one of each kernel,
// and it must serve the calls of both. nvcc's wrapper of a lambda of host and device does not: it
// has pointers in each object file, and one file's are null where the other's were set.

namespace {

using yoke_test::two_sources::Answers;

TEST(TwoSources, OneTemplateAnswersBoth) {
  std::uint64_t const n = 1000;
  Answers expected{
      .lists = 2, .root = n - 1, .tail_of_tour = 2 * n - 1, .successor = {}, .depth = {}};
  for (std::uint64_t v = 0; v < n; ++v) {
    expected.successor.push_back(v % (n / 2) == 0 ? v : v - 1);
    expected.depth.push_back(std::bit_width(n - v) - 1);
  }
  for (auto const& all : {yoke_test::two_sources::ask_in_first_source(n),
                          yoke_test::two_sources::ask_in_second_source(n)}) {
    ASSERT_FALSE(all.empty());
    for (std::size_t i = 0; i < all.size(); ++i) EXPECT_TRUE(all[i] == expected) << "answer " << i;
  }
}

}  // namespace
