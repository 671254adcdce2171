#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "yoke/all_pairs_distances_options.hpp"
#include "yoke/detail/all_pairs/capability.hpp"
#include "yoke/detail/checks.hpp"
#include "yoke/weighted_graph.hpp"

namespace yoke::detail::all_pairs {

template <class G>
concept GraphWithWeights = requires {
  typename G::weight_type;
};

// The arcs of a weighted graph of any types. Kernels see the types when they run: each arc is read
// a few times, and each pair of types would be a kernel of its own.
struct GraphArcs {
  enum class Kind : unsigned char { int32, int64, float32, float64 };
  void const* offsets;
  void const* neighbours;
  void const* weights;
  std::size_t vertices, arcs;
  bool has_wide_offsets, has_wide_vertices;
  Kind kind;

  template <class G>
  static GraphArcs of(G const& graph) {
    using Weight = typename G::weight_type;
    constexpr bool is_integral = std::is_integral_v<Weight>;
    constexpr Kind kind = sizeof(Weight) == 4 ? (is_integral ? Kind::int32 : Kind::float32)
                                              : (is_integral ? Kind::int64 : Kind::float64);
    auto const raw = graph.raw();
    return {raw.offsets.data,
            raw.neighbours.data,
            graph.weights().data(),
            raw.vertices(),
            raw.arcs(),
            sizeof *raw.offsets.data == 8,
            sizeof *raw.neighbours.data == 8,
            kind};
  }
};

// Makes element (i, j), at i * row_stride + j * column_stride, the least weight of an arc from i to
// j, or the unreachable distance. Throws yoke::InvalidInput before it writes. Fences.
template <class Space, class Weight>
void put_graph(Space const& exec, GraphArcs const& arcs, Weight* matrix, std::size_t row_stride,
               std::size_t column_stride);

template <class Space, class G, class Distances>
void put_graph(Space const& exec, G const& graph, Distances const& distances) {
  using Weight = typename Distances::value_type;
  static_assert(
      std::is_floating_point_v<Weight> || std::is_integral_v<typename G::weight_type>,
      "yoke::all_pairs_distances: distances are integers, and the graph's weights are not");
  static_assert(is_accessible<Space, typename G::Offsets::memory_space>(),
                "yoke::all_pairs_distances: the execution space cannot access the graph");
  static_assert(
      is_accessible<Space, typename Distances::memory_space>(),
      "yoke::all_pairs_distances: no side of the Hybrid accesses the graph and distances");
  char const* const caller = AllPairs<Weight>::name;
  GraphArcs const arcs = GraphArcs::of(graph);
  check_same_size(caller, "the graph's vertices", arcs.vertices, "a row of distances",
                  distances.extent(1));
  check_apart(caller, {bytes_of("distances", distances)},
              {bytes_of("the graph's offsets", graph.offsets()),
               bytes_of("the graph's neighbours", graph.neighbours()),
               bytes_of("the graph's weights", graph.weights())});
  if (arcs.vertices == 0) return;
  put_graph<Space, Weight>(exec, arcs, distances.data(),
                           static_cast<std::size_t>(distances.stride(0)),
                           static_cast<std::size_t>(distances.stride(1)));
}

}  // namespace yoke::detail::all_pairs
