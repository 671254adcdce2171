#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "yoke/algorithm.hpp"
#include "yoke/report.hpp"
#include "yoke/split.hpp"
#include "yoke/timeline.hpp"

namespace yoke {

/// How to count.
enum class HistogramAlgorithm {
  /// `sequential` for few values on a host, else `privatised`.
  automatic,
  /// One thread of a host.
  sequential,
  /// Each thread of a host, and each team of a device, has counters of its own, which are added up.
  /// A team that has no room for all bins has counters for those that it meets first, among them
  /// those that most values are in, and counts the others in the device's memory.
  privatised,
};

/// The table of algorithms.
inline constexpr auto histogram_algorithms = std::to_array<AlgorithmEntry<HistogramAlgorithm>>(
    {{HistogramAlgorithm::automatic, "automatic", Strategy::cut},
     {HistogramAlgorithm::sequential, "sequential", Strategy::alone},
     {HistogramAlgorithm::privatised, "privatised", Strategy::cut}});

/// Its name in the table.
inline std::string_view to_string(HistogramAlgorithm algorithm) {
  return detail::name_of(histogram_algorithms, algorithm);
}

/// What a call did.
struct HistogramReport : CallReport {
  HistogramAlgorithm algorithm = HistogramAlgorithm::automatic;  ///< what was chosen
};

/// How to count, and what to say of it.
struct HistogramOptions {
  static constexpr std::size_t most_bins = std::size_t(1) << 20;  ///< the most bins of a call
  HistogramAlgorithm algorithm = HistogramAlgorithm::automatic;   ///< how to count
  /// Hybrid calls only: the share of the values that the host counts.
  Split split = Split::automatic();
  /// The bytes that the call or its plan may hold of the device's own memory beyond the caller's
  /// arrays, with copies of arguments that lie elsewhere; 0: what is free. Where that is too
  /// little, DeviceMemoryExceeded is thrown. Nothing on a host.
  std::size_t device_memory = 0;
  /// Receive what was done; null: nothing is recorded.
  HistogramReport* report = nullptr;
  Timeline* timeline = nullptr;  ///< what each lane did when; null: nothing
};

}  // namespace yoke
