#pragma once

#include <stdexcept>
#include <string>

namespace yoke {

// The host's share of the work of a hybrid call: 0 is the device alone, 1 the host alone, each at
// the cost of that side alone. Split::automatic() asks the tuning table (docs/tuning.md).
class Split {
 public:
  // Throws std::invalid_argument where host_share is not in [0, 1].
  explicit Split(double host_share) : host_share_(host_share) {
    if (!(host_share >= 0 && host_share <= 1)) {
      throw std::invalid_argument("yoke::Split: host_share is " + std::to_string(host_share) +
                                  "; it must be between 0 (device alone) and 1 (host alone)");
    }
  }
  static Split automatic() { return Split(); }

  bool is_automatic() const { return host_share_ < 0; }
  // Meaningful only where not automatic.
  double host_share() const { return host_share_; }

 private:
  Split() = default;
  double host_share_ = -1;
};

}  // namespace yoke
