#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/all_spaces.hpp"
#include "support/bfs_oracle.hpp"
#include "support/forests.hpp"
#include "support/graphs.hpp"
#include "support/lists.hpp"
#include "support/peeling.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/pruned_bfs.hpp"
#include "yoke/pruned_components.hpp"

namespace yoke_test {

// Where an executor's arguments lie: a Hybrid's in host memory.
template <class Executor>
struct MemoryOf {
  using Type = typename Executor::memory_space;
};
template <>
struct MemoryOf<yoke::Hybrid<>> {
  using Type = Kokkos::HostSpace;
};

// A suite of tests for each space that the library is compiled for, and for a Hybrid.
template <class Executor>
class OnExecutor : public ::testing::Test {
 protected:
  Executor executor_;
};
template <class Types>
struct WithHybrid;
template <class... Types>
struct WithHybrid<::testing::Types<Types...>> {
  using All = ::testing::Types<Types..., yoke::Hybrid<>>;
};
using AllExecutors = WithHybrid<AllSpaces>::All;

// Arcs without their reverse: it may be seen or not, and the remaining graph has only its vertices.
template <class Executor>
void prune_unsymmetric(Executor const& executor, std::vector<TestGraph> const& graphs,
                       std::vector<yoke::PruneOptions> const& every_option) {
  using Memory = typename MemoryOf<Executor>::Type;
  int refused = 0;
  for (auto const& test : graphs) {
    auto const arcs = make_graph<std::uint32_t, std::uint32_t, Memory>(test, {.symmetrise = false});
    yoke::Graph<std::uint32_t, std::uint32_t, Memory> const graph(
        yoke::unchecked, yoke::GraphKind::symmetric, arcs.offsets(), arcs.neighbours());
    for (auto const& options : every_option) {
      try {
        auto const pruned = yoke::prune(executor, graph, options);
        for (auto v : to_vector(pruned.graph().neighbours())) {
          ASSERT_LT(v, pruned.graph().vertices());
        }
      } catch (std::invalid_argument const& error) {
        ++refused;
        EXPECT_NE(std::string(error.what()).find("not symmetric"), std::string::npos);
      }
    }
  }
  EXPECT_GT(refused, 0);
}

// What each vertex is to become, by plain peeling.
struct ExpectedPruning {
  Peeled peeled;
  std::set<std::uint64_t> isolated;
  std::vector<std::uint64_t> kept;
};

template <class Graph>
ExpectedPruning expected_pruning(Graph const& graph, yoke::PruneOptions const& options) {
  std::uint64_t const n = graph.vertices();
  std::uint64_t const few =
      options.least_pruned > 0 ? options.least_pruned : std::max<std::uint64_t>(500, n / 1024);
  bool const peels = options.property != yoke::PruneProperty::isolated;
  std::uint64_t const all_rounds = ~std::uint64_t(0);
  ExpectedPruning expected;
  expected.peeled = peel(graph, options.rounds > 0 ? 1 : few,
                         !peels               ? 0
                         : options.rounds > 0 ? options.rounds
                                              : all_rounds);
  std::set<std::uint64_t> gone;
  for (auto const& round : expected.peeled.rounds) gone.insert(round.begin(), round.end());
  for (std::uint64_t v = 0; v < n; ++v) {
    if (gone.contains(v)) continue;
    bool const is_isolated = expected.peeled.rows[v].empty();
    if (is_isolated && options.property != yoke::PruneProperty::pendant) {
      expected.isolated.insert(v);
    } else {
      expected.kept.push_back(v);
    }
  }
  return expected;
}

inline std::string name_of(yoke::PruneOptions const& options) {
  return std::string(to_string(options.property)) + ", rounds " + std::to_string(options.rounds) +
         ", least " + std::to_string(options.least_pruned);
}

template <class Executor, class Vertex, class Offset>
class PrunedCase {
  using Memory = typename MemoryOf<Executor>::Type;
  using Words = Kokkos::View<Vertex*, Memory>;
  using Pruned = yoke::PrunedGraph<Vertex, Offset, Memory>;

 public:
  PrunedCase(Executor const& executor, TestGraph const& graph)
      : executor_(executor),
        test_(graph),
        host_(make_graph<Vertex, Offset, Kokkos::HostSpace>(graph)),
        graph_(make_graph<Vertex, Offset, Memory>(graph)) {}

  void check(yoke::PruneOptions const& options) {
    SCOPED_TRACE(test_.name + ", " + name_of(options));
    Pruned const pruned = yoke::prune(executor_, graph_, options);
    ExpectedPruning const expected = expected_pruning(host_, options);
    check_vertices(pruned, expected);
    check_remaining(pruned, expected);
    check_components(pruned);
    check_searches(pruned);
  }

 private:
  void check_vertices(Pruned const& pruned, ExpectedPruning const& expected) {
    std::size_t const n = host_.vertices();
    ASSERT_EQ(pruned.vertices(), n);
    auto const kept = to_vector(pruned.kept()), removed = to_vector(pruned.removed()),
               anchors = to_vector(pruned.anchors()), numbers = to_vector(pruned.numbers());
    ASSERT_EQ(kept, std::vector<Vertex>(expected.kept.begin(), expected.kept.end()));
    auto rounds = expected.peeled.rounds;
    if (!expected.isolated.empty()) rounds.push_back(expected.isolated);
    auto const& report = pruned.report();
    ASSERT_EQ(report.rounds.size(), rounds.size());
    std::size_t begin = 0;
    for (std::size_t round = 0; round < rounds.size(); ++round) {
      std::size_t const end = begin + rounds[round].size();
      ASSERT_EQ(report.rounds[round].vertices, rounds[round].size());
      bool const was_pendant = round < expected.peeled.rounds.size();
      EXPECT_EQ(report.rounds[round].property,
                was_pendant ? yoke::PruneProperty::pendant : yoke::PruneProperty::isolated);
      EXPECT_EQ(report.rounds[round].arcs, was_pendant ? 2 * rounds[round].size() : 0);
      ASSERT_LE(end, removed.size());
      EXPECT_EQ(std::set<std::uint64_t>(removed.begin() + begin, removed.begin() + end),
                rounds[round]);
      begin = end;
    }
    ASSERT_EQ(removed.size(), begin);
    ASSERT_EQ(report.removed_vertices, begin);
    EXPECT_EQ(report.removed_arcs, host_.arcs() - pruned.graph().arcs());
    ASSERT_EQ(anchors.size(), removed.size());
    for (std::size_t k = 0; k < removed.size(); ++k) {
      ASSERT_EQ(anchors[k], expected.peeled.anchor[removed[k]]) << "vertex " << removed[k];
      ASSERT_EQ(numbers[removed[k]], kept.size() + k);
    }
    for (std::size_t i = 0; i < kept.size(); ++i) ASSERT_EQ(numbers[kept[i]], i);
  }

  void check_remaining(Pruned const& pruned, ExpectedPruning const& expected) {
    // Checks the arrays too.
    yoke::Graph<Vertex, Offset, Memory> const checked(
        typename Memory::execution_space(), yoke::GraphKind::symmetric, pruned.graph().offsets(),
        pruned.graph().neighbours());
    auto const offsets = to_vector(checked.offsets());
    auto const neighbours = to_vector(checked.neighbours());
    ASSERT_EQ(checked.vertices(), expected.kept.size());
    for (std::size_t i = 0; i < expected.kept.size(); ++i) {
      std::vector<std::uint64_t> row;
      for (auto k = offsets[i]; k < offsets[i + 1]; ++k) {
        row.push_back(expected.kept[neighbours[k]]);
      }
      ASSERT_EQ(row, expected.peeled.rows[expected.kept[i]]) << "vertex " << expected.kept[i];
    }
  }

  void check_components(Pruned const& pruned) {
    std::size_t const n = host_.vertices(), places = n == 0 ? 0 : n - 1;
    auto const expected = oracle_components(test_);
    std::vector<Vertex> const expected_label(expected.label.begin(), expected.label.end());
    Words const label("label", n), from("from", places), to("to", places);
    yoke::ComponentsReport report;
    yoke::ComponentsOptions options;
    options.report = &report;
    EXPECT_EQ(yoke::connected_components(executor_, pruned, label, options), expected.count);
    ASSERT_EQ(to_vector(label), expected_label);
    EXPECT_EQ(report.pruned_vertices, pruned.report().removed_vertices);
    EXPECT_EQ(report.prune_rounds, static_cast<int>(pruned.report().rounds.size()));

    yoke::PrunedComponentsPlan<Executor, Vertex, Offset, Memory> plan(executor_, pruned);
    for (int repetition = 0; repetition < 2; ++repetition) {
      Kokkos::deep_copy(label, Vertex(7));
      EXPECT_EQ(plan(label, from, to), expected.count);
      ASSERT_EQ(to_vector(label), expected_label);
      ForestOracle(test_).expect_spanning(expected.count, to_vector(from), to_vector(to));
    }

    // Labels of one's own.
    Words const label_of_kept("label of kept", pruned.graph().vertices());
    yoke::connected_components(executor_, pruned.graph(), label_of_kept);
    Kokkos::deep_copy(label, Vertex(7));
    yoke::extend_labels(executor_, pruned, label_of_kept, label);
    ASSERT_EQ(to_vector(label), expected_label);
  }

  // From kept and removed vertices of every round.
  std::set<std::uint64_t> sources(Pruned const& pruned) const {
    std::set<std::uint64_t> all;
    auto const add_ends = [&](auto const& vertices, std::size_t begin, std::size_t end) {
      if (begin == end) return;
      for (std::size_t k : {begin, begin + (end - begin) / 2, end - 1}) all.insert(vertices[k]);
    };
    auto const kept = to_vector(pruned.kept()), removed = to_vector(pruned.removed());
    add_ends(kept, 0, kept.size());
    std::size_t begin = 0, round_number = 0;
    for (auto const& round : pruned.report().rounds) {
      std::size_t const end = begin + round.vertices;
      bool const is_last = end == removed.size();
      if (round_number++ < 3 || is_last) add_ends(removed, begin, end);
      begin = end;
    }
    return all;
  }

  void check_searches(Pruned const& pruned) {
    std::size_t const n = host_.vertices();
    BfsOracle oracle(test_, false);
    Words const level("level", n), parent("parent", n), none;
    yoke::PrunedBfsPlan<Executor, Vertex, Offset, Memory> plan(executor_, pruned);
    yoke::BfsReport report;
    yoke::BfsOptions exact;
    exact.deterministic_parents = true;
    exact.report = &report;
    for (std::uint64_t const source : sources(pruned)) {
      SCOPED_TRACE("from " + std::to_string(source));
      oracle.search({source});
      Kokkos::deep_copy(level, Vertex(7));
      ASSERT_EQ(plan(source, level), oracle.reached);
      ASSERT_EQ(oracle.fault(to_vector(level), std::vector<Vertex>()), "");
      ASSERT_EQ(plan(static_cast<int>(source), level, parent), oracle.reached);
      ASSERT_EQ(oracle.fault(to_vector(level), to_vector(parent)), "");
      Kokkos::deep_copy(parent, Vertex(7));
      ASSERT_EQ(yoke::bfs(executor_, pruned, source, none, parent, exact), oracle.reached);
      ASSERT_EQ(to_vector(parent), std::vector<Vertex>(oracle.parent.begin(), oracle.parent.end()));
      EXPECT_EQ(report.pruned_vertices, pruned.report().removed_vertices);
    }
    for (auto const& several : source_sets(pruned)) {
      check_search(pruned, plan, oracle, several);
      if (pruned.report().rounds.size() > 20) break;  // a kernel for each round
    }
  }

  // None, those above together and in halves, one of them often, and vertices by chance.
  std::vector<std::vector<Vertex>> source_sets(Pruned const& pruned) const {
    auto const some = sources(pruned);
    std::vector<Vertex> const all(some.begin(), some.end());
    auto const middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
    std::vector<std::vector<Vertex>> sets{all, {all.begin(), middle}, {middle, all.end()}, {}};
    if (all.empty()) return sets;
    sets.push_back({all.back(), all.front(), all.back(), all.back()});
    std::mt19937 random(static_cast<unsigned>(all.size()));
    for (std::size_t count : {2, 3, 40}) {
      std::vector<Vertex> chosen(count);
      for (auto& v : chosen) v = static_cast<Vertex>(random() % host_.vertices());
      sets.push_back(chosen);
    }
    return sets;
  }

  template <class Plan>
  void check_search(Pruned const& pruned, Plan& plan, BfsOracle& oracle,
                    std::vector<Vertex> const& several) {
    std::size_t const n = host_.vertices();
    SCOPED_TRACE(std::to_string(several.size()) + " sources, the first of them " +
                 (several.empty() ? "none" : std::to_string(several[0])));
    Words const from("from", several.size()), level("level", n), parent("parent", n), none;
    auto const on_host = Kokkos::create_mirror_view(from);
    std::copy(several.begin(), several.end(), on_host.data());
    Kokkos::deep_copy(from, on_host);
    oracle.search({several.begin(), several.end()});
    Kokkos::deep_copy(level, Vertex(7));
    ASSERT_EQ(plan(from, level), oracle.reached);
    ASSERT_EQ(oracle.fault(to_vector(level), std::vector<Vertex>()), "");
    ASSERT_EQ(plan(from, level, parent), oracle.reached);
    ASSERT_EQ(oracle.fault(to_vector(level), to_vector(parent)), "");
    yoke::BfsOptions exact;
    exact.deterministic_parents = true;
    Kokkos::deep_copy(parent, Vertex(7));
    ASSERT_EQ(yoke::bfs(executor_, pruned, from, none, parent, exact), oracle.reached);
    ASSERT_EQ(to_vector(parent), std::vector<Vertex>(oracle.parent.begin(), oracle.parent.end()));
  }

  Executor const& executor_;
  TestGraph const& test_;
  yoke::Graph<Vertex, Offset, Kokkos::HostSpace> host_;
  yoke::Graph<Vertex, Offset, Memory> graph_;
};

}  // namespace yoke_test
