#include "primitives/prune.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "support/all_spaces.hpp"
#include "support/graphs.hpp"
#include "support/lists.hpp"
#include "support/peeling.hpp"
#include "yoke/graph.hpp"

namespace {

using namespace yoke::detail;
using yoke_test::peel;
using yoke_test::Peeled;
using yoke_test::TestGraph;
using yoke_test::to_vector;

template <class Space, class Vertex, class Offset>
class Case {
 public:
  explicit Case(TestGraph const& graph)
      : name_(graph.name),
        host_(yoke_test::make_graph<Vertex, Offset, Kokkos::HostSpace>(graph)),
        graph_(yoke_test::make_graph<Vertex, Offset, typename Space::memory_space>(graph)),
        pruning_(exec_, graph_.vertices(), graph_.arcs()) {}

  void check(std::uint64_t least) {
    SCOPED_TRACE(name_ + ", least " + std::to_string(least));
    Peeled const peeled = peel(host_, least);
    pruning_.prune(exec_, csr_of<Space>(graph_.raw()), least);
    EXPECT_EQ(pruning_.removed(), peeled.removed);
    EXPECT_EQ(pruning_.rounds(), static_cast<int>(peeled.rounds.size()));
    check_remaining(peeled);
    check_removed(peeled);
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

  void check_removed(Peeled const& peeled) {
    auto const removed = to_vector(pruning_.removed_vertices());
    auto const anchors = to_vector(pruning_.anchors());
    auto const& bounds = pruning_.round_bounds();
    for (std::size_t round = 0; round < peeled.rounds.size(); ++round) {
      std::set<std::uint64_t> const gone(removed.begin() + bounds[round],
                                         removed.begin() + bounds[round + 1]);
      EXPECT_EQ(gone, peeled.rounds[round]) << "round " << round + 1;
    }
    EXPECT_EQ(std::vector<std::uint64_t>(anchors.begin(), anchors.end()), peeled.anchor);
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
    for (std::uint64_t least : {1, 20, 10000000}) pruned.check(least);
  }
}

template <class Space>
class Prune : public ::testing::Test {};
TYPED_TEST_SUITE(Prune, yoke_test::AllSpaces);

TYPED_TEST(Prune, RemovesWhatPlainPeelingDoes) {
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
    pruning.prune(exec, csr_of<TypeParam>(graph.raw()), 1);
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
      pruning.prune(exec, csr_of<TypeParam>(graph.raw()), 1);
    } catch (std::invalid_argument const& error) {
      EXPECT_NE(std::string(error.what()).find("not symmetric"), std::string::npos);
      continue;
    }
    for (auto v : to_vector(pruning.remaining().neighbours)) EXPECT_LT(v, test.vertices);
  }
}

}  // namespace
