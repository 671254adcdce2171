#include "frame/instantiate.hpp"
#include "histogram/hybrid_solver.hpp"

YOKE_INSTANTIATE_HYBRID_PLANS(yoke::detail::histograms::Histogram<std::uint32_t>)
