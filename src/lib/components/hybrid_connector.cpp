#include "yoke/detail/components/hybrid_connector.hpp"

namespace yoke::detail {

#define YOKE_INSTANTIATE_FOR(Executor, Vertex, Offset) \
  template class Connector<Executor, Vertex, Offset>;
YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE_FOR, Hybrid<>)

}  // namespace yoke::detail
