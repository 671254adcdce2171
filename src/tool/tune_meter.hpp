#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>
#include <yoke/hybrid.hpp>
#include <yoke/tuner.hpp>

namespace yoke::tool {

// Times hybrid calls of one capability on one input, whose arrays start and end in one place.
class TuneMeter {
 public:
  virtual ~TuneMeter() = default;
  // The seconds of a call of a prepared plan.
  virtual double measure(double host_share) = 0;
  int host_threads() const { return hybrid_.host_threads(); }

 protected:
  Hybrid<> hybrid_;
};

// Where the arrays lie, of those that this build knows: without a device all are pageable.
std::vector<TunedPlace> tuned_places();

// What to measure with: where it lies, and 32- or 64-bit indices.
struct TunedArrays {
  TunedPlace place;
  bool wide = false;
};

// What can be tuned, and how it is measured.
struct TunedCapability {
  std::string name;
  std::string unit;  // of sizes
  // Up to where the share has settled: some hundred runs of each take minutes.
  std::vector<std::size_t> sizes;
  std::size_t largest_size;
  bool only_powers_of_two;
  std::vector<TunedPlace> places;  // those in which calls ask for a share
  std::unique_ptr<TuneMeter> (*make_meter)(std::size_t size, TunedArrays const& arrays);
};

std::vector<TunedCapability> const& tuned_capabilities();

}  // namespace yoke::tool
