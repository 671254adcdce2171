// Distances of all pairs of pruned graphs, against those of the graphs themselves and a plain
// search from each vertex.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "support/bfs_oracle.hpp"
#include "support/graphs.hpp"
#include "support/pruned_case.hpp"
#include "support/squares.hpp"
#include "support/tools.hpp"
#include "yoke/detail/prune/distances.hpp"
#include "yoke/pruned_distances.hpp"

namespace {

using yoke::PruneOptions;
using yoke::PruneProperty;
using yoke_test::get;
using yoke_test::MemoryOf;
using yoke_test::Square;
using yoke_test::TestGraph;

// Small enough for all pairs.
std::vector<TestGraph> make_graphs() {
  std::vector<TestGraph> all{{"nothing", 0, {}},
                             {"one vertex", 1, {}},
                             {"edges only", 6, {{0, 1}, {3, 2}, {5, 4}}},
                             {"a cycle with tails", 9, {{5, 6}, {6, 7}, {7, 5}, {7, 1}, {1, 8}}},
                             {"a loop at the end of a path", 4, {{0, 1}, {1, 2}, {2, 2}}},
                             {"a double edge at the end", 4, {{3, 2}, {2, 1}, {1, 0}, {0, 1}}},
                             yoke_test::path_graph(130),
                             yoke_test::binary_tree(200),
                             yoke_test::caterpillar(150, 3)};
  for (auto const& graph : yoke_test::test_graphs()) {
    if (graph.vertices <= 200) all.push_back(graph);
  }
  // Two cycles with trees of any shape, and trees of their own; some vertices have no edge.
  TestGraph mixed{"cycles and trees", 300, {}};
  yoke_test::GraphDice dice(11);
  for (std::uint32_t v = 0; v < 40; ++v) mixed.add(v, v % 20 == 19 ? v - 19 : v + 1);
  for (std::uint32_t v = 40; v < 280; ++v) mixed.add(v, v % 50 == 0 ? v + 1 : dice.below(v));
  all.push_back(yoke_test::shuffled(mixed, 5));
  return all;
}

std::vector<PruneOptions> every_option() {
  auto const both = PruneProperty::pendant_and_isolated;
  std::uint64_t const all_rounds = 1000000;
  return {{.property = PruneProperty::isolated},
          {.rounds = 1},
          {.rounds = 2},
          {.rounds = all_rounds},
          {.property = both, .rounds = 1},
          {.property = both, .rounds = all_rounds}};
}

template <class Weight>
Square<Weight> oracle(TestGraph const& graph) {
  Square<Weight> square(graph.vertices);
  yoke_test::BfsOracle search(graph, false);
  for (std::uint32_t u = 0; u < graph.vertices; ++u) {
    search.search({u});
    for (std::uint32_t v = 0; v < graph.vertices; ++v) {
      if (search.level[v] != yoke_test::BfsOracle::unreached) {
        square(u, v) = static_cast<Weight>(search.level[v]);
      }
    }
  }
  return square;
}

template <class Executor>
class PrunedDistances : public yoke_test::OnExecutor<Executor> {
 public:
  using Memory = typename MemoryOf<Executor>::Type;

  template <class Vertex, class Offset>
  auto graph_of(TestGraph const& test) {
    return yoke_test::make_graph<Vertex, Offset, Memory>(test);
  }

  template <class Weight, class Layout, class Pruned>
  void check(Pruned const& pruned, TestGraph const& test, yoke::AllPairsOptions options = {}) {
    std::size_t const n = test.vertices;
    Kokkos::View<Weight**, Layout, Memory> const distances("distances", n, n);
    Kokkos::deep_copy(distances, Weight(7));
    yoke::AllPairsReport report;
    options.report = &report;
    auto const pairs = yoke::all_pairs_distances(this->executor_, pruned, distances, options);
    auto const found = get(distances);
    ASSERT_EQ(found.elements, oracle<Weight>(test).elements) << test.name;
    EXPECT_EQ(pairs, yoke_test::pairs_of(found));
    EXPECT_EQ(report.pruned_vertices, pruned.report().removed_vertices);
    EXPECT_EQ(report.prune_rounds, static_cast<int>(pruned.report().rounds.size()));
    EXPECT_FALSE(report.may_be_clamped);
  }
};
TYPED_TEST_SUITE(PrunedDistances, yoke_test::AllExecutors);

TYPED_TEST(PrunedDistances, AreThoseOfTheWholeGraph) {
  for (auto const& test : make_graphs()) {
    auto const graph = this->template graph_of<std::uint32_t, std::uint32_t>(test);
    for (auto const& options : every_option()) {
      auto const pruned = yoke::prune(this->executor_, graph, options);
      this->template check<std::int32_t, Kokkos::LayoutRight>(pruned, test);
      if (this->HasFatalFailure()) return;
    }
  }
}

TYPED_TEST(PrunedDistances, OfOtherTypesAndLayouts) {
  for (auto const& test : make_graphs()) {
    auto const wide =
        yoke::prune(this->executor_, this->template graph_of<std::uint64_t, std::uint64_t>(test),
                    {.rounds = 3});
    this->template check<std::int16_t, Kokkos::LayoutLeft>(wide, test);
    this->template check<float, Kokkos::LayoutRight>(wide, test);
    auto const mixed = yoke::prune(
        this->executor_, this->template graph_of<std::int32_t, std::int64_t>(test), {.rounds = 3});
    this->template check<double, Kokkos::LayoutLeft>(
        mixed, test, {.algorithm = yoke::AllPairsAlgorithm::blocked});
    if (this->HasFatalFailure()) return;
  }
}

// Gaps between elements stay as they are.
TYPED_TEST(PrunedDistances, InViewsWithStrides) {
  using Memory = typename MemoryOf<TypeParam>::Type;
  auto const test = yoke_test::caterpillar(20, 2);
  std::size_t const n = test.vertices;
  auto const pruned = yoke::prune(
      this->executor_, this->template graph_of<std::uint32_t, std::uint32_t>(test), {.rounds = 1});
  Kokkos::View<std::int32_t***, Kokkos::LayoutRight, Memory> const cube("cube", n, n, 2);
  Kokkos::deep_copy(cube, 5);
  yoke::all_pairs_distances(this->executor_, pruned,
                            Kokkos::subview(cube, Kokkos::ALL, Kokkos::ALL, 1));
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), cube);
  auto const expected = oracle<std::int32_t>(test);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      ASSERT_EQ(host(i, j, 0), 5);
      ASSERT_EQ(host(i, j, 1), expected(i, j));
    }
  }
}

TYPED_TEST(PrunedDistances, HavePlansWhoseLaterCallsAllocateNothing) {
  using Memory = typename MemoryOf<TypeParam>::Type;
  auto const test = yoke_test::caterpillar(200, 2);
  std::size_t const n = test.vertices;
  auto const pruned = yoke::prune(
      this->executor_, this->template graph_of<std::uint32_t, std::uint32_t>(test), {.rounds = 1});
  std::size_t const kept = pruned.graph().vertices();
  ASSERT_LT(kept, n);
  yoke::PrunedAllPairsPlan<TypeParam, std::uint32_t, std::uint32_t, Memory, std::int32_t> plan(
      this->executor_, pruned);
  Kokkos::View<std::int32_t**, Kokkos::LayoutRight, Memory> const distances("distances", n, n);
  plan(distances);
  std::size_t const bytes = plan.workspace_bytes();
  EXPECT_GE(bytes, 4 * (kept * kept + 5 * n));
  yoke_test::AllocationRecorder const recorder;
  plan(distances);
  EXPECT_TRUE(recorder.labels().empty()) << recorder.labels()[0];
  EXPECT_EQ(plan.workspace_bytes(), bytes);
  EXPECT_EQ(get(distances).elements, oracle<std::int32_t>(test).elements);
}

template <class Work>
void expect_invalid(std::string const& text, Work const& work) {
  try {
    work();
    ADD_FAILURE() << "nothing thrown: " << text;
  } catch (std::invalid_argument const& error) {
    EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
  }
}

TYPED_TEST(PrunedDistances, RefuseWhatTheyCannotExtend) {
  using Memory = typename MemoryOf<TypeParam>::Type;
  TestGraph const test{"", 5, {{0, 1}, {1, 2}, {2, 3}, {3, 1}}};
  auto const graph = this->template graph_of<std::uint32_t, std::uint32_t>(test);
  Kokkos::View<float**, Memory> const five("five", 5, 5), four("four", 4, 4), odd("odd", 5, 4);
  for (auto const property :
       {PruneProperty::chains, PruneProperty::independent_set, PruneProperty::matching}) {
    auto const merged = yoke::prune(this->executor_, graph, {.property = property});
    expect_invalid("knows no lengths",
                   [&] { yoke::all_pairs_distances(this->executor_, merged, five); });
  }
  auto const pruned = yoke::prune(this->executor_, graph);
  expect_invalid("distances", [&] { yoke::all_pairs_distances(this->executor_, pruned, four); });
  expect_invalid("distances", [&] { yoke::all_pairs_distances(this->executor_, pruned, odd); });
}

// Two kept vertices and a pendant vertex at each: what the parts add up to may be out of reach.
template <class Weight>
void check_clamped(Weight between, std::size_t pairs, bool is_clamped) {
  using Space = Kokkos::DefaultHostExecutionSpace;
  using yoke::detail::RawArray;
  namespace prune = yoke::detail::prune;
  std::vector<std::uint32_t> const order{0, 1, 2, 3}, anchor{0, 1}, root{0, 1}, depth{1, 1};
  auto const raw = [](auto const& words) {
    return RawArray<std::uint32_t const>{words.data(), words.size()};
  };
  yoke::PruneReport const report;
  prune::PrunedArrays<std::uint32_t> const pruned{raw(order), raw(order),  raw(anchor), raw(root),
                                                  raw(depth), raw(anchor), &report};
  auto const trees = prune::find_trees(Space(), pruned);
  std::vector<Weight> const kept{0, between, between, 0};
  std::vector<Weight> all(16, Weight(-1));
  auto const found = prune::extend_distances(
      Space(), trees, RawArray<Weight const>{kept.data(), kept.size()}, all.data(), 4);
  EXPECT_EQ(found.pairs, pairs);
  EXPECT_EQ(found.are_clamped, is_clamped);
  auto const far = yoke::unreachable_distance<Weight>;
  auto const sum = [&](int edges) {
    return std::int64_t(between) + edges < std::int64_t(far) ? Weight(between + edges) : far;
  };
  EXPECT_EQ(all, (std::vector<Weight>{0, sum(0), 1, sum(1), sum(0), 0, sum(1), 1, 1, sum(1), 0,
                                      sum(2), sum(1), 1, sum(2), 0}));
}

TEST(PrunedDistancesBeyondReach, AreUnreachable) {
  auto const far16 = yoke::unreachable_distance<std::int16_t>;
  auto const far32 = yoke::unreachable_distance<std::int32_t>;
  check_clamped<std::int16_t>(static_cast<std::int16_t>(far16 - 3), 16, false);
  check_clamped<std::int16_t>(static_cast<std::int16_t>(far16 - 2), 14, true);
  check_clamped<std::int16_t>(static_cast<std::int16_t>(far16 - 1), 10, true);
  check_clamped<std::int16_t>(far16, 8, false);
  check_clamped<std::int32_t>(far32 - 3, 16, false);
  check_clamped<std::int32_t>(far32 - 1, 10, true);
  check_clamped<std::int32_t>(far32, 8, false);
}

}  // namespace
