#include "yoke/validate_ranks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "support/lists.hpp"
#include "support/seed.hpp"
#include "support/tools.hpp"

namespace {

using Host = Kokkos::DefaultHostExecutionSpace;
using ::testing::HasSubstr;
using yoke::ListRankOptions;
using yoke::RankFrom;
using yoke::Tail;
using Words = std::vector<std::uint32_t>;

template <class Space, class Index, class Rank>
std::size_t validate(Space const& exec, std::vector<Index> const& successor,
                     std::vector<Rank> const& rank, ListRankOptions const& options = {}) {
  return yoke::validate_ranks(exec, yoke_test::to_space<Space>(successor),
                              yoke_test::to_space<Space>(rank), options);
}

template <class Index>
void expect_right_ranks_pass(std::size_t nodes, std::size_t lists) {
  for (Tail const tail : {Tail::self_loop(), Tail::minus_one(), Tail::value(nodes + 5)}) {
    yoke::ListShape shape{.lists = lists, .seed = yoke_test::base_seed()};
    shape.tail = tail;
    auto const successor = yoke_test::make_list<Index>(nodes, shape);
    for (RankFrom const from : {RankFrom::tail, RankFrom::head}) {
      ListRankOptions options;
      options.tail = tail;
      options.from = from;
      auto const rank = yoke_test::oracle_ranks(successor, tail, from);
#define YOKE_VALIDATE(Space) EXPECT_EQ(validate(Space(), successor, rank, options), lists);
      YOKE_FOR_EACH_SPACE(YOKE_VALIDATE)
#undef YOKE_VALIDATE
    }
  }
}

TEST(ValidateRanks, RightRanksPass) {
  for (auto const& [nodes, lists] : {std::pair<std::size_t, std::size_t>{1, 1},
                                     {2, 1},
                                     {2, 2},
                                     {33, 1},
                                     {1000, 7},
                                     {1000, 1000},
                                     {70000, 300}}) {
    SCOPED_TRACE(std::to_string(nodes) + " nodes, " + std::to_string(lists) + " lists");
    expect_right_ranks_pass<std::uint32_t>(nodes, lists);
    expect_right_ranks_pass<std::int32_t>(nodes, lists);
    expect_right_ranks_pass<std::uint64_t>(nodes, lists);
    expect_right_ranks_pass<std::int64_t>(nodes, lists);
  }
}

TEST(ValidateRanks, NoNodes) {
#define YOKE_VALIDATE(Space) EXPECT_EQ(validate(Space(), Words(), Words()), 0u);
  YOKE_FOR_EACH_SPACE(YOKE_VALIDATE)
#undef YOKE_VALIDATE
}

TEST(ValidateRanks, RanksMayDifferInSign) {
  EXPECT_EQ(validate(Host(), Words{1, 1}, std::vector<std::int32_t>{1, 0}), 1u);
}

// On every space: what is wrong with them, by the same node each time.
void expect_fault(Words const& successor, Words const& rank, std::uint64_t node,
                  std::string const& message, ListRankOptions const& options = {}) {
  auto const expect_on = [&](auto const& exec) {
    try {
      validate(exec, successor, rank, options);
      ADD_FAILURE() << "passed";
    } catch (yoke::InvalidInput const& error) {
      EXPECT_EQ(error.index(), node) << error.what();
      EXPECT_THAT(error.what(), ::testing::StartsWith("yoke::validate_ranks: "));
      EXPECT_THAT(error.what(), HasSubstr(message));
    }
  };
#define YOKE_EXPECT(Space) expect_on(Space());
  YOKE_FOR_EACH_SPACE(YOKE_EXPECT)
#undef YOKE_EXPECT
}

ListRankOptions from_head() {
  ListRankOptions options;
  options.from = RankFrom::head;
  return options;
}

// Lists 2 -> 0 -> 3 and 1.
Words const lists{3, 1, 0, 3};

TEST(ValidateRanks, TheFirstWrongRankIsNamed) {
  ASSERT_EQ(validate(Host(), lists, Words{1, 0, 2, 0}), 2u);
  ASSERT_EQ(validate(Host(), lists, Words{1, 0, 0, 2}, from_head()), 2u);
  expect_fault(lists, {1, 0, 3, 0}, 2,
               "node 2 has rank 3, and its successor, node 0, has rank 1: not one less");
  expect_fault(lists, {1, 4, 2, 0}, 1, "node 1 has rank 4 and is a tail: not 0");
  expect_fault(lists, {2, 0, 3, 1}, 3, "node 3 has rank 1 and is a tail: not 0");
  expect_fault(lists, {1, 0, 0, 3}, 0,
               "node 0 has rank 1, and its successor, node 3, has rank 3: not one more",
               from_head());
  expect_fault(lists, {2, 0, 1, 3}, 2, "node 2 has rank 1 and is the head of its list: not 0",
               from_head());
  expect_fault(lists, {1, 7, 0, 2}, 1, "node 1 has rank 7 and is the head of its list: not 0",
               from_head());
}

TEST(ValidateRanks, RanksFromTheOtherEndAreFound) {
  EXPECT_THROW(validate(Host(), lists, Words{1, 0, 2, 0}, from_head()), yoke::InvalidInput);
  EXPECT_THROW(validate(Host(), lists, Words{1, 0, 0, 2}), yoke::InvalidInput);
}

TEST(ValidateRanks, WhatIsNoListIsFound) {
  expect_fault({2, 2, 2}, {1, 1, 0}, 2, "two nodes have node 2 as their successor");
  expect_fault({2, 2, 2}, {0, 0, 1}, 2, "two nodes have node 2 as their successor", from_head());
  expect_fault({1, 7}, {1, 0}, 1, "the successor of node 1 is neither a node (0 to 1)");
  // No ranks suit a cycle: not even where they wrap.
  expect_fault({1, 2, 0}, {2, 1, 0}, 2, "has rank 0, and its successor, node 0, has rank 2");
  expect_fault({1, 0}, {0, ~0u}, 0, "has rank 0, and its successor, node 1, has rank 4294967295");
  expect_fault({1, 0}, {~0u, 0}, 0, "has rank 4294967295, and its successor, node 1, has rank 0",
               from_head());
  ListRankOptions ended;
  ended.tail = Tail::minus_one();
  expect_fault({~0u, 1}, {0, 0}, 1, "node 1 lies on a cycle", ended);
}

TEST(ValidateRanks, EveryWrongRankIsFound) {
  auto const successor = yoke_test::make_list<std::uint32_t>(40, {.lists = 3, .seed = 5});
  Words predecessor(successor.size(), ~0u);
  for (std::uint32_t i = 0; i < successor.size(); ++i) {
    if (successor[i] != i) predecessor[successor[i]] = i;
  }
  for (RankFrom const from : {RankFrom::tail, RankFrom::head}) {
    ListRankOptions options;
    options.from = from;
    auto const right = yoke_test::oracle_ranks(successor, options.tail, from);
    for (std::uint32_t i = 0; i < right.size(); ++i) {
      for (std::uint32_t const wrong :
           {right[i] + 1, right[i] - 1, 0u, 39u, 40u, 1u << 31, ~0u, right[(i + 1) % 40]}) {
        if (wrong == right[i]) continue;
        Words rank = right;
        rank[i] = wrong;
        // The node itself, or the one whose successor it is.
        try {
          validate(Host(), successor, rank, options);
          ADD_FAILURE() << "rank " << wrong << " of node " << i << " passed";
        } catch (yoke::InvalidInput const& error) {
          EXPECT_TRUE(error.index() == i || error.index() == predecessor[i]) << error.what();
        }
      }
      for (std::uint32_t j = 0; j < i; ++j) {
        if (right[i] == right[j]) continue;
        Words rank = right;
        std::swap(rank[i], rank[j]);
        EXPECT_THROW(validate(Host(), successor, rank, options), yoke::InvalidInput);
      }
    }
  }
}

// One wrong rank among many, anywhere, is found by every space.
TEST(ValidateRanks, AWrongRankInALongListIsFound) {
  auto const successor =
      yoke_test::make_list<std::uint32_t>(100000, {.lists = 10, .seed = yoke_test::base_seed()});
  auto const right = yoke_test::oracle_ranks(successor, Tail::self_loop(), RankFrom::tail);
  std::mt19937_64 random(yoke_test::base_seed());
  for (int round = 0; round < 10; ++round) {
    Words rank = right;
    rank[random() % rank.size()] ^= 1u << random() % 17;
    // A function, because nvcc takes the labels of several EXPECT_THROW in a line for one.
    auto const expect_found = [&](auto const& exec) {
      EXPECT_THROW(validate(exec, successor, rank), yoke::InvalidInput);
    };
#define YOKE_EXPECT(Space) expect_found(Space());
    YOKE_FOR_EACH_SPACE(YOKE_EXPECT)
#undef YOKE_EXPECT
  }
}

TEST(ValidateRanks, ArgumentsThatDoNotFit) {
  EXPECT_THROW(validate(Host(), Words{0, 1}, Words{0}), std::invalid_argument);
  EXPECT_THROW(validate(Host(), Words{0}, Words{0, 0}), std::invalid_argument);
  ListRankOptions options;
  options.tail = Tail::value(std::uint64_t(1) << 32);
  EXPECT_THROW(validate(Host(), Words{0}, Words{0}, options), std::invalid_argument);
}

template <class Space>
void expect_a_bit_a_node() {
  std::size_t const n = 96000;
  auto const successor = yoke_test::make_list<std::uint32_t>(n, {.lists = 3, .seed = 1});
  auto const there = yoke_test::to_space<Space>(successor);
  for (RankFrom const from : {RankFrom::tail, RankFrom::head}) {
    ListRankOptions options;
    options.from = from;
    auto const rank =
        yoke_test::to_space<Space>(yoke_test::oracle_ranks(successor, options.tail, from));
    yoke::validate_ranks(Space(), there, rank, options);
    yoke_test::AllocationRecorder const recorder;
    yoke::validate_ranks(Space(), there, rank, options);
    EXPECT_EQ(recorder.most_bytes(), n / 8);
    EXPECT_EQ(recorder.held_bytes(), 0u);
  }
}

TEST(ValidateRanks, TakesABitANode) {
#define YOKE_EXPECT(Space) expect_a_bit_a_node<Space>();
  YOKE_FOR_EACH_SPACE(YOKE_EXPECT)
#undef YOKE_EXPECT
}

// Nothing is written: one View may be both.
TEST(ValidateRanks, StridedViewsAndOverlaps) {
  using Space = Kokkos::DefaultExecutionSpace;
  Kokkos::View<std::uint32_t* [2], Kokkos::LayoutRight, Space::memory_space> const columns(
      "columns", lists.size());
  auto const mirror = Kokkos::create_mirror_view(columns);
  Words const rank{1, 0, 2, 0};
  for (std::size_t i = 0; i < lists.size(); ++i) {
    mirror(i, 0) = lists[i];
    mirror(i, 1) = rank[i];
  }
  Kokkos::deep_copy(columns, mirror);
  auto const successors = Kokkos::subview(columns, Kokkos::ALL, 0);
  auto const ranks = Kokkos::subview(columns, Kokkos::ALL, 1);
  EXPECT_EQ(yoke::validate_ranks(Space(), successors, ranks), 2u);
  EXPECT_THROW(yoke::validate_ranks(Space(), ranks, successors), yoke::InvalidInput);
  EXPECT_THROW(yoke::validate_ranks(Space(), successors, successors), yoke::InvalidInput);
  Kokkos::View<std::uint32_t*, Space::memory_space> const zero("zero", 1);
  EXPECT_EQ(yoke::validate_ranks(Space(), zero, zero), 1u);
}

}  // namespace
