// What --verify of `yoke rank`, `yoke tree` and `yoke components` relies on: right numbers pass,
// and a wrong one anywhere is found.
#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <vector>
#include <yoke/graph.hpp>

#include "components_check.hpp"
#include "tree_check.hpp"
#include "verify.hpp"

namespace {

using yoke::RankFrom;
using yoke::Tail;
using Word = std::uint32_t;
using Words = std::vector<Word>;

bool passes(Words const& successor, Words const& rank, RankFrom from, std::uint64_t lists,
            Tail tail = Tail::self_loop()) {
  return !yoke::tool::RankCheck<Word>(successor, rank, tail, from).find_fault(lists);
}

// Lists 2 -> 0 -> 3 and 1.
Words const successor{3, 1, 0, 3};
Words const from_tail{1, 0, 2, 0};
Words const from_head{1, 0, 0, 2};

TEST(RankCheck, RightRanksPass) {
  EXPECT_TRUE(passes(successor, from_tail, RankFrom::tail, 2));
  EXPECT_TRUE(passes(successor, from_head, RankFrom::head, 2));
  Words const ended{3, 9, 0, 9};
  EXPECT_TRUE(passes(ended, from_tail, RankFrom::tail, 2, Tail::value(9)));
  EXPECT_TRUE(passes({}, {}, RankFrom::tail, 0));
}

TEST(RankCheck, AnyWrongRankIsFound) {
  for (std::size_t i = 0; i < successor.size(); ++i) {
    for (Word const change : {1u, ~0u}) {
      Words tail = from_tail, head = from_head;
      tail[i] += change;
      head[i] += change;
      EXPECT_FALSE(passes(successor, tail, RankFrom::tail, 2)) << i;
      EXPECT_FALSE(passes(successor, head, RankFrom::head, 2)) << i;
    }
  }
}

TEST(RankCheck, AWrongCountIsFound) {
  EXPECT_FALSE(passes(successor, from_tail, RankFrom::tail, 1));
  EXPECT_FALSE(passes(successor, from_head, RankFrom::head, 3));
}

TEST(RankCheck, WhatIsNoListIsFound) {
  EXPECT_FALSE(passes({2, 2, 2}, {1, 1, 0}, RankFrom::tail, 1));  // an in-tree
  EXPECT_FALSE(passes({1, 2, 0}, {2, 1, 0}, RankFrom::tail, 0));  // a cycle
  EXPECT_FALSE(passes({1, 7}, {1, 0}, RankFrom::tail, 1));        // out of range
}

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

// A triangle 0 1 4, an edge 2 - 3 that is there twice, a loop at 5, and 6 alone.
yoke::tool::HostGraph<Word> small_graph() {
  yoke::EdgeList<Word, Kokkos::HostSpace> edges;
  Words const from{0, 1, 4, 2, 3, 5}, to{1, 4, 0, 3, 2, 5};
  edges.vertices = 7;
  edges.from = Kokkos::View<Word*, Kokkos::HostSpace>("from", from.size());
  edges.to = Kokkos::View<Word*, Kokkos::HostSpace>("to", to.size());
  std::copy(from.begin(), from.end(), edges.from.data());
  std::copy(to.begin(), to.end(), edges.to.data());
  return yoke::build_graph(Kokkos::DefaultHostExecutionSpace(), edges);
}
Words const right_labels{0, 0, 2, 2, 0, 5, 6};

bool labels_pass(Words const& label, std::uint64_t components) {
  return !yoke::tool::find_components_fault<Word>(small_graph(), label, components);
}

bool forest_passes(Words const& from, Words const& to) {
  return !yoke::tool::find_forest_fault<Word>(small_graph(), from, to);
}

TEST(ComponentsCheck, RightLabelsPass) { EXPECT_TRUE(labels_pass(right_labels, 4)); }

TEST(ComponentsCheck, AnyWrongLabelIsFound) {
  for (std::size_t v = 0; v < right_labels.size(); ++v) {
    for (Word other = 0; other < 8; ++other) {
      Words label = right_labels;
      label[v] = other;
      EXPECT_EQ(labels_pass(label, 4), other == right_labels[v]) << v << ' ' << other;
    }
  }
  // One component with two labels; two components with one.
  EXPECT_FALSE(labels_pass({0, 0, 2, 3, 0, 5, 6}, 5));
  EXPECT_FALSE(labels_pass({0, 0, 0, 0, 0, 5, 6}, 3));
}

TEST(ComponentsCheck, AWrongCountIsFound) {
  EXPECT_FALSE(labels_pass(right_labels, 3));
  EXPECT_FALSE(labels_pass(right_labels, 5));
}

TEST(ComponentsCheck, Forests) {
  EXPECT_TRUE(forest_passes({0, 4, 3}, {1, 1, 2}));
  EXPECT_FALSE(forest_passes({0, 4, 0}, {1, 1, 4}));  // a cycle
  EXPECT_FALSE(forest_passes({0, 0, 3}, {1, 1, 2}));  // an edge twice
  EXPECT_FALSE(forest_passes({0, 4, 5}, {1, 1, 5}));  // a loop
  EXPECT_FALSE(forest_passes({0, 4, 1}, {1, 1, 2}));  // no edge of the graph
  EXPECT_FALSE(forest_passes({0, 4, 7}, {1, 1, 2}));  // no vertex
}

}  // namespace
