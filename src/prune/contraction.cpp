#include "prune/contraction_impl.hpp"

namespace yoke::detail::prune {

#define YOKE_INSTANTIATE_FOR(Space, Vertex, Offset) \
  template class Contraction<Space, Vertex, Offset>;
#define YOKE_INSTANTIATE(Space) YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE_FOR, Space)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail::prune
