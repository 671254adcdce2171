#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "support/executors.hpp"
#include "support/generated_edges.hpp"
#include "support/generators.hpp"
#include "support/sampled.hpp"

// Graphs by any generator: what the shapes promise, whoever draws.

namespace {

using yoke::ForestShape;
using yoke::GraphShape;
using yoke::GridShape;
using yoke::ProbabilityShape;
using yoke::RmatShape;
using yoke::UniformShape;
using yoke_test::expect_count;
using yoke_test::expect_uniform;
using yoke_test::generate_on;
using yoke_test::HostEdges;
using yoke_test::Pair;
using yoke_test::some_of_each;
using Host = Kokkos::DefaultHostExecutionSpace;

template <class Generator>
HostEdges generate(GraphShape const& shape, Generator const& random) {
  return generate_on<std::uint32_t>(Host(), shape, random);
}

std::uint64_t checksum(HostEdges const& edges) {
  std::uint64_t sum = 0;
  for (auto const& [from, to] : edges.pairs) {
    sum = sum * 6364136223846793005u + from * 1442695040888963407u + to;
  }
  return sum % 1000000007;
}

TEST(GenerateGraphBy, TheSeedOfAShapeIsThatOfPhilox) {
  for (auto shape : some_of_each()) {
    std::visit([](auto& it) { it.seed = 9; }, shape);
    auto const expected = generate_on<std::uint32_t>(Host(), shape);
    std::visit([](auto& it) { it.seed = 10; }, shape);
    EXPECT_EQ(generate(shape, yoke::Philox(9)), expected) << shape.index();
  }
}

// What was published stays (since 0.2), for every number of threads.
TEST(GenerateGraphBy, WhatAGeneratorMakesStays) {
  std::vector<std::uint64_t> threefry, expander;
  for (auto const& shape : some_of_each()) {
    threefry.push_back(checksum(generate(shape, yoke::Threefry(3))));
    expander.push_back(checksum(generate(shape, yoke::ExpanderStreams(3))));
  }
  EXPECT_THAT(threefry,
              testing::ElementsAre(224953736, 317808148, 496341801, 87169026, 299627155, 322400717,
                                   971158858, 613594770, 647985183, 691848059, 339245901));
  EXPECT_THAT(expander,
              testing::ElementsAre(344679364, 601748792, 961295647, 601116050, 90928700, 441833408,
                                   982703278, 998633133, 87126178, 351179337, 770558586));
}

TEST(GenerateGraphBy, GeneratorsDiffer) {
  for (auto const& shape : some_of_each()) {
    std::vector<std::uint64_t> sums{checksum(generate(shape, yoke::Philox(3))),
                                    checksum(generate(shape, yoke::Threefry(3))),
                                    checksum(generate(shape, yoke::ExpanderStreams(3))),
                                    checksum(generate(shape, yoke_test::OwnGenerator(3))),
                                    checksum(generate(shape, yoke_test::OwnGenerator(4)))};
    std::ranges::sort(sums);
    EXPECT_EQ(std::ranges::adjacent_find(sums), sums.end()) << shape.index();
  }
}

template <class Generator>
class GenerateGraphByEach : public ::testing::Test {};
using Generators =
    yoke_test::Sampled<yoke::Threefry, yoke::ExpanderStreams, yoke_test::OwnGenerator>;
TYPED_TEST_SUITE(GenerateGraphByEach, Generators);

TYPED_TEST(GenerateGraphByEach, EverySpaceAndThreadCountMakesTheSameEdges) {
  TypeParam const random(5);
  for (auto const& shape : some_of_each()) {
    auto const expected = generate(shape, random);
    EXPECT_GT(expected.pairs.size(), 1000u);
    auto const check = [&](auto const& exec) {
      EXPECT_EQ(generate_on<std::uint32_t>(exec, shape, random), expected) << shape.index();
    };
    for (auto const& executor : yoke_test::every_executor<decltype(check)>()) executor.run(check);
    for (auto const& [from, to] : expected.pairs) {
      ASSERT_LT(from, expected.vertices);
      ASSERT_LT(to, expected.vertices);
    }
  }
}

TYPED_TEST(GenerateGraphByEach, RmatFillsItsQuadrants) {
  auto const quadrants = yoke::thesis_quadrants;
  RmatShape const shape{
      .scale = 11, .edge_factor = 16, .quadrants = quadrants, .shuffle_labels = false};
  auto const edges = generate(shape, TypeParam(5));
  double const trials = static_cast<double>(edges.pairs.size());
  double const chance[] = {quadrants.a, quadrants.b, quadrants.c, quadrants.d};
  for (int bit = 0; bit < shape.scale; ++bit) {
    std::uint64_t counts[4] = {};
    for (Pair const& edge : edges.pairs) {
      ++counts[(edge.first >> bit & 1) << 1 | (edge.second >> bit & 1)];
    }
    for (int q = 0; q < 4; ++q) {
      expect_count(counts[q], trials, chance[q], "bit " + std::to_string(bit));
    }
  }
}

TYPED_TEST(GenerateGraphByEach, UniformEdgesAreUniform) {
  UniformShape shape{.vertices = 50, .edges = 50000, .distinct = false};
  auto const loose = generate(shape, TypeParam(5));
  std::vector<std::uint64_t> from(50), to(50), both(2500);
  for (auto const& [u, v] : loose.pairs) ++from[u], ++to[v], ++both[u * 50 + v];
  expect_uniform(from, "from");
  expect_uniform(to, "to");
  expect_uniform(both, "pairs");

  shape = {.vertices = 1000, .edges = 100000};
  auto const distinct = generate(shape, TypeParam(5));
  auto const set = yoke_test::as_set(distinct);
  EXPECT_EQ(set.size(), shape.edges);
  std::vector<std::uint64_t> degree(shape.vertices);
  for (auto const& [u, v] : set) {
    ASSERT_NE(u, v);
    ++degree[u], ++degree[v];
  }
  for (auto const d : degree) {
    expect_count(d, static_cast<double>(shape.edges), 2.0 / 1000, "a degree");
  }
}

TYPED_TEST(GenerateGraphByEach, ProbabilityIsThatOfEachPair) {
  for (double const p : {0.003, 0.3, 0.77}) {
    std::uint64_t const n = p < 0.1 ? 4000 : 300;
    auto const edges = generate(ProbabilityShape{.vertices = n, .probability = p}, TypeParam(5));
    auto const set = yoke_test::as_set(edges);
    EXPECT_EQ(set.size(), edges.pairs.size()) << "distinct";
    expect_count(set.size(), static_cast<double>(n) * static_cast<double>(n - 1) / 2, p,
                 "p = " + std::to_string(p));
    std::vector<std::uint64_t> degree(n);
    for (auto const& [u, v] : set) {
      ASSERT_NE(u, v);
      ++degree[u], ++degree[v];
    }
    if (p < 0.1) continue;
    for (auto const d : degree) {
      expect_count(d, static_cast<double>(n - 1), p, "degree, p = " + std::to_string(p));
    }
  }
}

TYPED_TEST(GenerateGraphByEach, ForestsAreForests) {
  for (std::uint64_t const children : {1u, 3u}) {
    constexpr std::uint64_t n = 3000, trees = 7;
    auto const edges =
        generate(ForestShape{.vertices = n, .trees = trees, .children = children}, TypeParam(5));
    auto const sizes = yoke_test::trees_of(edges, children);
    ASSERT_EQ(sizes.size(), trees);
    EXPECT_EQ(sizes.front(), n / trees);
    EXPECT_EQ(sizes.back(), n / trees + 1);
  }
}

TYPED_TEST(GenerateGraphByEach, GridsKeepTheirShare) {
  auto const whole =
      yoke_test::as_set(generate(GridShape{.width = 100, .height = 80}, TypeParam(5)));
  auto const some = generate(GridShape{.width = 100, .height = 80, .kept = 0.7}, TypeParam(5));
  EXPECT_EQ(whole.size(), 99u * 80 + 100u * 79);
  expect_count(some.pairs.size(), static_cast<double>(whole.size()), 0.7, "kept");
  for (auto const& edge : yoke_test::as_set(some)) ASSERT_TRUE(whole.contains(edge));
}

}  // namespace
