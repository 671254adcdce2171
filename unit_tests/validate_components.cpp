#include "yoke/validate_components.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "support/graphs.hpp"
#include "support/lists.hpp"
#include "support/long_paths.hpp"
#include "support/tools.hpp"
#include "yoke/detail/spaces.hpp"

namespace {

using Host = Kokkos::DefaultHostExecutionSpace;
using ::testing::HasSubstr;
using yoke_test::TestGraph;
using Words = std::vector<std::uint32_t>;

template <class Vertex, class Offset>
using HostGraph = yoke::Graph<Vertex, Offset, Kokkos::HostSpace>;

template <class Space, class Vertex, class Offset>
yoke::Graph<Vertex, Offset, typename Space::memory_space> copy_of(
    Space const&, HostGraph<Vertex, Offset> const& graph) {
  using Memory = typename Space::memory_space;
  return {yoke::unchecked, graph.kind(), yoke_test::copy_to<Offset, Memory>(graph.offsets()),
          yoke_test::copy_to<Vertex, Memory>(graph.neighbours())};
}

template <class Space, class Vertex, class Offset, class Label>
std::size_t validate(Space const& exec, HostGraph<Vertex, Offset> const& graph,
                     std::vector<Label> const& label) {
  return yoke::validate_components(exec, copy_of(exec, graph), yoke_test::to_space<Space>(label));
}

template <class Space, class Vertex, class Offset, class Label>
std::size_t validate(Space const& exec, HostGraph<Vertex, Offset> const& graph,
                     std::vector<Label> const& label, std::vector<Label> const& from,
                     std::vector<Label> const& to) {
  return yoke::validate_spanning_forest(
      exec, copy_of(exec, graph), yoke_test::to_space<Space>(label),
      yoke_test::to_space<Space>(from), yoke_test::to_space<Space>(to));
}

template <class Index>
std::vector<Index> widened(Words const& values) {
  return std::vector<Index>(values.begin(), values.end());
}

// From the description of the graph, one edge after the other.
struct Right {
  explicit Right(TestGraph const& graph) {
    auto const oracle = yoke_test::oracle_components(graph);
    label = oracle.label;
    count = oracle.count;
    yoke_test::OracleSets sets(graph.vertices);
    for (auto const& [u, v] : graph.edges) {
      if (!sets.join(u, v)) continue;
      from.push_back(u);
      to.push_back(v);
    }
  }
  Words label, from, to;
  std::size_t count = 0;
};

template <class Vertex, class Offset>
void expect_right_results_pass(std::size_t every = 1) {
  auto const& graphs = yoke_test::test_graphs();
  for (std::size_t i = 0; i < graphs.size(); i += every) {
    SCOPED_TRACE(graphs[i].name);
    Right const right(graphs[i]);
    auto const graph = yoke_test::make_graph<Vertex, Offset, Kokkos::HostSpace>(graphs[i]);
    auto const label = widened<Vertex>(right.label);
    auto const from = widened<Vertex>(right.from), to = widened<Vertex>(right.to);
#define YOKE_VALIDATE(Space)                               \
  EXPECT_EQ(validate(Space(), graph, label), right.count); \
  EXPECT_EQ(validate(Space(), graph, label, from, to), right.count);
    YOKE_FOR_EACH_SPACE(YOKE_VALIDATE)
#undef YOKE_VALIDATE
  }
}

TEST(ValidateComponents, RightResultsPass) {
  expect_right_results_pass<std::uint32_t, std::uint32_t>();
  expect_right_results_pass<std::uint32_t, std::uint64_t>(5);
  expect_right_results_pass<std::uint64_t, std::uint64_t>(5);
  expect_right_results_pass<std::int32_t, std::int64_t>(5);
}

TEST(ValidateComponents, NoVertices) {
  HostGraph<std::uint32_t, std::uint32_t> const graph;
  EXPECT_EQ(validate(Host(), graph, Words()), 0u);
  EXPECT_EQ(validate(Host(), graph, Words(), Words(), Words()), 0u);
}

// Many threads at the sets of few components, and long paths through them.
TEST(ValidateComponents, LargeGraphs) {
  for (TestGraph const& description :
       {shuffled(yoke_test::path_graph(100000), 1),
        yoke_test::path_in_order("zigzag", yoke_test::zigzag(100000)),
        yoke_test::star_graph(100000, 99999), shuffled(yoke_test::grid_graph(300, 400, 60), 2),
        shuffled(yoke_test::skewed_graph(15, std::size_t(1) << 18), 3)}) {
    SCOPED_TRACE(description.name);
    auto const graph =
        yoke_test::make_graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace>(description);
    Right const right(description);
    Words wrong = right.label;
    wrong[wrong.size() / 2] ^= 1;
    // A function, because nvcc takes the labels of several EXPECT_THROW in a line for one.
    auto const check = [&](auto const& exec) {
      EXPECT_EQ(validate(exec, graph, right.label, right.from, right.to), right.count);
      EXPECT_THROW(validate(exec, graph, wrong), yoke::InvalidInput);
    };
#define YOKE_VALIDATE(Space) check(Space());
    YOKE_FOR_EACH_SPACE(YOKE_VALIDATE)
#undef YOKE_VALIDATE
  }
}

template <class Space>
void expect_a_vertex_a_vertex() {
  auto const description = shuffled(yoke_test::grid_graph(100, 1000, 60), 2);
  auto const graph = copy_of(
      Space(), yoke_test::make_graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace>(description));
  Right const right(description);
  auto const label = yoke_test::to_space<Space>(right.label);
  auto const from = yoke_test::to_space<Space>(right.from);
  auto const to = yoke_test::to_space<Space>(right.to);
  yoke::validate_spanning_forest(Space(), graph, label, from, to);
  yoke_test::AllocationRecorder const recorder;
  yoke::validate_spanning_forest(Space(), graph, label, from, to);
  EXPECT_EQ(recorder.most_bytes(), graph.vertices() * sizeof(std::uint32_t));
  EXPECT_EQ(recorder.held_bytes(), 0u);
}

TEST(ValidateComponents, TakesAVertexAVertex) {
#define YOKE_EXPECT(Space) expect_a_vertex_a_vertex<Space>();
  YOKE_FOR_EACH_SPACE(YOKE_EXPECT)
#undef YOKE_EXPECT
}

// A triangle 0 1 4, an edge 2 - 3 that is there twice, a loop at 5, 6 alone, and a path 7 9 8 10.
class Broken : public ::testing::Test {
 protected:
  HostGraph<std::uint32_t, std::uint32_t> const graph_ =
      yoke_test::make_graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace>(
          {"of all kinds",
           11,
           {{0, 1}, {1, 4}, {4, 0}, {2, 3}, {3, 2}, {5, 5}, {7, 9}, {9, 8}, {8, 10}}});
  Words const right_{0, 0, 2, 2, 0, 5, 6, 7, 7, 7, 7};
  Words const from_{0, 4, 3, 9, 9, 10}, to_{1, 1, 2, 7, 8, 8};

  void expect_fault(Words const& label, std::uint64_t vertex, std::string const& message) const {
    expect_throw("yoke::validate_components: ", vertex, message,
                 [&](auto const& exec) { validate(exec, graph_, label); });
  }
  void expect_fault(Words const& from, Words const& to, std::uint64_t edge,
                    std::string const& message) const {
    expect_throw("yoke::validate_spanning_forest: ", edge, message,
                 [&](auto const& exec) { validate(exec, graph_, right_, from, to); });
  }

  static constexpr std::uint64_t any = ~std::uint64_t(0);

 private:
  template <class Call>
  static void expect_throw(std::string const& caller, std::uint64_t index,
                           std::string const& message, Call const& call) {
#define YOKE_EXPECT(Space) expect_throw_on(Space(), caller, index, message, call);
    YOKE_FOR_EACH_SPACE(YOKE_EXPECT)
#undef YOKE_EXPECT
  }
  template <class Space, class Call>
  static void expect_throw_on(Space const& exec, std::string const& caller, std::uint64_t index,
                              std::string const& message, Call const& call) {
    SCOPED_TRACE(Space::name());
    try {
      call(exec);
      ADD_FAILURE() << "passed";
    } catch (yoke::InvalidInput const& error) {
      EXPECT_TRUE(index == any || error.index() == index) << error.what();
      EXPECT_THAT(error.what(), ::testing::StartsWith(caller));
      EXPECT_THAT(error.what(), HasSubstr(message));
    }
  }
};

TEST_F(Broken, NothingPasses) {
  EXPECT_EQ(validate(Host(), graph_, right_), 5u);
  EXPECT_EQ(validate(Host(), graph_, right_, from_, to_), 5u);
  EXPECT_EQ(validate(Host(), graph_, right_, to_, from_), 5u);
}

TEST_F(Broken, TheFirstWrongLabelIsNamed) {
  // Split in two, and one vertex apart.
  expect_fault({0, 0, 2, 2, 0, 5, 6, 7, 8, 7, 8}, 9,
               "vertex 9 has label 7, and its neighbour 8 label 8");
  expect_fault({0, 0, 2, 2, 4, 5, 6, 7, 7, 7, 7}, 4,
               "vertex 4 has label 4, and its neighbour 0 label 0");
  // Merged, and named after a vertex that is not the smallest, or is not there.
  expect_fault({0, 0, 0, 0, 0, 5, 6, 7, 7, 7, 7}, 2,
               "vertex 2 has label 0, and the smallest vertex that it is connected with is 2");
  expect_fault({0, 0, 2, 2, 0, 5, 5, 7, 7, 7, 7}, 6,
               "vertex 6 has label 5, and the smallest vertex that it is connected with is 6");
  expect_fault({0, 0, 3, 3, 0, 5, 6, 7, 7, 7, 7}, 2,
               "vertex 2 has label 3, and the smallest vertex that it is connected with is 2");
  expect_fault({0, 0, 2, 2, 0, 5, 11, 7, 7, 7, 7}, 6,
               "vertex 6 has label 11, and the smallest vertex that it is connected with is 6");
  expect_fault({~0u, ~0u, 2, 2, ~0u, 5, 6, 7, 7, 7, 7}, 0,
               "vertex 0 has label 4294967295, and the smallest vertex that it is connected with "
               "is 0");
  // Swapped.
  expect_fault({2, 2, 0, 0, 2, 5, 6, 7, 7, 7, 7}, 0, "vertex 0 has label 2");
}

TEST_F(Broken, EveryWrongLabelIsFound) {
  for (std::size_t v = 0; v < right_.size(); ++v) {
    for (std::uint32_t other = 0; other < 13; ++other) {
      Words label = right_;
      label[v] = other < 12 ? other : ~0u;
      if (label == right_) continue;
      EXPECT_THROW(validate(Host(), graph_, label), yoke::InvalidInput) << v << ' ' << other;
      EXPECT_THROW(validate(Host(), graph_, label, from_, to_), yoke::InvalidInput);
    }
    for (std::size_t u = 0; u < v; ++u) {
      if (right_[u] == right_[v]) continue;
      Words label = right_;
      std::swap(label[u], label[v]);
      EXPECT_THROW(validate(Host(), graph_, label), yoke::InvalidInput) << u << ' ' << v;
    }
  }
}

TEST_F(Broken, TheWrongEdgeOfAForestIsNamed) {
  auto const changed = [](Words ends, std::size_t i, std::uint32_t end) {
    ends[i] = end;
    return ends;
  };
  expect_fault(changed(from_, 4, 11), to_, 4,
               "edge 4 of the forest, from 11 to 8, has an end that is no vertex");
  expect_fault(from_, changed(to_, 0, ~0u), 0, "has an end that is no vertex");
  expect_fault(from_, changed(to_, 2, 4), 2,
               "edge 2 of the forest, from 3 to 4, is none of the graph's");
  expect_fault(changed(from_, 3, 6), changed(to_, 3, 6), 3, "is none of the graph's");
  // The triangle in place of 9 - 7, an edge twice, and a loop.
  expect_fault(changed(from_, 3, 0), changed(to_, 3, 4), any, "closes a cycle");
  expect_fault(changed(from_, 5, 8), changed(to_, 5, 9), any, "closes a cycle");
  expect_fault(changed(from_, 2, 5), changed(to_, 2, 5), 2,
               "edge 2 of the forest, from 5 to 5, closes a cycle");
}

// Room for more is left alone, as spanning_forest leaves what it has no edges for.
TEST_F(Broken, WhatLiesBeyondTheForestIsNotRead) {
  Words from = from_, to = to_;
  from.resize(10, 77);
  to.resize(12, 78);
  EXPECT_EQ(validate(Host(), graph_, right_, from, to), 5u);
  from.resize(5);
  EXPECT_THROW(validate(Host(), graph_, right_, from, to), std::invalid_argument);
  EXPECT_THROW(validate(Host(), graph_, right_, to, from), std::invalid_argument);
}

TEST_F(Broken, ArgumentsThatDoNotFit) {
  Words label = right_;
  label.push_back(0);
  EXPECT_THROW(validate(Host(), graph_, label), std::invalid_argument);
  label.resize(10);
  EXPECT_THROW(validate(Host(), graph_, label, from_, to_), std::invalid_argument);
  auto const directed = yoke_test::make_graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace>(
      {"an arc", 2, {{0, 1}}}, {.symmetrise = false});
  EXPECT_THROW(validate(Host(), directed, Words{0, 0}), std::invalid_argument);
}

TEST_F(Broken, StridedViewsAndOverlaps) {
  using Space = Kokkos::DefaultExecutionSpace;
  Kokkos::View<std::uint32_t* [3], Kokkos::LayoutRight, Space::memory_space> const columns(
      "columns", right_.size());
  auto const mirror = Kokkos::create_mirror_view(columns);
  for (std::size_t v = 0; v < right_.size(); ++v) {
    mirror(v, 0) = right_[v];
    mirror(v, 1) = v < from_.size() ? from_[v] : 99;
    mirror(v, 2) = v < to_.size() ? to_[v] : 99;
  }
  Kokkos::deep_copy(columns, mirror);
  auto const graph = copy_of(Space(), graph_);
  auto const label = Kokkos::subview(columns, Kokkos::ALL, 0);
  auto const from = Kokkos::subview(columns, Kokkos::ALL, 1);
  auto const to = Kokkos::subview(columns, Kokkos::ALL, 2);
  EXPECT_EQ(yoke::validate_components(Space(), graph, label), 5u);
  EXPECT_EQ(yoke::validate_spanning_forest(Space(), graph, label, from, to), 5u);
  EXPECT_THROW(yoke::validate_components(Space(), graph, from), yoke::InvalidInput);
  // Nothing is written: one View may be several arguments.
  EXPECT_THROW(yoke::validate_spanning_forest(Space(), graph, label, from, from),
               yoke::InvalidInput);
}

}  // namespace
