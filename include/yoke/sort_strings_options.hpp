#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "yoke/algorithm.hpp"
#include "yoke/report.hpp"
#include "yoke/sort_options.hpp"
#include "yoke/split.hpp"

namespace yoke {

class Timeline;

/// How to sort strings.
enum class SortStringsAlgorithm {
  /// Radix sort.
  automatic,
  /// std::stable_sort by comparisons, on one thread of a host.
  sequential,
  /// By growing prefixes: a radix sort of the first characters, then of the next ones of the
  /// strings with equal keys.
  radix,
};

/// The table of algorithms.
inline constexpr auto sort_strings_algorithms = std::to_array<AlgorithmEntry<SortStringsAlgorithm>>(
    {{SortStringsAlgorithm::automatic, "automatic", Strategy::cut},
     {SortStringsAlgorithm::sequential, "sequential", Strategy::alone},
     {SortStringsAlgorithm::radix, "radix", Strategy::cut}});

/// The report of a call.
struct SortStringsReport : CallReport {
  SortStringsAlgorithm algorithm = SortStringsAlgorithm::automatic;  ///< the chosen algorithm
  /// Radix sort: the strings that each round sorted: first all, then those with equal keys.
  std::vector<std::uint64_t> sorted;
  /// Radix sort: the characters in keys, and those of common prefixes, counted each time they were
  /// read. Characters that one thread compared to sort a few strings do not count.
  std::uint64_t characters = 0;
};

/// The options of a call.
struct SortStringsOptions {
  SortStringsAlgorithm algorithm = SortStringsAlgorithm::automatic;  ///< how to sort
  SortOrder order = SortOrder::ascending;  ///< the string that comes first; equal ones by index
  /// Bytes that move with each key, 0, 4 or 8: the 3 or 7 characters after the key's. Strings with
  /// equal keys then need not be read again at once.
  int look_ahead = 0;
  /// Hybrid calls only: the share of the strings that the host sorts.
  Split split = Split::automatic();
  /// A bound in bytes on the device memory of the call or its plan. The caller's arrays on the
  /// device do not count; copies of other arguments do. 0: the free memory. If the bound is too
  /// little, DeviceMemoryExceeded is thrown. On a host it has no effect.
  std::size_t device_memory = 0;
  /// Receives the report of the call; null: none.
  SortStringsReport* report = nullptr;
  Timeline* timeline = nullptr;  ///< receives the spans of each lane; null: none
};

}  // namespace yoke
