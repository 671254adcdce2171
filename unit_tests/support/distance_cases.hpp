#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/distances_oracle.hpp"

// The graphs of tests of distances, with the oracle's results: made once for all types.

namespace yoke_test {

struct DistanceCase {
  TestGraph graph;
  DistancesOracle oracle;
  explicit DistanceCase(TestGraph const& one) : graph(one), oracle(one) {}
};

inline TestGraph cycle_graph(std::uint32_t n) {
  TestGraph graph = path_graph(n);
  graph.name = "cycle of " + std::to_string(n);
  graph.add(n - 1, 0);
  return graph;
}

inline TestGraph side_by_side(TestGraph graph, TestGraph const& other) {
  for (auto const& [u, v] : other.edges) {
    graph.add(std::uint64_t(graph.vertices) + u, std::uint64_t(graph.vertices) + v);
  }
  graph.vertices += other.vertices;
  graph.name += " beside " + other.name;
  return graph;
}

// Shapes that have one size.
inline std::vector<TestGraph> tiny_distance_graphs() {
  return {isolated_vertices(0),      isolated_vertices(1),
          isolated_vertices(70),     path_graph(2),
          loops_and_multi_edges(),   side_by_side(isolated_vertices(3), grid_graph(9, 9, 100)),
          {"one loop", 1, {{0, 0}}}, {"loops and an edge", 4, {{2, 2}, {1, 3}, {3, 1}, {3, 3}}}};
}

inline std::vector<DistanceCase> const& distance_cases() {
  static std::vector<DistanceCase> const cases = [] {
    std::vector<DistanceCase> all;
    for (auto const& graph : tiny_distance_graphs()) all.emplace_back(graph);
    for (auto const& graph :
         {path_graph(1000), shuffled(path_graph(500), 1), cycle_graph(300), cycle_graph(301),
          star_graph(700, 3), clique_graph(80), grid_graph(30, 33, 100),
          shuffled(grid_graph(40, 30, 55), 2), shuffled(random_forest(1500, 5), 3),
          skewed_graph(11, std::size_t(1) << 15), shuffled(skewed_graph(9, 700), 4),
          uniform_graph(1200, 800), two_joined_cliques(40), shuffled(small_cycles(1000), 5),
          binary_tree(1023), caterpillar(100, 3), list_graph(1000),
          side_by_side(path_graph(40), shuffled(path_graph(40), 6)),
          side_by_side(cycle_graph(150), cycle_graph(151))}) {
      all.emplace_back(graph);
    }
    return all;
  }();
  return cases;
}

// What the tests of each type share.
template <class S, class V, class O>
struct DistanceTypes {
  using Space = S;
  using Vertex = V;
  using Offset = O;
  using Memory = typename Space::memory_space;

  static auto make(TestGraph const& graph) { return make_graph<Vertex, Offset, Memory>(graph); }
};

}  // namespace yoke_test
