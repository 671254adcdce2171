#include "frame/instantiate.hpp"
#include "strings/solver.hpp"

YOKE_INSTANTIATE_PLANS(yoke::detail::strings::SortStrings<std::uint32_t, std::uint32_t>)
YOKE_INSTANTIATE_PLANS(yoke::detail::strings::SortStrings<std::uint64_t, std::uint32_t>)
