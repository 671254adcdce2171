#include <gtest/gtest.h>
#include <chrono>

#include <algorithm>
#include <set>

#include "support/bfs_oracle.hpp"
#include "support/tools.hpp"
#include "support/watchdog.hpp"
#include "yoke/bfs.hpp"

// What searches examine, by their own count: times are the machine's, counts are the algorithm's.

namespace {

using yoke::BfsAlgorithm;
using yoke_test::BfsOracle;
using yoke_test::TestGraph;

template <class Space>
class BfsWork : public ::testing::Test {};
template <class First, class... Spaces>
using Types = ::testing::Types<Spaces...>;
#define YOKE_SPACE(Space) , Space
TYPED_TEST_SUITE(BfsWork, Types<void YOKE_FOR_EACH_SPACE(YOKE_SPACE)>);

// A sixteenth of n vertices between two hubs, then a path of a quarter: a large frontier that leads
// to many small ones.
TestGraph kite_graph(std::uint32_t n) {
  TestGraph graph{"kite of " + std::to_string(n), 2 + n / 16 + n / 4, {}};
  std::uint32_t const path = 2 + n / 16;
  for (std::uint32_t v = 2; v < path; ++v) {
    graph.add(0, v);
    graph.add(v, 1);
  }
  graph.add(1, path);
  for (std::uint32_t v = path + 1; v < graph.vertices; ++v) graph.add(v - 1, v);
  return graph;
}

// All within `size` steps of a clique, and a grid that the clique does not reach.
TestGraph clique_beside_a_grid(std::uint32_t size, std::uint32_t side) {
  TestGraph graph = yoke_test::grid_graph(side, side, 100);
  graph.name = "clique of " + std::to_string(size) + " beside a grid";
  std::uint32_t const first = graph.vertices;
  graph.vertices += size;
  yoke_test::add_clique(graph, first, size);
  return graph;
}

// A clique whose members each lead on to a path.
TestGraph comet(std::uint32_t size, std::uint32_t tail) {
  TestGraph graph{"comet", size * (1 + tail), {}};
  yoke_test::add_clique(graph, 0, size);
  for (std::uint32_t v = 0; v + size < graph.vertices; ++v) graph.add(v, v + size);
  return graph;
}

std::vector<TestGraph> shapes() {
  std::vector<TestGraph> all = yoke_test::test_graphs();
  all.push_back(kite_graph(1 << 14));
  all.push_back(yoke_test::shuffled(kite_graph(1 << 14), 20));
  all.push_back(clique_beside_a_grid(120, 120));
  all.push_back(clique_beside_a_grid(160, 100));
  all.push_back(comet(100, 20));
  all.push_back(yoke_test::skewed_graph(14, 250000));
  all.push_back(yoke_test::uniform_graph(10000, 160000));
  all.push_back(yoke_test::uniform_graph(20000, 40000));
  all.push_back(yoke_test::grid_graph(150, 150, 70));
  return all;
}

// What asking all unreached vertices on every level would examine, in the order of the rows.
template <class Graph>
std::uint64_t bottom_up_alone(Graph const& graph, BfsOracle const& oracle) {
  std::uint64_t examined = 0;
  std::uint64_t const last = oracle.levels - 1;
  for (std::size_t v = 0; v < graph.vertices(); ++v) {
    auto const begin = graph.offsets()(v), end = graph.offsets()(v + 1);
    if (begin == end || oracle.level[v] == 0) continue;
    bool const reached = oracle.level[v] != BfsOracle::unreached;
    // Levels on which it looks at all its arcs in vain; the search ends when a level is empty.
    std::uint64_t const in_vain = reached ? oracle.level[v] - 1 : last + 1;
    examined += in_vain * (1 + end - begin);
    if (!reached) continue;
    ++examined;
    for (auto k = begin; k < end; ++k) {
      ++examined;
      if (oracle.level[graph.neighbours()(k)] + 1 == oracle.level[v]) break;
    }
  }
  return examined;
}

template <class Graph>
std::set<std::uint64_t> some_sources(Graph const& graph) {
  std::uint64_t const n = graph.vertices();
  std::uint64_t hub = 0;
  auto const degree = [&](std::uint64_t v) { return graph.offsets()(v + 1) - graph.offsets()(v); };
  for (std::uint64_t v = 0; v < n; ++v) {
    if (degree(v) > degree(hub)) hub = v;
  }
  return {0, n / 2, n - 1, hub};
}

TYPED_TEST(BfsWork, IsAtMostTwiceThatOfTheBetterDirectionAlone) {
  using Memory = typename TypeParam::memory_space;
  for (TestGraph const& shape : shapes()) {
    if (shape.vertices == 0) continue;
    yoke_test::Watchdog const watchdog("searches of " + shape.name, std::chrono::seconds(60));
    auto const host = yoke_test::make_graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace>(shape);
    auto const graph = yoke_test::make_graph<std::uint32_t, std::uint32_t, Memory>(shape);
    BfsOracle oracle(shape, false);
    Kokkos::View<std::uint32_t*, Memory> const level("level", shape.vertices);
    for (std::uint64_t const source : some_sources(host)) {
      SCOPED_TRACE(shape.name + " from " + std::to_string(source));
      oracle.search({source});
      yoke::BfsReport along, both;
      yoke::bfs(TypeParam(), graph, source, level,
                {.algorithm = BfsAlgorithm::level_synchronous, .report = &along});
      EXPECT_EQ(along.bottom_up.total(), 0u);
      EXPECT_EQ(yoke::bfs(TypeParam(), graph, source, level,
                          {.algorithm = BfsAlgorithm::direction_optimising, .report = &both}),
                oracle.reached);
      std::uint64_t const examined = both.top_down.total() + both.bottom_up.total();
      EXPECT_LE(examined, 2 * std::min(along.top_down.total(), bottom_up_alone(host, oracle)))
          << both.bottom_up_levels << " levels bottom-up, " << both.bottom_up.vertices
          << " vertices and " << both.bottom_up.arcs << " arcs; top-down " << both.top_down.vertices
          << " and " << both.top_down.arcs << "; alone " << along.top_down.total() << " and "
          << bottom_up_alone(host, oracle);
    }
  }
}

TYPED_TEST(BfsWork, OfASearchThatFollowsArcsIsWhatItReaches) {
  using Memory = typename TypeParam::memory_space;
  TestGraph const shape = yoke_test::grid_graph(60, 70, 70);
  auto const graph = yoke_test::make_graph<std::uint32_t, std::uint32_t, Memory>(shape);
  auto const host = yoke_test::make_graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace>(shape);
  BfsOracle oracle(shape, false);
  oracle.search({30});
  std::uint64_t arcs = 0;
  for (std::uint32_t v = 0; v < shape.vertices; ++v) {
    if (oracle.level[v] != BfsOracle::unreached) {
      arcs += host.offsets()(v + 1) - host.offsets()(v);
    }
  }
  Kokkos::View<std::uint32_t*, Memory> const level("level", shape.vertices);
  for (auto const algorithm : {BfsAlgorithm::sequential, BfsAlgorithm::level_synchronous,
                               BfsAlgorithm::direction_optimising}) {
    yoke::BfsReport report;
    yoke::bfs(TypeParam(), graph, 30, level, {.algorithm = algorithm, .report = &report});
    EXPECT_EQ(report.top_down.vertices, oracle.reached) << to_string(algorithm);
    EXPECT_EQ(report.top_down.arcs, arcs) << to_string(algorithm);
  }
}

// On a host a search whose levels are small is the calling thread's alone: nothing is dispatched.
TYPED_TEST(BfsWork, OfSmallLevelsWakesNobodyOnAHost) {
  using Memory = typename TypeParam::memory_space;
  if (!std::is_same_v<Memory, Kokkos::HostSpace>) GTEST_SKIP() << "of host spaces";
  std::vector<TestGraph> small_levels = {
      yoke_test::path_graph(40000), yoke_test::grid_graph(200, 200, 100),
      yoke_test::star_graph(1000, 7), yoke_test::list_graph(30000)};
  for (TestGraph const& shape : small_levels) {
    SCOPED_TRACE(shape.name);
    auto const graph = yoke_test::make_graph<std::uint32_t, std::uint32_t, Memory>(shape);
    Kokkos::View<std::uint32_t*, Memory> const level("level", shape.vertices);
    BfsOracle oracle(shape, false);
    oracle.search({3});
    for (auto const algorithm :
         {BfsAlgorithm::level_synchronous, BfsAlgorithm::direction_optimising}) {
      yoke::BfsReport report;
      yoke::BfsPlan<TypeParam, std::uint32_t> plan(TypeParam(), graph.vertices(), graph.arcs(),
                                                   {.algorithm = algorithm, .report = &report});
      yoke_test::KernelRecorder const recorder;
      EXPECT_EQ(plan(graph, 3, level), oracle.reached);
      EXPECT_EQ(report.levels, oracle.levels);
      std::string labels;
      for (auto const& kernel : recorder.kernels()) labels += kernel.label + " ";
      EXPECT_EQ(labels, "") << to_string(algorithm);
    }
  }
}

// Levels that lead nowhere near all vertices are not worth a pass over them all.
TYPED_TEST(BfsWork, OfATreeIsNotBottomUpOnAHost) {
  using Memory = typename TypeParam::memory_space;
  if (!std::is_same_v<Memory, Kokkos::HostSpace>) GTEST_SKIP() << "of host spaces";
  TestGraph const shape = yoke_test::random_forest(1 << 14, 0);
  auto const graph = yoke_test::make_graph<std::uint32_t, std::uint32_t, Memory>(shape);
  Kokkos::View<std::uint32_t*, Memory> const level("level", shape.vertices);
  yoke::BfsReport report;
  yoke::bfs(TypeParam(), graph, 0, level,
            {.algorithm = BfsAlgorithm::direction_optimising, .report = &report});
  EXPECT_GT(report.levels, 10u);
  EXPECT_EQ(report.bottom_up_levels, 0u);
}

// A plan for so many arcs counts them in units; the memory that it takes depends on the vertices.
TYPED_TEST(BfsWork, OfAPlanForManyArcsIsSharedByAllThreads) {
  using Memory = typename TypeParam::memory_space;
  using Space = TypeParam;
  std::vector<TestGraph> shapes = {yoke_test::skewed_graph(14, 250000),
                                   yoke_test::star_graph(60000, 5),
                                   yoke_test::grid_graph(200, 200, 80), kite_graph(1 << 15)};
  for (TestGraph const& shape : shapes) {
    auto const graph = yoke_test::make_graph<std::uint32_t, std::uint64_t, Memory>(shape);
    BfsOracle oracle(shape, false);
    Kokkos::View<std::uint32_t*, Memory> const level("level", shape.vertices),
        parent("parent", shape.vertices);
    // 18 bits for the vertices: 47 are one bit too many for the arcs, 48 two. No plan has more.
    for (std::size_t const arcs : {std::size_t(1) << 46, (std::size_t(1) << 48) - 1}) {
      for (auto const algorithm : {BfsAlgorithm::automatic, BfsAlgorithm::level_synchronous,
                                   BfsAlgorithm::direction_optimising}) {
        SCOPED_TRACE(shape.name + ", " + std::to_string(arcs) + " arcs, " +
                     std::string(to_string(algorithm)));
        yoke::BfsPlan<Space, std::uint32_t, std::uint64_t> plan(Space(), std::size_t(1) << 17, arcs,
                                                                {.algorithm = algorithm});
        EXPECT_NE(plan.algorithm(), BfsAlgorithm::sequential);
        for (std::uint32_t const source : {0u, 5u, shape.vertices - 1}) {
          oracle.search({source});
          EXPECT_EQ(plan(graph, source, level, parent), oracle.reached);
          auto const levels = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), level);
          auto const parents = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), parent);
          EXPECT_EQ(oracle.fault(std::vector(levels.data(), levels.data() + shape.vertices),
                                 std::vector(parents.data(), parents.data() + shape.vertices)),
                    "");
        }
      }
    }
  }
}

}  // namespace
