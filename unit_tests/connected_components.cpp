#include "yoke/connected_components.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/forests.hpp"
#include "support/graphs.hpp"
#include "support/lists.hpp"
#include "support/long_paths.hpp"
#include "support/rounds.hpp"
#include "support/temporary_folder.hpp"
#include "support/tools.hpp"
#include "yoke/errors.hpp"
#include "yoke/timeline.hpp"

namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using yoke::ComponentsAlgorithm;
using yoke::ComponentsOptions;
using yoke::ConnectedComponentsPlan;
using yoke_test::message_of;
using yoke_test::TestGraph;

constexpr std::array every_algorithm = {ComponentsAlgorithm::automatic,
                                        ComponentsAlgorithm::sequential,
                                        ComponentsAlgorithm::shiloach_vishkin,
                                        ComponentsAlgorithm::soman, ComponentsAlgorithm::afforest};

// A component with most of the vertices, and another one that hubs of these degrees hold together:
// they hang on triangles whose vertices meet each other in their first two arcs, so that nothing
// but the rows of the hubs, or what leads to them, is left to link.
TestGraph hubs_beside_a_star(std::vector<std::uint32_t> const& degrees) {
  TestGraph graph{"hubs beside a star", 0, {}};
  std::uint32_t leaves = 0;
  for (std::uint32_t const degree : degrees) leaves += 3 * degree;
  std::uint32_t first = 0, hub = leaves;
  for (std::uint32_t const degree : degrees) {
    for (std::uint32_t t = 0; t < degree; ++t, first += 3) {
      yoke_test::add_clique(graph, first, 3);
      for (std::uint32_t k = 0; k < 3; ++k) graph.add(first + k, hub);
    }
    if (hub > leaves) graph.add(hub - 1, hub);
    ++hub;
  }
  graph.vertices = hub + 2 * leaves;
  for (std::uint32_t v = hub; v + 1 < graph.vertices; ++v) graph.add(graph.vertices - 1, v);
  return graph;
}

std::vector<TestGraph> make_large_graphs() {
  auto const columns = static_cast<std::uint32_t>(yoke_test::large(400));
  auto const nodes = static_cast<std::uint32_t>(yoke_test::large(100000));
  return {yoke_test::grid_graph(300, columns, 60),
          shuffled(yoke_test::grid_graph(300, columns, 60), 20),
          yoke_test::path_graph(nodes),
          shuffled(yoke_test::path_graph(nodes), 21),
          shuffled(yoke_test::skewed_graph(15, std::size_t(1) << 18), 22),
          yoke_test::uniform_graph(nodes, nodes * 3 / 5),
          hubs_beside_a_star({100, 3000, 1, 6, 9000}),
          shuffled(hubs_beside_a_star({100, 3000, 1, 6, 9000}), 23)};
}

std::vector<TestGraph> const& large_graphs() {
  static std::vector<TestGraph> const all = make_large_graphs();
  return all;
}

template <class Index>
std::vector<Index> widened(std::vector<std::uint32_t> const& values) {
  return std::vector<Index>(values.begin(), values.end());
}

template <class Space>
class Components : public ::testing::Test {
 protected:
  using Memory = typename Space::memory_space;
  template <class T>
  using Array = Kokkos::View<T*, Memory>;

  // Labels and forests by `algorithms`, against the oracle. Label may differ from Vertex in sign.
  template <class Vertex, class Offset, class Label>
  static void expect_components(TestGraph const& graph, yoke::GraphBuildOptions const& build,
                                ComponentsOptions options = {}) {
    SCOPED_TRACE(graph.name);
    auto const oracle = yoke_test::oracle_components(graph);
    auto const expected = widened<Label>(oracle.label);
    yoke_test::ForestOracle const forests(graph);
    auto const g = yoke_test::make_graph<Vertex, Offset, Memory>(graph, build);
    std::size_t const n = graph.vertices, room = n == 0 ? 0 : n - 1;
    for (auto const algorithm : every_algorithm) {
      SCOPED_TRACE(std::string(to_string(algorithm)));
      options.algorithm = algorithm;
      Array<Label> const label("label", n), from("from", room), to("to", room);
      Kokkos::deep_copy(label, Label(77));
      EXPECT_EQ(yoke::connected_components(Space(), g, label, options), oracle.count);
      EXPECT_TRUE(yoke_test::to_vector(label) == expected);
      Kokkos::deep_copy(label, Label(78));
      EXPECT_EQ(yoke::spanning_forest(Space(), g, label, from, to, options), oracle.count);
      EXPECT_TRUE(yoke_test::to_vector(label) == expected);
      forests.expect_spanning(oracle.count, yoke_test::to_vector(from), yoke_test::to_vector(to));
    }
  }
};
template <class First, class... Spaces>
using Types = ::testing::Types<Spaces...>;
#define YOKE_SPACE(Space) , Space
TYPED_TEST_SUITE(Components, Types<void YOKE_FOR_EACH_SPACE(YOKE_SPACE)>);

TYPED_TEST(Components, OfEveryGraph) {
  for (auto const& graph : yoke_test::test_graphs()) {
    this->template expect_components<std::uint32_t, std::uint32_t, std::uint32_t>(graph, {});
  }
}

TYPED_TEST(Components, OfEveryGraphInOtherTypes) {
  for (auto const& graph : yoke_test::test_graphs()) {
    this->template expect_components<std::int32_t, std::int64_t, std::uint32_t>(graph, {});
    this->template expect_components<std::uint64_t, std::uint64_t, std::int64_t>(graph, {});
  }
}

TYPED_TEST(Components, OfEveryGraphWithItsNeighboursInAnyOrder) {
  for (auto const& graph : yoke_test::test_graphs()) {
    this->template expect_components<std::uint32_t, std::uint32_t, std::int32_t>(
        graph, {.sort_neighbours = false});
  }
}

TYPED_TEST(Components, OfGraphsOfLongPaths) {
  for (auto const& graph : yoke_test::graphs_of_long_paths(1 << 13)) {
    this->template expect_components<std::uint32_t, std::uint32_t, std::uint32_t>(graph, {});
  }
}

TYPED_TEST(Components, OfLargerGraphs) {
  for (auto const& graph : large_graphs()) {
    this->template expect_components<std::uint32_t, std::uint32_t, std::uint32_t>(graph, {});
  }
}

TYPED_TEST(Components, WithAnyNumberOfBlocks) {
  auto const graph = shuffled(yoke_test::grid_graph(40, 50, 70), 11);
  for (std::size_t const blocks : {1, 3, 1000}) {
    ComponentsOptions options;
    options.shiloach_vishkin.blocks = blocks;
    this->template expect_components<std::uint32_t, std::uint32_t, std::uint32_t>(graph, {},
                                                                                  options);
  }
}

TYPED_TEST(Components, LabelsAndForestsMayBeStrided) {
  auto const graph = yoke_test::grid_graph(40, 50, 60);
  auto const oracle = yoke_test::oracle_components(graph);
  using Memory = typename TypeParam::memory_space;
  auto const g = yoke_test::make_graph<std::uint32_t, std::uint32_t, Memory>(graph);
  Kokkos::View<std::uint32_t**, Kokkos::LayoutRight, Memory> const table("table", graph.vertices,
                                                                         3);
  auto const column = [&](int k) { return Kokkos::subview(table, Kokkos::ALL, k); };
  EXPECT_EQ(yoke::spanning_forest(TypeParam(), g, column(0), column(1), column(2)), oracle.count);
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), table);
  std::array<std::vector<std::uint32_t>, 3> columns;
  for (std::size_t v = 0; v < graph.vertices; ++v) {
    for (int k = 0; k < 3; ++k) columns[k].push_back(host(v, k));
  }
  EXPECT_TRUE(columns[0] == oracle.label);
  yoke_test::ForestOracle(graph).expect_spanning(oracle.count, columns[1], columns[2]);
}

// A strided forest is copied, which must not write more than its room.
TYPED_TEST(Components, StridedForestsStayInTheirRoom) {
  using Memory = typename TypeParam::memory_space;
  for (std::uint32_t const n : {0u, 1u, 4u}) {
    auto const g =
        yoke_test::make_graph<std::uint32_t, std::uint32_t, Memory>(yoke_test::path_graph(n));
    Kokkos::View<std::uint32_t**, Kokkos::LayoutRight, Memory> const table("table", 20, 2);
    Kokkos::deep_copy(table, 5u);
    typename TestFixture::template Array<std::uint32_t> const label("label", n);
    yoke::spanning_forest(TypeParam(), g, label, Kokkos::subview(table, Kokkos::ALL, 0),
                          Kokkos::subview(table, Kokkos::ALL, 1));
    auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), table);
    for (std::size_t k = n > 0 ? n - 1 : 0; k < 20; ++k) {
      EXPECT_EQ(host(k, 0), 5u) << n << ", " << k;
      EXPECT_EQ(host(k, 1), 5u) << n << ", " << k;
    }
  }
}

// What lies beyond the room that a forest may need stays as it is.
TYPED_TEST(Components, ForestsStayInTheirRoom) {
  auto const graph = yoke_test::grid_graph(10, 10, 70);
  using Memory = typename TypeParam::memory_space;
  auto const g = yoke_test::make_graph<std::uint32_t, std::uint32_t, Memory>(graph);
  typename TestFixture::template Array<std::uint32_t> const label("label", 100), from("from", 150),
      to("to", 150);
  Kokkos::deep_copy(from, 5u);
  Kokkos::deep_copy(to, 5u);
  for (auto const algorithm : every_algorithm) {
    yoke::spanning_forest(TypeParam(), g, label, from, to, {.algorithm = algorithm});
    auto const from_values = yoke_test::to_vector(from), to_values = yoke_test::to_vector(to);
    for (std::size_t k = 99; k < 150; ++k) {
      EXPECT_EQ(from_values[k], 5u);
      EXPECT_EQ(to_values[k], 5u);
    }
  }
}

template <class Space>
class ComponentsPlans : public Components<Space> {
 protected:
  using Plan = ConnectedComponentsPlan<Space, std::uint32_t, std::uint32_t>;
  using Array = Kokkos::View<std::uint32_t*, typename Space::memory_space>;
  using SpaceGraph = yoke::Graph<std::uint32_t, std::uint32_t, typename Space::memory_space>;

  struct Case {
    explicit Case(TestGraph const& test_graph)
        : source(test_graph),
          graph(yoke_test::make_graph<std::uint32_t, std::uint32_t, typename Space::memory_space>(
              test_graph)),
          label("label", test_graph.vertices),
          from("from", test_graph.vertices),
          to("to", test_graph.vertices) {}
    TestGraph source;
    SpaceGraph graph;
    Array label, from, to;
  };

  static void run(Plan& plan, Case const& c) {
    auto const oracle = yoke_test::oracle_components(c.source);
    Kokkos::deep_copy(c.label, 77u);
    EXPECT_EQ(plan(c.graph, c.label), oracle.count);
    EXPECT_TRUE(yoke_test::to_vector(c.label) == oracle.label);
    Kokkos::deep_copy(c.label, 77u);
    EXPECT_EQ(plan(c.graph, c.label, c.from, c.to), oracle.count);
    EXPECT_TRUE(yoke_test::to_vector(c.label) == oracle.label);
    yoke_test::ForestOracle(c.source).expect_spanning(oracle.count, yoke_test::to_vector(c.from),
                                                      yoke_test::to_vector(c.to));
  }
};
TYPED_TEST_SUITE(ComponentsPlans, Types<void YOKE_FOR_EACH_SPACE(YOKE_SPACE)>);

TYPED_TEST(ComponentsPlans, ServeAnyGraphUpToTheirSize) {
  using Case = typename TestFixture::Case;
  Case const largest(shuffled(hubs_beside_a_star({100, 3000}), 23));
  Case const small(yoke_test::grid_graph(40, 50, 70)), none(yoke_test::isolated_vertices(0)),
      lonely(yoke_test::isolated_vertices(100));
  for (auto const algorithm : every_algorithm) {
    SCOPED_TRACE(std::string(to_string(algorithm)));
    typename TestFixture::Plan plan(TypeParam(), largest.graph.vertices(), largest.graph.arcs(),
                                    {.algorithm = algorithm});
    for (auto const* c : {&small, &largest, &none, &lonely, &small, &largest}) {
      this->run(plan, *c);
    }
    Case const more(yoke_test::isolated_vertices(largest.graph.vertices() + 1));
    EXPECT_THROW(plan(more.graph, more.label), std::invalid_argument);
    this->run(plan, small);
    auto moved = std::move(plan);
    this->run(moved, small);
  }
}

// Nothing of an earlier call is left, whatever comes of this one.
TYPED_TEST(ComponentsPlans, ReportEachCallAnew) {
  using Case = typename TestFixture::Case;
  Case const some(yoke_test::caterpillar(1000, 3)), none(yoke_test::isolated_vertices(0)),
      larger(yoke_test::isolated_vertices(5000));
  for (auto const algorithm : every_algorithm) {
    SCOPED_TRACE(std::string(to_string(algorithm)));
    yoke::ComponentsReport report;
    ComponentsOptions options;
    options.algorithm = algorithm;
    options.report = &report;
    typename TestFixture::Plan plan(TypeParam(), some.graph.vertices(), some.graph.arcs(), options);
    plan(some.graph, some.label);
    ASSERT_FALSE(report.phases.empty());
    std::string const first = report.phases.front().name;
    plan(some.graph, some.label);
    // Threads decide how many rounds there are, but a call has one beginning.
    EXPECT_EQ(std::count_if(report.phases.begin(), report.phases.end(),
                            [&](yoke::Phase const& phase) { return phase.name == first; }),
              1);
    plan(none.graph, none.label);
    EXPECT_EQ(report.algorithm, plan.algorithm());
    EXPECT_EQ(report.phases.size(), 0u);
    plan(some.graph, some.label);
    EXPECT_THROW(plan(larger.graph, larger.label), std::invalid_argument);
    EXPECT_EQ(report.phases.size(), 0u);
  }
}

TYPED_TEST(ComponentsPlans, AllocateNothingOnceUsed) {
  typename TestFixture::Case const c(shuffled(yoke_test::skewed_graph(12, 1 << 15), 14));
  for (auto const algorithm : every_algorithm) {
    SCOPED_TRACE(std::string(to_string(algorithm)));
    typename TestFixture::Plan plan(TypeParam(), c.graph.vertices(), c.graph.arcs(),
                                    {.algorithm = algorithm});
    plan(c.graph, c.label);
    plan(c.graph, c.label, c.from, c.to);
    yoke_test::AllocationRecorder const recorder;
    plan(c.graph, c.label);
    plan(c.graph, c.label, c.from, c.to);
    EXPECT_THAT(recorder.labels(), ::testing::IsEmpty());
  }
}

TYPED_TEST(ComponentsPlans, SayWhatTheyHold) {
  typename TestFixture::Case const c(yoke_test::uniform_graph(100000, 400000));
  for (auto const algorithm : every_algorithm) {
    SCOPED_TRACE(std::string(to_string(algorithm)));
    yoke_test::AllocationRecorder const recorder;
    typename TestFixture::Plan plan(TypeParam(), c.graph.vertices(), c.graph.arcs(),
                                    {.algorithm = algorithm});
    // Kokkos adds a header to each allocation.
    EXPECT_LE(plan.workspace_bytes(), recorder.held_bytes());
    EXPECT_GE(plan.workspace_bytes() + 4096, recorder.held_bytes());
  }
  typename TestFixture::Plan const plan(TypeParam(), c.graph.vertices(), c.graph.arcs(),
                                        {.algorithm = ComponentsAlgorithm::afforest});
  EXPECT_LE(plan.workspace_bytes(), 4 * c.graph.vertices() + c.graph.arcs() / 128 + 64);
}

TYPED_TEST(ComponentsPlans, NameTheirAlgorithm) {
  using Plan = typename TestFixture::Plan;
  EXPECT_EQ(Plan(TypeParam(), 1000000, 8000000).algorithm(), ComponentsAlgorithm::afforest);
  EXPECT_NE(Plan(TypeParam(), 10, 10).algorithm(), ComponentsAlgorithm::automatic);
  for (auto const algorithm : every_algorithm) {
    if (algorithm == ComponentsAlgorithm::automatic) continue;
    EXPECT_EQ(Plan(TypeParam(), 1000, 8000, {.algorithm = algorithm}).algorithm(), algorithm);
  }
}

TYPED_TEST(ComponentsPlans, ReportWhatTheyDid) {
  typename TestFixture::Case const c(yoke_test::uniform_graph(4000, 16000));
  for (auto const algorithm : every_algorithm) {
    SCOPED_TRACE(std::string(to_string(algorithm)));
    yoke::ComponentsReport report;
    yoke::Timeline timeline;
    ComponentsOptions options;
    options.algorithm = algorithm;
    options.report = &report;
    options.timeline = &timeline;
    typename TestFixture::Plan plan(TypeParam(), c.graph.vertices(), c.graph.arcs(), options);
    this->run(plan, c);
    EXPECT_EQ(report.algorithm, plan.algorithm());
    EXPECT_EQ(report.rounds > 0, plan.algorithm() != ComponentsAlgorithm::sequential);
    ASSERT_FALSE(report.phases.empty());
    EXPECT_EQ(report.phases.back().name, "gather forest");
    plan(c.graph, c.label);
    // Of this call alone: nothing is left of the forest's, and the last phase is there once.
    auto const number_of = [&](std::string const& name) {
      return std::ranges::count(report.phases, name, &yoke::Phase::name);
    };
    EXPECT_EQ(number_of("gather forest"), 0);
    EXPECT_EQ(number_of(report.phases.back().name), 1);
    auto const lane = yoke::detail::runs_on_host<TypeParam> ? yoke::Lane::host : yoke::Lane::device;
    ASSERT_EQ(timeline.entries().size(), 3u);
    EXPECT_EQ(timeline.entries()[0].lane, lane);
  }
}

// The steps of the listing, under its names.
TYPED_TEST(ComponentsPlans, ShiloachAndVishkinsStepsAreKernels) {
  typename TestFixture::Case const c(yoke_test::path_graph(100));
  typename TestFixture::Plan plan(TypeParam(), 100, c.graph.arcs(),
                                  {.algorithm = ComponentsAlgorithm::shiloach_vishkin});
  yoke_test::KernelRecorder const recorder;
  plan(c.graph, c.label);
  std::set<std::string> labels;
  for (auto const& kernel : recorder.kernels()) labels.insert(kernel.label);
  for (std::string const step : {"SV0", "SV1a", "SV1b", "SV2", "SV3", "SV4", "SV5"}) {
    EXPECT_EQ(labels.count("yoke::components::" + step), 1u) << step;
  }
}

template <class Space>
class ComponentsArguments : public ComponentsPlans<Space> {};
TYPED_TEST_SUITE(ComponentsArguments, Types<void YOKE_FOR_EACH_SPACE(YOKE_SPACE)>);

TYPED_TEST(ComponentsArguments, AreRefusedBeforeAnythingIsWritten) {
  typename TestFixture::Case const c(yoke_test::path_graph(10));
  typename TestFixture::Array const nine("nine", 9), other_nine("other nine", 9), eight("eight", 8),
      ten("ten", 10);
  auto const label = [&](auto const& array) {
    return message_of<std::invalid_argument>(
        [&] { yoke::connected_components(TypeParam(), c.graph, array); });
  };
  EXPECT_THAT(label(nine), AllOf(HasSubstr("yoke::connected_components: label has 9 "),
                                 HasSubstr("10 vertices")));
  EXPECT_EQ(label(ten), "nothing");
  auto const forest = [&](auto const& from, auto const& to) {
    return message_of<std::invalid_argument>(
        [&] { yoke::spanning_forest(TypeParam(), c.graph, ten, from, to); });
  };
  EXPECT_THAT(forest(eight, nine),
              AllOf(HasSubstr("yoke::spanning_forest: from has 8 "), HasSubstr("need 9")));
  EXPECT_THAT(forest(nine, eight), AllOf(HasSubstr("to has 8 "), HasSubstr("need 9")));
  EXPECT_EQ(forest(nine, other_nine), "nothing");
}

TYPED_TEST(ComponentsArguments, ADirectedGraph) {
  using Memory = typename TypeParam::memory_space;
  auto const graph = yoke_test::make_graph<std::uint32_t, std::uint32_t, Memory>(
      yoke_test::path_graph(10), {.symmetrise = false});
  typename TestFixture::Array const label("label", 10);
  EXPECT_THAT(message_of<std::invalid_argument>(
                  [&] { yoke::connected_components(TypeParam(), graph, label); }),
              AllOf(HasSubstr("directed"), HasSubstr("symmetrise")));
}

TYPED_TEST(ComponentsArguments, APlanThatIsTooSmall) {
  typename TestFixture::Case const c(yoke_test::path_graph(10));
  typename TestFixture::Plan fewer_vertices(TypeParam(), 9, 18), fewer_arcs(TypeParam(), 10, 17),
      enough(TypeParam(), 10, 18);
  for (auto* plan : {&fewer_vertices, &fewer_arcs}) {
    EXPECT_THAT(message_of<std::invalid_argument>([&] { (*plan)(c.graph, c.label); }),
                AllOf(HasSubstr("10 vertices and 18 arcs"), HasSubstr("plan was made for")));
  }
  EXPECT_EQ(enough(c.graph, c.label), 1u);
}

TYPED_TEST(ComponentsArguments, WrongArraysAreFoundWhereAsked) {
  using Memory = typename TypeParam::memory_space;
  using Graph = yoke::Graph<std::uint32_t, std::uint32_t, Memory>;
  auto const array = [](std::vector<std::uint32_t> const& values) {
    return yoke_test::to_space<TypeParam>(values);
  };
  typename TestFixture::Array const label("label", 3);
  auto const message = [&](std::vector<std::uint32_t> const& offsets,
                           std::vector<std::uint32_t> const& neighbours) {
    Graph const graph(yoke::unchecked, yoke::GraphKind::symmetric, array(offsets),
                      array(neighbours));
    return message_of<yoke::InvalidInput>(
        [&] { yoke::connected_components(TypeParam(), graph, label, {.validate = true}); });
  };
  EXPECT_EQ(message({0, 1, 2, 2}, {1, 0}), "nothing");
  EXPECT_THAT(message({0, 1, 2, 2}, {1, 3}), HasSubstr("neighbours(1) is 3"));
  EXPECT_THAT(message({0, 2, 1, 2}, {1, 0}), HasSubstr("fall after vertex 1"));
  EXPECT_THAT(message({0, 1, 2, 4}, {1, 0}), HasSubstr("end at 4"));
  EXPECT_THAT(message({0, 1, 1, 2}, {1, 0}), HasSubstr("not symmetric"));
}

}  // namespace
