#include "sorting/ranks/solver.hpp"

YOKE_INSTANTIATE_RANK_PLANS(
    yoke::detail::sorting::Sort<std::uint32_t, yoke::detail::sorting::NoValue>)
YOKE_INSTANTIATE_RANK_PLANS(yoke::detail::sorting::Sort<std::uint32_t, std::uint32_t>)
YOKE_INSTANTIATE_RANK_PLANS(yoke::detail::sorting::Sort<std::uint32_t, std::uint64_t>)
YOKE_INSTANTIATE_RANK_PLANS(yoke::detail::sorting::Argsort<std::uint32_t, std::uint32_t>)
YOKE_INSTANTIATE_RANK_PLANS(yoke::detail::sorting::Argsort<std::uint32_t, std::uint64_t>)
YOKE_INSTANTIATE_HYBRID_RANK_PLANS(
    yoke::detail::sorting::Sort<std::uint32_t, yoke::detail::sorting::NoValue>)
YOKE_INSTANTIATE_HYBRID_RANK_PLANS(yoke::detail::sorting::Sort<std::uint32_t, std::uint32_t>)
YOKE_INSTANTIATE_HYBRID_RANK_PLANS(yoke::detail::sorting::Sort<std::uint32_t, std::uint64_t>)
