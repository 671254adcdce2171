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

/// How to fill. Each algorithm makes the same numbers.
enum class FillAlgorithm {
  /// The same as `in_place`.
  automatic,
  /// Each side makes its numbers, and their bits, itself.
  in_place,
  /// Only for walks: the host makes the bits of their steps, in blocks. A block goes up to the
  /// device while the device walks with the bits of the block before. Source: Banerjee's thesis,
  /// section 5.3.
  fed,
};

/// The table of algorithms.
inline constexpr auto fill_algorithms = std::to_array<AlgorithmEntry<FillAlgorithm>>(
    {{FillAlgorithm::automatic, "automatic", Strategy::cut},
     {FillAlgorithm::in_place, "in_place", Strategy::cut},
     {FillAlgorithm::fed, "fed", Strategy::feed}});

/// The algorithm's name in the table.
inline std::string_view to_string(FillAlgorithm algorithm) {
  return detail::name_of(fill_algorithms, algorithm);
}

/// The report of a call.
struct FillReport : CallReport {
  FillAlgorithm algorithm = FillAlgorithm::automatic;  ///< the chosen algorithm
};

/// The options of a call.
struct FillOptions {
  FillAlgorithm algorithm = FillAlgorithm::automatic;  ///< how to fill
  /// The index of the first element's number. Fills with successive indices, or parts of a fill,
  /// make the elements of one fill.
  std::uint64_t first = 0;
  /// Hybrid calls only: the share of the numbers that the host makes.
  Split split = Split::automatic();
  /// A bound in bytes on the device memory of the call or its plan. The caller's arrays on the
  /// device do not count; copies of other arguments do. 0: the free memory. If the bound is too
  /// little, DeviceMemoryExceeded is thrown. On a host it has no effect.
  std::size_t device_memory = 0;
  /// Receives the report of the call; null: none.
  FillReport* report = nullptr;
  Timeline* timeline = nullptr;  ///< receives the spans of each lane; null: none
};

}  // namespace yoke
