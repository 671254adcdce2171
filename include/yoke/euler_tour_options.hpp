#pragma once

#include <cstddef>
#include <cstdint>

#include "yoke/report.hpp"
#include "yoke/tail.hpp"

namespace yoke {

class Timeline;

/// What a call did.
struct TreeReport : CallReport {
  /// tree_statistics only: the pieces that the tour was walked in, and the most visits that one
  /// walker followed. A walk that is much too long ends early, and all is split again with another
  /// seed.
  std::size_t sublists = 0;
  std::uint64_t longest_walk = 0;  ///< the most visits of one
};

/// Of parent arrays.
struct TreeOptions {
  /// How a root is marked in the parent array: by default it is its own parent.
  Tail root = Tail::self_loop();
  /// euler_tour only: check that the parents run in no cycle, in the time of one more walk along
  /// the tour. tree_statistics always does.
  bool validate = false;
  /// The bytes that the call or its plan may hold of the device's own memory beyond the caller's
  /// arrays, with copies of arguments that lie elsewhere; 0: what is free. Where that is too
  /// little, DeviceMemoryExceeded is thrown. Nothing on a host.
  std::size_t device_memory = 0;
  /// Receive what was done; null: nothing is recorded.
  TreeReport* report = nullptr;
  Timeline* timeline = nullptr;  ///< what each lane did when; null: nothing
};

/// Of edge lists.
struct ForestOptions {
  std::size_t device_memory = 0;  ///< as in TreeOptions
  TreeReport* report = nullptr;   ///< what was done; null: nothing
  Timeline* timeline = nullptr;   ///< what each lane did when; null: nothing
};

}  // namespace yoke
