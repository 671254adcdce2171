#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <type_traits>

#include "yoke/detail/frame/array_to_check.hpp"
#include "yoke/detail/graphs/raw_graph.hpp"
#include "yoke/detail/graphs/sources.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/errors.hpp"
#include "yoke/weighted_graph.hpp"

namespace yoke::detail::shortest_paths {

// yoke::validate_shortest_paths, as it is compiled in the library. Space can access the arrays,
// except the sources, which may lie anywhere. parents may be empty. Fences.
template <class Space, class Vertex, class Offset, class Weight>
std::uint64_t validate_paths(Space const& exec, RawGraph<Vertex, Offset> const& graph,
                             RawArray<Weight const> weights, RawArray<Vertex const> sources,
                             RawArray<Weight const> distances, RawArray<Vertex const> parents);

}  // namespace yoke::detail::shortest_paths

namespace yoke {

/// Checks the result of yoke::shortest_paths by its definition. It uses only the graph, no other
/// search:
/// 1. each source has distance 0 and is its own parent, or has a negative distance;
/// 2. no arc from a reached vertex offers its end a smaller distance;
/// 3. each other reached vertex has a parent that was reached, and an arc from the parent has just
///    the weight between their distances. Without parents any such arc will do;
/// 4. the parents form a forest without cycles whose roots are the sources;
/// 5. a vertex that was not reached has an infinite distance and no parent.
///
/// Sums are rounded, and exceed the type's largest number, as in yoke::shortest_paths.
///
/// @param graph  a yoke::WeightedGraph, symmetric or directed
/// @param sources  one vertex, or a View of vertices, which may repeat
/// @param distances  n elements of the graph's Weight
/// @param parents  n integers as wide as a vertex, or a View of no elements. Without it, cycles of
///   weight 0 that no source reaches may pass as reached
///
/// Returns the number of vertices reached.
///
/// Work O(n log n + arcs). Memory: n / 4 bytes, and with parents four vertex numbers per vertex.
/// Strided Views are copied. Throws yoke::InvalidInput, which names a vertex and the rule that it
/// breaks, or an element of sources that is no vertex. Throws std::invalid_argument if sizes
/// differ.
template <detail::AnySpace Space, class Vertex, class Offset, class Weight, class MemorySpace,
          class Sources, detail::AnyView Distances, detail::AnyView Parents>
std::uint64_t validate_shortest_paths(
    Space const& exec, WeightedGraph<Vertex, Offset, Weight, MemorySpace> const& graph,
    Sources const& sources, Distances const& distances, Parents const& parents) {
  static_assert(detail::check_instantiated<Space>());
  static_assert(Kokkos::SpaceAccessibility<Space, MemorySpace>::accessible,
                "yoke::validate_shortest_paths: the execution space cannot access the graph");
  using Word = detail::WordOf<Vertex>;
  detail::StridedCopy sources_in, distances_in, parents_in;
  auto const check = [&](detail::RawArray<Word const> const& from) {
    return detail::shortest_paths::validate_paths<Space>(
        exec, graph.raw(), detail::raw_array<Weight>(graph.weights()), from,
        detail::array_to_check<Weight>(exec, distances_in, distances),
        detail::array_to_check<Word>(exec, parents_in, parents));
  };
  if constexpr (std::is_integral_v<Sources>) {
    Word const vertex = detail::source_word<Word>(sources);
    return check({&vertex, 1, detail::Place::host});
  } else {
    return check(detail::array_to_check<Word>(exec, sources_in, sources));
  }
}

}  // namespace yoke
