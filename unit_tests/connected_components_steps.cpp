#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "components/fed_afforest.hpp"
#include "support/lists.hpp"
#include "support/long_paths.hpp"
#include "yoke/connected_components.hpp"
#include "yoke/hybrid.hpp"

// How many steps the sampling components take along paths: kernels for a vertex type of their own
// count every look at a label.
namespace {

using CountedVertex = unsigned long long;
static_assert(!std::is_same_v<CountedVertex, std::uint64_t>);
std::atomic<std::uint64_t> looks = 0;

}  // namespace

template <>
struct yoke::detail::components::LabelLook<CountedVertex> {
  KOKKOS_FUNCTION static CountedVertex at(CountedVertex const* place) {
    KOKKOS_IF_ON_HOST((looks.fetch_add(1, std::memory_order_relaxed);))
    return relaxed_load(place);
  }
};

namespace {

using Space = Kokkos::DefaultHostExecutionSpace;
using Hybrid = yoke::Hybrid<Space, Space>;
using yoke_test::TestGraph;
using Vertices = Kokkos::View<CountedVertex*, Kokkos::HostSpace>;
using Graph = yoke::Graph<std::uint64_t, std::uint64_t, Kokkos::HostSpace>;

constexpr std::uint32_t size = 1 << 16;

struct Counted {
  explicit Counted(TestGraph const& test)
      : oracle(yoke_test::oracle_components(test)),
        graph(yoke_test::make_graph<std::uint64_t, std::uint64_t, Kokkos::HostSpace>(test)),
        neighbours("neighbours", graph.arcs()),
        label("label", test.vertices) {
    for (std::size_t arc = 0; arc < graph.arcs(); ++arc) neighbours(arc) = graph.neighbours()(arc);
  }

  // A look a vertex for each of the five passes over all of them, one an arc, and the paths: with
  // one to four threads 1.9 times as many were counted, and 37 times where the vote has no limit.
  void expect_few_looks(std::size_t count, std::uint64_t looked) const {
    EXPECT_EQ(count, oracle.count);
    EXPECT_EQ(yoke_test::to_vector(label),
              std::vector<CountedVertex>(oracle.label.begin(), oracle.label.end()));
    EXPECT_LE(looked, 3 * (5 * graph.vertices() + graph.arcs()));
  }

  yoke_test::OracleComponents oracle;
  Graph graph;
  Vertices neighbours, label;
};

TEST(ComponentsSteps, OfAfforestAreFewOnEveryShape) {
  for (auto const& test : yoke_test::graphs_of_long_paths(size)) {
    SCOPED_TRACE(test.name);
    Counted const c(test);
    yoke::detail::components::Afforest<Space, CountedVertex, std::uint64_t> sampling(
        Space(), c.graph.vertices(), c.graph.arcs());
    looks = 0;
    auto const count =
        sampling.run({Space(), {c.graph.offsets(), c.neighbours}, c.label, {}, nullptr});
    c.expect_few_looks(count, looks);
  }
}

TEST(ComponentsSteps, OfFedAfforestAreFewOnEveryShape) {
  using yoke::detail::Place;
  using yoke::detail::components::DeviceRows;
  Hybrid const hybrid;
  for (auto const& test : yoke_test::graphs_of_long_paths(size)) {
    Counted const c(test);
    yoke::detail::components::FedAfforest<Space, Space, CountedVertex, std::uint64_t> sampling(
        hybrid, c.graph.vertices(), c.graph.arcs());
    for (auto const rows : {DeviceRows::in_place, DeviceRows::copied}) {
      // Pinned rows are counted before they are read.
      Place const place = rows == DeviceRows::in_place ? Place::pinned : Place::host;
      for (double const share : {0.0, 0.4, 0.95}) {
        SCOPED_TRACE(test.name + ", share " + std::to_string(share));
        yoke::detail::RawGraph<CountedVertex, std::uint64_t> graph;
        graph.offsets = {c.graph.offsets().data(), c.graph.vertices() + 1, place};
        graph.neighbours = {c.neighbours.data(), c.graph.arcs(), place};
        graph.incoming_offsets = graph.offsets;
        graph.incoming_neighbours = graph.neighbours;
        graph.symmetric = true;
        looks = 0;
        auto const count = sampling.run(graph, {c.label.data(), c.label.extent(0)}, {}, {}, share,
                                        rows, nullptr, nullptr);
        c.expect_few_looks(count, looks);
      }
    }
  }
}

}  // namespace
