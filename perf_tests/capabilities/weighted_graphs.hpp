#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <yoke/detail/primitives/hash.hpp>
#include <yoke/generate_graph.hpp>
#include <yoke/weighted_graph.hpp>

#include "support/graphs.hpp"
#include "support/spaces.hpp"

namespace yoke_perf {

// Whole numbers from 1 to `most`.
template <class Space, class Weight>
struct DrawWeights {
  Numbers<Weight, typename Space::memory_space> weights;
  std::uint64_t most;
  KOKKOS_FUNCTION void operator()(std::uint64_t e) const {
    weights(e) = static_cast<Weight>(1 + yoke::detail::hash(e) % most);
  }
};

template <class Space, class Weight, class Shape>
auto weighted_graph(Shape const& shape, std::uint64_t most = 1000) {
  using Memory = typename Space::memory_space;
  yoke::WeightedEdgeList<Vertex, Weight, Memory> edges;
  static_cast<yoke::EdgeList<Vertex, Memory>&>(edges) = yoke::generate_edges(Space(), shape);
  edges.weights = Numbers<Weight, Memory>("yoke_perf::weights", edges.edges());
  Kokkos::parallel_for("yoke_perf::draw_weights", WideRange<Space>(Space(), 0, edges.edges()),
                       DrawWeights<Space, Weight>{edges.weights, most});
  return yoke::build_graph(Space(), edges);
}

}  // namespace yoke_perf
