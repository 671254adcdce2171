#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "yoke/bfs_options.hpp"
#include "yoke/detail/arguments.hpp"
#include "yoke/detail/bfs/searcher.hpp"
#include "yoke/detail/checks.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/errors.hpp"
#include "yoke/graph.hpp"

namespace yoke {

namespace detail {

template <class Executor, class Vertex, class V>
constexpr void check_bfs_output() {
  static_assert(V::rank == 1, "yoke::bfs: level and parent must be one-dimensional Views");
  static_assert(!std::is_const_v<typename V::value_type> &&
                    std::is_integral_v<typename V::value_type> &&
                    sizeof(typename V::value_type) == sizeof(Vertex),
                "yoke::bfs: level and parent must hold integers as wide as the graph's vertices");
  static_assert(is_accessible<Executor, typename V::memory_space>(),
                "yoke::bfs: the execution space cannot access the memory of level or parent; copy "
                "it back yourself, or call with a yoke::Hybrid");
}

template <class Executor, class Vertex, class Sources>
constexpr void check_bfs_sources() {
  static_assert(Sources::rank == 1,
                "yoke::bfs: source must be an integer or a one-dimensional "
                "View of vertices");
  static_assert(std::is_integral_v<typename Sources::non_const_value_type> &&
                    sizeof(typename Sources::non_const_value_type) == sizeof(Vertex),
                "yoke::bfs: the sources must be integers as wide as the graph's vertices");
  static_assert(is_accessible<Executor, typename Sources::memory_space>(),
                "yoke::bfs: the execution space cannot access the memory of source");
}

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

// The workspace and the chosen algorithm for searches of graphs of up to so many vertices and arcs,
// so that repeated calls allocate nothing. Executor is a Kokkos execution space or a yoke::Hybrid;
// Vertex and Offset are those of the graphs.
//
// The instance that the plan was made with is the one that its calls run on. A Hybrid must outlive
// its plans, and stay where it is. A plan may be used by one thread at a time.
template <class Executor, class Vertex, class Offset = Vertex>
class BfsPlan {
  static_assert(detail::is_index<Vertex> && detail::is_index<Offset>,
                "yoke::BfsPlan: Vertex and Offset must be 32- or 64-bit integers");
  static_assert(detail::check_instantiated<Executor>());

 public:
  // Throws std::invalid_argument where Vertex or Offset cannot number so many, or where an option
  // is out of its range.
  BfsPlan(Executor const& executor, std::size_t vertices, std::size_t arcs,
          BfsOptions const& options = {})
      : executor_(executor),
        searcher_((check_sizes(vertices, arcs), executor), vertices, arcs, options) {}
  template <detail::TemporaryHybrid Temporary>
  BfsPlan(Temporary&& gone_too_soon, std::size_t, std::size_t, BfsOptions const& = {}) = delete;

  // Searches as yoke::bfs does. Throws std::invalid_argument where the graph is larger than the
  // plan, and what yoke::bfs throws.
  template <class MemorySpace, class Source, class Level>
  std::size_t operator()(Graph<Vertex, Offset, MemorySpace> const& graph, Source const& source,
                         Level const& level) {
    return (*this)(graph, source, level, Kokkos::View<Vertex*, typename Level::memory_space>());
  }

  template <class MemorySpace, class Source, class Level, class Parent>
  std::size_t operator()(Graph<Vertex, Offset, MemorySpace> const& graph, Source const& source,
                         Level const& level, Parent const& parent) {
    static_assert(detail::is_accessible<Executor, MemorySpace>(),
                  "yoke::bfs: the execution space cannot access the graph");
    detail::check_bfs_output<Executor, Vertex, Level>();
    detail::check_bfs_output<Executor, Vertex, Parent>();
    detail::check_index_holds<typename Level::value_type>("yoke::bfs", "level", level.extent(0));
    detail::check_index_holds<typename Parent::value_type>("yoke::bfs", "parent", parent.extent(0));
    check_apart(graph, source, level, parent);
    executor_.begin_call();
    auto const& level_exec = executor_.template instance_for<typename Level::memory_space>();
    auto const& parent_exec = executor_.template instance_for<typename Parent::memory_space>();
    std::size_t const reached = search(graph.raw(), source, level_.output(level_exec, level),
                                       parent_.output(parent_exec, parent));
    level_.copy_back(level_exec, level);
    parent_.copy_back(parent_exec, parent);
    return reached;
  }

  // The algorithm that runs: what `automatic` stands for here.
  BfsAlgorithm algorithm() const { return searcher_.algorithm(); }
  // What the plan holds beyond the caller's arrays.
  std::size_t workspace_bytes() const {
    return searcher_.workspace_bytes() + source_.bytes() + level_.bytes() + parent_.bytes();
  }

 private:
  using Word = detail::WordOf<Vertex>;
  using OffsetWord = detail::WordOf<Offset>;

  static void check_sizes(std::size_t vertices, std::size_t arcs) {
    detail::check_index_holds<Vertex>("yoke::BfsPlan", "Vertex", vertices);
    detail::check_index_holds<Offset>("yoke::BfsPlan", "Offset", arcs);
  }

  template <class MemorySpace, class Source, class Level, class Parent>
  static void check_apart(Graph<Vertex, Offset, MemorySpace> const& graph, Source const& source,
                          Level const& level, Parent const& parent) {
    detail::ArgumentBytes source_bytes;
    if constexpr (!std::is_integral_v<Source>) source_bytes = detail::bytes_of("source", source);
    detail::check_apart(
        "yoke::bfs", {detail::bytes_of("level", level), detail::bytes_of("parent", parent)},
        {source_bytes, detail::bytes_of("the graph's offsets", graph.offsets()),
         detail::bytes_of("the graph's neighbours", graph.neighbours()),
         detail::bytes_of("the graph's incoming offsets", graph.incoming_offsets()),
         detail::bytes_of("the graph's incoming neighbours", graph.incoming_neighbours())});
  }

  template <class Source>
  std::size_t search(detail::RawGraph<Word, OffsetWord> const& graph, Source const& source,
                     detail::RawArray<Word> level, detail::RawArray<Word> parent) {
    if constexpr (std::is_integral_v<Source>) {
      Word const word = detail::source_word<Word>(source);
      return searcher_.run(graph, {&word, 1, detail::Place::host}, level, parent);
    } else {
      detail::check_bfs_sources<Executor, Vertex, Source>();
      auto const& exec = executor_.template instance_for<typename Source::memory_space>();
      return searcher_.run(graph, source_.input(exec, source), level, parent);
    }
  }

  detail::PlanExecutor<Executor> executor_;
  detail::Searcher<Executor, Word, OffsetWord> searcher_;
  detail::Argument<Word> source_, level_, parent_;
};

// Breadth-first search from one vertex or from several.
//
//   graph   a yoke::Graph. Where it is directed, searching it in both directions needs its incoming
//           arcs too (Graph::with_incoming); without them `automatic` and `direction_optimising`
//           only push along the arcs, as `level_synchronous` does.
//   source  a vertex, or a one-dimensional View of vertices. Vertices may repeat; of no vertices
//           nothing is reached.
//   level   n integers as wide as the graph's vertices, signed or not: the number of arcs on a
//           shortest path from the nearest source. An empty View leaves levels out.
//   parent  n integers likewise: the vertex before this one on such a path, and a source itself
//           for a source. Left out, or an empty View: not computed. level and parent may overlap
//           neither each other nor source nor the graph's arrays.
//
// Vertices that no source reaches hold the largest value of the type (-1 where it is signed) in
// both. Returns the number of vertices reached.
//
// Levels depend on the input alone. Parents may be any neighbours one level up and may differ from
// run to run, unless options.deterministic_parents asks for the smallest.
//
// Work O(n + m). Memory beyond the arguments, in bytes a vertex of 32 bits with 32-bit offsets: at
// most 8.3 for the parallel algorithms, 4 for the sequential one, and 4 where levels are left out.
// Pruning, arrays that lie elsewhere and hybrid calls take more: docs/bfs.md.
// A strided View is copied, into memory that a plan keeps.
//
// Throws std::invalid_argument naming the argument where sizes differ or where a type is too small;
// yoke::InvalidInput, naming an element of source (0 where it is a number), where a source is no
// vertex: nothing has been written then.
//
// Sources: Banerjee's thesis, chapter 8, Algorithm 18 (level_synchronous); Beamer, Asanovic and
// Patterson 2012 (direction_optimising).
template <class Executor, class Vertex, class Offset, class MemorySpace, class Source,
          detail::AnyView Level, detail::AnyView Parent>
std::size_t bfs(Executor const& executor, Graph<Vertex, Offset, MemorySpace> const& graph,
                Source const& source, Level const& level, Parent const& parent,
                BfsOptions const& options = {}) {
  BfsPlan<Executor, Vertex, Offset> plan(executor, graph.vertices(), graph.arcs(), options);
  return plan(graph, source, level, parent);
}

template <class Executor, class Vertex, class Offset, class MemorySpace, class Source,
          detail::AnyView Level>
std::size_t bfs(Executor const& executor, Graph<Vertex, Offset, MemorySpace> const& graph,
                Source const& source, Level const& level, BfsOptions const& options = {}) {
  BfsPlan<Executor, Vertex, Offset> plan(executor, graph.vertices(), graph.arcs(), options);
  return plan(graph, source, level);
}

}  // namespace yoke
