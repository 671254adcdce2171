#include "photons/lanes.hpp"

namespace yoke::detail::photons {

YOKE_PHOTONS_CLONES void follow_in_lanes(LaneTask<PhotonArithmetic::reproducible> const& work) {
  Lanes<PhotonArithmetic::reproducible>(work).run();
}

}  // namespace yoke::detail::photons
