#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <tuple>
#include <type_traits>

#include "yoke/bfs_options.hpp"
#include "yoke/detail/bfs/capability.hpp"
#include "yoke/detail/checked_size.hpp"
#include "yoke/detail/frame/plan.hpp"
#include "yoke/errors.hpp"
#include "yoke/graph.hpp"

namespace yoke {

namespace detail {

// A source that is an integer of any kind, as a vertex; what is none becomes the largest value,
// which numbers no vertex.
template <class Vertex, class Integer>
Vertex source_word(Integer source) {
  if constexpr (std::is_signed_v<Integer>) {
    if (source < 0) return static_cast<Vertex>(~Vertex(0));
  }
  std::uint64_t const wide = static_cast<std::uint64_t>(source);
  return wide >= static_cast<Vertex>(~Vertex(0)) ? static_cast<Vertex>(~Vertex(0))
                                                 : static_cast<Vertex>(wide);
}

}  // namespace detail

/// The workspace and the chosen algorithm for searches of graphs of up to so many vertices and
/// arcs, so that repeated calls allocate nothing. Executor is a Kokkos execution space or a
/// yoke::Hybrid; Vertex and Offset are those of the graphs.
///
/// The instance that the plan was made with is the one that its calls run on. A Hybrid must outlive
/// its plans, and stay where it is. A plan may be used by one thread at a time.
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
  /// Throws std::invalid_argument where Vertex or Offset cannot number so many, or where an option
  /// is out of its range.
  BfsPlan(Executor const& executor, std::size_t vertices, std::size_t arcs,
          BfsOptions const& options = {})
      : Base(executor,
             {detail::checked_count<Vertex>(
                  "yoke::BfsPlan", "Vertex",
                  detail::checked_capacity("yoke::BfsPlan", vertices, "vertices")),
              detail::checked_count<Offset>(
                  "yoke::BfsPlan", "Offset",
                  detail::checked_capacity("yoke::BfsPlan", arcs, "arcs"))},
             options) {}
  template <detail::TemporaryHybrid Temporary>
  BfsPlan(Temporary&& gone_too_soon, std::size_t, std::size_t, BfsOptions const& = {}) = delete;

  /// Searches as yoke::bfs does. Throws std::invalid_argument where the graph is larger than the
  /// plan, and what yoke::bfs throws.
  template <class MemorySpace, class Source, class Level>
  std::size_t operator()(Graph<Vertex, Offset, MemorySpace> const& graph, Source const& source,
                         Level const& level) {
    return call(graph, source, std::tuple(detail::bind<&Arguments::level>("level", level)));
  }

  /// The same, with parents.
  template <class MemorySpace, class Source, class Level, class Parent>
  std::size_t operator()(Graph<Vertex, Offset, MemorySpace> const& graph, Source const& source,
                         Level const& level, Parent const& parent) {
    return call(graph, source,
                std::tuple(detail::bind<&Arguments::level>("level", level),
                           detail::bind<&Arguments::parent>("parent", parent)));
  }

 private:
  template <class MemorySpace, class Source, class Outputs>
  std::size_t call(Graph<Vertex, Offset, MemorySpace> const& graph, Source const& source,
                   Outputs const& outputs) {
    static_assert(detail::is_accessible<Executor, MemorySpace>(),
                  "yoke::bfs: the execution space cannot access the graph");
    Arguments arguments;
    arguments.graph = graph.raw().without_twins();
    std::initializer_list<detail::ArgumentBytes> const graph_bytes = {
        detail::bytes_of("the graph's offsets", graph.offsets()),
        detail::bytes_of("the graph's neighbours", graph.neighbours()),
        detail::bytes_of("the graph's incoming offsets", graph.incoming_offsets()),
        detail::bytes_of("the graph's incoming neighbours", graph.incoming_neighbours())};
    if constexpr (std::is_integral_v<Source>) {
      detail::bfs::check_source(source, graph.vertices());
      arguments.source = detail::source_word<Word>(source);
      arguments.has_one_source = true;
      return Base::call("yoke::bfs", arguments, graph_bytes, outputs);
    } else {
      auto const sources = std::tuple(detail::bind<&Arguments::sources>("source", source));
      return Base::call("yoke::bfs", arguments, graph_bytes, std::tuple_cat(sources, outputs));
    }
  }
};

/// Breadth-first search from one vertex or from several.
///
/// @param graph  a yoke::Graph. Where it is directed, searching it in both directions needs its
///   incoming arcs too (Graph::with_incoming); without them `automatic` and `direction_optimising`
///   only push along the arcs, as `level_synchronous` does.
/// @param source  a vertex, or a one-dimensional View of vertices. Vertices may repeat; of no
///   vertices nothing is reached.
/// @param level  n integers as wide as the graph's vertices, signed or not: the number of arcs on a
///   shortest path from the nearest source. A View of no elements leaves levels out.
/// @param parent  n integers likewise: the vertex before this one on such a path, and a source
///   itself for a source. Left out, or of no elements: not computed. level and parent may overlap
///   neither each other nor source nor the graph's arrays.
///
/// Vertices that no source reaches hold the largest value of the type (-1 where it is signed) in
/// both. Returns the number of vertices reached.
///
/// Levels depend on the input alone. Parents may be any neighbours one level up and may differ from
/// run to run, unless options.deterministic_parents asks for the smallest.
///
/// Work O(n + m). Memory beyond the arguments, in bytes a vertex of 32 bits with 32-bit offsets: at
/// most 8.3 for the parallel algorithms, 4 for the sequential one, and 4 where levels are left out.
/// Pruning, arrays that lie elsewhere and hybrid calls take more: docs/bfs.md.
/// A strided View is copied, into memory that a plan keeps.
///
/// Throws std::invalid_argument naming the argument where sizes differ or where a type is too
/// small; yoke::InvalidInput, naming an element of source (0 where it is a number), where a source
/// is no vertex: nothing has been written then.
///
/// Sources: Banerjee's thesis, chapter 8, Algorithm 18 (level_synchronous); Beamer, Asanovic and
/// Patterson 2012 (direction_optimising).
template <class Executor, class Vertex, class Offset, class MemorySpace, class Source,
          detail::AnyView Level, detail::AnyView Parent>
std::size_t bfs(Executor const& executor, Graph<Vertex, Offset, MemorySpace> const& graph,
                Source const& source, Level const& level, Parent const& parent,
                BfsOptions const& options = {}) {
  BfsPlan<Executor, Vertex, Offset> plan(executor, graph.vertices(), graph.arcs(), options);
  return plan(graph, source, level, parent);
}

/// The same without parents.
template <class Executor, class Vertex, class Offset, class MemorySpace, class Source,
          detail::AnyView Level>
std::size_t bfs(Executor const& executor, Graph<Vertex, Offset, MemorySpace> const& graph,
                Source const& source, Level const& level, BfsOptions const& options = {}) {
  BfsPlan<Executor, Vertex, Offset> plan(executor, graph.vertices(), graph.arcs(), options);
  return plan(graph, source, level);
}

}  // namespace yoke
