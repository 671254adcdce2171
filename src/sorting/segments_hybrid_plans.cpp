#include "frame/instantiate.hpp"
#include "sorting/segments_hybrid_solver.hpp"

YOKE_INSTANTIATE_HYBRID_PLANS(yoke::detail::sorting::SortSegments<std::uint32_t>)
YOKE_INSTANTIATE_HYBRID_PLANS(yoke::detail::sorting::SortSegments<std::uint64_t>)
