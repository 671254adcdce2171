#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

#include "yoke/connected_components_options.hpp"
#include "yoke/detail/arguments.hpp"
#include "yoke/detail/checks.hpp"
#include "yoke/detail/components/connector.hpp"
#include "yoke/detail/components/sizes.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/graph.hpp"

namespace yoke {

namespace detail {

template <class Executor, class Vertex, class V>
constexpr void check_vertex_view() {
  static_assert(V::rank == 1, "yoke::connected_components: arrays must be Views of rank 1");
  static_assert(std::is_integral_v<typename V::value_type> &&
                    !std::is_const_v<typename V::value_type> &&
                    sizeof(typename V::value_type) == sizeof(Vertex),
                "yoke::connected_components: label, from and to must be integers as wide as the "
                "graph's vertices, and writable");
  static_assert(is_accessible<Executor, typename V::memory_space>(),
                "yoke::connected_components: the execution space cannot access label, from or to");
}

}  // namespace detail

// The workspace and the chosen algorithm for graphs of up to `vertices` and `arcs`, so that
// repeated calls allocate nothing (the first that wants a forest allocates what that needs).
// Executor is a Kokkos execution space or a yoke::Hybrid; Vertex and Offset are the graph's.
//
// The instance that the plan was made with is the one that its calls run on. A Hybrid must outlive
// its plans, and stay where it is. A plan may be used by one thread at a time.
template <class Executor, class Vertex, class Offset = Vertex>
class ConnectedComponentsPlan {
  static_assert(detail::is_index<Vertex> && detail::is_index<Offset>,
                "yoke::ConnectedComponentsPlan: Vertex and Offset must be 32- or 64-bit integers");
  static_assert(detail::check_instantiated<Executor>());

 public:
  // Throws std::invalid_argument where an option is out of its range.
  ConnectedComponentsPlan(Executor const& executor, std::size_t vertices, std::size_t arcs,
                          ComponentsOptions const& options = {})
      : executor_(executor), connector_(executor, vertices, arcs, options) {}
  template <detail::TemporaryHybrid Temporary>
  ConnectedComponentsPlan(Temporary&& gone_too_soon, std::size_t, std::size_t,
                          ComponentsOptions const& = {}) = delete;

  // Labels as yoke::connected_components does. Throws std::invalid_argument where the graph exceeds
  // what the plan was made for, and what yoke::connected_components throws.
  template <class MemorySpace, class Label>
  std::size_t operator()(Graph<Vertex, Offset, MemorySpace> const& graph, Label const& label) {
    check<MemorySpace, Label>("yoke::connected_components", graph, label);
    detail::check_apart("yoke::connected_components", {detail::bytes_of("label", label)},
                        {detail::bytes_of("the graph's offsets", graph.offsets()),
                         detail::bytes_of("the graph's neighbours", graph.neighbours())});
    executor_.begin_call();
    auto const& exec = executor_.template instance_for<typename Label::memory_space>();
    std::size_t const count = connector_.run(graph.raw(), label_.output(exec, label), {}, {});
    label_.copy_back(exec, label);
    return count;
  }

  // Labels, and writes a spanning forest, as yoke::spanning_forest does.
  template <class MemorySpace, class Label, class From, class To>
  std::size_t operator()(Graph<Vertex, Offset, MemorySpace> const& graph, Label const& label,
                         From const& from, To const& to) {
    std::string const caller = "yoke::spanning_forest";
    check<MemorySpace, Label>(caller, graph, label);
    detail::check_vertex_view<Executor, Vertex, From>();
    detail::check_vertex_view<Executor, Vertex, To>();
    detail::check_forest_room(caller, "from", from.extent(0), graph.vertices());
    detail::check_forest_room(caller, "to", to.extent(0), graph.vertices());
    detail::check_index_holds<typename From::value_type>(caller, "from", graph.vertices());
    detail::check_index_holds<typename To::value_type>(caller, "to", graph.vertices());
    auto const from_front = front(from, graph.vertices());
    auto const to_front = front(to, graph.vertices());
    detail::check_apart(caller,
                        {detail::bytes_of("label", label), detail::bytes_of("from", from_front),
                         detail::bytes_of("to", to_front)},
                        {detail::bytes_of("the graph's offsets", graph.offsets()),
                         detail::bytes_of("the graph's neighbours", graph.neighbours())});
    executor_.begin_call();
    auto const& label_exec = executor_.template instance_for<typename Label::memory_space>();
    auto const& from_exec = executor_.template instance_for<typename From::memory_space>();
    auto const& to_exec = executor_.template instance_for<typename To::memory_space>();
    std::size_t const count =
        connector_.run(graph.raw(), label_.output(label_exec, label),
                       from_.output(from_exec, from_front), to_.output(to_exec, to_front));
    label_.copy_back(label_exec, label);
    from_.copy_back(from_exec, from_front);
    to_.copy_back(to_exec, to_front);
    return count;
  }

  // The algorithm that runs: what `automatic` stands for here.
  ComponentsAlgorithm algorithm() const { return connector_.algorithm(); }
  // What the plan holds beyond the caller's arrays.
  std::size_t workspace_bytes() const {
    return connector_.workspace_bytes() + label_.bytes() + from_.bytes() + to_.bytes();
  }

 private:
  using Word = detail::WordOf<Vertex>;

  template <class MemorySpace, class Label>
  static void check(std::string const& caller, Graph<Vertex, Offset, MemorySpace> const& graph,
                    Label const& label) {
    static_assert(detail::is_accessible<Executor, MemorySpace>(),
                  "yoke::connected_components: the execution space cannot access the graph");
    detail::check_vertex_view<Executor, Vertex, Label>();
    detail::check_components_call<typename Label::value_type>(caller, graph, label.extent(0));
  }

  // The room that a forest of n vertices may need: what lies beyond is not touched.
  template <class V>
  static auto front(V const& view, std::size_t vertices) {
    std::size_t const room = vertices == 0 ? 0 : vertices - 1;
    return Kokkos::subview(view, std::pair<std::size_t, std::size_t>(0, room));
  }

  detail::PlanExecutor<Executor> executor_;
  detail::Connector<Executor, Word, detail::WordOf<Offset>> connector_;
  detail::Argument<Word> label_, from_, to_;
};

// Labels every vertex with the smallest vertex of its connected component.
//
//   graph  symmetric (what yoke::build_graph makes by default). Loops and repeated arcs are
//          welcome.
//   label  n integers as wide as the graph's vertices; signedness is free. Written only; may not
//          overlap the graph's arrays.
//
// Returns the number of components; an isolated vertex is one. Deterministic: the same labels from
// every algorithm, space, split and number of threads. Memory beyond the arguments, for the default
// algorithm: a vertex's size (4 or 8 bytes) a vertex, and at most 1/128 byte an arc. Work O(n + m)
// in practice; docs/components.md has the other algorithms. A strided View is copied, into memory
// that a plan keeps.
//
// Throws std::invalid_argument where the graph is directed, where label's size is not the number of
// vertices or where its type cannot hold them; with options.validate, yoke::InvalidInput naming a
// vertex or an arc where the arrays of a graph that was made unchecked are wrong (without it they
// are believed; std::logic_error where an algorithm sees by the way that arcs lack their reverse,
// and label is then unspecified).
//
// Sources: Sutton, Ben-Nun, Barak 2018; Shiloach, Vishkin 1982 by way of Dehne, Yogaratnam 2010;
// Soman, Kishore, Narayanan 2010 by way of Banerjee's thesis, chapter 7.
template <class Executor, class Vertex, class Offset, class MemorySpace, class Label>
std::size_t connected_components(Executor const& executor,
                                 Graph<Vertex, Offset, MemorySpace> const& graph,
                                 Label const& label, ComponentsOptions const& options = {}) {
  detail::check_components_call<typename Label::value_type>("yoke::connected_components", graph,
                                                            label.extent(0));
  ConnectedComponentsPlan<Executor, Vertex, Offset> plan(executor, graph.vertices(), graph.arcs(),
                                                         options);
  return plan(graph, label);
}

// Labels as connected_components does and writes the edges of a spanning forest: of each component,
// one edge less than it has vertices, without a cycle.
//
//   from, to  at least n - 1 integers each (none where n = 0), as wide as the graph's vertices.
//             (from(k), to(k)) for k < n - count is an edge of the graph; which edges, in which
//             order and direction, is unspecified and may differ from run to run. Entries from
//             n - count to n - 2 are scratch; those beyond are not touched. May overlap neither
//             each other nor label nor the graph's arrays.
//
// Returns the number of components. Memory beyond that of connected_components: half a vertex's
// size a vertex. Throws what connected_components throws, and std::invalid_argument where from or
// to is too short.
template <class Executor, class Vertex, class Offset, class MemorySpace, class Label, class From,
          class To>
std::size_t spanning_forest(Executor const& executor,
                            Graph<Vertex, Offset, MemorySpace> const& graph, Label const& label,
                            From const& from, To const& to, ComponentsOptions const& options = {}) {
  std::string const caller = "yoke::spanning_forest";
  detail::check_components_call<typename Label::value_type>(caller, graph, label.extent(0));
  detail::check_forest_room(caller, "from", from.extent(0), graph.vertices());
  detail::check_forest_room(caller, "to", to.extent(0), graph.vertices());
  ConnectedComponentsPlan<Executor, Vertex, Offset> plan(executor, graph.vertices(), graph.arcs(),
                                                         options);
  return plan(graph, label, from, to);
}

}  // namespace yoke
