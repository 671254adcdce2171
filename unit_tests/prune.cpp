#include "primitives/prune.hpp"

#include <gtest/gtest.h>

#include <tuple>
#include <vector>

#include "support/all_spaces.hpp"
#include "support/forests.hpp"
#include "support/graphs.hpp"
#include "support/lists.hpp"
#include "support/peeling.hpp"
#include "yoke/bfs.hpp"
#include "yoke/connected_components.hpp"

namespace {

using namespace yoke::detail;
using yoke_test::peel;
using yoke_test::Peeled;
using yoke_test::TestGraph;
using yoke_test::to_space;
using yoke_test::to_vector;

// Right only where the anchor is there before the vertices that hang from it.
template <class Space, class Vertex>
struct CountDepth {
  Array<Space, Vertex> depth;
  KOKKOS_FUNCTION void operator()(Vertex v, Vertex anchor) const { depth(v) = depth(anchor) + 1; }
};

template <class Space, class Vertex>
struct NoteAnchors {
  Array<Space, Vertex> anchors;
  KOKKOS_FUNCTION void operator()(Vertex v, Vertex anchor) const { anchors(v) = anchor; }
};

template <class Space, class Vertex, class Offset>
class Case {
 public:
  explicit Case(TestGraph const& graph)
      : name_(graph.name),
        host_(yoke_test::make_graph<Vertex, Offset, Kokkos::HostSpace>(graph)),
        graph_(yoke_test::make_graph<Vertex, Offset, typename Space::memory_space>(graph)),
        pruning_(exec_, graph_.vertices(), graph_.arcs()) {}

  void check(std::vector<std::uint32_t> const& keep, std::uint64_t least) {
    SCOPED_TRACE(name_ + ", " + std::to_string(keep.size()) + " kept, least " +
                 std::to_string(least));
    Peeled const peeled = peel(host_, keep, least);
    auto const kept = to_space<Space>(std::vector<Vertex>(keep.begin(), keep.end()));
    Array<Space, Vertex const> const keep_array(kept.data(), kept.extent(0));
    pruning_.prune(exec_, csr_of<Space>(graph_.raw()), keep_array, least);
    EXPECT_EQ(pruning_.removed(), peeled.removed);
    EXPECT_EQ(pruning_.rounds(), static_cast<int>(peeled.rounds.size()));
    check_remaining(peeled);
    check_reinsertion(peeled);
  }

 private:
  void check_remaining(Peeled const& peeled) {
    auto const remaining = pruning_.remaining();
    ASSERT_EQ(remaining.vertices(), host_.vertices());
    auto const offsets = to_vector(remaining.offsets);
    auto const neighbours = to_vector(remaining.neighbours);
    for (std::size_t v = 0; v < host_.vertices(); ++v) {
      ASSERT_LE(offsets[v], offsets[v + 1]);
      std::vector<std::uint64_t> const row(neighbours.begin() + offsets[v],
                                           neighbours.begin() + offsets[v + 1]);
      ASSERT_EQ(row, peeled.rows[v]) << "vertex " << v;
    }
    EXPECT_EQ(offsets.empty() ? 0 : offsets.back(), neighbours.size());
  }

  void check_reinsertion(Peeled const& peeled) {
    std::size_t const n = host_.vertices();
    auto const depth = to_space<Space>(std::vector<Vertex>(n, 0));
    auto const anchor = to_space<Space>(std::vector<Vertex>(n, 0));
    pruning_.reinsert(exec_, CountDepth<Space, Vertex>{array_of(depth)});
    pruning_.reinsert(exec_, NoteAnchors<Space, Vertex>{array_of(anchor)});
    exec_.fence();
    std::vector<Vertex> expected_depth(n, 0), expected_anchor(n, 0);
    for (auto round = peeled.rounds.rbegin(); round != peeled.rounds.rend(); ++round) {
      for (auto v : *round) {
        expected_anchor[v] = static_cast<Vertex>(peeled.anchor[v]);
        expected_depth[v] = expected_depth[peeled.anchor[v]] + 1;
      }
    }
    EXPECT_EQ(to_vector(depth), expected_depth);
    EXPECT_EQ(to_vector(anchor), expected_anchor);
  }

  Space exec_;
  std::string name_;
  yoke::Graph<Vertex, Offset, Kokkos::HostSpace> host_;
  yoke::Graph<Vertex, Offset, typename Space::memory_space> graph_;
  PendantPruning<Space, Vertex, Offset> pruning_;
};

std::vector<TestGraph> make_graphs() {
  auto all = yoke_test::test_graphs();
  // Two pendant vertices that have each other; a tree beside a cycle; two hubs whose rows are long
  // once their pendant vertices are gone, joined to each other or to a cycle.
  all.push_back({"edges only", 6, {{0, 1}, {3, 2}, {5, 4}}});
  all.push_back({"a cycle with a tail", 9, {{5, 6}, {6, 7}, {7, 5}, {7, 1}, {1, 8}, {8, 0}}});
  TestGraph hubs{"two hubs", 3000, {{1, 2}}};
  for (std::uint32_t v = 3; v < 3000; ++v) hubs.add(v, 1 + v % 2);
  all.push_back(hubs);
  TestGraph hub{"a hub at a triangle", 80000, {{0, 1}, {1, 2}, {2, 0}, {2, 70000}}};
  for (std::uint32_t v = 3; v < 80000; ++v) {
    if (v != 70000) hub.add(v, 70000);
  }
  all.push_back(hub);
  return all;
}

template <class Space, class Vertex, class Offset>
void check_all_graphs() {
  for (auto const& graph : make_graphs()) {
    Case<Space, Vertex, Offset> pruned(graph);
    for (std::uint64_t least : {1, 20, 10000000}) pruned.check({}, least);
    if (graph.vertices == 0) continue;
    std::uint32_t const last = graph.vertices - 1;
    pruned.check({last}, 1);
    pruned.check({0, last / 2, last, last / 2, 0, 0}, 1);
    std::vector<std::uint32_t> third;
    for (std::uint32_t v = 0; v <= last; v += 3) third.push_back(v);
    pruned.check(third, 1);
  }
}

template <class Space>
class Prune : public ::testing::Test {};
TYPED_TEST_SUITE(Prune, yoke_test::AllSpaces);

TYPED_TEST(Prune, RemovesAndReinsertsWhatPlainPeelingDoes) {
  check_all_graphs<TypeParam, std::uint32_t, std::uint32_t>();
}
TYPED_TEST(Prune, RemovesWithWideOffsets) {
  check_all_graphs<TypeParam, std::uint32_t, std::uint64_t>();
}
TYPED_TEST(Prune, RemovesWithWideVertices) {
  check_all_graphs<TypeParam, std::uint64_t, std::uint64_t>();
}

// Made for more than it is used for.
TYPED_TEST(Prune, TakesSmallerGraphsThanItWasMadeFor) {
  using Memory = typename TypeParam::memory_space;
  TypeParam const exec;
  PendantPruning<TypeParam, std::uint32_t, std::uint32_t> pruning(exec, 500, 2000);
  for (std::uint32_t n : {500u, 10u, 0u, 100u}) {
    auto const graph =
        yoke_test::make_graph<std::uint32_t, std::uint32_t, Memory>(yoke_test::path_graph(n));
    pruning.prune(exec, csr_of<TypeParam>(graph.raw()), {}, 1);
    EXPECT_EQ(pruning.removed(), n == 0 ? 0 : n - 1);
    EXPECT_EQ(pruning.remaining().vertices(), n);
  }
}

// Arcs without their reverse: whatever happens, nothing is read or written out of bounds.
TYPED_TEST(Prune, SurvivesUnsymmetricGraphs) {
  using Memory = typename TypeParam::memory_space;
  TypeParam const exec;
  for (auto const& test : yoke_test::test_graphs()) {
    auto const graph =
        yoke_test::make_graph<std::uint32_t, std::uint32_t, Memory>(test, {.symmetrise = false});
    PendantPruning<TypeParam, std::uint32_t, std::uint32_t> pruning(exec, graph.vertices(),
                                                                    graph.arcs());
    try {
      pruning.prune(exec, csr_of<TypeParam>(graph.raw()), {}, 1);
    } catch (std::invalid_argument const& error) {
      EXPECT_NE(std::string(error.what()).find("not symmetric"), std::string::npos);
      continue;
    }
    for (auto v : to_vector(pruning.remaining().neighbours)) EXPECT_LT(v, test.vertices);
  }
}

TYPED_TEST(Prune, PrunedComponentsAreTheComponents) {
  using Memory = typename TypeParam::memory_space;
  using yoke::ComponentsAlgorithm;
  auto graphs = make_graphs();
  // Enough pendant vertices for several rounds.
  graphs.push_back(yoke_test::shuffled(yoke_test::caterpillar(3000, 3), 1));
  graphs.push_back(yoke_test::shuffled(yoke_test::random_forest(30000, 5), 2));
  std::uint64_t removed = 0;
  for (auto const& test : graphs) {
    auto const graph = yoke_test::make_graph<std::uint32_t, std::uint32_t, Memory>(test);
    auto const expected = yoke_test::oracle_components(test);
    yoke_test::ForestOracle const forests(test);
    for (auto const algorithm :
         {ComponentsAlgorithm::sequential, ComponentsAlgorithm::soman,
          ComponentsAlgorithm::shiloach_vishkin, ComponentsAlgorithm::afforest}) {
      SCOPED_TRACE(test.name + ", " + std::string(to_string(algorithm)));
      yoke::ComponentsReport report;
      yoke::ComponentsOptions options;
      options.algorithm = algorithm;
      options.prune = true;
      options.report = &report;
      std::size_t const places = test.vertices == 0 ? 0 : test.vertices - 1;
      Kokkos::View<std::uint32_t*, Memory> const label("label", test.vertices),
          from("from", places), to("to", places);
      EXPECT_EQ(yoke::connected_components(TypeParam(), graph, label, options), expected.count);
      ASSERT_EQ(to_vector(label), expected.label);
      EXPECT_EQ(yoke::spanning_forest(TypeParam(), graph, label, from, to, options),
                expected.count);
      ASSERT_EQ(to_vector(label), expected.label);
      forests.expect_spanning(expected.count, to_vector(from), to_vector(to));
      removed += report.pruned_vertices;
    }
  }
  EXPECT_GT(removed, 0u);
}

// Each round takes both ends off a path.
TYPED_TEST(Prune, StopsWhereTheCallerSays) {
  using Memory = typename TypeParam::memory_space;
  TypeParam const exec;
  std::uint32_t const n = 301;
  auto const graph =
      yoke_test::make_graph<std::uint32_t, std::uint32_t, Memory>(yoke_test::path_graph(n));
  Kokkos::View<std::uint32_t*, Memory> const label("label", n), level("level", n);
  for (auto const& [least, removed, rounds] :
       {std::tuple{0u, 2u, 1}, std::tuple{3u, 2u, 1}, std::tuple{1u, n - 1, 150}}) {
    yoke::ComponentsReport components;
    yoke::connected_components(exec, graph, label,
                               {.prune = true, .least_pruned = least, .report = &components});
    EXPECT_EQ(components.pruned_vertices, removed) << least;
    EXPECT_EQ(components.prune_rounds, rounds) << least;
    yoke::BfsReport search;
    yoke::bfs(exec, graph, n / 2, level,
              yoke::BfsOptions{.prune = true, .least_pruned = least, .report = &search});
    EXPECT_EQ(search.pruned_vertices, removed) << least;
    EXPECT_EQ(search.prune_rounds, rounds) << least;
  }
}

}  // namespace
