#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "yoke/algorithm.hpp"
#include "yoke/report.hpp"
#include "yoke/sort_options.hpp"
#include "yoke/split.hpp"
#include "yoke/timeline.hpp"

namespace yoke {

/// How to sort strings.
enum class SortStringsAlgorithm {
  /// Radix sort.
  automatic,
  /// std::stable_sort by comparisons, on one thread of a host.
  sequential,
  /// By growing prefixes: a radix sort of the first characters, then of the next ones of those
  /// strings alone that tie.
  radix,
};

/// The table of algorithms.
inline constexpr auto sort_strings_algorithms = std::to_array<AlgorithmEntry<SortStringsAlgorithm>>(
    {{SortStringsAlgorithm::automatic, "automatic", Strategy::cut},
     {SortStringsAlgorithm::sequential, "sequential", Strategy::alone},
     {SortStringsAlgorithm::radix, "radix", Strategy::cut}});

/// What a call did.
struct SortStringsReport : CallReport {
  SortStringsAlgorithm algorithm = SortStringsAlgorithm::automatic;  ///< what was chosen
  /// Radix sort: the strings that each round sorted, all of them first; then those that tied.
  std::vector<std::uint64_t> sorted;
  /// Radix sort: the characters that keys had room for, and those of common prefixes, each as often
  /// as it was read. Not those that one thread compared to sort a few strings.
  std::uint64_t characters = 0;
};

/// How to sort, and what to say of it.
struct SortStringsOptions {
  SortStringsAlgorithm algorithm = SortStringsAlgorithm::automatic;  ///< how to sort
  SortOrder order = SortOrder::ascending;  ///< which string comes first; equal ones by index
  /// Bytes that move with each key, 0, 4 or 8: the 3 or 7 characters that follow the key's, so that
  /// strings that tie need not be read again at once.
  int look_ahead = 0;
  /// Hybrid calls only: the share of the strings that the host sorts.
  Split split = Split::automatic();
  /// The bytes that the call or its plan may hold of the device's own memory beyond the caller's
  /// arrays, with copies of arguments that lie elsewhere; 0: what is free. Where that is too
  /// little, DeviceMemoryExceeded is thrown. Nothing on a host.
  std::size_t device_memory = 0;
  /// Receive what was done; null: nothing is recorded.
  SortStringsReport* report = nullptr;
  Timeline* timeline = nullptr;  ///< what each lane did when; null: nothing
};

}  // namespace yoke
