#include "frame/instantiate.hpp"
#include "sorting/comparator_hybrid_solver.hpp"

YOKE_INSTANTIATE_HYBRID_PLANS(yoke::detail::sorting::ComparatorSort)
