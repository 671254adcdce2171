#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "support/lists.hpp"
#include "support/seed.hpp"
#include "support/tools.hpp"
#include "yoke/euler_tour.hpp"
#include "yoke/timeline.hpp"

// Plans of tours and forests, and what they report.

namespace {

using yoke_test::to_space;
using yoke_test::to_vector;

template <class Space>
class TreePlans : public ::testing::Test {
 protected:
  using Memory = typename Space::memory_space;
  using Indices = Kokkos::View<std::uint32_t*, Memory>;

  // Node v > 0 hangs from v / 2; with two roots, from where there are two nodes.
  static Indices tree_of(std::size_t n) {
    std::vector<std::uint32_t> parent(n);
    for (std::size_t v = 0; v < n; ++v) parent[v] = static_cast<std::uint32_t>(v < 2 ? v : v / 2);
    return to_space<Space>(parent);
  }
  // The same as edges, in a View of pairs.
  static Kokkos::View<std::uint32_t* [2], Memory> edges_of(std::size_t n) {
    Kokkos::View<std::uint32_t* [2], Memory> const edges("edges", n < 2 ? 0 : n - 2);
    auto const host = Kokkos::create_mirror_view(edges);
    for (std::size_t v = 2; v < n; ++v) {
      host(v - 2, v % 2) = static_cast<std::uint32_t>(v);
      host(v - 2, 1 - v % 2) = static_cast<std::uint32_t>(v / 2);
    }
    Kokkos::deep_copy(edges, host);
    return edges;
  } static Indices roots_of(std::size_t n) {
    return to_space<Space>(n < 2 ? std::vector<std::uint32_t>(n, 0)
                                 : std::vector<std::uint32_t>{0, 1});
  }
};
template <class First, class... Spaces>
using Types = ::testing::Types<Spaces...>;
#define YOKE_SPACE(Space) , Space
using EverySpace = Types<void YOKE_FOR_EACH_SPACE(YOKE_SPACE)>;
TYPED_TEST_SUITE(TreePlans, EverySpace);

constexpr std::size_t capacity = 30000;

TYPED_TEST(TreePlans, AnswerAsTheFunctionsDo) {
  using Indices = typename TestFixture::Indices;
  TypeParam const exec;
  yoke::EulerTourPlan<TypeParam, std::uint32_t> tour_plan(exec, capacity);
  yoke::TreeStatisticsPlan<TypeParam, std::uint32_t> statistics_plan(exec, capacity);
  yoke::EdgeTourPlan<TypeParam, std::uint32_t> edge_plan(exec, capacity, 2);
  yoke::RootForestPlan<TypeParam, std::uint32_t> forest_plan(exec, capacity, 2);
  for (std::size_t const n : {std::size_t(0), std::size_t(1), std::size_t(2), std::size_t(3),
                              std::size_t(1000), std::size_t(16383), capacity}) {
    SCOPED_TRACE(n);
    auto const parent = TestFixture::tree_of(n), roots = TestFixture::roots_of(n);
    auto const edges = TestFixture::edges_of(n);
    Indices const tour("tour", 2 * n), expected("expected", 2 * n);
    tour_plan(parent, tour);
    yoke::euler_tour(exec, parent, expected);
    EXPECT_TRUE(to_vector(tour) == to_vector(expected));

    yoke::TreeStatistics<std::uint32_t, typename TestFixture::Memory> const planned(exec, n);
    statistics_plan(parent, planned);
    auto const statistics = yoke::tree_statistics(exec, parent);
    EXPECT_TRUE(to_vector(planned.depth) == to_vector(statistics.depth));
    EXPECT_TRUE(to_vector(planned.subtree_size) == to_vector(statistics.subtree_size));
    EXPECT_TRUE(to_vector(planned.preorder) == to_vector(statistics.preorder));
    EXPECT_TRUE(to_vector(planned.postorder) == to_vector(statistics.postorder));

    Indices const arcs("arcs", 2 * edges.extent(0)), same("same", 2 * edges.extent(0));
    edge_plan(edges, roots, arcs);
    yoke::euler_tour(exec, edges, roots, same);
    EXPECT_TRUE(to_vector(arcs) == to_vector(same));
    Indices const rooted("rooted", n);
    forest_plan(edges, roots, rooted);
    EXPECT_TRUE(to_vector(rooted) == to_vector(parent));
  }
}

TYPED_TEST(TreePlans, RefuseWhatIsLarger) {
  using Indices = typename TestFixture::Indices;
  TypeParam const exec;
  std::size_t const n = 101;
  auto const parent = TestFixture::tree_of(n), roots = TestFixture::roots_of(n);
  auto const edges = TestFixture::edges_of(n);
  yoke::EulerTourPlan<TypeParam, std::uint32_t> tour_plan(exec, n - 1);
  EXPECT_THROW(tour_plan(parent, Indices("t", 2 * n)), std::invalid_argument);
  yoke::TreeStatisticsPlan<TypeParam, std::uint32_t> statistics_plan(exec, n - 1);
  using Statistics = yoke::TreeStatistics<std::uint32_t, typename TestFixture::Memory>;
  EXPECT_THROW(statistics_plan(parent, Statistics(exec, n)), std::invalid_argument);
  EXPECT_THROW(statistics_plan(TestFixture::tree_of(50), Statistics(exec, 49)),
               std::invalid_argument);
  for (auto const& [most_edges, most_roots] :
       {std::pair(n - 3, std::size_t(2)), std::pair(n - 2, std::size_t(1))}) {
    yoke::EdgeTourPlan<TypeParam, std::uint32_t> edge_plan(exec, most_edges, most_roots);
    EXPECT_THROW(edge_plan(edges, roots, Indices("t", 2 * (n - 2))), std::invalid_argument);
    yoke::RootForestPlan<TypeParam, std::uint32_t> forest_plan(exec, most_edges, most_roots);
    EXPECT_THROW(forest_plan(edges, roots, Indices("p", n)), std::invalid_argument);
  }
  std::size_t const too_many = (std::size_t(1) << 30) + 1;
  EXPECT_THROW((yoke::EulerTourPlan<TypeParam, std::int32_t>(exec, too_many)),
               std::invalid_argument);
  EXPECT_THROW((yoke::RootForestPlan<TypeParam, std::int32_t>(exec, too_many, 1)),
               std::invalid_argument);
}

std::vector<std::string> names_of(std::vector<yoke::Phase> const& phases) {
  std::vector<std::string> names;
  names.reserve(phases.size());
  for (auto const& phase : phases) names.push_back(phase.name);
  return names;
}

TYPED_TEST(TreePlans, ReportEveryCallAnew) {
  using Indices = typename TestFixture::Indices;
  using ::testing::ElementsAre;
  TypeParam const exec;
  std::size_t const n = 20000;
  auto const parent = TestFixture::tree_of(n), roots = TestFixture::roots_of(n);
  auto const edges = TestFixture::edges_of(n);
  yoke::TreeReport report;
  yoke::Timeline timeline;
  yoke::TreeOptions const options{.validate = true, .report = &report, .timeline = &timeline};
  Indices const tour("tour", 2 * n), rooted("rooted", n);
  yoke::EulerTourPlan<TypeParam, std::uint32_t> plan(exec, n, options);
  for (int call = 0; call < 2; ++call) {
    plan(parent, tour);
    EXPECT_THAT(names_of(report.phases), ElementsAre("check", "tour", "validate"));
  }
  EXPECT_EQ(timeline.size(), 2u);
  yoke::tree_statistics(exec, parent, options);
  EXPECT_THAT(names_of(report.phases), ElementsAre("check", "load", "walk", "jump", "store"));
  EXPECT_GT(report.sublists, 1u);
  EXPECT_GT(report.longest_walk, 0u);
  EXPECT_LE(report.longest_walk, 2 * n);
  auto const arcs = Kokkos::subview(tour, std::pair<std::size_t, std::size_t>(0, 2 * (n - 2)));
  yoke::euler_tour(exec, edges, roots, arcs, {.report = &report, .timeline = &timeline});
  EXPECT_THAT(names_of(report.phases), ElementsAre("check", "tour"));
  EXPECT_EQ(report.sublists, 0u);
  yoke::root_forest(exec, edges, roots, rooted, {.report = &report, .timeline = &timeline});
  EXPECT_THAT(names_of(report.phases), ElementsAre("check", "tour", "rank", "parents"));
  EXPECT_EQ(timeline.size(), 5u);
}

// As docs/trees.md has it: bytes a node or an edge, and a vertex, of 4-byte indices.
template <class Plan, class Call>
void expect_memory(yoke_test::AllocationRecorder const& recorder, Plan const& plan,
                   std::size_t most, Call const& call) {
  call();
  EXPECT_NEAR(static_cast<double>(plan.workspace_bytes()),
              static_cast<double>(recorder.held_bytes()),
              static_cast<double>(128 * recorder.labels().size()));
  EXPECT_LE(plan.workspace_bytes(), most);
}

TYPED_TEST(TreePlans, StateTheirMemory) {
  using Indices = typename TestFixture::Indices;
  TypeParam const exec;
  std::size_t const n = std::size_t(1) << 18, counters = std::size_t(1) << 18;
  auto const parent = TestFixture::tree_of(n), roots = TestFixture::roots_of(n);
  auto const edges = TestFixture::edges_of(n);
  Indices const tour("tour", 2 * n), arcs("arcs", 2 * (n - 2)), rooted("rooted", n);
  yoke::TreeStatistics<std::uint32_t, typename TestFixture::Memory> const result(exec, n);
  {
    yoke_test::AllocationRecorder const recorder;
    yoke::EulerTourPlan<TypeParam, std::uint32_t> plan(exec, n);
    expect_memory(recorder, plan, 16 * n + counters, [&] { plan(parent, tour); });
  }
  {
    yoke_test::AllocationRecorder const recorder;
    yoke::TreeStatisticsPlan<TypeParam, std::uint32_t> plan(exec, n);
    expect_memory(recorder, plan, 42 * n + counters, [&] { plan(parent, result); });
  }
  {
    yoke_test::AllocationRecorder const recorder;
    yoke::EdgeTourPlan<TypeParam, std::uint32_t> plan(exec, n - 2, 2);
    expect_memory(recorder, plan, (32 + 12) * n + counters, [&] { plan(edges, roots, arcs); });
  }
  yoke_test::AllocationRecorder const recorder;
  yoke::RootForestPlan<TypeParam, std::uint32_t> plan(exec, n - 2, 2);
  // And what list_rank takes for 2 n nodes.
  std::size_t const ranking = 2 * 16 * n;
  expect_memory(recorder, plan, (48 + 12) * n + ranking + counters,
                [&] { plan(edges, roots, rooted); });
}

TYPED_TEST(TreePlans, EdgesMustBePairs) {
  using Indices = typename TestFixture::Indices;
  Kokkos::View<std::uint32_t**, typename TestFixture::Memory> const column("column", 3, 1);
  EXPECT_THROW(yoke::euler_tour(TypeParam(), column, Indices("r", 1), Indices("s", 6)),
               std::invalid_argument);
}

}  // namespace
