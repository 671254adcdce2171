#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "yoke/mpi/detail/pruner.hpp"
#include "yoke/mpi/graph.hpp"
#include "yoke/prune.hpp"

namespace yoke {

/// As yoke::PrunedGraph, of a DistributedGraph. Each rank has the rows of the vertices that it
/// keeps, and the numbers, anchors and rounds of all vertices.
/// connected_components and spanning_forest (yoke/mpi/pruned_components.hpp) and bfs
/// (yoke/mpi/pruned_bfs.hpp) take it in place of a graph. All other calls take graph().
///
/// Numbers are those of yoke::PrunedGraph: the kept vertices from 0 on, in their order, then those
/// removed in the order of their removal. So the kept vertices of a rank follow each other.
template <class Vertex = std::uint32_t, class Offset = Vertex,
          class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
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
                  "yoke: on ranks a pruned graph is taken by bfs of <yoke/mpi/pruned_bfs.hpp> and "
                  "by connected_components and spanning_forest of "
                  "<yoke/mpi/pruned_components.hpp>; pass pruned.graph() to all other calls");
    return {};
  }
  /// Only for the library: yoke::prune makes the graph by this. Called by all ranks, after the
  /// first message of the call.
  template <class Space>
  DistributedPrunedGraph(detail::mpi::Network<Space>& ranks,
                         DistributedGraph<Vertex, Offset, MemorySpace> const& graph,
                         PruneOptions const& options)
      : graph_(unchecked, GraphKind::symmetric, {}, {}, 0, 0),
        first_(graph.first_vertex()),
        own_vertices_(graph.own_vertices()) {
    using OffsetWord = detail::WordOf<Offset>;
    detail::mpi::GlobalPruner<Space, Word, OffsetWord> pruner(
        ranks, detail::mpi::rows_of(graph.raw()), options);
    report_ = pruner.report();
    kept_counts_ = pruner.kept();
    std::size_t const all = graph.vertices(), removed = report_.removed_vertices;
    auto const own = kept_counts_.begin() + ranks.rank();
    auto const first_kept = std::accumulate(kept_counts_.begin(), own, std::uint64_t(0));
    detail::mpi::agreed(ranks, [&] {
      auto const array = [&](char const* label, std::size_t size) {
        return detail::make_array<Vertex, MemorySpace>(ranks.exec(), label, size);
      };
      order_ = array("yoke::prune::order", all);
      number_ = array("yoke::prune::number", all);
      anchor_ = array("yoke::prune::anchor", removed);
      root_ = array("yoke::prune::root", removed);
      depth_ = array("yoke::prune::depth", removed);
      auto const neighbours = array("yoke::graph::neighbours", pruner.own_arcs());
      auto const offsets =
          detail::make_array<Offset, MemorySpace>(ranks.exec(), "yoke::graph::offsets", *own + 1);
      pruner.write({detail::raw_output<OffsetWord>(offsets),
                    detail::raw_output<Word>(neighbours),
                    detail::raw_output<Word>(order_),
                    detail::raw_output<Word>(number_),
                    detail::raw_output<Word>(anchor_),
                    detail::raw_output<Word>(root_),
                    detail::raw_output<Word>(depth_),
                    {},
                    {},
                    {},
                    {}});
      graph_ = {unchecked, GraphKind::symmetric, offsets, neighbours, first_kept, all - removed};
    });
  }

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

/// yoke::prune of a DistributedGraph, by all ranks. It removes the same vertices, round by round,
/// as yoke::prune of the whole graph on one execution space.
///
/// @param cluster  ranks of one execution space
/// @param graph  a symmetric DistributedGraph
/// @param options  as for yoke::prune, the same on all ranks. options.property is pendant, isolated
///   or pendant_and_isolated.
///
/// In each round each rank finds its own pendant vertices, and all ranks get the list of them.
///
/// Sent by each rank to each further one, in words: two for each pendant vertex that it finds, and
/// one for each isolated vertex that it removes. A round takes 2 exchanges, and there are up to 8
/// more.
///
/// Memory of the result, in words:
/// - the remaining rows of this rank;
/// - 2 per vertex of all ranks, and 3 per removed vertex of all.
///
/// While it is made it takes more words:
/// - 4 per vertex of all ranks;
/// - 5 per vertex of this rank, and 1 per arc.
///
/// Work on each rank: O(n + arcs of the rank), for n vertices of all.
///
/// Throws, on all ranks,
/// - std::invalid_argument if the graph is directed, if options.property is chains, independent_set
///   or matching, if pruning notices arcs without their reverse, or if options differ;
/// - with options.validate what the constructor of DistributedGraph throws.
///
/// Source: Banerjee's thesis, chapter 8, Algorithms 14 and 15; the form for ranks is Yoke's own.
template <class Space, detail::GraphOn<Distributed<Space>> G>
auto prune(Distributed<Space> const& cluster, G const& graph, PruneOptions const& options = {}) {
  constexpr char const* name = "yoke::prune";
  static_assert(!detail::IsHybrid<Space>::value,
                "yoke::prune: ranks that are Hybrids cannot prune; take a Distributed of one "
                "execution space");
  using Vertex = detail::VertexOf<G>;
  using Offset = detail::OffsetOf<G>;
  using Memory = typename G::Neighbours::memory_space;
  static_assert(detail::is_accessible<Space, Memory>(),
                "yoke::prune: the execution space cannot access the graph");
  auto const raw = graph.raw();
  auto& ranks = cluster.network();
  auto const call = detail::mpi::Call::run(name, detail::mpi::types_text<Vertex, Offset>())
                        .same("options.property", options.property)
                        .same("options.rounds", options.rounds)
                        .same("options.least_pruned", options.least_pruned)
                        .same("options.validate", options.validate);
  ranks.begin_call(call, [&] {
    detail::check_choice(name, "options.property", options.property, PruneProperty::matching);
    if (detail::prune::is_contraction(options.property)) {
      throw std::invalid_argument(
          std::string(name) + ": options.property is " + std::string(to_string(options.property)) +
          ", a contraction, which ranks cannot share out; prune by pendant, isolated or "
          "pendant_and_isolated, or prune the whole graph on one execution space");
    }
    if (!raw.symmetric) {
      throw std::invalid_argument(
          "yoke::prune: the graph is directed; prune takes symmetric graphs");
    }
  });
  if (options.validate) detail::mpi::check_rows(ranks, detail::mpi::rows_of(raw), true);
  return DistributedPrunedGraph<Vertex, Offset, Memory>(ranks, graph, options);
}

}  // namespace yoke
