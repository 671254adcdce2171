#pragma once

#include <cstddef>
#include <cstdint>

#include "yoke/report.hpp"
#include "yoke/sort_options.hpp"
#include "yoke/split.hpp"

namespace yoke {

class Timeline;

/// The report of a call.
struct TopKReport : CallReport {
  /// The keys that were sorted; if both sides of a Hybrid work, by both.
  std::uint64_t candidates = 0;
  /// The passes over all keys that looked for a bound of these; likewise.
  std::uint64_t rounds = 0;
};

/// The options of a call.
struct TopKOptions {
  SortOrder order =
      SortOrder::ascending;  ///< ascending: the smallest keys; descending: the largest
  /// Hybrid calls only: the share of the keys that the host looks at. An automatic one is one side
  /// alone: the device, or the cores if both sides are cores.
  Split split = Split::automatic();
  /// A bound in bytes on the device memory of the call or its plan. The caller's arrays do not
  /// count. 0: the free memory. On a host it has no effect.
  std::size_t device_memory = 0;
  TopKReport* report = nullptr;  ///< receives the report of the call; null: none
  Timeline* timeline = nullptr;  ///< receives the spans of each lane; null: none
};

}  // namespace yoke
