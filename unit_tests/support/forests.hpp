#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "support/graphs.hpp"

namespace yoke_test {

// The oracle of spanning forests: shares no code with the library.
class ForestOracle {
 public:
  explicit ForestOracle(TestGraph const& graph) : vertices_(graph.vertices) {
    for (auto const& [u, v] : graph.edges) edges_.push_back(std::minmax(u, v));
    std::sort(edges_.begin(), edges_.end());
  }

  // The first edges are as many as vertices less components, each one of the graph's, and none
  // closes a cycle.
  template <class Index>
  void expect_spanning(std::size_t components, std::vector<Index> const& from,
                       std::vector<Index> const& to) const {
    OracleSets sets(vertices_);
    for (std::size_t k = 0; k < vertices_ - components; ++k) {
      // Of a width that wraps nothing: an end that is no vertex is in no edge of the graph.
      std::pair<std::uint64_t, std::uint64_t> const edge = std::minmax<std::uint64_t>(
          static_cast<std::uint64_t>(from[k]), static_cast<std::uint64_t>(to[k]));
      ASSERT_TRUE(std::binary_search(edges_.begin(), edges_.end(), edge))
          << "edge " << k << " of the forest, " << edge.first << " - " << edge.second
          << ", is none of the graph";
      ASSERT_TRUE(sets.join(static_cast<std::uint32_t>(edge.first),
                            static_cast<std::uint32_t>(edge.second)))
          << "edge " << k << ", " << edge.first << " - " << edge.second << ", closes a cycle";
    }
  }

 private:
  std::uint32_t vertices_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> edges_;  // from their smaller ends, in order
};

}  // namespace yoke_test
