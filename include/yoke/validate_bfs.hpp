#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <type_traits>

#include "yoke/detail/frame/kept_buffer.hpp"
#include "yoke/detail/graphs/raw_graph.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/errors.hpp"
#include "yoke/graph.hpp"

namespace yoke::detail::bfs {

// yoke::validate_bfs, as it is compiled in the library. Space can access the arrays, except the
// sources, which may lie anywhere. level or parent may be empty. Fences.
template <class Space, class Vertex, class Offset>
std::uint64_t validate_search(Space const& exec, RawGraph<Vertex, Offset> const& graph,
                              RawArray<Vertex const> sources, RawArray<Vertex const> level,
                              RawArray<Vertex const> parent);

}  // namespace yoke::detail::bfs

namespace yoke {

namespace detail {

template <class Space, class G>
constexpr void check_searched_graph(G const&) {
  static_assert(check_instantiated<Space>());
  static_assert(Kokkos::SpaceAccessibility<Space, typename G::memory_space>::accessible,
                "yoke::validate_bfs: the execution space cannot access the graph");
}

template <class Space, class Vertex, class V>
void check_search_view() {
  static_assert(std::is_integral_v<typename V::value_type> &&
                    sizeof(typename V::value_type) == sizeof(Vertex),
                "yoke::validate_bfs: level, parent and sources must be integers as wide as Vertex");
  static_assert(Kokkos::SpaceAccessibility<Space, typename V::memory_space>::accessible,
                "yoke::validate_bfs: the execution space cannot access level, parent or sources");
}

}  // namespace detail

/// Checks the result of a breadth-first search by the rules of the Graph500 benchmark. It uses only
/// the graph, no other search:
/// 1. the parents form a tree (a forest, for several sources) without cycles, whose roots are the
///    sources, at level 0;
/// 2. each tree edge joins levels that differ by one;
/// 3. each edge of the graph joins levels that differ by at most one, or two unreached vertices. In
///    a directed graph no arc skips a level, and none leads from a reached to an unreached vertex;
/// 4. the tree spans all vertices that can be reached;
/// 5. each tree edge is an edge of the graph.
///
/// @param graph  symmetric or directed: a yoke::Graph or a graph-like value (yoke/rows.hpp)
/// @param sources  one vertex, or a View of vertices, which may repeat
/// @param level  n integers as wide as a vertex, or a View of no elements: then the depths in the
///   tree stand for the levels
/// @param parent  as level; without it, rules 1, 2 and 5 say that each reached vertex has a
///   neighbour one level up. At least one of the two must be there.
///
/// Returns the number of edges that Graph500 counts as traversed: the undirected edges whose ends
/// were reached, with loops and repeated edges. In a directed graph it counts the arcs that leave
/// reached vertices.
///
/// Work O(n + arcs). Memory: n bits, and without levels four vertex numbers per vertex. Strided
/// Views are copied. Throws yoke::InvalidInput, which names a vertex and the rule that it breaks,
/// or an element of sources that is no vertex. Throws std::invalid_argument if sizes differ.
///
/// Source: Graph500 specification, kernel 2, validation.
template <detail::AnySpace Space, class G, detail::AnyView Sources, detail::AnyView Level,
          detail::AnyView Parent>
std::uint64_t validate_bfs(Space const& exec, G const& graph, Sources const& sources,
                           Level const& level, Parent const& parent) {
  auto const& whole = detail::as_graph<Space>(exec, "yoke::validate_bfs", graph);
  using Vertex = detail::VertexOf<decltype(whole)>;
  detail::check_searched_graph<Space>(whole);
  detail::check_search_view<Space, Vertex, Sources>();
  detail::check_search_view<Space, Vertex, Level>();
  detail::check_search_view<Space, Vertex, Parent>();
  using Word = detail::WordOf<Vertex>;
  detail::StridedCopy sources_in, level_in, parent_in;
  return detail::bfs::validate_search<Space>(
      exec, whole.raw(), sources_in.array<Word const>(exec, sources),
      level_in.array<Word const>(exec, level), parent_in.array<Word const>(exec, parent));
}

/// The same for a search from one vertex.
template <detail::AnySpace Space, class G, detail::AnyInteger Source, detail::AnyView Level,
          detail::AnyView Parent>
std::uint64_t validate_bfs(Space const& exec, G const& graph, Source source, Level const& level,
                           Parent const& parent) {
  auto const& whole = detail::as_graph<Space>(exec, "yoke::validate_bfs", graph);
  using Vertex = detail::VertexOf<decltype(whole)>;
  detail::check_searched_graph<Space>(whole);
  detail::check_search_view<Space, Vertex, Level>();
  detail::check_search_view<Space, Vertex, Parent>();
  using Word = detail::WordOf<Vertex>;
  // A number that no vertex can have remains one.
  Word const vertex = static_cast<std::uint64_t>(source) < whole.vertices()
                          ? static_cast<Word>(source)
                          : static_cast<Word>(~Word(0));
  detail::StridedCopy level_in, parent_in;
  return detail::bfs::validate_search<Space>(exec, whole.raw(), {&vertex, 1, detail::Place::host},
                                             level_in.array<Word const>(exec, level),
                                             parent_in.array<Word const>(exec, parent));
}

}  // namespace yoke
