#include "strings/ranks/solver.hpp"

YOKE_INSTANTIATE_RANK_PLANS(yoke::detail::strings::SortStrings<std::uint32_t, std::uint64_t>)
YOKE_INSTANTIATE_RANK_PLANS(yoke::detail::strings::SortStrings<std::uint64_t, std::uint64_t>)
