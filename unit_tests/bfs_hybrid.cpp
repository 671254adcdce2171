#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <thread>

#include "frame/side_barrier.hpp"
#include "support/graphs.hpp"
#include "support/tools.hpp"
#include "support/watchdog.hpp"
#include "yoke/bfs.hpp"
#include "yoke/errors.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/timeline.hpp"
#include "yoke/tuner.hpp"
#include "yoke/validate_bfs.hpp"

// bfs by both sides of a Hybrid.

namespace {

using yoke::BfsAlgorithm;
using yoke::BfsOptions;
using yoke::Hybrid;
using yoke::Lane;
using yoke::Split;
using yoke_test::TestGraph;
using Host = Kokkos::DefaultHostExecutionSpace;

template <class T>
std::vector<T> to_vector(auto const& view) {
  std::vector<T> values(view.extent(0));
  Kokkos::deep_copy(
      Kokkos::View<T*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(values.data(), values.size()),
      view);
  return values;
}

template <class Vertex>
struct Expected {
  std::size_t reached = 0;
  std::vector<Vertex> level, parent;  // each parent the smallest
};

// A queue; parents afterwards.
template <class Graph, class Vertex = typename Graph::vertex_type>
Expected<Vertex> search_sequentially(Graph const& graph, std::vector<Vertex> const& sources) {
  Vertex const none = static_cast<Vertex>(-1);
  std::vector<Vertex> level(graph.vertices(), none), parent(graph.vertices(), none);
  std::deque<Vertex> queue;
  std::size_t reached = 0;
  auto const reach = [&](Vertex v, Vertex at) {
    if (level[v] != none) return;
    level[v] = at;
    queue.push_back(v);
    ++reached;
  };
  for (Vertex const s : sources) reach(s, 0);
  for (; !queue.empty(); queue.pop_front()) {
    Vertex const u = queue.front();
    for (auto k = graph.offsets()(u); k < graph.offsets()(u + 1); ++k) {
      Vertex const v = graph.neighbours()(k);
      reach(v, level[u] + 1);
      if (level[v] == level[u] + 1 && (parent[v] == none || u < parent[v])) parent[v] = u;
    }
  }
  for (Vertex const s : sources) parent[s] = s;
  return {reached, level, parent};
}

// One way to call: where things lie and what is left out.
struct Call {
  BfsOptions options;
  int sources = 0;  // which of the choices
  bool wants_level = true, wants_parent = true;

  bool several_sources() const { return sources >= 3; }
};

// Before and after any place where the sides could meet, and in the middle; several, and none.
template <class Vertex>
std::vector<Vertex> choose_sources(int choice, Vertex n) {
  switch (choice) {
    case 0:
      return {0};
    case 1:
      return {n - 1};
    case 2:
      return {n / 2};
    case 3:
      return {n - 1, 0, n / 2, 0};
    default:
      return {};
  }
}

template <class Vertex, class Offset, class GraphMemory, class OutputMemory>
struct Places {
  using Array = Kokkos::View<Vertex*, OutputMemory>;

  static std::size_t run(Hybrid<> const& hybrid,
                         yoke::Graph<Vertex, Offset, GraphMemory> const& graph,
                         std::vector<Vertex> const& sources, Array const& level,
                         Array const& parent, Call const& call) {
    if (!call.several_sources()) {
      return yoke::bfs(hybrid, graph, sources[0], level, parent, call.options);
    }
    Kokkos::View<Vertex*, OutputMemory> const views("sources", sources.size());
    Kokkos::deep_copy(views,
                      Kokkos::View<Vertex const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
                          sources.data(), sources.size()));
    return yoke::bfs(hybrid, graph, views, level, parent, call.options);
  }

  static void expect(Hybrid<> const& hybrid,
                     yoke::Graph<Vertex, Offset, Kokkos::HostSpace> const& near, Call const& call) {
    yoke::Graph<Vertex, Offset, GraphMemory> const graph(
        yoke::unchecked, near.kind(), yoke_test::copy_to<Offset, GraphMemory>(near.offsets()),
        yoke_test::copy_to<Vertex, GraphMemory>(near.neighbours()));
    Vertex const n = static_cast<Vertex>(graph.vertices());
    if (n == 0) return;
    auto const sources = choose_sources(call.sources, n);
    auto const expected = search_sequentially(near, sources);
    Array const level("level", call.wants_level ? n : 0),
        parent("parent", call.wants_parent ? n : 0);
    Kokkos::deep_copy(level, Vertex(7));
    Kokkos::deep_copy(parent, Vertex(7));
    EXPECT_EQ(run(hybrid, graph, sources, level, parent, call), expected.reached);
    auto const levels = to_vector<Vertex>(level), parents = to_vector<Vertex>(parent);
    if (call.wants_level) {
      EXPECT_TRUE(levels == expected.level);
    }
    if (!call.wants_parent) return;
    if (call.options.deterministic_parents) {
      EXPECT_TRUE(parents == expected.parent);
    } else {
      using View = Kokkos::View<Vertex const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>;
      EXPECT_NO_THROW(yoke::validate_bfs(Host(), near, View(sources.data(), sources.size()),
                                         View(expected.level.data(), expected.level.size()),
                                         View(parents.data(), n)));
    }
  }
};

template <class Vertex, class Offset>
auto places() {
  using PlaceCall =
      void (*)(Hybrid<> const&, yoke::Graph<Vertex, Offset, Kokkos::HostSpace> const&, Call const&);
  using Near = Kokkos::HostSpace;
  std::vector<PlaceCall> all = {Places<Vertex, Offset, Near, Near>::expect};
#if defined(KOKKOS_ENABLE_CUDA)
  using Device = Kokkos::CudaSpace;
  using Pinned = Kokkos::CudaHostPinnedSpace;
  all.push_back(Places<Vertex, Offset, Pinned, Pinned>::expect);
  all.push_back(Places<Vertex, Offset, Pinned, Device>::expect);
  all.push_back(Places<Vertex, Offset, Device, Device>::expect);
  all.push_back(Places<Vertex, Offset, Near, Device>::expect);
  all.push_back(Places<Vertex, Offset, Device, Near>::expect);
#endif
  return all;
}

std::vector<Split> splits() {
  return {Split(0), Split(0.1), Split(0.5), Split(0.9), Split(1), Split::automatic()};
}

std::string describe(Split const& split) {
  return split.is_automatic() ? "automatic" : std::to_string(split.host_share());
}

template <class Vertex, class Offset>
void expect_all_graphs(std::size_t every) {
  Hybrid<> const hybrid;
  std::size_t round = 0;
  auto const& graphs = yoke_test::test_graphs();
  for (std::size_t g = 0; g < graphs.size(); g += every) {
    auto const graph = yoke_test::make_graph<Vertex, Offset, Kokkos::HostSpace>(graphs[g]);
    for (auto const& split : splits()) {
      for (auto const& place : places<Vertex, Offset>()) {
        // The other choices take turns, so that each meets each.
        ++round;
        Call call;
        call.options.split = split;
        call.options.deterministic_parents = round % 5 == 1 || round % 5 == 4;
        call.options.validate = round % 11 == 3;
        if (round % 7 == 2) call.options.algorithm = BfsAlgorithm::level_synchronous;
        call.sources = static_cast<int>(round * 3 / 2 % 5);
        call.wants_level = round % 13 != 4;
        call.wants_parent = round % 13 != 8;
        SCOPED_TRACE(graphs[g].name + ", split " + describe(split) + ", round " +
                     std::to_string(round));
        yoke_test::Watchdog const watchdog("bfs of " + graphs[g].name);
        place(hybrid, graph, call);
        if (::testing::Test::HasFailure()) return;  // the rest would say it again
      }
    }
  }
}

TEST(BfsHybrid, EveryGraphAndSplit) { expect_all_graphs<std::uint32_t, std::uint32_t>(1); }
TEST(BfsHybrid, WideOffsets) { expect_all_graphs<std::uint32_t, std::uint64_t>(4); }
TEST(BfsHybrid, WideVertices) { expect_all_graphs<std::uint64_t, std::uint64_t>(4); }
TEST(BfsHybrid, SignedVertices) { expect_all_graphs<std::int32_t, std::int64_t>(7); }

// Every combination on few graphs.
TEST(BfsHybrid, EveryChoice) {
  Hybrid<> const hybrid;
  for (auto const& description :
       {yoke_test::two_joined_cliques(70), yoke_test::shuffled(yoke_test::binary_tree(3000), 1),
        // A frontier of leaves whose tasks find no room.
        yoke_test::star_graph(9000, 3), yoke_test::skewed_graph(11, 12000)}) {
    auto const graph =
        yoke_test::make_graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace>(description);
    for (double const share : {0.2, 0.9}) {
      for (int choice = 0; choice < 8; ++choice) {
        Call call;
        call.options.split = Split(share);
        call.options.deterministic_parents = choice & 1;
        call.sources = choice & 2 ? 3 : choice % 3;
        if (choice & 4) call.options.algorithm = BfsAlgorithm::level_synchronous;
        SCOPED_TRACE(description.name + ", share " + std::to_string(share) + ", choice " +
                     std::to_string(choice));
        for (auto const& place : places<std::uint32_t, std::uint32_t>()) {
          place(hybrid, graph, call);
        }
      }
    }
  }
}

// Wherever the sides meet: before, within and after the edge that joins the cliques.
TEST(BfsHybrid, TwoCliquesWithTheEdgeAcrossTheSplit) {
  Hybrid<> const hybrid;
  auto const graph = yoke_test::make_graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace>(
      yoke_test::two_joined_cliques(192));
  for (double share = 0.02; share < 1; share += 0.07) {
    SCOPED_TRACE("share " + std::to_string(share));
    Call call;
    call.options.split = Split(share);
    for (auto const& place : places<std::uint32_t, std::uint32_t>()) place(hybrid, graph, call);
  }
}

using HostGraph = yoke::Graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace>;
using HostArray = Kokkos::View<std::uint32_t*, Kokkos::HostSpace>;

HostGraph host_graph(TestGraph const& description, yoke::GraphBuildOptions const& options = {}) {
  return yoke_test::make_graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace>(description,
                                                                                options);
}

HostGraph reversed(TestGraph description) {
  for (auto& [u, v] : description.edges) std::swap(u, v);
  return host_graph(description, {.symmetrise = false});
}

TEST(BfsHybrid, DirectedGraphsWithIncomingArcs) {
  Hybrid<> const hybrid;
  for (auto const& description :
       {yoke_test::skewed_graph(11, 9000), yoke_test::shuffled(yoke_test::binary_tree(2000), 3),
        yoke_test::path_graph(300), yoke_test::uniform_graph(2000, 9000)}) {
    auto const one_way = host_graph(description, {.symmetrise = false});
    auto const back = reversed(description);
    auto const graph = one_way.with_incoming(Host(), back.offsets(), back.neighbours());
    for (std::uint32_t const source : {0u, description.vertices / 2, description.vertices - 1}) {
      auto const expected = search_sequentially(graph, std::vector<std::uint32_t>{source});
      for (double const share : {0.2, 0.5, 0.8}) {
        for (bool const deterministic : {false, true}) {
          SCOPED_TRACE(description.name + " from " + std::to_string(source));
          HostArray const level("level", graph.vertices()), parent("parent", graph.vertices());
          EXPECT_EQ(yoke::bfs(hybrid, graph, source, level, parent,
                              {.deterministic_parents = deterministic, .split = Split(share)}),
                    expected.reached);
          EXPECT_TRUE(to_vector<std::uint32_t>(level) == expected.level);
          EXPECT_TRUE(!deterministic || to_vector<std::uint32_t>(parent) == expected.parent);
          EXPECT_NO_THROW(yoke::validate_bfs(Host(), graph, source, level, parent));
        }
      }
    }
  }
}

TEST(BfsHybrid, WhatCannotBeSplitIsRefused) {
  Hybrid<> const hybrid;
  auto const description = yoke_test::skewed_graph(8, 2000);
  auto const graph = host_graph(description);
  auto const one_way = host_graph(description, {.symmetrise = false});
  HostArray const level("level", graph.vertices()), parent("parent", graph.vertices());
  auto const expect_refused = [&](auto const& of, BfsOptions const& options, char const* argument) {
    try {
      yoke::bfs(hybrid, of, 0u, level, parent, options);
      ADD_FAILURE() << "ran";
    } catch (std::invalid_argument const& error) {
      EXPECT_THAT(error.what(), ::testing::HasSubstr(argument));
    }
  };
  expect_refused(graph, {.algorithm = BfsAlgorithm::sequential, .split = Split(0.5)},
                 "options.split is 0.5, but sequential runs on one side: use 0 or 1, or automatic");
  expect_refused(one_way, {.split = Split(0.5)}, "options.split");
  auto const expected = search_sequentially(one_way, std::vector<std::uint32_t>{0});
  for (auto const& split : {Split(0), Split(1), Split::automatic()}) {
    for (auto const algorithm : {BfsAlgorithm::automatic, BfsAlgorithm::sequential}) {
      EXPECT_EQ(
          yoke::bfs(hybrid, one_way, 0u, level, parent, {.algorithm = algorithm, .split = split}),
          expected.reached);
      EXPECT_TRUE(to_vector<std::uint32_t>(level) == expected.level);
    }
  }
}

TEST(BfsHybrid, ASourceThatIsNoVertexIsNamedAndNothingIsWritten) {
  Hybrid<> const hybrid;
  auto const graph = host_graph(yoke_test::path_graph(500));
  HostArray const level("level", 500), parent("parent", 500), sources("sources", 3);
  sources(1) = 500;
  Kokkos::deep_copy(level, 7u);
  for (auto const& split : splits()) {
    try {
      yoke::bfs(hybrid, graph, sources, level, parent, {.split = split});
      ADD_FAILURE() << "ran";
    } catch (yoke::InvalidInput const& error) {
      EXPECT_EQ(error.index(), 1u);
    }
    EXPECT_THROW(yoke::bfs(hybrid, graph, -1, level, parent, {.split = split}), yoke::InvalidInput);
    EXPECT_EQ(level(0), 7u);
  }
}

TEST(BfsHybrid, NoVertices) {
  Hybrid<> const hybrid;
  HostArray const nothing;
  for (auto const& split : splits()) {
    EXPECT_EQ(yoke::bfs(hybrid, HostGraph(), nothing, nothing, nothing, {.split = split}), 0u);
    EXPECT_THROW(yoke::bfs(hybrid, HostGraph(), 0, nothing, nothing, {.split = split}),
                 yoke::InvalidInput);
  }
}

TEST(BfsHybrid, ReportsWhatEachSideDid) {
  Hybrid<> const hybrid;
  auto const graph = host_graph(yoke_test::skewed_graph(14, 200000));
  HostArray const level("level", graph.vertices()), parent("parent", graph.vertices());
  std::uint32_t hub = 0;
  for (std::uint32_t v = 0; v < graph.vertices(); ++v) {
    auto const degree = [&](std::uint32_t u) {
      return graph.offsets()(u + 1) - graph.offsets()(u);
    };
    if (degree(v) > degree(hub)) hub = v;
  }
  auto const expected = search_sequentially(graph, std::vector<std::uint32_t>{hub});
  std::uint32_t deepest = 0;
  for (auto const l : expected.level) deepest = l == ~0u ? deepest : std::max(deepest, l);
  for (double const share : {0.0, 0.4, 1.0}) {
    SCOPED_TRACE("share " + std::to_string(share));
    yoke::BfsReport report;
    yoke::Timeline timeline;
    Kokkos::Timer const timer;
    EXPECT_EQ(yoke::bfs(hybrid, graph, hub, level, parent,
                        {.split = Split(share), .report = &report, .timeline = &timeline}),
              expected.reached);
    double const took = timer.seconds();
    EXPECT_EQ(report.host_share, share);
    EXPECT_EQ(report.levels, deepest + 1);
    bool const device = share<1, host = share> 0;
    EXPECT_EQ(report.device_busy > 0, device);
    EXPECT_LE(report.device_busy, took);
    EXPECT_LE(report.host_busy, took);
    EXPECT_LE(report.copying, took);
    EXPECT_EQ(report.host_busy > 0, host);
  }
}

TEST(BfsHybrid, ReportsTheShareThatAutomaticChose) {
  Hybrid<> const hybrid;
  auto const graph = host_graph(yoke_test::skewed_graph(12, 40000));
  HostArray const level("level", graph.vertices()), parent("parent", graph.vertices());
  yoke::BfsReport report;
  report.host_share = -1;
  yoke::bfs(hybrid, graph, 1u, level, parent, {.report = &report});
  // Beside a device, a graph in pageable memory is the host's; cores are not two sides untuned.
  EXPECT_EQ(report.host_share,
            yoke::detail::runs_on_host<Hybrid<>::DeviceSpace>
                ? yoke::host_share(Split::automatic(),
                                   {.capability = "bfs", .host_threads = hybrid.host_threads()},
                                   graph.vertices(), 1.0)
                : 1.0);
}

// By counts: every level that both sides look for costs them two meetings.
TEST(BfsHybrid, SmallLevelsAreSearchedByOneSide) {
  Hybrid<> const hybrid;
  for (auto const& description : {yoke_test::path_graph(100000),
                                  yoke_test::shuffled(yoke_test::grid_graph(600, 700, 75), 5)}) {
    SCOPED_TRACE(description.name);
    auto const graph = host_graph(description);
    HostArray const level("level", graph.vertices());
    auto const expected = search_sequentially(graph, std::vector<std::uint32_t>{0});
    yoke::BfsReport report;
    EXPECT_EQ(yoke::bfs(hybrid, graph, 0u, level, {.split = Split(0.5), .report = &report}),
              expected.reached);
    EXPECT_TRUE(to_vector<std::uint32_t>(level) == expected.level);
    EXPECT_GT(report.levels, 900u);
    EXPECT_LE(report.shared_levels, 2u);
    EXPECT_GE(report.small_frontier_stretches, 1u);
    EXPECT_LE(report.small_frontier_stretches, graph.vertices() / 8192);
  }
}

// Few arcs a vertex are a sign of many levels.
TEST(BfsHybrid, AutomaticGivesAGridToOneSide) {
  Hybrid<> const hybrid;
  auto const graph = host_graph(yoke_test::grid_graph(200, 200, 90));
  HostArray const level("level", graph.vertices());
  yoke::BfsReport report;
  yoke::bfs(hybrid, graph, 0u, level, {.report = &report});
  EXPECT_EQ(report.host_share, 1.0);
  EXPECT_EQ(report.shared_levels + report.small_frontier_stretches, 0u);
}

TEST(BfsHybrid, APlanAllocatesNothingAgain) {
  Hybrid<> const hybrid;
  auto const graph = host_graph(yoke_test::skewed_graph(12, 40000));
  HostArray const level("level", graph.vertices()), parent("parent", graph.vertices());
  yoke::BfsPlan<Hybrid<>, std::uint32_t> plan(hybrid, graph.vertices(), graph.arcs(),
                                              {.split = Split(0.4)});
  plan(graph, 0u, level, parent);
  std::size_t const bytes = plan.workspace_bytes();
  yoke_test::AllocationRecorder const recorder;
  for (std::uint32_t source = 0; source < 50; source += 7) {
    auto const expected = search_sequentially(graph, std::vector<std::uint32_t>{source});
    EXPECT_EQ(plan(graph, source, level, parent), expected.reached);
    EXPECT_TRUE(to_vector<std::uint32_t>(level) == expected.level);
  }
  EXPECT_THAT(recorder.labels(), ::testing::IsEmpty());
  EXPECT_EQ(plan.workspace_bytes(), bytes);
}

TEST(BfsHybrid, APlanOutlivesExceptionsAndSmallerGraphs) {
  Hybrid<> const hybrid;
  auto const large = host_graph(yoke_test::skewed_graph(12, 40000));
  auto const small = host_graph(yoke_test::grid_graph(17, 13, 80));
  HostArray const level("level", large.vertices()), parent("parent", large.vertices());
  HostArray const small_level("level", small.vertices()), small_parent("parent", small.vertices());
  yoke::BfsPlan<Hybrid<>, std::uint32_t> plan(hybrid, large.vertices(), large.arcs(),
                                              {.split = Split(0.3)});
  for (int round = 0; round < 3; ++round) {
    EXPECT_THROW(plan(large, large.vertices(), level, parent), yoke::InvalidInput);
    EXPECT_THROW(plan(large, 0u, small_level, parent), std::invalid_argument);
    plan(small, 5u, small_level, small_parent);
    EXPECT_NO_THROW(yoke::validate_bfs(Host(), small, 5u, small_level, small_parent));
    plan(large, 5u, level, parent);
    EXPECT_NO_THROW(yoke::validate_bfs(Host(), large, 5u, level, parent));
  }
}

TEST(SideBarrier, NeitherSideIsEverAhead) {
  yoke::detail::SideBarrier barrier;
  constexpr int meetings = 20000;
  int shared[2] = {0, 0};  // each written by one side between meetings
  int faults[2] = {0, 0};
  auto const side = [&](int me) {
    for (int i = 1; i <= meetings; ++i) {
      shared[me] = i;
      barrier.meet();
      faults[me] += shared[1 - me] != i;
      barrier.meet();
    }
  };
  barrier.reset();
  std::thread other([&] { side(1); });
  side(0);
  other.join();
  EXPECT_EQ(faults[0] + faults[1], 0);
}

TEST(SideBarrier, AnExceptionLetsTheOtherSideGo) {
  yoke_test::Watchdog const watchdog("a barrier that one side left");
  yoke::detail::SideBarrier barrier;
  barrier.reset();
  bool met = true;
  std::thread other([&] { met = barrier.meet(); });
  try {
    yoke::detail::SideBarrier::StopOnUnwind const stop(barrier);
    throw std::runtime_error("left");
  } catch (std::runtime_error const&) {
  }
  other.join();
  EXPECT_FALSE(met);
}

}  // namespace
