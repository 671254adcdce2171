#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "frame/copy_ring.hpp"
#include "frame/phase_timer.hpp"
#include "sorting/joint_side.hpp"
#include "sorting/joint_sort.hpp"
#include "sorting/shared_phases.hpp"

namespace yoke::detail::sorting::joint {

// The thesis's hybrid sample sort. The host holds the first elements, the device the others. Both
// label theirs by splitters from one sample and count them; the counts, joined, say where each
// element belongs; both scatter theirs, bucket by bucket: what the side will sort to its place
// there, the rest together for the other side, which copies it as one block; then each sorts its
// buckets.
template <class Word, class Value, class Device, class Host, bool by_teams>
class JointSorter final : public JointSort<Word, Value> {
  static constexpr bool has_values = !std::is_same_v<Value, NoValue>;
  using Data = Columns<Word, Value>;
  using Placed = PlacedColumns<Word, Value>;
  using Splitters = SampledSplitters<Word>;

 public:
  JointSorter(Hybrid<Device, Host> const& hybrid, std::size_t capacity, SortOptions const& options)
      : hybrid_(hybrid),
        options_(options),
        device_(hybrid.device(), hybrid.device_alone(), capacity, options, true),
        host_(hybrid.host(), hybrid.host_alone(), capacity, options, false),
        device_sample_(make_buffer<Device, Word>(hybrid.device(), "yoke::sort::sample",
                                                 Splitters::most_samples)),
        near_sample_(Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke::sort::sample"),
                     Splitters::most_samples),
        ring_(hybrid.device(), hybrid.host()) {
    sample_.reserve(Splitters::most_samples);
    hybrid.device().fence("yoke::sort: plan");
    hybrid.host().fence("yoke::sort: plan");
  }

  void run(Placed const& data, std::size_t size, KeyKind kind, double host_share) override {
    KeyOrder<Word> const order(kind, options_.order);
    auto const wanted =
        std::min<std::uint64_t>(size, std::llround(host_share * static_cast<double>(size)));
    begin(data, size, wanted, order, kind, host_share);
    PhaseTimer<Host> timer(hybrid_.host(), options_.report);
    take_sample(data, size, order);
    timer.done("sample");
    bool const is_pageable_input = bring_pageable(data, size, wanted);
    SharedPhases<Device, Host> const phases(hybrid_, host_share);
    phases.partition(device_, host_, splitters_.ranks(), [&] { join(wanted); });
    int levels = 1;
    if (options_.joint.levels == 1) {
      phases.exchange_and_sort(device_, host_, !is_pageable_input);
    } else {
      phases.exchange(device_, host_);
      levels = partition_again(phases);
      phases.sort(device_, host_, !is_pageable_input);
    }
    if (is_pageable_input) send_pageable();
    if (options_.report == nullptr) return;
    options_.report->levels = levels;
    device_.write_phases("device", options_.report->phases);
    host_.write_phases("host", options_.report->phases);
  }

 private:
  // Level by level, both sides at the same time, each its own buckets. The levels, with the first.
  int partition_again(SharedPhases<Device, Host> const& phases) {
    device_.begin_levels(splitters_);
    host_.begin_levels(splitters_);
    int levels = 1;
    while (levels < options_.joint.levels) {
      bool const on_device = device_.plan_level(), on_host = host_.plan_level();
      if (!on_device && !on_host) break;
      phases.both(
          [&] {
            if (on_device) device_.partition_level();
          },
          [&] {
            if (on_host) host_.partition_level();
          });
      ++levels;
    }
    device_.plan_base();
    host_.plan_base();
    return levels;
  }

  void begin(Placed const& data, std::uint64_t size, std::uint64_t wanted,
             KeyOrder<Word> const& order, KeyKind kind, double host_share) {
    // By teams, the other side's memory is far also where a host plays the device.
    bool const device_is_near = data.on_device || !by_teams;
    auto const& columns = data.columns;
    // Alone a side has all that it has.
    device_.begin(host_share == 0 ? hybrid_.device_alone() : hybrid_.device(),
                  {columns.from(wanted), columns, device_is_near, size - wanted, order, kind});
    host_.begin(host_share == 1 ? hybrid_.host_alone() : hybrid_.host(),
                {columns, columns, !data.on_device, wanted, order, kind});
  }

  void take_sample(Placed const& data, std::uint64_t size, KeyOrder<Word> const& order) {
    Span const span(options_.timeline, data.on_device ? Lane::device : Lane::host, "sample");
    std::size_t const samples = Splitters::samples_of(size);
    Word const* const keys = data.columns.keys;
    if (data.on_device) {
      Device const& device = hybrid_.device();
      Kokkos::parallel_for("yoke::sort::sample", WideRange<Device>(device, 0, samples),
                           SampleRanks<Word>{keys, size, order, device_sample_.data()});
      copy<Kokkos::SharedHostPinnedSpace, Device>(device, near_sample_.data(),
                                                  device_sample_.data(), samples);
      device.fence("yoke::sort: sample");
    } else {
      SampleRanks<Word> const ranks{keys, size, order, near_sample_.data()};
      for (std::uint64_t i = 0; i < samples; ++i) ranks(i);
    }
    sample_.assign(near_sample_.data(), near_sample_.data() + samples);
    splitters_.choose(sample_, static_cast<std::size_t>(options_.joint.splitters));
  }

  // What the system may move goes up with the help of the host's threads, before they have work of
  // their own. Whether that is so.
  bool bring_pageable(Placed const& data, std::uint64_t size, std::uint64_t wanted) {
    std::uint64_t const high = size - wanted;
    Data const from = data.columns.from(wanted);
    if (data.on_device || high == 0 || !by_teams || !are_pageable(from, high)) return false;
    Span const span(options_.timeline, Lane::upload, "keys");
    ring_.up(device_.workspace().keys, from.keys, high * sizeof(Word));
    if constexpr (has_values) {
      ring_.up(device_.workspace().values, from.values, high * sizeof(Value));
    }
    device_.set_brought();
    return true;
  }

  void send_pageable() {
    std::uint64_t const size = device_.result_size();
    Span const span(options_.timeline, Lane::download, "result");
    ring_.down(device_.result().keys, device_.sorted().keys, size * sizeof(Word));
    if constexpr (has_values) {
      ring_.down(device_.result().values, device_.sorted().values, size * sizeof(Value));
    }
  }

  static bool are_pageable(Data const& data, std::uint64_t size) {
    if constexpr (has_values) {
      if (is_pageable(data.values, size * sizeof(Value))) return true;
    }
    return is_pageable(data.keys, size * sizeof(Word));
  }

  void join(std::uint64_t wanted) {
    host_.read_begins(layout_.host.begin);
    device_.read_begins(layout_.device.begin);
    layout_.join(wanted, [&](int bucket) { return splitters_.is_single(bucket); });
    std::array<bool, buckets> is_single;
    for (std::size_t b = 0; b < buckets; ++b)
      is_single[b] = splitters_.is_single(static_cast<int>(b));
    auto const& [host, device, begin] = layout_;
    host_.set_layout(host, device, device.sent, begin, is_single);
    device_.set_layout(device, host, host.sent, begin, is_single);
  }

  Hybrid<Device, Host> const& hybrid_;
  SortOptions options_;
  Side<Device, Word, Value, Device, by_teams> device_;
  Side<Host, Word, Value, Device, false> host_;
  Buffer<Device, Word> device_sample_;
  Buffer<Kokkos::SharedHostPinnedSpace, Word> near_sample_;
  CopyRing ring_;
  std::vector<Word> sample_;
  Splitters splitters_;
  Layout layout_;
};

}  // namespace yoke::detail::sorting::joint

namespace yoke::detail::sorting {

template <class Word, class Value, class Device, class Host>
std::unique_ptr<JointSort<Word, Value>> make_joint_sort(Hybrid<Device, Host> const& hybrid,
                                                        std::size_t capacity,
                                                        SortOptions const& options) {
  return std::make_unique<joint::JointSorter<Word, Value, Device, Host, !runs_on_host<Device>>>(
      hybrid, capacity, options);
}

}  // namespace yoke::detail::sorting

#define YOKE_INSTANTIATE_JOINT_SORT(Word, Value)                                     \
  template std::unique_ptr<yoke::detail::sorting::JointSort<Word, Value>>            \
  yoke::detail::sorting::make_joint_sort<Word, Value, Kokkos::DefaultExecutionSpace, \
                                         Kokkos::DefaultHostExecutionSpace>(         \
      yoke::Hybrid<> const&, std::size_t, yoke::SortOptions const&);
