#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "yoke/algorithm.hpp"
#include "yoke/report.hpp"
#include "yoke/split.hpp"
#include "yoke/timeline.hpp"

namespace yoke {

/// How to fill: each way leaves the same numbers.
enum class FillAlgorithm {
  /// `in_place`.
  automatic,
  /// Each side makes its numbers, and the bits that they are made of, itself.
  in_place,
  /// Walks alone: the host makes the bits of their steps, in blocks that come up to the device
  /// while
  /// it walks by those of the block before. Source: Banerjee's thesis, section 5.3.
  fed,
};

/// The table of algorithms.
inline constexpr auto fill_algorithms = std::to_array<AlgorithmEntry<FillAlgorithm>>(
    {{FillAlgorithm::automatic, "automatic", Strategy::cut},
     {FillAlgorithm::in_place, "in_place", Strategy::cut},
     {FillAlgorithm::fed, "fed", Strategy::feed}});

/// Its name in the table.
inline std::string_view to_string(FillAlgorithm algorithm) {
  return detail::name_of(fill_algorithms, algorithm);
}

/// What a call did.
struct FillReport : CallReport {
  FillAlgorithm algorithm = FillAlgorithm::automatic;  ///< what was chosen
};

/// How to fill, and what to say of it.
struct FillOptions {
  FillAlgorithm algorithm = FillAlgorithm::automatic;  ///< how to fill
  /// The number of the first element's number: fills that follow each other, or parts of one, are
  /// one fill's elements.
  std::uint64_t first = 0;
  /// Hybrid calls only: the share of the numbers that the host makes.
  Split split = Split::automatic();
  /// The bytes that the call or its plan may hold of the device's own memory beyond the caller's
  /// arrays, with copies of arguments that lie elsewhere; 0: what is free. Where that is too
  /// little, DeviceMemoryExceeded is thrown. Nothing on a host.
  std::size_t device_memory = 0;
  /// Receive what was done; null: nothing is recorded.
  FillReport* report = nullptr;
  Timeline* timeline = nullptr;  ///< what each lane did when; null: nothing
};

}  // namespace yoke
