#include "frame/instantiate.hpp"
#include "trees/edge_solvers.hpp"

YOKE_INSTANTIATE_PLANS(yoke::detail::trees::EdgeTour<std::uint32_t>)
YOKE_INSTANTIATE_PLANS(yoke::detail::trees::EdgeTour<std::uint64_t>)
YOKE_INSTANTIATE_PLANS(yoke::detail::trees::RootForest<std::uint32_t>)
YOKE_INSTANTIATE_PLANS(yoke::detail::trees::RootForest<std::uint64_t>)
