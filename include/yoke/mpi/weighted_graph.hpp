#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <type_traits>

#include "yoke/mpi/graph.hpp"
#include "yoke/weighted_graph.hpp"

namespace yoke::detail::mpi {

// Throws where weights of right rows are not those of a yoke::DistributedWeightedGraph; compiled
// into yoke_mpi. Called by all ranks, and throws on all.
template <class Space, class Vertex, class Offset, class Weight>
void check_weights(Network<Space>& ranks, RawRows<Vertex, Offset> const& rows,
                   RawArray<Weight const> weights, bool symmetric);

// As GlobalRows, with weights.
template <class Space, class Vertex, class Offset, class Weight>
class WeightedGlobalRows {
 public:
  WeightedGlobalRows(Network<Space>& ranks, std::uint64_t vertices, RawArray<Vertex const> from,
                     RawArray<Vertex const> to, RawArray<Weight const> weights,
                     WeightedBuildOptions const& options, bool by_arcs, std::uint64_t most_arcs);
  ~WeightedGlobalRows();

  std::uint64_t first() const;     // of this rank's vertices
  std::uint64_t vertices() const;  // of this rank
  std::size_t arcs() const;        // of this rank
  // Fills vertices() + 1 offsets, arcs() neighbours and arcs() weights. Fences. Once, by this rank
  // alone.
  void write(RawArray<Offset> offsets, RawArray<Vertex> neighbours, RawArray<Weight> weights);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace yoke::detail::mpi

namespace yoke {

/// A DistributedGraph whose arcs have weights: weights()(k) is the weight of the arc to
/// neighbours()(k) of this rank. It derives from DistributedGraph, so calls on graphs take it too,
/// and ignore the weights. No weight is NaN. In a symmetric graph u -> v and v -> u have the same
/// weight. If an edge is repeated, both directions have the same weights, in any order.
template <class Vertex = std::uint32_t, class Offset = Vertex, class Weight = float,
          class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
class DistributedWeightedGraph : public DistributedGraph<Vertex, Offset, MemorySpace> {
  static_assert(ArcWeight<Weight>,
                "yoke::DistributedWeightedGraph: Weight must be float, double, std::int32_t or "
                "std::int64_t");
  using Base = DistributedGraph<Vertex, Offset, MemorySpace>;

 public:
  using weight_type = Weight;                                ///< Weight.
  using Weights = Kokkos::View<Weight const*, MemorySpace>;  ///< one for each arc of the rank
  using typename Base::Neighbours;                           ///< that of DistributedGraph
  using typename Base::Offsets;                              ///< that of DistributedGraph

  /// Called by all ranks. Checks the arrays as DistributedGraph does, then the weights. All ranks
  /// throw the errors of DistributedGraph, and
  /// - std::invalid_argument if a rank does not have one weight for each of its neighbours;
  /// - yoke::InvalidInput, which names a rank's arc, for NaN;
  /// - std::invalid_argument if the graph is symmetric and a sum of hashes says that two arcs of an
  ///   edge have different weights.
  template <class Space>
  DistributedWeightedGraph(Distributed<Space> const& cluster, GraphKind kind,
                           Offsets const& offsets, Neighbours const& neighbours,
                           Weights const& weights)
      : Base(cluster,
             detail::mpi::Call::run(name, detail::mpi::types_text<Vertex, Offset, Weight>()), kind,
             offsets, neighbours,
             [&] {
               detail::check_same_size(name, "neighbours", neighbours.extent(0), "weights",
                                       weights.extent(0));
             }),
        weights_(weights) {
    detail::mpi::check_weights(cluster.network(), detail::mpi::rows_of(this->raw()),
                               detail::raw_array<Weight>(weights), this->is_symmetric());
  }

  /// For the library's own use: rows and weights that are right, of the vertices of all ranks from
  /// `first` on.
  DistributedWeightedGraph(Unchecked, GraphKind kind, Offsets const& offsets,
                           Neighbours const& neighbours, Weights const& weights,
                           std::uint64_t first, std::uint64_t all)
      : Base(unchecked, kind, offsets, neighbours, first, all), weights_(weights) {}

  /// The weights of this rank's arcs.
  Weights const& weights() const { return weights_; }

 private:
  static constexpr char const* name = "yoke::DistributedWeightedGraph";

  Weights weights_;
};

/// yoke::build_graph of edges with weights, where each rank has some of the edges. `vertices` is
/// the number of vertices of all ranks. The ranks' rows are those that one execution space builds
/// of the first rank's edges, followed by the second rank's, and so on. They have the same bytes
/// for any number of ranks, if the edges have the same order. Called by all ranks. The result is
/// right by construction.
///
/// Each arc goes, once, from the rank that has its edge to the rank that has its source: 8 bytes
/// and its weight. There are 8 rounds; two more to even out arcs, which also send 512 KiB to each
/// further rank; and two more for RepeatedEdges::sum and RepeatedEdges::refuse. One rank alone runs
/// yoke::build_graph.
///
/// Memory beyond the result:
/// - before the exchange, for each arc of the rank's edges: a key of 8 bytes and a weight, and a
///   copy of both of at most 16 bytes;
/// - in the exchange: a key and a weight for each of these arcs and each arc of the rank's rows;
/// - after it, for each arc of the rank's rows: a key, a weight and the copy.
///
/// Throws, on all ranks, the errors of yoke::build_graph of any of them, with an edge of that
/// rank's own. Also throws std::invalid_argument if the ranks' options, partitions or numbers of
/// vertices differ, or if Offset cannot number a rank's arcs.
///
/// @tparam Offset  numbers a rank's arcs; without it, the type of the vertices
template <class Offset = void, class Space, class Vertex, class Weight, class MemorySpace>
auto build_graph(Distributed<Space> const& cluster,
                 WeightedEdgeList<Vertex, Weight, MemorySpace> const& edges,
                 WeightedBuildOptions const& options = {},
                 RowPartition partition = RowPartition::even_vertices) {
  static_assert(Kokkos::SpaceAccessibility<Space, MemorySpace>::accessible,
                "yoke::build_graph: the execution space cannot access the edges");
  static_assert(ArcWeight<Weight>,
                "yoke::build_graph: weights must be float, double, std::int32_t or std::int64_t");
  constexpr char const* caller = "yoke::build_graph";
  using ChosenOffset = std::conditional_t<std::is_void_v<Offset>, Vertex, Offset>;
  using Built = DistributedWeightedGraph<Vertex, ChosenOffset, Weight, MemorySpace>;
  using VertexWord = detail::WordOf<Vertex>;
  using OffsetWord = detail::WordOf<ChosenOffset>;
  auto& ranks = cluster.network();
  GraphKind const kind = options.symmetrise ? GraphKind::symmetric : GraphKind::directed;
  Space const& exec = ranks.exec();
  auto const check_partition = [&] {
    detail::check_choice(caller, "partition", partition, RowPartition::even_arcs);
  };
  if (ranks.ranks() == 1) {
    ranks.traffic() = {};
    check_partition();
    auto const whole = build_graph<ChosenOffset>(exec, edges, options);
    return Built(unchecked, kind, whole.offsets(), whole.neighbours(), whole.weights(), 0,
                 edges.vertices);
  }
  auto const call =
      detail::mpi::Call::run(caller, detail::mpi::types_text<Vertex, ChosenOffset, Weight>())
          .same("the number of vertices", edges.vertices)
          .same("options.symmetrise", options.symmetrise)
          .same("options.drop_loops", options.drop_loops)
          .same("options.repeated", options.repeated, {"keep", "sum", "least", "first", "refuse"})
          .same("partition", partition, {"even_vertices", "even_arcs"});
  ranks.begin_call(call, [&] {
    check_partition();
    detail::check_same_size(caller, "from", edges.from.extent(0), "to", edges.to.extent(0));
    detail::check_same_size(caller, "from", edges.from.extent(0), "weights",
                            edges.weights.extent(0));
    detail::check_choice(caller, "repeated", options.repeated, RepeatedEdges::refuse);
    detail::check_index_holds<Vertex>(caller, "from", edges.vertices);
  });
  detail::mpi::WeightedGlobalRows<Space, VertexWord, OffsetWord, Weight> rows(
      ranks, edges.vertices, detail::raw_array<VertexWord>(edges.from),
      detail::raw_array<VertexWord>(edges.to), detail::raw_array<Weight>(edges.weights), options,
      partition == RowPartition::even_arcs,
      static_cast<std::uint64_t>(std::numeric_limits<ChosenOffset>::max()));
  std::optional<Built> built;
  detail::mpi::agreed(ranks, [&] {
    auto const offsets = detail::make_array<ChosenOffset, MemorySpace>(exec, "yoke::graph::offsets",
                                                                       rows.vertices() + 1);
    auto const neighbours =
        detail::make_array<Vertex, MemorySpace>(exec, "yoke::graph::neighbours", rows.arcs());
    auto const weights =
        detail::make_array<Weight, MemorySpace>(exec, "yoke::graph::weights", rows.arcs());
    rows.write(detail::raw_output<OffsetWord>(offsets), detail::raw_output<VertexWord>(neighbours),
               detail::raw_output<Weight>(weights));
    built.emplace(unchecked, kind, offsets, neighbours, weights, rows.first(), edges.vertices);
  });
  return *built;
}

/// @cond
// This only says which header the weights of a graph need, or they would be lost silently. The
// overload of that header is more constrained, so calls take it where it is included.
class OutputFile;
struct GraphWriteOptions;
template <class Space, class Vertex, class Offset, class Weight>
void write_graph(Distributed<Space> const&, std::function<OutputFile&(std::uint64_t)> const&,
                 DistributedWeightedGraph<Vertex, Offset, Weight, Kokkos::HostSpace> const&,
                 GraphWriteOptions const&) {
  static_assert(!sizeof(Weight*),
                "yoke::write_graph: include <yoke/mpi/weighted_graph_io.hpp> to write the weights, "
                "or pass the yoke::DistributedGraph from which the DistributedWeightedGraph is "
                "derived");
}
/// @endcond

}  // namespace yoke
