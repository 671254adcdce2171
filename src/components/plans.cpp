#include "components/solver.hpp"
#include "frame/instantiate.hpp"

YOKE_INSTANTIATE_PLANS(yoke::detail::components::Components<std::uint32_t, std::uint32_t>)
YOKE_INSTANTIATE_PLANS(yoke::detail::components::Components<std::uint32_t, std::uint64_t>)
YOKE_INSTANTIATE_PLANS(yoke::detail::components::Components<std::uint64_t, std::uint64_t>)

namespace yoke::detail {

// What hybrid plans run around both sides' work.
#define YOKE_INSTANTIATE_FOR(Space, Vertex, Offset)                                       \
  template <>                                                                             \
  OneSidePtr<components::Components<Vertex, Offset>> make_side_of(                        \
      Space const& exec, GraphCapacity const& capacity, ComponentsOptions const& options, \
      Lane lane, ComponentsAlgorithm algorithm,                                           \
      components::AlgorithmPtr<Space, Vertex, Offset> part) {                             \
    return std::make_unique<Side<components::Components<Vertex, Offset>, Space>>(         \
        exec, capacity, options, lane, algorithm, std::move(part));                       \
  }
#define YOKE_INSTANTIATE(Space) YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE_FOR, Space)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail
