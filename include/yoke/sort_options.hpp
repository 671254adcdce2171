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

/// How to sort.
enum class SortAlgorithm {
  /// Numbers in their own order: radix. By a comparator: sample on a host, merge on a device.
  automatic,
  /// The standard library's sort, on one thread of a host.
  sequential,
  /// On a host one pass into up to 240 buckets, balanced by a sample, then a sort of each. On
  /// CUDA CUB's radix sort.
  radix,
  /// Only by a comparator: into buckets by a tree of splitters from a sample. Stable.
  sample,
  /// Only by a comparator: sorted tiles, merged in parallel. Stable.
  merge,
  /// Only by both sides of a Hybrid: the thesis's sample sort, in which each side holds a part of
  /// the elements from the first phase to the last. Stable.
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

/// The algorithm's name in the table.
inline std::string_view to_string(SortAlgorithm algorithm) {
  return detail::name_of(sort_algorithms, algorithm);
}

/// The key that comes first.
enum class SortOrder { ascending, descending };

/// Options of joint_sample: how it partitions (the thesis's Algorithms 1 and 5). With another
/// algorithm, values other than the defaults throw std::invalid_argument.
struct JointSampleOptions {
  /// The most splitters at a level in each bucket, from 2 to 255. A sort by a comparator has at
  /// most 127.
  int splitters = 255;
  /// The most levels, from 1 on. At each level after the first a side partitions its own buckets
  /// again. Several levels hold one more copy of the elements on each side. A sort by a comparator
  /// has 1.
  int levels = 1;
  /// With several levels: a bucket of at most this number of elements stays whole. From 16 on.
  std::uint64_t base_size = 4096;
};

/// The report of a call.
struct SortReport : CallReport {
  SortAlgorithm algorithm = SortAlgorithm::automatic;  ///< the chosen algorithm
  /// Radix and sample sort on a host: the number of times that all threads partitioned elements.
  /// More than one if many elements share their leading digits, or after an unlucky sample.
  std::uint64_t partitions = 0;
  /// Hybrid calls on more elements than fit in the device's memory: the number of sorted runs that
  /// went through it, and then of equally many parts of the result. 0: all elements were on one
  /// side at once.
  std::uint64_t runs = 0;
  std::uint64_t bytes_up = 0;    ///< with runs: bytes sent to the device in both passes
  std::uint64_t bytes_down = 0;  ///< with runs: bytes sent back in both passes
  int levels = 0;                ///< joint_sample: the levels at which elements were partitioned
};

/// The options of a call.
struct SortOptions {
  SortAlgorithm algorithm = SortAlgorithm::automatic;  ///< how to sort
  SortOrder order = SortOrder::ascending;              ///< the key that comes first
  /// By a comparator: the caller guarantees that it is a strict weak order on the given keys. On
  /// CUDA `merge` is then CUB's merge sort, which reads out of bounds without such an order.
  bool comparator_is_strict = false;
  /// By a comparator: check that it contradicts no two neighbours of the result, in one more pass.
  /// Without it a sort throws only if it notices a contradiction. It notices if every key comes
  /// before itself, as by <=. If only some keys do, it may notice nothing. Numbers in their own
  /// order need no check.
  bool validate = false;
  /// Hybrid calls only: the share of the elements that the host sorts.
  Split split = Split::automatic();
  /// A bound in bytes on the device memory of the call or its plan. The caller's arrays on the
  /// device do not count; copies of other arguments do. 0: the free memory. If the bound is too
  /// little, a Hybrid sorts elements in host memory in runs that fit. Otherwise
  /// DeviceMemoryExceeded is thrown. On a host it has no effect.
  std::size_t device_memory = 0;
  JointSampleOptions joint = {};  ///< for joint_sample
  /// Receives the report of the call; null: none.
  SortReport* report = nullptr;
  Timeline* timeline = nullptr;  ///< receives the spans of each lane; null: none
};

}  // namespace yoke
