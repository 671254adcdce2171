#pragma once

#include "frame/ways.hpp"

namespace yoke::detail::sorting {

// The host's share of a joint sort that was not tuned: what the thesis begins with beside a GPU;
// level if both sides are cores.
inline double untuned_joint_share(NodeSides const& sides) {
  return sides.device_is_host ? 0.5 : 0.1;
}

}  // namespace yoke::detail::sorting
