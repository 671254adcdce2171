#pragma once

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <stdexcept>
#include <string>

#include "yoke/detail/bfs/one_space_searcher.hpp"
#include "yoke/detail/bfs/searcher.hpp"
#include "yoke/detail/checks.hpp"

namespace yoke::detail {

// What runs a call once its sizes are checked: of one space here, of both in hybrid_searcher.hpp.
template <class Executor, class Vertex, class Offset>
class BfsEngine {
 public:
  BfsEngine(Executor const& exec, std::size_t vertices, std::size_t arcs, BfsOptions const& options)
      : timeline_(options.timeline), searcher_(exec, vertices, arcs, options) {}

  std::size_t run(RawGraph<Vertex, Offset> const& graph, RawArray<Vertex const> sources,
                  RawArray<Vertex> level, RawArray<Vertex> parent) {
    return searcher_.run(graph, sources, level, parent, timeline_,
                         runs_on_host<Executor> ? Lane::host : Lane::device);
  }
  BfsAlgorithm algorithm() const { return searcher_.algorithm(); }
  std::size_t workspace_bytes() const { return searcher_.workspace_bytes(); }

 private:
  Timeline* timeline_;
  OneSpaceBfs<Executor, Vertex, Offset> searcher_;
};

template <class Executor, class Vertex, class Offset>
struct Searcher<Executor, Vertex, Offset>::State {
  State(Executor const& executor, std::size_t most_vertices, std::size_t most_arcs,
        BfsOptions const& options)
      : vertices(most_vertices),
        arcs(most_arcs),
        engine(executor, most_vertices, most_arcs, options) {}

  std::size_t vertices, arcs;
  BfsEngine<Executor, Vertex, Offset> engine;
};

template <class Executor, class Vertex, class Offset>
Searcher<Executor, Vertex, Offset>::Searcher(Executor const& executor, std::size_t vertices,
                                             std::size_t arcs, BfsOptions const& options)
    : state_(std::make_unique<State>(executor, vertices, arcs, options)) {}
template <class Executor, class Vertex, class Offset>
Searcher<Executor, Vertex, Offset>::~Searcher() = default;
template <class Executor, class Vertex, class Offset>
Searcher<Executor, Vertex, Offset>::Searcher(Searcher&&) noexcept = default;
template <class Executor, class Vertex, class Offset>
Searcher<Executor, Vertex, Offset>& Searcher<Executor, Vertex, Offset>::operator=(
    Searcher&&) noexcept = default;

template <class Executor, class Vertex, class Offset>
std::size_t Searcher<Executor, Vertex, Offset>::run(RawGraph<Vertex, Offset> const& graph,
                                                    RawArray<Vertex const> sources,
                                                    RawArray<Vertex> level,
                                                    RawArray<Vertex> parent) {
  std::size_t const n = graph.vertices();
  if (n > state_->vertices || graph.arcs() > state_->arcs) {
    throw std::invalid_argument("yoke::bfs: the graph has " + std::to_string(n) + " vertices and " +
                                std::to_string(graph.arcs()) + " arcs, the plan was made for " +
                                std::to_string(state_->vertices) + " and " +
                                std::to_string(state_->arcs));
  }
  if (level.size > 0) check_same_size("yoke::bfs", "level", level.size, "the graph", n);
  if (parent.size > 0) check_same_size("yoke::bfs", "parent", parent.size, "the graph", n);
  Kokkos::Profiling::ScopedRegion const region("yoke::bfs");
  return state_->engine.run(graph, sources, level, parent);
}

template <class Executor, class Vertex, class Offset>
BfsAlgorithm Searcher<Executor, Vertex, Offset>::algorithm() const {
  return state_->engine.algorithm();
}
template <class Executor, class Vertex, class Offset>
std::size_t Searcher<Executor, Vertex, Offset>::workspace_bytes() const {
  return state_->engine.workspace_bytes();
}

}  // namespace yoke::detail
