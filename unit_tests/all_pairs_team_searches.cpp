#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "all_pairs/team_rows.hpp"
#include "support/graphs.hpp"
#include "support/squares.hpp"

// A device's searches with weights, on every space.
namespace {

namespace all_pairs = yoke::detail::all_pairs;
using yoke::detail::Array;
using yoke_test::far;
using yoke_test::get;
using yoke_test::GraphDice;
using yoke_test::Square;

template <class Weight>
struct Arc {
  std::uint32_t from, to;
  Weight weight;
};
template <class Weight>
struct Arcs {
  std::size_t vertices;
  std::vector<Arc<Weight>> arcs;
};

// Both arcs of each edge, of weight 0 to 99. Every seventh arc counts as none.
template <class Weight>
Arcs<Weight> arcs_of(yoke_test::TestGraph const& shape) {
  Arcs<Weight> graph{shape.vertices, {}};
  GraphDice dice(shape.vertices);
  for (auto const& [u, v] : shape.edges) {
    for (bool const back : {false, true}) {
      auto const weight = dice.below(7) == 0 ? far<Weight> : static_cast<Weight>(dice.below(100));
      graph.arcs.push_back({static_cast<std::uint32_t>(back ? v : u),
                            static_cast<std::uint32_t>(back ? u : v), weight});
    }
  }
  return graph;
}

template <class Weight>
Square<Weight> square_of(Arcs<Weight> const& graph) {
  Square<Weight> square(graph.vertices);
  for (auto const& [u, v, weight] : graph.arcs) square(u, v) = std::min(square(u, v), weight);
  return square;
}

// Does an arc lead on from a pair with a distance to one without?
template <class Weight>
bool has_clamped(Arcs<Weight> const& graph, Square<Weight> const& distances) {
  for (std::size_t s = 0; s < graph.vertices; ++s) {
    for (auto const& [u, v, weight] : graph.arcs) {
      bool const leads = distances(s, u) < far<Weight> && weight < far<Weight>;
      if (leads && distances(s, v) == far<Weight>) return true;
    }
  }
  return false;
}

template <class Space, class T>
auto buffer_of(std::vector<T> const& elements) {
  auto const buffer = yoke::detail::make_buffer<Space, T>(Space(), "elements", elements.size());
  Kokkos::deep_copy(buffer,
                    Kokkos::View<T const*, Kokkos::HostSpace>(elements.data(), elements.size()));
  return buffer;
}

template <class Space, class Weight>
void expect_distances(Arcs<Weight> const& graph, Square<Weight> const& expected,
                      std::size_t teams) {
  SCOPED_TRACE(std::to_string(graph.vertices) + " vertices, " + std::to_string(teams) + " teams");
  std::size_t const n = graph.vertices, stride = n + 3;
  std::vector<std::uint64_t> offsets(n + 1, 0);
  std::vector<std::uint32_t> neighbours;
  std::vector<Weight> weights;
  for (std::size_t u = 0; u < n; ++u) {
    for (auto const& arc : graph.arcs) {
      if (arc.from != u) continue;
      neighbours.push_back(arc.to);
      weights.push_back(arc.weight);
    }
    offsets[u + 1] = neighbours.size();
  }
  auto const its_offsets = buffer_of<Space>(offsets);
  auto const its_neighbours = buffer_of<Space>(neighbours);
  auto const its_weights = buffer_of<Space>(weights);
  auto const matrix = buffer_of<Space>(std::vector<Weight>(n * stride, Weight(5)));
  Space const exec;
  yoke::detail::shortest_paths::TeamMemory<Space, std::uint32_t, Weight> const memory(exec, n,
                                                                                      teams);
  auto const clamped_word = buffer_of<Space>(std::vector<std::uint32_t>{1});
  for (int run = 0; run < 2; ++run) {  // the second one finds the memory of the first one
    bool const clamped = all_pairs::search_by_teams<Space, Weight>(
        exec, {array_of(its_offsets), array_of(its_neighbours)}, array_of(its_weights),
        {matrix.data(), 0, n, n, stride}, memory, array_of(clamped_word));
    EXPECT_EQ(clamped, has_clamped(graph, expected));
  }
  auto const found = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), matrix);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < stride; ++j) {
      ASSERT_EQ(found(i * stride + j), j < n ? expected(i, j) : Weight(5)) << i << " to " << j;
    }
  }
}

template <class Space>
class TeamSearches : public testing::Test {};
using Spaces = testing::Types<Kokkos::DefaultHostExecutionSpace, Kokkos::DefaultExecutionSpace>;
TYPED_TEST_SUITE(TeamSearches, Spaces);

// Integers and their sums are exact in every type.
template <class Space, class Weight>
void expect_every_shape() {
  using namespace yoke_test;
  for (auto const& shape :
       {isolated_vertices(1), isolated_vertices(70), path_graph(150), shuffled(path_graph(129), 1),
        star_graph(600, 599), star_graph(300, 0), grid_graph(9, 14, 90), skewed_graph(7, 1024),
        uniform_graph(160, 120), clique_graph(65), loops_and_multi_edges()}) {
    SCOPED_TRACE(shape.name);
    auto const graph = arcs_of<Weight>(shape);
    auto const expected = yoke_test::plain(square_of(graph));
    for (std::size_t const teams : {1, 2, 50}) expect_distances<Space>(graph, expected, teams);
  }
}
TYPED_TEST(TeamSearches, OfEveryShapeAreThePlainOnes) {
  expect_every_shape<TypeParam, std::int16_t>();
  expect_every_shape<TypeParam, std::int32_t>();
  expect_every_shape<TypeParam, float>();
  expect_every_shape<TypeParam, double>();
}

// A sum that reaches the unreachable distance is no fault if another path is shorter.
TYPED_TEST(TeamSearches, KnowIfAPairIsTooFarApart) {
  auto const most = static_cast<std::int16_t>(far<std::int16_t> - 1);
  for (bool const has_short_path : {true, false}) {
    Arcs<std::int16_t> graph{3, {{0, 1, most}, {1, 2, 1}}};
    if (has_short_path) graph.arcs.push_back({0, 2, 9});
    auto const expected = yoke_test::plain(square_of(graph));
    EXPECT_EQ(has_clamped(graph, expected), !has_short_path);
    expect_distances<TypeParam>(graph, expected, 1);
  }
}

}  // namespace
