#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace yoke_perf {

// What the command line asks for.
struct Settings {
  std::vector<std::uint64_t> sizes = {1u << 23, 1u << 25, 1u << 27, 1u << 29};
  // No larger lists on a device, and on the host.
  std::uint64_t max_nodes = std::uint64_t(1) << 29;
  std::uint64_t max_host_nodes = std::uint64_t(1) << 27;
  // Timed runs of each benchmark; 0: its own number.
  int runs = 0;
  // Bytes that calls from host memory of their own rows may hold on the device; 0: no such rows.
  std::uint64_t device_memory = 0;
  std::uint64_t seed = 1;
  bool huge_pages = true;

  int runs_or(int usual) const { return runs > 0 ? runs : usual; }
};

// Each registers the benchmarks of its part. They refer to `settings` until the last one has run,
// and to what they return: the memory that they share.
class Resources {
 public:
  virtual ~Resources() = default;
};

// Every algorithm on the device and on the host.
std::unique_ptr<Resources> add_ranking(Settings const& settings);
// Both at once, from pinned host memory to pinned host memory.
std::unique_ptr<Resources> add_hybrid(Settings const& settings);
// The device alone, from host memory to host memory: calls, and streams of submitted ones.
std::unique_ptr<Resources> add_from_host(Settings const& settings);
// What the machine can do: copies, gathers, scatters, chains of loads, and a scan as a peer.
std::unique_ptr<Resources> add_limits(Settings const& settings);

}  // namespace yoke_perf
