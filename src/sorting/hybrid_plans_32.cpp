#include "frame/instantiate.hpp"
#include "sorting/hybrid_solver.hpp"

YOKE_INSTANTIATE_HYBRID_PLANS(
    yoke::detail::sorting::Sort<std::uint32_t, yoke::detail::sorting::NoValue>)
YOKE_INSTANTIATE_HYBRID_PLANS(yoke::detail::sorting::Sort<std::uint32_t, std::uint32_t>)
YOKE_INSTANTIATE_HYBRID_PLANS(yoke::detail::sorting::Sort<std::uint32_t, std::uint64_t>)
YOKE_INSTANTIATE_HYBRID_PLANS(yoke::detail::sorting::Argsort<std::uint32_t, std::uint32_t>)
YOKE_INSTANTIATE_HYBRID_PLANS(yoke::detail::sorting::Argsort<std::uint32_t, std::uint64_t>)
