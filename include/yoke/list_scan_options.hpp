#pragma once

#include <cstddef>
#include <cstdint>

#include "yoke/report.hpp"
#include "yoke/tail.hpp"

namespace yoke {

class Timeline;

// Does a node's result include its own value?
enum class ScanKind { inclusive, exclusive };

// Over which part of its list a node's result runs: from the head to the node (prefix), or from the
// node to the tail (suffix).
enum class ScanFrom { head, tail };

// Of list_scan and list_to_array.
struct ListScanReport : CallReport {
  std::size_t lists = 0;
  // Pieces that the lists were walked in, and the most nodes that one walker followed. A walk that
  // is much too long ends early, and all is split again with another seed.
  std::size_t sublists = 0;
  std::uint64_t longest_walk = 0;
};

struct ListScanOptions {
  ScanKind kind = ScanKind::inclusive;
  ScanFrom from = ScanFrom::head;
  Tail tail = Tail::self_loop();
  // Check every link first: one more pass with random writes into a bitmap of n bits.
  bool validate = false;
  // Seed of the random choices; the order of the operands does not depend on it.
  std::uint64_t seed = 0x9e3779b97f4a7c15u;
  // Receive what was done; null: nothing is recorded.
  ListScanReport* report = nullptr;
  Timeline* timeline = nullptr;
};

struct ListToArrayOptions {
  Tail tail = Tail::self_loop();
  bool validate = false;
  std::uint64_t seed = 0x9e3779b97f4a7c15u;
  ListScanReport* report = nullptr;
  Timeline* timeline = nullptr;
};

}  // namespace yoke
