#include "bfs/direction_optimising.hpp"

namespace yoke::detail::bfs {

template <class Space, class Vertex, class Offset>
AlgorithmPtr<Space, Vertex, Offset> make_direction_optimising(Space const& exec,
                                                              std::size_t vertices,
                                                              std::size_t arcs, BfsOptions const&) {
  return std::make_unique<DirectionOptimising<Space, Vertex, Offset>>(exec, vertices, arcs);
}

}  // namespace yoke::detail::bfs

#define YOKE_INSTANTIATE_FOR(Space, Vertex, Offset) \
  YOKE_INSTANTIATE_BFS(make_direction_optimising, Space, Vertex, Offset)
#define YOKE_INSTANTIATE(Space) YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE_FOR, Space)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)
