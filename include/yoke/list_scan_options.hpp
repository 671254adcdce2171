#pragma once

#include <cstddef>
#include <cstdint>

#include "yoke/report.hpp"
#include "yoke/tail.hpp"

namespace yoke {

class Timeline;

/// Whether a node's result includes its own value.
enum class ScanKind { inclusive, exclusive };

/// The part of its list that a node's result combines: from the head to the node (prefix), or from
/// the node to the tail (suffix).
enum class ScanFrom { head, tail };

/// The report of list_scan and list_to_array.
struct ListScanReport : CallReport {
  std::size_t lists = 0;  ///< number of lists
  /// The number of sublists, and the most nodes of one walker. A walk that is much too long ends
  /// early, and all lists are cut again with another seed.
  std::size_t sublists = 0;
  std::uint64_t longest_walk = 0;  ///< the most nodes of one walker
};

/// The options of a scan.
struct ListScanOptions {
  ScanKind kind = ScanKind::inclusive;  ///< with a node's own value or without
  ScanFrom from = ScanFrom::head;       ///< the part of the list
  Tail tail = Tail::self_loop();        ///< how a list ends
  /// Check every link first: one more pass with random writes into a bitmap of n bits.
  bool validate = false;
  /// Seed of the random choices; the order of the operands does not depend on it.
  std::uint64_t seed = 0x9e3779b97f4a7c15u;
  /// A bound in bytes on the device memory of the call or its plan. The caller's arrays on the
  /// device do not count; copies of other arguments do. 0: the free memory. If the bound is too
  /// little, DeviceMemoryExceeded is thrown. On a host it has no effect.
  std::size_t device_memory = 0;
  /// Receives the report of the call; null: none.
  ListScanReport* report = nullptr;
  Timeline* timeline = nullptr;  ///< receives the spans of each lane; null: none
};

/// The options of list_to_array.
struct ListToArrayOptions {
  Tail tail = Tail::self_loop();  ///< how a list ends
  bool validate = false;          ///< check every link first
  /// Seed of the random choices; the order does not depend on it.
  std::uint64_t seed = 0x9e3779b97f4a7c15u;
  std::size_t device_memory = 0;     ///< as above
  ListScanReport* report = nullptr;  ///< receives the report; null: none
  Timeline* timeline = nullptr;      ///< receives the spans of each lane; null: none
};

}  // namespace yoke
