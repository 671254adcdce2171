#pragma once

#include <cstddef>
#include <memory>

#include "yoke/bfs_options.hpp"
#include "yoke/detail/graphs/raw_graph.hpp"
#include "yoke/detail/views.hpp"

namespace yoke::detail {

// The compiled half of yoke::BfsPlan, instantiated in the library for every enabled space, for
// yoke::Hybrid, and for every graph type.
template <class Executor, class Vertex, class Offset>
class Searcher {
 public:
  Searcher(Executor const& executor, std::size_t vertices, std::size_t arcs,
           BfsOptions const& options);
  ~Searcher();
  Searcher(Searcher&&) noexcept;
  Searcher& operator=(Searcher&&) noexcept;

  // An empty level or parent is left out.
  std::size_t run(RawGraph<Vertex, Offset> const& graph, RawArray<Vertex const> sources,
                  RawArray<Vertex> level, RawArray<Vertex> parent);
  BfsAlgorithm algorithm() const;
  std::size_t workspace_bytes() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace yoke::detail
