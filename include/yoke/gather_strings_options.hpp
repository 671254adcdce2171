#pragma once

#include <cstddef>

#include "yoke/report.hpp"

namespace yoke {

class Timeline;

/// The options of a call.
struct GatherStringsOptions {
  /// A bound in bytes on the device memory of the call. The caller's arrays do not count. 0: the
  /// free memory. On a host it has no effect.
  std::size_t device_memory = 0;
  CallReport* report = nullptr;  ///< receives the report of the call; null: none
  Timeline* timeline = nullptr;  ///< receives the spans of each lane; null: none
};

}  // namespace yoke
