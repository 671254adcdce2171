#include "graphs/build_weighted_impl.hpp"

namespace yoke::detail::graphs {

#define YOKE_INSTANTIATE_FOR(Space, Vertex, Offset)                       \
  template class WeightedRowBuilder<Space, Vertex, Offset, float>;        \
  template class WeightedRowBuilder<Space, Vertex, Offset, double>;       \
  template class WeightedRowBuilder<Space, Vertex, Offset, std::int32_t>; \
  template class WeightedRowBuilder<Space, Vertex, Offset, std::int64_t>;
#define YOKE_INSTANTIATE(Space) YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE_FOR, Space)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail::graphs
