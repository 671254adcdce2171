#pragma once

#include <cstddef>
#include <cstdint>

#include "yoke/report.hpp"
#include "yoke/split.hpp"

namespace yoke {

class Timeline;

/// The report of a call.
struct ClosenessReport : CallReport {
  std::uint64_t sweeps = 0;    ///< without weights: searches from up to 64 vertices at a time
  std::uint64_t searches = 0;  ///< with weights: searches from one vertex
};

/// The options of a call.
struct ClosenessOptions {
  /// Check the graph's arrays first, as yoke::Graph does by default.
  bool validate = false;
  /// On a Hybrid: the host's share of the sources. Automatic: the device works alone, unless it has
  /// too little memory or is the host's cores.
  Split split = Split::automatic();
  /// A bound in bytes on the device memory of the call or its plan. The caller's arrays do not
  /// count. 0: the free memory. If the bound is too little, DeviceMemoryExceeded is thrown. On a
  /// host it has no effect.
  std::size_t device_memory = 0;
  ClosenessReport* report = nullptr;  ///< receives the report of the call; null: none
  Timeline* timeline = nullptr;       ///< receives the spans of each lane; null: none
};

}  // namespace yoke
