#include "distance_matrix/solver.hpp"
#include "frame/instantiate.hpp"

YOKE_INSTANTIATE_PLANS(yoke::detail::distance_matrix::Summary<std::int16_t>)
YOKE_INSTANTIATE_PLANS(yoke::detail::distance_matrix::Summary<std::int32_t>)
YOKE_INSTANTIATE_PLANS(yoke::detail::distance_matrix::Summary<float>)
YOKE_INSTANTIATE_PLANS(yoke::detail::distance_matrix::Summary<double>)
