#include "photons/lanes.hpp"

namespace yoke::detail::photons {

YOKE_PHOTONS_CLONES void follow_in_lanes(LaneTask<PhotonArithmetic::precise> const& work) {
  Lanes<PhotonArithmetic::precise>(work).run();
}

}  // namespace yoke::detail::photons
