#include "yoke/detail/bfs/hybrid_searcher.hpp"

namespace yoke::detail {

#define YOKE_INSTANTIATE(Executor, Vertex, Offset) \
  template class Searcher<Executor, Vertex, Offset>;
YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE, Hybrid<>)

}  // namespace yoke::detail
