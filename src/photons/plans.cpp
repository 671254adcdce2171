#include "frame/instantiate.hpp"
#include "photons/solver.hpp"

YOKE_INSTANTIATE_PLANS(yoke::detail::photons::Photons)
