#include "frame/instantiate.hpp"
#include "list_scan/solver.hpp"

YOKE_INSTANTIATE_PLANS(yoke::detail::list_scan::ListScan<std::uint32_t>)
YOKE_INSTANTIATE_PLANS(yoke::detail::list_scan::ListScan<std::uint64_t>)
