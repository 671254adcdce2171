// yoke::prune against an oracle that peels vertices one round at a time, and the results on pruned
// graphs against oracles on the graphs themselves.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <type_traits>
#include <vector>

#include "support/forests.hpp"
#include "support/graphs.hpp"
#include "support/lists.hpp"
#include "support/pruned_case.hpp"
#include "support/tools.hpp"
#include "yoke/errors.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/pruned_bfs.hpp"
#include "yoke/pruned_components.hpp"
#include "yoke/rows.hpp"

namespace {

using yoke::PruneOptions;
using yoke::PruneProperty;
using yoke_test::MemoryOf;
using yoke_test::PrunedCase;
using yoke_test::TestGraph;
using yoke_test::to_vector;

std::vector<TestGraph> make_graphs() {
  auto all = yoke_test::test_graphs();
  all.push_back({"edges only", 6, {{0, 1}, {3, 2}, {5, 4}}});
  all.push_back({"a cycle with a tail", 9, {{5, 6}, {6, 7}, {7, 5}, {7, 1}, {1, 8}, {8, 0}}});
  all.push_back({"a loop at the end of a path", 4, {{0, 1}, {1, 2}, {2, 2}}});
  all.push_back({"a double edge at the end of a path", 4, {{3, 2}, {2, 1}, {1, 0}, {0, 1}}});
  all.push_back({"a tree, a cycle and isolated vertices",
                 12,
                 {{9, 2}, {9, 5}, {2, 7}, {4, 8}, {8, 10}, {10, 4}, {10, 1}}});
  // Removed vertices name the components.
  TestGraph cycle{"a cycle whose smallest vertices hang", 40, {}};
  for (std::uint32_t v = 20; v < 40; ++v) cycle.add(v, v == 39 ? 20 : v + 1);
  for (std::uint32_t v = 0; v < 20; ++v) cycle.add(v, v + 10);
  all.push_back(cycle);
  all.push_back(yoke_test::skewed_graph(13, 3000));
  return all;
}

std::vector<PruneOptions> every_option() {
  auto const pendant = PruneProperty::pendant, both = PruneProperty::pendant_and_isolated;
  std::uint64_t const all_rounds = 1000000;
  return {{.property = PruneProperty::isolated},
          {.property = pendant},
          {.property = pendant, .rounds = 1},
          {.property = pendant, .rounds = 2},
          {.property = pendant, .rounds = all_rounds},
          {.property = pendant, .least_pruned = 20},
          {.property = both},
          {.property = both, .rounds = 1},
          {.property = both, .rounds = all_rounds}};
}

template <class Executor>
using PrunedGraphs = yoke_test::OnExecutor<Executor>;
TYPED_TEST_SUITE(PrunedGraphs, yoke_test::AllExecutors);

TYPED_TEST(PrunedGraphs, GiveTheResultsOfTheWholeGraph) {
  for (auto const& graph : make_graphs()) {
    PrunedCase<TypeParam, std::uint32_t, std::uint32_t> pruned(this->executor_, graph);
    for (auto const& options : every_option()) {
      pruned.check(options);
      if (this->HasFatalFailure()) return;
    }
  }
}

TYPED_TEST(PrunedGraphs, OfOtherWidths) {
  for (auto const& graph : make_graphs()) {
    PruneOptions const options{.property = PruneProperty::pendant_and_isolated, .rounds = 4};
    PrunedCase<TypeParam, std::uint32_t, std::uint64_t>(this->executor_, graph).check(options);
    PrunedCase<TypeParam, std::uint64_t, std::uint64_t>(this->executor_, graph).check(options);
    PrunedCase<TypeParam, std::int32_t, std::int64_t>(this->executor_, graph).check(options);
    if (this->HasFatalFailure()) return;
  }
}

// A path of which both ends go in each round, and then the last vertex.
TYPED_TEST(PrunedGraphs, EndAfterTheRoundsAsked) {
  using Memory = typename MemoryOf<TypeParam>::Type;
  std::uint32_t const n = 301;
  auto const graph =
      yoke_test::make_graph<std::uint32_t, std::uint32_t, Memory>(yoke_test::path_graph(n));
  for (std::uint64_t const rounds : {1, 2, 149, 150, 151, 1000}) {
    auto const pruned = yoke::prune(this->executor_, graph, {.rounds = rounds});
    std::uint64_t const done = std::min<std::uint64_t>(rounds, 150);
    EXPECT_EQ(pruned.report().rounds.size(), done);
    EXPECT_EQ(pruned.graph().vertices(), n - 2 * done);
  }
  EXPECT_EQ(yoke::prune(this->executor_, graph).graph().vertices(), n - 2);
  auto const nothing = yoke::prune(
      this->executor_, graph, {.property = PruneProperty::pendant_and_isolated, .least_pruned = 1});
  EXPECT_EQ(nothing.graph().vertices(), 0u);
  EXPECT_EQ(nothing.graph().arcs(), 0u);
}

template <class Error, class Work>
void expect_error(std::string const& text, Work const& work) {
  try {
    work();
    ADD_FAILURE() << "nothing thrown: " << text;
  } catch (Error const& error) {
    EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
  }
}

TYPED_TEST(PrunedGraphs, RefuseWhatTheyCannotExtend) {
  using Memory = typename MemoryOf<TypeParam>::Type;
  using Words = Kokkos::View<std::uint32_t*, Memory>;
  auto const& executor = this->executor_;
  TestGraph const test{"", 5, {{0, 1}, {1, 2}, {2, 3}, {3, 1}}};
  auto const directed =
      yoke_test::make_graph<std::uint32_t, std::uint32_t, Memory>(test, {.symmetrise = false});
  expect_error<std::invalid_argument>("yoke::prune: the graph is directed",
                                      [&] { yoke::prune(executor, directed); });
  auto const graph = yoke_test::make_graph<std::uint32_t, std::uint32_t, Memory>(test);
  expect_error<std::invalid_argument>("options.property", [&] {
    yoke::prune(executor, graph, {.property = static_cast<PruneProperty>(6)});
  });
  auto const pruned = yoke::prune(executor, graph);
  Words const five("five", 5), four("four", 4), three("three", 3);
  expect_error<std::invalid_argument>("label",
                                      [&] { yoke::connected_components(executor, pruned, four); });
  expect_error<std::invalid_argument>(
      "from", [&] { yoke::spanning_forest(executor, pruned, five, three, four); });
  expect_error<std::invalid_argument>(
      "to", [&] { yoke::spanning_forest(executor, pruned, five, four, three); });
  expect_error<std::invalid_argument>(
      "overlap", [&] { yoke::spanning_forest(executor, pruned, five, five, four); });
  expect_error<std::invalid_argument>("level", [&] { yoke::bfs(executor, pruned, 0, four); });
  expect_error<std::invalid_argument>("parent",
                                      [&] { yoke::bfs(executor, pruned, 0, five, four); });
  expect_error<std::invalid_argument>("overlap",
                                      [&] { yoke::bfs(executor, pruned, 0, five, five); });
  expect_error<yoke::InvalidInput>("it is 5", [&] { yoke::bfs(executor, pruned, 5, five); });
  expect_error<yoke::InvalidInput>("it is -1", [&] { yoke::bfs(executor, pruned, -1, five); });
  expect_error<std::invalid_argument>("label_of_kept",
                                      [&] { yoke::extend_labels(executor, pruned, three, five); });
}

TYPED_TEST(PrunedGraphs, SurviveUnsymmetricGraphs) {
  using Memory = typename MemoryOf<TypeParam>::Type;
  yoke_test::prune_unsymmetric(this->executor_, make_graphs(), every_option());
  auto const path = yoke_test::make_graph<std::uint32_t, std::uint32_t, Memory>(
      yoke_test::path_graph(9), {.symmetrise = false});
  yoke::Graph<std::uint32_t, std::uint32_t, Memory> const graph(
      yoke::unchecked, yoke::GraphKind::symmetric, path.offsets(), path.neighbours());
  EXPECT_THROW(yoke::prune(this->executor_, graph, {.validate = true}), yoke::InvalidInput);
}

// The figures of the headers; each call after the first allocates nothing.
TYPED_TEST(PrunedGraphs, TakeTheMemoryThatTheHeadersSay) {
  using Memory = typename MemoryOf<TypeParam>::Type;
  auto const graph =
      yoke_test::make_graph<std::uint32_t, std::uint32_t, Memory>(yoke_test::caterpillar(30000, 3));
  std::size_t const n = graph.vertices(), few = 64 << 10;
  auto const make = [&] { return yoke::prune(this->executor_, graph, {.rounds = 1}); };
  make();
  yoke_test::AllocationRecorder const recorder;
  auto const pruned = make();
  std::size_t const kept = pruned.graph().vertices();
  ASSERT_LT(kept, n / 2);
  std::size_t const held = 4 * (2 * n + 3 * (n - kept) + kept + 1 + pruned.graph().arcs());
  EXPECT_LE(recorder.held_bytes(), held + few);
  EXPECT_LE(recorder.most_bytes(), held + 4 * (7 * n / 2 + graph.arcs()) + few);
}

TYPED_TEST(PrunedGraphs, HavePlansWhoseLaterCallsAllocateNothing) {
  using Memory = typename MemoryOf<TypeParam>::Type;
  using Words = Kokkos::View<std::uint32_t*, Memory>;
  auto const graph =
      yoke_test::make_graph<std::uint32_t, std::uint32_t, Memory>(yoke_test::caterpillar(3000, 3));
  std::size_t const n = graph.vertices();
  auto const pruned = yoke::prune(this->executor_, graph, {.rounds = 1});
  Words const label("label", n), from("from", n), to("to", n), none;
  auto const leaf = static_cast<std::uint32_t>(to_vector(pruned.removed())[0]);
  yoke::PrunedBfsPlan search(this->executor_, pruned);
  yoke::PrunedComponentsPlan components(this->executor_, pruned);
  static_assert(std::is_trivially_copyable_v<decltype(pruned.raw())>, "calls make one each");
  auto const call = [&] {
    search(leaf, none, from);
    search(leaf, label, from);
    components(label);
    components(label, from, to);
  };
  call();
  std::size_t const bytes = search.workspace_bytes() + components.workspace_bytes();
  yoke_test::AllocationRecorder const recorder;
  call();
  EXPECT_TRUE(recorder.labels().empty()) << recorder.labels()[0];
  EXPECT_EQ(search.workspace_bytes() + components.workspace_bytes(), bytes);
}

// Rows of one's own, and Views with a stride.
TYPED_TEST(PrunedGraphs, TakeRowsAndStridedViews) {
  using Memory = typename MemoryOf<TypeParam>::Type;
  TestGraph const test{"", 5, {{0, 1}, {1, 2}, {2, 3}, {3, 1}}};
  auto const graph = yoke_test::make_graph<std::uint32_t, std::uint32_t, Memory>(test);
  auto const pruned = yoke::prune(this->executor_, yoke::rows(graph.offsets(), graph.neighbours()));
  ASSERT_EQ(pruned.graph().vertices(), 4u);
  Kokkos::View<int**, Kokkos::LayoutRight, Memory> const table("table", 5, 4);
  auto const column = [&](int k) { return Kokkos::subview(table, Kokkos::ALL, k); };
  EXPECT_EQ(yoke::spanning_forest(this->executor_, pruned, column(0), column(1), column(2)), 2u);
  using Column = Kokkos::View<int*, Memory>;
  auto const copy_of = [&](int k) {
    Column const copy("copy", 5);
    Kokkos::deep_copy(copy, column(k));
    return to_vector(copy);
  };
  EXPECT_EQ(copy_of(0), (std::vector<int>{0, 0, 0, 0, 4}));
  yoke_test::ForestOracle(test).expect_spanning(2, copy_of(1), copy_of(2));
  EXPECT_EQ(yoke::bfs(this->executor_, pruned, 0, column(2), column(3)), 4u);
  EXPECT_EQ(copy_of(2), (std::vector<int>{0, 1, 2, 2, -1}));
  EXPECT_EQ(copy_of(3), (std::vector<int>{0, 0, 1, 1, -1}));
}

}  // namespace
