#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "yoke/algorithm.hpp"
#include "yoke/report.hpp"
#include "yoke/split.hpp"

namespace yoke {

class Timeline;

/// How to count.
enum class HistogramAlgorithm {
  /// `sequential` for few values on a host, else `privatised`.
  automatic,
  /// One thread of a host.
  sequential,
  /// Each thread of a host, and each team of a device, has its own counters, which are added up. If
  /// a team has no memory for all bins, it has counters for the bins that it meets first. These
  /// include the bins with the most values. It counts the others in the device's memory.
  privatised,
};

/// The table of algorithms.
inline constexpr auto histogram_algorithms = std::to_array<AlgorithmEntry<HistogramAlgorithm>>(
    {{HistogramAlgorithm::automatic, "automatic", Strategy::cut},
     {HistogramAlgorithm::sequential, "sequential", Strategy::alone},
     {HistogramAlgorithm::privatised, "privatised", Strategy::cut}});

/// The algorithm's name in the table.
inline std::string_view to_string(HistogramAlgorithm algorithm) {
  return detail::name_of(histogram_algorithms, algorithm);
}

/// The report of a call.
struct HistogramReport : CallReport {
  HistogramAlgorithm algorithm = HistogramAlgorithm::automatic;  ///< the chosen algorithm
};

/// The options of a call.
struct HistogramOptions {
  static constexpr std::size_t most_bins = std::size_t(1) << 20;  ///< the most bins of a call
  HistogramAlgorithm algorithm = HistogramAlgorithm::automatic;   ///< how to count
  /// Hybrid calls only: the share of the values that the host counts.
  Split split = Split::automatic();
  /// A bound in bytes on the device memory of the call or its plan. The caller's arrays on the
  /// device do not count; copies of other arguments do. 0: the free memory. If the bound is too
  /// little, DeviceMemoryExceeded is thrown. On a host it has no effect.
  std::size_t device_memory = 0;
  /// Receives the report of the call; null: none.
  HistogramReport* report = nullptr;
  Timeline* timeline = nullptr;  ///< receives the spans of each lane; null: none
};

}  // namespace yoke
