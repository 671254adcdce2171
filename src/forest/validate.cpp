#include "forest/validate_impl.hpp"

namespace yoke::detail::forest {

#define YOKE_INSTANTIATE_OF(Space, Vertex, Offset, Weight)                            \
  template std::size_t validate_forest(Space const&, RawGraph<Vertex, Offset> const&, \
                                       RawArray<Weight const>,                        \
                                       ForestToCheck<Vertex, Weight> const&);
#define YOKE_INSTANTIATE_FOR(Space, Vertex, Offset)        \
  YOKE_INSTANTIATE_OF(Space, Vertex, Offset, float)        \
  YOKE_INSTANTIATE_OF(Space, Vertex, Offset, double)       \
  YOKE_INSTANTIATE_OF(Space, Vertex, Offset, std::int32_t) \
  YOKE_INSTANTIATE_OF(Space, Vertex, Offset, std::int64_t)
#define YOKE_INSTANTIATE(Space) YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE_FOR, Space)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail::forest
