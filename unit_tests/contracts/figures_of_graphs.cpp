#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "contracts/figures.hpp"
#include "support/graphs.hpp"
#include "yoke/bfs.hpp"
#include "yoke/connected_components.hpp"
#include "yoke/euler_tour.hpp"
#include "yoke/generate.hpp"
#include "yoke/generate_graph.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/list_ranking.hpp"
#include "yoke/list_scan.hpp"
#include "yoke/validate_bfs.hpp"
#include "yoke/validate_components.hpp"
#include "yoke/validate_ranks.hpp"

// The figures of calls on lists, trees and graphs: each is the sentence of its header, or a row of
// the table of algorithms that the header refers to.

namespace {

using yoke_test::expect_call_takes;
using yoke_test::expect_plan_takes;

template <class Space>
class FiguresOfGraphs : public testing::Test {};
#define YOKE_SPACE(Space) , Space
using EverySpace = yoke_test::SpacesAfter<void YOKE_FOR_EACH_SPACE(YOKE_SPACE)>;
TYPED_TEST_SUITE(FiguresOfGraphs, EverySpace);

struct Sum {
  KOKKOS_FUNCTION std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const { return a + b; }
};

template <class Space, class Index>
struct Lists {
  static constexpr bool on_host = yoke::detail::runs_on_host<Space>;
  static constexpr std::size_t n = 600000;
  static constexpr double width = sizeof(Index);
  using Memory = typename Space::memory_space;
  using Array = Kokkos::View<Index*, Memory>;

  Array successor{"successor", n}, rank{"rank", n}, other{"other", n + 1};

  explicit Lists(std::size_t lists) {
    yoke::generate_lists(Space(), successor, {.lists = lists, .seed = 1});
  }

  static double splitters() { return on_host ? 64.0 * Space().concurrency() : 8192; }

  // docs/list_ranking.md's table.
  static double rank_holds(yoke::ListRankAlgorithm algorithm, std::size_t size) {
    using enum yoke::ListRankAlgorithm;
    double const words = width / 4;
    switch (algorithm) {
      case sequential:
        return 1.0 / 8;
      case wyllie:
        return width == 8 ? 32 : size <= 65536 ? 4 : 8;
      case helman_jaja:
        return 10 * words;
      case random_splitter:
        return words * (8.1 + 16 * splitters() / static_cast<double>(size));
      case independent_set:
        return 17.1 * words;
      case fractional_independent_set:
        return 18.4 * words;
      default:
        return (on_host ? 5 : 16) * words;
    }
  }

  void rank_all(std::size_t lists) const {
    for (auto const& entry : yoke::list_rank_algorithms) {
      if (entry.algorithm == yoke::ListRankAlgorithm::sequential && !on_host) continue;
      yoke::ListRankOptions options;
      options.algorithm = entry.algorithm;
      // Of several lists a word a head that is found, and for two of them a cell.
      double const heads = lists > 1 ? (width + 8) * static_cast<double>(lists) : 0;
      expect_plan_takes(
          "list_rank by " + std::string(entry.name), rank_holds(entry.algorithm, n) * n + heads,
          [&] { return yoke::ListRankPlan<Space, Index>(Space(), n, options); },
          [&](auto& plan) { plan(successor, rank); });
    }
  }

  void rank_few() const {
    auto const few = [&](std::size_t size) {
      Array const links("links", size), ranks("ranks", size);
      yoke::generate_lists(Space(), links, {.seed = 1});
      expect_plan_takes(
          "list_rank of " + std::to_string(size), (on_host ? 9 : 16) * width / 4 * size,
          [&] { return yoke::ListRankPlan<Space, Index>(Space(), size); },
          [&](auto& plan) { plan(links, ranks); });
    };
    for (std::size_t const size : {100, 8192, 8193, 20000}) few(size);
  }

  void scan(std::size_t lists) const {
    // Sublists are shorter where there are fewer nodes.
    double const length = on_host ? std::clamp<double>(std::bit_ceil(n / 16384), 32, 1024) : 32;
    double const sublists = static_cast<double>(n) / length;
    double const of_lists = lists > 1 ? width * static_cast<double>(lists) : 0;
    expect_plan_takes(
        "list_scan", (width + width) * (n + 4 * sublists) + n / 8.0 + of_lists,
        [] { return yoke::ListScanPlan<Space, Index, Index>(Space(), n); },
        [&](auto& plan) { plan(successor, successor, rank, Plus(), Index(0)); });
    expect_plan_takes(
        "list_to_array",
        3 * width * n + n / 8.0 + 12 * width * sublists + 2 * width * static_cast<double>(lists),
        [] { return yoke::ListToArrayPlan<Space, Index>(Space(), n); },
        [&](auto& plan) { plan(successor, rank, other); });
  }
  struct Plus {
    KOKKOS_FUNCTION Index operator()(Index a, Index b) const { return a + b; }
  };

  void generate_and_validate() const {
    expect_call_takes("generate_lists", 0, [&] { yoke::generate_lists(Space(), other); });
    yoke::list_rank(Space(), successor, rank);
    expect_call_takes("validate_ranks", n / 8.0,
                      [&] { yoke::validate_ranks(Space(), successor, rank); });
  }
};

template <class Space, class Index>
void expect_lists() {
  SCOPED_TRACE("indices of " + std::to_string(sizeof(Index)));
  for (std::size_t const lists : {1, 1000}) {
    SCOPED_TRACE(std::to_string(lists) + " lists");
    Lists<Space, Index> const all(lists);
    all.rank_all(lists);
    all.scan(lists);
    all.generate_and_validate();
  }
  Lists<Space, Index>(1).rank_few();
}

TYPED_TEST(FiguresOfGraphs, OfLists) {
  expect_lists<TypeParam, std::uint32_t>();
  expect_lists<TypeParam, std::uint64_t>();
}

// A tree whose node v > 0 hangs from v / 2, by its parents and by its edges.
template <class Space, class Index>
void expect_trees() {
  SCOPED_TRACE("indices of " + std::to_string(sizeof(Index)));
  using Memory = typename Space::memory_space;
  using Array = Kokkos::View<Index*, Memory>;
  constexpr std::size_t n = 300000, m = n - 1;
  constexpr double width = sizeof(Index);
  Array const parent("parent", n), tour("tour", 2 * n), from("from", m), to("to", m),
      roots("roots", 1), rooted("rooted", n);
  auto const host = Kokkos::create_mirror_view(parent);
  for (std::size_t v = 0; v < n; ++v) host(v) = static_cast<Index>(v / 2);
  Kokkos::deep_copy(parent, host);
  Kokkos::deep_copy(from, Kokkos::subview(parent, std::pair(std::size_t(1), n)));
  for (std::size_t v = 0; v < n; ++v) host(v) = static_cast<Index>(v);
  Kokkos::deep_copy(rooted, host);
  Kokkos::deep_copy(to, Kokkos::subview(rooted, std::pair(std::size_t(1), n)));

  expect_plan_takes(
      "euler_tour", 4 * width * n, [] { return yoke::EulerTourPlan<Space, Index>(Space(), n); },
      [&](auto& plan) { plan(parent, tour); });
  yoke::TreeStatistics<Index, Memory> const statistics(Space(), n);
  expect_plan_takes(
      "tree_statistics", 11 * width * n,
      [] { return yoke::TreeStatisticsPlan<Space, Index>(Space(), n); },
      [&](auto& plan) { plan(parent, statistics); });
  auto const arcs = Kokkos::subview(tour, std::pair(std::size_t(0), 2 * m));
  expect_plan_takes(
      "euler_tour of edges", 8 * width * m + 3 * width * n,
      [] { return yoke::EdgeTourPlan<Space, Index>(Space(), m, 1); },
      [&](auto& plan) { plan(from, to, roots, arcs); });
  double const of_ranks =
      Lists<Space, Index>::rank_holds(yoke::ListRankAlgorithm::automatic, 2 * m) * 2 * m;
  expect_plan_takes(
      "root_forest", 12 * width * m + 3 * width * n + of_ranks,
      [] { return yoke::RootForestPlan<Space, Index>(Space(), m, 1); },
      [&](auto& plan) { plan(from, to, roots, rooted); });
}

TYPED_TEST(FiguresOfGraphs, OfTrees) {
  expect_trees<TypeParam, std::uint32_t>();
  expect_trees<TypeParam, std::uint64_t>();
}

template <class Space, class Vertex, class Offset>
struct Graphs {
  static constexpr bool on_host = yoke::detail::runs_on_host<Space>;
  static constexpr double width = sizeof(Vertex);
  using Memory = typename Space::memory_space;
  using Array = Kokkos::View<Vertex*, Memory>;

  yoke::EdgeList<Vertex, Memory> edges =
      yoke::generate_edges<Vertex, Memory>(Space(), yoke::RmatShape{.scale = 15, .edge_factor = 8});
  yoke::Graph<Vertex, Offset, Memory> graph = yoke::build_graph<Offset>(Space(), edges);
  std::size_t n = graph.vertices(), m = graph.arcs();
  Array label{"label", n}, level{"level", n}, parent{"parent", n}, from{"from", n}, to{"to", n};
  double vertices = static_cast<double>(n), arcs = static_cast<double>(m);

  void components() {
    using enum yoke::ComponentsAlgorithm;
    double const forest = width / 2 * vertices;
    for (auto const& entry : yoke::components_algorithms) {
      double const said = entry.algorithm == shiloach_vishkin ? (4 + width) * vertices
                          : entry.algorithm == soman          ? width * (vertices + arcs)
                          : entry.algorithm == sequential     ? width * vertices
                                                              : width * vertices + arcs / 128;
      if (entry.algorithm == sequential && !on_host) continue;
      auto const make = [&] {
        return yoke::ConnectedComponentsPlan<Space, Vertex, Offset>(Space(), n, m,
                                                                    {.algorithm = entry.algorithm});
      };
      expect_plan_takes("connected_components by " + std::string(entry.name), said, make,
                        [&](auto& plan) { plan(graph, label); });
      expect_plan_takes("spanning_forest by " + std::string(entry.name), said + forest, make,
                        [&](auto& plan) { plan(graph, label, from, to); });
    }
    expect_call_takes("validate_components", width * vertices,
                      [&] { yoke::validate_components(Space(), graph, label); });
  }

  void searches() {
    using enum yoke::BfsAlgorithm;
    // With wider offsets the queue's entries have 4 bytes more, with wider vertices 8 in all.
    double const wider = width == 8 ? 8 : sizeof(Offset) == 8 ? 4 : 0;
    Array const none;
    for (auto const& entry : yoke::bfs_algorithms) {
      double const said = entry.algorithm == sequential ? width : 8.3 + wider;
      if (entry.algorithm == sequential && !on_host) continue;
      auto const make = [&] {
        return yoke::BfsPlan<Space, Vertex, Offset>(Space(), n, m, {.algorithm = entry.algorithm});
      };
      expect_plan_takes("bfs by " + std::string(entry.name), said * vertices, make,
                        [&](auto& plan) { plan(graph, 0, level, parent); });
      expect_plan_takes("bfs without levels by " + std::string(entry.name),
                        (said + width) * vertices, make,
                        [&](auto& plan) { plan(graph, 0, none, parent); });
    }
    expect_call_takes("validate_bfs", vertices / 8,
                      [&] { yoke::validate_bfs(Space(), graph, 0, level, parent); });
    expect_call_takes("validate_bfs without levels", vertices / 8 + 4 * width * vertices,
                      [&] { yoke::validate_bfs(Space(), graph, 0, none, parent); });
  }

  void making() {
    double const result = (vertices + 1) * sizeof(Offset) + arcs * width;
    // On a host, what one of 256 ranges of vertices takes for each thread.
    double const sorting = on_host ? Space().concurrency() * arcs * 8 / 16 : 8 * arcs;
    expect_call_takes("build_graph", result + 8 * arcs + sorting,
                      [&] { yoke::build_graph<Offset>(Space(), edges); });
    expect_call_takes("Graph", 0, [&] {
      yoke::Graph<Vertex, Offset, Memory> const checked(Space(), yoke::GraphKind::symmetric,
                                                        graph.offsets(), graph.neighbours());
    });
    auto const edges_of = [](auto const& shape) {
      return [&] { yoke::generate_edges<Vertex, Memory>(Space(), shape); };
    };
    yoke::RmatShape const rmat{.scale = 14, .edge_factor = 8};
    expect_call_takes("generate_edges, R-MAT", 2 * width * 8 * (1 << 14), edges_of(rmat));
    yoke::UniformShape const uniform{.vertices = 20000, .edges = 100000};
    expect_call_takes("generate_edges, uniform", 2 * width * 100000, edges_of(uniform));
  }
};

template <class Space, class Vertex, class Offset>
void expect_graphs() {
  SCOPED_TRACE("vertices of " + std::to_string(sizeof(Vertex)) + ", offsets of " +
               std::to_string(sizeof(Offset)));
  Graphs<Space, Vertex, Offset> graphs;
  graphs.components();
  graphs.searches();
  graphs.making();
}

TYPED_TEST(FiguresOfGraphs, OfGraphs) {
  expect_graphs<TypeParam, std::uint32_t, std::uint32_t>();
  expect_graphs<TypeParam, std::uint32_t, std::uint64_t>();
  expect_graphs<TypeParam, std::uint64_t, std::uint64_t>();
}

}  // namespace
