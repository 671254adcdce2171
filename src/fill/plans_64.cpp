#include "fill/solver.hpp"
#include "frame/instantiate.hpp"

YOKE_INSTANTIATE_PLANS(yoke::detail::filling::Fill<std::uint64_t>)
