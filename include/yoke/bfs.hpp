#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <tuple>
#include <type_traits>

#include "yoke/bfs_options.hpp"
#include "yoke/detail/bfs/capability.hpp"
#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/plan.hpp"
#include "yoke/detail/graphs/sources.hpp"
#include "yoke/errors.hpp"
#include "yoke/graph.hpp"

namespace yoke {

/// The workspace and the chosen algorithm for searches of graphs up to a number of vertices and
/// arcs. Repeated calls allocate nothing. Executor is a Kokkos execution space or a yoke::Hybrid.
/// Vertex and Offset are those of the graphs.
///
/// Calls run on the instance that the plan was made with. A Hybrid must outlive its plans and must
/// not move. Only one thread at a time may use a plan.
///
/// If Executor is a yoke::Distributed of an execution space, the graph is a yoke::DistributedGraph.
/// Each MPI rank has some of its rows, and the plan is for this rank's rows. level(i) and parent(i)
/// are the values of one rank for the rank's own vertex i. Levels are the same bytes for any number
/// of ranks. With options.deterministic_parents, parents are too. Without it they may be any
/// neighbours one level up. Each rank may leave either out for itself. Returns the number of
/// vertices reached, on all ranks.
///
/// `source` is a vertex, the same one on all ranks. Or it is this rank's part of a View of
/// vertices. These may be vertices of any rank, may repeat, and may be none.
///
/// The search goes level by level. Top-down, each rank follows the arcs of its own vertices in the
/// frontier. It sends the vertices that they reach to their owner, or to all if they are few: a
/// vertex of another rank once in a search. Bottom-up levels need a symmetric graph, and a frontier
/// with many of the arcs. All ranks then get the frontier as a bit for each vertex. Each looks for
/// a neighbour in it for each of its own vertices that is not reached yet.
///
/// Let there be n vertices on all ranks, n' of them this rank's, and p ranks. Let the rank have
/// arcs to t distinct vertices of other ranks. It sends, in words, its sources and up to t vertices
/// in a search, twice that with parents. Levels at which ranks send up to 4096 vertices together go
/// to each further rank. A bottom-up level sends n' / 8 + 8 bytes to each further rank. Rounds: 3
/// for a level of few vertices, 6 for others found top-down, 2 for each bottom-up, 11 others.
///
/// Memory beyond the arguments:
/// - 3 n / 8 + n' / 4 bytes, and with options.deterministic_parents a word for each vertex of all;
/// - for each own vertex a word and an Offset, and another word if there is no `level`;
/// - a word (two with parents) for each vertex of another rank, or for each arc of its own if these
///   are fewer; for each source, if these are more;
/// - the vertices sent and received at a level.
///
/// The options `validate`, `deterministic_parents`, `device_memory` and `algorithm` have an effect.
/// `level_synchronous` is top-down only. `algorithm` must not be sequential. The report has
/// `algorithm`, `levels` and `bottom_up_levels` of all ranks, and the phases of this one. Throws on
/// all ranks the errors of yoke::bfs. A source that is no vertex is named, with its place in the
/// rank's part, and the rank.
///
/// Source: Beamer, Buluc, Asanovic and Patterson 2013, for bottom-up levels between ranks.
template <class Executor, class Vertex, class Offset = Vertex>
class BfsPlan
    : public detail::Plan<detail::bfs::BreadthFirst<detail::WordOf<Vertex>, detail::WordOf<Offset>>,
                          Executor> {
  static_assert(detail::is_index<Vertex> && detail::is_index<Offset>,
                "yoke::BfsPlan: Vertex and Offset must be 32- or 64-bit integers");
  using Word = detail::WordOf<Vertex>;
  using Base = detail::Plan<detail::bfs::BreadthFirst<Word, detail::WordOf<Offset>>, Executor>;
  using Arguments = typename Base::Arguments;

 public:
  /// Throws std::invalid_argument if Vertex or Offset is too small, if an option is out of its
  /// range, or for 2^48 vertices or arcs or more.
  BfsPlan(Executor const& executor, std::size_t vertices, std::size_t arcs,
          BfsOptions const& options = {})
      : Base(
            executor, detail::call_of<Types>(name),
            [=] {
              return detail::GraphCapacity{
                  detail::checked_count<Vertex>(
                      "yoke::BfsPlan", "Vertex",
                      detail::checked_capacity("yoke::BfsPlan", vertices, "vertices")),
                  detail::checked_count<Offset>(
                      "yoke::BfsPlan", "Offset",
                      detail::checked_capacity("yoke::BfsPlan", arcs, "arcs"))};
            },
            options) {}
  template <detail::TemporaryHybrid Temporary>
  BfsPlan(Temporary&& gone_too_soon, std::size_t, std::size_t, BfsOptions const& = {}) = delete;

  /// Searches as yoke::bfs does, and throws its exceptions. Also throws std::invalid_argument if
  /// the graph is larger than the plan.
  template <detail::GraphFor<Executor> G, class Source, class Level>
  std::size_t operator()(G const& graph, Source const& source, Level const& level) {
    return call(as_graph(graph), source,
                std::tuple(detail::bind<&Arguments::level>("level", level)));
  }

  /// The same, with parents.
  template <detail::GraphFor<Executor> G, class Source, class Level, class Parent>
  std::size_t operator()(G const& graph, Source const& source, Level const& level,
                         Parent const& parent) {
    return call(as_graph(graph), source,
                std::tuple(detail::bind<&Arguments::level>("level", level),
                           detail::bind<&Arguments::parent>("parent", parent)));
  }

 private:
  static constexpr char const* name = "yoke::bfs";
  using Types = detail::Of<Vertex, Offset>;

  template <class G>
  decltype(auto) as_graph(G const& graph) const {
    return detail::as_graph<Executor>(this->executor(), name, graph);
  }

  template <class G, class Source, class Outputs>
  std::size_t call(G const& graph, Source const& source, Outputs const& outputs) {
    static_assert(detail::is_accessible<Executor, typename G::Offsets::memory_space>(),
                  "yoke::bfs: the execution space cannot access the graph");
    static_assert(
        std::is_same_v<detail::VertexOf<G>, Vertex> && std::is_same_v<detail::OffsetOf<G>, Offset>,
        "yoke::BfsPlan: the graph is not of the plan's types");
    auto const raw = graph.raw();
    Arguments arguments;
    arguments.graph = raw.without_shared_incoming();
    std::initializer_list<detail::ArgumentBytes> const graph_bytes = {
        detail::bytes_of("the graph's offsets", raw.offsets),
        detail::bytes_of("the graph's neighbours", raw.neighbours),
        detail::bytes_of("the graph's incoming offsets", raw.incoming_offsets),
        detail::bytes_of("the graph's incoming neighbours", raw.incoming_neighbours)};
    if constexpr (std::is_integral_v<Source>) {
      arguments.source = detail::source_word<Word>(source);
      arguments.has_one_source = true;
      return Base::call(detail::call_of<Types, detail::bfs::FromOneSource>(name), arguments,
                        graph_bytes, outputs,
                        [&] { detail::check_source(name, source, graph.vertices()); });
    } else {
      auto const sources = std::tuple(detail::bind<&Arguments::sources>("source", source));
      return Base::call(detail::call_of<Types, detail::bfs::FromSources>(name), arguments,
                        graph_bytes, std::tuple_cat(sources, outputs));
    }
  }
};

/// Breadth-first search from one vertex or from several.
///
/// @param graph  a yoke::Graph, or a graph-like value (yoke/rows.hpp). To search a directed graph
///   in both directions, give it its incoming arcs (Graph::with_incoming). Without them `automatic`
///   and `direction_optimising` only push along the arcs, as `level_synchronous` does.
/// @param source  a vertex, or a one-dimensional View of vertices. Vertices may repeat. No vertices
///   reach nothing.
/// @param level  n integers as wide as the graph's vertices, signed or not: the number of arcs on a
///   shortest path from the nearest source. A View of no elements leaves levels out.
/// @param parent  n integers of the same width: the previous vertex on such a path. A source is its
///   own parent. It is not computed if it is left out or has no elements. level and parent may
///   overlap neither each other nor source nor the graph's arrays.
///
/// Vertices that no source reaches have the largest value of the type in both (-1 if the type is
/// signed). Returns the number of vertices reached.
///
/// Levels depend only on the input. Parents may be any neighbours one level up, and may differ from
/// run to run. options.deterministic_parents asks for the smallest.
///
/// Work O(n + m). Memory beyond the arguments, in bytes per vertex of 32 bits with 32-bit offsets:
/// - parallel algorithms: at most 8.3
/// - sequential algorithm: 4
/// - without levels: 4 more
///
/// Pruning, arrays in other memory and hybrid calls take more: docs/bfs.md. A strided View is
/// copied into memory of the plan.
///
/// Throws std::invalid_argument, with the argument's name, if sizes differ or a type is too small.
/// Throws yoke::InvalidInput if a source is no vertex. The exception names the element of source (0
/// if source is a number). It is thrown before anything is written.
///
/// Sources: Banerjee's thesis, chapter 8, Algorithm 18 (level_synchronous); Beamer, Asanovic and
/// Patterson 2012 (direction_optimising).
template <class Executor, detail::GraphFor<Executor> G, class Source, detail::AnyView Level,
          detail::AnyView Parent>
std::size_t bfs(Executor const& executor, G const& graph, Source const& source, Level const& level,
                Parent const& parent, BfsOptions const& options = {}) {
  auto const& whole = detail::as_graph<Executor>(executor, "yoke::bfs", graph);
  auto const raw = whole.raw();
  using Whole = decltype(whole);
  return BfsPlan<Executor, detail::VertexOf<Whole>, detail::OffsetOf<Whole>>(
      executor, raw.vertices(), raw.arcs(), options)(whole, source, level, parent);
}

/// The same search without parents.
template <class Executor, detail::GraphFor<Executor> G, class Source, detail::AnyView Level>
std::size_t bfs(Executor const& executor, G const& graph, Source const& source, Level const& level,
                BfsOptions const& options = {}) {
  auto const& whole = detail::as_graph<Executor>(executor, "yoke::bfs", graph);
  auto const raw = whole.raw();
  using Whole = decltype(whole);
  return BfsPlan<Executor, detail::VertexOf<Whole>, detail::OffsetOf<Whole>>(
      executor, raw.vertices(), raw.arcs(), options)(whole, source, level);
}

}  // namespace yoke
