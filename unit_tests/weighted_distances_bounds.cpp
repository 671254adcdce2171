#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "distances/distance_sum.hpp"
#include "distances/each_vertex_traits.hpp"
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

// The ways of each_vertex_traits.hpp, on a host.
struct Threads : yoke::detail::distances::EachVertexTraits<Space> {};
template <bool by_teams>
struct DeviceWay : Threads {
  static constexpr bool by_threads = false;
  static bool prefers_teams(Space const&, yoke::detail::distances::ManySearches const&) {
    return by_teams;
  }
};
using Teams = DeviceWay<true>;
using OneByOne = DeviceWay<false>;
struct TooManyVertices : Teams {
  static constexpr std::size_t most_vertices = 0;
};

// What closeness, and searches from each of some vertices, find by each way.
template <class Weight>
class EachWay {
  using Vertex = std::uint32_t;

 public:
  explicit EachWay(WeightedTestGraph<Weight> const& test)
      : graph_(make(test)),
        capacity_{graph_.vertices(), graph_.arcs()},
        weights_(yoke::detail::raw_array<Weight>(graph_.weights())) {
    for (std::size_t i = 0; i < graph_.vertices(); i += 2) {
      list_.push_back(static_cast<Vertex>(graph_.vertices() - 1 - i));
    }
  }

  template <class Traits>
  std::vector<double> closeness(std::vector<Vertex> const& sources = {}) const {
    std::size_t const size = sources.empty() ? graph_.vertices() : sources.size();
    std::vector<double> found(size, -1);
    typename yoke::detail::distances::Closeness<Vertex, Vertex, Weight>::Arguments arguments;
    arguments.graph = graph_.raw();
    arguments.weights = weights_;
    arguments.of_all = sources.empty();
    arguments.sources = {sources.data(), sources.size(), yoke::detail::Place::host};
    arguments.closeness = {found.data(), size, yoke::detail::Place::host};
    yoke::detail::distances::WeightedCloseness<Space, Vertex, Vertex, Weight, Traits>(
        Space(), capacity_, nullptr)
        .find(arguments);
    Space().fence();
    return found;
  }

  template <class Traits>
  auto settled() {
    using namespace yoke::detail;
    std::size_t const n = graph_.vertices();
    std::vector<Weight> lower(n, 0), upper(n, std::numeric_limits<Weight>::max());
    typename distances::Eccentricities<Vertex, Vertex, Weight>::Arguments arguments;
    arguments.graph = graph_.raw();
    arguments.weights = weights_;
    distances::WeightedSearches<Space, Vertex, Vertex, Weight, Traits> searches(Space(), capacity_,
                                                                                nullptr);
    searches.reserve_teams(capacity_);
    auto const rules = searches.start(arguments);
    distances::Bounds<Space, Vertex, Weight> const bounds{
        {}, array_over(lower), array_over(upper), 0};
    auto const settled = searches.each(array_over(list_), list_.size(), bounds, rules);
    EXPECT_EQ(settled.count, std::min<std::size_t>(list_.size(), 512));
    return std::tuple(settled.farthest, settled.place, lower, upper);
  }

 private:
  decltype(make(WeightedTestGraph<Weight>{})) graph_;
  yoke::detail::GraphCapacity capacity_;
  yoke::detail::RawArray<Weight const> weights_;
  std::vector<Vertex> list_;
};

template <class Weight>
void expect_same_steps(WeightedTestGraph<Weight> const& test) {
  EachWay<Weight> ways(test);
  auto const closeness = ways.template closeness<Threads>();
  EXPECT_EQ(ways.template closeness<OneByOne>(), closeness);
  EXPECT_EQ(ways.template closeness<Teams>(), closeness);
  auto const settled = ways.template settled<Threads>();
  EXPECT_EQ(ways.template settled<OneByOne>(), settled);
  EXPECT_EQ(ways.template settled<Teams>(), settled);
}

TEST(WeightedSteps, OfDevicesAreThoseOfThreads) {
  auto shapes = yoke_test::small_distance_graphs();
  for (std::uint64_t const n : {1, 31, 32, 33, 64, 65}) {
    shapes.push_back(yoke_test::shuffled(yoke_test::uniform_graph(n, n + n / 2), n));
  }
  shapes.push_back(yoke_test::isolated_vertices(70));
  for (auto const& shape : shapes) {
    if (shape.vertices == 0) continue;
    SCOPED_TRACE(shape.name + " of " + std::to_string(shape.vertices));
    expect_same_steps(weighted(shape, from_to<int>(0, 9)));
    expect_same_steps(weighted<int>(shape, yoke_test::huge<int>));
    expect_same_steps(weighted<float>(shape, uneven<float>));
    expect_same_steps(weighted<double>(shape, yoke_test::huge<double>));
    expect_same_steps(weighted<std::int64_t>(shape, yoke_test::huge<std::int64_t>));
  }
}

// A search from one vertex after another would take long here.
TEST(WeightedSteps, OfTeamsAreThoseOfThreadsInLargerGraphs) {
  for (auto const& shape :
       {yoke_test::grid_graph(30, 30, 90), yoke_test::star_graph(600, 599),
        yoke_test::uniform_graph(511, 700), yoke_test::uniform_graph(513, 700),
        yoke_test::uniform_graph(1023, 1500), yoke_test::uniform_graph(1025, 1500)}) {
    SCOPED_TRACE(shape.name);
    EachWay<double> ways(weighted<double>(shape, uneven<double>));
    EXPECT_EQ(ways.closeness<Teams>(), ways.closeness<Threads>());
    EXPECT_EQ(ways.settled<Teams>(), ways.settled<Threads>());
    EachWay<std::int32_t> clamped(weighted<std::int32_t>(shape, yoke_test::huge<std::int32_t>));
    EXPECT_EQ(clamped.closeness<Teams>(), clamped.closeness<Threads>());
    EXPECT_EQ(clamped.settled<Teams>(), clamped.settled<Threads>());
  }
}

// A team may begin several of its searches at one vertex.
TEST(WeightedSteps, SourcesMayRepeat) {
  auto const graph = weighted<float>(yoke_test::grid_graph(9, 14, 90), uneven<float>);
  std::vector<std::uint32_t> sources;
  for (std::uint32_t i = 0; i < 100; ++i) sources.push_back(i < 40 ? 7 : i * i % 126);
  EachWay<float> const ways(graph);
  EXPECT_EQ(ways.closeness<Teams>(sources), ways.closeness<Threads>(sources));
}

// What the teams hold of memory that ends, beside what closeness holds without teams.
TEST(WeightedSteps, TakeTheMemoryThatIsLeft) {
  using namespace yoke::detail;
  using Vertex = std::uint32_t;
  GraphCapacity const capacity{1000, 4000};
  auto const held = [&]<class Traits>(std::size_t allowed) {
    auto const ledger = std::make_shared<Ledger>(allowed);
    Ledger::Opened const opened(ledger);
    distances::WeightedCloseness<Space, Vertex, Vertex, float, Traits> const closeness(
        Space(), capacity, nullptr);
    return ledger->bytes();
  };
  std::size_t const without = held.operator()<TooManyVertices>(0), of_team = 1000 * 148;
  std::size_t const arguments = 1000 * 16 + 4000 * 8;
  std::size_t const at_once = shortest_paths::TeamShape<Space>::teams(Space(), 1000);
  EXPECT_EQ(held.operator()<Teams>(0), without + at_once * of_team);
  EXPECT_EQ(held.operator()<Teams>(arguments + 2 * of_team), without + of_team);
  EXPECT_EQ(held.operator()<Teams>(arguments + 2 * of_team - 1), without);
  EXPECT_EQ(held.operator()<Teams>(1), without);
}

// Few searches of many vertices take the whole device.
TEST(WeightedSteps, ChooseTeamsForManySources) {
  using Traits = yoke::detail::distances::EachVertexTraits<Space>;
  std::size_t const at_once =
      yoke::detail::shortest_paths::TeamShape<Space>::teams(Space(), std::size_t(1) << 20);
  // As on an H200, which runs 264 teams.
  std::size_t const vertices = (std::size_t(1) << 16) * 264 / at_once;
  EXPECT_TRUE(Traits::prefers_teams(Space(), {1000, 4000, 512, 16}));
  EXPECT_TRUE(Traits::prefers_teams(Space(), {1000, 4000, 512, 1}));
  EXPECT_TRUE(Traits::prefers_teams(Space(), {vertices, 4 * vertices, 512, 16}));
  EXPECT_FALSE(Traits::prefers_teams(Space(), {vertices, 4 * vertices, 512, 1}));
  EXPECT_FALSE(Traits::prefers_teams(Space(), {vertices, 4 * vertices, 20, 16}));
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
