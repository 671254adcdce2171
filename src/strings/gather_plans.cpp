#include "frame/instantiate.hpp"
#include "strings/gather.hpp"

YOKE_INSTANTIATE_PLANS(yoke::detail::strings::GatherStrings<std::uint32_t, std::uint32_t>)
YOKE_INSTANTIATE_PLANS(yoke::detail::strings::GatherStrings<std::uint32_t, std::uint64_t>)
YOKE_INSTANTIATE_PLANS(yoke::detail::strings::GatherStrings<std::uint64_t, std::uint32_t>)
YOKE_INSTANTIATE_PLANS(yoke::detail::strings::GatherStrings<std::uint64_t, std::uint64_t>)
