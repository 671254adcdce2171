#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>

#include "yoke/closeness_options.hpp"
#include "yoke/detail/checks.hpp"
#include "yoke/detail/distances/capability.hpp"
#include "yoke/detail/frame/plan.hpp"
#include "yoke/errors.hpp"
#include "yoke/graph.hpp"

namespace yoke {

/// The workspace for the closeness of vertices of graphs up to a number of vertices and arcs.
/// Repeated calls allocate nothing. Space is a Kokkos execution space. Vertex and Offset are those
/// of the graphs.
///
/// Calls run on the instance that the plan was made with. Only one thread at a time may use a plan.
template <detail::AnySpace Space, class Vertex, class Offset = Vertex>
class ClosenessPlan
    : public detail::Plan<
          detail::distances::Closeness<detail::WordOf<Vertex>, detail::WordOf<Offset>>, Space> {
  static_assert(detail::is_index<Vertex> && detail::is_index<Offset>,
                "yoke::ClosenessPlan: Vertex and Offset must be 32- or 64-bit integers");
  using Base =
      detail::Plan<detail::distances::Closeness<detail::WordOf<Vertex>, detail::WordOf<Offset>>,
                   Space>;
  using Arguments = typename Base::Arguments;

 public:
  /// Throws std::invalid_argument if Vertex or Offset is too small, or for 2^48 vertices or arcs or
  /// more.
  ClosenessPlan(Space const& exec, std::size_t vertices, std::size_t arcs,
                ClosenessOptions const& options = {})
      : Base(exec,
             detail::distances::capacity_of<Vertex, Offset>("yoke::ClosenessPlan", vertices, arcs),
             options) {}

  /// Works as yoke::closeness does, and throws its exceptions. Also throws std::invalid_argument if
  /// the graph is larger than the plan.
  template <class G, detail::AnyView Closeness>
  void operator()(G const& graph, Closeness const& closeness) {
    call(graph, true, std::tuple(detail::bind<&Arguments::closeness>("closeness", closeness)));
  }
  /// The same of the listed vertices.
  template <class G, detail::AnyView Sources, detail::AnyView Closeness>
  void operator()(G const& graph, Sources const& sources, Closeness const& closeness) {
    call(graph, false,
         std::tuple(detail::bind<&Arguments::sources>("sources", sources),
                    detail::bind<&Arguments::closeness>("closeness", closeness)));
  }

 private:
  static constexpr char const* name = "yoke::closeness";

  template <class G, class Views>
  void call(G const& like, bool of_all, Views const& views) {
    auto const& graph = detail::as_graph<Space>(this->executor(), name, like);
    detail::distances::check_types<Space, Vertex, Offset>(graph);
    auto const raw = graph.raw();
    Arguments arguments;
    arguments.graph = raw.without_shared_incoming();
    arguments.of_all = of_all;
    Base::call(name, arguments,
               {detail::bytes_of("the graph's offsets", raw.offsets),
                detail::bytes_of("the graph's neighbours", raw.neighbours)},
               views);
  }
};

/// The closeness of each vertex: how near it is to the others. Let a vertex reach r of n vertices,
/// itself among them, and let s be the sum of its distances to these in edges. Its closeness is
/// (r - 1) / s, times the share (r - 1) / (n - 1) of the vertices that it reaches. It is 0 if it
/// reaches no other vertex.
///
/// The share compares vertices of different components (Wasserman and Faust). These are the numbers
/// of NetworkX's closeness_centrality, rounded as doubles are; igraph leaves the share out.
///
/// @param graph  symmetric: a yoke::Graph, or a graph-like value (yoke/rows.hpp). Loops and
///   repeated edges change nothing.
/// @param closeness  n doubles, all written
///
/// The results depend only on the input. 64 searches at a time share the arcs that several of them
/// follow at the same level. Work: O(n + m) for each level of 64 searches, and O(n n) additions.
/// Memory beyond the arguments, for each vertex with 32-bit vertices and offsets: 52 bytes.
///
/// Throws std::invalid_argument, with the argument's name, if the graph is directed, sizes differ,
/// or closeness overlaps the graph. With options.validate it throws yoke::InvalidInput for a graph
/// that is damaged.
///
/// Source: S. Wasserman, K. Faust, "Social Network Analysis", 1994; M. Then et al., "The More the
/// Merrier: Efficient Multi-Source Graph Traversal", VLDB 2014.
template <detail::AnySpace Space, class G, detail::AnyView Closeness>
void closeness(Space const& exec, G const& graph, Closeness const& closeness,
               ClosenessOptions const& options = {}) {
  auto const& whole = detail::as_graph<Space>(exec, "yoke::closeness", graph);
  using Plan =
      ClosenessPlan<Space, detail::VertexOf<decltype(whole)>, detail::OffsetOf<decltype(whole)>>;
  Plan(exec, whole.vertices(), whole.arcs(), options)(whole, closeness);
}

/// The same of some vertices: closeness(i) is that of sources(i).
///
/// @param sources  integers as wide as a vertex, which may repeat
/// @param closeness  a double for each of them
///
/// Throws also yoke::InvalidInput, with the element, for a source that is no vertex.
template <detail::AnySpace Space, class G, detail::AnyView Sources, detail::AnyView Closeness>
void closeness(Space const& exec, G const& graph, Sources const& sources,
               Closeness const& closeness, ClosenessOptions const& options = {}) {
  auto const& whole = detail::as_graph<Space>(exec, "yoke::closeness", graph);
  using Plan =
      ClosenessPlan<Space, detail::VertexOf<decltype(whole)>, detail::OffsetOf<decltype(whole)>>;
  Plan(exec, whole.vertices(), whole.arcs(), options)(whole, sources, closeness);
}

}  // namespace yoke
