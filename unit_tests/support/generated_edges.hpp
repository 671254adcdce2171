#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/lists.hpp"
#include "yoke/generate_graph.hpp"

// Generated edges on the host, and what is expected of them.
namespace yoke_test {

using Pair = std::pair<std::uint64_t, std::uint64_t>;

struct HostEdges {
  std::uint64_t vertices = 0;
  std::vector<Pair> pairs;

  bool operator==(HostEdges const&) const = default;
};

// By the shape's seed, or by a generator.
template <class Vertex, class Space, class... Generator>
HostEdges generate_on(Space const& exec, yoke::GraphShape const& shape,
                      Generator const&... random) {
  auto const edges = yoke::generate_edges<Vertex>(exec, shape, random...);
  static_assert(std::is_same_v<typename decltype(edges.from)::value_type, Vertex>);
  auto const from = to_vector(edges.from), to = to_vector(edges.to);
  HostEdges host{edges.vertices, {}};
  for (std::size_t i = 0; i < from.size(); ++i) host.pairs.emplace_back(from[i], to[i]);
  return host;
}

inline Pair unordered(Pair const& pair) { return std::minmax(pair.first, pair.second); }

inline std::set<Pair> as_set(HostEdges const& edges) {
  std::set<Pair> set;
  for (Pair const& pair : edges.pairs) set.insert(unordered(pair));
  return set;
}

// Within five standard deviations of a sum of `trials` draws that each count with this probability.
inline void expect_count(std::uint64_t count, double trials, double probability,
                         std::string const& what) {
  double const mean = trials * probability;
  double const deviation = std::sqrt(mean * (1 - probability));
  EXPECT_LE(std::abs(static_cast<double>(count) - mean), 5 * deviation)
      << what << ": " << count << " where " << mean << " are expected";
}

// Every value as likely: Pearson's chi-squared within five of its standard deviations.
inline void expect_uniform(std::vector<std::uint64_t> const& counts, std::string const& what) {
  double total = 0, chi = 0;
  for (auto const count : counts) total += static_cast<double>(count);
  double const mean = total / static_cast<double>(counts.size());
  for (auto const count : counts) chi += std::pow(static_cast<double>(count) - mean, 2) / mean;
  double const freedom = static_cast<double>(counts.size() - 1);
  EXPECT_LE(std::abs(chi - freedom), 5 * std::sqrt(2 * freedom)) << what;
}

inline std::vector<yoke::GraphShape> some_of_each() {
  return {yoke::RmatShape{.scale = 11, .edge_factor = 8},
          yoke::RmatShape{.scale = 7, .edge_factor = 30.3, .quadrants = yoke::thesis_quadrants},
          yoke::UniformShape{.vertices = 1000, .edges = 7000},
          yoke::UniformShape{.vertices = 1001, .edges = 7000, .distinct = false},
          yoke::ProbabilityShape{.vertices = 1500, .probability = 0.01},
          yoke::ProbabilityShape{.vertices = 200, .probability = 0.9},
          yoke::ForestShape{.vertices = 5000, .trees = 7, .children = 1},
          yoke::ForestShape{.vertices = 5000, .trees = 3, .children = 3},
          yoke::ForestShape{.vertices = 5000, .children = 4, .complete = true},
          yoke::GridShape{.width = 100, .height = 70, .kept = 0.7},
          yoke::GridShape{.width = 33, .height = 65, .kept = 0.5, .shuffle_labels = true}};
}

// The trees' sizes; checks that the edges make a forest with at most so many children a vertex.
inline std::vector<std::uint64_t> trees_of(HostEdges const& edges, std::uint64_t most_children) {
  std::vector<std::uint64_t> parent(edges.vertices), children(edges.vertices);
  for (std::uint64_t v = 0; v < edges.vertices; ++v) parent[v] = v;
  for (auto const& [up, down] : edges.pairs) {
    EXPECT_EQ(parent[down], down) << "two parents";
    parent[down] = up;
    EXPECT_LE(++children[up], most_children);
  }
  std::vector<std::uint64_t> size(edges.vertices);
  for (std::uint64_t v = 0; v < edges.vertices; ++v) {
    std::uint64_t root = v;
    for (std::uint64_t steps = 0; parent[root] != root; root = parent[root]) {
      if (++steps > edges.vertices) {
        ADD_FAILURE() << "a cycle";
        return {};
      }
    }
    ++size[root];
  }
  std::erase(size, 0u);
  std::ranges::sort(size);
  return size;
}

}  // namespace yoke_test
