#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace yoke_perf {

// What the command line asks for.
struct Settings {
  // See parse_graph in support/graphs.hpp.
  std::vector<std::string> graphs = {"rmat:22", "uniform:22", "grid:4096"};
  // Timed runs of each benchmark of components; 0: its own number.
  int runs = 0;
  // Vertices that searches start from, one after the other.
  int sources = 64;
  std::uint64_t seed = 1;
  // Bytes that hybrid calls of their own rows may hold on the device; 0: there are no such rows.
  std::uint64_t device_memory = 0;

  int runs_or(int usual) const { return runs > 0 ? runs : usual; }
};

class KnownGraph;

// Each registers the benchmarks of its part on one graph, which `known` holds while they run.
// Every algorithm on the device and on the host:
void add_components(Settings const& settings, KnownGraph& known, std::string const& graph);
void add_searches(Settings const& settings, KnownGraph& known, std::string const& graph);
// Both at once, from host memory to host memory, which is pinned but in the rows that say pageable:
void add_hybrid(Settings const& settings, KnownGraph& known, std::string const& graph);

}  // namespace yoke_perf
