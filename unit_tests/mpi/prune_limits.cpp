#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "mpi/failing_allocations.hpp"
#include "mpi/refusals.hpp"
#include "mpi/rows.hpp"
#include "mpi/support.hpp"
#include "support/graphs.hpp"
#include "yoke/mpi/graph.hpp"
#include "yoke/prune.hpp"
#include "yoke/pruned_bfs.hpp"
#include "yoke/pruned_components.hpp"

// What pruning on ranks sends, holds and refuses.

namespace {

using yoke::PruneProperty;
using yoke_test::Cut;
using yoke_test::Device;
using yoke_test::expect_refused;
using yoke_test::Part;
using yoke_test::part_of;
using yoke_test::vector_of;
using yoke_test::view_of;
using Memory = Device::memory_space;
using Cluster = yoke::Distributed<Device>;
using Word = std::uint32_t;

// What the headers say.
TEST(MpiPrune, SendsWhatTheHeadersSay) {
  auto const& cluster = yoke_test::cluster_of();
  auto const p = static_cast<std::uint64_t>(cluster.ranks());
  if (p == 1) return;
  auto const whole = shuffled(yoke_test::caterpillar(3000, 3), 5);
  auto const graph = Part<Word, Word>(whole, cluster, Cut::evenly).on(cluster);
  auto const pruned = yoke::prune(cluster, graph, {.rounds = 1});
  auto const sent = cluster.communication();
  std::uint64_t const own = pruned.own_vertices() - pruned.graph().own_vertices();
  ASSERT_GT(own, 100u);
  EXPECT_GE(sent.bytes_sent, 8 * own * (p - 1));
  EXPECT_LE(sent.bytes_sent, 8 * own * (p - 1) + 8 * std::max<std::uint64_t>(p, 3) * sent.rounds);
  EXPECT_LE(sent.rounds, 2u + 7u);

  std::size_t const own_vertices = graph.own_vertices();
  Kokkos::View<Word*, Memory> const label("label", own_vertices);
  Kokkos::View<Word*, Memory> const of_kept("kept", pruned.graph().own_vertices());
  yoke::connected_components(cluster, pruned.graph(), of_kept);
  auto const inner = cluster.communication();
  yoke::connected_components(cluster, pruned, label);
  auto const all = cluster.communication();
  EXPECT_EQ(all.rounds, inner.rounds + 2);
  std::uint64_t const labels = inner.bytes_sent + 4 * of_kept.size() * (p - 1);
  // On a device other arcs may be sampled in each call.
  if constexpr (yoke::detail::runs_on_host<Device>) {
    EXPECT_GE(all.bytes_sent, labels);
    EXPECT_LE(all.bytes_sent, labels + 8 * std::max<std::uint64_t>(p, 3) * 2);
  }

  Kokkos::View<Word*, Memory> const level("level", own_vertices), parent("parent", own_vertices),
      level_of_kept("level", of_kept.size()), parent_of_kept("parent", of_kept.size());
  Word const source = vector_of(pruned.kept())[5];
  yoke::bfs(cluster, pruned.graph(), 5, level_of_kept, parent_of_kept);
  auto const search = cluster.communication();
  yoke::bfs(cluster, pruned, source, level, parent);
  auto const whole_search = cluster.communication();
  EXPECT_LE(whole_search.rounds, search.rounds + 6 + 2);
  std::uint64_t const results = search.bytes_sent + 8 * of_kept.size() * (p - 1);
  EXPECT_GE(whole_search.bytes_sent, results);
  // A source of a View is sent as it is to all ranks.
  EXPECT_LE(whole_search.bytes_sent, results + 8 * std::max<std::uint64_t>(p, 3) * 8);
}

TEST(MpiPrune, HoldsWhatTheHeadersSay) {
  auto const& cluster = yoke_test::cluster_of();
  auto const whole = shuffled(yoke_test::caterpillar(3000, 3), 5);
  auto const graph = Part<Word, Word>(whole, cluster, Cut::evenly).on(cluster);
  std::size_t const n = graph.vertices(), own = graph.own_vertices(), few = 64 << 10;
  auto const make = [&] { return yoke::prune(cluster, graph, {.rounds = 1}); };
  make();
  yoke_test::AllocationRecorder const recorder;
  auto const pruned = make();
  auto const& remaining = pruned.graph();
  std::size_t const rows = remaining.own_vertices() + 1 + remaining.own_arcs();
  std::size_t const held = 4 * (2 * n + 3 * (n - remaining.vertices()) + rows);
  EXPECT_LE(recorder.held_bytes(), held + few);
  EXPECT_GE(recorder.held_bytes(), held);
  EXPECT_LE(recorder.most_bytes(), held + 4 * (4 * n + 5 * own + graph.own_arcs()) + few);
}

TEST(MpiPruneOfBadInput, EndsWithOneErrorOnAllRanks) {
  auto const& cluster = yoke_test::cluster_of();
  bool const is_last = cluster.rank() + 1 == cluster.ranks();
  Part<Word, Word> const part(yoke_test::grid_graph(10, 10, 60), cluster, Cut::evenly);
  auto const graph = part.on(cluster);
  for (auto const& [property, name] : yoke::prune_properties) {
    if (!yoke::detail::prune::is_contraction(property)) continue;
    expect_refused<std::invalid_argument>(
        "yoke::prune: options.property is " + std::string(name) + ", a contraction",
        [&, property = property] { yoke::prune(cluster, graph, {.property = property}); });
  }
  expect_refused<std::invalid_argument>("options.property", [&] {
    yoke::prune(cluster, graph, {.property = static_cast<PruneProperty>(6)});
  });
  auto const directed = Part<Word, Word>(yoke_test::grid_graph(10, 10, 60), cluster, Cut::evenly,
                                         {.symmetrise = false})
                            .on(cluster, yoke::GraphKind::directed);
  expect_refused<std::invalid_argument>("yoke::prune: the graph is directed",
                                        [&] { yoke::prune(cluster, directed); });

  auto const pruned = yoke::prune(cluster, graph, {.least_pruned = 1});
  std::size_t const own = graph.own_vertices();
  using Words = Kokkos::View<Word*, Memory>;
  Words const full("full", own), other("other", own), small("small", own - is_last);
  expect_refused<std::invalid_argument>(
      "label", [&] { yoke::connected_components(cluster, pruned, small); });
  expect_refused<std::invalid_argument>(
      "from has", [&] { yoke::spanning_forest(cluster, pruned, full, small, other); });
  expect_refused<std::invalid_argument>(
      "to has", [&] { yoke::spanning_forest(cluster, pruned, full, other, small); });
  expect_refused<std::invalid_argument>(
      "overlap", [&] { yoke::spanning_forest(cluster, pruned, full, full, other); });
  expect_refused<std::invalid_argument>("level",
                                        [&] { yoke::bfs(cluster, pruned, 0, small, other); });
  expect_refused<std::invalid_argument>("parent",
                                        [&] { yoke::bfs(cluster, pruned, 0, full, small); });
  expect_refused<std::invalid_argument>("overlap",
                                        [&] { yoke::bfs(cluster, pruned, 0, full, full); });
  auto const bad = view_of<Memory>(is_last ? std::vector<Word>{0, 99, 100} : std::vector<Word>{1});
  expect_refused<yoke::InvalidInput>("source 2 is no vertex: it is 100, and",
                                     [&] { yoke::bfs(cluster, pruned, bad, full); });
  expect_refused<yoke::InvalidInput>("source 0 is no vertex: it is -1,",
                                     [&] { yoke::bfs(cluster, pruned, -1, full); });
  if (cluster.ranks() == 1) return;
  expect_refused<std::invalid_argument>(yoke_test::differ(cluster, "yoke::bfs: source", "0", "1"),
                                        [&] { yoke::bfs(cluster, pruned, is_last ? 1 : 0, full); });
  expect_refused<std::invalid_argument>(
      yoke_test::differ(cluster, "yoke::prune: options.property", "pendant", "isolated"), [&] {
        yoke::prune(cluster, graph,
                    {.property = is_last ? PruneProperty::isolated : PruneProperty::pendant});
      });
  expect_refused<std::invalid_argument>(
      yoke_test::differ(cluster, "yoke::prune: options.rounds", "1", "2"),
      [&] { yoke::prune(cluster, graph, {.rounds = is_last ? 2u : 1u}); });
  expect_refused<std::invalid_argument>(
      yoke_test::differ(cluster, "yoke::prune: options.least_pruned", "1", "2"),
      [&] { yoke::prune(cluster, graph, {.least_pruned = is_last ? 2u : 1u}); });
  expect_refused<std::invalid_argument>(
      yoke_test::differ(cluster, "yoke::prune: options.validate", "false", "true"),
      [&] { yoke::prune(cluster, graph, {.validate = is_last}); });
}

// Arcs without their reverse, which a DistributedGraph refuses unless it is made unchecked.
TEST(MpiPruneOfBadInput, NoticesArcsWithoutTheirReverse) {
  auto const& cluster = yoke_test::cluster_of();
  int refused = 0;
  for (auto const& test : {yoke_test::path_graph(40), yoke_test::star_graph(40, 20),
                           yoke_test::grid_graph(6, 7, 50), yoke_test::binary_tree(63)}) {
    auto const rows = Part<Word, Word>(test, cluster, Cut::evenly, {.symmetrise = false})
                          .on(cluster, yoke::GraphKind::directed);
    yoke::DistributedGraph<Word, Word, Memory> const graph(
        yoke::unchecked, yoke::GraphKind::symmetric, rows.offsets(), rows.neighbours(),
        rows.first_vertex(), rows.vertices());
    for (std::uint64_t const rounds : {0, 1, 2, 1000}) {
      auto const text =
          yoke_test::what_is_thrown([&] { yoke::prune(cluster, graph, {.rounds = rounds}); });
      EXPECT_TRUE(yoke_test::same_on_all(text)) << text;
      if (text.empty()) continue;
      ++refused;
      EXPECT_NE(text.find("not symmetric"), std::string::npos) << text;
    }
    auto const text =
        yoke_test::what_is_thrown([&] { yoke::prune(cluster, graph, {.validate = true}); });
    EXPECT_NE(text.find("not symmetric"), std::string::npos) << text;
  }
  EXPECT_GT(refused, 0);
}

// The end is no vertex: nothing may be read there.
TEST(MpiPruneOfBadInput, NoticesArcsToNoVertex) {
  auto const& cluster = yoke_test::cluster_of();
  auto const rows = Part<Word, Word>(yoke_test::path_graph(40), cluster, Cut::evenly).on(cluster);
  auto ends = vector_of(rows.neighbours());
  if (cluster.rank() == 0) ends.front() = 1u << 30;
  yoke::DistributedGraph<Word, Word, Memory> const broken(
      yoke::unchecked, yoke::GraphKind::symmetric, rows.offsets(), view_of<Memory>(ends),
      rows.first_vertex(), 40);
  expect_refused<std::invalid_argument>("the graph is not symmetric", [&] {
    yoke::prune(cluster, broken, {.property = PruneProperty::isolated});
  });
}

TEST(MpiPruneOfBadInput, RanksWithOtherPrunedGraphsAreRefused) {
  auto const& cluster = yoke_test::cluster_of();
  if (cluster.ranks() == 1) return;
  bool const is_last = cluster.rank() + 1 == cluster.ranks();
  auto const graph = Part<Word, Word>(yoke_test::path_graph(40), cluster, Cut::evenly).on(cluster);
  auto const one = yoke::prune(cluster, graph, {.rounds = 1}),
             three = yoke::prune(cluster, graph, {.rounds = 3});
  auto const& pruned = is_last ? three : one;
  Kokkos::View<Word*, Memory> const label("label", graph.own_vertices());
  auto const why = "the number of vertices that pruning kept must be the same on all ranks";
  expect_refused<std::invalid_argument>(
      why, [&] { yoke::connected_components(cluster, pruned, label); });
  expect_refused<std::invalid_argument>(why, [&] { yoke::bfs(cluster, pruned, 20, label); });
}

TEST(MpiPrunedPlans, WriteStridedViewsAndAllocateOnce) {
  auto const& cluster = yoke_test::cluster_of();
  auto const whole = yoke_test::caterpillar(200, 3);
  auto const oracle = yoke_test::oracle_components(whole);
  auto const graph = Part<Word, Word>(whole, cluster, Cut::growing).on(cluster);
  auto const pruned = yoke::prune(cluster, graph, {.rounds = 2});
  auto const leaf = vector_of(pruned.removed())[0];
  Kokkos::View<int**, Kokkos::LayoutRight, Memory> const table("table", graph.own_vertices(), 4);
  auto const column = [&](int k) { return Kokkos::subview(table, Kokkos::ALL, k); };
  yoke::PrunedBfsPlan search(cluster, pruned, {.deterministic_parents = true});
  yoke::PrunedComponentsPlan components(cluster, pruned);
  yoke::BfsPlan<Cluster, Word> plain(cluster, graph.own_vertices(), graph.own_arcs(),
                                     {.deterministic_parents = true});
  std::size_t held = 0;
  for (int call = 0; call < 3; ++call) {
    EXPECT_EQ(components(column(0), column(1), column(2)).components, oracle.count);
    Kokkos::View<int*, Memory> const one("one", graph.own_vertices()), two("two", one.size()),
        three("three", one.size());
    Kokkos::deep_copy(one, column(0));
    EXPECT_EQ(vector_of(one), part_of(std::vector<int>(oracle.label.begin(), oracle.label.end()),
                                      cluster.rank(), cluster.ranks(), Cut::growing));
    search(leaf, column(2), column(3));
    plain(graph, leaf, two, three);
    Kokkos::deep_copy(one, column(2));
    EXPECT_EQ(vector_of(one), vector_of(two));
    Kokkos::deep_copy(one, column(3));
    EXPECT_EQ(vector_of(one), vector_of(three));
    std::size_t const holds = search.workspace_bytes() + components.workspace_bytes();
    EXPECT_GE(holds, sizeof(Word) * 2 * whole.vertices);
    EXPECT_EQ(holds, call > 0 ? held : holds);
    held = holds;
  }
}

TEST(MpiFailuresOfPruning, AllRanksThrowWhereOneHasNoMemory) {
  auto const& cluster = yoke_test::cluster_of();
  if (cluster.ranks() > 4) GTEST_SKIP() << "some 30 runs of each call";
  auto const whole = yoke_test::caterpillar(100, 3);
  auto const oracle = yoke_test::oracle_components(whole);
  auto const expected = part_of(oracle.label, cluster.rank(), cluster.ranks(), Cut::growing);
  auto const graph = Part<Word, Word>(whole, cluster, Cut::growing).on(cluster);
  Kokkos::View<Word*, Memory> const label("label", graph.own_vertices());
  yoke_test::expect_recovery(cluster, [&] {
    return [&] { return yoke::prune(cluster, graph, {.rounds = 1}).graph().vertices() == 100; };
  });
  auto const pruned = yoke::prune(cluster, graph, {.rounds = 1});
  yoke_test::expect_recovery(cluster, [&] {
    auto const plan =
        std::make_shared<yoke::PrunedComponentsPlan<Cluster, Word, Word, Memory>>(cluster, pruned);
    return [plan, label, &expected] {
      (*plan)(label);
      return vector_of(label) == expected;
    };
  });
  yoke_test::expect_recovery(cluster, [&] {
    auto const plan =
        std::make_shared<yoke::PrunedBfsPlan<Cluster, Word, Word, Memory>>(cluster, pruned);
    return [plan, label, source = vector_of(pruned.removed())[0], n = whole.vertices] {
      return (*plan)(source, label) == n;
    };
  });
}

}  // namespace
