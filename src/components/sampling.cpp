#include "components/sampling.hpp"

namespace yoke::detail {

template <class Space, class Vertex, class Offset>
ComponentsFinderPtr<Space, Vertex, Offset> make_sampling(Space const& exec, std::size_t vertices,
                                                         std::size_t arcs,
                                                         ComponentsOptions const&) {
  return std::make_unique<Sampling<Space, Vertex, Offset>>(exec, vertices, arcs);
}

#define YOKE_INSTANTIATE_FOR(Space, Vertex, Offset) \
  YOKE_INSTANTIATE_COMPONENTS_FINDER(make_sampling, Space, Vertex, Offset)
#define YOKE_INSTANTIATE(Space) YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE_FOR, Space)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail
