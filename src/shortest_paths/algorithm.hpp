#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>

#include "bfs/algorithm.hpp"
#include "yoke/detail/shortest_paths/capability.hpp"

namespace yoke::detail::shortest_paths {

// What parents hold for a vertex that was not reached.
template <class Vertex>
inline constexpr Vertex no_vertex = static_cast<Vertex>(~Vertex(0));

// A distance and a weight, no further than infinity, and no lower than the least integer. A NaN
// (infinity and its negative) is nearer than nothing.
template <class Weight>
KOKKOS_INLINE_FUNCTION Weight add(Weight distance, Weight weight) {
  if constexpr (std::is_floating_point_v<Weight>) {
    return distance + weight;
  } else {
    constexpr Weight least = Kokkos::Experimental::finite_min_v<Weight>;
    constexpr Weight most = Kokkos::Experimental::finite_max_v<Weight>;
    if (weight > 0 && distance > most - weight) return most;
    if (weight < 0 && distance < least - weight) return least;
    return distance + weight;
  }
}

// As `infinity`, for kernels.
template <class Weight>
KOKKOS_INLINE_FUNCTION constexpr Weight far_away() {
  if constexpr (std::is_floating_point_v<Weight>) {
    return Kokkos::Experimental::infinity_v<Weight>;
  } else {
    return Kokkos::Experimental::finite_max_v<Weight>;
  }
}

// What a look at all weights tells.
struct WeightsSummary {
  bool has_negative = false;
  double mean = 0;  // of the positive ones in a sample
};

// One call, at the algorithms' side of the door: arrays in memory that Space accesses. The sources
// are vertices, and may repeat; there may be none.
template <class Space, class Vertex, class Offset, class Weight>
struct Problem {
  Space exec;
  CsrView<Space, Vertex, Offset> graph;
  Array<Space, Weight const> weights;
  bfs::BfsSources<Space, Vertex> sources;
  Array<Space, Weight> distances;
  Array<Space, Vertex> parents;  // empty: not wanted
  WeightsSummary summary;
  ShortestPathsReport* report;  // may be null

  std::uint64_t vertices() const { return graph.vertices(); }
};

// An algorithm with its workspace. run() writes every distance, and every parent where wanted; it
// allocates nothing, dispatches on problem.exec alone and has fenced it when it returns. Returns
// the number of vertices reached.
template <class Space, class Vertex, class Offset, class Weight>
class Algorithm {
 public:
  virtual ~Algorithm() = default;
  virtual std::size_t run(Problem<Space, Vertex, Offset, Weight> const& problem) = 0;
};

}  // namespace yoke::detail::shortest_paths
