#include "yoke/bfs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <type_traits>

#include "support/bfs_oracle.hpp"
#include "support/seed.hpp"
#include "support/watchdog.hpp"

namespace {

using yoke::BfsAlgorithm;
using yoke::BfsOptions;
using yoke_test::BfsOracle;
using yoke_test::GraphDice;
using yoke_test::TestGraph;

constexpr BfsAlgorithm all_algorithms[] = {BfsAlgorithm::automatic, BfsAlgorithm::sequential,
                                           BfsAlgorithm::level_synchronous,
                                           BfsAlgorithm::direction_optimising};

template <class T>
std::vector<std::remove_const_t<T>> to_vector(Kokkos::View<T*, Kokkos::HostSpace> const& view) {
  return {view.data(), view.data() + view.extent(0)};
}
template <class View>
auto host_vector(View const& view) {
  using T = typename View::non_const_value_type;
  Kokkos::View<T*, Kokkos::HostSpace> const host("host", view.extent(0));
  Kokkos::deep_copy(host, view);
  return to_vector(host);
}

template <class Vertex, class Memory>
Kokkos::View<Vertex*, Memory> view_of(std::vector<std::uint64_t> const& values) {
  Kokkos::View<Vertex*, Kokkos::HostSpace> const host("host", values.size());
  for (std::size_t i = 0; i < values.size(); ++i) host(i) = static_cast<Vertex>(values[i]);
  return yoke_test::copy_to<Vertex, Memory>(host);
}

// How the arcs are given.
enum class Arcs { symmetric, directed, directed_with_incoming };

template <class Vertex, class Offset, class Memory>
yoke::Graph<Vertex, Offset, Memory> make_graph(TestGraph const& graph, Arcs arcs) {
  if (arcs == Arcs::symmetric) return yoke_test::make_graph<Vertex, Offset, Memory>(graph);
  auto const directed = yoke_test::make_graph<Vertex, Offset, Memory>(graph, {.symmetrise = false});
  if (arcs == Arcs::directed) return directed;
  TestGraph backwards = graph;
  for (auto& [u, v] : backwards.edges) std::swap(u, v);
  auto const incoming =
      yoke_test::make_graph<Vertex, Offset, Memory>(backwards, {.symmetrise = false});
  using Space = typename Memory::execution_space;
  return directed.with_incoming(Space(), incoming.offsets(), incoming.neighbours());
}

// One graph, searched in every way and compared with the oracle.
template <class Space, class Vertex, class Offset>
class SearchedGraph {
  using Memory = typename Space::memory_space;
  using Signed = std::make_signed_t<Vertex>;

 public:
  SearchedGraph(TestGraph const& graph, Arcs arcs)
      : vertices_(graph.vertices),
        oracle_(graph, arcs != Arcs::symmetric),
        graph_(make_graph<Vertex, Offset, Memory>(graph, arcs)),
        level_("level", graph.vertices),
        parent_("parent", graph.vertices) {}

  void search(BfsOptions options, std::vector<std::uint64_t> const& sources) {
    oracle_.search(sources);
    yoke::BfsReport report;
    options.report = &report;
    std::size_t const reached = run(options, sources);
    EXPECT_EQ(reached, oracle_.reached);
    EXPECT_EQ(report.levels, oracle_.levels);
    auto const parents = host_vector(parent_);
    EXPECT_EQ(oracle_.fault(host_vector(level_), parents), "");
    if (!options.deterministic_parents) return;
    for (std::size_t v = 0; v < vertices_; ++v) {
      ASSERT_EQ(parents[v], static_cast<Vertex>(oracle_.parent[v])) << "vertex " << v;
    }
  }

  // Levels or parents alone: they must not need each other.
  void search_for_one_output(BfsOptions const& options, std::uint64_t source) {
    oracle_.search({source});
    fill();
    EXPECT_EQ(yoke::bfs(Space(), graph_, source, level_, options), oracle_.reached);
    EXPECT_EQ(oracle_.fault(host_vector(level_), std::vector<Vertex>()), "");
    fill();
    EXPECT_EQ(yoke::bfs(Space(), graph_, source, Kokkos::View<Signed*, Memory>(), parent_, options),
              oracle_.reached);
    EXPECT_EQ(oracle_.fault(std::vector<Signed>(), host_vector(parent_)), "");
  }

  std::uint64_t vertices() const { return vertices_; }

 private:
  void fill() {
    Kokkos::deep_copy(level_, Signed(77));
    Kokkos::deep_copy(parent_, Vertex(78));
  }
  std::size_t run(BfsOptions const& options, std::vector<std::uint64_t> const& sources) {
    fill();
    if (sources.size() == 1) {
      return yoke::bfs(Space(), graph_, static_cast<Vertex>(sources[0]), level_, parent_, options);
    }
    return yoke::bfs(Space(), graph_, view_of<Vertex, Memory>(sources), level_, parent_, options);
  }

  std::uint64_t vertices_;
  BfsOracle oracle_;
  yoke::Graph<Vertex, Offset, Memory> graph_;
  Kokkos::View<Signed*, Memory> level_;
  Kokkos::View<Vertex*, Memory> parent_;
};

// Several sets: none, one, and some with repetitions.
std::vector<std::vector<std::uint64_t>> source_sets(std::uint64_t n, GraphDice& dice) {
  std::vector<std::vector<std::uint64_t>> sets = {{}};
  if (n == 0) return sets;
  sets.push_back({dice.below(n)});
  sets.push_back({n - 1});
  std::vector<std::uint64_t> several;
  several.reserve(8);
  for (int i = 0; i < 7; ++i) several.push_back(dice.below(n));
  several.push_back(several.front());
  sets.push_back(several);
  return sets;
}

template <class Space, class Vertex, class Offset>
void search_everything(TestGraph const& graph, Arcs arcs, GraphDice& dice) {
  SearchedGraph<Space, Vertex, Offset> searched(graph, arcs);
  for (auto const& sources : source_sets(graph.vertices, dice)) {
    // Every algorithm meets both on some of the sets.
    bool deterministic = sources.size() % 2 == 0;
    for (BfsAlgorithm const algorithm : all_algorithms) {
      deterministic = !deterministic;
      SCOPED_TRACE(graph.name + ", " + std::string(to_string(algorithm)) + ", " +
                   std::to_string(sources.size()) + " sources" +
                   (deterministic ? ", smallest parents" : ""));
      searched.search({.algorithm = algorithm, .deterministic_parents = deterministic}, sources);
      if (::testing::Test::HasFailure()) return;
    }
  }
}

template <class Space>
class Bfs : public ::testing::Test {
 protected:
  using Memory = typename Space::memory_space;
};
template <class First, class... Spaces>
using Types = ::testing::Types<Spaces...>;
#define YOKE_SPACE(Space) , Space
TYPED_TEST_SUITE(Bfs, Types<void YOKE_FOR_EACH_SPACE(YOKE_SPACE)>);

TYPED_TEST(Bfs, OfEveryGraphIsTheOracles) {
  GraphDice dice(yoke_test::base_seed());
  for (TestGraph const& graph : yoke_test::test_graphs()) {
    search_everything<TypeParam, std::uint32_t, std::uint32_t>(graph, Arcs::symmetric, dice);
    if (this->HasFailure()) return;
  }
}

TYPED_TEST(Bfs, OfDirectedGraphsWithAndWithoutIncomingArcs) {
  GraphDice dice(yoke_test::base_seed());
  for (TestGraph const& graph : yoke_test::test_graphs()) {
    search_everything<TypeParam, std::uint32_t, std::uint32_t>(graph, Arcs::directed, dice);
    search_everything<TypeParam, std::uint32_t, std::uint32_t>(graph, Arcs::directed_with_incoming,
                                                               dice);
    if (this->HasFailure()) return;
  }
}

TYPED_TEST(Bfs, OfOtherIndexTypes) {
  GraphDice dice(yoke_test::base_seed());
  for (TestGraph const& graph : {yoke_test::skewed_graph(11, 20000),
                                 yoke_test::shuffled(yoke_test::grid_graph(30, 40, 70), 1),
                                 yoke_test::star_graph(3000, 7)}) {
    search_everything<TypeParam, std::int32_t, std::int64_t>(graph, Arcs::symmetric, dice);
    search_everything<TypeParam, std::uint64_t, std::uint64_t>(graph, Arcs::symmetric, dice);
    search_everything<TypeParam, std::int32_t, std::int32_t>(graph, Arcs::directed_with_incoming,
                                                             dice);
  }
}

// Large enough for several tasks a level, in both directions.
TYPED_TEST(Bfs, OfAGraphWithHubs) {
  TestGraph const graph = yoke_test::shuffled(yoke_test::skewed_graph(15, 300000), 2);
  SearchedGraph<TypeParam, std::uint32_t, std::uint32_t> searched(graph, Arcs::symmetric);
  GraphDice dice(yoke_test::base_seed());
  for (int i = 0; i < 2; ++i) {
    std::uint64_t const source = graph.edges[dice.below(graph.edges.size())].first;
    for (BfsAlgorithm const algorithm : all_algorithms) {
      SCOPED_TRACE(std::string(to_string(algorithm)) + " from " + std::to_string(source));
      searched.search({.algorithm = algorithm}, {source});
      searched.search({.algorithm = algorithm, .deterministic_parents = true}, {source});
      searched.search_for_one_output({.algorithm = algorithm}, source);
    }
  }
}

TYPED_TEST(Bfs, OfManyLevelsIsQuick) {
  for (TestGraph const& graph : {yoke_test::shuffled(yoke_test::path_graph(100000), 3),
                                 yoke_test::grid_graph(3, 40000, 95)}) {
    SearchedGraph<TypeParam, std::uint32_t, std::uint32_t> searched(graph, Arcs::symmetric);
    for (BfsAlgorithm const algorithm : all_algorithms) {
      SCOPED_TRACE(graph.name + ", " + std::string(to_string(algorithm)));
      yoke_test::Watchdog const watchdog("a search of " + graph.name);
      searched.search({.algorithm = algorithm}, {0});
    }
  }
}

// Frontiers of thousands of arcs for hundreds of levels: several levels are launched at once on a
// device.
TYPED_TEST(Bfs, OfAWideGrid) {
  TestGraph const graph = yoke_test::grid_graph(400, 400, 90);
  SearchedGraph<TypeParam, std::uint32_t, std::uint32_t> searched(graph, Arcs::symmetric);
  std::vector<std::uint64_t> left_side;
  for (std::uint64_t row = 0; row < 400; ++row) left_side.push_back(400 * row);
  for (BfsAlgorithm const algorithm : all_algorithms) {
    SCOPED_TRACE(to_string(algorithm));
    searched.search({.algorithm = algorithm}, {80200});
    searched.search({.algorithm = algorithm}, left_side);
  }
}

TYPED_TEST(Bfs, LooksBottomUpWhereItCan) {
  using Memory = typename TestFixture::Memory;
  TestGraph const graph = yoke_test::skewed_graph(14, 250000);
  Kokkos::View<std::uint32_t*, Memory> const level("level", graph.vertices);
  yoke::BfsReport report;
  BfsOptions const options{.algorithm = BfsAlgorithm::direction_optimising, .report = &report};
  auto const source = graph.edges[0].first;
  for (Arcs const arcs : {Arcs::symmetric, Arcs::directed_with_incoming}) {
    yoke::bfs(TypeParam(), make_graph<std::uint32_t, std::uint32_t, Memory>(graph, arcs), source,
              level, options);
    EXPECT_GT(report.bottom_up_levels, 0u);
    EXPECT_LT(report.bottom_up_levels, report.levels);
    EXPECT_EQ(report.algorithm, BfsAlgorithm::direction_optimising);
    EXPECT_THAT(report.phases, testing::Contains(testing::Field(&yoke::Phase::name, "bottom-up")));
  }
  yoke::bfs(TypeParam(), make_graph<std::uint32_t, std::uint32_t, Memory>(graph, Arcs::directed),
            source, level, options);
  EXPECT_EQ(report.bottom_up_levels, 0u);
}

// Two hubs have thousands of incoming arcs, of which one's last comes from a vertex that is
// reached, and none of the other's.
TYPED_TEST(Bfs, OfLongRowsThatMissTheFrontier) {
  TestGraph graph{"hubs", 9000, {}};
  for (std::uint32_t v = 1; v <= 1000; ++v) graph.add(0, v);
  for (std::uint32_t v = 1; v < 1000; ++v) graph.add(v, 1000 + v);
  graph.add(1000, 8997);
  for (std::uint32_t v = 3000; v <= 8997; ++v) graph.add(v, 8998);
  for (std::uint32_t v = 3000; v < 8997; ++v) graph.add(v, 8999);
  graph.add(8998, 2500);
  SearchedGraph<TypeParam, std::uint32_t, std::uint32_t> searched(graph,
                                                                  Arcs::directed_with_incoming);
  for (BfsAlgorithm const algorithm : all_algorithms) {
    SCOPED_TRACE(to_string(algorithm));
    searched.search({.algorithm = algorithm}, {0});
    searched.search({.algorithm = algorithm, .deterministic_parents = true}, {0});
  }
}

TYPED_TEST(Bfs, TakesSourcesAndOutputsOfAnyStride) {
  using Memory = typename TestFixture::Memory;
  TestGraph const graph = yoke_test::binary_tree(1000);
  auto const arcs = make_graph<std::uint32_t, std::uint32_t, Memory>(graph, Arcs::symmetric);
  BfsOracle oracle(graph, false);
  oracle.search({3, 500});
  Kokkos::View<std::uint32_t* [2], Kokkos::LayoutRight, Memory> const both("both", 1000);
  auto const level = Kokkos::subview(both, Kokkos::ALL, 0);
  auto const parent = Kokkos::subview(both, Kokkos::ALL, 1);
  Kokkos::View<std::uint32_t* [2], Kokkos::LayoutRight, Memory> const pairs("sources", 2);
  auto const sources = Kokkos::subview(pairs, Kokkos::ALL, 1);
  Kokkos::deep_copy(sources, view_of<std::uint32_t, Memory>({3, 500}));
  EXPECT_EQ(yoke::bfs(TypeParam(), arcs, sources, level, parent), oracle.reached);
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), both);
  std::vector<std::uint32_t> levels, parents;
  for (int v = 0; v < 1000; ++v) {
    levels.push_back(host(v, 0));
    parents.push_back(host(v, 1));
  }
  EXPECT_EQ(oracle.fault(levels, parents), "");
}

TYPED_TEST(Bfs, NamesASourceThatIsNoVertexAndWritesNothing) {
  using Memory = typename TestFixture::Memory;
  auto const graph =
      make_graph<std::int32_t, std::int64_t, Memory>(yoke_test::path_graph(10), Arcs::symmetric);
  Kokkos::View<std::int32_t*, Memory> const level("level", 10), parent("parent", 10);
  Kokkos::deep_copy(level, 5);
  auto const expect_fault = [&](auto const& source, std::uint64_t index,
                                std::string const& vertex) {
    try {
      yoke::bfs(TypeParam(), graph, source, level, parent);
      ADD_FAILURE() << "no exception";
    } catch (yoke::InvalidInput const& error) {
      EXPECT_EQ(error.index(), index);
      EXPECT_EQ(error.what(), "yoke::bfs: source " + std::to_string(index) +
                                  " is no vertex: it is " + vertex +
                                  ", and there are 10 vertices, from 0");
    }
  };
  expect_fault(10, 0, "10");
  expect_fault(-1, 0, "-1");
  expect_fault(std::uint64_t(1) << 32, 0, "4294967296");
  expect_fault(view_of<std::int32_t, Memory>({3, 9, 10, 11}), 2, "10");
  expect_fault(view_of<std::int32_t, Memory>({~std::uint64_t(0)}), 0, "4294967295 (-1 if signed)");
  EXPECT_THAT(host_vector(level), testing::Each(5));
  EXPECT_THAT(host_vector(parent), testing::Each(0));

  yoke::Graph<std::int32_t, std::int64_t, Memory> const empty;
  Kokkos::View<std::int32_t*, Memory> const none;
  EXPECT_THROW(yoke::bfs(TypeParam(), empty, 0, none, none), yoke::InvalidInput);
  EXPECT_EQ(yoke::bfs(TypeParam(), empty, none, none, none), 0u);
}

TYPED_TEST(Bfs, ChecksSizes) {
  using Memory = typename TestFixture::Memory;
  using View = Kokkos::View<std::uint32_t*, Memory>;
  auto const graph =
      make_graph<std::uint32_t, std::uint32_t, Memory>(yoke_test::path_graph(10), Arcs::symmetric);
  View const right("right", 10), wrong("wrong", 9);
  EXPECT_THROW(yoke::bfs(TypeParam(), graph, 0, wrong), std::invalid_argument);
  EXPECT_THROW(yoke::bfs(TypeParam(), graph, 0, right, wrong), std::invalid_argument);
  EXPECT_THROW(yoke::bfs(TypeParam(), graph, 0, View(), wrong), std::invalid_argument);
  EXPECT_EQ(yoke::bfs(TypeParam(), graph, 0, View(), View()), 10u);
  yoke::BfsPlan<TypeParam, std::uint32_t> few_vertices(TypeParam(), 9, 100);
  EXPECT_THROW(few_vertices(graph, 0, right), std::invalid_argument);
  yoke::BfsPlan<TypeParam, std::uint32_t> few_arcs(TypeParam(), 10, 17);
  EXPECT_THROW(few_arcs(graph, 0, right), std::invalid_argument);
  yoke::BfsPlan<TypeParam, std::uint32_t> enough(TypeParam(), 10, 18);
  EXPECT_EQ(enough(graph, 0, right), 10u);
  using Plan = yoke::BfsPlan<TypeParam, std::int32_t>;
  EXPECT_THROW(Plan(TypeParam(), std::size_t(1) << 31, 100), std::invalid_argument);
  using WidePlan = yoke::BfsPlan<TypeParam, std::uint64_t>;
  BfsOptions const options{.algorithm = BfsAlgorithm::level_synchronous};
  EXPECT_THROW(WidePlan(TypeParam(), std::size_t(1) << 33, std::size_t(1) << 34, options),
               std::invalid_argument);
}

TYPED_TEST(Bfs, ValidatesTheGraphOnRequest) {
  using Memory = typename TestFixture::Memory;
  using Graph = yoke::Graph<std::uint32_t, std::uint32_t, Memory>;
  auto const offsets = view_of<std::uint32_t, Memory>({0, 1, 2, 2});
  Graph const out_of_range(yoke::unchecked, yoke::GraphKind::directed, offsets,
                           view_of<std::uint32_t, Memory>({1, 3}));
  Graph const unsymmetric(yoke::unchecked, yoke::GraphKind::symmetric, offsets,
                          view_of<std::uint32_t, Memory>({1, 2}));
  Graph const sound(yoke::unchecked, yoke::GraphKind::directed, offsets,
                    view_of<std::uint32_t, Memory>({1, 2}));
  Kokkos::View<std::uint32_t*, Memory> const level("level", 3);
  BfsOptions const options{.validate = true};
  EXPECT_THROW(yoke::bfs(TypeParam(), out_of_range, 0, level, options), yoke::InvalidInput);
  EXPECT_THROW(yoke::bfs(TypeParam(), unsymmetric, 0, level, options), yoke::InvalidInput);
  EXPECT_EQ(yoke::bfs(TypeParam(), sound, 0, level, options), 3u);
}

}  // namespace
