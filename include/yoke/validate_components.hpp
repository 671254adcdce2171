#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <type_traits>

#include "yoke/detail/components/validate.hpp"
#include "yoke/detail/frame/strided_copy.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/errors.hpp"
#include "yoke/graph.hpp"

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

template <class Space, class MemorySpace>
constexpr void check_validated_graph() {
  static_assert(check_instantiated<Space>());
  static_assert(Kokkos::SpaceAccessibility<Space, MemorySpace>::accessible,
                "yoke::validate_components: the execution space cannot access the graph");
}

}  // namespace detail::components

/// Checks what connected_components computed, against the graph alone:
/// 1. the two ends of every edge have the same label, so that no component has several;
/// 2. every vertex has the label that union-find over the edges finds: the smallest vertex that
///    edges connect it with.
///
/// Each label was reached along edges, and is smaller than the vertices that have it or one of
/// them, whatever the order in which threads joined their sets: with rule 1 it is then the smallest
/// vertex of the whole component. The union-find is none of connected_components' own.
///
/// @param graph  symmetric; its arrays are believed
/// @param label  n integers as wide as a vertex
///
/// Returns the number of components. Nothing is written, so arguments may overlap. Work O(n + m) in
/// practice, O((n + m) log n) at most; memory one vertex a vertex. Strided Views are copied. Throws
/// yoke::InvalidInput, naming a vertex and what is wrong with it, the same one each time, and
/// std::invalid_argument where the graph is directed or label's size is not the number of vertices.
template <detail::AnySpace Space, class Vertex, class Offset, class MemorySpace,
          detail::AnyView Label>
std::size_t validate_components(Space const& exec, Graph<Vertex, Offset, MemorySpace> const& graph,
                                Label const& label) {
  detail::components::check_validated_graph<Space, MemorySpace>();
  detail::components::check_validated_view<Space, Vertex, Label>();
  using Word = detail::WordOf<Vertex>;
  detail::StridedCopy label_in;
  return detail::components::validate_components<Space, Word>(
      "yoke::validate_components", exec, graph.raw(), label_in.array<Word const>(exec, label),
      nullptr);
}

/// Checks what spanning_forest computed: the labels as validate_components does, and of the forest
/// that its first n - count edges
/// 1. are edges of the graph;
/// 2. close no cycle.
///
/// So many edges without a cycle leave `count` trees, one a component.
///
/// @param from,to  at least n - count integers each, as wide as a vertex; what lies beyond is not
///   read
///
/// As validate_components, but for an edge of the forest that is wrong: yoke::InvalidInput has its
/// number. Which edge of a cycle is named may differ from run to run. Looks for each edge in the
/// shorter of its ends' rows: O(m) for all of them.
template <detail::AnySpace Space, class Vertex, class Offset, class MemorySpace,
          detail::AnyView Label, detail::AnyView From, detail::AnyView To>
std::size_t validate_spanning_forest(Space const& exec,
                                     Graph<Vertex, Offset, MemorySpace> const& graph,
                                     Label const& label, From const& from, To const& to) {
  detail::components::check_validated_graph<Space, MemorySpace>();
  detail::components::check_validated_view<Space, Vertex, Label>();
  detail::components::check_validated_view<Space, Vertex, From>();
  detail::components::check_validated_view<Space, Vertex, To>();
  using Word = detail::WordOf<Vertex>;
  detail::StridedCopy label_in, from_in, to_in;
  detail::components::ForestToCheck<Word> const forest{from_in.array<Word const>(exec, from),
                                                       to_in.array<Word const>(exec, to)};
  return detail::components::validate_components<Space, Word>(
      "yoke::validate_spanning_forest", exec, graph.raw(), label_in.array<Word const>(exec, label),
      &forest);
}

}  // namespace yoke
