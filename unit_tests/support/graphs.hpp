#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "yoke/graph.hpp"

// The graphs that the tests of all graph algorithms share: edge lists on the host, the same on
// every run and machine, made in the plainest way and without the library's generators.

namespace yoke_test {

struct TestGraph {
  std::string name;
  std::uint32_t vertices = 0;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;

  void add(std::uint64_t from, std::uint64_t to) {
    edges.emplace_back(static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to));
  }
};

// Steele, Lea, Flood 2014 (splitmix64).
class GraphDice {
 public:
  explicit GraphDice(std::uint64_t seed) : state_(seed) {}
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }
  bool percent(std::uint64_t share) { return below(100) < share; }

 private:
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }
  std::uint64_t state_;
};

// The same graph with its vertices numbered at random and its edges in random order.
inline TestGraph shuffled(TestGraph graph, std::uint64_t seed) {
  GraphDice dice(seed);
  std::vector<std::uint32_t> id(graph.vertices);
  std::iota(id.begin(), id.end(), 0u);
  for (std::size_t i = id.size(); i > 1; --i) std::swap(id[i - 1], id[dice.below(i)]);
  for (auto& [u, v] : graph.edges) {
    u = id[u];
    v = id[v];
    if (dice.percent(50)) std::swap(u, v);
  }
  for (std::size_t i = graph.edges.size(); i > 1; --i) {
    std::swap(graph.edges[i - 1], graph.edges[dice.below(i)]);
  }
  graph.name += ", shuffled";
  return graph;
}

inline TestGraph isolated_vertices(std::uint32_t n) {
  return {std::to_string(n) + " isolated vertices", n, {}};
}

inline TestGraph path_graph(std::uint32_t n) {
  TestGraph graph{"path of " + std::to_string(n), n, {}};
  for (std::uint32_t v = 1; v < n; ++v) graph.add(v - 1, v);
  return graph;
}

inline TestGraph star_graph(std::uint32_t n, std::uint32_t hub) {
  TestGraph graph{"star of " + std::to_string(n) + " around " + std::to_string(hub), n, {}};
  for (std::uint32_t v = 0; v < n; ++v) {
    if (v != hub) graph.add(v, hub);
  }
  return graph;
}

inline void add_clique(TestGraph& graph, std::uint32_t first, std::uint32_t size) {
  for (std::uint32_t u = first; u < first + size; ++u) {
    for (std::uint32_t v = u + 1; v < first + size; ++v) graph.add(u, v);
  }
}

inline TestGraph clique_graph(std::uint32_t n) {
  TestGraph graph{"clique of " + std::to_string(n), n, {}};
  add_clique(graph, 0, n);
  return graph;
}

// Vertices 0 to size - 1 and size to 2 size - 1, joined by one edge, also across the middle.
inline TestGraph two_joined_cliques(std::uint32_t size) {
  TestGraph graph{"two joined cliques of " + std::to_string(size), 2 * size, {}};
  add_clique(graph, 0, size);
  add_clique(graph, size, size);
  graph.add(size / 3, size + size / 2);
  return graph;
}

inline TestGraph grid_graph(std::uint32_t rows, std::uint32_t columns, int percent_kept) {
  TestGraph graph{std::to_string(rows) + "x" + std::to_string(columns) + " grid with " +
                      std::to_string(percent_kept) + "% of the edges",
                  rows * columns,
                  {}};
  GraphDice dice(1);
  for (std::uint32_t row = 0; row < rows; ++row) {
    for (std::uint32_t column = 0; column < columns; ++column) {
      std::uint32_t const v = row * columns + column;
      if (column + 1 < columns && dice.percent(percent_kept)) graph.add(v, v + 1);
      if (row + 1 < rows && dice.percent(percent_kept)) graph.add(v, v + columns);
    }
  }
  return graph;
}

// Every vertex but the roots hangs below an earlier one.
inline TestGraph random_forest(std::uint32_t n, int percent_roots) {
  TestGraph graph{"forest with " + std::to_string(percent_roots) + "% roots", n, {}};
  GraphDice dice(2);
  for (std::uint32_t v = 1; v < n; ++v) {
    if (!dice.percent(percent_roots)) graph.add(v, dice.below(v));
  }
  return graph;
}

// Chakrabarti, Zhan, Faloutsos 2004, with Graph500's 0.57, 0.19, 0.19, 0.05. Loops and repeated
// edges as they fall.
inline TestGraph skewed_graph(int scale, std::size_t edges) {
  TestGraph graph{"R-MAT 2^" + std::to_string(scale), std::uint32_t(1) << scale, {}};
  GraphDice dice(3);
  for (std::size_t e = 0; e < edges; ++e) {
    std::uint32_t u = 0, v = 0;
    for (int bit = 0; bit < scale; ++bit) {
      std::uint64_t const throw_of_dice = dice.below(100);
      u = 2 * u + (throw_of_dice >= 76);
      v = 2 * v + ((throw_of_dice >= 57 && throw_of_dice < 76) || throw_of_dice >= 95);
    }
    graph.add(u, v);
  }
  return graph;
}

inline TestGraph uniform_graph(std::uint32_t n, std::size_t edges) {
  TestGraph graph{
      "uniform, " + std::to_string(n) + " vertices and " + std::to_string(edges) + " edges", n, {}};
  GraphDice dice(4);
  for (std::size_t e = 0; e < edges; ++e) graph.add(dice.below(n), dice.below(n));
  return graph;
}

inline TestGraph loops_and_multi_edges() {
  TestGraph graph{"only loops and multi-edges", 60, {}};
  for (std::uint32_t v = 0; v < 30; ++v) {
    for (std::uint32_t k = 0; k <= v % 3; ++k) graph.add(v, v);
  }
  for (std::uint32_t v = 30; v + 1 < 60; v += 2) {
    for (std::uint32_t k = 0; k < 2 + v % 5; ++k) graph.add(v + k % 2, v + 1 - k % 2);
  }
  return graph;
}

// Cycles of 3 to 12 vertices.
inline TestGraph small_cycles(std::uint32_t n) {
  TestGraph graph{"small cycles", n, {}};
  for (std::uint32_t first = 0, size = 3; first + size <= n; first += size, size = 3 + first % 10) {
    for (std::uint32_t k = 0; k < size; ++k) graph.add(first + k, first + (k + 1) % size);
  }
  return graph;
}

inline TestGraph binary_tree(std::uint32_t n) {
  TestGraph graph{"binary tree", n, {}};
  for (std::uint32_t v = 1; v < n; ++v) graph.add(v, (v - 1) / 2);
  return graph;
}

// A path with `legs` pendant vertices at each vertex, and the smallest ids at the pendant ones.
inline TestGraph caterpillar(std::uint32_t spine, std::uint32_t legs) {
  TestGraph graph{"caterpillar", spine * (1 + legs), {}};
  std::uint32_t const first = spine * legs;
  for (std::uint32_t v = 0; v < spine; ++v) {
    if (v > 0) graph.add(first + v - 1, first + v);
    for (std::uint32_t k = 0; k < legs; ++k) graph.add(v * legs + k, first + v);
  }
  return graph;
}

// Paths of 1 to 40 vertices.
inline TestGraph list_graph(std::uint32_t n) {
  TestGraph graph{"lists", n, {}};
  GraphDice dice(5);
  std::uint64_t left = 1 + dice.below(40);
  for (std::uint32_t v = 1; v < n; ++v) {
    if (--left > 0) {
      graph.add(v - 1, v);
    } else {
      left = 1 + dice.below(40);
    }
  }
  return graph;
}

inline std::vector<TestGraph> make_test_graphs() {
  std::vector<TestGraph> all = {isolated_vertices(0), isolated_vertices(1), isolated_vertices(2),
                                path_graph(2), isolated_vertices(100)};
  all.push_back({"one loop", 1, {{0, 0}}});
  all.push_back(path_graph(1000));
  all.push_back(shuffled(path_graph(1000), 10));
  all.push_back(star_graph(5000, 0));
  all.push_back(star_graph(5000, 4999));
  all.push_back(clique_graph(50));
  all.push_back(grid_graph(40, 50, 70));
  all.push_back(shuffled(grid_graph(40, 50, 55), 11));
  all.push_back(shuffled(random_forest(3000, 1), 12));
  all.push_back(shuffled(random_forest(3000, 20), 13));
  all.push_back(skewed_graph(12, std::size_t(1) << 15));
  all.push_back(shuffled(skewed_graph(12, std::size_t(1) << 15), 14));
  all.push_back(uniform_graph(4000, 2000));
  all.push_back(uniform_graph(4000, 2600));
  all.push_back(uniform_graph(1000, 16000));
  all.push_back(two_joined_cliques(40));
  all.push_back(shuffled(two_joined_cliques(40), 15));
  all.push_back(loops_and_multi_edges());
  all.push_back(shuffled(small_cycles(2000), 16));
  all.push_back(binary_tree(2047));
  all.push_back(shuffled(binary_tree(2047), 17));
  all.push_back(caterpillar(300, 3));
  all.push_back(shuffled(caterpillar(300, 3), 18));
  all.push_back(list_graph(2000));
  all.push_back(shuffled(list_graph(2000), 19));
  return all;
}

inline std::vector<TestGraph> const& test_graphs() {
  static std::vector<TestGraph> const all = make_test_graphs();
  return all;
}

// Union-find in its plainest form.
class OracleSets {
 public:
  explicit OracleSets(std::uint32_t n) : parent_(n) {
    std::iota(parent_.begin(), parent_.end(), 0u);
  }
  std::uint32_t find(std::uint32_t v) {
    while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
    return v;
  }
  // Whether u and v were apart. The smaller representative stays one.
  bool join(std::uint32_t u, std::uint32_t v) {
    u = find(u);
    v = find(v);
    parent_[std::max(u, v)] = std::min(u, v);
    return u != v;
  }

 private:
  std::vector<std::uint32_t> parent_;
};

struct OracleComponents {
  std::vector<std::uint32_t> label;  // the smallest vertex of each one's component
  std::size_t count = 0;
};

inline OracleComponents oracle_components(TestGraph const& graph) {
  OracleSets sets(graph.vertices);
  OracleComponents components{{}, graph.vertices};
  for (auto const& [u, v] : graph.edges) components.count -= sets.join(u, v);
  for (std::uint32_t v = 0; v < graph.vertices; ++v) components.label.push_back(sets.find(v));
  return components;
}

// The edges as the library takes them, in host memory.
template <class Vertex>
yoke::EdgeList<Vertex, Kokkos::HostSpace> edge_list(TestGraph const& graph) {
  using Ends = Kokkos::View<Vertex*, Kokkos::HostSpace>;
  yoke::EdgeList<Vertex, Kokkos::HostSpace> list{graph.vertices, Ends("from", graph.edges.size()),
                                                 Ends("to", graph.edges.size())};
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    list.from(e) = static_cast<Vertex>(graph.edges[e].first);
    list.to(e) = static_cast<Vertex>(graph.edges[e].second);
  }
  return list;
}

template <class T, class MemorySpace>
Kokkos::View<T*, MemorySpace> copy_to(Kokkos::View<T const*, Kokkos::HostSpace> const& host) {
  Kokkos::View<T*, MemorySpace> const copy(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "copy of " + host.label()), host.extent(0));
  Kokkos::deep_copy(copy, host);
  return copy;
}

// The graph in any memory space, symmetrised unless the options say otherwise: built on the host
// and copied.
template <class Vertex, class Offset, class MemorySpace>
yoke::Graph<Vertex, Offset, MemorySpace> make_graph(TestGraph const& graph,
                                                    yoke::GraphBuildOptions const& options = {}) {
  auto const built = yoke::build_graph<Offset>(Kokkos::DefaultHostExecutionSpace(),
                                               edge_list<Vertex>(graph), options);
  return yoke::Graph<Vertex, Offset, MemorySpace>(yoke::unchecked, built.kind(),
                                                  copy_to<Offset, MemorySpace>(built.offsets()),
                                                  copy_to<Vertex, MemorySpace>(built.neighbours()));
}

}  // namespace yoke_test
