#include "prune/extend_distances.hpp"

namespace yoke::detail::prune {

#define YOKE_INSTANTIATE_WEIGHT(Space, Vertex, Weight)                                          \
  template ExtendedDistances extend_distances(Space const&, RemovedTrees<Space, Vertex> const&, \
                                              RawArray<Weight const>, Weight*, std::size_t);
#define YOKE_INSTANTIATE_VERTEX(Space, Vertex)                                                \
  template RemovedTrees<Space, Vertex> find_trees(Space const&, PrunedArrays<Vertex> const&); \
  YOKE_INSTANTIATE_WEIGHT(Space, Vertex, std::int16_t)                                        \
  YOKE_INSTANTIATE_WEIGHT(Space, Vertex, std::int32_t)                                        \
  YOKE_INSTANTIATE_WEIGHT(Space, Vertex, float)                                               \
  YOKE_INSTANTIATE_WEIGHT(Space, Vertex, double)
#define YOKE_INSTANTIATE(Space)                 \
  YOKE_INSTANTIATE_VERTEX(Space, std::uint32_t) \
  YOKE_INSTANTIATE_VERTEX(Space, std::uint64_t)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail::prune
