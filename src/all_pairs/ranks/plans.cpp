#include "all_pairs/ranks/solver.hpp"
#include "frame/ranks/plan_core.hpp"

YOKE_INSTANTIATE_RANK_PLANS(yoke::detail::all_pairs::AllPairs<std::int16_t>)
YOKE_INSTANTIATE_RANK_PLANS(yoke::detail::all_pairs::AllPairs<std::int32_t>)
YOKE_INSTANTIATE_RANK_PLANS(yoke::detail::all_pairs::AllPairs<float>)
YOKE_INSTANTIATE_RANK_PLANS(yoke::detail::all_pairs::AllPairs<double>)
