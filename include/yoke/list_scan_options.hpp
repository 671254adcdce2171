#pragma once

#include <cstddef>
#include <cstdint>

#include "yoke/report.hpp"
#include "yoke/tail.hpp"

namespace yoke {

class Timeline;

/// Does a node's result include its own value?
enum class ScanKind { inclusive, exclusive };

/// Over which part of its list a node's result runs: from the head to the node (prefix), or from
/// the node to the tail (suffix).
enum class ScanFrom { head, tail };

/// Of list_scan and list_to_array.
struct ListScanReport : CallReport {
  std::size_t lists = 0;  ///< how many there are
  /// Pieces that the lists were walked in, and the most nodes that one walker followed. A walk that
  /// is much too long ends early, and all is split again with another seed.
  std::size_t sublists = 0;
  std::uint64_t longest_walk = 0;  ///< the most nodes of one
};

/// How to scan, and what to say of it.
struct ListScanOptions {
  ScanKind kind = ScanKind::inclusive;  ///< with a node's own value or without
  ScanFrom from = ScanFrom::head;       ///< over which part
  Tail tail = Tail::self_loop();        ///< how a list ends
  /// Check every link first: one more pass with random writes into a bitmap of n bits.
  bool validate = false;
  /// Seed of the random choices; the order of the operands does not depend on it.
  std::uint64_t seed = 0x9e3779b97f4a7c15u;
  /// The bytes that the call or its plan may hold of the device's own memory beyond the caller's
  /// arrays, with copies of arguments that lie elsewhere; 0: what is free. Where that is too
  /// little, DeviceMemoryExceeded is thrown. Nothing on a host.
  std::size_t device_memory = 0;
  /// Receive what was done; null: nothing is recorded.
  ListScanReport* report = nullptr;
  Timeline* timeline = nullptr;  ///< what each lane did when; null: nothing
};

/// How to order, and what to say of it.
struct ListToArrayOptions {
  Tail tail = Tail::self_loop();  ///< how a list ends
  bool validate = false;          ///< check every link first
  /// Of the random choices; the order does not depend on it.
  std::uint64_t seed = 0x9e3779b97f4a7c15u;
  std::size_t device_memory = 0;     ///< as above
  ListScanReport* report = nullptr;  ///< what was done; null: nothing
  Timeline* timeline = nullptr;      ///< what each lane did when; null: nothing
};

}  // namespace yoke
