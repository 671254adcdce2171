#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace yoke_perf {

// What the command line asks for.
struct Settings {
  // Bytes of the arrays that are moved, and of those small ones where a ring may not pay.
  std::vector<std::uint64_t> sizes = {std::uint64_t(1) << 29};
  std::vector<std::uint64_t> small = {1u << 16, 1u << 18, 1u << 20, 1u << 22, 1u << 24};
  // Bytes of a piece of a ring, and of a pipeline's block; how many there are.
  std::vector<std::uint64_t> pieces = {1u << 20, 1u << 21, 1u << 22, 1u << 23};
  std::uint64_t ring = 4;
  int runs = 5;
};

// Each registers the benchmarks of its part, and returns the memory that they share.
class Resources {
 public:
  virtual ~Resources() = default;
};

// What the host's threads can read, write and copy.
std::unique_ptr<Resources> add_host(Settings const& settings);
// What moves between host and device: by the driver, through rings, and in three lanes.
std::unique_ptr<Resources> add_bus(Settings const& settings);

}  // namespace yoke_perf
