#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "support/paths_case.hpp"

namespace {

using testing::HasSubstr;
using yoke::ShortestPathsAlgorithm;
using yoke::ShortestPathsOptions;
using yoke_test::from_to;
using yoke_test::GraphDice;
using yoke_test::host_vector;
using yoke_test::Paths;
using yoke_test::TestGraph;
using yoke_test::weighted;
using yoke_test::WeightedTestGraph;

template <class T>
class ShortestPathsOfNegativeWeights : public testing::Test {
 public:
  using Case = Paths<typename T::Space, typename T::Vertex, typename T::Offset, typename T::Weight>;
};
TYPED_TEST_SUITE(ShortestPathsOfNegativeWeights, yoke_test::AllPathTypes);

// Potentials make negative weights without a negative cycle; differences of potentials alone make
// all cycles 0.
TYPED_TEST(ShortestPathsOfNegativeWeights, AreTheOracles) {
  using Weight = typename TypeParam::Weight;
  for (auto const& graph :
       {yoke_test::uniform_graph(500, 3000), yoke_test::shuffled(yoke_test::path_graph(1000), 3),
        yoke_test::grid_graph(30, 40, 80), yoke_test::skewed_graph(11, 1 << 15)}) {
    auto const potential = [](std::uint64_t v) {
      return static_cast<int>(GraphDice(v).below(1000));
    };
    for (int const most : {0, 50}) {
      auto const weight = [&](std::size_t e) {
        auto const [u, v] = graph.edges[e];
        int const slack =
            static_cast<int>(GraphDice(e).below(static_cast<std::uint64_t>(most) + 1));
        return static_cast<Weight>(potential(v) - potential(u) + slack);
      };
      typename TestFixture::Case paths(weighted<Weight>(graph, weight, false));
      ShortestPathsOptions const options{.algorithm = ShortestPathsAlgorithm::bellman_ford};
      paths.expect({graph.edges[0].first}, {options});
      paths.expect({graph.edges[0].first, 5, 9}, {options});
    }
  }
}

TYPED_TEST(ShortestPathsOfNegativeWeights, AreRefusedWithTheirPlace) {
  using Weight = typename TypeParam::Weight;
  auto graph = weighted(yoke_test::path_graph(10), from_to<Weight>(1, 9), false);
  graph.weights[4] = graph.weights[7] = Weight(-2);
  typename TestFixture::Case paths(graph);
  for (auto const algorithm :
       {ShortestPathsAlgorithm::automatic, ShortestPathsAlgorithm::sequential,
        ShortestPathsAlgorithm::delta_stepping}) {
    try {
      paths.run(typename TypeParam::Space(), {0}, {.algorithm = algorithm});
      ADD_FAILURE() << "nothing is refused";
    } catch (yoke::InvalidInput const& error) {
      EXPECT_EQ(error.index(), 4u);
      EXPECT_THAT(error.what(), HasSubstr("weights(4) is -2"));
      EXPECT_THAT(error.what(), HasSubstr("bellman_ford"));
    }
    EXPECT_EQ(host_vector(paths.distances()), std::vector<Weight>(10, 7));
  }
}

// A cycle of 5 at the end of a path, and a lighter one that no source reaches.
TYPED_TEST(ShortestPathsOfNegativeWeights, ANegativeCycleIsNamed) {
  using Weight = typename TypeParam::Weight;
  for (std::uint32_t const length : {1u, 3u, 100u, 20000u}) {
    TestGraph graph{"path and cycle", length + 10, {}};
    for (std::uint32_t v = 0; v + 1 < length + 5; ++v) graph.add(v, v + 1);
    graph.add(length + 4, length);
    for (std::uint32_t v = 5; v < 10; ++v) graph.add(length + v, length + (v < 9 ? v + 1 : 5));
    for (int const last : {-5, -4}) {
      auto const weight = [&](std::size_t e) {
        auto const [u, v] = graph.edges[e];
        return Weight(u >= length + 5 ? -9 : u == length + 4 && v == length ? last : 1);
      };
      typename TestFixture::Case paths(weighted<Weight>(graph, weight, false));
      ShortestPathsOptions const options{.algorithm = ShortestPathsAlgorithm::bellman_ford};
      if (last == -4) {
        paths.expect({0}, {options});
        continue;
      }
      try {
        paths.run(typename TypeParam::Space(), {0}, options);
        ADD_FAILURE() << "nothing is refused";
      } catch (yoke::InvalidInput const& error) {
        EXPECT_THAT(error.what(), HasSubstr("lies on a cycle of negative weight"));
        EXPECT_GE(error.index(), length);
        EXPECT_LT(error.index(), length + 5);
      }
    }
  }
}

TYPED_TEST(ShortestPathsOfNegativeWeights, ANegativeLoopAndANegativeEdgeAreCycles) {
  using Weight = typename TypeParam::Weight;
  ShortestPathsOptions const options{.algorithm = ShortestPathsAlgorithm::bellman_ford};
  WeightedTestGraph<Weight> const loop{{"loop", 2, {{0, 0}, {0, 1}}}, {-1, 1}, false};
  typename TestFixture::Case with_loop(loop);
  EXPECT_THROW(with_loop.run(typename TypeParam::Space(), {0}, options), yoke::InvalidInput);
  WeightedTestGraph<Weight> const edge{{"edge", 3, {{0, 1}, {1, 2}}}, {-1, 1}, true};
  typename TestFixture::Case with_edge(edge);
  EXPECT_THROW(with_edge.run(typename TypeParam::Space(), {2}, options), yoke::InvalidInput);
  EXPECT_NO_THROW(with_edge.run(typename TypeParam::Space(), {}, options));
}

// Not only one that is reached from it, as after n rounds.
TYPED_TEST(ShortestPathsOfNegativeWeights, ANegativeLoopIsNamed) {
  using Weight = typename TypeParam::Weight;
  TestGraph graph = yoke_test::path_graph(5000);
  graph.add(700, 700);
  auto const weight = [&](std::size_t e) { return Weight(e + 1 == graph.edges.size() ? -1 : 1); };
  typename TestFixture::Case paths(weighted<Weight>(graph, weight, false));
  try {
    paths.run(typename TypeParam::Space(), {0},
              {.algorithm = ShortestPathsAlgorithm::bellman_ford});
    ADD_FAILURE() << "nothing is refused";
  } catch (yoke::InvalidInput const& error) {
    EXPECT_EQ(error.index(), 700u);
    EXPECT_THAT(error.what(), HasSubstr("lies on a cycle of negative weight"));
  }
}

TYPED_TEST(ShortestPathsOfNegativeWeights, ADistanceBelowTheTypeIsRefused) {
  using Weight = typename TypeParam::Weight;
  Weight const least = std::numeric_limits<Weight>::lowest();
  WeightedTestGraph<Weight> const path{{"path", 3, {{0, 1}, {1, 2}}}, {least, least}, false};
  typename TestFixture::Case paths(path);
  try {
    paths.run(typename TypeParam::Space(), {0},
              {.algorithm = ShortestPathsAlgorithm::bellman_ford});
    ADD_FAILURE() << "nothing is refused";
  } catch (yoke::InvalidInput const& error) {
    EXPECT_EQ(error.index(), std::is_integral_v<Weight> ? 1u : 2u);
    EXPECT_THAT(error.what(), HasSubstr("the least number of the weights' type or below"));
  }
}

// One vertex and its loop: after n rounds, which are one, nothing can become lower.
TYPED_TEST(ShortestPathsOfNegativeWeights, ALoopOfTheLeastNumberNamesItsVertex) {
  using Weight = typename TypeParam::Weight;
  Weight const least = std::is_floating_point_v<Weight> ? -std::numeric_limits<Weight>::infinity()
                                                        : std::numeric_limits<Weight>::lowest();
  typename TestFixture::Case loop({{"loop", 1, {{0, 0}}}, {least}, false});
  try {
    loop.run(typename TypeParam::Space(), {0}, {.algorithm = ShortestPathsAlgorithm::bellman_ford});
    ADD_FAILURE() << "nothing is refused";
  } catch (yoke::InvalidInput const& error) {
    EXPECT_EQ(error.index(), 0u);
  }
}

// The cycle has a weight of 0, and rounding has lowered it once: no path has these distances.
TEST(ShortestPathsOfNegativeFloats, ACycleThatIsNegativeByRoundingHasNoParents) {
  using Space = Kokkos::DefaultExecutionSpace;
  Paths<Space, std::uint32_t, std::uint32_t, float> paths(
      {{"rounded", 13, {{0, 1}, {1, 2}, {2, 1}}}, {0.3f, 1e8f, -1e8f}, false});
  try {
    paths.run(Space(), {0}, {.algorithm = ShortestPathsAlgorithm::bellman_ford});
    ADD_FAILURE() << "nothing is refused";
  } catch (yoke::InvalidInput const& error) {
    EXPECT_THAT(error.what(), HasSubstr("negative only by rounding"));
    EXPECT_GE(error.index(), 1u);
    EXPECT_LE(error.index(), 2u);
  }
}

}  // namespace
