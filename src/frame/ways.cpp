#include "frame/ways.hpp"

#include <algorithm>
#include <string>

#include "yoke/counted.hpp"

namespace yoke::detail {

void WayChoice::refuse(Ways const& ways) const {
  std::uint64_t needed = NodeSides::unlimited;
  for (std::size_t i = 0; i < ways.size(); ++i) {
    if (ways[i].device_bytes > 0) needed = std::min(needed, ways[i].device_bytes);
  }
  std::uint64_t const allowed =
      device_memory_ == NodeSides::unlimited ? needed - 1 : device_memory_;
  // A way whose count fits has found that it takes more.
  needed = std::max(needed, allowed + 1);
  throw DeviceMemoryExceeded(
      std::string(caller_) + ": this input needs " + show_count(needed, "byte") +
          " or more of the device's memory, and the call may take " + std::to_string(allowed),
      needed, allowed);
}

}  // namespace yoke::detail
