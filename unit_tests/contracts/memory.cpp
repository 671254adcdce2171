#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "contracts/nothing_new.hpp"
#include "support/graphs.hpp"
#include "support/seed.hpp"
#include "yoke/bfs.hpp"
#include "yoke/closeness.hpp"
#include "yoke/connected_components.hpp"
#include "yoke/eccentricities.hpp"
#include "yoke/euler_tour.hpp"
#include "yoke/generate.hpp"
#include "yoke/generate_graph.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/list_ranking.hpp"
#include "yoke/list_scan.hpp"
#include "yoke/minimum_spanning_forest.hpp"
#include "yoke/shortest_paths.hpp"
#include "yoke/validate_bfs.hpp"
#include "yoke/validate_components.hpp"
#include "yoke/validate_ranks.hpp"

// What a repeated call of a plan allocates, and whom any call makes wait, on contiguous and on
// strided Views: nothing, and nobody but the instance that it was given.

namespace {

using yoke_test::expect_no_global_fence;
using yoke_test::expect_nothing_new;

constexpr std::uint32_t n = 20000;
constexpr std::uint32_t side = 20;  // of a grid, for calls that search from every vertex

// The arguments of every call, contiguous or as every second element of something larger.
template <class Memory>
struct Arrays {
  using Whole = Kokkos::View<std::uint32_t*, Memory>;
  using Column = Kokkos::View<std::uint32_t*, Kokkos::LayoutStride, Memory>;

  using Weights = Kokkos::View<float*, Memory>;

  static Column column(char const* label, std::size_t size, bool strided) {
    if (!strided) return Whole(label, size);
    Kokkos::View<std::uint32_t* [2], Kokkos::LayoutRight, Memory> const pairs(label, size);
    return Kokkos::subview(pairs, Kokkos::ALL, 0);
  }

  static Kokkos::View<float*, Kokkos::LayoutStride, Memory> weights_column(char const* label,
                                                                           bool strided) {
    if (!strided) return Weights(label, n);
    Kokkos::View<float* [2], Kokkos::LayoutRight, Memory> const pairs(label, n);
    return Kokkos::subview(pairs, Kokkos::ALL, 0);
  }

  explicit Arrays(bool strided)
      : successor(column("successor", n, strided)),
        rank(column("rank", n, strided)),
        heads(column("heads", 1, strided)),
        level(column("level", n, strided)),
        parent(column("parent", n, strided)),
        from(column("from", n - 1, strided)),
        to(column("to", n - 1, strided)),
        source(column("source", 3, strided)),
        tour(column("tour", 2 * n, strided)),
        numbers(column("numbers", n, strided)),
        distance(weights_column("distance", strided)) {
    // The list 0, 1, ..., n - 1, and the tree whose root is its end.
    auto const host = Kokkos::create_mirror_view(Whole("successor", n));
    for (std::uint32_t i = 0; i < n; ++i) host(i) = i + 1 < n ? i + 1 : i;
    Whole const whole("whole", n);
    Kokkos::deep_copy(whole, host);
    Kokkos::deep_copy(successor, whole);
    for (std::uint32_t i = 0; i < n; ++i) host(i) = i;
    Kokkos::deep_copy(whole, host);
    Kokkos::deep_copy(numbers, whole);
    using Exec = typename Memory::execution_space;
    yoke::EdgeList<std::uint32_t, Memory> const edges = yoke::generate_edges<std::uint32_t, Memory>(
        Exec(), yoke::UniformShape{.vertices = n, .edges = 4 * n, .seed = 1});
    graph = yoke::build_graph(Exec(), edges);
    yoke::EdgeList<std::uint32_t, Memory> const grid_edges =
        yoke::generate_edges<std::uint32_t, Memory>(
            Exec(), yoke::GridShape{.width = side, .height = side, .seed = 1});
    grid = yoke::build_graph(Exec(), grid_edges);
    Weights const ones("ones", graph.arcs());
    Kokkos::deep_copy(ones, 1.f);
    weighted = {yoke::unchecked, graph.kind(), graph.offsets(), graph.neighbours(), ones};
  }

  // Edge e joins e and e + 1; the root is the last vertex.
  auto path_from() const { return Kokkos::subview(numbers, std::pair(0u, n - 1)); }
  auto path_to() const { return Kokkos::subview(numbers, std::pair(1u, n)); }
  auto path_root() const { return Kokkos::subview(numbers, std::pair(n - 1, n)); }

  Column successor, rank, heads, level, parent, from, to, source, tour, numbers;
  Kokkos::View<float*, Kokkos::LayoutStride, Memory> distance;  // or weights of a forest
  yoke::Graph<std::uint32_t, std::uint32_t, Memory> graph, grid;
  Kokkos::View<double*, Memory> closeness{"closeness", side* side};
  yoke::WeightedGraph<std::uint32_t, std::uint32_t, float, Memory> weighted;
};

template <class Executor, class Memory>
void expect_plans_take_nothing(Executor const& executor, Arrays<Memory> const& a,
                               yoke::Split const& split = yoke::Split::automatic()) {
  {
    SCOPED_TRACE("list_rank");
    yoke::ListRankPlan<Executor, std::uint32_t> plan(executor, n, {.split = split});
    expect_nothing_new([&] { EXPECT_EQ(plan(a.successor, a.rank), 1u); });
    expect_nothing_new([&] { EXPECT_EQ(plan(a.successor, a.heads, a.rank), 1u); });
  }
  std::size_t const arcs = a.graph.arcs();
  std::size_t components = 0;
  {
    SCOPED_TRACE("connected_components");
    yoke::ConnectedComponentsPlan<Executor, std::uint32_t> plan(executor, n, arcs,
                                                                {.split = split});
    expect_nothing_new([&] { components = plan(a.graph, a.level); });
    expect_nothing_new([&] { EXPECT_EQ(plan(a.graph, a.level, a.from, a.to), components); });
  }
  {
    SCOPED_TRACE("minimum_spanning_forest");
    yoke::MinimumSpanningForestPlan<Executor, std::uint32_t, std::uint32_t, float> plan(
        executor, n, arcs, {.split = split});
    expect_nothing_new(
        [&] { EXPECT_EQ(plan(a.weighted, a.from, a.to, a.distance).components, components); });
  }
  if (split.is_automatic() || split.host_share() == 0 || split.host_share() == 1) {
    SCOPED_TRACE("shortest_paths");
    yoke::ShortestPathsPlan<Executor, std::uint32_t> plan(executor, n, arcs, {.split = split});
    expect_nothing_new([&] { EXPECT_GT(plan(a.weighted, 0, a.distance, a.parent), n / 2); });
    expect_nothing_new([&] { EXPECT_GT(plan(a.weighted, a.source, a.distance), n / 2); });
  }
  {
    SCOPED_TRACE("closeness");
    yoke::ClosenessPlan<Executor, std::uint32_t> plan(executor, n, arcs, {.split = split});
    expect_nothing_new([&] { plan(a.grid, a.closeness); });
    expect_nothing_new(
        [&] { plan(a.grid, a.source, Kokkos::subview(a.closeness, std::pair(0, 3))); });
  }
  if (split.is_automatic() || split.host_share() == 0 || split.host_share() == 1) {
    SCOPED_TRACE("eccentricities");
    yoke::EccentricitiesPlan<Executor, std::uint32_t> plan(executor, n, arcs, {.split = split});
    auto const eccentricity = Kokkos::subview(a.level, std::pair(0u, side * side));
    expect_nothing_new([&] { plan(a.grid, eccentricity); });
    expect_nothing_new([&] { EXPECT_EQ(plan.diameter(a.grid).length, 2 * (side - 1)); });
  }
  SCOPED_TRACE("bfs");
  yoke::BfsPlan<Executor, std::uint32_t> plan(executor, n, arcs, {.split = split});
  expect_nothing_new([&] { EXPECT_GT(plan(a.graph, 0, a.level, a.parent), n / 2); });
  expect_nothing_new([&] { EXPECT_GT(plan(a.graph, a.source, a.level), n / 2); });
}

struct Sum {
  KOKKOS_FUNCTION std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const { return a + b; }
};

// The plans that run on one space alone. The list 0, 1, ..., n - 1 is a path with its root at the
// end, too, and as edges.
template <class Space, class Memory>
void expect_plans_of_scans_take_nothing(Space const& exec, Arrays<Memory> const& a) {
  for (auto const from : {yoke::ScanFrom::head, yoke::ScanFrom::tail}) {
    SCOPED_TRACE("list_scan");
    yoke::ListScanPlan<Space, std::uint32_t, std::uint32_t> plan(exec, n, {.from = from});
    expect_nothing_new([&] { plan(a.successor, a.level, a.rank, Sum(), 0u); });
  }
  SCOPED_TRACE("list_to_array");
  yoke::ListToArrayPlan<Space, std::uint32_t> plan(exec, n);
  expect_nothing_new([&] { EXPECT_EQ(plan(a.successor, a.rank), 1u); });
  expect_nothing_new([&] { EXPECT_EQ(plan(a.successor, a.rank, a.level), 1u); });
}

template <class Space, class Memory>
void expect_plans_of_trees_take_nothing(Space const& exec, Arrays<Memory> const& a) {
  {
    SCOPED_TRACE("euler_tour");
    yoke::EulerTourPlan<Space, std::uint32_t> plan(exec, n);
    expect_nothing_new([&] { plan(a.successor, a.tour); });
  }
  {
    SCOPED_TRACE("tree_statistics");
    yoke::TreeStatisticsPlan<Space, std::uint32_t> plan(exec, n);
    yoke::TreeStatistics<std::uint32_t, Memory> const result(exec, n);
    expect_nothing_new([&] { plan(a.successor, result); });
  }
  auto const root = a.path_root(), from = a.path_from(), to = a.path_to();
  {
    SCOPED_TRACE("euler_tour of edges");
    yoke::EdgeTourPlan<Space, std::uint32_t> plan(exec, n - 1, 1);
    auto const tour = Kokkos::subview(a.tour, std::pair(0u, 2 * (n - 1)));
    expect_nothing_new([&] { plan(from, to, root, tour); });
  }
  SCOPED_TRACE("root_forest");
  yoke::RootForestPlan<Space, std::uint32_t> plan(exec, n - 1, 1);
  expect_nothing_new([&] { plan(from, to, root, a.parent); });
}

template <class Space>
class ContractsOfSpace : public testing::Test {};
template <class First, class... Spaces>
using Types = testing::Types<Spaces...>;
#define YOKE_SPACE(Space) , Space
TYPED_TEST_SUITE(ContractsOfSpace, Types<void YOKE_FOR_EACH_SPACE(YOKE_SPACE)>);

TYPED_TEST(ContractsOfSpace, PlansTakeNothingTwiceAndFenceTheirInstance) {
  for (bool const strided : {false, true}) {
    SCOPED_TRACE(strided ? "strided" : "contiguous");
    Arrays<typename TypeParam::memory_space> const arrays(strided);
    expect_plans_take_nothing(TypeParam(), arrays);
    expect_plans_of_scans_take_nothing(TypeParam(), arrays);
    expect_plans_of_trees_take_nothing(TypeParam(), arrays);
  }
}

TEST(Contracts, PlansOfAHybridTakeNothingTwiceAndFenceItsInstances) {
  yoke::Hybrid<> const hybrid;
  for (double const share : {0.0, 0.4, 1.0}) {
    for (bool const strided : {false, true}) {
      SCOPED_TRACE((strided ? "strided, split " : "contiguous, split ") + std::to_string(share));
      expect_plans_take_nothing(hybrid, Arrays<Kokkos::HostSpace>(strided), yoke::Split(share));
    }
  }
}

TYPED_TEST(ContractsOfSpace, AStridedCopyCountsAsWorkspace) {
  using Memory = typename TypeParam::memory_space;
  Arrays<Memory> const a(true), contiguous(false);
  yoke::ListRankPlan<TypeParam, std::uint32_t> plan(TypeParam(), n);
  plan(contiguous.successor, contiguous.rank);
  std::size_t const before = plan.workspace_bytes();
  plan(a.successor, a.rank);
  EXPECT_EQ(plan.workspace_bytes(), before + 2 * n * sizeof(std::uint32_t));
}

#ifdef KOKKOS_HAS_SHARED_SPACE
template <class Executor>
void expect_managed_memory_is_near(Executor const& executor, yoke::Split const& split) {
  Arrays<Kokkos::SharedSpace> const a(false);
  yoke::ListRankPlan<Executor, std::uint32_t> plan(executor, n, {.split = split});
  std::size_t const before = plan.workspace_bytes();
  EXPECT_EQ(plan(a.successor, a.rank), 1u);
  EXPECT_EQ(plan.workspace_bytes(), before) << "the Views were copied";
  Kokkos::fence();
  for (std::uint32_t i = 0; i < n; ++i) ASSERT_EQ(a.rank(i), n - 1 - i);
}

// Where a build has none, the space is the host's.
TEST(Contracts, ManagedMemoryIsUsedWhereItIs) {
  expect_managed_memory_is_near(Kokkos::DefaultExecutionSpace(), yoke::Split::automatic());
  expect_managed_memory_is_near(Kokkos::DefaultHostExecutionSpace(), yoke::Split::automatic());
  yoke::Hybrid<> const hybrid;
  for (double const share : {0.0, 1.0}) expect_managed_memory_is_near(hybrid, yoke::Split(share));
}
#endif

TYPED_TEST(ContractsOfSpace, CallsWithoutPlansFenceTheirInstance) {
  TypeParam const exec;
  for (bool const strided : {false, true}) {
    SCOPED_TRACE(strided ? "strided" : "contiguous");
    Arrays<typename TypeParam::memory_space> const a(strided);
    {
      SCOPED_TRACE("list_scan");
      expect_no_global_fence(
          [&] { yoke::list_scan(exec, a.successor, a.level, a.parent, Sum(), 0u); });
    }
    {
      SCOPED_TRACE("list_to_array");
      expect_no_global_fence([&] { yoke::list_to_array(exec, a.successor, a.rank); });
    }
    {
      SCOPED_TRACE("euler_tour");
      expect_no_global_fence([&] { yoke::euler_tour(exec, a.successor, a.tour); });
    }
    {
      SCOPED_TRACE("tree_statistics");
      expect_no_global_fence([&] { yoke::tree_statistics(exec, a.successor); });
    }
    {
      SCOPED_TRACE("validate_bfs");
      yoke::bfs(exec, a.graph, 0, a.level, a.parent);
      expect_no_global_fence([&] { yoke::validate_bfs(exec, a.graph, 0, a.level, a.parent); });
    }
    {
      SCOPED_TRACE("validate_ranks");
      yoke::list_rank(exec, a.successor, a.rank);
      expect_no_global_fence([&] { yoke::validate_ranks(exec, a.successor, a.rank); });
    }
    {
      SCOPED_TRACE("validate_spanning_forest");
      yoke::spanning_forest(exec, a.graph, a.level, a.from, a.to);
      expect_no_global_fence(
          [&] { yoke::validate_spanning_forest(exec, a.graph, a.level, a.from, a.to); });
    }
  }
}

}  // namespace
