#include "yoke/bfs.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "mpi/rows.hpp"
#include "mpi/support.hpp"
#include "support/bfs_oracle.hpp"
#include "support/graphs.hpp"
#include "support/seed.hpp"
#include "yoke/mpi/graph.hpp"

// Searches of rows of graphs against one space's searches of the whole.

namespace {

using yoke_test::BfsOracle;
using yoke_test::Cut;
using yoke_test::Device;
using yoke_test::Host;
using yoke_test::Part;
using yoke_test::part_of;
using yoke_test::TestGraph;
using yoke_test::vector_of;
using yoke_test::view_of;
using Memory = Device::memory_space;
using Cluster = yoke::Distributed<Device>;
using Word = std::uint32_t;

// One space's levels and smallest parents.
template <class Vertex>
struct Expected {
  std::vector<Vertex> level, parent;
  std::size_t reached = 0;

  template <class Offset>
  static Expected of(TestGraph const& graph, std::vector<Vertex> const& sources, bool directed) {
    auto const whole =
        yoke_test::make_graph<Vertex, Offset, Kokkos::HostSpace>(graph, {.symmetrise = !directed});
    Kokkos::View<Vertex*, Kokkos::HostSpace> const level("level", graph.vertices),
        parent("parent", graph.vertices);
    auto const reached = yoke::bfs(Host(), whole, view_of<Kokkos::HostSpace>(sources), level,
                                   parent, {.deterministic_parents = true});
    return {vector_of(level), vector_of(parent), reached};
  }
};

template <class T>
std::vector<T> whole_of(Cluster const& cluster, std::vector<T> const& part) {
  std::vector<int> sizes(static_cast<std::size_t>(cluster.ranks())), begins{0};
  int const own = static_cast<int>(part.size() * sizeof(T));
  MPI_Allgather(&own, 1, MPI_INT, sizes.data(), 1, MPI_INT, MPI_COMM_WORLD);
  for (auto const size : sizes) begins.push_back(begins.back() + size);
  std::vector<T> whole(static_cast<std::size_t>(begins.back()) / sizeof(T));
  MPI_Allgatherv(part.data(), own, MPI_BYTE, whole.data(), sizes.data(), begins.data(), MPI_BYTE,
                 MPI_COMM_WORLD);
  return whole;
}

// From as many sources, each anywhere, in parts cut in the same way; all kinds of directions.
template <class Vertex, class Offset>
void expect_search(Cluster const& cluster, TestGraph const& whole,
                   std::vector<Vertex> const& sources, Cut how, bool directed = false,
                   yoke::BfsAlgorithm algorithm = {}) {
  int const rank = cluster.rank(), ranks = cluster.ranks();
  std::string const what = whole.name + ", cut " + std::to_string(static_cast<int>(how)) +
                           (directed ? ", directed" : "");
  auto const expected = Expected<Vertex>::template of<Offset>(whole, sources, directed);
  Part<Vertex, Offset> part(whole, cluster, how, {.symmetrise = !directed});
  // Largest first: the smallest parent is the last that is found.
  for (std::size_t v = 0; v + 1 < part.offsets.size(); ++v) {
    auto const row = part.neighbours.begin();
    std::reverse(row + static_cast<std::ptrdiff_t>(part.offsets[v]),
                 row + static_cast<std::ptrdiff_t>(part.offsets[v + 1]));
  }
  auto const graph =
      part.on(cluster, directed ? yoke::GraphKind::directed : yoke::GraphKind::symmetric);
  Kokkos::View<Vertex*, Memory> const level("level", graph.own_vertices()),
      parent("parent", graph.own_vertices());
  Kokkos::deep_copy(level, 77);
  Kokkos::deep_copy(parent, 77);
  auto const own_sources = view_of<Memory>(part_of(sources, rank, ranks, how));
  EXPECT_EQ(yoke::bfs(cluster, graph, own_sources, level, parent,
                      {.algorithm = algorithm, .deterministic_parents = true}),
            expected.reached)
      << what;
  EXPECT_EQ(vector_of(level), part_of(expected.level, rank, ranks, how)) << what;
  EXPECT_EQ(vector_of(parent), part_of(expected.parent, rank, ranks, how)) << what;
}

std::vector<Word> some_sources(TestGraph const& graph, std::size_t count) {
  yoke_test::GraphDice dice(yoke_test::base_seed());
  std::vector<Word> sources;
  for (std::size_t k = 0; k < count && graph.vertices > 0; ++k) {
    sources.push_back(static_cast<Word>(dice.below(graph.vertices)));
  }
  return sources;
}

// Grids, hubs, paths, cliques, R-MAT, forests, loops, repeated edges; none and few vertices.
TEST(MpiBfs, SearchesEveryKindOfGraph) {
  Cluster const cluster(MPI_COMM_WORLD);
  for (auto const& graph : yoke_test::test_graphs()) {
    for (auto const how : yoke_test::all_cuts) {
      expect_search<Word, Word>(cluster, graph, some_sources(graph, 1), how);
    }
    // They repeat, where there are few vertices.
    expect_search<Word, Word>(cluster, graph, some_sources(graph, 9), Cut::growing);
    expect_search<Word, Word>(cluster, graph, {}, Cut::evenly);
  }
}

TEST(MpiBfs, SearchesDirectedGraphsAndOneDirection) {
  Cluster const cluster(MPI_COMM_WORLD);
  for (auto const& graph : yoke_test::test_graphs()) {
    expect_search<Word, Word>(cluster, graph, some_sources(graph, 3), Cut::growing, true);
    expect_search<Word, Word>(cluster, graph, some_sources(graph, 3), Cut::none_on_every_other,
                              false, yoke::BfsAlgorithm::level_synchronous);
  }
}

Cluster messages_of(std::size_t most_bytes) {
  return Cluster(MPI_COMM_WORLD, Device(), {.most_message_bytes = most_bytes});
}

TEST(MpiBfs, SearchesByEveryType) {
  Cluster const cluster(MPI_COMM_WORLD);
  auto const graph = shuffled(yoke_test::skewed_graph(11, 1 << 14), yoke_test::base_seed());
  expect_search<std::int32_t, std::int32_t>(cluster, graph, {3}, Cut::growing);
  expect_search<std::uint32_t, std::uint64_t>(messages_of(64), graph, {3, 99}, Cut::evenly);
  expect_search<std::uint64_t, std::uint64_t>(messages_of(100), graph, {7}, Cut::growing);
  expect_search<std::int64_t, std::int64_t>(cluster, graph, {1, 2, 3}, Cut::evenly);
}

TEST(MpiBfs, SearchesFewVertices) {
  Cluster const cluster(MPI_COMM_WORLD);
  for (Word const n : {1u, 2u, 3u, 5u, 9u}) {
    expect_search<Word, Word>(cluster, yoke_test::path_graph(n), {n - 1}, Cut::evenly);
    expect_search<Word, Word>(cluster, yoke_test::isolated_vertices(n), {n / 2}, Cut::evenly);
    expect_search<Word, Word>(cluster, yoke_test::clique_graph(n), {0, n - 1}, Cut::growing);
  }
}

// Which parents is left open: each is a neighbour one level up. One source that all ranks know.
TEST(MpiBfs, FindsAnyParents) {
  Cluster const cluster(MPI_COMM_WORLD);
  for (auto const& whole : yoke_test::test_graphs()) {
    if (whole.vertices == 0) continue;
    BfsOracle oracle(whole, false);
    oracle.search({whole.vertices / 2});
    auto const graph = Part<Word, Word>(whole, cluster, Cut::growing).on(cluster);
    Kokkos::View<Word*, Memory> const level("level", graph.own_vertices()),
        parent("parent", graph.own_vertices());
    yoke::BfsReport report;
    EXPECT_EQ(yoke::bfs(cluster, graph, whole.vertices / 2, level, parent, {.report = &report}),
              oracle.reached);
    EXPECT_EQ(report.levels, oracle.levels) << whole.name;
    EXPECT_EQ(
        oracle.fault(whole_of(cluster, vector_of(level)), whole_of(cluster, vector_of(parent))), "")
        << whole.name;
    // Without levels, and without parents.
    Kokkos::View<Word*, Memory> const none("none", 0), other("other", graph.own_vertices());
    yoke::bfs(cluster, graph, whole.vertices / 2, none, parent);
    EXPECT_EQ(oracle.fault(std::vector<Word>(), whole_of(cluster, vector_of(parent))), "");
    yoke::bfs(cluster, graph, whole.vertices / 2, other);
    EXPECT_EQ(vector_of(other), vector_of(level));
  }
}

TEST(MpiBfs, WritesStridedViewsAndCallsAPlanAgain) {
  Cluster const cluster(MPI_COMM_WORLD);
  int const rank = cluster.rank(), ranks = cluster.ranks();
  auto const whole = yoke_test::skewed_graph(11, 1 << 14);
  auto const graph = Part<Word, Word>(whole, cluster, Cut::evenly).on(cluster);
  Kokkos::View<Word**, Kokkos::LayoutRight, Memory> const table("table", graph.own_vertices(), 2);
  auto const level = Kokkos::subview(table, Kokkos::ALL, 0);
  auto const parent = Kokkos::subview(table, Kokkos::ALL, 1);
  yoke::BfsPlan<Cluster, Word> plan(cluster, graph.own_vertices(), graph.own_arcs(),
                                    {.deterministic_parents = true, .validate = true});
  std::size_t held = 0;
  for (Word const source : {5u, 6u, 5u}) {
    auto const expected = Expected<Word>::of<Word>(whole, {source}, false);
    EXPECT_EQ(plan(graph, source, level, parent), expected.reached);
    Kokkos::View<Word*, Memory> const levels("levels", graph.own_vertices()),
        parents("parents", graph.own_vertices());
    Kokkos::deep_copy(levels, level);
    Kokkos::deep_copy(parents, parent);
    EXPECT_EQ(vector_of(levels), part_of(expected.level, rank, ranks));
    EXPECT_EQ(vector_of(parents), part_of(expected.parent, rank, ranks));
    // What it holds is entered, and after one search does for the same one again.
    std::size_t const holds = plan.workspace_bytes();
    EXPECT_GE(holds, ranks > 1 ? sizeof(Word) * whole.vertices : 1);
    EXPECT_EQ(holds, held > 0 && source == 5 ? held : holds);
    held = holds;
  }
}

// Bytes and rounds against what the header says.
void expect_traffic(TestGraph const& whole, Word source, bool with_parents, bool goes_bottom_up) {
  auto const& cluster = yoke_test::cluster_of();
  auto const p = static_cast<std::uint64_t>(cluster.ranks());
  if (p == 1) return;
  Part<Word, Word> const part(whole, cluster, Cut::evenly);
  auto const graph = part.on(cluster);
  std::uint64_t const begin = graph.first_vertex(), own = graph.own_vertices();
  std::set<Word> others;
  for (auto const v : part.neighbours) {
    if (v < begin || v - begin >= own) others.insert(v);
  }
  Kokkos::View<Word*, Memory> const level("level", own), parent("parent", with_parents ? own : 0);
  yoke::BfsReport report;
  auto const reached = yoke::bfs(cluster, graph, source, level, parent, {.report = &report});
  EXPECT_EQ(reached, Expected<Word>::of<Word>(whole, {source}, false).reached);
  auto const sent = cluster.communication();
  bool const pairs_are_few = cluster.network().sum(others.size() + 1) <= 4096;
  std::uint64_t const asked = report.bottom_up_levels, followed = report.levels - asked;
  EXPECT_EQ(asked > 0, goes_bottom_up) << whole.name;
  auto const is_bottom_up = [](yoke::Phase const& phase) { return phase.name == "bottom-up"; };
  EXPECT_EQ(std::ranges::count_if(report.phases, is_bottom_up), goes_bottom_up ? 1 : 0);
  EXPECT_LE(report.phases.size(), 4u) << whole.name;  // start, and top-down before and after
  // Those levels' messages are few.
  EXPECT_LE(sent.rounds, (pairs_are_few ? 3 : 6) * followed + 2 * asked + 11) << whole.name;
  std::uint64_t const word = with_parents ? 8 : 4, pairs = word * (others.size() + 1);
  std::uint64_t const small = 8 * std::max<std::uint64_t>(p, 3) * sent.rounds;
  // Of levels with few, all go to all.
  EXPECT_LE(sent.bytes_sent, pairs * (p - 1) + asked * (p - 1) * (own / 8 + 8) + small)
      << whole.name;
  EXPECT_GE(sent.bytes_sent, asked * (p - 1) * (own / 8)) << whole.name;
  // All that others have is sent where nobody asks and all is reached.
  EXPECT_GE(sent.bytes_sent, goes_bottom_up ? 0 : word * others.size()) << whole.name;
}

// Every edge of the path leads to another rank.
TEST(MpiBfs, SearchesAPathOverAllRanks) {
  Cluster const cluster(MPI_COMM_WORLD);
  auto const ranks = static_cast<Word>(cluster.ranks());
  Word const each = 100, n = each * ranks;
  auto const at = [&](Word k) { return k % ranks * each + k / ranks; };
  TestGraph graph{"path over all ranks", n, {}};
  for (Word k = 0; k + 1 < n; ++k) graph.add(at(k), at(k + 1));
  expect_search<Word, Word>(cluster, graph, {at(0)}, Cut::evenly);
  expect_search<Word, Word>(cluster, graph, {at(n / 2), at(n - 1)}, Cut::evenly);
  expect_traffic(graph, 0, true, false);
  expect_traffic(graph, 0, false, false);
}

TEST(MpiBfs, SendsAVertexOnceAndBitmapsOfLargeFrontiers) {
  auto const skewed = yoke_test::skewed_graph(13, 1 << 17);
  auto const grid = yoke_test::grid_graph(64, 64, 100);
  for (bool const with_parents : {false, true}) {
    expect_traffic(skewed, 0, with_parents, true);
    expect_traffic(grid, 70, with_parents, false);
  }
}

TEST(MpiBfsOfBadInput, EndsWithOneErrorOnAllRanks) {
  Cluster const cluster(MPI_COMM_WORLD);
  bool const is_last = cluster.rank() + 1 == cluster.ranks();
  auto const graph =
      Part<Word, Word>(yoke_test::grid_graph(10, 10, 100), cluster, Cut::evenly).on(cluster);
  std::size_t const own = graph.own_vertices();
  Kokkos::View<Word*, Memory> const level("level", own), parent("parent", own),
      small("small", own - is_last);
  Kokkos::deep_copy(level, 77);
  auto const refused = [&](auto const& search, std::string const& why) {
    auto const text = yoke_test::what_is_thrown(search);
    EXPECT_NE(text.find(why), std::string::npos) << text;
    EXPECT_TRUE(yoke_test::same_on_all(text)) << text;
    EXPECT_EQ(vector_of(level), std::vector<Word>(own, 77));
  };
  auto const bad = view_of<Memory>(is_last ? std::vector<Word>{0, 99, 100} : std::vector<Word>{1});
  refused([&] { yoke::bfs(cluster, graph, bad, level, parent); },
          "source 2 is no vertex: it is 100, and");
  EXPECT_THROW(yoke::bfs(cluster, graph, bad, level), yoke::InvalidInput);
  refused([&] { yoke::bfs(cluster, graph, -1, level); }, "source 0 is no vertex: it is -1,");
  refused([&] { yoke::bfs(cluster, graph, 100, level); },
          "source 0 is no vertex: it is 100, and there are 100 vertices, from 0");
  refused([&] { yoke::bfs(cluster, graph, 0, level, small); }, "parent has");
  refused([&] { yoke::bfs(cluster, graph, 0, level, level); }, "overlap");
  auto const none = Part<Word, Word>(yoke_test::isolated_vertices(0), cluster, Cut::evenly);
  Kokkos::View<Word*, Memory> const empty("empty", 0);
  EXPECT_THROW(yoke::bfs(cluster, none.on(cluster), 0, empty), yoke::InvalidInput);
  if (cluster.ranks() == 1) return;
  refused([&] { yoke::bfs(cluster, graph, is_last ? 1 : 0, level); },
          yoke_test::differ(cluster, "yoke::bfs: source", "0", "1"));
  refused([&] { yoke::bfs(cluster, graph, 0, level, {.deterministic_parents = is_last}); },
          yoke_test::differ(cluster, "yoke::bfs: options.deterministic_parents", "false", "true"));
  refused(
      [&] { yoke::bfs(cluster, graph, 0, level, {.algorithm = yoke::BfsAlgorithm::sequential}); },
      "must not be sequential");
}

}  // namespace
