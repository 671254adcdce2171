#include "bfs/pruned_impl.hpp"

namespace yoke::detail::bfs {

template <class Space, class Vertex, class Offset>
AlgorithmPtr<Space, Vertex, Offset> make_pruned_bfs(Space const& exec, std::size_t vertices,
                                                    std::size_t arcs, std::uint64_t least_pruned,
                                                    AlgorithmPtr<Space, Vertex, Offset> inner) {
  return std::make_unique<PrunedBfs<Space, Vertex, Offset>>(exec, vertices, arcs, least_pruned,
                                                            std::move(inner));
}

#define YOKE_INSTANTIATE_FOR(Space, Vertex, Offset)             \
  template AlgorithmPtr<Space, Vertex, Offset> make_pruned_bfs( \
      Space const&, std::size_t, std::size_t, std::uint64_t, AlgorithmPtr<Space, Vertex, Offset>);
#define YOKE_INSTANTIATE(Space) YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE_FOR, Space)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail::bfs
