#include "distances/closeness_solver.hpp"
#include "frame/instantiate.hpp"

YOKE_INSTANTIATE_PLANS(yoke::detail::distances::Closeness<std::uint32_t, std::uint32_t>)
YOKE_INSTANTIATE_PLANS(yoke::detail::distances::Closeness<std::uint32_t, std::uint64_t>)
YOKE_INSTANTIATE_PLANS(yoke::detail::distances::Closeness<std::uint64_t, std::uint64_t>)
