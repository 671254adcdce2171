#include "frame/instantiate.hpp"
#include "photons/hybrid_solver.hpp"

YOKE_INSTANTIATE_HYBRID_PLANS(yoke::detail::photons::Photons)
