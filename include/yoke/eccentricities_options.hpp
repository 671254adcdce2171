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

/// How to find eccentricities. docs/distances.md describes the algorithms.
enum class EccentricitiesAlgorithm {
  automatic,   ///< bounded
  bounded,     ///< few searches bound the eccentricities of all vertices
  exhaustive,  ///< a search from every vertex; without weights, 64 at a time
};

/// The table of algorithms.
inline constexpr auto eccentricities_algorithms =
    std::to_array<AlgorithmEntry<EccentricitiesAlgorithm>>(
        {{EccentricitiesAlgorithm::automatic, "automatic", Strategy::alone},
         {EccentricitiesAlgorithm::bounded, "bounded", Strategy::alone},
         {EccentricitiesAlgorithm::exhaustive, "exhaustive", Strategy::alone}});

/// The algorithm's name in the table.
inline std::string_view to_string(EccentricitiesAlgorithm algorithm) {
  return detail::name_of(eccentricities_algorithms, algorithm);
}

/// A longest shortest path: its ends, and the number of edges between them.
struct Diameter {
  std::size_t length = 0;  ///< the largest distance between two vertices of one component
  /// One of two vertices at this distance. They are the same on every execution space and for any
  /// number of threads. Each algorithm may name another pair. Both are 0 if `length` is 0.
  std::size_t from = 0;
  std::size_t to = 0;  ///< the other one
};

/// The same in a graph with weights: a longest lightest path.
template <class Weight>
struct WeightedDiameter {
  Weight length = 0;     ///< the largest distance between two vertices of one component
  std::size_t from = 0;  ///< as of yoke::Diameter: yoke::shortest_paths from it finds this distance
  std::size_t to = 0;    ///< the vertex at this distance
};

/// The report of a call.
struct EccentricitiesReport : CallReport {
  EccentricitiesAlgorithm algorithm = EccentricitiesAlgorithm::automatic;  ///< that has run
  /// Single searches. One of `bounded` begins at a vertex of every component that needs it.
  std::uint64_t searches = 0;
  std::uint64_t sweeps = 0;          ///< without weights: searches from up to 64 vertices at a time
  std::uint64_t swept_vertices = 0;  ///< the vertices from which sweeps began
};

/// The options of a call.
struct EccentricitiesOptions {
  EccentricitiesAlgorithm algorithm = EccentricitiesAlgorithm::automatic;  ///< what to run
  /// Check the graph's arrays first, as yoke::Graph does by default.
  bool validate = false;
  /// On a Hybrid: which side works. 0: the device, 1: the host. Automatic: the device, unless it
  /// has too little memory or is the host's cores.
  Split split = Split::automatic();
  /// A bound in bytes on the device memory of the call or its plan. The caller's arrays do not
  /// count. 0: the free memory. If the bound is too little, DeviceMemoryExceeded is thrown. On a
  /// host it has no effect.
  std::size_t device_memory = 0;
  EccentricitiesReport* report = nullptr;  ///< receives the report of the call; null: none
  Timeline* timeline = nullptr;            ///< receives the spans of each lane; null: none
};

}  // namespace yoke
