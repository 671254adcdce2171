#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "frame/copy_ring.hpp"
#include "frame/engine.hpp"
#include "frame/tuned_call.hpp"
#include "primitives/partition.hpp"
#include "sorting/joint_sort.hpp"
#include "sorting/out_of_core_sort.hpp"
#include "sorting/solver.hpp"
#include "sorting/streamed_sort.hpp"
#include "yoke/detail/pinned_space.hpp"

namespace yoke::detail::sorting {

// Low keys are 0, high ones 1.
template <class Word>
struct IsHigh {
  KeyOrder<Word> order;
  Word pivot;
  template <class Element>
  KOKKOS_FUNCTION int operator()(Element const& element) const {
    return order.rank(element.key) < pivot ? 0 : 1;
  }
};

// Both sides sort columns in host memory. The host cuts them by a pivot into pinned memory; the
// device takes the high keys, which are uploaded, sorted, and written behind the low ones, which
// the host sorts meanwhile. So nothing need be merged. What is written to pageable memory comes
// down once the host's threads are free to help.
//
// Holds a copy of the elements in pinned memory, one on the device, and what each side's sort
// holds.
template <class Word, class Value, class Device, class Host>
class HybridColumnSorter {
  static constexpr bool has_values = !std::is_same_v<Value, NoValue>;
  using Data = Columns<Word, Value>;
  using Pass =
      PartitionPass<Host, std::uint64_t, LoadCanonical<Word, Value>, IsHigh<Word>, StoreTo<Data>>;

 public:
  HybridColumnSorter(Hybrid<Device, Host> const& hybrid, std::size_t capacity,
                     SortOptions const& options)
      : hybrid_(hybrid),
        options_(options),
        cut_keys_(uninitialised("yoke::sort::cut_keys"), capacity),
        keys_(make_buffer<Device, Word>(hybrid.device(), "yoke::sort::keys", capacity)),
        counts_(make_buffer<Host, std::uint64_t>(
            hybrid.host(), "yoke::sort::counts",
            buckets * PartitionTraits<Host>::most_tiles(hybrid.host(), capacity))),
        device_(hybrid.device(), capacity, without_report(options), SortAlgorithm::radix),
        host_(hybrid.host(), capacity, without_report(options), SortAlgorithm::radix),
        ring_(hybrid.device(), hybrid.host()) {
    if (has_values) {
      cut_values_ = Buffer<PinnedSpace, Value>(uninitialised("yoke::sort::cut_values"), capacity);
      values_ = make_buffer<Device, Value>(hybrid.device(), "yoke::sort::values", capacity);
    }
    sample_.reserve(samples);
  }

  void run(Data const& data, std::size_t size, KeyKind kind, double host_share) {
    Host const& host = hybrid_.host();
    PhaseTimer<Host> timer(host, options_.report);
    std::uint64_t const low = cut(data, size, KeyOrder<Word>(kind, options_.order), host_share);
    timer.done("cut");
    Data const high = data.from(low);
    bool const waits_for_host = is_pageable(high.keys, (size - low) * sizeof(Word));
    hybrid_.concurrently([&] { sort_high(high, low, size - low, kind, waits_for_host); },
                         [&] {
                           Span const span(options_.timeline, Lane::host, "sort");
                           host_.run(cut_data(), data, low, kind);
                           host.fence("yoke::sort: low keys");
                         });
    timer.done("sort");
    if (waits_for_host) download_with_host(high, size - low);
    timer.done("download");
  }

 private:
  static constexpr std::size_t samples = 4096;
  // What a partition counts, of which two are used.
  static constexpr std::size_t buckets = std::size_t(1) << PartitionTraits<Host>::label_bits;

  static auto uninitialised(char const* label) {
    return Kokkos::view_alloc(Kokkos::WithoutInitializing, std::string(label));
  }

  Data cut_data() const { return {cut_keys_.data(), cut_values_.data()}; }

  // Writes the low keys to the front of cut_data() and the high ones behind them; returns how many
  // are low.
  std::uint64_t cut(Data const& data, std::size_t size, KeyOrder<Word> const& order,
                    double host_share) {
    Span const span(options_.timeline, Lane::host, "cut");
    Host const& host = hybrid_.host();
    LoadCanonical<Word, Value> const source{data, order};
    sample_.clear();
    for (std::size_t i = 0; i < samples; ++i) {
      sample_.push_back(order.rank(source(hash(std::uint64_t(i)) % size).key));
    }
    auto const place = std::min(static_cast<std::size_t>(host_share * samples), samples - 1);
    std::nth_element(sample_.begin(), sample_.begin() + place, sample_.end());
    std::uint64_t const tiles = Pass::tiles(host, size);
    Pass(host, size, source, {order, sample_[place]}, {cut_data()},
         array_of(counts_, buckets * tiles))
        .run(host);
    host.fence("yoke::sort: cut");
    return counts_(tiles);
  }

  // The device's part, in its memory, and then behind the host's.
  void sort_high(Data const& target, std::uint64_t begin, std::uint64_t size, KeyKind kind,
                 bool waits_for_host) {
    Device const& device = hybrid_.device();
    Data const high{keys_.data(), values_.data()}, from = cut_data().from(begin);
    {
      Span const span(options_.timeline, Lane::upload, "keys");
      copy<Device, PinnedSpace>(high.keys, from.keys, size);
      if constexpr (has_values) copy<Device, PinnedSpace>(high.values, from.values, size);
      device.fence("yoke::sort: high keys uploaded");
    }
    {
      Span const span(options_.timeline, Lane::device, "sort");
      device_.run(high, size, kind);
      device.fence("yoke::sort: high keys");
    }
    if (waits_for_host) return;
    Span const span(options_.timeline, Lane::download, "keys");
    copy<Host, Device>(target.keys, high.keys, size);
    if constexpr (has_values) copy<Host, Device>(target.values, high.values, size);
    device.fence("yoke::sort: high keys downloaded");
  }

  void download_with_host(Data const& target, std::uint64_t size) {
    Span const span(options_.timeline, Lane::download, "keys");
    ring_.down(target.keys, keys_.data(), size * sizeof(Word));
    if (has_values) ring_.down(target.values, values_.data(), size * sizeof(Value));
  }

  template <class To, class From, class T>
  void copy(T* target, T const* source, std::uint64_t size) const {
    Kokkos::deep_copy(hybrid_.device(), Array<To, T>(target, size),
                      Array<From, T const>(source, size));
  }

  Hybrid<Device, Host> const& hybrid_;
  SortOptions options_;
  Buffer<PinnedSpace, Word> cut_keys_;
  Buffer<PinnedSpace, Value> cut_values_;
  Buffer<Device, Word> keys_;
  Buffer<Device, Value> values_;
  Buffer<Host, std::uint64_t> counts_;
  ColumnSorter<Word, Value, Device> device_;
  ColumnSorter<Word, Value, Host> host_;
  CopyRing ring_;
  std::vector<Word> sample_;
};

// Who sorts: without a share that was asked for or tuned, a device alone. Cores gain nothing by
// being two sides.
template <class Word, class Value, class Device, class Host>
class SortCourse {
 public:
  // `caller`: the call that it is for.
  SortCourse(char const* caller, Hybrid<Device, Host> const& hybrid, std::size_t capacity,
             SortOptions const& options)
      : hybrid_(hybrid),
        capacity_(capacity),
        options_(options),
        device_memory_(knows_memory() ? Ledger::left_on_device() : unlimited) {
    check_needs_no_comparator(caller, options.algorithm);
  }

  bool is_joint() const { return options_.algorithm == SortAlgorithm::joint_sample; }

  Course course(char const* capability, Place place, std::size_t size) const {
    if (options_.algorithm == SortAlgorithm::sequential) return Course::of_share(1);
    if (is_joint()) {
      // What the thesis begins with beside a GPU; level where both sides are cores.
      constexpr double untuned = runs_on_host<Device> ? 0.5 : 0.1;
      std::string const name = std::string("joint_") + capability;
      return {Course::By::both,
              host_share(options_.split, tuned_call<Word>(name.c_str(), place, hybrid_), size,
                         untuned)};
    }
    constexpr double alone = runs_on_host<Device> ? 1 : 0;
    double const share =
        host_share(options_.split, tuned_call<Word>(capability, place, hybrid_), size, alone);
    // What comes from the host and goes back there is sorted on its way.
    bool const is_on_its_way =
        share == 0 && !runs_on_host<Device> && (place == Place::host || place == Place::pinned);
    if (!is_on_its_way) return Course::of_share(share);
    if (!is_short_of_memory()) {
      return size >= least_streamed ? Course{Course::By::both, 0} : Course::of_share(0);
    }
    bool const pays = !options_.split.is_automatic() ||
                      OutOfCoreRuns::pay(bytes(), capacity_, columns, device_memory_);
    return pays ? Course{Course::By::both, 0} : Course::of_share(1);
  }
  std::optional<Course> expected() const {
    if (is_joint()) return Course{Course::By::both, 0};
    // Which side's sort has room is known with the arguments' places.
    bool const is_open = options_.split.is_automatic() || is_short_of_memory();
    if (is_open) return std::nullopt;
    return Course::of_share(options_.split.host_share());
  }
  SortAlgorithm algorithm() const {
    return is_joint() ? SortAlgorithm::joint_sample : SortAlgorithm::radix;
  }

 protected:
  // Two runs.
  static constexpr std::size_t least_streamed = std::size_t(1) << 21;
  static constexpr int columns = std::is_same_v<Value, NoValue> ? 1 : 2;

  std::uint64_t bytes() const {
    return capacity_ * (sizeof(Word) + (columns == 2 ? sizeof(Value) : 0));
  }
  // Is there less than copies of what lies elsewhere, those for their sort, and a little?
  bool is_short_of_memory() const {
    return device_memory_ < 2 * bytes() + bytes() / 4 + (std::size_t(1) << 20);
  }

  Hybrid<Device, Host> const& hybrid_;
  std::size_t capacity_;
  SortOptions options_;

 private:
  static constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

  // A driver takes its time to say what is free; few elements find room.
  bool knows_memory() const {
    return !runs_on_host<Device> && (options_.device_memory > 0 || capacity_ >= least_streamed);
  }

  std::size_t device_memory_;
};

template <class Capability, class Word, class Value, class Device, class Host>
class HybridSortBase : public SortCourse<Word, Value, Device, Host> {
 public:
  HybridSortBase(Hybrid<Device, Host> const& hybrid, SortCapacity const& capacity,
                 SortOptions const& options)
      : SortCourse<Word, Value, Device, Host>(Capability::name, hybrid, capacity.elements, options),
        staged_(hybrid.host()) {
    auto const expected = this->expected();
    if (this->is_joint()) {
      joint();
    } else if (expected && expected->by == Course::By::both) {
      sorter();
    }
  }

 protected:
  using Arguments = typename Capability::Arguments;

  HybridColumnSorter<Word, Value, Device, Host>& sorter() {
    if (!sorter_) sorter_.emplace(this->hybrid_, this->capacity_, this->options_);
    return *sorter_;
  }

  JointSort<Word, Value>& joint() {
    if (!joint_)
      joint_ = make_joint_sort<Word, Value>(this->hybrid_, this->capacity_, this->options_);
    return *joint_;
  }

  // Where the host has no share.
  void stream(StreamedColumns<Word, Value> const& columns, std::size_t size, KeyKind kind) {
    if (!streamed_ && !out_of_core_) prepare_stream();
    if (streamed_) {
      streamed_->run(columns, size, kind);
    } else {
      out_of_core_->run(columns, size, kind);
    }
  }

  // What lies on the device goes through host memory.
  Staged<Host, Arguments> staged_;

 private:
  // With all elements on the device, if they find room there, else a few runs at a time.
  void prepare_stream() {
    try {
      streamed_.emplace(this->hybrid_, this->capacity_, this->options_);
    } catch (DeviceMemoryExceeded const&) {
      OutOfCoreRuns::fit(this->capacity_, [this](std::uint64_t longest_run) {
        out_of_core_.emplace(this->hybrid_, this->capacity_, this->options_, longest_run);
      });
    }
  }

  std::unique_ptr<JointSort<Word, Value>> joint_;
  std::optional<HybridColumnSorter<Word, Value, Device, Host>> sorter_;
  std::optional<StreamedSort<Word, Value, Device, Host>> streamed_;
  std::optional<OutOfCoreSort<Word, Value, Device, Host>> out_of_core_;
};

template <class Word, class Value, class Device, class Host>
class HybridSortSolver : public HybridSortBase<Sort<Word, Value>, Word, Value, Device, Host> {
  using Base = HybridSortBase<Sort<Word, Value>, Word, Value, Device, Host>;
  using Arguments = typename Base::Arguments;

 public:
  using Base::Base;

  Course course(Arguments const& arguments) const {
    return Base::course(Sort<Word, Value>::has_values ? "sort_by_key" : "sort",
                        arguments.keys.place, arguments.keys.size);
  }

  std::size_t run(Arguments const& arguments, Course const& course) {
    if (this->is_joint()) return run_joint(arguments, course.host_share);
    if (course.host_share == 0) {
      auto const& keys = arguments.keys;
      auto const& values = arguments.values;
      this->stream({keys.data, values.data, keys.data, values.data}, keys.size, arguments.kind);
      return keys.size;
    }
    auto& sorter = this->sorter();
    Arguments const near = this->staged_.bring(arguments, this->options_.timeline);
    sorter.run({near.keys.data, near.values.data}, near.keys.size, near.kind, course.host_share);
    this->staged_.send(arguments, this->options_.timeline);
    return arguments.keys.size;
  }

 private:
  // Where all lies on one side, there; else in host memory.
  std::size_t run_joint(Arguments const& arguments, double host_share) {
    bool const on_device = belongs_to_device(arguments.keys.place);
    bool const is_one_place =
        !Sort<Word, Value>::has_values || belongs_to_device(arguments.values.place) == on_device;
    Arguments const there =
        is_one_place ? arguments : this->staged_.bring(arguments, this->options_.timeline);
    this->joint().run({{there.keys.data, there.values.data}, on_device && is_one_place},
                      there.keys.size, there.kind, host_share);
    if (!is_one_place) this->staged_.send(arguments, this->options_.timeline);
    return arguments.keys.size;
  }
};

template <class Word, class Index, class Device, class Host>
class HybridArgsortSolver : public HybridSortBase<Argsort<Word, Index>, Word, Index, Device, Host> {
  using Base = HybridSortBase<Argsort<Word, Index>, Word, Index, Device, Host>;
  using Arguments = typename Base::Arguments;

 public:
  using Base::Base;

  Course course(Arguments const& arguments) const {
    return Base::course("argsort", arguments.keys.place, arguments.keys.size);
  }

  std::size_t run(Arguments const& arguments, Course const& course) {
    if (!this->is_joint() && course.host_share == 0) {
      this->stream({arguments.keys.data, nullptr, nullptr, arguments.permutation.data},
                   arguments.keys.size, arguments.kind);
      return arguments.keys.size;
    }
    Host const& host = this->hybrid_.host();
    if (keys_.extent(0) < arguments.keys.size) {
      keys_ = make_buffer<Host, Word>(host, "yoke::argsort::keys", this->capacity_);
    }
    Arguments const near = this->staged_.bring(arguments, this->options_.timeline);
    PhaseTimer<Host> timer(host, this->options_.report);
    Columns<Word, Index> const columns{keys_.data(), near.permutation.data};
    Kokkos::parallel_for("yoke::argsort::number", WideRange<Host>(host, 0, near.keys.size),
                         NumberKeys<Word, Index>{near.keys.data, columns});
    host.fence("yoke::argsort: numbered");
    timer.done("number");
    if (this->is_joint()) {
      this->joint().run({columns, false}, near.keys.size, near.kind, course.host_share);
    } else {
      this->sorter().run(columns, near.keys.size, near.kind, course.host_share);
    }
    this->staged_.send(arguments, this->options_.timeline);
    return arguments.keys.size;
  }

 private:
  Buffer<Host, Word> keys_;
};

}  // namespace yoke::detail::sorting

namespace yoke::detail {

template <class Word, class Value, class Device, class Host>
class HybridSolver<sorting::Sort<Word, Value>, Device, Host>
    : public sorting::HybridSortSolver<Word, Value, Device, Host> {
  using sorting::HybridSortSolver<Word, Value, Device, Host>::HybridSortSolver;
};
template <class Word, class Index, class Device, class Host>
class HybridSolver<sorting::Argsort<Word, Index>, Device, Host>
    : public sorting::HybridArgsortSolver<Word, Index, Device, Host> {
  using sorting::HybridArgsortSolver<Word, Index, Device, Host>::HybridArgsortSolver;
};

}  // namespace yoke::detail
