#include "frame/instantiate.hpp"
#include "trees/parent_tour_solver.hpp"

YOKE_INSTANTIATE_PLANS(yoke::detail::trees::ParentTour<std::uint32_t>)
YOKE_INSTANTIATE_PLANS(yoke::detail::trees::ParentTour<std::uint64_t>)
