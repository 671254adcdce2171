#include "components/shiloach_vishkin.hpp"

namespace yoke::detail::components {

template <class Space, class Vertex, class Offset>
AlgorithmPtr<Space, Vertex, Offset> make_shiloach_vishkin(Space const& exec, std::size_t vertices,
                                                          std::size_t,
                                                          ComponentsOptions const& options) {
  return std::make_unique<ShiloachVishkin<Space, Vertex, Offset>>(exec, vertices, options);
}

#define YOKE_INSTANTIATE_FOR(Space, Vertex, Offset) \
  YOKE_INSTANTIATE_COMPONENTS(make_shiloach_vishkin, Space, Vertex, Offset)
#define YOKE_INSTANTIATE(Space) YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE_FOR, Space)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail::components
