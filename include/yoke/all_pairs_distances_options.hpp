#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

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

/// The report of a call.
struct AllPairsReport : CallReport {
  /// False: no sum reached the unreachable distance, so pairs with that distance have no path.
  /// True: a summand was at least half of it, so some of these pairs may be too far apart instead.
  bool may_be_clamped = false;
};

/// The options of a call.
struct AllPairsOptions {
  /// Hybrid calls only: the share of the rows that the host has, in blocks of 128. An automatic one
  /// is one side alone: the device, or the cores if both sides are cores.
  Split split = Split::automatic();
  /// A bound in bytes on the device memory of the call or its plan. The caller's matrix does not
  /// count. 0: the free memory. On a host it has no effect.
  std::size_t device_memory = 0;
  AllPairsReport* report = nullptr;  ///< receives the report of the call; null: none
  Timeline* timeline = nullptr;      ///< receives the spans of each lane; null: none
};

}  // namespace yoke
