#include "frame/instantiate.hpp"
#include "list_ranking/hybrid_solver.hpp"

YOKE_INSTANTIATE_HYBRID_PLANS(yoke::detail::ListRanking<std::uint32_t>)
YOKE_INSTANTIATE_HYBRID_PLANS(yoke::detail::ListRanking<std::uint64_t>)
