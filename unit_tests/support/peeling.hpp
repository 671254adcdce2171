#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

namespace yoke_test {

// Removes pendant vertices one round at a time, in the plainest way.
struct Peeled {
  std::vector<std::vector<std::uint64_t>> rows;
  std::vector<std::set<std::uint64_t>> rounds;  // the vertices that each removed
  std::vector<std::uint64_t> anchor;            // itself: not removed
  std::uint64_t removed = 0;
};

template <class Graph>
Peeled peel(Graph const& graph, std::uint64_t least,
            std::uint64_t most_rounds = ~std::uint64_t(0)) {
  std::uint64_t const n = graph.vertices();
  Peeled peeled{std::vector<std::vector<std::uint64_t>>(n), {}, std::vector<std::uint64_t>(n)};
  auto& rows = peeled.rows;
  for (std::uint64_t v = 0; v < n; ++v) {
    peeled.anchor[v] = v;
    for (auto k = graph.offsets()(v); k < graph.offsets()(v + 1); ++k) {
      rows[v].push_back(graph.neighbours()(k));
    }
  }
  auto const may_go = [&](std::uint64_t v) { return rows[v].size() == 1 && rows[v][0] != v; };
  while (peeled.rounds.size() < most_rounds) {
    std::set<std::uint64_t> leaving;
    for (std::uint64_t v = 0; v < n; ++v) {
      if (may_go(v) && !(may_go(rows[v][0]) && v < rows[v][0])) leaving.insert(v);
    }
    std::set<std::uint64_t> anchors;
    for (auto v : leaving) {
      anchors.insert(peeled.anchor[v] = rows[v][0]);
      rows[v].clear();
    }
    for (auto w : anchors) {
      auto const has_left = [&](std::uint64_t v) { return leaving.contains(v); };
      rows[w].erase(std::remove_if(rows[w].begin(), rows[w].end(), has_left), rows[w].end());
    }
    peeled.removed += leaving.size();
    if (!leaving.empty()) peeled.rounds.push_back(leaving);
    if (leaving.empty() || leaving.size() < least) break;
  }
  return peeled;
}

}  // namespace yoke_test
