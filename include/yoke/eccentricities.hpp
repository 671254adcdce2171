#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/distances/capability.hpp"
#include "yoke/detail/frame/plan.hpp"
#include "yoke/eccentricities_options.hpp"
#include "yoke/errors.hpp"
#include "yoke/graph.hpp"

namespace yoke {

/// The workspace for eccentricities and diameters of graphs up to a number of vertices and arcs.
/// Repeated calls allocate nothing. Space is a Kokkos execution space. Vertex and Offset are those
/// of the graphs.
///
/// Calls run on the instance that the plan was made with. Only one thread at a time may use a plan.
template <detail::AnySpace Space, class Vertex, class Offset = Vertex>
class EccentricitiesPlan
    : public detail::Plan<
          detail::distances::Eccentricities<detail::WordOf<Vertex>, detail::WordOf<Offset>>,
          Space> {
  static_assert(detail::is_index<Vertex> && detail::is_index<Offset>,
                "yoke::EccentricitiesPlan: Vertex and Offset must be 32- or 64-bit integers");
  using Base = detail::Plan<
      detail::distances::Eccentricities<detail::WordOf<Vertex>, detail::WordOf<Offset>>, Space>;
  using Arguments = typename Base::Arguments;

 public:
  /// Throws std::invalid_argument if Vertex or Offset is too small, if an option is out of its
  /// range, or for 2^48 vertices or arcs or more.
  EccentricitiesPlan(Space const& exec, std::size_t vertices, std::size_t arcs,
                     EccentricitiesOptions const& options = {})
      : Base(exec,
             detail::distances::capacity_of<Vertex, Offset>("yoke::EccentricitiesPlan", vertices,
                                                            arcs),
             options) {}

  /// Works as yoke::eccentricities does, and throws its exceptions. Also throws
  /// std::invalid_argument if the graph is larger than the plan.
  template <class G, detail::AnyView Eccentricity>
  Diameter operator()(G const& graph, Eccentricity const& eccentricity) {
    return call("yoke::eccentricities", graph, true,
                std::tuple(detail::bind<&Arguments::eccentricity>("eccentricity", eccentricity)));
  }

  /// Works as yoke::diameter does, and throws its exceptions. Also throws std::invalid_argument if
  /// the graph is larger than the plan.
  template <class G>
  Diameter diameter(G const& graph) {
    return call("yoke::diameter", graph, false, std::tuple());
  }

 private:
  template <class G, class Output>
  Diameter call(char const* name, G const& like, bool wants_all, Output const& output) {
    auto const& graph = detail::as_graph<Space>(this->executor(), name, like);
    detail::distances::check_types<Space, Vertex, Offset>(graph);
    auto const raw = graph.raw();
    Diameter diameter;
    Arguments arguments;
    arguments.graph = raw.without_shared_incoming();
    arguments.wants_all = wants_all;
    arguments.diameter = &diameter;
    Base::call(name, arguments,
               {detail::bytes_of("the graph's offsets", raw.offsets),
                detail::bytes_of("the graph's neighbours", raw.neighbours)},
               output);
    return diameter;
  }
};

/// The eccentricity of each vertex: its largest distance to another vertex of its component, in
/// edges. The largest eccentricity is the diameter, the smallest one of a component its radius.
///
/// @param graph  symmetric: a yoke::Graph, or a graph-like value (yoke/rows.hpp). Loops and
///   repeated edges change nothing.
/// @param eccentricity  n integers as wide as a vertex, all written. A vertex without neighbours
///   has 0.
///
/// Returns the diameter with its ends. Each component counts by itself, as in igraph. NetworkX
/// refuses a graph of several components. All results depend only on the input.
///
/// `bounded`: a search from one vertex bounds the eccentricities of its whole component. The next
/// search begins at the largest upper bound or at the smallest lower one. All components are
/// searched at the same time, until both bounds of each vertex meet. If the other bounds hardly
/// move, as in a cycle, the call searches from each vertex that is left, 64 at a time.
/// `exhaustive` searches from all vertices in this way.
///
/// Work: at most n searches of O(n + m). 64 searches together take at most O(n + m) for each level.
/// Memory beyond the arguments: that of plans of yoke::bfs and yoke::connected_components, and 88
/// bytes for each vertex with 32-bit vertices and offsets.
///
/// Throws std::invalid_argument, with the argument's name, if the graph is directed, sizes differ,
/// a type is too small, or eccentricity overlaps the graph. With options.validate it throws
/// yoke::InvalidInput for a graph that is damaged.
///
/// Source: F. W. Takes, W. A. Kosters, "Computing the Eccentricity Distribution of Large Graphs",
/// Algorithms 6 (2013); M. Then et al., "The More the Merrier: Efficient Multi-Source Graph
/// Traversal", VLDB 2014.
template <detail::AnySpace Space, class G, detail::AnyView Eccentricity>
Diameter eccentricities(Space const& exec, G const& graph, Eccentricity const& eccentricity,
                        EccentricitiesOptions const& options = {}) {
  auto const& whole = detail::as_graph<Space>(exec, "yoke::eccentricities", graph);
  using Plan = EccentricitiesPlan<Space, detail::VertexOf<decltype(whole)>,
                                  detail::OffsetOf<decltype(whole)>>;
  return Plan(exec, whole.vertices(), whole.arcs(), options)(whole, eccentricity);
}

/// The diameter: the largest distance between two vertices of one component, in edges, and two such
/// vertices. 0 for a graph without edges.
///
/// As yoke::eccentricities, but searches go on only while an upper bound exceeds the largest
/// eccentricity found so far.
template <detail::AnySpace Space, class G>
Diameter diameter(Space const& exec, G const& graph, EccentricitiesOptions const& options = {}) {
  auto const& whole = detail::as_graph<Space>(exec, "yoke::diameter", graph);
  using Plan = EccentricitiesPlan<Space, detail::VertexOf<decltype(whole)>,
                                  detail::OffsetOf<decltype(whole)>>;
  return Plan(exec, whole.vertices(), whole.arcs(), options).diameter(whole);
}

}  // namespace yoke
