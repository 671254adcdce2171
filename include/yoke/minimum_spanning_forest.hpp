#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/forest/capability.hpp"
#include "yoke/detail/frame/plan.hpp"
#include "yoke/errors.hpp"
#include "yoke/minimum_spanning_forest_options.hpp"
#include "yoke/weighted_graph.hpp"

namespace yoke {

/// The result of yoke::minimum_spanning_forest, beside its edges.
template <ArcWeight Weight>
struct MinimumForest {
  std::size_t edges = 0;       ///< of the forest: vertices - components; on MPI ranks, of this rank
  std::size_t components = 0;  ///< of the graph; a vertex without edges is one
  /// The sum of the forest's weights: std::int64_t and exact for integers, else double. Doubles are
  /// added in blocks of 256 in the order of the edges, then these sums in the same way, and so on.
  detail::forest::TotalOf<Weight> total = 0;
};

/// The workspace and the chosen algorithm for graphs of up to `vertices` and `arcs`. Repeated calls
/// allocate nothing. Executor is a Kokkos execution space, a yoke::Hybrid or a yoke::Distributed.
/// Vertex, Offset and Weight are the graph's.
///
/// Calls run on the instance that the plan was made with. A Hybrid must outlive its plans and must
/// not move. Only one thread at a time may use a plan.
///
/// If Executor is a yoke::Distributed of an execution space, the graph is a
/// yoke::DistributedWeightedGraph. Each MPI rank has some of its rows, and the plan is for this
/// rank's rows. A rank gets the edges of the forest whose smaller ends are its own vertices. The
/// edges of all ranks, in the ranks' order, are the same bytes as on one execution space. Let there
/// be n vertices on all ranks. from, to and weight need a place for each arc of the rank, or n - 1
/// places if these are fewer. `edges` is this rank's; `components` and `total` are those of all.
///
/// Each rank finds the forest of its arcs to larger vertices. Then ranks join forests in pairs: one
/// sends its forest, and the other finds the forest of both. Rank 0 has the whole forest at last,
/// and sends each rank its edges. With p ranks, let s be log2 p, rounded up. There are s steps, and
/// 6 s + 10 rounds. Each rank sends up to n - 1 edges: two words and a weight each.
///
/// Memory beyond the arguments: that of one execution space for n vertices, and two words and a
/// weight for each of 3 n edges. Each arc of the rank counts as an edge there; 2 n edges do if
/// these are more.
///
/// The options `algorithm`, `validate` and `device_memory` have an effect; `automatic` is boruvka.
/// The report has the phases and rounds of this rank. Throws on all ranks the errors of
/// yoke::minimum_spanning_forest, and std::invalid_argument for 2^31 vertices of all ranks or more
/// with 32-bit offsets.
template <class Executor, class Vertex, class Offset, ArcWeight Weight>
class MinimumSpanningForestPlan
    : public detail::Plan<
          detail::forest::MinimumForests<detail::WordOf<Vertex>, detail::WordOf<Offset>, Weight>,
          Executor> {
  static_assert(
      detail::is_index<Vertex> && detail::is_index<Offset>,
      "yoke::MinimumSpanningForestPlan: Vertex and Offset must be 32- or 64-bit integers");
  using Capability =
      detail::forest::MinimumForests<detail::WordOf<Vertex>, detail::WordOf<Offset>, Weight>;
  using Base = detail::Plan<Capability, Executor>;
  using Arguments = typename Base::Arguments;

 public:
  /// Throws std::invalid_argument if an option is out of its range, or for 2^48 vertices
  /// or arcs or more.
  MinimumSpanningForestPlan(Executor const& executor, std::size_t vertices, std::size_t arcs,
                            MinimumForestOptions const& options = {})
      : Base(
            executor, detail::call_of<Types>(name),
            [=] {
              char const* const plan = "yoke::MinimumSpanningForestPlan";
              return detail::GraphCapacity{detail::checked_capacity(plan, vertices, "vertices"),
                                           detail::checked_capacity(plan, arcs, "arcs")};
            },
            options) {}

  template <detail::TemporaryHybrid Temporary>
  MinimumSpanningForestPlan(Temporary&& gone_too_soon, std::size_t, std::size_t,
                            MinimumForestOptions const& = {}) = delete;

  /// Finds the forest as yoke::minimum_spanning_forest does, and throws its exceptions. Also throws
  /// std::invalid_argument if the graph is larger than the plan.
  template <class G, class From, class To, class Weights>
  MinimumForest<Weight> operator()(G const& graph, From const& from, To const& to,
                                   Weights const& weight) {
    detail::forest::Total<Weight> total;
    auto arguments = arguments_of(graph);
    arguments.total = &total;
    // The places that a forest may need. Elements beyond are not touched.
    std::size_t const most = Capability::most_edges(arguments.graph);
    std::size_t const edges =
        Base::call(detail::call_of<Types>(name), arguments,
                   {detail::bytes_of("the graph's offsets", arguments.graph.offsets),
                    detail::bytes_of("the graph's neighbours", arguments.graph.neighbours),
                    detail::bytes_of("the graph's weights", arguments.arc_weights)},
                   bind_all(front(from, most), front(to, most), front(weight, most)));
    if (total.overflows) {
      throw InvalidInput(std::string(name) +
                             ": the total of the forest's weights leaves the range of "
                             "std::int64_t; from, to and weight have the forest",
                         0);
    }
    return {edges, arguments.graph.numbered() - total.edges, total.value};
  }

  /// Throws as a call does for its arguments' sizes, before a plan for them is made.
  template <class G, class From, class To, class Weights>
  static void check(G const& graph, From const& from, To const& to, Weights const& weight) {
    Base::check(name, arguments_of(graph), bind_all(from, to, weight));
  }

 private:
  static constexpr char const* name = "yoke::minimum_spanning_forest";
  using Types = detail::Of<Vertex, Offset, Weight>;

  template <class G>
  static Arguments arguments_of(G const& graph) {
    static_assert(detail::GraphOn<G, Executor>,
                  "yoke::minimum_spanning_forest: several ranks take a "
                  "yoke::DistributedWeightedGraph (yoke/mpi/weighted_graph.hpp), and other "
                  "executors a yoke::WeightedGraph");
    static_assert(detail::is_accessible<Executor, typename G::Offsets::memory_space>(),
                  "yoke::minimum_spanning_forest: the execution space cannot access the graph");
    static_assert(std::is_same_v<detail::VertexOf<G>, Vertex> &&
                      std::is_same_v<detail::OffsetOf<G>, Offset> &&
                      std::is_same_v<typename G::weight_type, Weight>,
                  "yoke::MinimumSpanningForestPlan: the graph is not of the plan's types");
    Arguments arguments;
    arguments.graph = graph.raw();
    arguments.arc_weights = detail::raw_array<Weight>(graph.weights());
    return arguments;
  }

  template <class From, class To, class Weights>
  static auto bind_all(From const& from, To const& to, Weights const& weight) {
    return std::tuple(detail::bind<&Arguments::from>("from", from),
                      detail::bind<&Arguments::to>("to", to),
                      detail::bind<&Arguments::weight>("weight", weight));
  }
  template <class V>
  static auto front(V const& view, std::size_t most) {
    return Kokkos::subview(
        view, std::pair<std::size_t, std::size_t>(0, std::min<std::size_t>(most, view.extent(0))));
  }
};

/// Finds the lightest spanning forest of an undirected graph: of each component a tree with the
/// least sum of weights. Its edges are from(i) - to(i) with weight(i), from(i) < to(i), for i below
/// the result's `edges`. An edge's place is that of its arc from the smaller end in the graph's
/// rows. The edges are in the order of their places.
/// If two weights are equal, the edge with the earlier place counts as lighter. Both zeros are
/// equal. The forest is therefore unique, and the same bytes on every execution space, split and
/// number of threads. Loops are ignored. The lightest of repeated edges counts. Weights may be
/// negative.
///
/// @param graph  a symmetric yoke::WeightedGraph, whose arrays are trusted unless
///   `options.validate`; at a Hybrid in any memory
/// @param from,to  integers as wide as a vertex, one for each vertex except the last; elements
///   from `edges` on have no meaning afterwards
/// @param weight  the same number of the graph's weights
///
/// Work O((n + m) log n), in practice near O(m): dense graphs read each arc twice and put few
/// edges into rounds. On one execution space the memory beyond the arguments is:
/// - for each undirected edge 16 bytes if Offset and Weight have 32 bits, else 24, or 32 with
///   64-bit vertices;
/// - for each vertex a word of Vertex, and 8 bytes if Offset and Weight have 32 bits, else a word
///   of Offset; `sequential` needs the first word alone;
/// - a bit for each arc, and 4 bytes for each 2048 edges;
/// - for floating-point weights, a double for each 256 vertices and for each 65,536.
///
/// Source: O. Boruvka 1926, on the hooking of yoke::connected_components, with the light edges
/// first, as A. Fallin, A. Gonzalez, J. Seo and M. Burtscher, *A High-Performance MST
/// Implementation for GPUs*, SC 2023. `sequential`: V. Osipov, P. Sanders, J. Singler, *The
/// Filter-Kruskal Minimum Spanning Tree Algorithm*, ALENEX 2009.
///
/// Throws std::invalid_argument if the graph is directed, a View is too short, or Views overlap.
/// Throws yoke::InvalidInput if the total of integers leaves std::int64_t; the Views then have the
/// forest. A symmetric graph without weights that are NaN is a promise of yoke::WeightedGraph.
template <class Executor, class G, detail::AnyView From, detail::AnyView To,
          detail::AnyView Weights>
auto minimum_spanning_forest(Executor const& executor, G const& graph, From const& from,
                             To const& to, Weights const& weight,
                             MinimumForestOptions const& options = {}) {
  static_assert(
      requires { typename G::weight_type; },
      "yoke::minimum_spanning_forest: the graph must be a yoke::WeightedGraph");
  using Plan = MinimumSpanningForestPlan<Executor, detail::VertexOf<G>, detail::OffsetOf<G>,
                                         typename G::weight_type>;
  Plan::check(graph, from, to, weight);
  auto const raw = graph.raw();
  return Plan(executor, raw.vertices(), raw.arcs(), options)(graph, from, to, weight);
}

}  // namespace yoke
