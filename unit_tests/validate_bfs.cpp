#include "yoke/validate_bfs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>

#include "support/executors.hpp"
#include "support/graphs.hpp"
#include "yoke/errors.hpp"

namespace {

using Host = Kokkos::DefaultHostExecutionSpace;
using yoke_test::TestGraph;

template <class Vertex>
struct Search {
  std::vector<Vertex> level, parent;
};

template <class Vertex, class Offset>
using HostGraph = yoke::Graph<Vertex, Offset, Kokkos::HostSpace>;

// A queue.
template <class Vertex, class Offset>
Search<Vertex> search(HostGraph<Vertex, Offset> const& graph, std::vector<Vertex> const& sources) {
  Vertex const none = static_cast<Vertex>(-1);
  Search<Vertex> found{std::vector<Vertex>(graph.vertices(), none),
                       std::vector<Vertex>(graph.vertices(), none)};
  std::deque<Vertex> queue(sources.begin(), sources.end());
  for (Vertex const s : sources) {
    found.level[s] = 0;
    found.parent[s] = s;
  }
  for (; !queue.empty(); queue.pop_front()) {
    Vertex const v = queue.front();
    for (auto k = graph.offsets()(v); k < graph.offsets()(v + 1); ++k) {
      Vertex const u = graph.neighbours()(k);
      if (found.level[u] != none) continue;
      found.level[u] = found.level[v] + 1;
      found.parent[u] = v;
      queue.push_back(u);
    }
  }
  return found;
}

// Edges with both ends reached, from the graph's description rather than its rows.
std::uint64_t edges_reached(TestGraph const& graph, std::vector<std::uint32_t> const& level) {
  return static_cast<std::uint64_t>(
      std::count_if(graph.edges.begin(), graph.edges.end(),
                    [&](auto const& edge) { return level[edge.first] != ~0u; }));
}

template <class T, class Space>
Kokkos::View<T*, typename Space::memory_space> to(Space const&, std::vector<T> const& values) {
  Kokkos::View<T*, typename Space::memory_space> const view("values", values.size());
  Kokkos::deep_copy(view, Kokkos::View<T const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
                              values.data(), values.size()));
  return view;
}

enum class Given { both, level, parent };

// The same call on any space.
template <class Space, class Vertex, class Offset>
std::uint64_t validate(Space const& exec, HostGraph<Vertex, Offset> const& graph,
                       std::vector<Vertex> const& sources, Search<Vertex> const& found,
                       Given given = Given::both) {
  using Memory = typename Space::memory_space;
  yoke::Graph<Vertex, Offset, Memory> const there(
      yoke::unchecked, graph.kind(), yoke_test::copy_to<Offset, Memory>(graph.offsets()),
      yoke_test::copy_to<Vertex, Memory>(graph.neighbours()));
  std::vector<Vertex> const nothing;
  auto const level = to(exec, given == Given::parent ? nothing : found.level);
  auto const parent = to(exec, given == Given::level ? nothing : found.parent);
  if (sources.size() == 1) return yoke::validate_bfs(exec, there, sources[0], level, parent);
  return yoke::validate_bfs(exec, there, to(exec, sources), level, parent);
}

template <class Vertex, class Offset>
void expect_valid_on_every_space(std::size_t every = 1) {
  std::uint64_t counted = 0;
  auto const& graphs = yoke_test::test_graphs();
  for (std::size_t i = 0; i < graphs.size(); i += every) {
    auto const& description = graphs[i];
    if (description.vertices == 0) continue;
    auto const graph = yoke_test::make_graph<Vertex, Offset, Kokkos::HostSpace>(description);
    Vertex const n = static_cast<Vertex>(description.vertices);
    for (auto const& sources : {std::vector<Vertex>{n / 2}, std::vector<Vertex>{n - 1, 0, n - 1}}) {
      SCOPED_TRACE(description.name + ", " + std::to_string(sources.size()) + " sources");
      auto const found = search(graph, sources);
      std::vector<std::uint32_t> const level(found.level.begin(), found.level.end());
      std::uint64_t const edges = edges_reached(description, level);
      counted += edges;
#define YOKE_VALIDATE(Space)                                                \
  EXPECT_EQ(validate(Space(), graph, sources, found), edges);               \
  EXPECT_EQ(validate(Space(), graph, sources, found, Given::level), edges); \
  EXPECT_EQ(validate(Space(), graph, sources, found, Given::parent), edges);
      YOKE_FOR_EACH_SPACE(YOKE_VALIDATE)
#undef YOKE_VALIDATE
    }
  }
  EXPECT_GT(counted, 10000u);
}

TEST(ValidateBfs, RightResultsPass) {
  expect_valid_on_every_space<std::uint32_t, std::uint32_t>();
  expect_valid_on_every_space<std::uint32_t, std::uint64_t>(5);
  expect_valid_on_every_space<std::uint64_t, std::uint64_t>(5);
  expect_valid_on_every_space<std::int32_t, std::int64_t>(5);
}

// Two triangles and the path between them: 0 1 2 | 2 3 4 5 | 5 6 7, and 8 - 9 apart from them.
TestGraph barbell() {
  TestGraph graph{"barbell", 10, {}};
  for (auto const& [u, v] :
       {std::pair{0, 1}, {1, 2}, {0, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {6, 7}, {5, 7}, {8, 9}}) {
    graph.add(static_cast<std::uint64_t>(u), static_cast<std::uint64_t>(v));
  }
  return graph;
}

class Broken : public ::testing::Test {
 protected:
  using Vertex = std::uint32_t;
  static constexpr Vertex none = ~0u;
  HostGraph<Vertex, Vertex> const graph_ =
      yoke_test::make_graph<Vertex, Vertex, Kokkos::HostSpace>(barbell());
  std::vector<Vertex> sources_ = {0};
  Search<Vertex> found_ = search(graph_, sources_);

  void expect_fault(std::uint64_t vertex, int rule, Given given = Given::both) const {
#define YOKE_EXPECT_FAULT(Space) expect_fault_on(Space(), vertex, rule, given);
    YOKE_FOR_EACH_SPACE(YOKE_EXPECT_FAULT)
#undef YOKE_EXPECT_FAULT
  }

 private:
  template <class Space>
  void expect_fault_on(Space const& exec, std::uint64_t vertex, int rule, Given given) const {
    SCOPED_TRACE(Space::name());
    try {
      validate(exec, graph_, sources_, found_, given);
      ADD_FAILURE() << "passed";
    } catch (yoke::InvalidInput const& error) {
      EXPECT_EQ(error.index(), vertex) << error.what();
      EXPECT_THAT(error.what(), ::testing::StartsWith("yoke::validate_bfs: vertex " +
                                                      std::to_string(vertex) + " "));
      EXPECT_THAT(error.what(), ::testing::HasSubstr("(rule " + std::to_string(rule) + ")"));
    }
  }
};

TEST_F(Broken, NothingPasses) { EXPECT_EQ(validate(Host(), graph_, sources_, found_), 9u); }

TEST_F(Broken, TheSourceIsAtALevel) {
  found_.level[0] = 1;
  expect_fault(0, 1);
  expect_fault(0, 1, Given::level);
}

TEST_F(Broken, TheSourceHangsFromAnother) {
  found_.parent[0] = 1;
  expect_fault(0, 1);
  expect_fault(0, 1, Given::parent);
}

TEST_F(Broken, TheSourceWasNotReached) {
  found_.level[0] = found_.parent[0] = none;
  expect_fault(0, 1);
}

TEST_F(Broken, AnotherRoot) {
  found_.parent[4] = 4;
  expect_fault(4, 1);
  expect_fault(4, 1, Given::parent);
  found_ = search(graph_, sources_);
  found_.level[8] = found_.level[9] = 0;
  expect_fault(8, 1, Given::level);
}

TEST_F(Broken, ACycleOfParents) {
  found_.parent[8] = 9;
  found_.parent[9] = 8;
  expect_fault(8, 1, Given::parent);
  found_.level[8] = 1;
  found_.level[9] = 2;
  expect_fault(8, 2);
}

TEST_F(Broken, AParentThatIsNoVertex) {
  found_.parent[6] = 10;
  expect_fault(6, 1);
  expect_fault(6, 1, Given::parent);
}

TEST_F(Broken, AParentThatWasNotReached) {
  found_.parent[6] = 8;
  expect_fault(6, 1);
  expect_fault(6, 1, Given::parent);
}

TEST_F(Broken, ATreeEdgeThatSkipsALevel) {
  found_.parent[7] = 2;
  expect_fault(7, 2);
}

TEST_F(Broken, ALevelThatNoNeighbourAccountsFor) {
  found_.level[8] = found_.level[9] = 3;  // apart from the source
  expect_fault(8, 2, Given::level);
}

TEST_F(Broken, AnEdgeThatSkipsALevel) {
  // A tree of edges of the graph, but not of shortest paths: 0 1 2 in a row.
  found_.parent[2] = 1;
  for (Vertex v = 2; v < 8; ++v) ++found_.level[v];
  expect_fault(0, 3);
  expect_fault(0, 3, Given::level);
  expect_fault(0, 3, Given::parent);
}

TEST_F(Broken, AVertexThatIsLeftOut) {
  found_.level[7] = found_.parent[7] = none;
  expect_fault(5, 4);
  expect_fault(5, 4, Given::level);
  expect_fault(5, 4, Given::parent);
}

TEST_F(Broken, AVertexThatIsReachedInOneArrayOnly) {
  found_.level[7] = none;
  expect_fault(7, 4);
  found_ = search(graph_, sources_);
  found_.parent[7] = none;
  expect_fault(7, 4);
}

TEST_F(Broken, ATreeEdgeThatIsNoEdge) {
  found_.parent[3] = 1;  // at the level of 2, the right one
  expect_fault(3, 5);
  expect_fault(3, 5, Given::parent);
}

TEST_F(Broken, AMissingSource) {
  sources_ = {0, 8};
  expect_fault(8, 1);
  sources_ = {};
  expect_fault(0, 1);
}

TEST_F(Broken, ASourceThatIsNoVertex) {
  for (auto const& sources : {std::vector<Vertex>{10}, {0, 10, 0}, {none}}) {
    sources_ = sources;
    EXPECT_THROW(validate(Host(), graph_, sources_, found_), yoke::InvalidInput);
  }
}

TEST_F(Broken, SizesThatDoNotFit) {
  auto const view = [](std::size_t size) {
    return Kokkos::View<Vertex*, Kokkos::HostSpace>("view", size);
  };
  for (auto const& [level, parent] : {std::pair{9, 10}, {10, 9}, {11, 0}, {0, 11}, {0, 0}}) {
    EXPECT_THROW(yoke::validate_bfs(Host(), graph_, 0u, view(static_cast<std::size_t>(level)),
                                    view(static_cast<std::size_t>(parent))),
                 std::invalid_argument);
  }
}

// Every single change of a level or a parent of a right result is found, or leaves it right.
TEST_F(Broken, AnyChangedLevelIsFound) {
  for (Vertex v = 0; v < 10; ++v) {
    for (Vertex const wrong : {0u, 1u, 2u, 3u, 4u, 5u, 6u, 9u, none}) {
      if (wrong == found_.level[v]) continue;
      SCOPED_TRACE(std::to_string(v) + " at level " + std::to_string(wrong));
      auto changed = found_;
      changed.level[v] = wrong;
      EXPECT_THROW(validate(Host(), graph_, sources_, changed), yoke::InvalidInput);
      EXPECT_THROW(validate(Host(), graph_, sources_, changed, Given::level), yoke::InvalidInput);
    }
  }
}

TEST(ValidateBfs, DirectedGraphs) {
  // 0 -> 1 -> 2 -> 0, 3 -> 0: from 0, vertex 3 is not reached though it has an arc to a reached
  // one.
  TestGraph description{"cycle and a way in", 4, {{0, 1}, {1, 2}, {2, 0}, {3, 0}, {1, 1}}};
  auto const graph = yoke_test::make_graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace>(
      description, {.symmetrise = false});
  ASSERT_FALSE(graph.is_symmetric());
  std::vector<std::uint32_t> const sources = {0};
  auto const found = search(graph, sources);
  EXPECT_EQ(found.level[3], ~0u);
  for (Given const given : {Given::both, Given::level, Given::parent}) {
    EXPECT_EQ(validate(Host(), graph, sources, found, given), 4u);
  }
  auto wrong = found;
  wrong.parent[2] = 0;  // 2 -> 0 is an arc, 0 -> 2 is none
  EXPECT_THROW(validate(Host(), graph, sources, wrong), yoke::InvalidInput);
  wrong = found;
  wrong.level[2] = wrong.parent[2] = ~0u;
  EXPECT_THROW(validate(Host(), graph, sources, wrong), yoke::InvalidInput);
}

TEST(ValidateBfs, NoVertices) {
  yoke::Graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace> const graph;
  Kokkos::View<std::uint32_t*, Kokkos::HostSpace> const nothing;
  EXPECT_EQ(yoke::validate_bfs(Host(), graph, nothing, nothing, nothing), 0u);
  EXPECT_THROW(yoke::validate_bfs(Host(), graph, 0u, nothing, nothing), yoke::InvalidInput);
}

}  // namespace
