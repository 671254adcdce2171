#include "frame/instantiate.hpp"
#include "list_ranking/solver.hpp"

YOKE_INSTANTIATE_PLANS(yoke::detail::ListRanking<std::uint32_t>)
YOKE_INSTANTIATE_PLANS(yoke::detail::ListRanking<std::uint64_t>)
