#include "graphs/check_impl.hpp"

namespace yoke::detail::graphs {

#define YOKE_INSTANTIATE_FOR(Space, Vertex, Offset)                                            \
  template void check_graph(Space const&, RawGraph<Vertex, Offset> const&, GraphWords const&); \
  template void check_transposed(Space const&, RawGraph<Vertex, Offset> const&);
#define YOKE_INSTANTIATE(Space) YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE_FOR, Space)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail::graphs
