#include "frame/instantiate.hpp"
#include "sorting/comparator_solver.hpp"

YOKE_INSTANTIATE_PLANS(yoke::detail::sorting::ComparatorSort)
