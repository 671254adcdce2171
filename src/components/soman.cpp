#include "components/soman.hpp"

namespace yoke::detail::components {

template <class Space, class Vertex, class Offset>
AlgorithmPtr<Space, Vertex, Offset> make_soman(Space const& exec, std::size_t vertices,
                                               std::size_t arcs, ComponentsOptions const&) {
  return std::make_unique<Soman<Space, Vertex, Offset>>(exec, vertices, arcs);
}

#define YOKE_INSTANTIATE_FOR(Space, Vertex, Offset) \
  YOKE_INSTANTIATE_COMPONENTS(make_soman, Space, Vertex, Offset)
#define YOKE_INSTANTIATE(Space) YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE_FOR, Space)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail::components
