#include "graphs/check_weights_impl.hpp"

namespace yoke::detail::graphs {

#define YOKE_INSTANTIATE_WEIGHT(Space, Vertex, Offset, Weight)                          \
  template void check_weights(Space const&, RawGraph<Vertex, Offset> const&,            \
                              RawArray<Weight const>, char const*);                     \
  template void check_transposed_weights(Space const&, RawGraph<Vertex, Offset> const&, \
                                         RawArray<Weight const>, RawArray<Weight const>);
#define YOKE_INSTANTIATE_FOR(Space, Vertex, Offset)            \
  YOKE_INSTANTIATE_WEIGHT(Space, Vertex, Offset, float)        \
  YOKE_INSTANTIATE_WEIGHT(Space, Vertex, Offset, double)       \
  YOKE_INSTANTIATE_WEIGHT(Space, Vertex, Offset, std::int32_t) \
  YOKE_INSTANTIATE_WEIGHT(Space, Vertex, Offset, std::int64_t)
#define YOKE_INSTANTIATE(Space) YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE_FOR, Space)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)
#undef YOKE_INSTANTIATE_WEIGHT

}  // namespace yoke::detail::graphs
