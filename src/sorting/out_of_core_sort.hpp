#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "frame/copy_ring.hpp"
#include "frame/engine.hpp"
#include "frame/host_copy.hpp"
#include "sorting/out_of_core_runs.hpp"
#include "sorting/run_cuts.hpp"
#include "sorting/solver.hpp"
#include "sorting/streamed_columns.hpp"
#include "yoke/pipeline.hpp"

namespace yoke::detail::sorting {

// Sorts on a device what lies in host memory and is larger than the device's. Each element goes
// through the bus twice, both ways at once: runs go up, are sorted and come down; the host cuts
// them into parts that follow each other in the result, exactly level also where keys are equal, so
// that no part is ever too large for its place; and the parts' pieces of runs go up, are sorted,
// and come down as the result. What is pageable goes through pinned blocks.
//
// Holds four runs on the device, and a copy of the elements in pinned memory; there, once any
// are pageable, three runs more.
template <class Word, class Value, class Device, class Host>
class OutOfCoreSort {
  static constexpr bool has_values = !std::is_same_v<Value, NoValue>;
  static constexpr int in_flight = 3;
  using Data = Columns<Word, Value>;
  using InBytes = ColumnBlocks<Word, Value>;
  using Stream = StreamedColumns<Word, Value>;
  using Lanes = Pipeline<std::byte, Device, Host>;
  using Block = typename Lanes::HostBlock;
  using Blocks = typename Lanes::DeviceBlock;

 public:
  OutOfCoreSort(Hybrid<Device, Host> const& hybrid, std::size_t capacity,
                SortOptions const& options, std::uint64_t longest_run)
      : hybrid_(hybrid),
        options_(options),
        longest_run_(longest_run),
        lanes_(hybrid, {.in_flight = in_flight}),
        on_device_(make_buffer<Device, std::byte>(hybrid.device(), "yoke::sort::parts",
                                                  in_flight * InBytes{longest_run}.bytes())),
        sorter_(hybrid.device(), longest_run, without_report(options), SortAlgorithm::radix),
        run_keys_(uninitialised("yoke::sort::run_keys"), capacity) {
    if (has_values) {
      run_values_ = Buffer<Kokkos::SharedHostPinnedSpace, Value>(
          uninitialised("yoke::sort::run_values"), capacity);
    }
  }

  // Where it throws, the elements are as they were, or some of the result is written already.
  void run(Stream const& stream, std::size_t size, KeyKind kind) {
    PhaseTimer<Host> timer(hybrid_.host(), options_.report);
    stream_ = stream;
    size_ = size;
    kind_ = kind;
    length_ = std::min(longest_run_, OutOfCoreRuns::longest(size));
    runs_ = (size + length_ - 1) / length_;
    bytes_up_ = bytes_down_ = 0;
    sort_runs();
    timer.done("runs");
    cut();
    timer.done("cuts");
    sort_parts();
    timer.done("parts");
    if (options_.report == nullptr) return;
    options_.report->runs = runs_;
    options_.report->bytes_up = bytes_up_;
    options_.report->bytes_down = bytes_down_;
  }

 private:
  static auto uninitialised(char const* label) {
    return Kokkos::view_alloc(Kokkos::WithoutInitializing, std::string(label));
  }

  std::uint64_t elements_of(std::size_t run) const {
    return std::min(length_, size_ - run * length_);
  }
  Data device_block(std::size_t number) const {
    return InBytes{length_}.block(on_device_.data(), number % in_flight);
  }
  Data pinned_block(std::size_t number) const {
    return InBytes{length_}.block(pinned_.data(), number % in_flight);
  }
  Data runs_from(std::uint64_t begin) const {
    return Data{run_keys_.data(), run_values_.data()}.from(begin);
  }
  template <class T>
  static T* from(T* column, std::uint64_t begin) {
    return column == nullptr ? nullptr : column + begin;
  }

  // Reserves blocks for columns that a device cannot copy by itself.
  PageableColumns need_blocks(Word const* keys, Value const* values) {
    PageableColumns const pageable(keys, values, size_);
    std::size_t const bytes = in_flight * InBytes{length_}.bytes();
    if (pageable.any() && pinned_.extent(0) < bytes) {
      pinned_ = Buffer<Kokkos::SharedHostPinnedSpace, std::byte>(
          uninitialised("yoke::sort::pinned"), bytes);
    }
    return pageable;
  }

  void sort_runs() {
    PageableColumns const fills = need_blocks(stream_.keys, stream_.values);
    typename Lanes::Steps steps;
    if (fills.any()) {
      steps.fill = [this, fills](std::size_t run, Block) {
        Data const block = pinned_block(run);
        std::uint64_t const begin = run * length_, elements = elements_of(run);
        if (fills.keys) copy_on_host<false>(block.keys, stream_.keys + begin, elements);
        if (fills.values) copy_on_host<false>(block.values, stream_.values + begin, elements);
        return std::size_t(0);
      };
    }
    steps.upload = [this, fills](std::size_t run, Device const& exec, Block, Blocks) {
      std::uint64_t const begin = run * length_, elements = elements_of(run);
      Data const block = device_block(run), filled = pinned_block(run);
      Value const* const values = from(stream_.values, begin);
      bytes_up_ += copy<Device, Kokkos::SharedHostPinnedSpace>(
          exec, block.keys, fills.keys ? filled.keys : stream_.keys + begin, elements);
      bytes_up_ += copy<Device, Kokkos::SharedHostPinnedSpace>(
          exec, block.values, fills.values ? filled.values : values, elements);
      return std::size_t(0);
    };
    steps.compute = [this](std::size_t run, Device const& exec, Blocks, Blocks) {
      sort_run(run, exec);
      return std::size_t(0);
    };
    steps.download = [this](std::size_t run, Device const& exec, Blocks, Block) {
      Data const block = device_block(run), target = runs_from(run * length_);
      bytes_down_ += copy<Kokkos::SharedHostPinnedSpace, Device>(exec, target.keys, block.keys,
                                                                 elements_of(run));
      bytes_down_ += copy<Kokkos::SharedHostPinnedSpace, Device>(exec, target.values, block.values,
                                                                 elements_of(run));
      return std::size_t(0);
    };
    lanes_.run(runs_, steps, options_.timeline);
  }

  void sort_run(std::size_t run, Device const& exec) {
    Data const block = device_block(run);
    if constexpr (has_values) {
      if (stream_.values == nullptr) {
        Kokkos::parallel_for("yoke::sort::number", WideRange<Device>(exec, 0, elements_of(run)),
                             NumberValues<Value>{block.values, run * length_});
      }
    }
    sorter_.run(block, elements_of(run), kind_);
  }

  // Cut g of run r is cuts_[g * runs_ + r].
  void cut() {
    Span const span(options_.timeline, Lane::host, "cut");
    cuts_.resize(3 * (runs_ + 1) * runs_);
    SortedRuns<Word> const sorted{run_keys_.data(), size_, length_, static_cast<int>(runs_),
                                  KeyOrder<Word>(kind_, options_.order)};
    std::uint64_t *const cuts = cuts_.data(), *const ends = cuts + (runs_ + 1) * runs_,
                         *const middles = ends + (runs_ + 1) * runs_;
    std::uint64_t const runs = runs_, length = length_, size = size_;
    Host const& host = hybrid_.host();
    Kokkos::parallel_for("yoke::sort::cut_runs", Kokkos::RangePolicy<Host>(host, 0, runs + 1),
                         [=](std::uint64_t g) {
                           cut_runs(sorted, std::min(g * length, size), cuts + g * runs,
                                    ends + g * runs, middles + g * runs);
                         });
    host.fence("yoke::sort: runs cut");
  }

  void sort_parts() {
    PageableColumns const drains = need_blocks(stream_.sorted_keys, stream_.sorted_values);
    typename Lanes::Steps steps;
    steps.upload = [this](std::size_t part, Device const& exec, Block, Blocks) {
      gather(part, exec);
      return std::size_t(0);
    };
    steps.compute = [this](std::size_t part, Device const&, Blocks, Blocks) {
      sorter_.run(device_block(part), elements_of(part), kind_);
      return std::size_t(0);
    };
    steps.download = [this, drains](std::size_t part, Device const& exec, Blocks, Block) {
      std::uint64_t const begin = part * length_, elements = elements_of(part);
      Data const block = device_block(part), filled = pinned_block(part);
      Word* const keys = from(stream_.sorted_keys, begin);
      Value* const values = from(stream_.sorted_values, begin);
      bytes_down_ += copy<Kokkos::SharedHostPinnedSpace, Device>(
          exec, drains.keys ? filled.keys : keys, block.keys, elements);
      bytes_down_ += copy<Kokkos::SharedHostPinnedSpace, Device>(
          exec, drains.values ? filled.values : values, block.values, elements);
      return std::size_t(0);
    };
    if (drains.any()) {
      steps.drain = [this, drains](std::size_t part, Block) {
        Data const block = pinned_block(part);
        std::uint64_t const begin = part * length_, elements = elements_of(part);
        if (drains.keys) copy_on_host<true>(stream_.sorted_keys + begin, block.keys, elements);
        if (drains.values)
          copy_on_host<true>(stream_.sorted_values + begin, block.values, elements);
      };
    }
    lanes_.run(runs_, steps, options_.timeline);
  }

  // A part's pieces go up in the order of their runs, which keeps equal keys in theirs.
  void gather(std::size_t part, Device const& exec) {
    std::uint64_t const *const cut = cuts_.data() + part * runs_, *const end = cut + runs_;
    std::uint64_t place = 0;
    for (std::uint64_t r = 0; r < runs_; ++r) {
      std::uint64_t const elements = end[r] - cut[r];
      Data const target = device_block(part).from(place), source = runs_from(cut[r]);
      bytes_up_ +=
          copy<Device, Kokkos::SharedHostPinnedSpace>(exec, target.keys, source.keys, elements);
      bytes_up_ +=
          copy<Device, Kokkos::SharedHostPinnedSpace>(exec, target.values, source.values, elements);
      place += elements;
    }
  }

  template <bool is_result, class T>
  void copy_on_host(T* target, T const* source, std::uint64_t elements) const {
    auto const copy_all = is_result ? stream_by_all : copy_by_all;  // results are not read soon
    copy_all(hybrid_.host(), reinterpret_cast<std::byte*>(target),
             reinterpret_cast<std::byte const*>(source), elements * sizeof(T));
  }
  // Copies a column that there is, and returns its bytes.
  template <class To, class From, class T>
  static std::uint64_t copy(Device const& exec, T* target, T const* source,
                            std::uint64_t elements) {
    if (target == nullptr || source == nullptr || elements == 0) return 0;
    Kokkos::deep_copy(exec, Array<To, T>(target, elements), Array<From, T const>(source, elements));
    return elements * sizeof(T);
  }

  Hybrid<Device, Host> const& hybrid_;
  SortOptions options_;
  std::uint64_t longest_run_;
  Lanes lanes_;
  Buffer<Device, std::byte> on_device_;
  ColumnSorter<Word, Value, Device> sorter_;
  Buffer<Kokkos::SharedHostPinnedSpace, Word> run_keys_;
  Buffer<Kokkos::SharedHostPinnedSpace, Value> run_values_;
  Buffer<Kokkos::SharedHostPinnedSpace, std::byte> pinned_;
  std::vector<std::uint64_t> cuts_;

  // Of the call.
  Stream stream_{};
  std::size_t size_ = 0;
  KeyKind kind_ = KeyKind::is_unsigned;
  std::uint64_t length_ = 0, runs_ = 0;
  std::uint64_t bytes_up_ = 0, bytes_down_ = 0;
};

}  // namespace yoke::detail::sorting
