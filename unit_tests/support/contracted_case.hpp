#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include "support/forests.hpp"
#include "support/graphs.hpp"
#include "support/lists.hpp"
#include "support/pruned_case.hpp"
#include "yoke/pruned_components.hpp"

namespace yoke_test {

using yoke::PruneOptions;
using yoke::PruneProperty;

inline constexpr std::uint64_t all_rounds = 1000000;

using Arcs = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

// Shortest ways along arcs with lengths, by Dijkstra's algorithm.
inline std::vector<std::uint64_t> distances(std::uint64_t vertices, std::uint64_t source,
                                            Arcs const& arcs,
                                            std::vector<std::uint64_t> const& lengths) {
  std::vector<std::vector<std::pair<std::uint64_t, std::uint64_t>>> rows(vertices);
  for (std::size_t k = 0; k < arcs.size(); ++k) {
    rows[arcs[k].first].emplace_back(arcs[k].second, lengths[k]);
  }
  std::vector<std::uint64_t> distance(vertices, ~std::uint64_t(0));
  using Entry = std::pair<std::uint64_t, std::uint64_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  distance[source] = 0;
  queue.emplace(0, source);
  while (!queue.empty()) {
    auto const [far, v] = queue.top();
    queue.pop();
    if (far > distance[v]) continue;
    for (auto const& [w, length] : rows[v]) {
      if (far + length >= distance[w]) continue;
      distance[w] = far + length;
      queue.emplace(distance[w], w);
    }
  }
  return distance;
}

template <class Executor, class Vertex, class Offset>
class ContractedCase {
  using Memory = typename MemoryOf<Executor>::Type;
  using Words = Kokkos::View<Vertex*, Memory>;
  using Pruned = yoke::PrunedGraph<Vertex, Offset, Memory>;

 public:
  ContractedCase(Executor const& executor, TestGraph const& graph)
      : executor_(executor),
        test_(graph),
        graph_(make_graph<Vertex, Offset, Memory>(graph)),
        arcs_(arcs_of(graph_)) {}

  void check(PruneOptions const& options) {
    SCOPED_TRACE(test_.name + ", " + name_of(options));
    Pruned const pruned = yoke::prune(executor_, graph_, options);
    check_report(pruned, options);
    auto const group = groups(pruned);
    check_groups(pruned, group);
    check_arcs(pruned, group, options.property == PruneProperty::chains);
    check_property(pruned, group, options);
    check_components(pruned);
  }

 private:
  static Arcs arcs_of(yoke::Graph<Vertex, Offset, Memory> const& graph) {
    auto const offsets = to_vector(graph.offsets());
    auto const neighbours = to_vector(graph.neighbours());
    Arcs arcs;
    for (std::size_t v = 0; v < graph.vertices(); ++v) {
      for (auto k = offsets[v]; k < offsets[v + 1]; ++k) arcs.emplace_back(v, neighbours[k]);
    }
    return arcs;
  }

  void check_report(Pruned const& pruned, PruneOptions const& options) const {
    auto const& report = pruned.report();
    EXPECT_EQ(report.property, options.property);
    EXPECT_EQ(report.removed_vertices, graph_.vertices() - pruned.graph().vertices());
    EXPECT_EQ(report.removed_arcs, graph_.arcs() - pruned.graph().arcs());
    EXPECT_LE(report.rounds.size(), options.rounds > 0 ? options.rounds : all_rounds);
    std::uint64_t vertices = 0;
    for (auto const& round : report.rounds) {
      EXPECT_EQ(round.property, options.property);
      EXPECT_GE(round.arcs, 2 * round.vertices);
      EXPECT_GT(round.vertices, 0u);
      vertices += round.vertices;
    }
    EXPECT_EQ(vertices, report.removed_vertices);
    EXPECT_EQ(pruned.lengths().extent(0),
              options.property == PruneProperty::chains ? pruned.graph().arcs() : 0);
  }

  // For each vertex the smallest one that has become the same.
  std::vector<std::uint64_t> groups(Pruned const& pruned) const {
    std::size_t const kept = pruned.graph().vertices();
    std::vector<Vertex> numbers(kept);
    for (std::size_t i = 0; i < kept; ++i) numbers[i] = static_cast<Vertex>(i);
    Words const label_of_kept("label of kept", kept), label("label", graph_.vertices());
    Kokkos::deep_copy(label_of_kept,
                      Kokkos::View<Vertex*, Kokkos::HostSpace>(numbers.data(), kept));
    yoke::extend_labels(executor_, pruned, label_of_kept, label);
    auto const labels = to_vector(label);
    return {labels.begin(), labels.end()};
  }

  // Each has one kept vertex.
  void check_groups(Pruned const& pruned, std::vector<std::uint64_t> const& group) const {
    std::size_t const n = graph_.vertices();
    auto const kept = to_vector(pruned.kept()), removed = to_vector(pruned.removed()),
               numbers = to_vector(pruned.numbers());
    ASSERT_EQ(kept.size() + removed.size(), n);
    ASSERT_TRUE(std::is_sorted(kept.begin(), kept.end()));
    std::vector<int> kept_in(n, 0);
    for (std::size_t i = 0; i < kept.size(); ++i) {
      ASSERT_EQ(numbers[kept[i]], i);
      ++kept_in[group[kept[i]]];
    }
    for (std::size_t k = 0; k < removed.size(); ++k) {
      ASSERT_EQ(numbers[removed[k]], kept.size() + k);
    }
    for (std::size_t v = 0; v < n; ++v) ASSERT_EQ(kept_in[v], group[v] == v) << "group " << v;
  }

  // The arcs between groups, each once, or of chains as often as they are there.
  void check_arcs(Pruned const& pruned, std::vector<std::uint64_t> const& group,
                  bool repeated) const {
    auto const kept = to_vector(pruned.kept());
    Arcs expected, found;
    for (auto const& [u, w] : arcs_) {
      if (group[u] != group[w]) expected.emplace_back(group[u], group[w]);
    }
    auto const remaining = arcs_of(pruned.graph());
    ASSERT_TRUE(std::is_sorted(remaining.begin(), remaining.end()));
    for (auto const& [u, w] : remaining) found.emplace_back(group[kept[u]], group[kept[w]]);
    std::sort(expected.begin(), expected.end());
    std::sort(found.begin(), found.end());
    if (!repeated) expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
    ASSERT_EQ(found, expected);
  }

  void check_property(Pruned const& pruned, std::vector<std::uint64_t> const& group,
                      PruneOptions const& options) const {
    std::size_t const n = graph_.vertices();
    std::vector<std::uint64_t> degree(n, 0), size(n, 0);
    // Repeated arcs of chains stay, all others are dropped.
    Arcs arcs = arcs_;
    std::sort(arcs.begin(), arcs.end());
    if (options.property != PruneProperty::chains) {
      arcs.erase(std::unique(arcs.begin(), arcs.end()), arcs.end());
    }
    for (auto const& [u, w] : arcs) degree[u] += u != w;
    for (std::size_t v = 0; v < n; ++v) ++size[group[v]];
    auto const removed = to_vector(pruned.removed());
    std::vector<bool> is_removed(n, false);
    for (auto const v : removed) is_removed[v] = true;
    for (auto const v : removed) {
      if (options.rounds != 1) continue;
      if (options.property == PruneProperty::matching) {
        ASSERT_EQ(size[group[v]], 2u);
      }
      if (options.property == PruneProperty::chains) {
        ASSERT_EQ(degree[v], 2u);
      }
      if (options.property == PruneProperty::independent_set) {
        ASSERT_LE(degree[v], 8u);
      }
    }
    bool const is_independent = options.rounds == 1 && options.property != PruneProperty::matching;
    for (auto const& [u, w] : arcs_) {
      ASSERT_FALSE(is_independent && u != w && is_removed[u] && is_removed[w]) << u << " " << w;
    }
    if (options.property == PruneProperty::chains) check_chains(pruned, options.rounds);
    if (options.property == PruneProperty::independent_set && options.rounds == all_rounds) {
      std::vector<std::uint64_t> left(pruned.graph().vertices(), 0);
      for (auto const& [u, w] : arcs_of(pruned.graph())) ++left[u];
      for (auto const count : left) ASSERT_TRUE(count == 0 || count > 8);
    }
  }

  void check_chains(Pruned const& pruned, std::uint64_t rounds) const {
    auto const kept = to_vector(pruned.kept());
    auto const arcs = arcs_of(pruned.graph());
    auto const words = to_vector(pruned.lengths());
    std::vector<std::uint64_t> const lengths(words.begin(), words.end());
    if (rounds == all_rounds) {
      std::vector<std::uint64_t> degree(kept.size(), 0);
      for (auto const& [u, w] : arcs) ++degree[u];
      for (auto const count : degree) ASSERT_NE(count, 2u);
    }
    std::vector<std::uint64_t> const ones(arcs_.size(), 1);
    for (std::size_t i = 0; i < kept.size(); i += kept.size() / 3 + 1) {
      auto const whole = distances(graph_.vertices(), kept[i], arcs_, ones);
      auto const remaining = distances(kept.size(), i, arcs, lengths);
      for (std::size_t k = 0; k < kept.size(); ++k) {
        ASSERT_EQ(remaining[k], whole[kept[k]]) << kept[i] << " to " << kept[k];
      }
    }
  }

  void check_components(Pruned const& pruned) const {
    std::size_t const n = graph_.vertices(), places = n == 0 ? 0 : n - 1;
    auto const expected = oracle_components(test_);
    std::vector<Vertex> const expected_label(expected.label.begin(), expected.label.end());
    Words const label("label", n), from("from", places), to("to", places);
    EXPECT_EQ(yoke::connected_components(executor_, pruned, label), expected.count);
    ASSERT_EQ(to_vector(label), expected_label);
    yoke::PrunedComponentsPlan<Executor, Vertex, Offset, Memory> plan(executor_, pruned);
    for (int repetition = 0; repetition < 2; ++repetition) {
      Kokkos::deep_copy(label, Vertex(7));
      Kokkos::deep_copy(from, static_cast<Vertex>(n));
      EXPECT_EQ(plan(label, from, to), expected.count);
      ASSERT_EQ(to_vector(label), expected_label);
      ForestOracle(test_).expect_spanning(expected.count, to_vector(from), to_vector(to));
    }
  }

  Executor const& executor_;
  TestGraph const& test_;
  yoke::Graph<Vertex, Offset, Memory> graph_;
  Arcs arcs_;
};

}  // namespace yoke_test
