#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>
#include <yoke/eccentricities_options.hpp>

#include "host_graph.hpp"

namespace yoke::tool {

// Searches by a queue, one after the other: --verify compares eccentricities and closeness with
// them.
template <class Word>
class QueueSearch {
 public:
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

// What is wrong with the eccentricities and the diameter, or nothing. Without eccentricities the
// diameter alone is checked.
template <class Word>
std::optional<std::string> find_wrong_eccentricity(HostGraph<Word> const& graph,
                                                   std::span<Word const> eccentricity,
                                                   Diameter const& diameter) {
  QueueSearch<Word> search(graph);
  std::uint64_t largest = 0;
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
template <class Word>
std::optional<std::string> find_wrong_closeness(HostGraph<Word> const& graph,
                                                std::span<std::uint64_t const> vertices,
                                                std::span<double const> closeness) {
  QueueSearch<Word> search(graph);
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    auto const found = search.from(vertices[i]);
    auto const others = static_cast<double>(found.vertices - 1);
    auto const all_others = static_cast<double>(graph.vertices() - 1);
    double const expected =
        others == 0 ? 0 : others * others / (static_cast<double>(found.sum) * all_others);
    // Another order of operations gives other last digits.
    double const room = 8 * std::numeric_limits<double>::epsilon() * expected;
    if (std::abs(closeness[i] - expected) <= room) continue;
    return fmt::format("the closeness of vertex {} is {}, and a search says {}", vertices[i],
                       closeness[i], expected);
  }
  return std::nullopt;
}

}  // namespace yoke::tool
