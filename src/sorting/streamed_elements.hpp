#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "frame/copy_ring.hpp"
#include "frame/fill_array.hpp"
#include "frame/ranged_copies.hpp"
#include "sorting/merge_levels.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/sorting/element_steps.hpp"
#include "yoke/detail/sorting/team_sort.hpp"
#include "yoke/hybrid.hpp"

namespace yoke::detail::sorting {

// Sorts by a comparator, stably, on a device what lies in host memory, and brings it back: runs are
// sorted as they arrive, and two neighbours of a length are merged as soon as both are there. So
// little is left to do when the last run has come: its own sort, and twice the elements to merge.
//
// Levels of merging go from one array to the other, the same way wherever they are, so that
// neighbours meet in one array. Of a comparator that is no strict weak order the result is in no
// order, as of any merge.
template <class Device, class Host>
class StreamedElementSort {
  static constexpr std::uint64_t most_runs = 16;

 public:
  // Runs of fewer elements would wait for their launches.
  static constexpr std::uint64_t least_run = std::uint64_t(1) << 20;

  StreamedElementSort(Hybrid<Device, Host> const& hybrid, CopyRing& ring, std::size_t capacity,
                      ElementSizes const& sizes, std::uint64_t shortest_run = least_run)
      : hybrid_(hybrid),
        bytes_(sizes.element),
        tile_(TeamTile(sizes.element).elements()),
        shortest_run_(shortest_run),
        splits_(make_buffer<Device, std::uint64_t>(hybrid.device(), "yoke::sort::stream_splits",
                                                   capacity / tile_ + 2)),
        faults_(
            make_buffer<Device, std::uint32_t>(hybrid.device(), "yoke::sort::stream_faults", 1)),
        ring_(ring),
        arrival_(hybrid.device(), hybrid.upload(), ring) {}

  // `elements` and `other` are on the device.
  void run(DeviceSteps<Device> const& steps, void* home, void* elements, void* other,
           std::uint64_t size, Timeline* timeline) {
    steps_ = &steps;
    size_ = size;
    array_[0] = static_cast<std::byte*>(elements);
    array_[1] = static_cast<std::byte*>(other);
    levels_ = merge_levels(size, tile_);
    fill(hybrid_.device(), array_of(faults_), 0);
    arrival_.begin(array_[0], static_cast<std::byte const*>(home), size * bytes_, bytes_, timeline);
    try {
      sort_as_it_comes();
    } catch (...) {
      arrival_.finish();
      throw;
    }
    arrival_.finish();
    Span const span(timeline, Lane::download, "elements");
    ring_.down(home, elements, size * bytes_);
  }

 private:
  std::uint64_t run_length(std::uint64_t size) const {
    std::uint64_t const wanted = std::max((size + most_runs - 1) / most_runs, shortest_run_);
    return tile_ << merge_levels(wanted, tile_);
  }

  // Where elements are that are merged so far. The last level is in the first array.
  std::byte* at(int level, std::uint64_t element) const {
    return array_[(levels_ - level) % 2] + element * bytes_;
  }

  void sort_as_it_comes() {
    std::uint64_t const length = run_length(size_);
    int const whole = merge_levels(length, tile_);
    for (std::uint64_t begin = 0; begin < size_; begin += length) {
      std::uint64_t const end = std::min(begin + length, size_);
      arrival_.hold_until(end * bytes_);
      steps_->sort_tiles(hybrid_.device(), array_[0] + begin * bytes_, at(0, begin), end - begin);
      for (int level = 0; level < std::min(whole, levels_); ++level) merge(level, begin, end);
      // With what lies before it.
      for (int level = whole; level < levels_; ++level) {
        std::uint64_t const pair = tile_ << (level + 1);
        if (end < size_ && end % pair != 0) break;
        merge(level, (end - 1) / pair * pair, end);
      }
    }
  }

  void merge(int level, std::uint64_t begin, std::uint64_t end) {
    MergeLevel const pairs{end - begin, tile_, level, splits_.data(), faults_.data()};
    merge_pairs(hybrid_.device(), *steps_, at(level, begin), at(level + 1, begin), pairs);
  }

  Hybrid<Device, Host> const& hybrid_;
  std::size_t bytes_;
  std::uint64_t tile_, shortest_run_;
  Buffer<Device, std::uint64_t> splits_;
  Buffer<Device, std::uint32_t> faults_;
  CopyRing& ring_;
  Arrival arrival_;

  // Of the call.
  DeviceSteps<Device> const* steps_ = nullptr;
  std::uint64_t size_ = 0;
  std::byte* array_[2] = {};
  int levels_ = 0;
};

}  // namespace yoke::detail::sorting
