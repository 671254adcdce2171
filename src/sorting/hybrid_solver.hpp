#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "frame/copy_ring.hpp"
#include "frame/engine.hpp"
#include "primitives/partition.hpp"
#include "sorting/joint_sort.hpp"
#include "sorting/out_of_core_sort.hpp"
#include "sorting/solver.hpp"
#include "sorting/streamed_sort.hpp"
#include "sorting/ways.hpp"

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
      cut_values_ = Buffer<Kokkos::SharedHostPinnedSpace, Value>(
          uninitialised("yoke::sort::cut_values"), capacity);
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
      copy<Device, Kokkos::SharedHostPinnedSpace>(high.keys, from.keys, size);
      if constexpr (has_values)
        copy<Device, Kokkos::SharedHostPinnedSpace>(high.values, from.values, size);
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
  Buffer<Kokkos::SharedHostPinnedSpace, Word> cut_keys_;
  Buffer<Kokkos::SharedHostPinnedSpace, Value> cut_values_;
  Buffer<Device, Word> keys_;
  Buffer<Device, Value> values_;
  Buffer<Host, std::uint64_t> counts_;
  ColumnSorter<Word, Value, Device> device_;
  ColumnSorter<Word, Value, Host> host_;
  CopyRing ring_;
  std::vector<Word> sample_;
};

template <class Capability, class Word, class Value, class Device, class Host>
class HybridSortBase {
 public:
  HybridSortBase(Hybrid<Device, Host> const& hybrid, SortCapacity const& capacity,
                 SortOptions const& options)
      : hybrid_(hybrid), capacity_(capacity.elements), options_(options), staged_(hybrid.host()) {
    check_needs_no_comparator(Capability::name, options.algorithm);
  }

  void prepare(Way way) {
    if (way == Way::streamed) {
      if (!streamed_) streamed_.emplace(hybrid_, capacity_, options_);
    } else if (way == Way::two_pass) {
      if (!out_of_core_) prepare_out_of_core();
    } else if (is_joint()) {
      if (!joint_) joint_ = make_joint_sort<Word, Value>(hybrid_, capacity_, options_);
    } else if (!sorter_) {
      sorter_.emplace(hybrid_, capacity_, options_);
    }
  }

  SortAlgorithm algorithm() const {
    return is_joint() ? SortAlgorithm::joint_sample : SortAlgorithm::radix;
  }

 protected:
  using Arguments = typename Capability::Arguments;

  bool is_joint() const { return options_.algorithm == SortAlgorithm::joint_sample; }

  // Through the device, as a whole or a few runs at a time.
  void stream(Way way, StreamedColumns<Word, Value> const& columns, std::size_t size,
              KeyKind kind) {
    if (way == Way::streamed) {
      streamed_->run(columns, size, kind);
    } else {
      out_of_core_->run(columns, size, kind);
    }
  }
  static bool is_through_device(CallWay const& way) { return way.name != Way::both; }

  Hybrid<Device, Host> const& hybrid_;
  std::size_t capacity_;
  SortOptions options_;
  // What lies on the device goes through host memory.
  Staged<Host, Arguments> staged_;
  std::unique_ptr<JointSort<Word, Value>> joint_;
  std::optional<HybridColumnSorter<Word, Value, Device, Host>> sorter_;

 private:
  void prepare_out_of_core() {
    OutOfCoreRuns::fit(capacity_, [this](std::uint64_t longest_run) {
      out_of_core_.emplace(hybrid_, capacity_, options_, longest_run);
    });
  }

  std::optional<StreamedSort<Word, Value, Device, Host>> streamed_;
  std::optional<OutOfCoreSort<Word, Value, Device, Host>> out_of_core_;
};

}  // namespace yoke::detail::sorting

namespace yoke::detail {

template <class Word, class Value, class Device, class Host>
class HybridSolver<sorting::Sort<Word, Value>, Device, Host>
    : public sorting::HybridSortBase<sorting::Sort<Word, Value>, Word, Value, Device, Host> {
  using Base = sorting::HybridSortBase<sorting::Sort<Word, Value>, Word, Value, Device, Host>;
  using Arguments = typename Base::Arguments;

 public:
  using Base::Base;

  std::size_t run(Arguments const& arguments, CallWay const& way) {
    if (this->is_joint()) return run_joint(arguments, way.host_share);
    if (Base::is_through_device(way)) {
      auto const& keys = arguments.keys;
      auto const& values = arguments.values;
      this->stream(way.name, {keys.data, values.data, keys.data, values.data}, keys.size,
                   arguments.kind);
      return keys.size;
    }
    Arguments const near = this->staged_.bring(arguments, this->options_.timeline);
    this->sorter_->run({near.keys.data, near.values.data}, near.keys.size, near.kind,
                       way.host_share);
    this->staged_.send(arguments, this->options_.timeline);
    return arguments.keys.size;
  }

 private:
  // Where all lies on one side, there; else in host memory.
  std::size_t run_joint(Arguments const& arguments, double host_share) {
    bool const on_device = belongs_to_device(arguments.keys.place);
    bool const is_one_place = !sorting::Sort<Word, Value>::has_values ||
                              belongs_to_device(arguments.values.place) == on_device;
    Arguments const there =
        is_one_place ? arguments : this->staged_.bring(arguments, this->options_.timeline);
    this->joint_->run({{there.keys.data, there.values.data}, on_device && is_one_place},
                      there.keys.size, there.kind, host_share);
    if (!is_one_place) this->staged_.send(arguments, this->options_.timeline);
    return arguments.keys.size;
  }
};
template <class Word, class Index, class Device, class Host>
class HybridSolver<sorting::Argsort<Word, Index>, Device, Host>
    : public sorting::HybridSortBase<sorting::Argsort<Word, Index>, Word, Index, Device, Host> {
  using Base = sorting::HybridSortBase<sorting::Argsort<Word, Index>, Word, Index, Device, Host>;
  using Arguments = typename Base::Arguments;

 public:
  using Base::Base;

  std::size_t run(Arguments const& arguments, CallWay const& way) {
    if (Base::is_through_device(way)) {
      this->stream(way.name, {arguments.keys.data, nullptr, nullptr, arguments.permutation.data},
                   arguments.keys.size, arguments.kind);
      return arguments.keys.size;
    }
    Host const& host = this->hybrid_.host();
    if (keys_.extent(0) < arguments.keys.size) {
      keys_ = make_buffer<Host, Word>(host, "yoke::argsort::keys", this->capacity_);
    }
    Arguments const near = this->staged_.bring(arguments, this->options_.timeline);
    PhaseTimer<Host> timer(host, this->options_.report);
    sorting::Columns<Word, Index> const columns{keys_.data(), near.permutation.data};
    Kokkos::parallel_for("yoke::argsort::number", WideRange<Host>(host, 0, near.keys.size),
                         sorting::NumberKeys<Word, Index>{near.keys.data, columns});
    host.fence("yoke::argsort: numbered");
    timer.done("number");
    if (this->is_joint()) {
      this->joint_->run({columns, false}, near.keys.size, near.kind, way.host_share);
    } else {
      this->sorter_->run(columns, near.keys.size, near.kind, way.host_share);
    }
    this->staged_.send(arguments, this->options_.timeline);
    return arguments.keys.size;
  }

 private:
  Buffer<Host, Word> keys_;
};

}  // namespace yoke::detail
