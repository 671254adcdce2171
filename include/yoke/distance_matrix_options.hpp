#pragma once

#include <cstddef>

#include "yoke/report.hpp"
#include "yoke/split.hpp"

namespace yoke {

class Timeline;

/// The options of a call that finds eccentricities or closeness from a matrix of distances.
struct DistanceMatrixOptions {
  /// On a Hybrid: which side works. 0: the device, 1: the host. Automatic: the side whose memory
  /// has the matrix. It is the host if the memory is pinned or managed. Other shares are refused.
  Split split = Split::automatic();
  /// A bound in bytes on the device memory of the call or its plan. The caller's arrays do not
  /// count. 0: the free memory. If the bound is too little, DeviceMemoryExceeded is thrown. On a
  /// host it has no effect.
  std::size_t device_memory = 0;
  CallReport* report = nullptr;  ///< receives the report of the call; null: none
  Timeline* timeline = nullptr;  ///< receives the spans of each lane; null: none
};

}  // namespace yoke
