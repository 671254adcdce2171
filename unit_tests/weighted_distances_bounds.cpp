#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "distances/distance_sum.hpp"
#include "distances/weighted_closeness.hpp"
#include "distances/weighted_searches.hpp"
#include "support/views.hpp"
#include "support/weighted_distances.hpp"
#include "yoke/eccentricities.hpp"

// What bounds of weighted eccentricities save and hold, and the steps of devices on a host.

namespace {

using yoke::EccentricitiesAlgorithm;
using yoke_test::from_to;
using yoke_test::uneven;
using yoke_test::weighted;
using yoke_test::WeightedTestGraph;

using Space = Kokkos::DefaultHostExecutionSpace;
using Memory = Kokkos::HostSpace;

template <class Weight>
auto make(WeightedTestGraph<Weight> const& graph) {
  return yoke_test::make_weighted_graph<std::uint32_t, std::uint32_t, Weight, Memory>(graph);
}

template <class T>
yoke::detail::Array<Space, T> array_over(std::vector<T>& words) {
  return yoke::detail::Array<Space, T>(words.data(), words.size());
}
template <class Weight>
auto rules_for(std::vector<Weight> const& weights, std::uint64_t vertices) {
  return yoke::detail::distances::rules_of<Space, Weight>(
      Space(), yoke::detail::Array<Space, Weight const>(weights.data(), weights.size()), vertices,
      "test");
}

template <class Weight>
std::uint64_t searches_of(WeightedTestGraph<Weight> const& test, bool of_all,
                          EccentricitiesAlgorithm algorithm = EccentricitiesAlgorithm::automatic) {
  auto const graph = make(test);
  yoke::EccentricitiesReport report;
  yoke::EccentricitiesOptions const options{.algorithm = algorithm, .report = &report};
  if (of_all) {
    Kokkos::View<Weight*, Memory> const all("all", graph.vertices());
    yoke::eccentricities(Space(), graph, all, options);
  } else {
    yoke::diameter(Space(), graph, options);
  }
  EXPECT_EQ(report.sweeps, 0u);
  return report.searches;
}

TEST(WeightedBounds, TakeFewSearches) {
  auto const path = yoke_test::path_graph(1000);
  auto const grid = yoke_test::grid_graph(31, 33, 100);
  EXPECT_GE(
      searches_of(weighted(path, from_to<int>(1, 9)), true, EccentricitiesAlgorithm::exhaustive),
      1000u);
  for (bool const of_all : {false, true}) {
    EXPECT_LE(searches_of(weighted(path, from_to<int>(1, 9)), of_all), 6u);
    EXPECT_LE(searches_of(weighted(yoke_test::isolated_vertices(50), from_to<int>(1, 9)), of_all),
              0u);
    // Sums of such floating-point weights are exact, and settle vertices as integers do.
    EXPECT_LE(searches_of(weighted(path, from_to<double>(1, 9)), of_all), 6u);
    // All components are searched at the same time.
    EXPECT_LE(searches_of(weighted(yoke_test::list_graph(20000), from_to<int>(1, 9)), of_all), 12u);
    EXPECT_LE(searches_of(weighted(path, from_to<double>(0, 0)), of_all), 1u);
  }
  EXPECT_LE(searches_of(weighted(grid, from_to<int>(1, 1000)), false), 60u);
  EXPECT_LE(searches_of(weighted(grid, from_to<float>(1, 1000)), false), 60u);
  EXPECT_LT(searches_of(weighted(grid, from_to<float>(1, 1000)), true), 31u * 33);
  // Rounded sums exclude vertices from the diameter, but settle none.
  EXPECT_LE(searches_of(weighted<double>(path, uneven<double>), false), 6u);
  EXPECT_LE(searches_of(weighted<double>(grid, uneven<double>), false), 60u);
  EXPECT_GE(searches_of(weighted<double>(grid, uneven<double>), true), 31u * 33);
}

// The rules' own numbers: up to which eccentricity sums are exact.
TEST(WeightedBounds, KnowWhichSumsAreExact) {
  auto const rules = [](std::vector<double> const& weights, std::uint64_t vertices = 1000) {
    return rules_for(weights, vertices);
  };
  EXPECT_EQ(rules({1, 2, 1000}).most_exact, std::ldexp(1.0, 52));
  EXPECT_EQ(rules({0.25, 3, 0}).most_exact, std::ldexp(1.0, 50));
  EXPECT_EQ(rules({6, 20}).most_exact, std::ldexp(1.0, 53));
  EXPECT_LT(rules({0.1, 3}).most_exact, 1.0);
  EXPECT_EQ(rules({std::numeric_limits<double>::denorm_min()}).most_exact, std::ldexp(1.0, -1022));
  EXPECT_EQ(rules({0, std::numeric_limits<double>::infinity()}).most_exact,
            std::numeric_limits<double>::max() / 8);
  double const widening = rules({0.1}).widening;
  EXPECT_GE(widening, 1 + 4 * 1001 * std::ldexp(1.0, -53));
  EXPECT_LE(widening, 1 + 5 * 1001 * std::ldexp(1.0, -53));
  // With too many vertices nothing is said of rounded sums.
  auto const many = rules({0.1}, std::uint64_t(1) << 52);
  EXPECT_EQ(many.most_bounded, many.most_exact);

  auto const of_integers = rules_for(std::vector<int>{5, std::numeric_limits<int>::max()}, 10);
  EXPECT_EQ(of_integers.most_bounded, (std::numeric_limits<int>::max() - 6) / 2);
}

// Rounded bounds hold for every pair of vertices of graphs whose rounded sums differ much.
TEST(WeightedBounds, HoldForRoundedSums) {
  for (auto const& shape : {yoke_test::path_graph(300), yoke_test::grid_graph(14, 15, 100),
                            yoke_test::skewed_graph(8, 2000), yoke_test::binary_tree(127)}) {
    auto const graph = weighted<float>(shape, uneven<float>);
    yoke_test::WeightedDistances<float> const oracle(graph);
    auto const rules = rules_for(graph.weights, shape.vertices);
    EXPECT_GT(oracle.diameter, rules.most_exact);
    for (std::size_t s = 0; s < oracle.distances.size(); ++s) {
      float const e = oracle.eccentricity[s];
      ASSERT_TRUE(rules.are_bounds(e));
      for (std::size_t v = 0; v < oracle.distances.size(); ++v) {
        float const d = oracle.distances[s][v];
        if (d == yoke_test::PathsOracle<float>::infinity) continue;
        auto const [lower, upper] = rules.around(e, d);
        ASSERT_LE(lower, oracle.eccentricity[v]);
        ASSERT_GE(upper, oracle.eccentricity[v]);
        ASSERT_LE(rules.least_at(e, d), oracle.eccentricity[v]);
      }
    }
  }
}

// Devices search from one vertex after another, by other steps.
template <class Weight>
void expect_same_steps(WeightedTestGraph<Weight> const& test) {
  using namespace yoke::detail;
  using Vertex = std::uint32_t;
  auto const graph = make(test);
  std::size_t const n = graph.vertices();
  GraphCapacity const capacity{n, graph.arcs()};
  auto const weights = raw_array<Weight>(graph.weights());

  auto const closeness_by = [&]<bool by_threads>() {
    std::vector<double> found(n, -1);
    typename distances::Closeness<Vertex, Vertex, Weight>::Arguments arguments;
    arguments.graph = graph.raw();
    arguments.weights = weights;
    arguments.of_all = true;
    arguments.closeness = {found.data(), n, Place::host};
    distances::WeightedCloseness<Space, Vertex, Vertex, Weight, by_threads>(Space(), capacity,
                                                                            nullptr)
        .find(arguments);
    Space().fence();
    return found;
  };
  auto const of_devices = closeness_by.template operator()<false>();
  EXPECT_EQ(of_devices, closeness_by.template operator()<true>());

  std::vector<Vertex> list;
  for (std::size_t i = 0; i < n; i += 2) list.push_back(static_cast<Vertex>(n - 1 - i));
  auto const settled_by = [&]<bool by_threads>() {
    std::vector<Weight> lower(n, 0), upper(n, std::numeric_limits<Weight>::max());
    typename distances::Eccentricities<Vertex, Vertex, Weight>::Arguments arguments;
    arguments.graph = graph.raw();
    arguments.weights = weights;
    distances::WeightedSearches<Space, Vertex, Vertex, Weight, by_threads> searches(
        Space(), capacity, nullptr);
    auto const rules = searches.start(arguments);
    distances::Bounds<Space, Vertex, Weight> const bounds{
        {}, array_over(lower), array_over(upper), 0};
    auto const settled = searches.each(array_over(list), list.size(), bounds, rules);
    EXPECT_EQ(settled.count, list.size());
    return std::tuple(settled.farthest, settled.place, lower, upper);
  };
  EXPECT_EQ(settled_by.template operator()<false>(), settled_by.template operator()<true>());
}

TEST(WeightedSteps, OfDevicesAreThoseOfThreads) {
  for (auto const& shape : yoke_test::small_distance_graphs()) {
    if (shape.vertices == 0) continue;
    SCOPED_TRACE(shape.name);
    expect_same_steps(weighted(shape, from_to<int>(0, 9)));
    expect_same_steps(weighted<float>(shape, uneven<float>));
    expect_same_steps(weighted<double>(shape, yoke_test::huge<double>));
    expect_same_steps(weighted<std::int64_t>(shape, yoke_test::huge<std::int64_t>));
  }
  expect_same_steps(weighted<double>(yoke_test::grid_graph(30, 30, 90), uneven<double>));
}

TEST(WeightedSteps, SumsAreTheNearestDoubles) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    yoke_test::GraphDice dice(seed);
    yoke::detail::distances::WideSum sum;
    unsigned __int128 expected = 0;
    std::uint64_t const terms = 1 + dice.below(seed % 2 == 0 ? 5 : 3000);
    for (std::uint64_t i = 0; i < terms; ++i) {
      std::uint64_t const high = dice.below(std::uint64_t(1) << 31);
      std::uint64_t const term = high << 33 | dice.below(std::uint64_t(1) << 33);
      sum.add(term);
      expected += term;
    }
    EXPECT_EQ(sum.value(), static_cast<double>(expected));
  }
}

}  // namespace
