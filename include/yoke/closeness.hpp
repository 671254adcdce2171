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
/// Repeated calls allocate nothing. Executor is a Kokkos execution space, a yoke::Hybrid or a
/// yoke::Distributed. Vertex and Offset are those of the graphs. Weight is the type of their
/// weights. If it is void, a distance is a number of edges, and weights do not count.
///
/// Calls run on the instance that the plan was made with. A Hybrid must outlive its plans and must
/// not move. Its host searches from the first sources, its device from the others. Only one thread
/// at a time may use a plan.
///
/// If Executor is a yoke::Distributed of an execution space, the graph is a yoke::DistributedGraph
/// or a yoke::DistributedWeightedGraph. Each MPI rank has some of its rows, and the plan is for
/// this rank's rows. closeness(i) is that of the rank's own vertex i. Or it is that of sources(i),
/// the rank's part of a View of vertices. Results are the same bytes as on one execution space.
///
/// Each rank gets the whole graph, and searches from its own vertices or its own sources. A rank
/// sends its rows once to each further rank, in at most 10 rounds. Memory beyond the arguments:
/// - the whole graph;
/// - an offset and a word for each own vertex;
/// - that of a plan for the whole graph on one execution space.
///
/// Offset must number the arcs of all ranks. A call that needs more than those before it allocates.
/// Throws on all ranks the errors of yoke::closeness. A source is named with its place in the
/// rank's part, and a weight with its arc in the whole graph.
template <class Executor, class Vertex, class Offset = Vertex, class Weight = void>
class ClosenessPlan
    : public detail::Plan<
          detail::distances::Closeness<detail::WordOf<Vertex>, detail::WordOf<Offset>, Weight>,
          Executor> {
  static_assert(detail::is_index<Vertex> && detail::is_index<Offset>,
                "yoke::ClosenessPlan: Vertex and Offset must be 32- or 64-bit integers");
  static_assert(detail::distances::is_weight<Weight>,
                "yoke::ClosenessPlan: Weight must be float, double, std::int32_t, std::int64_t or "
                "void");
  using Base = detail::Plan<
      detail::distances::Closeness<detail::WordOf<Vertex>, detail::WordOf<Offset>, Weight>,
      Executor>;
  using Arguments = typename Base::Arguments;

 public:
  /// Throws std::invalid_argument if Vertex or Offset is too small, or for 2^48 vertices or arcs or
  /// more.
  ClosenessPlan(Executor const& executor, std::size_t vertices, std::size_t arcs,
                ClosenessOptions const& options = {})
      : Base(
            executor, detail::call_of<Types>(name),
            [=] {
              return detail::distances::capacity_of<Vertex, Offset>("yoke::ClosenessPlan", vertices,
                                                                    arcs);
            },
            options) {}
  template <detail::TemporaryHybrid Temporary>
  ClosenessPlan(Temporary&& gone_too_soon, std::size_t, std::size_t,
                ClosenessOptions const& = {}) = delete;

  /// Works as yoke::closeness does, and throws its exceptions. Also throws std::invalid_argument if
  /// the graph is larger than the plan.
  template <detail::GraphFor<Executor> G, detail::AnyView Closeness>
  void operator()(G const& graph, Closeness const& closeness) {
    call(graph, true, std::tuple(detail::bind<&Arguments::closeness>("closeness", closeness)));
  }
  /// The same of the listed vertices.
  template <detail::GraphFor<Executor> G, detail::AnyView Sources, detail::AnyView Closeness>
  void operator()(G const& graph, Sources const& sources, Closeness const& closeness) {
    call(graph, false,
         std::tuple(detail::bind<&Arguments::sources>("sources", sources),
                    detail::bind<&Arguments::closeness>("closeness", closeness)));
  }

 private:
  using Types = std::conditional_t<std::is_void_v<Weight>, detail::Of<Vertex, Offset>,
                                   detail::Of<Vertex, Offset, Weight>>;
  static constexpr char const* name = "yoke::closeness";

  template <class G, class Views>
  void call(G const& like, bool of_all, Views const& views) {
    auto const& graph = detail::as_graph<Executor>(this->executor(), name, like);
    detail::distances::check_types<Executor, Vertex, Offset, Weight>(graph);
    Arguments arguments;
    detail::distances::take_graph<Weight>(arguments, graph);
    arguments.of_all = of_all;
    Base::call(detail::call_of<Types>(name), arguments,
               {detail::bytes_of("the graph's offsets", arguments.graph.offsets),
                detail::bytes_of("the graph's neighbours", arguments.graph.neighbours),
                detail::bytes_of("the graph's weights", arguments.weights)},
               views);
  }
};

namespace detail::distances {

// The plan of a call.
template <class Executor, class G>
using ClosenessPlanFor = ClosenessPlan<Executor, VertexOf<G>, OffsetOf<G>, WeightOf<G>>;

}  // namespace detail::distances

/// The closeness of each vertex: how near it is to the others. Let a vertex reach r of n vertices,
/// itself among them, and let s be the sum of its distances to these. Its closeness is (r - 1) / s,
/// times the share (r - 1) / (n - 1) of the vertices that it reaches. It is 0 if s is 0.
///
/// A distance is a number of edges. In a yoke::WeightedGraph it is the least sum of weights on a
/// path, as of yoke::shortest_paths from the vertex. A vertex at an infinite distance is not
/// reached. To count the edges of such a graph, pass its base, a yoke::Graph.
///
/// The share compares vertices of different components (Wasserman and Faust). These are the numbers
/// of NetworkX's closeness_centrality, rounded as doubles are; igraph leaves the share out.
///
/// @param executor  an execution space, a yoke::Hybrid or a yoke::Distributed. ClosenessPlan has
///   the last two.
/// @param graph  symmetric: a yoke::Graph, a yoke::WeightedGraph, or a graph-like value
///   (yoke/rows.hpp). Weights are at least 0. Loops change nothing, and of repeated edges the
///   lightest counts.
/// @param closeness  n doubles, all written. On MPI ranks one for each own vertex.
///
/// The results depend only on the input: they are the same bytes on every space and number of
/// threads. Sums of integers are exact, and are then rounded to double. Floating-point distances
/// are added as doubles: blocks of 512 vertices in their order, then the sums of the blocks in
/// theirs. If the sum exceeds the largest double, the closeness is 0.
///
/// Without weights 64 searches at a time share the arcs that several of them follow at the same
/// level. Work: O(n + m) for each level of 64 searches, and O(n n) additions. With weights a host's
/// threads each search from one source after another, in O((n + m) log n). On a device with
/// weights, teams of threads search from 32 sources each, in at most O(n m) for a source. For large
/// graphs or few sources it calls yoke::shortest_paths for each source. Memory beyond the
/// arguments, with 32-bit vertices and offsets:
/// - without weights: 52 bytes for each vertex;
/// - with weights on a host: for each thread 8 bytes and a weight for each vertex;
/// - with weights on a device: that of a plan of yoke::shortest_paths, and a weight for each
///   vertex. A plan for at most 2^16 vertices has teams: one for each 32 vertices, and at most two
///   for each multiprocessor. For each vertex a team has 32 weights and 20 bytes. Teams take at
///   most 1 GiB, and half of the memory that is left.
///
/// Throws std::invalid_argument, with the argument's name, if the graph is directed, sizes differ,
/// or closeness overlaps the graph. Throws yoke::InvalidInput, with the arc, for a weight that is
/// negative or NaN. With options.validate it throws yoke::InvalidInput for a graph that is damaged.
///
/// Source: S. Wasserman, K. Faust, "Social Network Analysis", 1994; M. Then et al., "The More the
/// Merrier: Efficient Multi-Source Graph Traversal", VLDB 2014.
template <class Executor, detail::GraphFor<Executor> G, detail::AnyView Closeness>
requires(!detail::AnyMatrix<G>) void closeness(Executor const& executor, G const& graph,
                                               Closeness const& closeness,
                                               ClosenessOptions const& options = {}) {
  auto const& whole = detail::as_graph<Executor>(executor, "yoke::closeness", graph);
  auto const raw = whole.raw();
  using Plan = detail::distances::ClosenessPlanFor<Executor, decltype(whole)>;
  Plan(executor, raw.vertices(), raw.arcs(), options)(whole, closeness);
}

/// The same of some vertices: closeness(i) is that of sources(i).
///
/// @param sources  integers as wide as a vertex, which may repeat
/// @param closeness  a double for each of them. On MPI ranks each has its part of both.
///
/// Throws also yoke::InvalidInput, with the element, for a source that is no vertex.
template <class Executor, detail::GraphFor<Executor> G, detail::AnyView Sources,
          detail::AnyView Closeness>
requires(!detail::AnyMatrix<G>) void closeness(Executor const& executor, G const& graph,
                                               Sources const& sources, Closeness const& closeness,
                                               ClosenessOptions const& options = {}) {
  auto const& whole = detail::as_graph<Executor>(executor, "yoke::closeness", graph);
  auto const raw = whole.raw();
  using Plan = detail::distances::ClosenessPlanFor<Executor, decltype(whole)>;
  Plan(executor, raw.vertices(), raw.arcs(), options)(whole, sources, closeness);
}

}  // namespace yoke
