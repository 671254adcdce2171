#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "yoke/counted.hpp"
#include "yoke/graph.hpp"
#include "yoke/mpi/detail/global_rows.hpp"
#include "yoke/mpi/distributed.hpp"

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

template <class Vertex, class Offset, class MemorySpace>
class DistributedPrunedGraph;  // yoke/mpi/prune.hpp

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
