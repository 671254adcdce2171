#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "support/graphs.hpp"

// Graphs whose vertices are numbered so that union-find leaves long paths, or that threads meet on
// them.
namespace yoke_test {

// A path that visits the vertices in that order.
inline TestGraph path_in_order(std::string name, std::vector<std::uint32_t> const& order) {
  TestGraph graph{std::move(name), static_cast<std::uint32_t>(order.size()), {}};
  for (std::size_t i = 1; i < order.size(); ++i) graph.add(order[i - 1], order[i]);
  return graph;
}

// 0, n - 1, 1, n - 2, ...
inline std::vector<std::uint32_t> zigzag(std::uint32_t n) {
  std::vector<std::uint32_t> order(n);
  for (std::uint32_t i = 0; i < n; ++i) order[i] = i % 2 == 0 ? i / 2 : n - 1 - i / 2;
  return order;
}

inline std::vector<std::uint32_t> ascending(std::uint32_t n) {
  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0u);
  return order;
}

inline std::vector<std::uint32_t> reversed(std::vector<std::uint32_t> order) {
  std::reverse(order.begin(), order.end());
  return order;
}

// The numbers below a power of two with their bits turned round.
inline std::vector<std::uint32_t> bits_reversed(std::uint32_t n) {
  int const bits = std::bit_width(n) - 1;
  std::vector<std::uint32_t> order(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    for (int b = 0; b < bits; ++b) order[i] |= (i >> b & 1) << (bits - 1 - b);
  }
  return order;
}

// Two halves by turns, the upper one ascending too: 0, n / 2, 1, n / 2 + 1, ...
inline std::vector<std::uint32_t> interleaved(std::uint32_t n) {
  std::vector<std::uint32_t> order(n);
  for (std::uint32_t i = 0; i < n; ++i) order[i] = i / 2 + (i % 2) * (n / 2);
  return order;
}

// Paths of that length that meet in one vertex, the smallest or the largest of all.
inline TestGraph star_of_paths(std::uint32_t paths, std::uint32_t length, bool smallest) {
  TestGraph graph{"star of paths", paths * length + 1, {}};
  std::uint32_t const centre = smallest ? 0 : paths * length, first = smallest;
  for (std::uint32_t p = 0; p < paths; ++p) {
    graph.add(centre, first + p);
    for (std::uint32_t i = 1; i < length; ++i) {
      graph.add(first + (i - 1) * paths + p, first + i * paths + p);
    }
  }
  return graph;
}

// A zigzag path of the smaller vertices, and a star: on the path's end that is deepest in a tree
// of ancestors, or apart and joined to that end by its largest leaf.
inline TestGraph zigzag_and_star(std::uint32_t path, std::uint32_t leaves, bool apart) {
  TestGraph graph = path_in_order("zigzag and star", zigzag(path));
  graph.vertices = path + leaves;
  std::uint32_t const deepest = path / 2, hub = apart ? path : deepest;
  for (std::uint32_t v = path + apart; v < graph.vertices; ++v) graph.add(hub, v);
  if (apart) graph.add(deepest, graph.vertices - 1);
  return graph;
}

// The same graph with vertex v called names[v].
inline TestGraph renamed(TestGraph graph, std::string const& how,
                         std::vector<std::uint32_t> const& names) {
  for (auto& [u, v] : graph.edges) {
    u = names[u];
    v = names[v];
  }
  graph.name += ", " + how;
  return graph;
}

// n is a power of two.
inline std::vector<TestGraph> graphs_of_long_paths(std::uint32_t n) {
  std::vector<TestGraph> all;
  std::pair<char const*, std::vector<std::uint32_t>> const orders[] = {
      {"zigzag", zigzag(n)},
      {"zigzag, reversed", reversed(zigzag(n))},
      {"bits reversed", bits_reversed(n)},
      {"interleaved", interleaved(n)},
      {"descending", reversed(ascending(n))}};
  for (auto const& [name, order] : orders) all.push_back(path_in_order(name, order));
  for (auto const& [name, order] : orders) all.push_back(renamed(binary_tree(n), name, order));
  for (bool const smallest : {false, true}) {
    all.push_back(star_of_paths(16, n / 16, smallest));
    all.push_back(star_of_paths(n / 16, 16, smallest));
  }
  for (bool const apart : {false, true}) all.push_back(zigzag_and_star(n / 2, n / 2, apart));
  all.push_back(renamed(grid_graph(16, n / 16, 100), "zigzag", zigzag(n)));
  return all;
}

}  // namespace yoke_test
