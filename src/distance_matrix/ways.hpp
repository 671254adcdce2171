#pragma once

#include "frame/ways.hpp"
#include "yoke/detail/distance_matrix/capability.hpp"

namespace yoke::detail {

// The side that has the matrix reads it faster than the other one can get it.
template <class Weight>
struct WaysOf<distance_matrix::Summary<Weight>> {
  using Capability = distance_matrix::Summary<Weight>;
  static Ways of(typename Capability::Arguments const& arguments, all_pairs::MatrixCapacity const&,
                 DistanceMatrixOptions const& options, NodeSides const& sides) {
    if (!options.split.is_automatic()) return CallWay::of_share(options.split.host_share());
    bool const is_on_device = !sides.device_is_host && arguments.distances.place == Place::device;
    return CallWay::of_share(is_on_device ? 0 : 1);
  }
};

}  // namespace yoke::detail
