#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>

#include "frame/phase_timer.hpp"
#include "sorting/merge_levels.hpp"
#include "sorting/solver.hpp"
#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/sorting/element_steps.hpp"
#include "yoke/detail/sorting/team_sort.hpp"
#include "yoke/sort_options.hpp"

namespace yoke::detail::sorting {

// Where each bucket begins among sorted labels.
struct FindLabel {
  std::uint32_t const* labels;
  std::uint32_t size;
  std::uint32_t* begin;
  KOKKOS_FUNCTION void operator()(std::uint64_t label) const {
    std::uint32_t low = 0, high = size;
    while (low < high) {
      std::uint32_t const middle = low + (high - low) / 2;
      if (labels[middle] < label) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    begin[label] = low;
  }
};

// Of what is left to sort: equal keys have even labels.
struct LargestBucket {
  std::uint32_t const* begin;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint32_t& largest) const {
    std::uint32_t const size = begin[2 * i + 2] - begin[2 * i + 1];
    if (size > largest) largest = size;
  }
};

// Sorts elements on a device, stably, by a comparator. `merge`: each team sorts a tile in scratch
// memory; runs are merged level by level, where each team finds by bisection what its tile of the
// result is merged from. `sample`: up to 2^15 splitters, from a sample that is sorted by merging,
// label each element with its bucket; labels, with the elements' numbers, are sorted by radix; the
// elements are fetched in that order, and a team sorts each bucket in scratch memory. Buckets that
// are too large, as a comparator that is none leaves them, are merged. By the caller's word that
// the comparator is a strict weak order, `merge` is the space's own merge sort, where it has one.
//
// Holds another array of the elements, and for `sample` four words of 32 bits an element.
template <class Space>
class DeviceElementSort {
  static constexpr std::uint64_t samples_a_leaf = 8;
  static constexpr int most_log_leaves = 15;
  static constexpr std::uint64_t most_tiles_a_bucket = 64;

 public:
  DeviceElementSort(Space const& exec, std::size_t capacity, ElementSizes const& sizes,
                    bool by_sample, bool by_library = false,
                    std::string const& caller = "yoke::sort")
      : exec_(exec),
        capacity_(capacity),
        by_library_(by_library && capacity <= std::numeric_limits<std::int32_t>::max()),
        bytes_(sizes.element),
        tile_(TeamTile(sizes.element).elements()),
        other_(make_buffer<Space, std::byte>(
            exec, "yoke::sort::elements",
            checked_bytes(capacity, std::max(sizes.element, sizes.gathered)))),
        splits_(
            make_buffer<Space, std::uint64_t>(exec, "yoke::sort::splits", capacity / tile_ + 2)),
        faults_(make_buffer<Space, std::uint32_t>(exec, "yoke::sort::faults", 1)) {
    // Labels and numbers are words of 32 bits.
    if (!by_sample) return;
    if (capacity > std::numeric_limits<std::uint32_t>::max()) {
      throw std::invalid_argument(
          caller +
          ": options.algorithm is sample or joint_sample, which on a device number elements with "
          "32 bits; take merge for 2^32 and more");
    }
    prepare(capacity);
  }

  void* workspace() const { return other_.data(); }

  // Before sides work at the same time, when nobody may allocate: for steps of a kind that comes
  // first.
  void reserve(DeviceSteps<Space> const& steps) {
    if (by_library_) reserve(steps.library_bytes(exec_, capacity_));
  }

  // Sorts in place.
  std::uint64_t run(DeviceSteps<Space> const& steps, SortAlgorithm algorithm, void* elements,
                    std::uint64_t size, PhaseTimer<Space>& timer) {
    if (algorithm == SortAlgorithm::sample && radix_ && size > tile_) {
      return sort_by_sample(steps, elements, size, timer);
    }
    std::size_t const bytes = by_library_ ? steps.library_bytes(exec_, size) : 0;
    if (bytes > 0) {
      reserve(steps);
      reserve(bytes);  // a smaller size may need more
      steps.sort_by_library(exec_, elements, size, library_.data(), bytes);
    } else {
      merge(steps, elements, other_.data(), size);
    }
    timer.done("merge");
    return 0;
  }

  // Phases of a sort by both sides (joint_element_side.hpp), if it may sort by sample.
  void label(DeviceSteps<Space> const& steps, void const* elements, std::uint64_t size,
             Splitters const& splitters) {
    steps.label(exec_, elements, size, splitters, labels_.data(), numbers_.data());
  }
  // With the elements' numbers, stably. Then begin() says where each of the buckets begins, and
  // the last one ends.
  void sort_labels(std::uint64_t size, std::uint32_t buckets) {
    radix_->run({labels_.data(), numbers_.data()}, size, KeyKind::is_unsigned);
    Kokkos::parallel_for(
        "yoke::sort::find_labels", WideRange<Space>(exec_, 0, buckets + 1),
        FindLabel{labels_.data(), static_cast<std::uint32_t>(size), begin_.data()});
  }
  std::uint32_t const* labels() const { return labels_.data(); }
  std::uint32_t const* numbers() const { return numbers_.data(); }
  std::uint32_t const* begin() const { return begin_.data(); }

 private:
  void reserve(std::size_t bytes) {
    if (library_.extent(0) >= bytes) return;
    library_ = make_buffer<Space, std::byte>(exec_, "yoke::sort::library", bytes);
  }

  // Of a sort by both sides.
  static constexpr std::size_t least_buckets = 256;

  // Buckets are expected to be half a tile.
  int log_leaves(std::uint64_t size) const {
    return std::clamp<int>(std::bit_width(size / (tile_ / 2)), 1, most_log_leaves);
  }

  void prepare(std::size_t capacity) {
    std::size_t const leaves = std::size_t(1) << log_leaves(capacity);
    std::size_t const samples = samples_a_leaf * leaves;
    labels_ = make_buffer<Space, std::uint32_t>(exec_, "yoke::sort::labels", capacity);
    numbers_ = make_buffer<Space, std::uint32_t>(exec_, "yoke::sort::numbers", capacity);
    begin_ = make_buffer<Space, std::uint32_t>(exec_, "yoke::sort::begin",
                                               std::max(2 * leaves, least_buckets) + 1);
    sample_ = make_buffer<Space, std::byte>(exec_, "yoke::sort::sample",
                                            (2 * samples + 2 * leaves) * bytes_);
    if (splits_.extent(0) < samples / tile_ + 2) {
      splits_ = make_buffer<Space, std::uint64_t>(exec_, "yoke::sort::splits", samples / tile_ + 2);
    }
    radix_.emplace(exec_, capacity, SortOptions{}, SortAlgorithm::radix);
  }

  void merge(DeviceSteps<Space> const& steps, void* elements, void* other, std::uint64_t size) {
    bool const into_other = merge_levels(size, tile_) % 2 == 1;
    steps.sort_tiles(exec_, elements, into_other ? other : elements, size);
    merge_runs(exec_, steps, into_other ? other : elements, into_other ? elements : other,
               {size, tile_, 0, splits_.data(), faults_.data()});
  }

  std::uint64_t sort_by_sample(DeviceSteps<Space> const& steps, void* elements, std::uint64_t size,
                               PhaseTimer<Space>& timer) {
    int const leaves = log_leaves(size);
    Splitters const splitters = find_splitters(steps, elements, size, leaves);
    timer.done("splitters");
    label(steps, elements, size, splitters);
    timer.done("label");
    std::uint32_t const buckets = 2u << leaves;
    sort_labels(size, buckets);
    timer.done("sort labels");
    std::uint32_t largest = 0;
    Kokkos::parallel_reduce("yoke::sort::largest", WideRange<Space>(exec_, 0, buckets / 2),
                            LargestBucket{begin_.data()}, Kokkos::Max<std::uint32_t>(largest));
    exec_.fence("yoke::sort: largest bucket");
    if (largest > most_tiles_a_bucket * tile_) {
      merge(steps, elements, other_.data(), size);
      timer.done("merge");
      return 1;
    }
    steps.gather(exec_, elements, numbers_.data(), other_.data(), size);
    timer.done("gather");
    steps.sort_buckets(exec_, other_.data(), elements, begin_.data(), buckets);
    timer.done("sort buckets");
    return 1;
  }

  Splitters find_splitters(DeviceSteps<Space> const& steps, void const* elements,
                           std::uint64_t size, int leaves) {
    std::uint64_t const samples = samples_a_leaf << leaves;
    std::byte *const sample = sample_.data(), *const workspace = sample + samples * bytes_,
                     *const splitters = workspace + samples * bytes_;
    steps.sample(exec_, elements, size, sample, samples, 0);
    merge(steps, sample, workspace, samples);
    steps.build_tree(exec_, sample, samples, splitters, leaves);
    return {splitters, leaves};
  }

  Space exec_;
  std::size_t capacity_;
  bool by_library_;
  std::size_t bytes_;
  std::uint64_t tile_;
  Buffer<Space, std::byte> other_;
  Buffer<Space, std::uint64_t> splits_;
  Buffer<Space, std::uint32_t> faults_, labels_, numbers_, begin_;
  Buffer<Space, std::byte> sample_, library_;
  std::optional<ColumnSorter<std::uint32_t, std::uint32_t, Space>> radix_;
};

}  // namespace yoke::detail::sorting
