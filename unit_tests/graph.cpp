#include "yoke/graph.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "graphs/build_impl.hpp"
#include "support/executors.hpp"
#include "support/graphs.hpp"
#include "support/lists.hpp"
#include "support/sampled.hpp"
#include "yoke/generate_graph.hpp"

namespace {

using yoke::GraphBuildOptions;
using yoke::GraphKind;
using yoke_test::to_space;
using yoke_test::to_vector;

using Pair = std::pair<std::uint64_t, std::uint64_t>;
using Pairs = std::vector<Pair>;

// Vertices and offsets, in plain vectors.
struct Rows {
  std::vector<std::uint64_t> offsets, neighbours;

  bool operator==(Rows const&) const = default;
};

// The builder in the plainest way there is: a list a vertex.
Rows oracle(std::uint64_t vertices, Pairs const& edges, GraphBuildOptions const& options) {
  std::vector<std::vector<std::uint64_t>> lists(vertices);
  for (auto const& [u, v] : edges) {
    if (u == v && options.drop_loops) continue;
    lists[u].push_back(v);
    if (options.symmetrise && u != v) lists[v].push_back(u);
  }
  Rows rows{{0}, {}};
  for (auto& list : lists) {
    std::ranges::sort(list);
    if (options.merge_multi_edges) list.erase(std::unique(list.begin(), list.end()), list.end());
    rows.neighbours.insert(rows.neighbours.end(), list.begin(), list.end());
    rows.offsets.push_back(rows.neighbours.size());
  }
  return rows;
}

template <class Target, class Source>
std::vector<Target> as(std::vector<Source> const& values) {
  return std::vector<Target>(values.begin(), values.end());
}

// For rows whose order is free.
Rows with_sorted_rows(Rows rows) {
  for (std::size_t v = 0; v + 1 < rows.offsets.size(); ++v) {
    std::sort(rows.neighbours.begin() + static_cast<std::ptrdiff_t>(rows.offsets[v]),
              rows.neighbours.begin() + static_cast<std::ptrdiff_t>(rows.offsets[v + 1]));
  }
  return rows;
}

template <class Graph>
Rows rows_of(Graph const& graph) {
  return {as<std::uint64_t>(to_vector(graph.offsets())),
          as<std::uint64_t>(to_vector(graph.neighbours()))};
}

template <class Vertex, class Space>
auto edge_list(Space const&, std::uint64_t vertices, Pairs const& edges) {
  std::vector<Vertex> from, to;
  for (auto const& [u, v] : edges) {
    from.push_back(static_cast<Vertex>(u));
    to.push_back(static_cast<Vertex>(v));
  }
  yoke::EdgeList<Vertex, typename Space::memory_space> list;
  list.vertices = vertices;
  list.from = to_space<Space>(from);
  list.to = to_space<Space>(to);
  return list;
}

std::vector<GraphBuildOptions> every_option() {
  std::vector<GraphBuildOptions> all;
  all.reserve(16);
  for (int bits = 0; bits < 16; ++bits) {
    all.push_back({(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0});
  }
  return all;
}

std::string describe(GraphBuildOptions const& o) {
  return std::string(o.symmetrise ? "symmetrise " : "") + (o.drop_loops ? "drop_loops " : "") +
         (o.merge_multi_edges ? "merge " : "") + (o.sort_neighbours ? "sort" : "");
}

struct Case {
  std::string name;
  std::uint64_t vertices;
  Pairs edges;
};

Pairs random_edges(std::uint64_t vertices, std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Pairs edges;
  for (std::size_t i = 0; i < count; ++i)
    edges.emplace_back(random() % vertices, random() % vertices);
  return edges;
}

std::vector<Case> cases() {
  std::vector<Case> all{{"no vertices", 0, {}},
                        {"one vertex", 1, {}},
                        {"a loop", 1, {{0, 0}}},
                        {"three equal loops", 1, {{0, 0}, {0, 0}, {0, 0}}},
                        {"isolated vertices only", 1000, {}},
                        {"isolated before, between and after", 10, {{3, 7}, {7, 3}, {5, 3}}},
                        {"two vertices many times", 2, {{0, 1}, {1, 0}, {0, 1}, {1, 1}, {0, 1}}},
                        {"the last vertex's loop", 4, {{3, 3}}},
                        {"random", 500, random_edges(500, 3000, yoke_test::base_seed())},
                        {"dense", 20, random_edges(20, 3000, yoke_test::base_seed() + 1)}};
  Case star{"star", 700, {}};
  for (std::uint64_t v = 699; v > 0; --v)
    star.edges.emplace_back(v % 2 == 0 ? v : 7, v % 2 == 0 ? 7 : v);
  all.push_back(star);
  Case rmat{"R-MAT", 1024, {}};
  auto const edges = yoke::generate_edges(Kokkos::DefaultHostExecutionSpace(),
                                          yoke::RmatShape{.scale = 10, .edge_factor = 8});
  auto const from = to_vector(edges.from), to = to_vector(edges.to);
  for (std::size_t i = 0; i < from.size(); ++i) rmat.edges.emplace_back(from[i], to[i]);
  all.push_back(rmat);
  return all;
}

template <class Types>
class BuildGraph : public testing::Test {};
using TypePairs = yoke_test::Sampled<
    std::tuple<std::uint32_t, std::uint32_t>, std::tuple<std::int32_t, std::int64_t>,
    std::tuple<std::uint32_t, std::uint64_t>, std::tuple<std::uint64_t, std::uint64_t>>;
TYPED_TEST_SUITE(BuildGraph, TypePairs);

TYPED_TEST(BuildGraph, IsWhatAListAVertexGives) {
  using Vertex = std::tuple_element_t<0, TypeParam>;
  using Offset = std::tuple_element_t<1, TypeParam>;
  for (Case const& one : cases()) {
    for (auto const& options : every_option()) {
      Rows const expected = oracle(one.vertices, one.edges, options);
      auto const check = [&](auto const& exec) {
        SCOPED_TRACE(one.name + ", " + describe(options));
        auto const list = edge_list<Vertex>(exec, one.vertices, one.edges);
        auto const graph = yoke::build_graph<Offset>(exec, list, options);
        static_assert(std::is_same_v<typename decltype(graph)::offset_type, Offset> &&
                      std::is_same_v<typename decltype(graph)::vertex_type, Vertex>);
        EXPECT_EQ(graph.vertices(), one.vertices);
        EXPECT_EQ(graph.is_symmetric(), options.symmetrise);
        bool const free_order = !options.sort_neighbours && !options.merge_multi_edges;
        EXPECT_EQ(free_order ? with_sorted_rows(rows_of(graph)) : rows_of(graph), expected);
        // It holds what it promises.
        EXPECT_NO_THROW((yoke::Graph<Vertex, Offset, typename decltype(graph)::memory_space>(
            exec, graph.kind(), graph.offsets(), graph.neighbours())));
      };
      for (auto const& executor : yoke_test::every_executor<decltype(check)>()) executor.run(check);
    }
  }
}

// Vertices of which two do not fit a word take this way, and are too many for a test.
TYPED_TEST(BuildGraph, ByCountingAsWell) {
  using Vertex = yoke::detail::WordOf<std::tuple_element_t<0, TypeParam>>;
  using Offset = yoke::detail::WordOf<std::tuple_element_t<1, TypeParam>>;
  for (Case const& one : cases()) {
    for (auto const& options : every_option()) {
      Rows const expected = oracle(one.vertices, one.edges, options);
      auto const check = [&]<class Space>(Space const& exec) {
        SCOPED_TRACE(one.name + ", " + describe(options));
        auto const list = edge_list<Vertex>(exec, one.vertices, one.edges);
        yoke::detail::graphs::CountedRows<Space, Vertex, Offset> rows(
            exec, one.vertices, {list.from, list.to, options.symmetrise, options.drop_loops},
            {options.symmetrise, options.drop_loops, options.merge_multi_edges,
             options.sort_neighbours});
        Kokkos::View<Offset*, typename Space::memory_space> const offsets("offsets",
                                                                          one.vertices + 1);
        Kokkos::View<Vertex*, typename Space::memory_space> const neighbours("n", rows.arcs());
        rows.write(offsets, neighbours);
        Rows const made{as<std::uint64_t>(to_vector(offsets)),
                        as<std::uint64_t>(to_vector(neighbours))};
        bool const free_order = !options.sort_neighbours && !options.merge_multi_edges;
        EXPECT_EQ(free_order ? with_sorted_rows(made) : made, expected);
      };
      for (auto const& executor : yoke_test::every_executor<decltype(check)>()) executor.run(check);
    }
  }
}

// Large enough for several tiles and buckets on a host, and for long rows.
TEST(BuildGraphLarge, IsWhatAListAVertexGives) {
  std::uint64_t const vertices = 100000;
  Pairs edges = random_edges(vertices, 200000, yoke_test::base_seed());
  for (std::uint64_t i = 0; i < 100000; ++i) edges.emplace_back(31337, i);
  for (GraphBuildOptions const& options :
       {GraphBuildOptions{}, GraphBuildOptions{.drop_loops = true, .merge_multi_edges = true}}) {
    Rows const expected = oracle(vertices, edges, options);
    auto const check = [&](auto const& exec) {
      auto const list = edge_list<std::uint32_t>(exec, vertices, edges);
      EXPECT_TRUE(rows_of(yoke::build_graph(exec, list, options)) == expected);
    };
    for (auto const& executor : yoke_test::every_executor<decltype(check)>()) executor.run(check);
  }
}

TEST(BuildGraph, EdgesAreNotChanged) {
  Kokkos::DefaultHostExecutionSpace const exec;
  auto const edges = random_edges(100, 500, 1);
  auto const list = edge_list<std::uint32_t>(exec, 100, edges);
  yoke::build_graph(exec, list, {.merge_multi_edges = true});
  auto const from = to_vector(list.from), to = to_vector(list.to);
  for (std::size_t i = 0; i < edges.size(); ++i) EXPECT_EQ(Pair(from[i], to[i]), edges[i]);
}

template <class Error, class Work>
std::string message_of(Work const& work) {
  try {
    work();
  } catch (Error const& error) {
    return error.what();
  } catch (std::exception const& error) {
    return std::string("another exception: ") + error.what();
  }
  return "nothing thrown";
}

using testing::HasSubstr;
using testing::StartsWith;

TEST(BuildGraph, AnEndThatIsNoVertexIsNamed) {
  for (Pair const& bad : {Pair(10, 3), Pair(3, 10), Pair(0xffffffff, 0), Pair(9, 0x80000000)}) {
    auto const check = [&](auto const& exec) {
      auto edges = random_edges(10, 100, 2);
      edges[42] = edges[77] = bad;
      try {
        yoke::build_graph(exec, edge_list<std::uint32_t>(exec, 10, edges));
        ADD_FAILURE() << "nothing thrown";
      } catch (yoke::InvalidInput const& error) {
        EXPECT_EQ(error.index(), 42u);
        EXPECT_THAT(error.what(), StartsWith("yoke::build_graph: "));
        EXPECT_THAT(error.what(), HasSubstr("edge 42"));
      }
      EXPECT_THROW(yoke::build_graph(exec, edge_list<std::uint32_t>(exec, 0, {{0, 0}})),
                   yoke::InvalidInput);
    };
    for (auto const& executor : yoke_test::every_executor<decltype(check)>()) executor.run(check);
  }
}

// Arrays as large as told, that nobody may read.
template <class T>
Kokkos::View<T*, Kokkos::HostSpace> imaginary(std::size_t size) {
  static T word;
  return Kokkos::View<T*, Kokkos::HostSpace>(&word, size);
}

TEST(BuildGraph, SizesAndTypesThatDoNotFit) {
  using Edges = yoke::EdgeList<std::uint32_t, Kokkos::HostSpace>;
  Kokkos::DefaultHostExecutionSpace const exec;
  auto const message = [&](auto const& edges, auto offset) {
    return message_of<std::invalid_argument>(
        [&] { yoke::build_graph<decltype(offset)>(exec, edges); });
  };
  EXPECT_THAT(
      message(Edges{5, imaginary<std::uint32_t>(3), imaginary<std::uint32_t>(4)}, std::uint32_t()),
      HasSubstr("from has 3 elements and to has 4"));
  EXPECT_THAT(message(Edges{1ull << 32, {}, {}}, std::uint32_t()), HasSubstr("too small"));
  std::size_t const half = 1ull << 31;
  EXPECT_THAT(message(Edges{5, imaginary<std::uint32_t>(half), imaginary<std::uint32_t>(half)},
                      std::uint32_t()),
              HasSubstr("too small for 4294967296"));
  using SignedEdges = yoke::EdgeList<std::int32_t, Kokkos::HostSpace>;
  EXPECT_THAT(message(SignedEdges{half, {}, {}}, std::int64_t()), HasSubstr("too small"));
  EXPECT_THAT(
      message(SignedEdges{5, imaginary<std::int32_t>(half / 2), imaginary<std::int32_t>(half / 2)},
              std::int32_t()),
      HasSubstr("too small"));
}

// Offsets whose size in bytes would wrap: 2^61 of 8 bytes are none, and all bits a -1.
TEST(BuildGraph, NoSizeWraps) {
  using Edges = yoke::EdgeList<std::uint64_t, Kokkos::HostSpace>;
  Kokkos::DefaultHostExecutionSpace const exec;
  for (std::uint64_t const vertices :
       {(1ull << 60) - 1, (1ull << 61) - 2, (1ull << 61) - 1, 1ull << 61, (1ull << 62) + 5,
        (1ull << 63) - 1, ~0ull - 1, ~0ull}) {
    EXPECT_THAT(message_of<std::invalid_argument>([&] {
                  yoke::build_graph<std::uint64_t>(exec, Edges{vertices, {}, {}});
                }),
                HasSubstr("yoke::build_graph: offsets: no memory holds " +
                          std::to_string(vertices) + " elements of 8 bytes"));
  }
}

// Makes a checked graph of u32 vectors and returns the index that InvalidInput names, or none.
struct Verdict {
  bool is_fine = true;
  std::uint64_t index = 0;
  std::string what;
};

template <class Work>
Verdict verdict_of(Work const& work) {
  try {
    work();
  } catch (yoke::InvalidInput const& error) {
    EXPECT_THAT(error.what(), StartsWith("yoke::Graph: "));
    return {false, error.index(), error.what()};
  }
  return {};
}

using Words = std::vector<std::uint32_t>;

template <class Space>
auto make_graph(Space const& exec, GraphKind kind, Words const& offsets, Words const& neighbours) {
  return yoke::Graph<std::uint32_t, std::uint32_t, typename Space::memory_space>(
      exec, kind, to_space<Space>(offsets), to_space<Space>(neighbours));
}

struct BadGraph {
  std::string what;
  GraphKind kind;
  Words offsets, neighbours;
  std::uint64_t index;
};

TEST(GraphChecks, MalformedRowsAreNamed) {
  constexpr auto directed = GraphKind::directed, symmetric = GraphKind::symmetric;
  std::uint32_t const huge = 0xffffffff;
  std::vector<BadGraph> const bad{
      {"offsets(0) is 1, not 0", directed, {1, 2}, {0, 0}, 0},
      {"offsets(0) is 1, not 0", directed, {1}, {}, 0},
      {"offsets fall after vertex 1", directed, {0, 3, 2, 4}, {0, 1, 2, 0}, 1},
      {"offsets fall after vertex 1", symmetric, {0, huge, 2, 1}, {0, 1}, 1},
      {"offsets end at 3, and neighbours has 4 elements", directed, {0, 1, 3}, {0, 1, 1, 0}, 2},
      {"offsets end at 5, and neighbours has 4 elements", directed, {0, 1, 5}, {0, 1, 1, 0}, 2},
      {"offsets end at 0, and neighbours has 1 element", directed, {0}, {0}, 0},
      {"neighbours(2) is 2, and there are 2 vertices", directed, {0, 2, 4}, {0, 1, 2, huge}, 2},
      {"neighbours(0) is 4294967295", symmetric, {0, 1}, {huge}, 0},
      {"not symmetric: vertex 0", symmetric, {0, 1, 1}, {1}, 0},
      {"not symmetric: vertex 1", symmetric, {0, 1, 3, 4}, {1, 0, 2, 2}, 1},  // 2 has a loop
      {"not symmetric: vertex 0", symmetric, {0, 2, 3}, {1, 1, 0}, 0},        // twice and once
      {"not symmetric: vertex 0", symmetric, {0, 1, 2, 3}, {1, 2, 0}, 0},     // a cycle
  };
  for (BadGraph const& one : bad) {
    auto const check = [&](auto const& exec) {
      auto const verdict =
          verdict_of([&] { make_graph(exec, one.kind, one.offsets, one.neighbours); });
      EXPECT_THAT(verdict.what, HasSubstr(one.what));
      EXPECT_EQ(verdict.index, one.index) << one.what;
    };
    for (auto const& executor : yoke_test::every_executor<decltype(check)>()) executor.run(check);
  }
}

TEST(GraphChecks, GoodGraphsPass) {
  auto const check = [](auto const& exec) {
    auto const passes = [&](GraphKind kind, Words const& offsets, Words const& neighbours) {
      EXPECT_TRUE(verdict_of([&] { make_graph(exec, kind, offsets, neighbours); }).is_fine);
    };
    for (GraphKind kind : {GraphKind::symmetric, GraphKind::directed}) {
      passes(kind, {}, {});
      passes(kind, {0}, {});
      passes(kind, {0, 0, 0, 0}, {});
      passes(kind, {0, 1}, {0});                       // a loop
      passes(kind, {0, 2}, {0, 0});                    // two
      passes(kind, {0, 2, 4}, {1, 1, 0, 0});           // an edge twice
      passes(kind, {0, 3, 4, 5, 5}, {2, 0, 1, 0, 0});  // unsorted
    }
    passes(GraphKind::directed, {0, 1, 2, 3}, {1, 2, 0});
  };
  for (auto const& executor : yoke_test::every_executor<decltype(check)>()) executor.run(check);
}

// One wrong arc among many, wherever it is.
TEST(GraphChecks, OneWrongArcIsSeen) {
  auto const check = [](auto const& exec) {
    auto const list = edge_list<std::uint32_t>(exec, 1000, random_edges(1000, 20000, 3));
    auto const graph = yoke::build_graph(exec, list);
    auto const offsets = to_vector(graph.offsets()), right = to_vector(graph.neighbours());
    std::mt19937_64 random(yoke_test::base_seed());
    for (int i = 0; i < 10; ++i) {
      auto wrong = right;
      std::size_t const arc = i == 0 ? 0 : i == 1 ? wrong.size() - 1 : random() % wrong.size();
      wrong[arc] = (wrong[arc] + 1) % 1000;
      EXPECT_THAT(verdict_of([&] { make_graph(exec, GraphKind::symmetric, offsets, wrong); }).what,
                  HasSubstr("not symmetric"))
          << arc;
      EXPECT_TRUE(
          verdict_of([&] { make_graph(exec, GraphKind::directed, offsets, wrong); }).is_fine);
      wrong[arc] = 1000;
      EXPECT_EQ(verdict_of([&] { make_graph(exec, GraphKind::directed, offsets, wrong); }).index,
                arc);
    }
  };
  for (auto const& executor : yoke_test::every_executor<decltype(check)>()) executor.run(check);
}

TEST(GraphChecks, SizesAndTypesThatDoNotFit) {
  Kokkos::DefaultHostExecutionSpace const exec;
  auto const message = [&]<class Vertex, class Offset>(std::size_t vertices, std::size_t arcs,
                                                       Vertex, Offset) {
    using Graph = yoke::Graph<Vertex, Offset, Kokkos::HostSpace>;
    return message_of<std::invalid_argument>([&] {
      Graph(yoke::unchecked, GraphKind::directed,
            vertices == 0 ? typename Graph::Offsets() : imaginary<Offset>(vertices + 1),
            imaginary<Vertex>(arcs));
    });
  };
  std::uint32_t const u32 = 0;
  std::int32_t const i32 = 0;
  std::int64_t const i64 = 0;
  EXPECT_THAT(message(1ull << 32, 3, u32, u32), HasSubstr("too small"));
  EXPECT_THAT(message(1ull << 31, 3, i32, i64), HasSubstr("too small"));
  EXPECT_THAT(message(3, 1ull << 32, u32, u32), HasSubstr("too small"));
  EXPECT_THAT(message(3, 1ull << 31, i32, i32), HasSubstr("too small"));
  EXPECT_THAT(message(0, 3, u32, u32), HasSubstr("no offsets"));
  EXPECT_EQ(message((1ull << 31) - 1, 1ull << 40, i32, i64), "nothing thrown");
}

TEST(GraphChecks, IncomingArcs) {
  auto const check = [](auto const& exec) {
    using Space = std::decay_t<decltype(exec)>;
    auto const incoming = [&](auto const& graph, Words const& offsets, Words const& neighbours) {
      return graph.with_incoming(exec, to_space<Space>(offsets), to_space<Space>(neighbours));
    };
    // 0 -> 1 twice, 0 -> 2, 2 -> 2
    auto const graph = make_graph(exec, GraphKind::directed, {0, 3, 3, 4}, {1, 2, 1, 2});
    EXPECT_FALSE(graph.has_incoming());
    auto const both = incoming(graph, {0, 0, 2, 4}, {0, 0, 2, 0});
    EXPECT_TRUE(both.has_incoming());
    EXPECT_EQ(to_vector(both.incoming_offsets()), (Words{0, 0, 2, 4}));
    EXPECT_EQ(to_vector(both.incoming_neighbours()), (Words{0, 0, 2, 0}));
    EXPECT_EQ(rows_of(both), rows_of(graph));
    auto const verdict = [&](Words const& offsets, Words const& neighbours) {
      return verdict_of([&] { incoming(graph, offsets, neighbours); }).what;
    };
    EXPECT_THAT(verdict({0, 0, 2, 4}, {0, 0, 1, 0}), HasSubstr("are not the arcs of the graph"));
    EXPECT_THAT(verdict({0, 3, 3, 4}, {1, 2, 1, 2}), HasSubstr("are not the arcs of the graph"));
    EXPECT_THAT(verdict({0, 0, 1, 4}, {0, 0, 2, 0}), HasSubstr("are not the arcs of the graph"));
    EXPECT_THAT(verdict({0, 0, 2, 4}, {0, 0, 3, 0}), HasSubstr("incoming neighbours(2) is 3"));
    EXPECT_THAT(verdict({0, 3, 2, 4}, {0, 0, 2, 0}), HasSubstr("incoming offsets fall"));
    EXPECT_THAT(verdict({1, 1, 2, 4}, {0, 0, 2, 0}), HasSubstr("incoming offsets(0) is 1"));
    auto const size_message = [&](Words const& offsets, Words const& neighbours) {
      return message_of<std::invalid_argument>([&] { incoming(graph, offsets, neighbours); });
    };
    EXPECT_THAT(size_message({0, 2, 4}, {0, 0, 2, 0}), HasSubstr("incoming offsets has 3"));
    EXPECT_THAT(size_message({0, 0, 2, 3}, {0, 0, 2}), HasSubstr("incoming neighbours has 3"));
    // A symmetric graph is its own.
    auto const edge = make_graph(exec, GraphKind::symmetric, {0, 1, 2}, {1, 0});
    EXPECT_TRUE(edge.has_incoming());
    EXPECT_EQ(edge.incoming_neighbours().data(), edge.neighbours().data());
    EXPECT_TRUE(incoming(edge, {0, 1, 2}, {1, 0}).has_incoming());
    EXPECT_TRUE(verdict_of([&] {
                  incoming(make_graph(exec, GraphKind::directed, {0}, {}), {0}, {});
                }).is_fine);
  };
  for (auto const& executor : yoke_test::every_executor<decltype(check)>()) executor.run(check);
}

TEST(Graph, SharesItsArrays) {
  using Graph = yoke::Graph<std::int32_t, std::int64_t, Kokkos::HostSpace>;
  EXPECT_EQ(Graph().vertices(), 0u);
  EXPECT_EQ(Graph().arcs(), 0u);
  Kokkos::View<std::int64_t*, Kokkos::HostSpace> const offsets("offsets", 4);
  Kokkos::View<std::int32_t*, Kokkos::HostSpace> const neighbours;
  Graph const graph(Kokkos::DefaultHostExecutionSpace(), GraphKind::symmetric, offsets, neighbours);
  EXPECT_EQ(graph.vertices(), 3u);
  EXPECT_EQ(Graph(graph).offsets().data(), offsets.data());
}

}  // namespace
