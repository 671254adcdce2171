#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "yoke/algorithm.hpp"
#include "yoke/report.hpp"
#include "yoke/split.hpp"

namespace yoke {

class Timeline;

/// How to search; docs/bfs.md has what each is.
enum class BfsAlgorithm {
  automatic,
  sequential,
  level_synchronous,
  direction_optimising,
};

/// The table of algorithms.
inline constexpr auto bfs_algorithms = std::to_array<AlgorithmEntry<BfsAlgorithm>>(
    {{BfsAlgorithm::automatic, "automatic", Strategy::cut},
     {BfsAlgorithm::sequential, "sequential", Strategy::alone},
     {BfsAlgorithm::level_synchronous, "level_synchronous", Strategy::cut},
     {BfsAlgorithm::direction_optimising, "direction_optimising", Strategy::cut}});

/// Its name in the table.
inline std::string_view to_string(BfsAlgorithm algorithm) {
  return detail::name_of(bfs_algorithms, algorithm);
}

/// Vertices and arcs that a search looked at.
struct BfsWork {
  std::uint64_t vertices = 0;  ///< as often as they were looked at
  std::uint64_t arcs = 0;      ///< likewise
  /// Both together.
  std::uint64_t total() const { return vertices + arcs; }
};

/// What a call did.
struct BfsReport : CallReport {
  BfsAlgorithm algorithm = BfsAlgorithm::automatic;  ///< what was chosen
  /// Levels that have a vertex, the sources' own included; how many were found by asking the
  /// unreached vertices for a neighbour in the frontier (bottom-up).
  std::uint64_t levels = 0;
  std::uint64_t bottom_up_levels = 0;  ///< of them, those found bottom-up
  /// The frontiers' vertices whose arcs were followed; the unreached vertices that were asked, each
  /// on every level that it was asked on, with the arcs that they looked at. Both together
  /// stay near twice the vertices reached and their arcs at most (2.6 times in a graph made for
  /// it). Where the bits of n and m together exceed 64, a vertex's arcs are rounded up to a
  /// multiple of 2, 4 or 8. Of a search that both sides of a Hybrid share nothing is counted.
  BfsWork top_down;
  BfsWork bottom_up;  ///< the unreached vertices
  /// Rounds of pruning and the vertices that they removed.
  int prune_rounds = 0;
  std::uint64_t pruned_vertices = 0;  ///< vertices that pruning removed
  /// Hybrid calls: the levels that both sides looked for together, and how often the host searched
  /// small levels alone, any number of them in a row.
  std::uint64_t shared_levels = 0;
  std::uint64_t small_frontier_stretches = 0;  ///< how often the host searched alone
  /// Hybrid calls: the device alone searched, but for small levels, and read the rows where they
  /// are in pinned memory, because they are more than it may hold or few of them are looked at.
  bool rows_in_place = false;
};

/// How to search, and what to say of it.
struct BfsOptions {
  BfsAlgorithm algorithm = BfsAlgorithm::automatic;  ///< how to search
  /// A vertex's parent is the smallest of its neighbours one level up, not any of them: the result
  /// depends on the input alone. One more pass over the arcs.
  bool deterministic_parents = false;
  /// Remove pendant vertices first and put them back last (Banerjee's thesis, Algorithm 16).
  /// Symmetric graphs only.
  bool prune = false;
  /// With prune: a round that removes fewer vertices is the last. 0: 500, or one in 1024 if that is
  /// more (thesis, 8.3.5).
  std::uint64_t least_pruned = 0;
  /// Check the graph's arrays first, as yoke::Graph does unless it is told not to.
  bool validate = false;
  /// Hybrid calls only: the host's share of the vertices and arcs.
  Split split = Split::automatic();
  /// The bytes that the call or its plan may hold of the device's own memory beyond the caller's
  /// arrays, with copies of arguments that lie elsewhere; 0: what is free. Where that is too
  /// little, DeviceMemoryExceeded is thrown; a Hybrid reads rows in pinned memory where they are,
  /// or lets the host work alone (docs/hybrid.md). Nothing on a host.
  std::size_t device_memory = 0;
  /// Receive what was done; null: nothing is recorded.
  BfsReport* report = nullptr;
  Timeline* timeline = nullptr;  ///< what each lane did when; null: nothing
};

}  // namespace yoke
