#include "yoke/generate_graph.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/executors.hpp"
#include "support/generated_edges.hpp"
#include "yoke/generate.hpp"
#include "yoke/machine_memory.hpp"

namespace {

using yoke::ForestShape;
using yoke::GraphShape;
using yoke::GridShape;
using yoke::ProbabilityShape;
using yoke::RmatShape;
using yoke::UniformShape;
using yoke_test::as_set;
using yoke_test::expect_count;
using yoke_test::expect_uniform;
using yoke_test::generate_on;
using yoke_test::HostEdges;
using yoke_test::Pair;
using yoke_test::some_of_each;
using yoke_test::trees_of;
using yoke_test::unordered;

HostEdges generate(GraphShape const& shape) {
  return generate_on<std::uint32_t>(Kokkos::DefaultHostExecutionSpace(), shape);
}

TEST(GenerateGraph, EverySpaceAndThreadCountMakesTheSameEdges) {
  auto const all = some_of_each();
  for (std::size_t i = 0; i < all.size(); ++i) {
    auto const expected = generate(all[i]);
    EXPECT_GT(expected.pairs.size(), 1000u);
    auto const check = [&](auto const& exec) {
      EXPECT_EQ(generate_on<std::uint32_t>(exec, all[i]), expected) << "shape " << i;
      EXPECT_EQ(generate_on<std::int64_t>(exec, all[i]), expected) << "shape " << i;
    };
    // One body for every kind of instance.
    for (auto const& executor : yoke_test::every_executor<decltype(check)>()) executor.run(check);
  }
}

// What was published stays (since 0.2): figures that name a seed can be had again.
TEST(GenerateGraph, TheEdgesOfASeedStay) {
  std::vector<std::uint64_t> sums;
  for (auto const& shape : some_of_each()) {
    std::uint64_t sum = 0;
    for (auto const& [from, to] : generate(shape).pairs) {
      sum = sum * 6364136223846793005u + from * 1442695040888963407u + to;
    }
    sums.push_back(sum % 1000000007);
  }
  EXPECT_THAT(sums,
              testing::ElementsAre(531674603, 105309412, 589407298, 466367320, 841288831, 339969987,
                                   454179955, 73826138, 783925975, 581707192, 519092452));
}

TEST(GenerateGraph, SeedsDiffer) {
  auto const with_seed = [](GraphShape shape, std::uint64_t seed) {
    std::visit([&](auto& it) { it.seed = seed; }, shape);
    return generate(shape);
  };
  for (auto const& shape : some_of_each()) {
    EXPECT_NE(with_seed(shape, 1).pairs, with_seed(shape, 2).pairs) << shape.index();
    EXPECT_EQ(with_seed(shape, 7), with_seed(shape, 7));
  }
}

TEST(GenerateGraph, EndsAreVertices) {
  for (auto const& shape : some_of_each()) {
    auto const edges = generate(shape);
    EXPECT_EQ(edges.vertices, yoke::count_vertices(shape));
    for (auto const& [from, to] : edges.pairs) {
      ASSERT_LT(from, edges.vertices);
      ASSERT_LT(to, edges.vertices);
    }
  }
}

TEST(GenerateGraph, RmatFillsItsQuadrants) {
  for (auto const& quadrants : {yoke::graph500_quadrants, yoke::thesis_quadrants}) {
    RmatShape const shape{
        .scale = 12, .edge_factor = 16, .quadrants = quadrants, .shuffle_labels = false, .seed = 5};
    auto const edges = generate(shape);
    ASSERT_EQ(edges.pairs.size(), 16u << 12);
    double const trials = static_cast<double>(edges.pairs.size());
    // At each level, and for each pair of neighbouring levels, which draw from one word.
    double const chance[] = {quadrants.a, quadrants.b, quadrants.c, quadrants.d};
    auto const quadrant = [](Pair const& edge, int bit) {
      return (edge.first >> bit & 1) << 1 | (edge.second >> bit & 1);
    };
    for (int bit = 0; bit < shape.scale; ++bit) {
      std::uint64_t counts[4] = {}, both[4][4] = {};
      for (Pair const& edge : edges.pairs) {
        ++counts[quadrant(edge, bit)];
        if (bit > 0) ++both[quadrant(edge, bit)][quadrant(edge, bit - 1)];
      }
      for (int q = 0; q < 4; ++q) {
        expect_count(counts[q], trials, chance[q], "bit " + std::to_string(bit));
        for (int r = 0; bit > 0 && r < 4; ++r) {
          expect_count(both[q][r], trials, chance[q] * chance[r], "bits " + std::to_string(bit));
        }
      }
    }
  }
}

TEST(GenerateGraph, RmatShufflesLabelsOnly) {
  RmatShape shape{.scale = 10, .edge_factor = 8, .shuffle_labels = false};
  auto const degrees = [](HostEdges const& edges) {
    std::vector<int> degree(edges.vertices);
    for (auto const& [from, to] : edges.pairs) ++degree[from], ++degree[to];
    std::ranges::sort(degree);
    return degree;
  };
  auto const plain = generate(shape);
  shape.shuffle_labels = true;
  auto const shuffled = generate(shape);
  EXPECT_NE(plain, shuffled);
  EXPECT_EQ(degrees(plain), degrees(shuffled));
}

TEST(GenerateGraph, DistinctEdgesAreDistinctAndUniform) {
  for (std::uint64_t n : {2u, 3u, 4u, 5u, 10u, 11u, 64u}) {
    std::uint64_t const pairs = n * (n - 1) / 2;
    for (std::uint64_t m : {std::uint64_t(0), pairs / 2, pairs}) {
      auto const edges = generate(UniformShape{.vertices = n, .edges = m});
      auto const set = as_set(edges);
      EXPECT_EQ(edges.pairs.size(), m);
      EXPECT_EQ(set.size(), m) << n << " vertices, " << m << " edges";
      EXPECT_TRUE(std::ranges::none_of(set, [](Pair const& p) { return p.first == p.second; }));
    }
  }
  // Every pair of 6 vertices is as often the only edge, and among the first four.
  for (std::uint64_t m : {1u, 4u}) {
    std::vector<std::uint64_t> counts(36);
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
      for (auto const& pair :
           generate(UniformShape{.vertices = 6, .edges = m, .seed = seed}).pairs) {
        auto const [low, high] = unordered(pair);
        ++counts[low * 6 + high];
      }
    }
    std::erase(counts, 0u);
    ASSERT_EQ(counts.size(), 15u);
    for (auto const count : counts) {
      expect_count(count, 2000, static_cast<double>(m) / 15, std::to_string(m) + " edges");
    }
  }
}

TEST(GenerateGraph, LooseEdgesAreUniform) {
  auto const edges = generate(UniformShape{.vertices = 50, .edges = 100000, .distinct = false});
  std::vector<std::uint64_t> from(50), to(50), both(2500);
  for (auto const& [u, v] : edges.pairs) ++from[u], ++to[v], ++both[u * 50 + v];
  expect_uniform(from, "from");
  expect_uniform(to, "to");
  expect_uniform(both, "pairs");
  EXPECT_TRUE(std::ranges::all_of(both, [](auto count) { return count > 0; })) << "loops as well";
}

TEST(GenerateGraph, ProbabilityIsThatOfEachPair) {
  for (double const p : {1e-5, 0.003, 0.3, 0.5, 0.77, 0.999}) {
    std::uint64_t const n = p < 0.1 ? 4000 : 300;
    double const pairs = 0.5 * static_cast<double>(n * (n - 1));
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      auto const edges = generate(ProbabilityShape{.vertices = n, .probability = p, .seed = seed});
      auto const set = as_set(edges);
      EXPECT_EQ(set.size(), edges.pairs.size()) << "distinct";
      EXPECT_TRUE(std::ranges::none_of(set, [](Pair const& e) { return e.first == e.second; }));
      expect_count(set.size(), pairs, p, "p = " + std::to_string(p));
      // Of each vertex.
      if (p < 0.1) continue;
      std::vector<std::uint64_t> degree(n);
      for (auto const& [u, v] : edges.pairs) ++degree[u], ++degree[v];
      for (auto const d : degree) {
        expect_count(d, static_cast<double>(n - 1), p, "degree, p = " + std::to_string(p));
      }
    }
  }
}

// The number of edges is binomial: its variance is right, and every pair is as likely.
TEST(GenerateGraph, ProbabilityGivesABinomialCount) {
  constexpr int runs = 2000;
  constexpr double p = 0.3, pairs = 15;
  std::vector<std::uint64_t> counts(36), sizes(16);
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    auto const edges = generate(ProbabilityShape{.vertices = 6, .probability = p, .seed = seed});
    ++sizes[edges.pairs.size()];
    for (auto const& pair : edges.pairs) {
      auto const [low, high] = unordered(pair);
      ++counts[low * 6 + high];
    }
  }
  for (int k = 0; k <= 15; ++k) {
    double const chance = std::exp(std::lgamma(16) - std::lgamma(k + 1) - std::lgamma(16 - k)) *
                          std::pow(p, k) * std::pow(1 - p, pairs - k);
    if (runs * chance < 20) continue;
    expect_count(sizes[k], runs, chance, std::to_string(k) + " edges");
  }
  std::erase(counts, 0u);
  ASSERT_EQ(counts.size(), 15u);
  for (auto const count : counts) expect_count(count, runs, p, "a pair");
}

TEST(GenerateGraph, ProbabilityZeroAndOne) {
  for (std::uint64_t n : {0u, 1u, 2u, 3u, 100u, 101u}) {
    auto const none = generate(ProbabilityShape{.vertices = n, .probability = 0});
    EXPECT_EQ(none.vertices, n);
    EXPECT_EQ(none.pairs.size(), 0u);
    auto const all = generate(ProbabilityShape{.vertices = n, .probability = 1});
    EXPECT_EQ(as_set(all).size(), n < 2 ? 0 : n * (n - 1) / 2) << n;
    EXPECT_EQ(all.pairs.size(), as_set(all).size());
  }
  // Probabilities that no pair of a small graph meets.
  for (double const p : {1e-18, 1e-300, 5e-324}) {
    EXPECT_EQ(generate(ProbabilityShape{.vertices = 1000, .probability = p}).pairs.size(), 0u);
  }
}

TEST(GenerateGraph, ForestsAreForests) {
  for (std::uint64_t n : {1u, 2u, 7u, 100u, 1537u}) {
    for (std::uint64_t trees : {1u, 2u, 5u, 100u}) {
      for (std::uint64_t children : {1u, 2u, 3u, 20u}) {
        for (bool complete : {false, true}) {
          auto const edges = generate(ForestShape{
              .vertices = n, .trees = trees, .children = children, .complete = complete});
          auto const sizes = trees_of(edges, children);
          std::uint64_t const expected = std::min(trees, n);
          ASSERT_EQ(sizes.size(), expected) << n << ' ' << trees << ' ' << children;
          EXPECT_EQ(sizes.front(), n / expected);
          EXPECT_LE(sizes.back(), sizes.front() + 1);
          EXPECT_EQ(edges.pairs.size(), n - expected);
        }
      }
    }
  }
}

TEST(GenerateGraph, RandomTreesAreBushyAndRandom) {
  constexpr std::uint64_t n = 1 << 14;
  for (std::uint64_t children : {2u, 5u, 20u}) {
    auto const edges = generate(ForestShape{.vertices = n, .children = children});
    std::vector<std::uint64_t> count(n);
    for (auto const& edge : edges.pairs) ++count[edge.first];
    // Vertices of every number of children, and more than one tree for more than one seed.
    std::set<std::uint64_t> const seen(count.begin(), count.end());
    EXPECT_GE(seen.size(), std::min<std::uint64_t>(children + 1, 5));
    EXPECT_LT(std::ranges::count(count, 0u), n * 9 / 10);
  }
}

TEST(GenerateGraph, GridsKeepTheirShare) {
  GridShape const whole{.width = 7, .height = 5};
  std::set<Pair> expected;
  for (std::uint64_t y = 0; y < 5; ++y) {
    for (std::uint64_t x = 0; x < 7; ++x) {
      if (x + 1 < 7) expected.insert({y * 7 + x, y * 7 + x + 1});
      if (y + 1 < 5) expected.insert({y * 7 + x, y * 7 + x + 7});
    }
  }
  auto const all = generate(whole);
  EXPECT_EQ(all.vertices, 35u);
  EXPECT_EQ(as_set(all), expected);
  EXPECT_EQ(all.pairs.size(), expected.size());

  auto const some = generate(GridShape{.width = 300, .height = 200, .kept = 0.7});
  double const total = 299 * 200 + 300 * 199;
  expect_count(some.pairs.size(), total, 0.7, "kept");
  auto const complete = as_set(generate(GridShape{.width = 300, .height = 200}));
  for (auto const& edge : as_set(some)) ASSERT_TRUE(complete.contains(edge));

  EXPECT_EQ(generate(GridShape{.width = 30, .height = 20, .kept = 0}).pairs.size(), 0u);
  // A line either way, and nothing.
  EXPECT_EQ(generate(GridShape{.width = 9, .height = 1}).pairs.size(), 8u);
  EXPECT_EQ(generate(GridShape{.width = 1, .height = 9}).pairs.size(), 8u);
  EXPECT_EQ(generate(GridShape{.width = 0, .height = 9}).vertices, 0u);
}

TEST(GenerateGraph, NextToNothing) {
  for (GraphShape const& shape : std::vector<GraphShape>{
           UniformShape{}, UniformShape{.distinct = false}, ProbabilityShape{}, ForestShape{},
           GridShape{}, ForestShape{.vertices = 0, .trees = 3, .children = 1}}) {
    EXPECT_EQ(generate(shape), (HostEdges{0, {}})) << shape.index();
  }
  for (GraphShape const& shape : std::vector<GraphShape>{
           UniformShape{.vertices = 1}, ProbabilityShape{.vertices = 1, .probability = 1},
           ForestShape{.vertices = 1}, GridShape{.width = 1, .height = 1},
           RmatShape{.scale = 0, .edge_factor = 0}}) {
    EXPECT_EQ(generate(shape), (HostEdges{1, {}})) << shape.index();
  }
  EXPECT_EQ(generate(RmatShape{.scale = 0, .edge_factor = 2}), (HostEdges{1, {{0, 0}, {0, 0}}}));
  EXPECT_EQ(generate(UniformShape{.vertices = 1, .edges = 1, .distinct = false}),
            (HostEdges{1, {{0, 0}}}));
}

TEST(GenerateGraph, ShapesThatMakeNoSense) {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<std::pair<GraphShape, std::string>> const shapes{
      {RmatShape{.scale = -1}, "scale is -1"},
      {RmatShape{.scale = 63}, "scale is 63"},
      {RmatShape{.scale = 3, .edge_factor = -1}, "edge_factor"},
      {RmatShape{.scale = 3, .edge_factor = nan}, "edge_factor"},
      {RmatShape{.scale = 62}, "a scale of 62 and 16 edges for each vertex"},
      {RmatShape{.scale = 3, .quadrants = {0.5, 0.5, 0.5, 0}}, "add up"},
      {RmatShape{.scale = 3, .quadrants = {1.5, -0.5, 0, 0}}, "chance"},
      {UniformShape{.vertices = 4, .edges = 7}, "4 vertices have 6 pairs"},
      {UniformShape{.vertices = 0, .edges = 1, .distinct = false}, "no vertices"},
      {UniformShape{.vertices = 1ull << 33, .edges = 1}, "2^32"},
      {ProbabilityShape{.vertices = 4, .probability = 1.01}, "probability"},
      {ProbabilityShape{.vertices = 4, .probability = -0.01}, "probability"},
      {ProbabilityShape{.vertices = 4, .probability = nan}, "probability"},
      {ForestShape{.vertices = 4, .trees = 0}, "trees"},
      {ForestShape{.vertices = 4, .children = 0}, "children"},
      {ForestShape{.vertices = 1ull << 32, .children = 1ull << 32}, "children"},
      {ForestShape{.vertices = 1ull << 62, .children = 1},
       "at most 4611686018427387903 are possible"},
      {ForestShape{.vertices = 1ull << 61},
       "at most 2305843009213693951 are possible with 2 children each"},
      {GridShape{.width = 1ull << 32, .height = 1ull << 32}, "too many vertices"},
      {GridShape{.width = 4, .height = 4, .kept = 2}, "kept"},
      {RmatShape{.scale = 32, .edge_factor = 0}, "too small"},  // for 32-bit vertices
  };
  for (auto const& [shape, message] : shapes) {
    try {
      generate(shape);
      ADD_FAILURE() << message;
    } catch (std::invalid_argument const& error) {
      EXPECT_THAT(error.what(), testing::StartsWith("yoke::generate_edges: "));
      EXPECT_THAT(error.what(), testing::HasSubstr(message));
    }
  }
}

// Sizes that can be written down, and not be held: refused before anything is allocated, by both
// sizes.
TEST(GenerateGraph, MoreEdgesThanMemory) {
  auto const message = [](auto vertex, GraphShape const& shape) -> std::string {
    try {
      yoke::generate_edges<decltype(vertex)>(Kokkos::DefaultHostExecutionSpace(), shape);
    } catch (std::invalid_argument const& error) {
      return error.what();
    }
    return "";
  };
  auto const bytes = std::to_string(yoke::machine_memory());
  std::pair<GraphShape, std::string> const shapes[] = {
      {ProbabilityShape{.vertices = 1ull << 32, .probability = 1.0},
       "9223372034707292160 elements"},
      {ProbabilityShape{.vertices = 1ull << 31, .probability = 0.5}, "1152921504069976064"},
      {ProbabilityShape{.vertices = 1ull << 24, .probability = 0.25}, "35184369991680"},
      {GridShape{.width = 1ull << 31, .height = 1ull << 30}, "4611686015206162432 elements"},
      {GridShape{.width = 1ull << 30, .height = 1ull << 14}, "35183298330624"},
      {GridShape{.width = 1ull << 30, .height = 1ull << 30, .kept = 0}, "blocks of edges"},
      {ForestShape{.vertices = 1ull << 45}, "35184372088831"},
      {RmatShape{.scale = 50}, "18014398509481984"},
      {RmatShape{.scale = 42}, "70368744177664"},
      {UniformShape{.vertices = 1ull << 32, .edges = 1ull << 45}, "35184372088832"},
      {UniformShape{.vertices = 9, .edges = 1ull << 50, .distinct = false}, "1125899906842624"}};
  for (auto const& [shape, edges] : shapes) {
    auto const text = message(std::uint64_t(), shape);
    EXPECT_THAT(text, testing::StartsWith("yoke::generate_edges: "));
    EXPECT_THAT(text, testing::HasSubstr(edges));
    EXPECT_TRUE(text.find(bytes) != text.npos || text.find("no memory holds") != text.npos) << text;
  }
}

TEST(GenerateGraph, ExpectedEdges) {
  for (auto const& shape : some_of_each()) {
    auto const edges = static_cast<double>(generate(shape).pairs.size());
    auto const expected = static_cast<double>(yoke::expected_edges(shape));
    bool const by_chance =
        std::holds_alternative<ProbabilityShape>(shape) || std::holds_alternative<GridShape>(shape);
    // By chance, but always with the same seeds.
    EXPECT_NEAR(edges, expected, by_chance ? 0.05 * expected : 0);
  }
  EXPECT_EQ(yoke::expected_edges(GridShape{.width = 0, .height = 3}), 0u);
  EXPECT_EQ(yoke::expected_edges(ForestShape{.vertices = 3, .trees = 5}), 0u);
  EXPECT_THROW(yoke::expected_edges(RmatShape{.scale = 63}), std::invalid_argument);
}

// A list's end that would be cut to another value.
TEST(GenerateLists, MarksThatDoNotFit) {
  Kokkos::View<std::uint32_t*, Kokkos::HostSpace> const successor("successor", 10);
  auto const generate_with = [&](yoke::Tail tail) {
    return yoke::generate_lists(Kokkos::DefaultHostExecutionSpace(), successor,
                                {.lists = 2, .tail = tail});
  };
  for (std::uint64_t const mark : {std::uint64_t(1) << 32, ~std::uint64_t(1)}) {
    try {
      generate_with(yoke::Tail::value(mark));
      ADD_FAILURE() << mark;
    } catch (std::invalid_argument const& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("shape.tail is"));
      EXPECT_THAT(error.what(), testing::HasSubstr(std::to_string(mark)));
    }
  }
  for (std::uint64_t const mark : {10u, ~0u}) {
    EXPECT_EQ(generate_with(yoke::Tail::value(mark)), 2u);
    EXPECT_EQ(std::count(successor.data(), successor.data() + 10, mark), 2);
  }
}

// Edges whose size in bytes would wrap.
TEST(GenerateGraph, NoSizeWraps) {
  for (std::uint64_t const edges : {1ull << 60, 1ull << 61, 1ull << 62, (1ull << 63) + 1}) {
    GraphShape const shape = UniformShape{.vertices = 5, .edges = edges, .distinct = false};
    try {
      yoke::generate_edges<std::uint64_t>(Kokkos::DefaultHostExecutionSpace(), shape);
      ADD_FAILURE() << edges;
    } catch (std::invalid_argument const& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("no memory holds " + std::to_string(edges)));
    }
  }
}

}  // namespace
