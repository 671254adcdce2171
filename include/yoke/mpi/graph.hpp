#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "yoke/counted.hpp"
#include "yoke/detail/prune/pruner.hpp"
#include "yoke/graph.hpp"
#include "yoke/mpi/detail/rows.hpp"
#include "yoke/mpi/distributed.hpp"
#include "yoke/prune.hpp"

namespace yoke {

/// A graph over ranks. Each rank has the rows of some vertices: rank 0 of the first ones, then rank
/// 1, and so on. A rank may have none. Offsets are the rank's own, from 0. Neighbours have their
/// numbers among the vertices of all ranks. A handle on Views, as yoke::Graph. Vertex must number
/// the vertices of all ranks, and Offset the arcs of one.
template <class Vertex = std::uint32_t, class Offset = Vertex,
          class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
class DistributedGraph {
  static_assert(detail::is_index<Vertex> && detail::is_index<Offset>,
                "yoke::DistributedGraph: Vertex and Offset must be 32- or 64-bit integers");
  static_assert(sizeof(Offset) >= sizeof(Vertex),
                "yoke::DistributedGraph: Offset may not be narrower than Vertex");

 public:
  using vertex_type = Vertex;                                   ///< Vertex.
  using offset_type = Offset;                                   ///< Offset.
  using Offsets = Kokkos::View<Offset const*, MemorySpace>;     ///< a rank's vertices + 1
  using Neighbours = Kokkos::View<Vertex const*, MemorySpace>;  ///< one an arc

  /// Called by all ranks. Checks the arrays as yoke::Graph does. All ranks throw
  /// - std::invalid_argument if sizes do not fit, a type is too small, or ranks differ in `kind`;
  /// - std::invalid_argument if arcs are promised to be symmetric and a sum of hashes says no;
  /// - yoke::InvalidInput for other faults, with a vertex or an arc of the rank's own.
  ///
  /// @param offsets  one more than the rank has vertices; none if it has no vertices
  /// @param neighbours  one for each arc of the rank's vertices
  template <class Space>
  DistributedGraph(Distributed<Space> const& cluster, GraphKind kind, Offsets const& offsets,
                   Neighbours const& neighbours)
      : DistributedGraph(cluster,
                         detail::mpi::Call::run("yoke::DistributedGraph",
                                                detail::mpi::types_text<Vertex, Offset>()),
                         kind, offsets, neighbours, [] {}) {}

  /// For the library's own use: rows that are right, of the vertices of all ranks from `first` on.
  DistributedGraph(Unchecked, GraphKind kind, Offsets const& offsets, Neighbours const& neighbours,
                   std::uint64_t first, std::uint64_t all)
      : kind_(kind), offsets_(offsets), neighbours_(neighbours), begin_(first), vertices_(all) {}

  std::size_t vertices() const { return vertices_; }              ///< of all ranks
  std::size_t first_vertex() const { return begin_; }             ///< of this rank, among all
  std::size_t own_arcs() const { return neighbours_.extent(0); }  ///< of this rank
  /// The number of vertices of this rank.
  std::size_t own_vertices() const { return offsets_.extent(0) == 0 ? 0 : offsets_.extent(0) - 1; }
  GraphKind kind() const { return kind_; }                             ///< as promised
  bool is_symmetric() const { return kind_ == GraphKind::symmetric; }  ///< for all arcs
  Offsets const& offsets() const { return offsets_; }                  ///< of this rank
  Neighbours const& neighbours() const { return neighbours_; }         ///< of this rank

  /// For the library's own use.
  detail::RawGraph<detail::WordOf<Vertex>, detail::WordOf<Offset>> raw() const {
    return {detail::raw_array<detail::WordOf<Offset>>(offsets_),
            detail::raw_array<detail::WordOf<Vertex>>(neighbours_),
            {},
            {},
            is_symmetric(),
            begin_,
            vertices_};
  }

 protected:
  /// For the library's own use: the same with the first message of a derived class, and with what
  /// that class checks of each rank alone.
  template <class Space, class Check>
  DistributedGraph(Distributed<Space> const& cluster, detail::mpi::Call call, GraphKind kind,
                   Offsets const& offsets, Neighbours const& neighbours, Check const& check)
      : kind_(kind), offsets_(offsets), neighbours_(neighbours) {
    static_assert(Kokkos::SpaceAccessibility<Space, MemorySpace>::accessible,
                  "yoke::DistributedGraph: the execution space cannot access the arrays");
    auto& ranks = cluster.network();
    ranks.begin_call(call.same("kind", kind, {"symmetric", "directed"}), check);
    std::uint64_t const before = ranks.sum_before({own_vertices()})[0];
    begin_ = before;
    vertices_ = ranks.sum(own_vertices());
    detail::mpi::agreed(ranks, [&] {
      constexpr char const* caller = "yoke::DistributedGraph";
      detail::check_choice(caller, "kind", kind, GraphKind::directed);
      detail::check_index_holds<Vertex>(caller, "neighbours", vertices_);
      detail::check_index_holds<Offset>(caller, "offsets", own_arcs());
      if (own_arcs() > 0 && own_vertices() == 0) {
        throw std::invalid_argument(std::string(caller) + ": " +
                                    there_are(own_arcs(), "neighbour") + " and no vertices");
      }
    });
    detail::mpi::check_rows(ranks, detail::mpi::rows_of(raw()), is_symmetric());
  }

 private:
  GraphKind kind_;
  Offsets offsets_;
  Neighbours neighbours_;
  std::uint64_t begin_ = 0, vertices_ = 0;
};

/// The result of yoke::spanning_forest of a DistributedGraph. Each rank has an edge for each of its
/// vertices that is not its own label. Edges have the vertices' numbers among those of all ranks.
/// Both ends may be other ranks'. `from` and `to` need a place for each vertex of the rank;
/// places from own_edges on are scratch. All ranks together have n - components edges.
///
/// Each rank finds a forest of the arcs among its own vertices, and all ranks get the labels. Each
/// rank then notes a forest of its arcs to other ranks, among the components that are left. All
/// ranks get these h arcs. Work is O(arcs of the rank + n).
///
/// Sent with p ranks, in words:
/// - (own vertices + 2 h) (p - 1);
/// - three for each of the h arcs that becomes the edge of another rank's vertex.
///
/// Memory beyond the arguments, in words:
/// - two for each vertex of all ranks, and half a word for each own one;
/// - two for each arc that any rank has noted, and seven more for each of this rank's;
/// - four for each edge that this rank receives;
/// - two for each arc that the rank may note: one for each own arc, or for each component left.
struct DistributedForest {
  std::size_t components;  ///< of the graph, the same on all ranks
  std::size_t own_edges;   ///< of the forest, on this rank
};

/// As yoke::PrunedGraph, of a DistributedGraph. Each rank has the rows of the vertices that it
/// keeps, and the numbers, anchors and rounds of all vertices.
/// connected_components and spanning_forest (yoke/pruned_components.hpp) and bfs
/// (yoke/pruned_bfs.hpp) take it in place of a graph. All other calls take graph().
///
/// Numbers are those of yoke::PrunedGraph: the kept vertices from 0 on, in their order, then those
/// removed in the order of their removal. So the kept vertices of a rank follow each other.
template <class Vertex, class Offset, class MemorySpace>
class DistributedPrunedGraph {
  using Array = Kokkos::View<Vertex*, MemorySpace>;
  using Word = detail::WordOf<Vertex>;

 public:
  using vertex_type = Vertex;                                   ///< Vertex.
  using offset_type = Offset;                                   ///< Offset.
  using memory_space = MemorySpace;                             ///< the memory of the arrays
  using Vertices = Kokkos::View<Vertex const*, MemorySpace>;    ///< one word for each vertex
  using Offsets = Kokkos::View<Offset const*, MemorySpace>;     ///< as in DistributedGraph
  using Neighbours = Kokkos::View<Vertex const*, MemorySpace>;  ///< as in DistributedGraph

  /// The remaining graph: the kept vertices by their new numbers, and the arcs between them.
  DistributedGraph<Vertex, Offset, MemorySpace> const& graph() const { return graph_; }
  std::size_t vertices() const { return order_.extent(0); }   ///< of all ranks, before pruning
  std::size_t first_vertex() const { return first_; }         ///< of this rank, among these
  std::size_t own_vertices() const { return own_vertices_; }  ///< of this rank, before pruning
  /// The kept vertices of all ranks, ascending: kept()(i) is vertex i of graph().
  Vertices kept() const { return part(0, graph_.vertices()); }
  /// The vertices removed, of all ranks, in the order of their removal.
  Vertices removed() const { return part(graph_.vertices(), vertices()); }
  /// For each of removed() the neighbour that it hung from; itself if it was isolated.
  Vertices anchors() const { return anchor_; }
  /// For each vertex of all ranks its new number.
  Vertices numbers() const { return number_; }
  /// The rounds of all ranks. removed() has their vertices one round after the other.
  PruneReport const& report() const { return report_; }

  /// Only for the library.
  detail::prune::PrunedArrays<Word> arrays() const {
    return {detail::raw_array<Word>(order_),
            detail::raw_array<Word>(number_),
            detail::raw_array<Word>(anchor_),
            detail::raw_array<Word>(root_),
            detail::raw_array<Word>(depth_),
            detail::raw_array<Word>(removed()),
            &report_};
  }
  /// Only for the library: the number of vertices that each rank keeps.
  detail::mpi::Counts const& kept_counts() const { return kept_counts_; }
  /// Only says which calls take a pruned graph.
  template <class Never = Vertex>
  detail::RawGraph<Word, detail::WordOf<Offset>> raw() const {
    static_assert(!sizeof(Never*),
                  "yoke: on ranks a pruned graph is taken by bfs of <yoke/pruned_bfs.hpp> and by "
                  "connected_components and spanning_forest of <yoke/pruned_components.hpp>; pass "
                  "pruned.graph() to all other calls");
    return {};
  }
  /// Only for the library: yoke::prune makes the graph by this. Called by all ranks, after the
  /// first message of the call.
  template <class Space>
  DistributedPrunedGraph(detail::mpi::Network<Space>& ranks,
                         DistributedGraph<Vertex, Offset, MemorySpace> const& graph,
                         PruneOptions const& options);

 private:
  Vertices part(std::size_t begin, std::size_t end) const {
    return Kokkos::subview(order_, std::pair(begin, end));
  }

  DistributedGraph<Vertex, Offset, MemorySpace> graph_;
  PruneReport report_;
  std::size_t first_, own_vertices_;
  detail::mpi::Counts kept_counts_;
  Array order_, number_, anchor_, root_, depth_;
};

namespace detail {

template <class Executor>
struct TakesGraph<Distributed<Executor>> {
  template <class Vertex, class Offset, class MemorySpace>
  static void take(DistributedGraph<Vertex, Offset, MemorySpace> const&);
  // Only so that it says itself which calls take it.
  template <class Vertex, class Offset, class MemorySpace>
  static void take(DistributedPrunedGraph<Vertex, Offset, MemorySpace> const&);
};

template <class Executor>
struct ForestFound;
template <class Executor>
struct ForestFound<Distributed<Executor>> {
  using Type = DistributedForest;
  static Type of(std::size_t components, std::uint64_t own_edges) {
    return {components, own_edges};
  }
};

}  // namespace detail

/// The range of vertices that each rank has.
enum class RowPartition {
  even_vertices,  ///< rank r of p has the vertices from floor(n r / p) on
  /// Each rank has about the same number of vertices and arcs together. They are counted before
  /// loops are dropped and edges merged. This is for graphs like R-MAT: the first half of the
  /// vertices has three quarters of the arcs, so its rank would keep the others waiting.
  even_arcs,
};

/// yoke::build_graph, where each rank has some of the edges, in any order. `vertices` is the number
/// of vertices of all ranks. With sorted neighbours (or merged edges) the ranks' rows are those
/// that one execution space builds from all edges. They have the same bytes for any number of ranks
/// and any share of the edges. Called by all ranks. The result is right by construction.
///
/// Each arc goes once from the rank that has its edge to the rank that has its source, as two words
/// of a vertex. There are 7 rounds. To even out arcs takes two more, and 512 KiB to each further
/// rank. Memory beyond the result, during the exchange: two words for each arc of the rank's edges,
/// and two for each arc of its rows. After it: two words and 8 bytes for each arc of its rows, and
/// on a device 8 bytes more. One rank alone runs yoke::build_graph.
///
/// Throws, on all ranks, the errors of yoke::build_graph of any of them, with an edge of that
/// rank's own. Also throws std::invalid_argument if the ranks' options, partitions or numbers of
/// vertices differ, or if Offset cannot number a rank's arcs.
///
/// @tparam Offset  numbers a rank's arcs; without it, the type of the vertices
template <class Offset = void, class Space, class Vertex, class MemorySpace>
auto build_graph(Distributed<Space> const& cluster, EdgeList<Vertex, MemorySpace> const& edges,
                 GraphBuildOptions const& options = {},
                 RowPartition partition = RowPartition::even_vertices) {
  static_assert(Kokkos::SpaceAccessibility<Space, MemorySpace>::accessible,
                "yoke::build_graph: the execution space cannot access the edges");
  constexpr char const* caller = "yoke::build_graph";
  using ChosenOffset = std::conditional_t<std::is_void_v<Offset>, Vertex, Offset>;
  using Built = DistributedGraph<Vertex, ChosenOffset, MemorySpace>;
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
    return Built(unchecked, kind, whole.offsets(), whole.neighbours(), 0, edges.vertices);
  }
  auto const call = detail::mpi::Call::run(caller, detail::mpi::types_text<Vertex, ChosenOffset>())
                        .same("the number of vertices", edges.vertices)
                        .same("options.symmetrise", options.symmetrise)
                        .same("options.drop_loops", options.drop_loops)
                        .same("options.merge_multi_edges", options.merge_multi_edges)
                        .same("options.sort_neighbours", options.sort_neighbours)
                        .same("partition", partition, {"even_vertices", "even_arcs"});
  ranks.begin_call(call, [&] {
    check_partition();
    detail::check_same_size(caller, "from", edges.from.extent(0), "to", edges.to.extent(0));
    detail::check_index_holds<Vertex>(caller, "from", edges.vertices);
  });
  detail::mpi::GlobalRows<Space, VertexWord, OffsetWord> rows(
      ranks, edges.vertices, detail::raw_array<VertexWord>(edges.from),
      detail::raw_array<VertexWord>(edges.to),
      {options.symmetrise, options.drop_loops, options.merge_multi_edges, options.sort_neighbours},
      partition == RowPartition::even_arcs,
      static_cast<std::uint64_t>(std::numeric_limits<ChosenOffset>::max()));
  std::optional<Built> built;
  detail::mpi::agreed(ranks, [&] {
    auto const offsets = detail::make_array<ChosenOffset, MemorySpace>(exec, "yoke::graph::offsets",
                                                                       rows.vertices() + 1);
    auto const neighbours =
        detail::make_array<Vertex, MemorySpace>(exec, "yoke::graph::neighbours", rows.arcs());
    rows.write(detail::raw_output<OffsetWord>(offsets), detail::raw_output<VertexWord>(neighbours));
    built.emplace(unchecked, kind, offsets, neighbours, rows.first(), edges.vertices);
  });
  return *built;
}

}  // namespace yoke

// The plans of pruned graphs on ranks. The rest is compiled into Yoke::mpi.
#include "yoke/detail/prune/ranks/plans.hpp"
