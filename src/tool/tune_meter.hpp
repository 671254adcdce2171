#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace yoke::tool {

// Times hybrid calls of one capability on one input, which starts and ends in pinned host memory:
// that is where a hybrid call pays.
class TuneMeter {
 public:
  virtual ~TuneMeter() = default;
  // The seconds of a call of a prepared plan.
  virtual double measure(double host_share) = 0;
};

// What can be tuned, and how it is measured.
struct TunedCapability {
  std::string name;
  std::string unit;  // of sizes
  // Up to where the share has settled: some hundred runs of each take minutes.
  std::vector<std::size_t> sizes;
  std::size_t largest_size;
  bool only_powers_of_two;
  std::unique_ptr<TuneMeter> (*make_meter)(std::size_t size);
};

std::vector<TunedCapability> const& tuned_capabilities();

}  // namespace yoke::tool
