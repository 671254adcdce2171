// yoke::prune by contraction: the merged vertices against the edges of the graph itself, and the
// results on the remaining graph against oracles on the graph itself.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "support/contracted_case.hpp"
#include "support/graphs.hpp"
#include "support/lists.hpp"
#include "support/tools.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/pruned_bfs.hpp"
#include "yoke/pruned_components.hpp"

namespace {

using yoke::PruneOptions;
using yoke::PruneProperty;
using yoke_test::all_rounds;
using yoke_test::ContractedCase;
using yoke_test::MemoryOf;
using yoke_test::TestGraph;
using yoke_test::to_vector;

std::vector<TestGraph> make_graphs() {
  auto all = yoke_test::test_graphs();
  all.push_back({"a double edge", 2, {{0, 1}, {0, 1}}});
  all.push_back({"a triangle", 3, {{0, 1}, {1, 2}, {2, 0}}});
  all.push_back({"a loop amid a path", 5, {{0, 1}, {1, 2}, {2, 2}, {2, 3}, {3, 4}}});
  all.push_back(
      {"an edge nine times", 2, std::vector<std::pair<std::uint32_t, std::uint32_t>>(9, {0, 1})});
  TestGraph loops{"a cycle with loops", 100, {}};
  for (std::uint32_t v = 0; v < 100; ++v) {
    loops.add(v, v);
    loops.add(v, (v + 1) % 100);
  }
  all.push_back(loops);
  // Two hubs joined by an edge twice, by chains, and chains that come back.
  TestGraph hubs{"two hubs and chains", 200, {{0, 1}, {0, 1}}};
  for (std::uint32_t v = 2, length = 1; v + length < 200; v += length++) {
    std::uint32_t const last = v + length - 1;
    hubs.add(length % 3 == 0 ? 1 : 0, v);
    for (std::uint32_t u = v; u < last; ++u) hubs.add(u, u + 1);
    hubs.add(last, length % 4 == 0 ? 0 : 1);
  }
  all.push_back(yoke_test::shuffled(hubs, 4));
  all.push_back(hubs);
  TestGraph cycle{"a long cycle", 3000, {}};
  for (std::uint32_t v = 0; v < 3000; ++v) cycle.add(v, (v + 1) % 3000);
  all.push_back(cycle);
  all.push_back(yoke_test::shuffled(cycle, 5));
  return all;
}

std::vector<PruneOptions> every_option() {
  std::vector<PruneOptions> all;
  for (auto const property :
       {PruneProperty::chains, PruneProperty::independent_set, PruneProperty::matching}) {
    all.push_back({.property = property});
    // A matching takes one vertex of a star in each round.
    std::uint64_t const most = property == PruneProperty::matching ? 20 : all_rounds;
    for (std::uint64_t const rounds : {std::uint64_t(1), std::uint64_t(2), most}) {
      all.push_back({.property = property, .rounds = rounds});
    }
  }
  return all;
}

template <class Executor>
using ContractedGraphs = yoke_test::OnExecutor<Executor>;
TYPED_TEST_SUITE(ContractedGraphs, yoke_test::AllExecutors);

TYPED_TEST(ContractedGraphs, GiveTheResultsOfTheWholeGraph) {
  for (auto const& graph : make_graphs()) {
    ContractedCase<TypeParam, std::uint32_t, std::uint32_t> contracted(this->executor_, graph);
    for (auto const& options : every_option()) {
      contracted.check(options);
      if (this->HasFatalFailure()) return;
    }
  }
}

TYPED_TEST(ContractedGraphs, OfOtherWidths) {
  auto const graphs = make_graphs();
  for (std::size_t g = 0; g < graphs.size(); g += 4) {
    for (auto const& options : every_option()) {
      if (options.rounds < 20) continue;
      auto const& graph = graphs[g];
      ContractedCase<TypeParam, std::uint32_t, std::uint64_t>(this->executor_, graph)
          .check(options);
      ContractedCase<TypeParam, std::int64_t, std::int64_t>(this->executor_, graph).check(options);
      if (this->HasFatalFailure()) return;
    }
  }
}

// What is left of shapes whose vertices all may go.
TYPED_TEST(ContractedGraphs, LeaveWhatTheyMust) {
  using Memory = typename MemoryOf<TypeParam>::Type;
  auto const left = [&](TestGraph const& test, PruneProperty property) {
    auto const graph = yoke_test::make_graph<std::uint32_t, std::uint32_t, Memory>(test);
    auto const pruned =
        yoke::prune(this->executor_, graph, {.property = property, .rounds = all_rounds});
    return pruned.graph().vertices();
  };
  TestGraph const theta{
      "", 8, {{0, 2}, {2, 1}, {0, 3}, {3, 4}, {4, 1}, {0, 5}, {5, 6}, {6, 7}, {7, 1}}};
  auto const path = yoke_test::path_graph(1000), tree = yoke_test::binary_tree(2047);
  EXPECT_EQ(left(path, PruneProperty::chains), 2u);
  EXPECT_EQ(left(path, PruneProperty::independent_set), 1u);
  EXPECT_EQ(left(tree, PruneProperty::independent_set), 1u);
  EXPECT_EQ(left(tree, PruneProperty::matching), 1u);
  EXPECT_EQ(left(yoke_test::star_graph(5000, 7), PruneProperty::independent_set), 1u);
  EXPECT_EQ(left(yoke_test::star_graph(5000, 7), PruneProperty::chains), 5000u);
  EXPECT_EQ(left(theta, PruneProperty::chains), 2u);
  auto const graph = yoke_test::make_graph<std::uint32_t, std::uint32_t, Memory>(theta);
  auto const pruned = yoke::prune(this->executor_, graph,
                                  {.property = PruneProperty::chains, .rounds = all_rounds});
  auto lengths = to_vector(pruned.lengths());
  std::sort(lengths.begin(), lengths.end());
  EXPECT_EQ(lengths, (std::vector<std::uint32_t>{2, 2, 3, 3, 4, 4}));
}

TYPED_TEST(ContractedGraphs, AreNotSearched) {
  using Memory = typename MemoryOf<TypeParam>::Type;
  auto const graph =
      yoke_test::make_graph<std::uint32_t, std::uint32_t, Memory>(yoke_test::path_graph(9));
  Kokkos::View<std::uint32_t*, Memory> const level("level", 9);
  for (auto const property :
       {PruneProperty::chains, PruneProperty::independent_set, PruneProperty::matching}) {
    auto const pruned = yoke::prune(this->executor_, graph, {.property = property});
    try {
      yoke::bfs(this->executor_, pruned, 0, level);
      ADD_FAILURE() << "searched after " << to_string(property);
    } catch (std::invalid_argument const& error) {
      std::string const message = error.what();
      EXPECT_NE(message.find(std::string("pruned by ") + std::string(to_string(property))),
                std::string::npos)
          << message;
      EXPECT_NE(message.find("knows no lengths"), std::string::npos) << message;
    }
  }
}

TYPED_TEST(ContractedGraphs, SurviveUnsymmetricGraphs) {
  yoke_test::prune_unsymmetric(this->executor_, make_graphs(), every_option());
}

// The figures of the header.
TYPED_TEST(ContractedGraphs, TakeTheMemoryThatTheHeaderSays) {
  using Memory = typename MemoryOf<TypeParam>::Type;
  // The second one loses little in its first round, so that the next begins with nearly all arcs.
  for (auto const& test :
       {yoke_test::grid_graph(200, 200, 60), yoke_test::skewed_graph(12, std::size_t(1) << 16)}) {
    auto const graph = yoke_test::make_graph<std::uint32_t, std::uint32_t, Memory>(test);
    std::size_t const n = graph.vertices(), few = 64 << 10;
    for (auto const property :
         {PruneProperty::chains, PruneProperty::independent_set, PruneProperty::matching}) {
      PruneOptions const options{.property = property, .rounds = 3};
      auto const make = [&] { return yoke::prune(this->executor_, graph, options); };
      make();
      yoke_test::AllocationRecorder const recorder;
      auto const pruned = make();
      std::size_t const kept = pruned.graph().vertices(), arcs = pruned.graph().arcs();
      std::size_t const words = property == PruneProperty::chains ? 4 : 3;
      std::size_t const held = 4 * (2 * n + 3 * (n - kept) + kept + 1 + words * arcs);
      EXPECT_LE(recorder.held_bytes(), held + few);
      EXPECT_GT(recorder.held_bytes(), held / 2);
      EXPECT_LE(recorder.most_bytes(), held + 4 * 9 * n + 76 * graph.arcs() + few);
      EXPECT_GT(recorder.most_bytes(), 38 * graph.arcs());
    }
  }
}

}  // namespace
