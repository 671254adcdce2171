#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "support/graphs.hpp"

// All distances in the plainest way: a queue for every vertex.

namespace yoke_test {

struct DistancesOracle {
  std::vector<std::uint64_t> eccentricity;
  std::vector<double> closeness;
  std::uint64_t diameter = 0;
  std::vector<std::vector<std::uint32_t>> rows;

  static constexpr std::uint64_t none = ~std::uint64_t(0);

  explicit DistancesOracle(TestGraph const& graph) : rows(graph.vertices) {
    for (auto const& [u, v] : graph.edges) {
      rows[u].push_back(v);
      rows[v].push_back(u);
    }
    for (std::uint32_t source = 0; source < graph.vertices; ++source) {
      std::uint64_t most = 0, sum = 0, reached = 0;
      for (auto const d : distances_from(source)) {
        if (d == none) continue;
        most = std::max(most, d);
        sum += d;
        ++reached;
      }
      eccentricity.push_back(most);
      diameter = std::max(diameter, most);
      // As NetworkX: (r - 1) / sum, times (r - 1) / (n - 1).
      auto const others = static_cast<double>(reached - 1);
      closeness.push_back(sum == 0 ? 0
                                   : others / static_cast<double>(sum) *
                                         (others / static_cast<double>(graph.vertices - 1)));
    }
  }

  std::vector<std::uint64_t> distances_from(std::uint32_t source) const {
    std::vector<std::uint64_t> distance(rows.size(), none);
    std::vector<std::uint32_t> queue{source};
    distance[source] = 0;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (auto const v : rows[queue[i]]) {
        if (distance[v] != none) continue;
        distance[v] = distance[queue[i]] + 1;
        queue.push_back(v);
      }
    }
    return distance;
  }
};

}  // namespace yoke_test
