#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "yoke/algorithm.hpp"
#include "yoke/report.hpp"
#include "yoke/split.hpp"

namespace yoke {

class Timeline;

/// How to label; docs/components.md has what each is.
enum class ComponentsAlgorithm {
  automatic,
  sequential,
  shiloach_vishkin,
  soman,
  afforest,
};

/// The table of algorithms.
inline constexpr auto components_algorithms = std::to_array<AlgorithmEntry<ComponentsAlgorithm>>(
    {{ComponentsAlgorithm::automatic, "automatic", Strategy::feed},
     {ComponentsAlgorithm::sequential, "sequential", Strategy::alone},
     {ComponentsAlgorithm::shiloach_vishkin, "shiloach_vishkin", Strategy::cut},
     {ComponentsAlgorithm::soman, "soman", Strategy::cut},
     {ComponentsAlgorithm::afforest, "afforest", Strategy::feed}});

/// Its name in the table.
inline std::string_view to_string(ComponentsAlgorithm algorithm) {
  return detail::name_of(components_algorithms, algorithm);
}

/// What a call did.
struct ComponentsReport : CallReport {
  ComponentsAlgorithm algorithm = ComponentsAlgorithm::automatic;  ///< what was chosen
  /// Rounds of hooking or sampling; rounds of pruning and the vertices that they removed.
  int rounds = 0;
  int prune_rounds = 0;               ///< rounds of pruning
  std::uint64_t pruned_vertices = 0;  ///< vertices that pruning removed
  /// Hybrid calls: the cross edges that were kept.
  std::uint64_t cross_edges = 0;
  /// Hybrid calls: the bytes of rows that were streamed through the device, because they are more
  /// than it may hold; 0 where they were not.
  std::uint64_t streamed_bytes = 0;
};

/// For shiloach_vishkin alone.
struct ShiloachVishkinOptions {
  /// Blocks of 256 threads, each of which strides over vertices or goes through arcs (Dehne and
  /// Yogaratnam, Figure 5). 0: as many as there is work for.
  std::size_t blocks = 0;
};

/// How to label, and what to say of it.
struct ComponentsOptions {
  ComponentsAlgorithm algorithm = ComponentsAlgorithm::automatic;  ///< how to label
  ShiloachVishkinOptions shiloach_vishkin = {};                    ///< for that algorithm
  /// Remove pendant vertices first and put them back last (Banerjee's thesis, Algorithm 19).
  bool prune = false;
  /// With prune: a round that removes fewer vertices is the last. 0: 500, or one in 1024 if that is
  /// more (thesis, 8.3.5).
  std::uint64_t least_pruned = 0;
  /// Check the graph's arrays first, as yoke::Graph does unless it is told not to.
  bool validate = false;
  /// Hybrid calls only: the host's share of the vertices.
  Split split = Split::automatic();
  /// The bytes that the call or its plan may hold of the device's own memory beyond the caller's
  /// arrays, with copies of arguments that lie elsewhere; 0: what is free. Where that is too
  /// little, DeviceMemoryExceeded is thrown; a Hybrid streams a graph in host memory, or lets the
  /// host work alone (docs/hybrid.md). Nothing on a host.
  std::size_t device_memory = 0;
  /// Receive what was done; null: nothing is recorded.
  ComponentsReport* report = nullptr;
  Timeline* timeline = nullptr;  ///< what each lane did when; null: nothing
};

}  // namespace yoke
