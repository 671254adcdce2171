#pragma once

#include <string>
#include <vector>

#include "yoke/way.hpp"

namespace yoke {

/// The wall-clock time of a fenced step of a call. A report adds a fence to each step.
struct Phase {
  std::string name;  ///< the step's name
  double seconds;    ///< from its beginning to its fence
};

/// The report that all capabilities have in common. A call whose arguments fit each other resets
/// its report, even if it throws.
struct CallReport {
  std::vector<Phase> phases;  ///< in their order
  Way way = Way::none;        ///< hybrid calls: how the call ran
  /// Hybrid calls: the host's share of the work, and each lane's busy seconds. It is the chosen
  /// share, or, if both sides take from a queue, the resulting one.
  double host_share = 0;
  double device_busy = 0;  ///< seconds in which the device side worked
  double host_busy = 0;    ///< seconds in which the host side worked
  double copying = 0;      ///< seconds with a copy under way
};

}  // namespace yoke
