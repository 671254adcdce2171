#include "photons/lanes.hpp"

namespace yoke::detail::photons {

void follow_in_lanes(LaneTask<float> const& work) { follow(work); }

}  // namespace yoke::detail::photons
