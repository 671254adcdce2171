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

/// How to find the lightest forest. docs/minimum_spanning_forest.md describes the algorithms.
enum class MinimumForestAlgorithm {
  automatic,
  sequential,
  boruvka,
};

/// The table of algorithms.
inline constexpr auto minimum_forest_algorithms =
    std::to_array<AlgorithmEntry<MinimumForestAlgorithm>>(
        {{MinimumForestAlgorithm::automatic, "automatic", Strategy::cut},
         {MinimumForestAlgorithm::sequential, "sequential", Strategy::alone},
         {MinimumForestAlgorithm::boruvka, "boruvka", Strategy::cut}});

/// The algorithm's name in the table.
inline std::string_view to_string(MinimumForestAlgorithm algorithm) {
  return detail::name_of(minimum_forest_algorithms, algorithm);
}

/// The report of a call.
struct MinimumForestReport : CallReport {
  MinimumForestAlgorithm algorithm = MinimumForestAlgorithm::automatic;  ///< the chosen algorithm
  int rounds = 0;  ///< Boruvka's rounds; if both sides work, of their union
  /// The edges that the rounds had listed: those light enough, then the others between two trees.
  /// If both sides work, the edges of their union.
  std::uint64_t listed_edges = 0;
};

/// The options of a call.
struct MinimumForestOptions {
  MinimumForestAlgorithm algorithm = MinimumForestAlgorithm::automatic;  ///< how to find it
  /// Check the graph's arrays and weights first, as yoke::WeightedGraph does by default.
  bool validate = false;
  /// Hybrid calls only: the host's share of the vertices, whose rows are its part.
  Split split = Split::automatic();
  /// A bound in bytes on the device memory of the call or its plan. The caller's arrays on the
  /// device do not count; copies of other arguments do. 0: the free memory. If the
  /// bound is too little, a Hybrid without a split lets the host work alone. Otherwise
  /// DeviceMemoryExceeded is thrown. On a host it has no effect.
  std::size_t device_memory = 0;
  /// Receives the report of the call; null: none.
  MinimumForestReport* report = nullptr;
  Timeline* timeline = nullptr;  ///< receives the spans of each lane; null: none
};

}  // namespace yoke
