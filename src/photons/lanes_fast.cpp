#include "photons/lanes.hpp"

namespace yoke::detail::photons {

YOKE_PHOTONS_CLONES void follow_in_lanes(LaneTask<PhotonArithmetic::fast> const& work) {
  Lanes<PhotonArithmetic::fast>(work).run();
}

}  // namespace yoke::detail::photons
