#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include "yoke/bfs.hpp"
#include "yoke/closeness.hpp"
#include "yoke/connected_components.hpp"
#include "yoke/eccentricities.hpp"
#include "yoke/errors.hpp"
#include "yoke/euler_tour.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/list_ranking.hpp"
#include "yoke/list_scan.hpp"
#include "yoke/minimum_spanning_forest.hpp"
#include "yoke/shortest_paths.hpp"

// No call writes over what it reads: arguments that overlap are refused, by their names, before
// anything is written.

namespace {

using Space = Kokkos::DefaultExecutionSpace;
using Memory = Space::memory_space;
using View = Kokkos::View<std::uint32_t*, Memory>;
using Pairs = Kokkos::View<std::uint32_t* [2], Kokkos::LayoutRight, Memory>;

constexpr std::uint32_t n = 100;

View list_of(std::size_t size, std::size_t used) {
  View const successor("successor", size);
  auto const host = Kokkos::create_mirror_view(successor);
  for (std::uint32_t i = 0; i < size; ++i) host(i) = i + 1 < used ? i + 1 : i;
  Kokkos::deep_copy(successor, host);
  return successor;
}

View part(View const& view, std::size_t begin, std::size_t end) {
  return Kokkos::subview(view, std::pair(begin, end));
}

template <class V>
std::uint64_t sum_of(V const& view) {
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < host.extent(0); ++i) sum += (i + 1) * host(i);
  return sum;
}

// The call throws std::invalid_argument that names both arguments, and has written nothing.
template <class Call>
void expect_refused(View const& memory, char const* written, char const* other, Call const& call) {
  SCOPED_TRACE(std::string(written) + " over " + other);
  std::uint64_t const before = sum_of(memory);
  try {
    call();
    ADD_FAILURE() << "the call went through";
  } catch (yoke::InvalidInput const& error) {
    ADD_FAILURE() << "the input was blamed: " << error.what();
  } catch (std::invalid_argument const& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr(std::string(written) + " and " + other));
  }
  EXPECT_EQ(sum_of(memory), before);
}

template <class Executor>
void expect_ranks_refused(Executor const& executor) {
  View const all = list_of(2 * n, n);
  View const successor = part(all, 0, n);
  for (std::size_t const begin : {std::size_t(0), std::size_t(1), std::size_t(n - 1)}) {
    expect_refused(all, "rank", "successor",
                   [&] { yoke::list_rank(executor, successor, part(all, begin, begin + n)); });
  }
  expect_refused(all, "rank", "heads", [&] {
    yoke::list_rank(executor, successor, part(all, 2 * n - 1, 2 * n), part(all, n, 2 * n));
  });
  EXPECT_EQ(yoke::list_rank(executor, successor, part(all, n, 2 * n)), 1u);
}

TEST(Overlap, OfRanksIsRefused) {
  expect_ranks_refused(Space());
  expect_ranks_refused(yoke::Hybrid<>());
}

struct Sum {
  KOKKOS_FUNCTION std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const { return a + b; }
};

TEST(Overlap, OfScansIsRefusedButInPlace) {
  View const all = list_of(3 * n, n);
  View const successor = part(all, 0, n), value = part(all, n, 2 * n);
  auto const scan = [&](View const& result) {
    yoke::list_scan(Space(), successor, value, result, Sum(), 0u);
  };
  expect_refused(all, "result", "successor", [&] { scan(part(all, 1, n + 1)); });
  expect_refused(all, "result", "value", [&] { scan(part(all, n + 1, 2 * n + 1)); });
  Kokkos::deep_copy(value, 1u);
  scan(part(all, 2 * n, 3 * n));
  scan(value);
  EXPECT_EQ(sum_of(value), sum_of(part(all, 2 * n, 3 * n)));
}

TEST(Overlap, OfOrdersIsRefused) {
  View const all = list_of(3 * n, n);
  View const successor = part(all, 0, n);
  expect_refused(all, "order", "successor",
                 [&] { yoke::list_to_array(Space(), successor, part(all, n - 1, 2 * n - 1)); });
  expect_refused(all, "offsets", "successor", [&] {
    yoke::list_to_array(Space(), successor, part(all, n, 2 * n), part(all, 0, 2));
  });
  expect_refused(all, "order", "offsets", [&] {
    yoke::list_to_array(Space(), successor, part(all, n, 2 * n), part(all, 2 * n - 1, 2 * n + 1));
  });
  EXPECT_EQ(yoke::list_to_array(Space(), successor, part(all, n, 2 * n), part(all, 2 * n, 3 * n)),
            1u);
}

TEST(Overlap, OfToursIsRefused) {
  View const all = list_of(3 * n, n);
  View const parent = part(all, 0, n);
  expect_refused(all, "successor", "parent",
                 [&] { yoke::euler_tour(Space(), parent, part(all, n / 2, 2 * n + n / 2)); });
  yoke::euler_tour(Space(), parent, part(all, n, 3 * n));

  // Edge e joins e and e + 1; the root is the last vertex.
  View const edges("edges", 6 * n);
  auto const host = Kokkos::create_mirror_view(edges);
  for (std::uint32_t e = 0; e + 1 < n; ++e) {
    host(e) = e;
    host(n + e) = e + 1;
  }
  host(n - 1) = n - 1;
  Kokkos::deep_copy(edges, host);
  View const from = part(edges, 0, n - 1), roots = part(edges, n - 1, n),
             to = part(edges, n, 2 * n - 1);
  auto const tour = [&](std::size_t begin) {
    return [&, begin] {
      yoke::euler_tour(Space(), from, to, roots, part(edges, begin, begin + 2 * (n - 1)));
    };
  };
  auto const forest = [&](std::size_t begin) {
    return
        [&, begin] { yoke::root_forest(Space(), from, to, roots, part(edges, begin, begin + n)); };
  };
  expect_refused(edges, "successor", "from", tour(0));
  expect_refused(edges, "successor", "to", tour(2 * n - 2));
  expect_refused(edges, "parent", "from", forest(0));
  expect_refused(edges, "parent", "to", forest(n));
  tour(2 * n)();
  forest(2 * n)();

  Pairs const pairs("edges", n - 1);
  View const inside(pairs.data(), n);
  EXPECT_THROW(yoke::root_forest(Space(), pairs, roots, inside), std::invalid_argument);
  View const rootless(pairs.data(), 2 * (n - 1));
  EXPECT_THROW(yoke::euler_tour(Space(), pairs, roots, rootless), std::invalid_argument);
}

// A cycle of n vertices in one array: the offsets, the neighbours, and room for results.
struct CycleInOneArray {
  CycleInOneArray() : memory("memory", 3 * n + 1 + 4 * n) {
    auto const host = Kokkos::create_mirror_view(memory);
    for (std::uint32_t v = 0; v <= n; ++v) host(v) = 2 * v;
    for (std::uint32_t v = 0; v < n; ++v) {
      host(n + 1 + 2 * v) = (v + 1) % n;
      host(n + 1 + 2 * v + 1) = (v + n - 1) % n;
    }
    Kokkos::deep_copy(memory, host);
    graph = {Space(), yoke::GraphKind::symmetric, part(memory, 0, n + 1),
             part(memory, n + 1, 3 * n + 1)};
  }
  View offsets() const { return part(memory, 1, n + 1); }
  View neighbours() const { return part(memory, 2 * n, 3 * n); }
  View room(std::size_t i) const { return part(memory, 3 * n + 1 + i, 3 * n + 1 + i + n); }

  View memory;
  yoke::Graph<std::uint32_t, std::uint32_t, Memory> graph;
};

template <class Executor>
void expect_components_refused(Executor const& executor) {
  CycleInOneArray const c;
  auto const label = [&](View const& labels) {
    return [&, labels] { yoke::connected_components(executor, c.graph, labels); };
  };
  auto const forest = [&](View const& labels, View const& from, View const& to) {
    return [&, labels, from, to] { yoke::spanning_forest(executor, c.graph, labels, from, to); };
  };
  expect_refused(c.memory, "label", "the graph's offsets", label(c.offsets()));
  expect_refused(c.memory, "label", "the graph's neighbours", label(c.neighbours()));
  expect_refused(c.memory, "label", "from", forest(c.room(0), c.room(n - 1), c.room(3 * n)));
  expect_refused(c.memory, "label", "to", forest(c.room(0), c.room(3 * n), c.room(n - 1)));
  expect_refused(c.memory, "from", "to", forest(c.room(0), c.room(n), c.room(n)));
  expect_refused(c.memory, "to", "the graph's neighbours",
                 forest(c.room(0), c.room(n), c.neighbours()));
  forest(c.room(0), c.room(n), c.room(2 * n))();
}

TEST(Overlap, OfLabelsAndForestsIsRefused) {
  expect_components_refused(Space());
  expect_components_refused(yoke::Hybrid<>());
}

template <class Executor>
void expect_searches_refused(Executor const& executor) {
  CycleInOneArray const c;
  auto const search = [&](View const& level, View const& parent) {
    return [&, level, parent] { yoke::bfs(executor, c.graph, 0, level, parent); };
  };
  expect_refused(c.memory, "level", "parent", search(c.room(0), c.room(n / 2)));
  expect_refused(c.memory, "level", "the graph's offsets", search(c.offsets(), c.room(0)));
  expect_refused(c.memory, "parent", "the graph's neighbours", search(c.room(n), c.neighbours()));
  expect_refused(c.memory, "level", "source", [&] {
    yoke::bfs(executor, c.graph, part(c.memory, 4 * n, 4 * n + 1), c.room(0), c.room(n));
  });
  search(c.room(0), c.room(n))();
  search(c.room(0), View())();
}

TEST(Overlap, OfLevelsAndParentsIsRefused) {
  expect_searches_refused(Space());
  expect_searches_refused(yoke::Hybrid<>());
}

// The cycle with weights of 1, and room for weights in the same array.
struct WeightedCycle : CycleInOneArray {
  using Weights = Kokkos::View<std::int32_t*, Memory>;

  WeightedCycle() {
    Kokkos::deep_copy(weights, 1);
    weighted = {yoke::unchecked, graph.kind(), graph.offsets(), graph.neighbours(), weights};
  }
  static Weights numbers(View const& of) {
    return Weights(reinterpret_cast<std::int32_t*>(of.data()), of.extent(0));
  }

  Weights weights{"weights", 2 * n};
  yoke::WeightedGraph<std::uint32_t, std::uint32_t, std::int32_t, Memory> weighted;
};

template <class Executor>
void expect_paths_refused(Executor const& executor) {
  WeightedCycle const c;
  auto const paths = [&](View const& distances, View const& parents) {
    return [&, distances, parents] {
      yoke::shortest_paths(executor, c.weighted, 0, c.numbers(distances), parents);
    };
  };
  expect_refused(c.memory, "distances", "parents", paths(c.room(0), c.room(n / 2)));
  expect_refused(c.memory, "distances", "the graph's offsets", paths(c.offsets(), c.room(0)));
  expect_refused(c.memory, "parents", "the graph's neighbours", paths(c.room(n), c.neighbours()));
  expect_refused(c.memory, "distances", "sources", [&] {
    yoke::shortest_paths(executor, c.weighted, part(c.memory, 4 * n, 4 * n + 1),
                         c.numbers(c.room(0)), c.room(n));
  });
  EXPECT_THROW(yoke::shortest_paths(executor, c.weighted, 0,
                                    Kokkos::subview(c.weights, std::pair(n, 2 * n))),
               std::invalid_argument);
  paths(c.room(0), c.room(n))();
  paths(c.room(0), View())();
}

TEST(Overlap, OfDistancesAndParentsIsRefused) {
  expect_paths_refused(Space());
  expect_paths_refused(yoke::Hybrid<>());
}

template <class Executor>
void expect_eccentricities_refused(Executor const& executor) {
  WeightedCycle const c;
  auto const eccentricities = [&](View const& result) {
    return [&, result] { yoke::eccentricities(executor, c.graph, result); };
  };
  expect_refused(c.memory, "eccentricity", "the graph's offsets", eccentricities(c.offsets()));
  expect_refused(c.memory, "eccentricity", "the graph's neighbours",
                 eccentricities(c.neighbours()));
  EXPECT_THROW(
      yoke::eccentricities(executor, c.weighted, Kokkos::subview(c.weights, std::pair(n, 2 * n))),
      std::invalid_argument);
  eccentricities(c.room(0))();
  Kokkos::View<double*, Memory> const closeness("closeness", n);
  View const sources(reinterpret_cast<std::uint32_t*>(closeness.data()), n);
  EXPECT_THROW(yoke::closeness(executor, c.graph, sources, closeness), std::invalid_argument);
}

TEST(Overlap, OfEccentricitiesAndClosenessIsRefused) {
  expect_eccentricities_refused(Space());
  expect_eccentricities_refused(yoke::Hybrid<>());
}

template <class Executor>
void expect_lightest_forests_refused(Executor const& executor) {
  WeightedCycle const c;
  auto const forest = [&](View const& from, View const& to, View const& weight) {
    return [&, from, to, weight] {
      yoke::minimum_spanning_forest(executor, c.weighted, from, to, c.numbers(weight));
    };
  };
  expect_refused(c.memory, "from", "to", forest(c.room(0), c.room(n / 2), c.room(2 * n)));
  expect_refused(c.memory, "to", "weight", forest(c.room(0), c.room(n), c.room(2 * n - 2)));
  expect_refused(c.memory, "from", "the graph's offsets",
                 forest(c.offsets(), c.room(n), c.room(2 * n)));
  expect_refused(c.memory, "weight", "the graph's neighbours",
                 forest(c.room(0), c.room(n), c.neighbours()));
  forest(c.room(0), c.room(n), c.room(2 * n))();
}

TEST(Overlap, OfLightestForestsIsRefused) {
  expect_lightest_forests_refused(Space());
  expect_lightest_forests_refused(yoke::Hybrid<>());
}

// Columns of one array lie among each other, element for element, without sharing any.
TEST(Overlap, OfColumnsIsNone) {
  CycleInOneArray const c;
  Pairs const columns("columns", n);
  auto const level = Kokkos::subview(columns, Kokkos::ALL, 0);
  auto const parent = Kokkos::subview(columns, Kokkos::ALL, 1);
  EXPECT_EQ(yoke::bfs(Space(), c.graph, 0, level, parent), n);
  EXPECT_THROW(yoke::bfs(Space(), c.graph, 0, level, level), std::invalid_argument);
  EXPECT_THROW(yoke::bfs(Space(), c.graph, 0, level, View(columns.data() + n, n)),
               std::invalid_argument);
}

}  // namespace
