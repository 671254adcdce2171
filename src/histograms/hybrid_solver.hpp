#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "frame/copy_ring.hpp"
#include "frame/engine.hpp"
#include "frame/raw_arrays.hpp"
#include "frame/staging.hpp"
#include "histograms/solver.hpp"
#include "histograms/ways.hpp"

namespace yoke::detail {

// The host counts the first values, the device the others, which come up meanwhile where the host's
// threads need not help; what both counted is added up on the host. Source: the thesis, section
// 4.4.5.
template <class Word, class Device, class Host>
class HybridSolver<histograms::Histogram<Word>, Device, Host> {
  using Capability = histograms::Histogram<Word>;
  using Arguments = typename Capability::Arguments;
  static constexpr Place near_device = runs_on_host<Device> ? Place::host : Place::device;

 public:
  HybridSolver(Hybrid<Device, Host> const& hybrid, typename Capability::Capacity const& capacity,
               HistogramOptions const& options)
      : hybrid_(hybrid), capacity_(capacity), options_(options) {}

  void prepare(Way) {
    if (host_) return;
    std::size_t const bins = capacity_.bins;
    host_counts_ = Buffer<Kokkos::SharedHostPinnedSpace, std::uint64_t>(uninitialised(), bins);
    joined_ = Buffer<Kokkos::SharedHostPinnedSpace, std::uint64_t>(uninitialised(), bins);
    device_counts_ =
        make_buffer<Device, std::uint64_t>(hybrid_.device(), "yoke::histogram::counts", bins);
    ring_.emplace(hybrid_.device(), hybrid_.host());
    make_sides();
  }
  HistogramAlgorithm algorithm() const { return HistogramAlgorithm::privatised; }

  std::size_t run(Arguments const& arguments, CallWay const& way) {
    if (!arguments.is_even) prepare_for_bounds();
    std::size_t const size = arguments.values.size, bins = arguments.counts.size;
    std::size_t const cut =
        std::min(size, static_cast<std::size_t>(way.host_share * static_cast<double>(size)));
    PhaseTimer<Host> timer(hybrid_.host(), options_.report);
    Arguments const front =
        host_->bring(part(arguments, 0, cut, {host_counts_.data(), bins, Place::host}));
    RawArray<Word const> const far{arguments.values.data + cut, size - cut, arguments.values.place};
    // Where they lie on the device already, or will: the rest of what it needs is brought now.
    Arguments back =
        device_->bring(part(arguments, size, size, {device_counts_.data(), bins, near_device}));
    upload_.reserve(hybrid_.device(), far, "values");
    bool const waits_for_host = is_pageable(far.data, far.size * sizeof(Word));
    if (waits_for_host) back.values = bring(far, &*ring_);
    timer.done("bring");
    std::size_t counted_by_device = 0, counted_by_host = 0;
    hybrid_.concurrently(
        [&] {
          if (!waits_for_host) back.values = bring(far, nullptr);
          counted_by_device = device_->work(back);
        },
        [&] { counted_by_host = host_->work(front); });
    timer.done("count");
    join(arguments.counts);
    timer.done("join");
    return counted_by_device + counted_by_host;
  }

 private:
  // When both sides work, nobody may allocate.
  void prepare_for_bounds() {
    if (std::exchange(capacity_.has_bounds, true)) return;
    host_.reset();
    device_.reset();
    make_sides();
  }
  void make_sides() {
    auto options = without_report(options_);
    options.algorithm = algorithm();
    device_ = make_side<Capability>(hybrid_.device(), capacity_, options, Lane::device);
    host_ = make_side<Capability>(hybrid_.host(), capacity_, options, Lane::host);
  }
  static auto uninitialised() {
    return Kokkos::view_alloc(Kokkos::WithoutInitializing, std::string("yoke::histogram::counts"));
  }

  static Arguments part(Arguments arguments, std::size_t begin, std::size_t end,
                        RawArray<std::uint64_t> const& counts) {
    arguments.values.data += begin;
    arguments.values.size = end - begin;
    arguments.counts = counts;
    return arguments;
  }

  RawArray<Word const> bring(RawArray<Word const> const& far, CopyRing* ring) {
    auto const near = upload_.bring(hybrid_.device(), far, "values", options_.timeline, ring);
    return {near.data(), near.extent(0), near_device};
  }

  // To where the caller wants the sums.
  void join(RawArray<std::uint64_t> const& target) const {
    Device const& device = hybrid_.device();
    std::size_t const bins = target.size;
    Array<Host, std::uint64_t> const joined(joined_.data(), bins);
    Kokkos::deep_copy(device, joined, array_of(device_counts_, bins));
    device.fence("yoke::histogram: the device's counts");
    for (std::size_t bin = 0; bin < bins; ++bin) joined(bin) += host_counts_(bin);
    if (target.place == Place::device) {
      Kokkos::deep_copy(device, array_on<Device>(target), joined);
      device.fence("yoke::histogram: joined");
    } else {
      std::copy_n(joined.data(), bins, target.data);
    }
  }

  Hybrid<Device, Host> const& hybrid_;
  typename Capability::Capacity capacity_;
  HistogramOptions options_;
  Buffer<Kokkos::SharedHostPinnedSpace, std::uint64_t> host_counts_, joined_;
  Buffer<Device, std::uint64_t> device_counts_;
  Staging<Device, Word> upload_;
  std::optional<CopyRing> ring_;
  OneSidePtr<Capability> device_, host_;
};

}  // namespace yoke::detail
