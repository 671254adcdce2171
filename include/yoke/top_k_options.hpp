#pragma once

#include <cstddef>
#include <cstdint>

#include "yoke/report.hpp"
#include "yoke/sort_options.hpp"

namespace yoke {

class Timeline;

/// The report of a call.
struct TopKReport : CallReport {
  std::uint64_t candidates = 0;  ///< the keys that were sorted
  std::uint64_t rounds = 0;      ///< the passes over all keys that looked for a bound of these
};

/// The options of a call.
struct TopKOptions {
  SortOrder order =
      SortOrder::ascending;  ///< ascending: the smallest keys; descending: the largest
  /// A bound in bytes on the device memory of the call or its plan. The caller's arrays do not
  /// count. 0: the free memory. On a host it has no effect.
  std::size_t device_memory = 0;
  TopKReport* report = nullptr;  ///< receives the report of the call; null: none
  Timeline* timeline = nullptr;  ///< receives the spans of each lane; null: none
};

}  // namespace yoke
