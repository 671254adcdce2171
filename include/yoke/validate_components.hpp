#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <type_traits>

#include "yoke/detail/frame/kept_buffer.hpp"
#include "yoke/detail/graphs/raw_graph.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/errors.hpp"
#include "yoke/graph.hpp"

namespace yoke::detail::components {

// The edges of a spanning forest, as the caller has them: there may be room for more.
template <class Vertex>
struct ForestToCheck {
  RawArray<Vertex const> from, to;
};

// yoke::validate_spanning_forest, or without a forest yoke::validate_components, as the library
// compiles them. Space can access the arrays. Fences.
template <class Space, class Vertex, class Offset>
std::size_t validate_components(char const* caller, Space const& exec,
                                RawGraph<Vertex, Offset> const& graph, RawArray<Vertex const> label,
                                ForestToCheck<Vertex> const* forest);

}  // namespace yoke::detail::components

namespace yoke {

namespace detail::components {

template <class Space, class Vertex, class V>
constexpr void check_validated_view() {
  static_assert(V::rank == 1 && std::is_integral_v<typename V::value_type> &&
                    sizeof(typename V::value_type) == sizeof(Vertex),
                "yoke::validate_components: label, from and to must be one-dimensional Views of "
                "integers as wide as Vertex");
  static_assert(Kokkos::SpaceAccessibility<Space, typename V::memory_space>::accessible,
                "yoke::validate_components: the execution space cannot access label, from or to");
}

template <class Space, class G>
constexpr void check_validated_graph(G const&) {
  static_assert(check_instantiated<Space>());
  static_assert(Kokkos::SpaceAccessibility<Space, typename G::memory_space>::accessible,
                "yoke::validate_components: the execution space cannot access the graph");
}

}  // namespace detail::components

/// Checks the result of connected_components. It uses only the graph:
/// 1. the two ends of every edge have the same label, so no component has several labels;
/// 2. every vertex has the label that union-find over the edges finds: the smallest vertex that
///    edges connect it with.
///
/// A label of the union-find was reached along edges. It is no larger than the vertices that have
/// it, for any order in which threads join sets. With rule 1 it is therefore the smallest vertex of
/// the whole component. The union-find shares no code with connected_components.
///
/// @param graph  symmetric: a yoke::Graph, whose arrays are trusted, or a graph-like value
///   (yoke/rows.hpp)
/// @param label  n integers as wide as a vertex
///
/// Returns the number of components. Nothing is written, so arguments may overlap. Work O(n + m) in
/// practice, at most O((n + m) log n). Memory: a vertex number per vertex. Strided Views are
/// copied. Throws yoke::InvalidInput, which names a vertex and its fault, the same one each time.
/// Throws std::invalid_argument if the graph is directed or label's size is not the number of
/// vertices.
template <detail::AnySpace Space, class G, detail::AnyView Label>
std::size_t validate_components(Space const& exec, G const& graph, Label const& label) {
  auto const& whole = detail::as_graph<Space>(exec, "yoke::validate_components", graph);
  using Vertex = detail::VertexOf<decltype(whole)>;
  detail::components::check_validated_graph<Space>(whole);
  detail::components::check_validated_view<Space, Vertex, Label>();
  using Word = detail::WordOf<Vertex>;
  detail::StridedCopy label_in;
  return detail::components::validate_components<Space, Word>(
      "yoke::validate_components", exec, whole.raw(), label_in.array<Word const>(exec, label),
      nullptr);
}

/// Checks the result of spanning_forest: the labels as validate_components does, and two rules for
/// the first n - count edges of the forest:
/// 1. they are edges of the graph;
/// 2. they close no cycle.
///
/// n - count edges without a cycle leave `count` trees, one for each component.
///
/// @param from,to  at least n - count integers each, as wide as a vertex; elements beyond are not
///   read
///
/// As validate_components, except for a wrong edge of the forest: yoke::InvalidInput then has its
/// number. The edge that is named in a cycle may differ from run to run. Searches each edge in the
/// shorter of its ends' rows: O(m) for all of them.
template <detail::AnySpace Space, class G, detail::AnyView Label, detail::AnyView From,
          detail::AnyView To>
std::size_t validate_spanning_forest(Space const& exec, G const& graph, Label const& label,
                                     From const& from, To const& to) {
  auto const& whole = detail::as_graph<Space>(exec, "yoke::validate_spanning_forest", graph);
  using Vertex = detail::VertexOf<decltype(whole)>;
  detail::components::check_validated_graph<Space>(whole);
  detail::components::check_validated_view<Space, Vertex, Label>();
  detail::components::check_validated_view<Space, Vertex, From>();
  detail::components::check_validated_view<Space, Vertex, To>();
  using Word = detail::WordOf<Vertex>;
  detail::StridedCopy label_in, from_in, to_in;
  detail::components::ForestToCheck<Word> const forest{from_in.array<Word const>(exec, from),
                                                       to_in.array<Word const>(exec, to)};
  return detail::components::validate_components<Space, Word>(
      "yoke::validate_spanning_forest", exec, whole.raw(), label_in.array<Word const>(exec, label),
      &forest);
}

}  // namespace yoke
