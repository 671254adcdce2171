#include "components/validate_impl.hpp"

namespace yoke::detail::components {

#define YOKE_INSTANTIATE_FOR(Space, Vertex, Offset)                         \
  template std::size_t validate_components(char const*, Space const&,       \
                                           RawGraph<Vertex, Offset> const&, \
                                           RawArray<Vertex const>, ForestToCheck<Vertex> const*);
#define YOKE_INSTANTIATE(Space) YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE_FOR, Space)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail::components
