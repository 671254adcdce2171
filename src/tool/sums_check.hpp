#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <queue>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>
#include <yoke/shortest_paths.hpp>

#include "graph_output.hpp"
#include "host_graph.hpp"

namespace yoke::tool {

// Searches from one vertex after another: --verify compares eccentricities and closeness with them.
// This one is by a queue.
template <class Word>
class QueueSearch {
 public:
  using Length = std::uint64_t;

  explicit QueueSearch(HostGraph<Word> const& graph)
      : graph_(graph), level_(graph.vertices(), unreached) {}

  // What a search has come to: its source too.
  struct Found {
    std::uint64_t vertices = 0, farthest = 0, sum = 0;  // sum: of all distances
  };

  Found from(std::uint64_t source) {
    for (auto const v : queue_) level_[v] = unreached;
    queue_.assign(1, source);
    level_[source] = 0;
    Found found;
    for (std::size_t i = 0; i < queue_.size(); ++i) {
      auto const v = queue_[i];
      found.farthest = level_[v];
      found.sum += level_[v];
      for (auto arc = graph_.offsets()(v); arc < graph_.offsets()(v + 1); ++arc) {
        auto const neighbour = graph_.neighbours()(arc);
        if (level_[neighbour] != unreached) continue;
        level_[neighbour] = level_[v] + 1;
        queue_.push_back(neighbour);
      }
    }
    found.vertices = queue_.size();
    return found;
  }

  // Of the last search, which has come to the vertex if this is not `unreached`.
  std::uint64_t distance_to(std::uint64_t v) const { return level_[v]; }
  static constexpr std::uint64_t unreached = std::numeric_limits<std::uint64_t>::max();

 private:
  HostGraph<Word> const& graph_;
  std::vector<std::uint64_t> level_, queue_;
};

// Dijkstra's algorithm with the standard library's heap.
template <class Word, class Weight>
class HeapSearch {
 public:
  using Length = Weight;
  static constexpr Weight unreached = infinite_weight<Weight>;

  explicit HeapSearch(WeightedHostGraph<Word, Weight> const& graph)
      : graph_(graph), distance_(graph.vertices()) {}

  struct Found {
    std::uint64_t vertices = 0;
    Weight farthest = 0;
    double sum = 0;
  };

  Found from(std::uint64_t source) {
    std::ranges::fill(distance_, unreached);
    distance_[source] = 0;
    waiting_.emplace(0, source);
    Found found;
    while (!waiting_.empty()) {
      auto const [near, v] = waiting_.top();
      waiting_.pop();
      if (near > distance_[v]) continue;
      ++found.vertices;
      found.farthest = near;
      found.sum += static_cast<double>(near);
      follow(near, v);
    }
    return found;
  }
  Weight distance_to(std::uint64_t v) const { return distance_[v]; }

 private:
  void follow(Weight near, std::uint64_t v) {
    for (auto arc = graph_.offsets()(v); arc < graph_.offsets()(v + 1); ++arc) {
      Weight const weight = graph_.weights()(arc);
      if (!(weight < unreached - near)) continue;  // too far
      Weight const sum = near + weight;
      auto const neighbour = graph_.neighbours()(arc);
      if (!(sum < distance_[neighbour])) continue;
      distance_[neighbour] = sum;
      waiting_.emplace(sum, neighbour);
    }
  }

  using Waiting = std::pair<Weight, std::uint64_t>;
  WeightedHostGraph<Word, Weight> const& graph_;
  std::vector<Weight> distance_;
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting_;
};

template <class Word>
QueueSearch<Word> plain_search(HostGraph<Word> const& graph) {
  return QueueSearch<Word>(graph);
}
template <class Word, class Weight>
HeapSearch<Word, Weight> plain_search(WeightedHostGraph<Word, Weight> const& graph) {
  return HeapSearch<Word, Weight>(graph);
}

// What is wrong with the eccentricities and the diameter, or nothing. Without eccentricities the
// diameter alone is checked.
template <class Graph, class Length, class ItsDiameter>
std::optional<std::string> find_wrong_eccentricity(Graph const& graph,
                                                   std::span<Length const> eccentricity,
                                                   ItsDiameter const& diameter) {
  auto search = plain_search(graph);
  typename decltype(search)::Length largest = 0;
  for (std::uint64_t v = 0; v < graph.vertices(); ++v) {
    auto const farthest = search.from(v).farthest;
    largest = std::max(largest, farthest);
    if (eccentricity.empty() || eccentricity[v] == farthest) continue;
    return fmt::format("the eccentricity of vertex {} is {}, and a search says {}", v,
                       eccentricity[v], farthest);
  }
  if (diameter.length != largest) {
    return fmt::format("the diameter is {}, and searches say {}", diameter.length, largest);
  }
  if (graph.vertices() == 0) return std::nullopt;
  search.from(diameter.from);
  if (search.distance_to(diameter.to) == largest) return std::nullopt;
  return fmt::format("vertices {} and {} are not {} apart", diameter.from, diameter.to, largest);
}

// What is wrong with the closeness of these vertices, or nothing.
template <class Graph>
std::optional<std::string> find_wrong_closeness(Graph const& graph,
                                                std::span<std::uint64_t const> vertices,
                                                std::span<double const> closeness) {
  auto search = plain_search(graph);
  using Length = typename decltype(search)::Length;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    auto const found = search.from(vertices[i]);
    auto const others = static_cast<double>(found.vertices - 1);
    auto const all_others = static_cast<double>(graph.vertices() - 1);
    double const expected =
        found.sum == 0 ? 0 : others * others / (static_cast<double>(found.sum) * all_others);
    // Another order of operations gives other last digits, and one of rounded sums more of them.
    double const operations =
        8 + (std::is_same_v<Length, std::uint64_t> ? 0 : 2 * static_cast<double>(found.vertices));
    double const room = operations * std::numeric_limits<double>::epsilon() * expected;
    if (std::abs(closeness[i] - expected) <= room) continue;
    return fmt::format("the closeness of vertex {} is {}, and a search says {}", vertices[i],
                       closeness[i], expected);
  }
  return std::nullopt;
}

}  // namespace yoke::tool
