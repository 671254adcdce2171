#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "yoke/connected_components_options.hpp"
#include "yoke/counted.hpp"
#include "yoke/detail/checks.hpp"
#include "yoke/detail/components/capability.hpp"
#include "yoke/detail/frame/plan.hpp"
#include "yoke/graph.hpp"

namespace yoke {

namespace detail {

// The result of a spanning forest's call: on ranks more than on one execution space
// (yoke/mpi/graph.hpp).
template <class Executor>
struct ForestFound {
  using Type = std::size_t;
  static Type of(std::size_t components, std::uint64_t) { return components; }
};
template <class Executor>
struct ForestFound<Distributed<Executor>>;

}  // namespace detail

/// The result of yoke::spanning_forest: the number of components. On several ranks it is a
/// yoke::DistributedForest, with the number of this rank's edges too.
template <class Executor>
using ForestOf = typename detail::ForestFound<Executor>::Type;

/// The workspace and the chosen algorithm for graphs of up to `vertices` and `arcs`. Repeated calls
/// allocate nothing, except the first call for a forest. Executor is a Kokkos execution space or a
/// yoke::Hybrid. Vertex and Offset are the graph's.
///
/// Calls run on the instance that the plan was made with. A Hybrid must outlive its plans and must
/// not move. Only one thread at a time may use a plan.
///
/// If Executor is a yoke::Distributed of an execution space, the graph is a yoke::DistributedGraph.
/// Each MPI rank has some of its rows, and the plan is for this rank's rows. label(i) is, for the
/// rank's own vertex i, the smallest vertex of its component among the vertices of all ranks. The
/// labels are the same bytes for any number of ranks. Returns the number of components, on all
/// ranks.
///
/// Each rank joins the ends of its own arcs, as Afforest does: two arcs of each own vertex first,
/// then the other arcs outside the rank's largest component. The owner of a vertex gets its labels
/// from other ranks whose arcs lead to it. All ranks get the pairs of labels that are one
/// component. The vertices skipped may turn out to be in different components. The ranks then
/// follow the arcs skipped, and exchange the labels again.
///
/// Let there be n vertices on all ranks, n' of them this rank's, and p ranks. Let the rank's arcs
/// lead to t vertices of other ranks outside its largest component, and let it find h pairs. There
/// are fewer pairs than other ranks' labels on its vertices. The rank sends t + 2 h (p - 1) words
/// and (n - n') / 4 bytes in 14 rounds. A second exchange of labels sends the same again, with new
/// values of t and h. Work O(arcs of the rank + n).
///
/// Memory beyond the arguments:
/// - a word and an eighth of a byte for each vertex of all ranks, and a word for each own;
/// - another word for each vertex of all ranks, if other ranks have sent labels to this one;
/// - half a byte for each vertex of other ranks, and for each own one and other rank;
/// - a word for each label sent and received;
/// - two words for each own vertex and each other rank with an arc to it;
/// - the pairs of all ranks.
///
/// The options `validate` and `device_memory` have an effect. `algorithm` must be automatic. A
/// report gets the phases. Throws on all ranks the errors of yoke::connected_components.
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
  /// Throws std::invalid_argument if an option is out of its range, or for 2^48 vertices
  /// or arcs or more.
  ConnectedComponentsPlan(Executor const& executor, std::size_t vertices, std::size_t arcs,
                          ComponentsOptions const& options = {})
      : Base(
            executor, detail::call_of<Types>(name),
            [=] {
              return detail::GraphCapacity{
                  detail::checked_capacity("yoke::ConnectedComponentsPlan", vertices, "vertices"),
                  detail::checked_capacity("yoke::ConnectedComponentsPlan", arcs, "arcs")};
            },
            options) {}
  template <detail::TemporaryHybrid Temporary>
  ConnectedComponentsPlan(Temporary&& gone_too_soon, std::size_t, std::size_t,
                          ComponentsOptions const& = {}) = delete;

  /// Labels as yoke::connected_components does, and throws its exceptions. Also throws
  /// std::invalid_argument if the graph is larger than the plan.
  template <detail::GraphFor<Executor> G, class Label>
  std::size_t operator()(G const& graph, Label const& label) {
    auto const& whole = detail::as_graph<Executor>(this->executor(), name, graph);
    return call(name, arguments_of(whole), bind_all(label), detail::NothingToCheck());
  }

  /// Labels, and writes a spanning forest, as yoke::spanning_forest does.
  template <detail::GraphFor<Executor> G, class Label, class From, class To>
  ForestOf<Executor> operator()(G const& graph, Label const& label, From const& from,
                                To const& to) {
    auto const& whole = detail::as_graph<Executor>(this->executor(), forest_name, graph);
    // The places that a forest of n vertices may need. Elements beyond are not touched.
    std::size_t const capacity = most_edges(whole);
    auto const from_front = front(from, capacity), to_front = front(to, capacity);
    auto arguments = arguments_of(whole);
    std::uint64_t own_edges = 0;
    if (detail::IsDistributed<Executor>::value) arguments.own_edges = &own_edges;
    std::size_t const components =
        call(forest_name, arguments, bind_all(label, from_front, to_front),
             [&] { check_capacity(whole, from, to); });
    if constexpr (detail::IsDistributed<Executor>::value) {
      if (this->network().ranks() == 1) own_edges = arguments.graph.vertices() - components;
    }
    return detail::ForestFound<Executor>::of(components, own_edges);
  }

  /// Throws as a call does for its arguments' sizes, before a plan for them is made.
  template <detail::GraphOn<Executor> G, class Label>
  static void check(G const& graph, Label const& label) {
    Base::check(name, arguments_of(graph), bind_all(label));
  }
  /// The same for a spanning forest.
  template <detail::GraphOn<Executor> G, class Label, class From, class To>
  static void check(G const& graph, Label const& label, From const& from, To const& to) {
    if (!detail::IsDistributed<Executor>::value) check_capacity(graph, from, to);
    Base::check(forest_name, arguments_of(graph), bind_all(label));
  }

 private:
  static constexpr char const* name = "yoke::connected_components";
  static constexpr char const* forest_name = "yoke::spanning_forest";
  using Types = detail::Of<Vertex, Offset>;

  template <class G>
  static Arguments arguments_of(G const& graph) {
    static_assert(detail::is_accessible<Executor, typename G::Offsets::memory_space>(),
                  "yoke::connected_components: the execution space cannot access the graph");
    static_assert(
        std::is_same_v<detail::VertexOf<G>, Vertex> && std::is_same_v<detail::OffsetOf<G>, Offset>,
        "yoke::ConnectedComponentsPlan: the graph is not of the plan's types");
    Arguments arguments;
    arguments.graph = graph.raw();
    return arguments;
  }

  template <class Bound, class Before>
  std::size_t call(char const* caller, Arguments const& arguments, Bound const& bound,
                   Before const& before) {
    return Base::call(detail::call_of<Types>(caller), arguments,
                      {detail::bytes_of("the graph's offsets", arguments.graph.offsets),
                       detail::bytes_of("the graph's neighbours", arguments.graph.neighbours)},
                      bound, before);
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

  // A rank may have an edge for each of its vertices.
  template <class G>
  static std::size_t most_edges(G const& graph) {
    std::size_t const vertices = graph.raw().vertices();
    return vertices == 0 || detail::IsDistributed<Executor>::value ? vertices : vertices - 1;
  }
  template <class V>
  static auto front(V const& view, std::size_t capacity) {
    return Kokkos::subview(view, std::pair<std::size_t, std::size_t>(
                                     0, std::min<std::size_t>(capacity, view.extent(0))));
  }
  template <class G, class From, class To>
  static void check_capacity(G const& graph, From const& from, To const& to) {
    check_forest_capacity("from", from.extent(0), graph);
    check_forest_capacity("to", to.extent(0), graph);
  }
  template <class G>
  static void check_forest_capacity(char const* argument, std::size_t capacity, G const& graph) {
    if (capacity >= most_edges(graph)) return;
    throw std::invalid_argument(std::string(forest_name) + ": " + argument + " has " +
                                show_count(capacity, "element") + " and a forest of " +
                                show_count(graph.raw().vertices(), "vertex", "vertices") +
                                " may need " + std::to_string(most_edges(graph)));
  }
};

/// Labels every vertex with the smallest vertex of its connected component.
///
/// @param graph  a yoke::Graph or a graph-like value (yoke/rows.hpp). It is symmetric, as
///   yoke::build_graph makes it by default. Loops and repeated arcs are allowed.
/// @param label  n integers as wide as the graph's vertices, signed or not. It is only written, and
///   must not overlap the graph's arrays.
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
template <class Executor, detail::GraphFor<Executor> G, class Label>
std::size_t connected_components(Executor const& executor, G const& graph, Label const& label,
                                 ComponentsOptions const& options = {}) {
  auto const& whole = detail::as_graph<Executor>(executor, "yoke::connected_components", graph);
  using Whole = decltype(whole);
  using Plan = ConnectedComponentsPlan<Executor, detail::VertexOf<Whole>, detail::OffsetOf<Whole>>;
  Plan::check(whole, label);
  auto const raw = whole.raw();
  return Plan(executor, raw.vertices(), raw.arcs(), options)(whole, label);
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
template <class Executor, detail::GraphFor<Executor> G, class Label, class From, class To>
ForestOf<Executor> spanning_forest(Executor const& executor, G const& graph, Label const& label,
                                   From const& from, To const& to,
                                   ComponentsOptions const& options = {}) {
  auto const& whole = detail::as_graph<Executor>(executor, "yoke::spanning_forest", graph);
  using Whole = decltype(whole);
  using Plan = ConnectedComponentsPlan<Executor, detail::VertexOf<Whole>, detail::OffsetOf<Whole>>;
  Plan::check(whole, label, from, to);
  auto const raw = whole.raw();
  return Plan(executor, raw.vertices(), raw.arcs(), options)(whole, label, from, to);
}

}  // namespace yoke
