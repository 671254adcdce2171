#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "yoke/algorithm.hpp"
#include "yoke/report.hpp"
#include "yoke/split.hpp"

namespace yoke {

class Timeline;

/// How to label. docs/components.md describes the algorithms.
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

/// The algorithm's name in the table.
inline std::string_view to_string(ComponentsAlgorithm algorithm) {
  return detail::name_of(components_algorithms, algorithm);
}

/// The report of a call.
struct ComponentsReport : CallReport {
  ComponentsAlgorithm algorithm = ComponentsAlgorithm::automatic;  ///< the chosen algorithm
  int rounds = 0;                     ///< rounds of hooking or sampling
  int prune_rounds = 0;               ///< of a pruned graph: the rounds of its pruning
  std::uint64_t pruned_vertices = 0;  ///< of a pruned graph: the vertices removed
  /// Hybrid calls: the number of cross edges that were kept.
  std::uint64_t cross_edges = 0;
  /// Hybrid calls: the bytes of rows that were streamed through the device, because they exceed its
  /// memory bound. 0 if they were not streamed.
  std::uint64_t streamed_bytes = 0;
};

/// For shiloach_vishkin alone.
struct ShiloachVishkinOptions {
  /// The number of blocks of 256 threads. Each block strides over vertices or arcs (Dehne and
  /// Yogaratnam, Figure 5). 0: one thread for each.
  std::size_t blocks = 0;
};

/// The options of a call.
struct ComponentsOptions {
  ComponentsAlgorithm algorithm = ComponentsAlgorithm::automatic;  ///< how to label
  ShiloachVishkinOptions shiloach_vishkin = {};                    ///< for that algorithm
  /// Check the graph's arrays first, as yoke::Graph does by default.
  bool validate = false;
  /// Hybrid calls only: the host's share of the vertices.
  Split split = Split::automatic();
  /// A bound in bytes on the device memory of the call or its plan. The caller's arrays on the
  /// device do not count; copies of other arguments do. 0: the free memory. If the bound is too
  /// little, a Hybrid streams a graph in host memory, or lets the host work alone (docs/hybrid.md).
  /// Otherwise DeviceMemoryExceeded is thrown. On a host it has no effect.
  std::size_t device_memory = 0;
  /// Receives the report of the call; null: none.
  ComponentsReport* report = nullptr;
  Timeline* timeline = nullptr;  ///< receives the spans of each lane; null: none
};

}  // namespace yoke
