#include "fill/hybrid_solver.hpp"
#include "frame/instantiate.hpp"

YOKE_INSTANTIATE_HYBRID_PLANS(yoke::detail::filling::Fill<std::uint32_t>)
