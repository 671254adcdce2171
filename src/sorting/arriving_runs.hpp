#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "frame/copy_ring.hpp"
#include "frame/engine.hpp"
#include "frame/host_copy.hpp"
#include "sorting/level_cuts.hpp"
#include "sorting/solver.hpp"
#include "sorting/streamed_columns.hpp"
#include "yoke/pipeline.hpp"

namespace yoke::detail::sorting {

// Part `part` of sorted runs, whose cuts are LevelCuts': run after run.
template <class Word, class Value>
struct GatherPart {
  Columns<Word, Value> runs, part;
  std::uint64_t const *begin, *end;  // of each run
  int count;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    std::uint64_t left = i;
    for (int r = 0; r < count; ++r) {
      std::uint64_t const here = end[r] - begin[r];
      if (left < here) {
        part.store(i, runs.load(begin[r] + left));
        return;
      }
      left -= here;
    }
  }
};

// Elements that lie in host memory come to the device in runs, each of which is sorted there as
// soon as it has arrived, while the next is on its way: the steps of a pipeline's first blocks.
// What is pageable goes through pinned blocks, which the host's threads fill.
//
// Holds on the device the elements, and what the sort of a run holds; in pinned memory three runs,
// once any are pageable.
template <class Word, class Value, class Device, class Host>
class ArrivingRuns {
  static constexpr bool has_values = !std::is_same_v<Value, NoValue>;

 public:
  using Data = Columns<Word, Value>;
  using InBytes = ColumnBlocks<Word, Value>;
  using Stream = StreamedColumns<Word, Value>;
  using Lanes = Pipeline<std::byte, Device, Host>;
  static constexpr int in_flight = 3;
  static constexpr std::uint64_t most_runs = 32;
  // Runs of fewer elements would wait for their launches.
  static constexpr std::uint64_t least_run = std::uint64_t(1) << 20;

  // Runs, and parts of up to `longest_part` elements, are sorted.
  ArrivingRuns(Hybrid<Device, Host> const& hybrid, std::size_t capacity, std::size_t longest_part,
               SortOptions const& options, std::uint64_t shortest_run)
      : hybrid_(hybrid),
        order_(options.order),
        shortest_run_(shortest_run),
        keys_(make_buffer<Device, Word>(hybrid.device(), "yoke::sort::keys", capacity)),
        sorter_(hybrid.device(), std::max<std::size_t>(longest_run(capacity), longest_part),
                without_report(options), SortAlgorithm::radix) {
    if (has_values) {
      values_ = make_buffer<Device, Value>(hybrid.device(), "yoke::sort::values", capacity);
    }
  }

  // Of so many elements.
  std::uint64_t longest_run(std::uint64_t size) const {
    return std::min(size, std::max((size + most_runs - 1) / most_runs, shortest_run_));
  }

  void begin(Stream const& stream, std::size_t size, KeyKind kind) {
    stream_ = stream;
    size_ = size;
    kind_ = kind;
    run_length_ = std::max<std::uint64_t>(longest_run(size), 1);
    runs_ = (size + run_length_ - 1) / run_length_;
  }

  // Of the call.
  std::uint64_t run_length() const { return run_length_; }
  std::uint64_t runs() const { return runs_; }
  std::uint64_t elements_of(std::size_t run) const {
    return std::min(run_length_, size_ - run * run_length_);
  }
  SortedRuns<Word> sorted() const {
    return {keys_.data(), size_, run_length_, static_cast<int>(runs_),
            KeyOrder<Word>(kind_, order_)};
  }
  Data elements() const { return {keys_.data(), values_.data()}; }
  // No elements may have no memory.
  void sort(Data const& data, std::uint64_t size) {
    if (size > 0) sorter_.run(data, size, kind_);
  }

  // Pinned blocks of so many elements, which the runs in flight, or what comes down, go through.
  void need_pinned(std::uint64_t length) {
    std::size_t const bytes = in_flight * InBytes{length}.bytes();
    if (pinned_.extent(0) >= bytes) return;
    pinned_ = Buffer<Kokkos::SharedHostPinnedSpace, std::byte>(
        Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke::sort::pinned"), bytes);
  }
  Data pinned_block(std::uint64_t length, std::size_t number) const {
    return InBytes{length}.block(pinned_.data(), number % in_flight);
  }

  PageableColumns fills() const { return {stream_.keys, stream_.values, size_}; }

  std::size_t fill(std::size_t run, PageableColumns fills) {
    if (run >= runs_) return 0;
    std::uint64_t const begin = run * run_length_, elements = elements_of(run);
    Data const block = pinned_block(run_length_, run);
    if (fills.keys) copy_on_host(block.keys, stream_.keys + begin, elements);
    if (fills.values) copy_on_host(block.values, stream_.values + begin, elements);
    return 0;
  }

  std::size_t upload(std::size_t run, Device const& exec, PageableColumns filled) {
    if (run >= runs_) return 0;
    std::uint64_t const begin = run * run_length_, elements = elements_of(run);
    Data const block = pinned_block(run_length_, run);
    copy<Device, Kokkos::SharedHostPinnedSpace>(
        exec, keys_.data() + begin, filled.keys ? block.keys : stream_.keys + begin, elements);
    if (stream_.values) {
      copy<Device, Kokkos::SharedHostPinnedSpace>(
          exec, values_.data() + begin, filled.values ? block.values : stream_.values + begin,
          elements);
    }
    return 0;
  }

  std::size_t sort_run(std::size_t run, Device const& exec) {
    std::uint64_t const begin = run * run_length_, elements = elements_of(run);
    if constexpr (has_values) {
      if (stream_.values == nullptr) {
        Kokkos::parallel_for("yoke::sort::number", WideRange<Device>(exec, 0, elements),
                             NumberValues<Value>{values_.data() + begin, begin});
      }
    }
    sort(this->elements().from(begin), elements);
    return 0;
  }

  template <class To, class From, class T>
  static void copy(Device const& exec, T* target, T const* source, std::uint64_t elements) {
    Kokkos::deep_copy(exec, Array<To, T>(target, elements), Array<From, T const>(source, elements));
  }

 private:
  template <class T>
  void copy_on_host(T* target, T const* source, std::uint64_t elements) const {
    copy_by_all(hybrid_.host(), reinterpret_cast<std::byte*>(target),
                reinterpret_cast<std::byte const*>(source), elements * sizeof(T));
  }

  Hybrid<Device, Host> const& hybrid_;
  SortOrder order_;
  std::uint64_t shortest_run_;
  Buffer<Device, Word> keys_;
  Buffer<Device, Value> values_;
  Buffer<Kokkos::SharedHostPinnedSpace, std::byte> pinned_;
  ColumnSorter<Word, Value, Device> sorter_;

  // Of the call.
  Stream stream_{};
  std::size_t size_ = 0;
  KeyKind kind_ = KeyKind::is_unsigned;
  std::uint64_t run_length_ = 0, runs_ = 0;
};

// A sorted part on its way down: straight into its place, or by pinned blocks, from which the
// host's threads take it. What is drained is not read soon.
template <class Word, class Value, class Device, class Host>
class DepartingParts {
  using Runs = ArrivingRuns<Word, Value, Device, Host>;
  using Data = Columns<Word, Value>;

 public:
  // To the sorted columns of the stream; blocks have `length` elements.
  DepartingParts(Hybrid<Device, Host> const& hybrid, Runs& runs,
                 StreamedColumns<Word, Value> const& stream, std::size_t size, std::uint64_t length)
      : hybrid_(hybrid),
        runs_(runs),
        stream_(stream),
        length_(length),
        drains_(stream.sorted_keys, stream.sorted_values, size) {}

  bool drains() const { return drains_.any(); }

  void download(std::size_t number, Device const& exec, Data const& from, std::uint64_t begin,
                std::uint64_t elements) const {
    Data const to = runs_.pinned_block(length_, number);
    if (stream_.sorted_keys) {
      Runs::template copy<Kokkos::SharedHostPinnedSpace, Device>(
          exec, drains_.keys ? to.keys : stream_.sorted_keys + begin, from.keys, elements);
    }
    if (stream_.sorted_values) {
      Runs::template copy<Kokkos::SharedHostPinnedSpace, Device>(
          exec, drains_.values ? to.values : stream_.sorted_values + begin, from.values, elements);
    }
  }

  void drain(std::size_t number, std::uint64_t begin, std::uint64_t elements) const {
    Data const from = runs_.pinned_block(length_, number);
    if (drains_.keys) copy_on_host(stream_.sorted_keys + begin, from.keys, elements);
    if (drains_.values) copy_on_host(stream_.sorted_values + begin, from.values, elements);
  }

 private:
  template <class T>
  void copy_on_host(T* target, T const* source, std::uint64_t elements) const {
    stream_by_all(hybrid_.host(), reinterpret_cast<std::byte*>(target),
                  reinterpret_cast<std::byte const*>(source), elements * sizeof(T));
  }

  Hybrid<Device, Host> const& hybrid_;
  Runs& runs_;
  StreamedColumns<Word, Value> stream_;
  std::uint64_t length_;
  PageableColumns drains_;
};

}  // namespace yoke::detail::sorting
