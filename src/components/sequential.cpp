#include "components/sequential.hpp"

namespace yoke::detail::components {

template <class Space, class Vertex, class Offset>
AlgorithmPtr<Space, Vertex, Offset> make_sequential_components(Space const& exec,
                                                               std::size_t vertices, std::size_t,
                                                               ComponentsOptions const&) {
  return std::make_unique<SequentialComponents<Space, Vertex, Offset>>(exec, vertices);
}

#define YOKE_INSTANTIATE_FOR(Space, Vertex, Offset) \
  YOKE_INSTANTIATE_COMPONENTS(make_sequential_components, Space, Vertex, Offset)
#define YOKE_INSTANTIATE(Space) YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE_FOR, Space)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail::components
