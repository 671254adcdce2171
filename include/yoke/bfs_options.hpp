#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "yoke/algorithm.hpp"
#include "yoke/report.hpp"
#include "yoke/split.hpp"

namespace yoke {

class Timeline;

/// How to search. docs/bfs.md describes the algorithms.
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

/// The algorithm's name in the table.
inline std::string_view to_string(BfsAlgorithm algorithm) {
  return detail::name_of(bfs_algorithms, algorithm);
}

/// The vertices and arcs that a search looked at.
struct BfsWork {
  std::uint64_t vertices = 0;  ///< each counted every time
  std::uint64_t arcs = 0;      ///< each counted every time
  /// The sum of both.
  std::uint64_t total() const { return vertices + arcs; }
};

/// The report of a search.
struct BfsReport : CallReport {
  BfsAlgorithm algorithm = BfsAlgorithm::automatic;  ///< the chosen algorithm
  /// The number of levels with a vertex, with the level of the sources. Bottom-up levels ask the
  /// unreached vertices for a neighbour in the frontier.
  std::uint64_t levels = 0;
  std::uint64_t bottom_up_levels = 0;  ///< the levels among them that were searched bottom-up
  /// The work of a search. top_down counts the frontiers' vertices whose arcs were followed.
  /// bottom_up counts the unreached vertices, on every level on which they were asked, with the
  /// arcs that they looked at. The sum is at most about twice the vertices reached and their arcs
  /// (2.6 times in a graph made to exceed this). If the bits of n and m together exceed 64, a
  /// vertex's arcs are rounded up to a multiple of 2, 4 or 8. A search that both sides of a Hybrid
  /// share counts nothing.
  BfsWork top_down;
  BfsWork bottom_up;                  ///< the unreached vertices
  int prune_rounds = 0;               ///< of a pruned graph: the rounds of its pruning
  std::uint64_t pruned_vertices = 0;  ///< of a pruned graph: the vertices removed
  /// Hybrid calls: the number of levels of both sides, and of stretches of small levels that the
  /// host searched alone. A stretch has any number of successive levels.
  std::uint64_t shared_levels = 0;
  std::uint64_t small_frontier_stretches = 0;  ///< stretches that the host searched alone
};

/// The options of a search.
struct BfsOptions {
  BfsAlgorithm algorithm = BfsAlgorithm::automatic;  ///< how to search
  /// A vertex's parent is the smallest of its neighbours one level up, not any of them. Parents
  /// then depend only on the input. Costs one more pass over the arcs.
  bool deterministic_parents = false;
  /// Check the graph's arrays first, as yoke::Graph does by default.
  bool validate = false;
  /// Hybrid calls only: the host's share of the vertices and arcs.
  Split split = Split::automatic();
  /// A bound in bytes on the device memory of the call or its plan. The caller's arrays on the
  /// device do not count; copies of other arguments do. 0: the free memory. If the bound is too
  /// little, a Hybrid reads rows in pinned memory in place, or lets the host work alone
  /// (docs/hybrid.md). Otherwise DeviceMemoryExceeded is thrown. On a host it has no effect.
  std::size_t device_memory = 0;
  /// Receives the report of the call; null: none.
  BfsReport* report = nullptr;
  Timeline* timeline = nullptr;  ///< receives the spans of each lane; null: none
};

}  // namespace yoke
