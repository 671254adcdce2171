#pragma once

#include <cstddef>
#include <cstdint>

#include "yoke/report.hpp"
#include "yoke/tail.hpp"

namespace yoke {

class Timeline;

/// The report of a call.
struct TreeReport : CallReport {
  /// tree_statistics only: the number of pieces of the tour, and the most visits of one walker. A
  /// walk that is much too long ends early, and the tour is cut again with another seed.
  std::size_t sublists = 0;
  std::uint64_t longest_walk = 0;  ///< the most visits of one walker
};

/// Options for parent arrays.
struct TreeOptions {
  /// How a root is marked in the parent array: by default it is its own parent.
  Tail root = Tail::self_loop();
  /// euler_tour only: check that the parents form no cycle. This takes the time of one more walk
  /// along the tour. tree_statistics always checks it.
  bool validate = false;
  /// A bound in bytes on the device memory of the call or its plan. The caller's arrays on the
  /// device do not count; copies of other arguments do. 0: the free memory. If the bound is too
  /// little, DeviceMemoryExceeded is thrown. On a host it has no effect.
  std::size_t device_memory = 0;
  /// Receives the report of the call; null: none.
  TreeReport* report = nullptr;
  Timeline* timeline = nullptr;  ///< receives the spans of each lane; null: none
};

/// Options for edge lists.
struct ForestOptions {
  std::size_t device_memory = 0;  ///< as in TreeOptions
  TreeReport* report = nullptr;   ///< receives the report; null: none
  Timeline* timeline = nullptr;   ///< receives the spans of each lane; null: none
};

}  // namespace yoke
