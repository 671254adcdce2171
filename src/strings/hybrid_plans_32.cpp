#include "frame/instantiate.hpp"
#include "strings/hybrid_solver.hpp"

YOKE_INSTANTIATE_HYBRID_PLANS(yoke::detail::strings::SortStrings<std::uint32_t, std::uint32_t>)
YOKE_INSTANTIATE_HYBRID_PLANS(yoke::detail::strings::SortStrings<std::uint64_t, std::uint32_t>)
