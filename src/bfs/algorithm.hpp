#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "frame/phase_timer.hpp"
#include "yoke/bfs_options.hpp"
#include "yoke/detail/graphs/raw_graph.hpp"
#include "yoke/detail/spaces.hpp"

namespace yoke::detail::bfs {

// What level and parent hold for a vertex that was not reached.
template <class Vertex>
inline constexpr Vertex unreached = static_cast<Vertex>(~Vertex(0));

// Where a search starts. One vertex travels with the kernels' arguments: copying a word to a device
// would cost as much as a level of the search.
template <class Space, class Vertex>
struct BfsSources {
  BfsSources() = default;
  explicit BfsSources(Vertex source) : one(source), is_one(true) {}
  explicit BfsSources(Array<Space, Vertex const> const& sources) : several(sources) {}

  KOKKOS_FUNCTION std::uint64_t size() const { return is_one ? 1 : several.extent(0); }
  KOKKOS_FUNCTION Vertex operator()(std::uint64_t i) const { return is_one ? one : several(i); }

  Array<Space, Vertex const> several;
  Vertex one = 0;
  bool is_one = false;
};

// One call, at the algorithms' side of the door: arrays in memory that Space accesses. The sources
// are vertices, and may repeat; there may be none.
template <class Space, class Vertex, class Offset>
struct Problem {
  Space exec;
  CsrView<Space, Vertex, Offset> graph;
  // The arcs by target: those of `graph` where it is symmetric, none where they are not known.
  CsrView<Space, Vertex, Offset> incoming;
  BfsSources<Space, Vertex> sources;
  Array<Space, Vertex> level;
  Array<Space, Vertex> parent;  // empty: not wanted
  BfsReport* report;            // may be null

  std::uint64_t vertices() const { return graph.vertices(); }
  bool wants_parent() const { return parent.extent(0) > 0; }
  bool has_incoming() const { return incoming.offsets.extent(0) > 0; }
};

// An algorithm with its workspace. run() writes every level, and every parent where wanted; it
// allocates nothing, dispatches on problem.exec alone and has fenced it when it returns. Returns
// the number of vertices reached. Which neighbour one level up becomes the parent is left open:
// SmallestParents chooses afterwards where the caller minds.
template <class Space, class Vertex, class Offset>
class Algorithm {
 public:
  virtual ~Algorithm() = default;
  virtual std::size_t run(Problem<Space, Vertex, Offset> const& problem) = 0;
};

template <class Space, class Vertex, class Offset>
using AlgorithmPtr = std::unique_ptr<Algorithm<Space, Vertex, Offset>>;

// One factory an algorithm, for graphs of up to `vertices` and `arcs`, each defined and
// instantiated in its own source file (YOKE_DEFINE_BFS).
#define YOKE_DECLARE_BFS(make)                                                      \
  template <class Space, class Vertex, class Offset>                                \
  AlgorithmPtr<Space, Vertex, Offset> make(Space const& exec, std::size_t vertices, \
                                           std::size_t arcs, BfsOptions const& options);

YOKE_DECLARE_BFS(make_sequential_bfs)
YOKE_DECLARE_BFS(make_level_synchronous)
YOKE_DECLARE_BFS(make_direction_optimising)
#undef YOKE_DECLARE_BFS

}  // namespace yoke::detail::bfs

// Defines the factory `make` of the algorithm Class, whose constructor takes the arguments that
// follow, for every space and graph.
#define YOKE_DEFINE_BFS(make, Class, ...)                                         \
  template <class Space, class Vertex, class Offset>                              \
  yoke::detail::bfs::AlgorithmPtr<Space, Vertex, Offset> yoke::detail::bfs::make( \
      Space const& exec, std::size_t vertices, [[maybe_unused]] std::size_t arcs, \
      [[maybe_unused]] BfsOptions const& options) {                               \
    return std::make_unique<Class<Space, Vertex, Offset>>(__VA_ARGS__);           \
  }                                                                               \
  YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE_BFS_ON, make)
#define YOKE_INSTANTIATE_BFS_ON(Space, make) \
  YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE_BFS, Space, make)
#define YOKE_INSTANTIATE_BFS(Space, Vertex, Offset, make)                                  \
  template yoke::detail::bfs::AlgorithmPtr<Space, Vertex, Offset> yoke::detail::bfs::make( \
      Space const&, std::size_t, std::size_t, BfsOptions const&);
