#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/kept_buffer.hpp"
#include "yoke/detail/frame/plan.hpp"
#include "yoke/detail/prune/pruner.hpp"
#include "yoke/graph.hpp"
#include "yoke/prune_options.hpp"
#include "yoke/rows.hpp"

namespace yoke {

/// @cond
template <class Vertex = std::uint32_t, class Offset = Vertex,
          class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
class DistributedPrunedGraph;  // yoke/mpi/graph.hpp
/// @endcond

/// The graph that yoke::prune leaves, with the vertices that it took away. It is made once and
/// serves any number of calls: connected_components and spanning_forest
/// (yoke/pruned_components.hpp), bfs (yoke/pruned_bfs.hpp) and all_pairs_distances
/// (yoke/pruned_distances.hpp) take it in place of a graph. All other calls take graph(). A handle
/// on shared Views: copying it copies no array.
///
/// Vertices have new numbers: the kept ones from 0 on, in their order, then those removed in the
/// order of their removal.
template <class Vertex = std::uint32_t, class Offset = Vertex,
          class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
class PrunedGraph {
  using Array = Kokkos::View<Vertex*, MemorySpace>;
  using Word = detail::WordOf<Vertex>;

 public:
  using vertex_type = Vertex;                                 ///< Vertex.
  using offset_type = Offset;                                 ///< Offset.
  using memory_space = MemorySpace;                           ///< the memory of the arrays
  using Vertices = Kokkos::View<Vertex const*, MemorySpace>;  ///< one word for each vertex

  /// A graph without vertices.
  PrunedGraph() = default;

  /// The remaining graph: the kept vertices by their new numbers, and the arcs between them.
  Graph<Vertex, Offset, MemorySpace> const& graph() const { return graph_; }
  /// The number of vertices before pruning.
  std::size_t vertices() const { return order_.extent(0); }
  /// The kept vertices, ascending: kept()(i) is vertex i of graph().
  Vertices kept() const { return part(0, graph_.vertices()); }
  /// The vertices removed, in the order of their removal.
  Vertices removed() const { return part(graph_.vertices(), vertices()); }
  /// For each of removed() the neighbour that it hung from; itself if it was isolated. After a
  /// contraction the far end of the edge along which it merged. The near end may be a vertex that
  /// had merged into it before.
  Vertices anchors() const { return anchor_; }
  /// With chains, for each arc of graph() the number of edges in the chain that it replaces.
  /// Otherwise no elements.
  Vertices lengths() const { return length_; }
  /// For each vertex its new number.
  Vertices numbers() const { return number_; }
  /// The rounds. removed() has their vertices one round after the other.
  PruneReport const& report() const { return report_; }

  /// Only for the library.
  detail::prune::PrunedArrays<Word> raw() const {
    return {detail::raw_array<Word>(order_),
            detail::raw_array<Word>(number_),
            detail::raw_array<Word>(anchor_),
            detail::raw_array<Word>(root_),
            detail::raw_array<Word>(depth_),
            detail::prune::is_contraction(report_.property) ? detail::raw_array<Word>(edge_from_)
                                                            : detail::raw_array<Word>(removed()),
            &report_};
  }
  /// Only for the library.
  detail::prune::MergedArcs<Word, detail::WordOf<Offset>> merged_arcs() const {
    return {detail::raw_array<detail::WordOf<Offset>>(graph_.offsets()),
            detail::raw_array<Word>(graph_.neighbours()), detail::raw_array<Word>(arc_from_),
            detail::raw_array<Word>(arc_to_)};
  }
  /// Only for the library: yoke::prune makes the graph by this.
  template <class Space>
  PrunedGraph(Space const& exec, Graph<Vertex, Offset, MemorySpace> const& graph,
              PruneOptions const& options) {
    using OffsetWord = detail::WordOf<Offset>;
    detail::prune::Pruner<Space, Word, OffsetWord> pruner(exec, graph.raw(), options);
    report_ = pruner.report();
    std::size_t const removed = report_.removed_vertices, kept = graph.vertices() - removed;
    auto const array = [&](char const* label, std::size_t size) {
      return detail::make_array<Vertex, MemorySpace>(exec, label, size);
    };
    order_ = array("yoke::prune::order", graph.vertices());
    number_ = array("yoke::prune::number", graph.vertices());
    anchor_ = array("yoke::prune::anchor", removed);
    root_ = array("yoke::prune::root", removed);
    bool const is_contraction = detail::prune::is_contraction(options.property);
    std::size_t const arcs = graph.arcs() - report_.removed_arcs;
    if (is_contraction) {
      edge_from_ = array("yoke::prune::edge_from", removed);
      arc_from_ = array("yoke::prune::arc_from", arcs);
      arc_to_ = array("yoke::prune::arc_to", arcs);
    } else {
      depth_ = array("yoke::prune::depth", removed);
    }
    if (options.property == PruneProperty::chains) length_ = array("yoke::prune::length", arcs);
    auto const neighbours = array("yoke::graph::neighbours", arcs);
    auto const offsets =
        detail::make_array<Offset, MemorySpace>(exec, "yoke::graph::offsets", kept + 1);
    pruner.write({detail::raw_output<OffsetWord>(offsets), detail::raw_output<Word>(neighbours),
                  detail::raw_output<Word>(order_), detail::raw_output<Word>(number_),
                  detail::raw_output<Word>(anchor_), detail::raw_output<Word>(root_),
                  detail::raw_output<Word>(depth_), detail::raw_output<Word>(edge_from_),
                  detail::raw_output<Word>(arc_from_), detail::raw_output<Word>(arc_to_),
                  detail::raw_output<Word>(length_)});
    graph_ = {unchecked, GraphKind::symmetric, offsets, neighbours};
  }

 private:
  Vertices part(std::size_t begin, std::size_t end) const {
    return Kokkos::subview(order_, std::pair(begin, end));
  }

  Graph<Vertex, Offset, MemorySpace> graph_;
  PruneReport report_;
  Array order_, number_, anchor_, root_, depth_;
  Array edge_from_, arc_from_, arc_to_, length_;  // of a contraction
};

/// @cond
// Only says which calls take a pruned graph.
template <class Vertex, class Offset, class MemorySpace>
struct GraphTraits<PrunedGraph<Vertex, Offset, MemorySpace>> {
  using G = Graph<Vertex, Offset, MemorySpace>;
  static Rows<typename G::Offsets, typename G::Neighbours> rows(
      PrunedGraph<Vertex, Offset, MemorySpace> const& pruned) {
    static_assert(!sizeof(Vertex*),
                  "yoke: a pruned graph is taken by bfs of <yoke/pruned_bfs.hpp>, by "
                  "connected_components and spanning_forest of <yoke/pruned_components.hpp>, and "
                  "by all_pairs_distances of <yoke/pruned_distances.hpp>; pass pruned.graph() to "
                  "all other calls");
    return {pruned.graph().offsets(), pruned.graph().neighbours(), GraphKind::symmetric};
  }
};
/// @endcond

/// Removes vertices that a search or a labelling does not need, round after round. Their results
/// follow from those of the vertices that are left.
///
/// @param executor  an execution space or a Hybrid. A Hybrid prunes on the side where the graph
///   lies. The overload for a Distributed is the call on MPI ranks.
/// @param graph  a yoke::Graph or a graph-like value (yoke/rows.hpp). It is symmetric. Loops and
///   repeated arcs are arcs, so their vertices are not pendant.
/// @param options  the property of the vertices that go, and the rounds
///
/// A pendant vertex has exactly one arc left, to another vertex. If two pendant vertices have each
/// other, the smaller one stays. So one vertex of a tree is left, or none with
/// pendant_and_isolated, if rounds suffice.
///
/// With chains, independent_set or matching a vertex merges into a neighbour, which takes its arcs.
/// No round adds an arc. Loops are dropped, rows are sorted, and chains alone keep arcs with the
/// same ends. Only components and forests extend over these: PrunedBfsPlan and PrunedAllPairsPlan
/// refuse them.
///
/// Deterministic, except the order of the vertices within a round of pendant vertices. Work
/// O(n + m); of a contraction O(n + m) in each round, which sorts the arcs. Memory of the result:
/// the remaining graph, 2 words per vertex and 3 words per removed vertex. After a contraction also
/// 2 words per remaining arc, and 3 with chains. While it is made it takes n offsets, 2.5 n words
/// and m words more; a contraction takes 9 n words and 76 m bytes more, or 96 m with 64-bit words.
///
/// Throws std::invalid_argument if the graph is directed, or if pruning notices arcs without their
/// reverse. A contraction throws it for 2^32 vertices or more. The arrays of a graph that was made
/// unchecked may be wrong: with options.validate this throws yoke::InvalidInput.
///
/// Source: Banerjee's thesis, chapter 8, Algorithms 14 and 15.
template <class Executor, class G>
auto prune(Executor const& executor, G const& graph, PruneOptions const& options = {}) {
  constexpr char const* name = "yoke::prune";
  static_assert(detail::check_instantiated<Executor>());
  static_assert(!detail::IsDistributed<Executor>::value,
                "yoke::prune: on ranks include <yoke/mpi/graph.hpp>, and pass a "
                "yoke::DistributedGraph");
  auto const& whole = detail::as_graph<Executor>(executor, name, graph);
  using Whole = std::remove_cvref_t<decltype(whole)>;
  using Vertex = typename Whole::vertex_type;
  using Offset = typename Whole::offset_type;
  using Memory = typename Whole::memory_space;
  static_assert(detail::is_accessible<Executor, Memory>(),
                "yoke::prune: the execution space cannot access the graph");
  detail::check_choice(name, "options.property", options.property, PruneProperty::matching);
  if (!whole.is_symmetric()) {
    throw std::invalid_argument("yoke::prune: the graph is directed; prune takes symmetric graphs");
  }
  detail::PlanExecutor<Executor> const where(executor);
  where.begin_call();
  auto const& exec = where.template instance_for<Memory>();
  using Space = std::remove_cvref_t<decltype(exec)>;
  if (options.validate) detail::graphs::check_graph<Space>(exec, whole.raw(), {name});
  return PrunedGraph<Vertex, Offset, Memory>(exec, whole, options);
}

namespace detail::prune {

// The form for ranks, which yoke/mpi/graph.hpp includes.
template <class Space>
struct PruneOnRanks;

}  // namespace detail::prune

/// yoke::prune of a DistributedGraph, by all ranks. It removes the same vertices, round by round,
/// as yoke::prune of the whole graph on one execution space.
///
/// @param cluster  ranks of one execution space
/// @param graph  a symmetric DistributedGraph (yoke/mpi/graph.hpp)
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
  return detail::prune::PruneOnRanks<Space>::call(cluster, graph, options);
}

namespace detail::prune {

// The instance that works on arrays in Memory.
template <class Executor, class Memory>
using SpaceFor = std::remove_cvref_t<
    decltype(std::declval<PlanExecutor<Executor> const&>().template instance_for<Memory>())>;

// Sources and results are Views of integers as wide as a vertex, in memory that the space accesses.
template <class Space, class Vertex, class V>
constexpr bool check_extended_type() {
  static_assert(V::rank == 1 && std::is_integral_v<typename V::value_type> &&
                    sizeof(typename V::value_type) == sizeof(Vertex),
                "yoke: sources and results of a pruned graph must be one-dimensional Views of "
                "integers as wide as its vertices");
  static_assert(Kokkos::SpaceAccessibility<Space, typename V::memory_space>::accessible,
                "yoke: sources and results of a pruned graph must be in memory that the execution "
                "space of the graph accesses");
  return true;
}

template <class V>
void check_extended(char const* caller, char const* argument, V const& view, std::size_t vertices) {
  check_same_size(caller, argument, view.extent(0), "the graph", vertices);
  check_index_holds<typename V::value_type>(caller, argument, vertices);
}

inline void refuse_contraction(char const* caller, PruneProperty property) {
  if (!is_contraction(property)) return;
  throw std::invalid_argument(std::string(caller) + ": the graph was pruned by " +
                              std::string(to_string(property)) +
                              ", and a search by levels knows no lengths; prune it by "
                              "pendant, isolated or pendant_and_isolated");
}

}  // namespace detail::prune

/// Extends labels of the remaining graph to all vertices, for an algorithm of yours that labels
/// pruned.graph(). yoke::connected_components does it by itself.
///
/// @param executor  as for yoke::prune
/// @param pruned  the pruned graph
/// @param label_of_kept  for each vertex of pruned.graph() the smallest vertex of its component
/// @param label  n integers: for each vertex of the graph before pruning the smallest vertex of its
///   component. All are written. It may overlap no other argument.
///
/// Work O(n), no memory; strided Views are copied. Throws std::invalid_argument if sizes differ.
///
/// Source: Banerjee's thesis, Algorithms 15 and 19.
template <class Executor, class Vertex, class Offset, class MemorySpace, detail::AnyView Kept,
          detail::AnyView Label>
void extend_labels(Executor const& executor, PrunedGraph<Vertex, Offset, MemorySpace> const& pruned,
                   Kept const& label_of_kept, Label const& label) {
  using Space = detail::prune::SpaceFor<Executor, MemorySpace>;
  using Word = detail::WordOf<Vertex>;
  constexpr char const* name = "yoke::extend_labels";
  static_assert(detail::prune::check_extended_type<Space, Vertex, Kept>());
  static_assert(detail::prune::check_extended_type<Space, Vertex, Label>());
  detail::check_same_size(name, "label_of_kept", label_of_kept.extent(0), "pruned.graph()",
                          pruned.graph().vertices());
  detail::prune::check_extended(name, "label", label, pruned.vertices());
  detail::check_apart(name, {detail::bytes_of("label", label)},
                      {detail::bytes_of("label_of_kept", label_of_kept)});
  detail::PlanExecutor<Executor> const where(executor);
  where.begin_call();
  Space const& exec = where.template instance_for<MemorySpace>();
  detail::StridedCopy in, out;
  detail::prune::extend_labels<Space, Word>(
      exec, pruned.raw(), in.array<Word const>(exec, label_of_kept), out.array<Word>(exec, label));
  out.write_back(exec, label);
}

}  // namespace yoke
