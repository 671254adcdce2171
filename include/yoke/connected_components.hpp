#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

#include "yoke/connected_components_options.hpp"
#include "yoke/detail/checked_size.hpp"
#include "yoke/detail/components/capability.hpp"
#include "yoke/detail/frame/plan.hpp"
#include "yoke/graph.hpp"

namespace yoke {

/// The workspace and the chosen algorithm for graphs of up to `vertices` and `arcs`. Repeated calls
/// allocate nothing, except the first call for a forest. Executor is a Kokkos execution space or a
/// yoke::Hybrid. Vertex and Offset are the graph's.
///
/// Calls run on the instance that the plan was made with. A Hybrid must outlive its plans and must
/// not move. Only one thread at a time may use a plan.
template <class Executor, class Vertex, class Offset = Vertex>
class ConnectedComponentsPlan
    : public detail::Plan<
          detail::components::Components<detail::WordOf<Vertex>, detail::WordOf<Offset>>,
          Executor> {
  static_assert(detail::is_index<Vertex> && detail::is_index<Offset>,
                "yoke::ConnectedComponentsPlan: Vertex and Offset must be 32- or 64-bit integers");
  using Base =
      detail::Plan<detail::components::Components<detail::WordOf<Vertex>, detail::WordOf<Offset>>,
                   Executor>;
  using Arguments = typename Base::Arguments;

 public:
  /// Throws std::invalid_argument if an option is out of its range, or for 2^48 and more vertices
  /// or arcs.
  ConnectedComponentsPlan(Executor const& executor, std::size_t vertices, std::size_t arcs,
                          ComponentsOptions const& options = {})
      : Base(executor,
             {detail::checked_capacity("yoke::ConnectedComponentsPlan", vertices, "vertices"),
              detail::checked_capacity("yoke::ConnectedComponentsPlan", arcs, "arcs")},
             options) {}
  template <detail::TemporaryHybrid Temporary>
  ConnectedComponentsPlan(Temporary&& gone_too_soon, std::size_t, std::size_t,
                          ComponentsOptions const& = {}) = delete;

  /// Labels as yoke::connected_components does, and throws its exceptions. Also throws
  /// std::invalid_argument if the graph is larger than the plan.
  template <class MemorySpace, class Label>
  std::size_t operator()(Graph<Vertex, Offset, MemorySpace> const& graph, Label const& label) {
    return call("yoke::connected_components", graph, bind_all(label));
  }

  /// Labels, and writes a spanning forest, as yoke::spanning_forest does.
  template <class MemorySpace, class Label, class From, class To>
  std::size_t operator()(Graph<Vertex, Offset, MemorySpace> const& graph, Label const& label,
                         From const& from, To const& to) {
    // The places that a forest of n vertices may need. Elements beyond are not touched.
    std::pair<std::size_t, std::size_t> const room(0, most_edges(graph));
    check_forest_room("from", from, graph);
    check_forest_room("to", to, graph);
    auto const from_front = Kokkos::subview(from, room);
    auto const to_front = Kokkos::subview(to, room);
    return call("yoke::spanning_forest", graph, bind_all(label, from_front, to_front));
  }

  /// Throws as a call does for its arguments' sizes, before a plan for them is made.
  template <class MemorySpace, class Label>
  static void check(Graph<Vertex, Offset, MemorySpace> const& graph, Label const& label) {
    Base::check("yoke::connected_components", arguments_of(graph), bind_all(label));
  }
  /// The same for a spanning forest.
  template <class MemorySpace, class Label, class From, class To>
  static void check(Graph<Vertex, Offset, MemorySpace> const& graph, Label const& label,
                    From const& from, To const& to) {
    check_forest_room("from", from, graph);
    check_forest_room("to", to, graph);
    Base::check("yoke::spanning_forest", arguments_of(graph), bind_all(label));
  }

 private:
  template <class MemorySpace>
  static Arguments arguments_of(Graph<Vertex, Offset, MemorySpace> const& graph) {
    static_assert(detail::is_accessible<Executor, MemorySpace>(),
                  "yoke::connected_components: the execution space cannot access the graph");
    Arguments arguments;
    arguments.graph = graph.raw();
    return arguments;
  }

  template <class MemorySpace, class Bound>
  std::size_t call(char const* caller, Graph<Vertex, Offset, MemorySpace> const& graph,
                   Bound const& bound) {
    return Base::call(caller, arguments_of(graph),
                      {detail::bytes_of("the graph's offsets", graph.offsets()),
                       detail::bytes_of("the graph's neighbours", graph.neighbours())},
                      bound);
  }

  template <class Label>
  static auto bind_all(Label const& label) {
    return std::tuple(detail::bind<&Arguments::label>("label", label));
  }
  template <class Label, class From, class To>
  static auto bind_all(Label const& label, From const& from, To const& to) {
    return std::tuple(detail::bind<&Arguments::label>("label", label),
                      detail::bind<&Arguments::from>("from", from),
                      detail::bind<&Arguments::to>("to", to));
  }

  template <class Graph>
  static std::size_t most_edges(Graph const& graph) {
    return graph.vertices() == 0 ? 0 : graph.vertices() - 1;
  }
  template <class V, class Graph>
  static void check_forest_room(char const* argument, V const& view, Graph const& graph) {
    if (view.extent(0) >= most_edges(graph)) return;
    throw std::invalid_argument(std::string("yoke::spanning_forest: ") + argument + " has " +
                                std::to_string(view.extent(0)) + " elements and a forest of " +
                                std::to_string(graph.vertices()) + " vertices may need " +
                                std::to_string(most_edges(graph)));
  }
};

/// Labels every vertex with the smallest vertex of its connected component.
///
/// @param graph  symmetric, as yoke::build_graph makes it by default. Loops and repeated arcs are
///   allowed.
/// @param label  n integers as wide as the graph's vertices, signed or not. It is only written, and
///   may not overlap the graph's arrays.
///
/// Returns the number of components. An isolated vertex is a component. Deterministic: the labels
/// are the same from every algorithm, space, split and number of threads. Work O(n + m) in
/// practice. The default algorithm's memory beyond the arguments is a vertex's size (4 or 8 bytes)
/// a vertex, and at most 1/128 byte per arc. docs/components.md has the other algorithms. A strided
/// View is copied into memory of the plan.
///
/// Throws std::invalid_argument if the graph is directed, if label's size is not the number of
/// vertices, or if its type cannot hold them. The arrays of a graph that was made unchecked may be
/// wrong. With options.validate this throws yoke::InvalidInput, which names a vertex or an arc.
/// Without it the arrays are trusted. An algorithm that notices arcs without their reverse throws
/// std::logic_error, and label is then unspecified.
///
/// Sources: Sutton, Ben-Nun, Barak 2018; Shiloach, Vishkin 1982 by way of Dehne, Yogaratnam 2010;
/// Soman, Kishore, Narayanan 2010 by way of Banerjee's thesis, chapter 7.
template <class Executor, class Vertex, class Offset, class MemorySpace, class Label>
std::size_t connected_components(Executor const& executor,
                                 Graph<Vertex, Offset, MemorySpace> const& graph,
                                 Label const& label, ComponentsOptions const& options = {}) {
  ConnectedComponentsPlan<Executor, Vertex, Offset>::check(graph, label);
  ConnectedComponentsPlan<Executor, Vertex, Offset> plan(executor, graph.vertices(), graph.arcs(),
                                                         options);
  return plan(graph, label);
}

/// Labels as connected_components does, and writes the edges of a spanning forest. A component of k
/// vertices has k - 1 edges and no cycle.
///
/// @param from,to  at least n - 1 integers each (none if n = 0), as wide as the graph's vertices.
///   (from(k), to(k)) for k < n - count is an edge of the graph. The choice of edges, their order
///   and direction are unspecified and may differ from run to run. Entries from n - count to n - 2
///   are scratch; those beyond are not touched. from and to may overlap neither each other nor
///   label nor the graph's arrays.
///
/// Returns the number of components. Memory beyond that of connected_components: half a vertex's
/// size a vertex. Throws the exceptions of connected_components, and std::invalid_argument if from
/// or to is too short.
template <class Executor, class Vertex, class Offset, class MemorySpace, class Label, class From,
          class To>
std::size_t spanning_forest(Executor const& executor,
                            Graph<Vertex, Offset, MemorySpace> const& graph, Label const& label,
                            From const& from, To const& to, ComponentsOptions const& options = {}) {
  ConnectedComponentsPlan<Executor, Vertex, Offset>::check(graph, label, from, to);
  ConnectedComponentsPlan<Executor, Vertex, Offset> plan(executor, graph.vertices(), graph.arcs(),
                                                         options);
  return plan(graph, label, from, to);
}

}  // namespace yoke
