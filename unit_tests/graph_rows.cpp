#include "yoke/rows.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "support/executors.hpp"
#include "support/lists.hpp"
#include "support/sampled.hpp"
#include "yoke/bfs.hpp"
#include "yoke/connected_components.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/validate_bfs.hpp"
#include "yoke/validate_components.hpp"

namespace {

using testing::HasSubstr;
using testing::StartsWith;
using yoke::GraphKind;
using yoke_test::to_space;
using yoke_test::to_vector;

// Where an executor's arguments lie: a Hybrid's in host memory.
template <class Executor>
struct SpaceFor {
  using Type = Executor;
};
template <>
struct SpaceFor<yoke::Hybrid<>> {
  using Type = Kokkos::DefaultHostExecutionSpace;
};
template <class Executor>
using SpaceOf = typename SpaceFor<Executor>::Type;

template <class Work>
void on_every_executor(Work const& work) {
  for (auto const& executor : yoke_test::every_executor<Work>()) {
    SCOPED_TRACE(executor.name);
    executor.run(work);
  }
  SCOPED_TRACE("Hybrid");
  work(yoke::Hybrid<>());
}

template <class To, class From = int>
std::vector<To> as(std::vector<From> const& values) {
  return std::vector<To>(values.begin(), values.end());
}

// A triangle, an edge, an isolated vertex and one with a loop.
std::vector<int> const offsets_of_four{0, 2, 4, 6, 7, 8, 8, 9};
std::vector<int> const entries_of_four{1, 2, 0, 2, 0, 1, 4, 3, 6};

template <class Space, class Offset, class Entry>
auto four_rows() {
  return yoke::rows(to_space<Space>(as<Offset>(offsets_of_four)),
                    to_space<Space>(as<Entry>(entries_of_four)));
}

template <class Space, class T>
auto none(std::size_t size) {
  return Kokkos::View<T*, typename Space::memory_space>("none", size);
}

// All that takes a graph and gives a View: on a space the validators too.
template <class Executor, class G>
void expect_four_components(Executor const& executor, G const& graph) {
  using Space = SpaceOf<Executor>;
  using Vertex = typename G::vertex_type;
  auto const label = none<Space, Vertex>(7), level = none<Space, Vertex>(7),
             parent = none<Space, Vertex>(7), from = none<Space, Vertex>(6),
             to = none<Space, Vertex>(6);
  EXPECT_EQ(yoke::connected_components(executor, graph, label), 4u);
  EXPECT_EQ(to_vector(label), (as<Vertex>({0, 0, 0, 3, 3, 5, 6})));
  Kokkos::deep_copy(label, 0);
  EXPECT_EQ(yoke::spanning_forest(executor, graph, label, from, to), 4u);
  EXPECT_EQ(to_vector(label), (as<Vertex>({0, 0, 0, 3, 3, 5, 6})));
  auto const no = static_cast<Vertex>(-1);
  std::vector<Vertex> const levels{0, 1, 1, no, no, no, no};
  EXPECT_EQ(yoke::bfs(executor, graph, 0, level), 3u);
  EXPECT_EQ(to_vector(level), levels);
  EXPECT_EQ(yoke::bfs(executor, graph, to_space<Space>(as<Vertex>({4, 6})), level, parent), 3u);
  EXPECT_EQ(to_vector(level), (std::vector<Vertex>{no, no, no, 1, 0, no, 0}));
  EXPECT_EQ(to_vector(parent), (std::vector<Vertex>{no, no, no, 4, 4, no, 6}));
  if constexpr (!yoke::detail::IsHybrid<Executor>::value) {
    EXPECT_EQ(yoke::validate_components(executor, graph, label), 4u);
    EXPECT_EQ(yoke::validate_spanning_forest(executor, graph, label, from, to), 4u);
    auto const sources = to_space<Space>(as<Vertex>({4, 6}));
    EXPECT_EQ(yoke::validate_bfs(executor, graph, sources, level, parent), 2u);
    yoke::bfs(executor, graph, 0, level);
    EXPECT_EQ(yoke::validate_bfs(executor, graph, 0, level, none<Space, Vertex>(0)), 3u);
  }
}

template <class Types>
class GraphRows : public testing::Test {};
// Offsets and entries.
using Widths = yoke_test::Sampled<
    std::tuple<std::int32_t, std::int32_t>, std::tuple<std::uint64_t, std::uint64_t>,
    std::tuple<std::int64_t, std::uint32_t>, std::tuple<std::uint32_t, std::int64_t>,
    std::tuple<std::uint64_t, std::int32_t>, std::tuple<std::int16_t, std::uint16_t>,
    std::tuple<std::uint16_t, std::int16_t>, std::tuple<std::int32_t, unsigned long long>,
    std::tuple<std::uint8_t, std::int8_t>, std::tuple<long long, std::uint16_t>>;
TYPED_TEST_SUITE(GraphRows, Widths);

TYPED_TEST(GraphRows, AreAGraphInEveryCall) {
  using Offset = std::tuple_element_t<0, TypeParam>;
  using Entry = std::tuple_element_t<1, TypeParam>;
  on_every_executor([]<class Executor>(Executor const& executor) {
    expect_four_components(executor, four_rows<SpaceOf<Executor>, Offset, Entry>());
  });
}

TYPED_TEST(GraphRows, ArraysAreSharedWhereTheirTypeIsCompiled) {
  using Offset = std::tuple_element_t<0, TypeParam>;
  using Entry = std::tuple_element_t<1, TypeParam>;
  on_every_executor([]<class Executor>(Executor const& executor) {
    using Space = SpaceOf<Executor>;
    auto const offsets = to_space<Space>(as<Offset>(offsets_of_four));
    Kokkos::View<Entry const*, typename Space::memory_space> const entries =
        to_space<Space>(as<Entry>(entries_of_four));
    auto const graph = yoke::graph_from(executor, yoke::rows(offsets, entries));
    using Graph = std::remove_const_t<decltype(graph)>;
    using Vertex = typename Graph::vertex_type;
    static_assert(std::is_signed_v<Vertex> == std::is_signed_v<Entry>);
    static_assert(std::is_signed_v<typename Graph::offset_type> == std::is_signed_v<Offset>);
    constexpr bool shares_entries = sizeof(Entry) >= 4;
    constexpr bool shares_offsets = sizeof(Offset) >= sizeof(Vertex);
    static_assert(sizeof(Vertex) == (shares_entries ? sizeof(Entry) : 4));
    auto const same = [](auto const& one, auto const& other) {
      return static_cast<void const*>(one.data()) == static_cast<void const*>(other.data());
    };
    EXPECT_EQ(same(graph.neighbours(), entries), shares_entries);
    EXPECT_EQ(same(graph.offsets(), offsets), shares_offsets);
    EXPECT_EQ(to_vector(graph.neighbours()), as<Vertex>(entries_of_four));
    EXPECT_EQ(to_vector(graph.offsets()), as<typename Graph::offset_type>(offsets_of_four));
    EXPECT_TRUE(graph.is_symmetric());
  });
}

TEST(GraphRows, PlansTakeThem) {
  on_every_executor([]<class Executor>(Executor const& executor) {
    using Space = SpaceOf<Executor>;
    auto const graph = four_rows<Space, std::int64_t, std::int16_t>();
    auto const label = none<Space, std::int32_t>(7), from = none<Space, std::int32_t>(6),
               to = none<Space, std::int32_t>(6);
    yoke::ConnectedComponentsPlan<Executor, std::int32_t, std::int64_t> components(executor, 7, 9);
    yoke::BfsPlan<Executor, std::int32_t, std::int64_t> search(executor, 7, 9);
    for (int call = 0; call < 2; ++call) {
      EXPECT_EQ(components(graph, label), 4u);
      EXPECT_EQ(components(graph, label, from, to), 4u);
      EXPECT_EQ(to_vector(label), (std::vector<int>{0, 0, 0, 3, 3, 5, 6}));
      EXPECT_EQ(search(graph, 3, label), 2u);
      EXPECT_EQ(search(graph, 3, label, to_space<Space>(std::vector<int>(7))), 2u);
      EXPECT_EQ(to_vector(label), (std::vector<int>{-1, -1, -1, 0, 1, -1, -1}));
    }
  });
}

TEST(GraphRows, StridedAndUnmanagedViewsAreTaken) {
  on_every_executor([]<class Executor>(Executor const& executor) {
    using Memory = typename SpaceOf<Executor>::memory_space;
    Kokkos::View<int* [3], Kokkos::LayoutRight, Memory> const table("table", 9);
    auto const host = Kokkos::create_mirror_view(table);
    for (std::size_t i = 0; i < 9; ++i) {
      host(i, 0) = i < 8 ? offsets_of_four[i] : 0;
      host(i, 2) = entries_of_four[i];
    }
    Kokkos::deep_copy(table, host);
    auto const offsets = Kokkos::subview(table, std::pair<int, int>(0, 8), 0);
    auto const entries = Kokkos::subview(table, Kokkos::ALL, 2);
    expect_four_components(executor, yoke::rows(offsets, entries));
    // No and one element of a stride.
    auto const empty = Kokkos::subview(table, std::pair<int, int>(0, 0), 2);
    EXPECT_EQ(yoke::graph_from(executor, yoke::rows(empty, empty)).vertices(), 0u);
    auto const one = Kokkos::subview(table, std::pair<int, int>(0, 1), 0);
    EXPECT_EQ(yoke::graph_from(executor, yoke::rows(one, empty)).vertices(), 0u);

    auto const managed = to_space<SpaceOf<Executor>>(entries_of_four);
    Kokkos::View<int const*, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const unmanaged =
        managed;
    expect_four_components(executor, yoke::rows(offsets, unmanaged));
    Kokkos::View<int[9], Kokkos::LayoutLeft, Memory> const fixed("fixed");
    Kokkos::deep_copy(fixed, managed);
    expect_four_components(executor, yoke::rows(offsets, fixed));
  });
}

TEST(GraphRows, MemoryOfBothSidesOfAHybrid) {
  yoke::Hybrid<> const hybrid;
  auto const check = [&]<class Memory>(Memory) {
    auto const offsets = Kokkos::create_mirror_view_and_copy(
        Memory(), to_space<Kokkos::DefaultHostExecutionSpace>(as<std::uint16_t>(offsets_of_four)));
    auto const entries = Kokkos::create_mirror_view_and_copy(
        Memory(), to_space<Kokkos::DefaultHostExecutionSpace>(entries_of_four));
    Kokkos::View<int*, Memory> const label("label", 7);
    EXPECT_EQ(yoke::connected_components(hybrid, yoke::rows(offsets, entries), label), 4u);
    EXPECT_EQ(to_vector(label), (std::vector<int>{0, 0, 0, 3, 3, 5, 6}));
  };
  check(Kokkos::DefaultExecutionSpace::memory_space());
  check(Kokkos::HostSpace());
  check(Kokkos::SharedHostPinnedSpace());
}

TEST(GraphRows, NoVertices) {
  on_every_executor([]<class Executor>(Executor const& executor) {
    using Space = SpaceOf<Executor>;
    auto const label = none<Space, int>(0);
    auto const check = [&](auto const& offsets, auto const& entries) {
      auto const graph = yoke::rows(offsets, entries);
      EXPECT_EQ(yoke::graph_from(executor, graph).vertices(), 0u);
      EXPECT_EQ(yoke::connected_components(executor, graph, label), 0u);
      EXPECT_EQ(yoke::bfs(executor, graph, label, label), 0u);
    };
    check(none<Space, int>(0), none<Space, int>(0));
    check(none<Space, int>(1), none<Space, int>(0));
    check(none<Space, short>(0), none<Space, short>(0));
    check(none<Space, short>(1), none<Space, int>(0));
  });
}

// The message of an Error, or else "another exception: " and the message.
template <class Error, class Work>
std::string message_of(Work const& work) {
  try {
    work();
  } catch (std::exception const& error) {
    bool const is_right = dynamic_cast<Error const*>(&error) != nullptr;
    return (is_right ? "" : "another exception: ") + std::string(error.what());
  }
  return "nothing thrown";
}

template <class Offset, class Entry, class Executor>
std::string message_of_components(Executor const& executor, std::vector<int> const& offsets,
                                  std::vector<int> const& entries,
                                  GraphKind kind = GraphKind::symmetric) {
  using Space = SpaceOf<Executor>;
  auto const graph =
      yoke::rows(to_space<Space>(as<Offset>(offsets)), to_space<Space>(as<Entry>(entries)), kind);
  using Vertex = typename decltype(graph)::vertex_type;
  auto const label = none<Space, Vertex>(offsets.empty() ? 0 : offsets.size() - 1);
  return message_of<std::exception>([&] { yoke::connected_components(executor, graph, label); });
}

TEST(GraphRows, WrongRowsAreRefusedInTheCallsWords) {
  on_every_executor([]<class Executor>(Executor const& executor) {
    auto const check = [&]<class Offset, class Entry>(Offset, Entry) {
      auto const message = [&](std::vector<int> const& offsets, std::vector<int> const& entries) {
        std::string text = message_of_components<Offset, Entry>(executor, offsets, entries);
        EXPECT_THAT(text, StartsWith("yoke::connected_components: "));
        return text;
      };
      EXPECT_THAT(message({1, 2}, {0, 0}), HasSubstr("offsets(0) is 1, not 0"));
      EXPECT_THAT(message({0, 3, 2, 4}, {0, 1, 2, 0}), HasSubstr("offsets fall after vertex 1"));
      EXPECT_THAT(message({0, 1, 3}, {0, 1, 1, 0}),
                  HasSubstr("offsets end at 3, and entries has 4 elements"));
      EXPECT_THAT(message({0, 1, 2}, {1, 7}),
                  HasSubstr("entries(1) is 7, and there are 2 vertices"));
      EXPECT_THAT(message({0, 1, 2}, {1, -1}), HasSubstr("entries(1) is "));
      EXPECT_THAT(message({0, 1, 1}, {1}), HasSubstr("the graph is not symmetric: vertex 0"));
      EXPECT_THAT(message({}, {0, 0}),
                  HasSubstr("entries has 2 elements, and there are no offsets"));
    };
    check(std::int32_t(), std::int32_t());
    check(std::int64_t(), std::uint32_t());
    check(std::int16_t(), std::int16_t());
    check(std::uint16_t(), std::int64_t());
  });
}

TEST(GraphRows, EveryCallGivesItsName) {
  using Space = Kokkos::DefaultHostExecutionSpace;
  Space const exec;
  auto const wrong = yoke::rows(to_space<Space>(std::vector<int>{0, 1, 2}),
                                to_space<Space>(std::vector<int>{1, 2}));
  auto const label = none<Space, int>(2), ends = none<Space, int>(1);
  yoke::BfsPlan<Space, int> search(exec, 2, 2);
  yoke::ConnectedComponentsPlan<Space, int> components(exec, 2, 2);
  auto const expect = [](std::string const& name, auto const& call) {
    EXPECT_THAT(message_of<yoke::InvalidInput>(call), StartsWith(name + ": entries(1) is 2"));
  };
  expect("yoke::graph_from", [&] { yoke::graph_from(exec, wrong); });
  expect("yoke::bfs", [&] { yoke::bfs(exec, wrong, 0, label); });
  expect("yoke::bfs", [&] { yoke::bfs(exec, wrong, 0, label, label); });
  expect("yoke::bfs", [&] { search(wrong, 0, label); });
  expect("yoke::connected_components", [&] { components(wrong, label); });
  expect("yoke::spanning_forest", [&] { components(wrong, label, ends, ends); });
  expect("yoke::spanning_forest", [&] { yoke::spanning_forest(exec, wrong, label, ends, ends); });
  expect("yoke::validate_bfs", [&] { yoke::validate_bfs(exec, wrong, 0, label, label); });
  expect("yoke::validate_bfs", [&] { yoke::validate_bfs(exec, wrong, label, label, label); });
  expect("yoke::validate_components", [&] { yoke::validate_components(exec, wrong, label); });
  expect("yoke::validate_spanning_forest",
         [&] { yoke::validate_spanning_forest(exec, wrong, label, ends, ends); });
  std::string const kind =
      message_of_components<int, int>(exec, {0, 0}, {}, static_cast<GraphKind>(7));
  EXPECT_THAT(kind, StartsWith("yoke::connected_components: kind is 7"));
}

TEST(GraphRows, TheKindCanBeSaid) {
  on_every_executor([]<class Executor>(Executor const& executor) {
    using Space = SpaceOf<Executor>;
    auto const offsets = to_space<Space>(std::vector<int>{0, 1, 2, 2});
    auto const entries = to_space<Space>(std::vector<int>{1, 2});
    auto const level = none<Space, int>(3);
    auto const directed = yoke::rows(offsets, entries, GraphKind::directed);
    EXPECT_EQ(yoke::bfs(executor, directed, 1, level), 2u);
    EXPECT_EQ(to_vector(level), (std::vector<int>{-1, 0, 1}));
    EXPECT_EQ(yoke::graph_from(executor, directed).kind(), GraphKind::directed);
    auto const symmetric = yoke::rows(offsets, entries);
    EXPECT_THAT(message_of<yoke::InvalidInput>([&] { yoke::bfs(executor, symmetric, 1, level); }),
                HasSubstr("say yoke::GraphKind::directed"));
    EXPECT_EQ(yoke::bfs(executor, yoke::rows(symmetric, GraphKind::directed), 1, level), 2u);
    EXPECT_THAT(message_of<std::invalid_argument>(
                    [&] { yoke::connected_components(executor, directed, level); }),
                HasSubstr("the graph is directed"));
  });
}

}  // namespace

// A type of a user's own: the rows of both directions of a mesh's edges.
namespace user {
struct Mesh {
  Kokkos::View<unsigned*, Kokkos::DefaultHostExecutionSpace> begin, beside;
};
}  // namespace user
template <>
struct yoke::GraphTraits<user::Mesh> {
  static auto rows(user::Mesh const& mesh) {
    return yoke::rows(mesh.begin, mesh.beside).named("begin", "beside");
  }
};

namespace {

TEST(GraphRows, TypesOfOnesOwnAreLikeAGraph) {
  using Space = Kokkos::DefaultHostExecutionSpace;
  Space const exec;
  user::Mesh mesh{to_space<Space>(as<unsigned>(offsets_of_four)),
                  to_space<Space>(as<unsigned>(entries_of_four))};
  auto const label = none<Space, unsigned>(7);
  EXPECT_EQ(yoke::connected_components(exec, mesh, label), 4u);
  EXPECT_EQ(yoke::connected_components(yoke::Hybrid<>(), mesh, label), 4u);
  EXPECT_EQ(yoke::bfs(exec, yoke::rows(mesh, GraphKind::directed), 0, label), 3u);
  mesh.beside(8) = 7;
  EXPECT_THAT(message_of<yoke::InvalidInput>([&] { yoke::bfs(exec, mesh, 0, label); }),
              StartsWith("yoke::bfs: beside(8) is 7, and there are 7 vertices"));
}

TEST(GraphFrom, OtherTypes) {
  on_every_executor([]<class Executor>(Executor const& executor) {
    using Space = SpaceOf<Executor>;
    auto const rows = four_rows<Space, std::int64_t, std::int64_t>();
    auto const graph = yoke::graph_from<std::uint32_t, std::uint32_t>(executor, rows);
    static_assert(std::is_same_v<decltype(graph), yoke::Graph<std::uint32_t, std::uint32_t,
                                                              typename Space::memory_space> const>);
    EXPECT_EQ(to_vector(graph.offsets()), as<std::uint32_t>(offsets_of_four));
    EXPECT_EQ(to_vector(graph.neighbours()), as<std::uint32_t>(entries_of_four));
    EXPECT_TRUE(graph.is_symmetric());
    // The vertices' type alone; the same arrays where a Graph has the types.
    auto const narrow = yoke::graph_from<std::int32_t>(executor, rows);
    static_assert(std::is_same_v<typename decltype(narrow)::offset_type, std::int64_t>);
    auto const wider = yoke::graph_from<std::int64_t>(executor, graph);
    static_assert(std::is_same_v<typename decltype(wider)::offset_type, std::uint64_t>);
    EXPECT_EQ(to_vector(wider.offsets()), as<std::uint64_t>(offsets_of_four));
    EXPECT_EQ(yoke::graph_from(executor, graph).offsets().data(), graph.offsets().data());

    // 0 -> 1 twice, 0 -> 2, 2 -> 2, with the arcs by target.
    auto const words = [](std::vector<int> const& values) {
      return to_space<Space>(as<std::uint32_t>(values));
    };
    auto const directed =
        yoke::graph_from(executor,
                         yoke::rows(words({0, 3, 3, 4}), words({1, 2, 1, 2}), GraphKind::directed))
            .with_incoming(yoke::unchecked, words({0, 0, 2, 4}), words({0, 0, 2, 0}));
    auto const wide = yoke::graph_from<std::int64_t, std::uint64_t>(executor, directed);
    EXPECT_EQ(to_vector(wide.incoming_offsets()), (std::vector<std::uint64_t>{0, 0, 2, 4}));
    EXPECT_EQ(to_vector(wide.incoming_neighbours()), (std::vector<std::int64_t>{0, 0, 2, 0}));
    EXPECT_EQ(wide.kind(), GraphKind::directed);
  });
}

// A number that the narrower type cannot hold must not become one that it can.
TEST(GraphFrom, WhatANarrowerTypeCannotHold) {
  using Space = Kokkos::DefaultHostExecutionSpace;
  Space const exec;
  std::int64_t const beyond = std::int64_t(1) << 32;
  auto const narrowed = [&](std::vector<std::int64_t> const& offsets,
                            std::vector<std::int64_t> const& entries) {
    return message_of<yoke::InvalidInput>([&] {
      yoke::graph_from<std::uint32_t, std::uint32_t>(
          exec, yoke::rows(to_space<Space>(offsets), to_space<Space>(entries)));
    });
  };
  EXPECT_EQ(narrowed({0, 1, 2}, {1, 0}), "nothing thrown");
  EXPECT_THAT(narrowed({0, 1, 2}, {1 + beyond, 0}), HasSubstr("entries(0) is 4294967297"));
  EXPECT_THAT(narrowed({0, 1, beyond + 2}, {1, 0}), HasSubstr("offsets end at 4294967298"));
  std::uint64_t word = 0;
  using Graph = yoke::Graph<std::uint64_t, std::uint64_t, Kokkos::HostSpace>;
  Graph const vast(yoke::unchecked, GraphKind::directed,
                   Graph::Offsets(&word, (std::size_t(1) << 32) + 2), Graph::Neighbours());
  EXPECT_THAT(
      message_of<std::invalid_argument>([&] { yoke::graph_from<std::uint32_t>(exec, vast); }),
      HasSubstr("yoke::graph_from: Vertex's type holds values up to 4294967295"));
  Graph const dense(yoke::unchecked, GraphKind::directed, Graph::Offsets(&word, 2),
                    Graph::Neighbours(&word, std::size_t(1) << 32));
  EXPECT_THAT(message_of<std::invalid_argument>(
                  [&] { yoke::graph_from<std::uint32_t, std::uint32_t>(exec, dense); }),
              HasSubstr("yoke::graph_from: Offset's type holds values up to 4294967295"));
}

}  // namespace
