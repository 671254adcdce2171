// What --verify relies on: right numbers pass, and a wrong one anywhere is found.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>
#include <yoke/eccentricities_options.hpp>
#include <yoke/graph.hpp>

#include "sums_check.hpp"
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

// The edges 0 - 1, 1 - 2, 2 - 2, and vertex 3 alone.
yoke::tool::HostGraph<Word> small_graph() {
  yoke::EdgeList<Word, Kokkos::HostSpace> edges{4, {"from", 3}, {"to", 3}};
  for (Word i = 0; i < 3; ++i) {
    edges.from(i) = i;
    edges.to(i) = std::min(i + 1, 2u);
  }
  return yoke::build_graph(Kokkos::DefaultHostExecutionSpace(), edges);
}

TEST(SumsCheck, EccentricitiesAndDiameter) {
  auto const graph = small_graph();
  Words const right{2, 1, 2, 0};
  yoke::Diameter const diameter{2, 2, 0};
  auto const passes = [&](Words const& all, yoke::Diameter const& one) {
    return !yoke::tool::find_wrong_eccentricity(graph, std::span<Word const>(all), one);
  };
  EXPECT_TRUE(passes(right, diameter));
  EXPECT_TRUE(passes({}, diameter));
  for (std::size_t i = 0; i < right.size(); ++i) {
    for (Word const change : {1u, ~0u}) {
      Words wrong = right;
      wrong[i] += change;
      EXPECT_FALSE(passes(wrong, diameter)) << i;
    }
  }
  for (yoke::Diameter const& wrong :
       {yoke::Diameter{1, 0, 1}, {3, 0, 2}, {2, 0, 1}, {2, 0, 3}, {0, 0, 0}}) {
    EXPECT_FALSE(passes(right, wrong));
    EXPECT_FALSE(passes({}, wrong));
  }
}

TEST(SumsCheck, Closeness) {
  auto const graph = small_graph();
  std::vector<std::uint64_t> const vertices{3, 1, 0, 1};
  std::vector<double> const right{0, 2. / 3, 4. / 9, 2. / 3};
  auto const passes = [&](std::vector<double> const& all) {
    return !yoke::tool::find_wrong_closeness(graph, vertices, all);
  };
  EXPECT_TRUE(passes(right));
  for (std::size_t i = 0; i < right.size(); ++i) {
    for (double const other : {right[i] + 1e-12, right[i] - 1e-12, std::nan("")}) {
      auto wrong = right;
      wrong[i] = other;
      EXPECT_FALSE(passes(wrong)) << i;
    }
  }
}

// The edges 0 - 1 of 5, 1 - 2 of 1/2 and 2 - 2 of 9, and vertex 3 alone.
TEST(SumsCheck, OfWeights) {
  auto const plain = small_graph();
  Kokkos::View<float*, Kokkos::HostSpace> const weights("weights", plain.arcs());
  float const of_arcs[] = {5, 5, 0.5f, 0.5f, 9};
  ASSERT_EQ(plain.arcs(), 5u);
  std::copy(std::begin(of_arcs), std::end(of_arcs), weights.data());
  yoke::tool::WeightedHostGraph<Word, float> const graph(Kokkos::DefaultHostExecutionSpace(),
                                                         plain.kind(), plain.offsets(),
                                                         plain.neighbours(), weights);
  std::vector<float> const right{5.5f, 5, 5.5f, 0};
  auto const passes = [&](std::vector<float> const& all, yoke::WeightedDiameter<float> const& one) {
    return !yoke::tool::find_wrong_eccentricity(graph, std::span<float const>(all), one);
  };
  EXPECT_TRUE(passes(right, {5.5f, 2, 0}));
  EXPECT_TRUE(passes({}, {5.5f, 0, 2}));
  EXPECT_FALSE(passes({}, {5.5f, 0, 1}));
  EXPECT_FALSE(passes({}, {5, 0, 1}));
  for (std::size_t i = 0; i < right.size(); ++i) {
    auto wrong = right;
    wrong[i] = std::nextafter(wrong[i], 9.0f);
    EXPECT_FALSE(passes(wrong, {5.5f, 2, 0})) << i;
  }
  std::vector<std::uint64_t> const vertices{3, 1, 0};
  auto const closeness = [&](double first, double second, double third) {
    std::vector<double> const all{first, second, third};
    return !yoke::tool::find_wrong_closeness(graph, vertices, all);
  };
  EXPECT_TRUE(closeness(0, 4 / (5.5 * 3), 4 / (10.5 * 3)));
  EXPECT_FALSE(closeness(0, 4 / (5.5 * 3), 4 / (10.5 * 3) + 1e-12));
  EXPECT_FALSE(closeness(0.1, 4 / (5.5 * 3), 4 / (10.5 * 3)));
}

}  // namespace
