#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

#include "yoke/algorithm.hpp"
#include "yoke/report.hpp"
#include "yoke/split.hpp"

namespace yoke {

class Timeline;

/// The types of distances: std::int16_t, std::int32_t, float, double.
template <class Weight>
concept DistanceWeight =
    std::is_same_v<Weight, std::int16_t> || std::is_same_v<Weight, std::int32_t> ||
    std::is_same_v<Weight, float> || std::is_same_v<Weight, double>;

/// The distance of a vertex that no path reaches: 16383, 2^30 - 1, or infinity.
template <DistanceWeight Weight>
inline constexpr Weight unreachable_distance =
    std::is_floating_point_v<Weight> ? std::numeric_limits<Weight>::infinity()
                                     : static_cast<Weight>(std::numeric_limits<Weight>::max() / 2);

/// The least distance: -8192, -2^29, or the least finite number.
template <DistanceWeight Weight>
inline constexpr Weight least_distance =
    std::is_floating_point_v<Weight> ? std::numeric_limits<Weight>::lowest()
                                     : static_cast<Weight>(std::numeric_limits<Weight>::min() / 4);

/// How to find the distances of all pairs. docs/all_pairs_distances.md describes the algorithms.
enum class AllPairsAlgorithm {
  automatic,  ///< of a graph the one whose count of work is less; of a matrix blocked
  blocked,    ///< Floyd-Warshall by blocks of the matrix
  /// A search from every vertex of a graph without negative weights. Without weights 64 searches
  /// share a sweep. With weights each thread of a host runs Dijkstra's algorithm, and each team of
  /// a device runs 32 searches by Bellman and Ford's algorithm. Finds no next.
  searches,
};

/// The table of algorithms.
inline constexpr auto all_pairs_algorithms = std::to_array<AlgorithmEntry<AllPairsAlgorithm>>(
    {{AllPairsAlgorithm::automatic, "automatic", Strategy::cut},
     {AllPairsAlgorithm::blocked, "blocked", Strategy::cut},
     {AllPairsAlgorithm::searches, "searches", Strategy::alone}});

/// The algorithm's name in the table.
inline std::string_view to_string(AllPairsAlgorithm algorithm) {
  return detail::name_of(all_pairs_algorithms, algorithm);
}

/// The report of a call.
struct AllPairsReport : CallReport {
  AllPairsAlgorithm algorithm = AllPairsAlgorithm::automatic;  ///< that has run
  /// False: pairs with the unreachable distance have no path. True by blocked: a summand was at
  /// least half of it, so some of these pairs may be too far apart instead. True by searches: some
  /// of these pairs are too far apart.
  bool may_be_clamped = false;
  int prune_rounds = 0;               ///< of a pruned graph: the rounds of its pruning
  std::uint64_t pruned_vertices = 0;  ///< of a pruned graph: the vertices removed
};

/// The options of a call.
struct AllPairsOptions {
  /// The algorithm. Hybrids and ranks have no searches.
  AllPairsAlgorithm algorithm = AllPairsAlgorithm::automatic;
  /// Hybrid calls only: the share of the rows that the host has, in blocks of 128. An automatic one
  /// is one side alone: the device, or the cores if both sides are cores.
  Split split = Split::automatic();
  /// A bound in bytes on the device memory of the call or its plan. The caller's matrix does not
  /// count. 0: the free memory. On a host it has no effect. On a Hybrid a larger matrix in host
  /// memory goes through the device in bands.
  std::size_t device_memory = 0;
  AllPairsReport* report = nullptr;  ///< receives the report of the call; null: none
  Timeline* timeline = nullptr;      ///< receives the spans of each lane; null: none
};

}  // namespace yoke
