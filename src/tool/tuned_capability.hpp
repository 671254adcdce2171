#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>
#include <yoke/tuner.hpp>

#include "tune_costs.hpp"

// What a capability says of its hybrid calls so that `yoke tune` can time them: rows of its Command
// (command.hpp). The key of an entry is not among them: the calls are asked for that.
namespace yoke::tool {

// An input of a capability.
struct TunedInput {
  std::size_t size = 0;
  TunedPlace place = TunedPlace::pageable;  // its arrays start and end there
  bool wide = false;                        // 64-bit indices or words
  int edges_per_vertex = 0;                 // of a graph
};

// Makes hybrid calls on one input.
class TuneMeter {
 public:
  virtual ~TuneMeter() = default;
  // The cost of a call of a prepared plan with an automatic split.
  virtual double measure(Cost const& cost) = 0;
};

struct TunedCapability {
  std::string name;  // of which its calls ask
  std::string unit;  // of sizes
  // Up to where the share has settled: some hundred runs of each take minutes.
  std::vector<std::size_t> sizes;
  std::unique_ptr<TuneMeter> (*make_meter)(TunedInput const& input);
  std::size_t largest_size = std::numeric_limits<std::uint32_t>::max() - 1;
  std::vector<int> edges_per_vertex = {};  // of R-MAT graphs, whose sizes are powers of 2
};

}  // namespace yoke::tool
