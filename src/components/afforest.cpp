#include "components/afforest.hpp"

namespace yoke::detail::components {

template <class Space, class Vertex, class Offset>
AlgorithmPtr<Space, Vertex, Offset> make_afforest(Space const& exec, std::size_t vertices,
                                                  std::size_t arcs, ComponentsOptions const&) {
  return std::make_unique<Afforest<Space, Vertex, Offset>>(exec, vertices, arcs);
}

#define YOKE_INSTANTIATE_FOR(Space, Vertex, Offset) \
  YOKE_INSTANTIATE_COMPONENTS(make_afforest, Space, Vertex, Offset)
#define YOKE_INSTANTIATE(Space) YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE_FOR, Space)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail::components
