#include "frame/instantiate.hpp"
#include "list_scan/order_solver.hpp"

YOKE_INSTANTIATE_PLANS(yoke::detail::list_scan::ListToArray<std::uint32_t>)
YOKE_INSTANTIATE_PLANS(yoke::detail::list_scan::ListToArray<std::uint64_t>)
