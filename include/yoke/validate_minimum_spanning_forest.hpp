#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <type_traits>

#include "yoke/detail/frame/array_to_check.hpp"
#include "yoke/detail/graphs/raw_graph.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/errors.hpp"
#include "yoke/weighted_graph.hpp"

namespace yoke::detail::forest {

// The edges of a forest, as the caller has them: there may be room for more.
template <class Vertex, class Weight>
struct ForestToCheck {
  RawArray<Vertex const> from, to;
  RawArray<Weight const> weight;
  std::uint64_t edges;
};

// yoke::validate_minimum_spanning_forest, as it is compiled in the library. Space can access the
// arrays. Fences.
template <class Space, class Vertex, class Offset, class Weight>
std::size_t validate_forest(Space const& exec, RawGraph<Vertex, Offset> const& graph,
                            RawArray<Weight const> weights,
                            ForestToCheck<Vertex, Weight> const& forest);

}  // namespace yoke::detail::forest

namespace yoke {

/// Checks that the first `edges` elements of from, to and weight are a lightest spanning forest. It
/// uses only the graph:
/// 1. the edges are edges of the graph with these weights;
/// 2. they close no cycle;
/// 3. the ends of every arc are in one tree of the forest;
/// 4. no edge of the tree's path between them is heavier than the arc.
///
/// Any lightest forest passes: rule 4 does not ask which of equal weights was chosen. The check
/// shares no code with minimum_spanning_forest.
///
/// @param graph  a symmetric yoke::WeightedGraph, whose arrays are trusted
/// @param from,to  integers as wide as a vertex; at least `edges`
/// @param weight  at least `edges` weights
/// @param edges  as minimum_spanning_forest returns it
///
/// Returns the number of trees, a vertex without edges among them. Nothing is written, so arguments
/// may overlap.
///
/// The host sorts the edges by weight, and joins their ends by union-find without shortening paths.
/// Its trees are at most log2 n high. The heaviest edge between two vertices lies on their paths to
/// their first common ancestor, so each arc costs O(log n). Work O((n + m) log n).
///
/// Memory for each vertex: on the host the edges, 8 bytes, and on both sides two words and a
/// weight. Strided Views are copied.
///
/// Throws yoke::InvalidInput, which names an edge of the forest or an arc and its fault.
/// Throws std::invalid_argument if the graph is directed or a View has less than `edges` elements.
template <detail::AnySpace Space, class G, detail::AnyView From, detail::AnyView To,
          detail::AnyView Weights>
std::size_t validate_minimum_spanning_forest(Space const& exec, G const& graph, From const& from,
                                             To const& to, Weights const& weight,
                                             std::size_t edges) {
  static_assert(detail::check_instantiated<Space>());
  static_assert(
      requires { typename G::weight_type; },
      "yoke::validate_minimum_spanning_forest: the graph must be a yoke::WeightedGraph");
  static_assert(Kokkos::SpaceAccessibility<Space, typename G::memory_space>::accessible,
                "yoke::validate_minimum_spanning_forest: the execution space cannot access the "
                "graph");
  using Weight = typename G::weight_type;
  using Word = detail::WordOf<detail::VertexOf<G>>;
  detail::StridedCopy from_in, to_in, weight_in;
  return detail::forest::validate_forest<Space>(
      exec, graph.raw(), detail::raw_array<Weight>(graph.weights()),
      detail::forest::ForestToCheck<Word, Weight>{
          detail::array_to_check<Word>(exec, from_in, from),
          detail::array_to_check<Word>(exec, to_in, to),
          detail::array_to_check<Weight>(exec, weight_in, weight), edges});
}

}  // namespace yoke
