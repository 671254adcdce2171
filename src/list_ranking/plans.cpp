#include "frame/instantiate.hpp"
#include "list_ranking/solver.hpp"

YOKE_INSTANTIATE_PLANS(yoke::detail::list_ranking::ListRanking<std::uint32_t>)
YOKE_INSTANTIATE_PLANS(yoke::detail::list_ranking::ListRanking<std::uint64_t>)
