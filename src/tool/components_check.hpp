#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "host_graph.hpp"

namespace yoke::tool {

// Sets of vertices, each named by its smallest: the plainest union-find, on one thread.
template <class Word>
class VertexSets {
 public:
  explicit VertexSets(std::uint64_t vertices) : above_(vertices), count_(vertices) {
    std::iota(above_.begin(), above_.end(), Word(0));
  }

  std::uint64_t count() const { return count_; }

  Word smallest_of(Word v) {
    while (above_[v] != v) v = above_[v] = above_[above_[v]];
    return v;
  }

  // False where they were in one set before.
  bool join(Word u, Word v) {
    u = smallest_of(u);
    v = smallest_of(v);
    if (u == v) return false;
    above_[std::max(u, v)] = std::min(u, v);
    --count_;
    return true;
  }

 private:
  std::vector<Word> above_;
  std::uint64_t count_;
};

// Compares labels, and a forest where there is one, with what a union-find makes of the graph's
// edges one by one. Returns what is wrong, or nothing.
template <class Word>
std::optional<std::string> find_components_fault(HostGraph<Word> const& graph,
                                                 std::span<Word const> label,
                                                 std::uint64_t components) {
  VertexSets<Word> sets(graph.vertices());
  for (std::uint64_t v = 0; v < graph.vertices(); ++v) {
    for (Word arc = graph.offsets()(v); arc < graph.offsets()(v + 1); ++arc) {
      sets.join(static_cast<Word>(v), graph.neighbours()(arc));
    }
  }
  for (std::uint64_t v = 0; v < graph.vertices(); ++v) {
    Word const right = sets.smallest_of(static_cast<Word>(v));
    if (label[v] == right) continue;
    return fmt::format("the label of vertex {} is {}, and the smallest vertex of its component {}",
                       v, label[v], right);
  }
  if (sets.count() == components) return std::nullopt;
  return fmt::format("{} components were counted, but there are {}", components, sets.count());
}

// In the shorter of the two rows: a forest may have all edges of a hub.
template <class Word>
bool has_edge(HostGraph<Word> const& graph, Word u, Word v) {
  auto const& offsets = graph.offsets();
  if (offsets(u + 1) - offsets(u) > offsets(v + 1) - offsets(v)) std::swap(u, v);
  auto const* const end = graph.neighbours().data() + offsets(u + 1);
  return std::find(graph.neighbours().data() + offsets(u), end, v) != end;
}

template <class Word>
std::optional<std::string> find_forest_fault(HostGraph<Word> const& graph,
                                             std::span<Word const> from, std::span<Word const> to) {
  VertexSets<Word> sets(graph.vertices());
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (from[i] >= graph.vertices() || to[i] >= graph.vertices()) {
      return fmt::format("an end of the forest's edge {} is no vertex", i);
    }
    if (!has_edge(graph, from[i], to[i])) {
      return fmt::format("the forest's edge {} - {} is none of the graph's", from[i], to[i]);
    }
    if (!sets.join(from[i], to[i])) {
      return fmt::format("the forest's edge {} - {} closes a cycle", from[i], to[i]);
    }
  }
  return std::nullopt;
}

}  // namespace yoke::tool
