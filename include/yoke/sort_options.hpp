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

/// How to sort.
enum class SortAlgorithm {
  /// Numbers in their own order: radix. By a comparator: sample on a host, merge on a device.
  automatic,
  /// The standard library's, on one thread of a host.
  sequential,
  /// On a host one pass into 256 buckets, balanced by a sample, then digit by digit within each; on
  /// CUDA the radix sort of CUB.
  radix,
  /// By a comparator alone: into buckets by a tree of splitters, which come from a sample. Stable.
  sample,
  /// By a comparator alone: sorted tiles, merged in parallel. Stable.
  merge,
  /// Of numbers in their own order, by both sides of a Hybrid alone: the thesis's sample sort, in
  /// which each side holds a part of the elements from the first phase to the last. Stable.
  joint_sample,
};

/// The table of algorithms.
inline constexpr auto sort_algorithms = std::to_array<AlgorithmEntry<SortAlgorithm>>(
    {{SortAlgorithm::automatic, "automatic", Strategy::cut},
     {SortAlgorithm::sequential, "sequential", Strategy::alone},
     {SortAlgorithm::radix, "radix", Strategy::cut},
     {SortAlgorithm::sample, "sample", Strategy::cut},
     {SortAlgorithm::merge, "merge", Strategy::cut},
     {SortAlgorithm::joint_sample, "joint_sample", Strategy::cut}});

/// Its name in the table.
inline std::string_view to_string(SortAlgorithm algorithm) {
  return detail::name_of(sort_algorithms, algorithm);
}

/// Which key comes first.
enum class SortOrder { ascending, descending };

/// What a call did.
struct SortReport : CallReport {
  SortAlgorithm algorithm = SortAlgorithm::automatic;  ///< what was chosen
  /// Radix and sample sort on a host: how often elements were partitioned by all threads; more than
  /// once where many share their leading digits, or where a sample was unlucky.
  std::uint64_t partitions = 0;
  /// Hybrid calls on more than the device's memory takes: so many sorted runs went through it, and
  /// then as many parts of the result; 0: all elements were on one side at once.
  std::uint64_t runs = 0;
  std::uint64_t bytes_up = 0;    ///< where there are runs: what went to the device, both times
  std::uint64_t bytes_down = 0;  ///< where there are runs: what came back, both times
};

/// How to sort, and what to say of it.
struct SortOptions {
  SortAlgorithm algorithm = SortAlgorithm::automatic;  ///< how to sort
  SortOrder order = SortOrder::ascending;              ///< which key comes first
  /// By a comparator: the caller's word that it is a strict weak order on the keys that there are.
  /// On CUDA `merge` is then CUB's merge sort, which reads out of bounds where it is none.
  bool comparator_is_strict = false;
  /// By a comparator: check that it contradicts no two neighbours of the result, in one more pass.
  /// Without it a sort throws where it sees that a comparator is no strict weak order. It sees that
  /// every key comes before itself, as by <=. Where only some keys do, it may see nothing. Numbers
  /// in their own order need no check.
  bool validate = false;
  /// Hybrid calls only: the share of the elements that the host sorts.
  Split split = Split::automatic();
  /// The bytes that the call or its plan may hold of the device's own memory beyond the caller's
  /// arrays, with copies of arguments that lie elsewhere; 0: what is free. Where that is too
  /// little, a Hybrid sorts what lies in host memory in runs that fit, and DeviceMemoryExceeded is
  /// thrown otherwise. Nothing on a host.
  std::size_t device_memory = 0;
  /// Receive what was done; null: nothing is recorded.
  SortReport* report = nullptr;
  Timeline* timeline = nullptr;  ///< what each lane did when; null: nothing
};

}  // namespace yoke
