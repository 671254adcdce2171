#include "forest/solver.hpp"
#include "frame/instantiate.hpp"

#define YOKE_INSTANTIATE_FOR(Space, Vertex, Offset)                                             \
  YOKE_INSTANTIATE_PLAN_ON(Space, yoke::detail::forest::MinimumForests<Vertex, Offset, float>)  \
  YOKE_INSTANTIATE_PLAN_ON(Space, yoke::detail::forest::MinimumForests<Vertex, Offset, double>) \
  YOKE_INSTANTIATE_PLAN_ON(Space,                                                               \
                           yoke::detail::forest::MinimumForests<Vertex, Offset, std::int32_t>)  \
  YOKE_INSTANTIATE_PLAN_ON(Space,                                                               \
                           yoke::detail::forest::MinimumForests<Vertex, Offset, std::int64_t>)
#define YOKE_INSTANTIATE(Space) YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE_FOR, Space)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)
