#pragma once

#include <string>
#include <vector>

namespace yoke {

/// The wall-clock time of a fenced step of a call: asking for a report adds a fence to each step.
struct Phase {
  std::string name;  ///< of the step
  double seconds;    ///< from its begin to its fence
};

/// What every capability reports of a call. A call whose arguments fit each other begins its report
/// anew, also where it throws.
struct CallReport {
  std::vector<Phase> phases;  ///< in their order
  /// Hybrid calls: the host's share of the work, as it was chosen, or, where both sides take from
  /// a queue, as it came about; and each lane's busy seconds.
  double host_share = 0;
  double device_busy = 0;  ///< seconds in which the device side worked
  double host_busy = 0;    ///< seconds in which the host side worked
  double copying = 0;      ///< seconds in which a copy was under way
};

}  // namespace yoke
