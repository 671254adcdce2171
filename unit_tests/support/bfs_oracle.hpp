#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "support/graphs.hpp"

namespace yoke_test {

// The arcs of a test graph and searches of them, in the plainest way.
class BfsOracle {
 public:
  static constexpr std::uint64_t unreached = std::numeric_limits<std::uint64_t>::max();

  BfsOracle(TestGraph const& graph, bool directed)
      : successors_(graph.vertices), predecessors_(graph.vertices) {
    for (auto const& [u, v] : graph.edges) {
      add(u, v);
      if (!directed) add(v, u);
    }
    for (auto& row : predecessors_) std::sort(row.begin(), row.end());
  }

  // Levels from the nearest of the sources, and each vertex's smallest neighbour one level up.
  void search(std::vector<std::uint64_t> const& sources) {
    level.assign(successors_.size(), unreached);
    parent.assign(successors_.size(), unreached);
    reached = levels = 0;
    std::vector<std::uint64_t> queue;
    for (auto const s : sources) {
      if (level[s] == 0) continue;
      level[s] = 0;
      queue.push_back(s);
    }
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (auto const v : successors_[queue[i]]) {
        if (level[v] != unreached) continue;
        level[v] = level[queue[i]] + 1;
        queue.push_back(v);
      }
    }
    for (auto const v : queue) {
      levels = std::max(levels, level[v] + 1);
      parent[v] = level[v] == 0 ? v : smallest_parent(v);
    }
    reached = queue.size();
  }

  // What is wrong with a search's results, or nothing.
  template <class Levels, class Parents>
  std::string fault(Levels const& levels_found, Parents const& parents_found) const {
    using Level = typename Levels::value_type;
    using Parent = typename Parents::value_type;
    for (std::size_t v = 0; v < level.size(); ++v) {
      std::string const vertex = "vertex " + std::to_string(v);
      if (levels_found.size() > 0 && levels_found[v] != static_cast<Level>(level[v])) {
        return vertex + " has level " + std::to_string(levels_found[v]) + ", not " +
               std::to_string(static_cast<Level>(level[v]));
      }
      if (parents_found.size() == 0) continue;
      std::string const given = vertex + " has parent " + std::to_string(parents_found[v]);
      if (level[v] == unreached || level[v] == 0) {
        if (parents_found[v] != static_cast<Parent>(parent[v])) return given;
        continue;
      }
      std::uint64_t const u = static_cast<std::uint64_t>(parents_found[v]);
      auto const& row = predecessors_[v];
      if (!std::binary_search(row.begin(), row.end(), u)) return given + ", no neighbour";
      if (level[u] + 1 != level[v]) return given + ", not one level up";
    }
    return "";
  }

  std::vector<std::uint64_t> level, parent;
  std::uint64_t reached = 0, levels = 0;

 private:
  void add(std::uint64_t u, std::uint64_t v) {
    successors_[u].push_back(v);
    predecessors_[v].push_back(u);
  }
  std::uint64_t smallest_parent(std::uint64_t v) const {
    for (auto const u : predecessors_[v]) {
      if (level[u] != unreached && level[u] + 1 == level[v]) return u;
    }
    return unreached;
  }

  std::vector<std::vector<std::uint64_t>> successors_, predecessors_;
};

}  // namespace yoke_test
