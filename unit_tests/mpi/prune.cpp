#include "yoke/prune.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "mpi/rows.hpp"
#include "mpi/support.hpp"
#include "support/forests.hpp"
#include "support/graphs.hpp"
#include "support/seed.hpp"
#include "yoke/mpi/graph.hpp"
#include "yoke/pruned_bfs.hpp"
#include "yoke/pruned_components.hpp"

// Pruned graphs on ranks against the same graph, pruned and whole, on one space.

namespace {

using yoke::PruneOptions;
using yoke::PruneProperty;
using yoke_test::Cut;
using yoke_test::Device;
using yoke_test::Host;
using yoke_test::Part;
using yoke_test::part_of;
using yoke_test::TestGraph;
using yoke_test::vector_of;
using yoke_test::view_of;
using Memory = Device::memory_space;
using Cluster = yoke::Distributed<Device>;
using Word = std::uint32_t;

std::vector<PruneOptions> every_option() {
  auto const pendant = PruneProperty::pendant, both = PruneProperty::pendant_and_isolated;
  return {{.property = both, .least_pruned = 20},   {.property = pendant, .rounds = 2},
          {.property = PruneProperty::isolated},    {.property = both, .rounds = 1000000},
          {.property = pendant, .rounds = 1000000}, {.property = both}};
}

// All ranks' elements, on each.
template <class T>
std::vector<T> of_all(Cluster const& cluster, std::vector<T> const& own) {
  std::vector<int> sizes(static_cast<std::size_t>(cluster.ranks())), begins{0};
  int const size = static_cast<int>(own.size() * sizeof(T));
  MPI_Allgather(&size, 1, MPI_INT, sizes.data(), 1, MPI_INT, MPI_COMM_WORLD);
  for (auto const bytes : sizes) begins.push_back(begins.back() + bytes);
  std::vector<T> all(static_cast<std::size_t>(begins.back()) / sizeof(T));
  MPI_Allgatherv(own.data(), size, MPI_BYTE, all.data(), sizes.data(), begins.data(), MPI_BYTE,
                 MPI_COMM_WORLD);
  return all;
}

template <class Vertex, class Offset>
class PrunedCase {
  using Whole = yoke::Graph<Vertex, Offset, Kokkos::HostSpace>;
  using Pruned = yoke::DistributedPrunedGraph<Vertex, Offset, Memory>;
  using Words = Kokkos::View<Vertex*, Memory>;
  using HostWords = Kokkos::View<Vertex*, Kokkos::HostSpace>;

 public:
  PrunedCase(Cluster const& cluster, TestGraph const& test, Cut how)
      : cluster_(cluster),
        test_(test),
        how_(how),
        whole_(yoke_test::make_graph<Vertex, Offset, Kokkos::HostSpace>(test)),
        graph_(Part<Vertex, Offset>(test, cluster, how).on(cluster)) {}

  void check(PruneOptions const& options) {
    SCOPED_TRACE(test_.name + ", cut " + std::to_string(static_cast<int>(how_)) + ", " +
                 std::string(to_string(options.property)) + ", rounds " +
                 std::to_string(options.rounds));
    auto const expected = yoke::prune(Host(), whole_, options);
    Pruned const pruned = yoke::prune(cluster_, graph_, options);
    check_vertices(pruned, expected);
    check_rows(pruned, expected);
    check_components(pruned);
    check_searches(pruned);
  }

 private:
  std::vector<Vertex> own(std::vector<Vertex> const& all) const {
    return part_of(all, cluster_.rank(), cluster_.ranks(), how_);
  }
  Words own_words() const {
    Words const words("words", graph_.own_vertices());
    Kokkos::deep_copy(words, 77);
    return words;
  }

  // Only the order within a round is open.
  template <class AnyPruned>
  static auto removed_by_round(AnyPruned const& pruned) {
    auto const removed = vector_of(pruned.removed()), anchors = vector_of(pruned.anchors());
    std::vector<std::vector<std::pair<Vertex, Vertex>>> rounds;
    std::size_t k = 0;
    for (auto const& round : pruned.report().rounds) {
      rounds.emplace_back();
      for (std::size_t i = 0; i < round.vertices; ++i, ++k) {
        rounds.back().emplace_back(removed.at(k), anchors.at(k));
      }
      std::ranges::sort(rounds.back());
    }
    EXPECT_EQ(k, removed.size());
    return rounds;
  }

  template <class Expected>
  void check_vertices(Pruned const& pruned, Expected const& expected) {
    ASSERT_EQ(pruned.vertices(), whole_.vertices());
    ASSERT_EQ(pruned.own_vertices(), graph_.own_vertices());
    ASSERT_EQ(vector_of(pruned.kept()), vector_of(expected.kept()));
    ASSERT_EQ(removed_by_round(pruned), removed_by_round(expected));
    auto const &report = pruned.report(), &whole_report = expected.report();
    EXPECT_EQ(report.removed_vertices, whole_report.removed_vertices);
    EXPECT_EQ(report.removed_arcs, whole_report.removed_arcs);
    for (std::size_t k = 0; k < report.rounds.size(); ++k) {
      EXPECT_EQ(report.rounds[k].property, whole_report.rounds[k].property);
      EXPECT_EQ(report.rounds[k].arcs, whole_report.rounds[k].arcs);
    }
    auto const kept = vector_of(pruned.kept()), removed = vector_of(pruned.removed()),
               numbers = vector_of(pruned.numbers());
    for (std::size_t i = 0; i < kept.size(); ++i) ASSERT_EQ(numbers[kept[i]], Vertex(i));
    for (std::size_t k = 0; k < removed.size(); ++k) {
      ASSERT_EQ(numbers[removed[k]], Vertex(kept.size() + k));
    }
  }

  template <class Expected>
  void check_rows(Pruned const& pruned, Expected const& expected) {
    auto const& remaining = pruned.graph();
    ASSERT_EQ(remaining.vertices(), expected.graph().vertices());
    std::vector<Vertex> degrees;
    auto const offsets = vector_of(remaining.offsets());
    ASSERT_EQ(offsets.size(), remaining.own_vertices() + 1);
    for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
      degrees.push_back(static_cast<Vertex>(offsets[i + 1] - offsets[i]));
    }
    std::vector<Vertex> expected_degrees;
    for (std::size_t i = 0; i < expected.graph().vertices(); ++i) {
      auto const& all = expected.graph().offsets();
      expected_degrees.push_back(static_cast<Vertex>(all(i + 1) - all(i)));
    }
    ASSERT_EQ(of_all(cluster_, degrees), expected_degrees);
    ASSERT_EQ(of_all(cluster_, vector_of(remaining.neighbours())),
              vector_of(expected.graph().neighbours()));
    std::uint64_t before = 0, mine = remaining.own_vertices();
    MPI_Exscan(&mine, &before, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    EXPECT_EQ(remaining.first_vertex(), cluster_.rank() == 0 ? 0 : before);
  }

  void check_components(Pruned const& pruned) {
    auto const oracle = yoke_test::oracle_components(test_);
    std::vector<Vertex> const labels(oracle.label.begin(), oracle.label.end());
    auto const label = own_words();
    yoke::ComponentsReport report;
    EXPECT_EQ(yoke::connected_components(cluster_, pruned, label, {.report = &report}),
              oracle.count);
    ASSERT_EQ(vector_of(label), own(labels));
    EXPECT_EQ(report.pruned_vertices, pruned.report().removed_vertices);
    EXPECT_EQ(report.prune_rounds, static_cast<int>(pruned.report().rounds.size()));

    auto const again = own_words(), from = own_words(), to = own_words();
    auto const found = yoke::spanning_forest(cluster_, pruned, again, from, to);
    EXPECT_EQ(found.components, oracle.count);
    ASSERT_EQ(vector_of(again), own(labels));
    auto const edges = [&](Words const& view) {
      auto const all = vector_of(view);
      return of_all(cluster_,
                    std::vector<std::uint64_t>(
                        all.begin(), all.begin() + static_cast<std::ptrdiff_t>(found.own_edges)));
    };
    ASSERT_LE(found.own_edges, from.size());
    auto const all_from = edges(from), all_to = edges(to);
    ASSERT_EQ(all_from.size(), test_.vertices - oracle.count);
    yoke_test::ForestOracle(test_).expect_spanning(oracle.count, all_from, all_to);
  }

  // Kept vertices, and removed ones of the first and the last rounds.
  std::vector<std::vector<Vertex>> source_sets(Pruned const& pruned) const {
    if (test_.vertices == 0) return {{}};
    auto const kept = vector_of(pruned.kept()), removed = vector_of(pruned.removed());
    std::vector<Vertex> mixed;
    std::vector<std::vector<Vertex>> sets{{}};
    for (auto const* vertices : {&kept, &removed}) {
      if (vertices->empty()) continue;
      for (std::size_t const k :
           {std::size_t(0), vertices->size() / 3, vertices->size() / 2, vertices->size() - 1}) {
        mixed.push_back((*vertices)[k]);
      }
      sets.push_back({vertices->back()});
    }
    mixed.push_back(mixed[0]);
    sets.push_back(mixed);
    return sets;
  }

  void check_searches(Pruned const& pruned) {
    yoke::PrunedBfsPlan plan(cluster_, pruned, {.deterministic_parents = true});
    for (auto const& sources : source_sets(pruned)) {
      SCOPED_TRACE(std::to_string(sources.size()) + " sources");
      HostWords const whole_level("level", whole_.vertices()),
          whole_parent("parent", whole_.vertices());
      auto const reached = yoke::bfs(Host(), whole_, view_of<Kokkos::HostSpace>(sources),
                                     whole_level, whole_parent, {.deterministic_parents = true});
      auto const level = own_words(), parent = own_words(), other = own_words();
      auto const part = view_of<Memory>(own(sources));
      ASSERT_EQ(plan(part, level, parent), reached);
      ASSERT_EQ(vector_of(level), own(vector_of(whole_level)));
      ASSERT_EQ(vector_of(parent), own(vector_of(whole_parent)));
      // Levels are left out by the last rank alone, and then parents by all.
      bool const is_last = cluster_.rank() + 1 == cluster_.ranks();
      ASSERT_EQ(plan(part, is_last ? Words() : level, other), reached);
      ASSERT_EQ(vector_of(other), own(vector_of(whole_parent)));
      if (sources.size() != 1) continue;
      Kokkos::deep_copy(level, 77);
      ASSERT_EQ(yoke::bfs(cluster_, pruned, sources[0], level), reached);
      ASSERT_EQ(vector_of(level), own(vector_of(whole_level)));
    }
  }

  Cluster const& cluster_;
  TestGraph test_;
  Cut how_;
  Whole whole_;
  yoke::DistributedGraph<Vertex, Offset, Memory> graph_;
};

// Small ones: a level of a search takes several messages.
std::vector<TestGraph> small_graphs() {
  using namespace yoke_test;
  return {isolated_vertices(0),
          isolated_vertices(1),
          isolated_vertices(2),
          isolated_vertices(50),
          {"one loop", 1, {{0, 0}}},
          path_graph(2),
          path_graph(3),
          shuffled(path_graph(60), 10),
          star_graph(500, 0),
          star_graph(500, 499),
          clique_graph(20),
          shuffled(grid_graph(12, 15, 60), 11),
          shuffled(random_forest(400, 1), 12),
          shuffled(random_forest(400, 20), 13),
          shuffled(skewed_graph(9, 700), 14),
          uniform_graph(500, 270),
          loops_and_multi_edges(),
          shuffled(small_cycles(200), 16),
          shuffled(binary_tree(255), 17),
          shuffled(caterpillar(30, 3), 18)};
}

// Each graph by some of the cuts and options: all pairs of these come, of one graph or another.
// Of many ranks most wait for a core.
TEST(MpiPrune, GivesTheResultsOfTheWholeGraph) {
  auto const& cluster = yoke_test::cluster_of();
  auto const options = every_option();
  std::size_t next = 0;
  for (auto const& graph : small_graphs()) {
    for (int k = 0; k < (cluster.ranks() > 4 ? 1 : 3); ++k, ++next) {
      PrunedCase<Word, Word>(cluster, graph, yoke_test::all_cuts[next % 5])
          .check(options[next % options.size()]);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(MpiPrune, PrunesByEveryTypeAndInSmallMessages) {
  PruneOptions const options{.property = PruneProperty::pendant_and_isolated, .rounds = 4};
  auto const skewed = shuffled(yoke_test::skewed_graph(9, 700), yoke_test::base_seed());
  auto const grid = shuffled(yoke_test::grid_graph(12, 15, 60), yoke_test::base_seed());
  for (auto const& graph : {skewed, grid}) {
    PrunedCase<Word, std::uint64_t>(yoke_test::cluster_of(64), graph, Cut::evenly).check(options);
    PrunedCase<std::uint64_t, std::uint64_t>(yoke_test::cluster_of(100), graph, Cut::growing)
        .check(options);
    PrunedCase<std::int32_t, std::int64_t>(yoke_test::cluster_of(), graph, Cut::all_on_last)
        .check(options);
    if (HasFatalFailure()) return;
  }
}

// Two pendant vertices that have each other on two ranks, of which the smaller one stays; and
// components whose smallest vertices are removed, on another rank than the rest.
TEST(MpiPrune, PrunesSmallTreesAndCyclesAcrossRanks) {
  Word const n = 24;
  TestGraph pairs{"pairs across ranks", n, {}}, stars{"stars across ranks", n, {}};
  TestGraph cycle{"a cycle whose smallest vertices hang", n, {}};
  for (Word v = 0; v < n / 2; ++v) pairs.add(v + n / 2, v);
  for (Word v = 0; v < n / 3; ++v) {
    stars.add(v, v + n / 3);
    stars.add(v + 2 * (n / 3), v + n / 3);
  }
  for (Word v = n / 2; v < n; ++v) cycle.add(v, v + 1 == n ? n / 2 : v + 1);
  for (Word v = 0; v < n / 2; ++v) cycle.add(v, v + n / 4);
  std::size_t next = 0;
  auto const options = every_option();
  auto const& cluster = yoke_test::cluster_of();
  for (auto const& graph : {pairs, stars, cycle}) {
    for (auto const how : yoke_test::all_cuts) {
      PrunedCase<Word, Word> pruned(cluster, graph, how);
      for (int k = 0; k < (cluster.ranks() > 4 ? 1 : 2); ++k, ++next)
        pruned.check(options[next % options.size()]);
      if (HasFatalFailure()) return;
    }
  }
}

// Each vertex of the path is another rank's than its neighbours: both ends go in each round.
TEST(MpiPrune, EndsAfterTheRoundsAsked) {
  auto const& cluster = yoke_test::cluster_of();
  auto const ranks = static_cast<Word>(cluster.ranks());
  Word const each = 2 * 15, n = each * ranks;
  TestGraph path{"path over all ranks", n, {}};
  auto const at = [&](Word k) { return k % ranks * each + k / ranks; };
  for (Word k = 0; k + 1 < n; ++k) path.add(at(k), at(k + 1));
  auto const graph = Part<Word, Word>(path, cluster, Cut::evenly).on(cluster);
  for (Word const rounds : {1u, 2u, n / 2 - 1, n / 2, n}) {
    auto const pruned = yoke::prune(cluster, graph, {.rounds = rounds});
    // In the last one one of two goes.
    EXPECT_EQ(pruned.report().rounds.size(), std::min(rounds, n / 2));
    EXPECT_EQ(pruned.graph().vertices(), rounds < n / 2 ? n - 2 * rounds : 1);
  }
}

}  // namespace
