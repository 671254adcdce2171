// What --verify of `yoke tree` relies on: right numbers pass, and a wrong one anywhere is found.
#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "tree_check.hpp"

namespace {

using Word = std::uint32_t;
using Words = std::vector<Word>;

// Roots 0 and 5; 0 has the children 1 and 4, 1 has 2 and 3.
struct Forest {
  Words parent{0, 0, 1, 1, 0, 5};
  Words depth{0, 1, 2, 2, 1, 0};
  Words subtree_size{5, 3, 1, 1, 1, 1};
  Words preorder{0, 1, 2, 3, 4, 5};
  Words postorder{4, 2, 0, 1, 3, 5};
  // Of the tour 0 1 2 2' 3 3' 1' 4 4' 0' 5 5', where v' leaves v.
  Words tour_rank{11, 10, 9, 7, 4, 1, 2, 5, 8, 6, 3, 0};

  bool passes() const {
    yoke::tool::TreeTable<Word> const tree{parent, depth, subtree_size, preorder, postorder};
    return !yoke::tool::TreeCheck<Word>(tree, tour_rank).find_fault();
  }
};

TEST(TreeCheck, RightNumbersPass) { EXPECT_TRUE(Forest().passes()); }

TEST(TreeCheck, AnyWrongNumberIsFound) {
  for (auto const numbers : {&Forest::depth, &Forest::subtree_size, &Forest::preorder,
                             &Forest::postorder, &Forest::tour_rank}) {
    for (std::size_t i = 0; i < (Forest().*numbers).size(); ++i) {
      for (Word const change : {1u, ~0u}) {
        Forest forest;
        (forest.*numbers)[i] += change;
        EXPECT_FALSE(forest.passes()) << i;
      }
    }
  }
}

TEST(TreeCheck, NumbersOfAnotherNodeAreFound) {
  Forest forest;
  std::swap(forest.preorder[2], forest.preorder[4]);
  EXPECT_FALSE(forest.passes());
}

}  // namespace
