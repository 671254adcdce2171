#include "frame/instantiate.hpp"
#include "prefix_sum/solver.hpp"

YOKE_INSTANTIATE_PLANS(yoke::detail::prefix_sum::PrefixSum)
