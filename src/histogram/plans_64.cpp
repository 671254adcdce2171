#include "frame/instantiate.hpp"
#include "histogram/solver.hpp"

YOKE_INSTANTIATE_PLANS(yoke::detail::histograms::Histogram<std::uint64_t>)
