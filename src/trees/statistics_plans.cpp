#include "frame/instantiate.hpp"
#include "trees/statistics_solver.hpp"

YOKE_INSTANTIATE_PLANS(yoke::detail::trees::Statistics<std::uint32_t>)
YOKE_INSTANTIATE_PLANS(yoke::detail::trees::Statistics<std::uint64_t>)
