#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <queue>
#include <set>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/graphs.hpp"
#include "yoke/weighted_graph.hpp"

// Lightest paths in the plainest way, of edges with weights.

namespace yoke_test {

template <class Weight>
struct WeightedTestGraph {
  TestGraph graph;
  std::vector<Weight> weights;  // of its edges
  bool symmetric = true;
};

template <class Weight>
class PathsOracle {
  using Wide = std::conditional_t<std::is_integral_v<Weight>, __int128, Weight>;
  struct Arc {
    std::uint64_t to;
    Weight weight;
  };

 public:
  static constexpr Weight infinity = std::is_integral_v<Weight>
                                         ? std::numeric_limits<Weight>::max()
                                         : std::numeric_limits<Weight>::infinity();
  static constexpr std::uint64_t none = ~std::uint64_t(0);

  std::vector<Weight> distances;
  std::vector<std::uint64_t> parents;
  std::uint64_t reached = 0;

  explicit PathsOracle(WeightedTestGraph<Weight> const& graph) : rows_(graph.graph.vertices) {
    for (std::size_t e = 0; e < graph.graph.edges.size(); ++e) {
      auto const [u, v] = graph.graph.edges[e];
      rows_[u].push_back({v, graph.weights[e]});
      if (graph.symmetric && u != v) rows_[v].push_back({u, graph.weights[e]});
      has_negative_ = has_negative_ || graph.weights[e] < 0;
    }
  }

  void search(std::vector<std::uint64_t> const& sources) {
    distances.assign(rows_.size(), infinity);
    for (auto const s : sources) distances[s] = 0;
    has_negative_ ? relax_all() : settle_nearest(sources);
    reached = static_cast<std::uint64_t>(
        std::count_if(distances.begin(), distances.end(), [](auto d) { return d != infinity; }));
    find_parents(sources);
  }

 private:
  static Weight sum(Weight distance, Weight weight) {
    Wide const wide = static_cast<Wide>(distance) + static_cast<Wide>(weight);
    return wide > static_cast<Wide>(infinity) ? infinity : static_cast<Weight>(wide);
  }

  // Dijkstra, with a tree.
  void settle_nearest(std::vector<std::uint64_t> const& sources) {
    std::set<std::pair<Weight, std::uint64_t>> waiting;
    for (auto const s : sources) waiting.insert({0, s});
    while (!waiting.empty()) {
      auto const [near, u] = *waiting.begin();
      waiting.erase(waiting.begin());
      for (auto const& [v, weight] : rows_[u]) {
        Weight const distance = sum(near, weight);
        if (!(distance < distances[v])) continue;
        waiting.erase({distances[v], v});
        distances[v] = distance;
        waiting.insert({distance, v});
      }
    }
  }

  // Bellman and Ford, until nothing changes.
  void relax_all() {
    for (bool changes = true; changes;) {
      changes = false;
      for (std::uint64_t u = 0; u < rows_.size(); ++u) {
        if (distances[u] == infinity) continue;
        for (auto const& [v, weight] : rows_[u]) {
          Weight const distance = sum(distances[u], weight);
          if (!(distance < distances[v])) continue;
          distances[v] = distance;
          changes = true;
        }
      }
    }
  }

  bool is_tight(std::uint64_t u, Arc const& arc) const {
    return distances[u] != infinity && distances[arc.to] != infinity &&
           sum(distances[u], arc.weight) == distances[arc.to];
  }

  void find_parents(std::vector<std::uint64_t> const& sources) {
    parents.assign(rows_.size(), none);
    for (std::uint64_t u = 0; u < rows_.size() && !has_negative_; ++u) {
      for (auto const& arc : rows_[u]) {
        if (is_tight(u, arc) && distances[u] < distances[arc.to])
          parents[arc.to] = std::min(parents[arc.to], u);
      }
    }
    for (auto const s : sources) {
      if (distances[s] == 0) parents[s] = s;
    }
    // The others level by level, from those that have one.
    std::vector<std::uint64_t> level;
    for (std::uint64_t v = 0; v < rows_.size(); ++v) {
      if (parents[v] != none) level.push_back(v);
    }
    while (!level.empty()) {
      std::vector<std::uint64_t> next;
      std::vector<std::pair<std::uint64_t, std::uint64_t>> found;
      for (auto const u : level) {
        for (auto const& arc : rows_[u]) {
          if (parents[arc.to] == none && is_tight(u, arc)) found.emplace_back(arc.to, u);
        }
      }
      for (auto const& [v, u] : found) {
        if (parents[v] == none) next.push_back(v);
        parents[v] = std::min(parents[v], u);
      }
      level = next;
    }
  }

  std::vector<std::vector<Arc>> rows_;
  bool has_negative_ = false;
};

template <class Vertex, class Offset, class Weight, class Memory>
yoke::WeightedGraph<Vertex, Offset, Weight, Memory> make_weighted_graph(
    WeightedTestGraph<Weight> const& graph) {
  yoke::WeightedEdgeList<Vertex, Weight, Kokkos::HostSpace> list;
  static_cast<yoke::EdgeList<Vertex, Kokkos::HostSpace>&>(list) = edge_list<Vertex>(graph.graph);
  list.weights = Kokkos::View<Weight*, Kokkos::HostSpace>("weights", graph.weights.size());
  std::copy(graph.weights.begin(), graph.weights.end(), list.weights.data());
  auto const built = yoke::build_graph<Offset>(Kokkos::DefaultHostExecutionSpace(), list,
                                               {.symmetrise = graph.symmetric});
  return {yoke::unchecked, built.kind(), copy_to<Offset, Memory>(built.offsets()),
          copy_to<Vertex, Memory>(built.neighbours()), copy_to<Weight, Memory>(built.weights())};
}

}  // namespace yoke_test
