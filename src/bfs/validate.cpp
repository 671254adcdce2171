#include "bfs/validate_impl.hpp"

namespace yoke::detail::bfs {

#define YOKE_INSTANTIATE_FOR(Space, Vertex, Offset)                          \
  template std::uint64_t validate_search<Space, Vertex, Offset>(             \
      Space const&, RawGraph<Vertex, Offset> const&, RawArray<Vertex const>, \
      RawArray<Vertex const>, RawArray<Vertex const>);
#define YOKE_INSTANTIATE(Space) YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE_FOR, Space)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail::bfs
