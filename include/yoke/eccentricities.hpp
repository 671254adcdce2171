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
/// Repeated calls allocate nothing. Executor is a Kokkos execution space, a yoke::Hybrid or a
/// yoke::Distributed. Vertex and Offset are those of the graphs. Weight is the type of their
/// weights. If it is void, a distance is a number of edges, and weights do not count.
///
/// Calls run on the instance that the plan was made with. A Hybrid must outlive its plans and must
/// not move. One side of it works alone. Only one thread at a time may use a plan.
///
/// If Executor is a yoke::Distributed of an execution space, the graph is a yoke::DistributedGraph
/// or a yoke::DistributedWeightedGraph. Each MPI rank has some of its rows, and the plan is for
/// this rank's rows. eccentricity(i) is that of the rank's own vertex i. All ranks get the
/// diameter. Results are the same bytes as on one execution space.
///
/// Each rank gets the whole graph. All ranks find bounds by the same searches. If a search from
/// each open vertex is left, the ranks share these searches out. A rank sends, in at most 15
/// rounds:
/// - its rows, once to each further rank;
/// - the eccentricities that it has for vertices of other ranks.
///
/// Memory beyond the arguments:
/// - the whole graph, and an eccentricity for each vertex;
/// - an offset for each own vertex;
/// - that of a plan for the whole graph on one execution space.
///
/// Offset must number the arcs of all ranks. A call that needs more than those before it allocates.
/// Throws on all ranks the errors of yoke::eccentricities. A weight is named with its arc in the
/// whole graph.
template <class Executor, class Vertex, class Offset = Vertex, class Weight = void>
class EccentricitiesPlan
    : public detail::Plan<
          detail::distances::Eccentricities<detail::WordOf<Vertex>, detail::WordOf<Offset>, Weight>,
          Executor> {
  static_assert(detail::is_index<Vertex> && detail::is_index<Offset>,
                "yoke::EccentricitiesPlan: Vertex and Offset must be 32- or 64-bit integers");
  static_assert(detail::distances::is_weight<Weight>,
                "yoke::EccentricitiesPlan: Weight must be float, double, std::int32_t, "
                "std::int64_t or void");
  using Base = detail::Plan<
      detail::distances::Eccentricities<detail::WordOf<Vertex>, detail::WordOf<Offset>, Weight>,
      Executor>;
  using Arguments = typename Base::Arguments;

 public:
  /// The type that a call returns: yoke::Diameter or yoke::WeightedDiameter<Weight>.
  using Result = detail::distances::DiameterOf<Weight>;

  /// Throws std::invalid_argument if Vertex or Offset is too small, if an option is out of its
  /// range, or for 2^48 vertices or arcs or more.
  EccentricitiesPlan(Executor const& executor, std::size_t vertices, std::size_t arcs,
                     EccentricitiesOptions const& options = {})
      : Base(
            executor, detail::call_of<Types>("yoke::eccentricities"),
            [=] {
              return detail::distances::capacity_of<Vertex, Offset>("yoke::EccentricitiesPlan",
                                                                    vertices, arcs);
            },
            options) {}
  template <detail::TemporaryHybrid Temporary>
  EccentricitiesPlan(Temporary&& gone_too_soon, std::size_t, std::size_t,
                     EccentricitiesOptions const& = {}) = delete;

  /// Works as yoke::eccentricities does, and throws its exceptions. Also throws
  /// std::invalid_argument if the graph is larger than the plan.
  template <detail::GraphFor<Executor> G, detail::AnyView Eccentricity>
  Result operator()(G const& graph, Eccentricity const& eccentricity) {
    return call("yoke::eccentricities", graph, true,
                std::tuple(detail::bind<&Arguments::eccentricity>("eccentricity", eccentricity)));
  }

  /// Works as yoke::diameter does, and throws its exceptions. Also throws std::invalid_argument if
  /// the graph is larger than the plan.
  template <detail::GraphFor<Executor> G>
  Result diameter(G const& graph) {
    return call("yoke::diameter", graph, false, std::tuple());
  }

 private:
  using Types = std::conditional_t<std::is_void_v<Weight>, detail::Of<Vertex, Offset>,
                                   detail::Of<Vertex, Offset, Weight>>;
  template <class G, class Output>
  Result call(char const* name, G const& like, bool wants_all, Output const& output) {
    auto const& graph = detail::as_graph<Executor>(this->executor(), name, like);
    detail::distances::check_types<Executor, Vertex, Offset, Weight>(graph);
    Result diameter;
    Arguments arguments;
    detail::distances::take_graph<Weight>(arguments, graph);
    arguments.wants_all = wants_all;
    arguments.diameter = &diameter;
    Base::call(detail::call_of<Types>(name), arguments,
               {detail::bytes_of("the graph's offsets", arguments.graph.offsets),
                detail::bytes_of("the graph's neighbours", arguments.graph.neighbours),
                detail::bytes_of("the graph's weights", arguments.weights)},
               output);
    return diameter;
  }
};

namespace detail::distances {

// The plan of a call.
template <class Executor, class G>
using EccentricitiesPlanFor = EccentricitiesPlan<Executor, VertexOf<G>, OffsetOf<G>, WeightOf<G>>;

}  // namespace detail::distances

/// The eccentricity of each vertex: its largest distance to another vertex of its component. The
/// largest eccentricity is the diameter, the smallest one of a component its radius.
///
/// A distance is a number of edges. In a yoke::WeightedGraph it is the least sum of weights on a
/// path, as of yoke::shortest_paths. To count the edges of such a graph, pass its base, a
/// yoke::Graph.
///
/// @param executor  an execution space, a yoke::Hybrid or a yoke::Distributed. EccentricitiesPlan
///   has the last two.
/// @param graph  symmetric: a yoke::Graph, a yoke::WeightedGraph, or a graph-like value
///   (yoke/rows.hpp). Weights are at least 0. Loops change nothing, and of repeated edges the
///   lightest counts.
/// @param eccentricity  n integers as wide as a vertex, or n elements of the graph's Weight, all
///   written. On MPI ranks one for each own vertex. A vertex without neighbours has 0.
///
/// Returns the diameter with its ends: yoke::Diameter, or yoke::WeightedDiameter<Weight>. Each
/// component counts by itself, as in igraph. NetworkX refuses a graph of several components. All
/// results depend only on the input: they are the same bytes on every space and number of threads.
///
/// With weights, the eccentricity of v is the largest finite distance that yoke::shortest_paths
/// from v finds. So an arc of infinite weight joins no vertices, and a vertex whose distance is too
/// large for Weight does not count. In floating point the distance from u to v is rounded from u
/// on. It may differ in its last digits from that of v to u.
///
/// `bounded`: a search from one vertex bounds the eccentricities of its whole component. The next
/// search begins at the largest upper bound or at the smallest lower one. All components are
/// searched at the same time, until both bounds of each vertex meet. If the other bounds hardly
/// move, as in a cycle, the call searches from each vertex that is left: 64 at a time, or with
/// weights one by each thread of a host and 32 by each team of a device. `exhaustive` searches from
/// all vertices in this way. Both
/// find the same eccentricities. If several pairs of vertices have the diameter, each may name
/// another pair. With rounded floating-point sums, bounds exclude vertices from a diameter, and
/// settle no eccentricity except 0 (docs/distances.md).
///
/// Work: at most n searches of O(n + m), or of yoke::shortest_paths. 64 searches together take at
/// most O(n + m) for each level. Memory beyond the arguments, with 32-bit vertices and offsets:
/// - without weights: that of plans of yoke::bfs and yoke::connected_components, and 88 bytes for
///   each vertex;
/// - with weights: that of plans of yoke::shortest_paths and yoke::connected_components, and for
///   each vertex 20 bytes and four weights. On a host also 8 bytes and a weight for each vertex and
///   thread, on a device a fifth weight for each vertex. Up to 16 teams of a device have the memory
///   that yoke::closeness names.
///
/// Throws std::invalid_argument, with the argument's name, if the graph is directed, sizes differ,
/// a type is too small, or eccentricity overlaps the graph. Throws yoke::InvalidInput, with the
/// arc, for a weight that is negative or NaN. With options.validate it throws yoke::InvalidInput
/// for a graph that is damaged.
///
/// Source: F. W. Takes, W. A. Kosters, "Computing the Eccentricity Distribution of Large Graphs",
/// Algorithms 6 (2013); M. Then et al., "The More the Merrier: Efficient Multi-Source Graph
/// Traversal", VLDB 2014.
template <class Executor, detail::GraphFor<Executor> G, detail::AnyView Eccentricity>
requires(!detail::AnyMatrix<G>) auto eccentricities(Executor const& executor, G const& graph,
                                                    Eccentricity const& eccentricity,
                                                    EccentricitiesOptions const& options = {}) {
  auto const& whole = detail::as_graph<Executor>(executor, "yoke::eccentricities", graph);
  auto const raw = whole.raw();
  using Plan = detail::distances::EccentricitiesPlanFor<Executor, decltype(whole)>;
  return Plan(executor, raw.vertices(), raw.arcs(), options)(whole, eccentricity);
}

/// The diameter: the largest distance between two vertices of one component, and two such vertices.
/// 0 for a graph without edges.
///
/// As yoke::eccentricities, but searches go on only while an upper bound exceeds the largest
/// eccentricity found so far.
template <class Executor, detail::GraphFor<Executor> G>
requires(!detail::AnyMatrix<G>) auto diameter(Executor const& executor, G const& graph,
                                              EccentricitiesOptions const& options = {}) {
  auto const& whole = detail::as_graph<Executor>(executor, "yoke::diameter", graph);
  auto const raw = whole.raw();
  using Plan = detail::distances::EccentricitiesPlanFor<Executor, decltype(whole)>;
  return Plan(executor, raw.vertices(), raw.arcs(), options).diameter(whole);
}

}  // namespace yoke
