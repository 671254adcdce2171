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

/// How to find lightest paths. docs/shortest_paths.md describes the algorithms.
enum class ShortestPathsAlgorithm {
  automatic,       ///< sequential for a small graph on a host, else delta_stepping
  sequential,      ///< Dijkstra's algorithm by one thread; no negative weights
  delta_stepping,  ///< near vertices first, in steps of options.delta; no negative weights
  bellman_ford,    ///< any weights
};

/// The table of algorithms. Each runs on one side of a Hybrid.
inline constexpr auto shortest_paths_algorithms =
    std::to_array<AlgorithmEntry<ShortestPathsAlgorithm>>(
        {{ShortestPathsAlgorithm::automatic, "automatic", Strategy::alone},
         {ShortestPathsAlgorithm::sequential, "sequential", Strategy::alone},
         {ShortestPathsAlgorithm::delta_stepping, "delta_stepping", Strategy::alone},
         {ShortestPathsAlgorithm::bellman_ford, "bellman_ford", Strategy::alone}});

/// The algorithm's name in the table.
inline std::string_view to_string(ShortestPathsAlgorithm algorithm) {
  return detail::name_of(shortest_paths_algorithms, algorithm);
}

/// The report of a call.
struct ShortestPathsReport : CallReport {
  ShortestPathsAlgorithm algorithm = ShortestPathsAlgorithm::automatic;  ///< that has run
  double delta = 0;          ///< delta_stepping: the width of a step
  std::uint64_t steps = 0;   ///< delta_stepping: the number of steps with a vertex
  std::uint64_t rounds = 0;  ///< the number of frontiers whose arcs were followed
  std::uint64_t arcs = 0;    ///< the arcs followed, each counted every time
};

/// The options of a call.
struct ShortestPathsOptions {
  ShortestPathsAlgorithm algorithm = ShortestPathsAlgorithm::automatic;  ///< what to run
  /// delta_stepping: the width of a step, in units of weight. Distances do not depend on it. 0: of
  /// the mean weight and the mean number of arcs of a vertex (docs/shortest_paths.md).
  double delta = 0;
  /// Check the graph's arrays and weights first, as yoke::WeightedGraph does by default.
  bool validate = false;
  /// Hybrid calls only: 0 runs the call on the device, 1 on the host. Automatic: on the side that
  /// holds the graph.
  Split split = Split::automatic();
  /// A bound in bytes on the device memory of the call or its plan. The caller's arrays on the
  /// device do not count; copies of other arguments do. 0: the free memory. If the bound is too
  /// little, DeviceMemoryExceeded is thrown. On a host it has no effect.
  std::size_t device_memory = 0;
  ShortestPathsReport* report = nullptr;  ///< receives the report of the call; null: none
  Timeline* timeline = nullptr;           ///< receives the spans of each lane; null: none
};

}  // namespace yoke
