#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "all_pairs/hybrid_side.hpp"
#include "all_pairs/streamed_bands.hpp"
#include "all_pairs/streamed_distances.hpp"
#include "all_pairs/ways.hpp"
#include "frame/copy_ring.hpp"
#include "frame/engine.hpp"
#include "frame/phase_timer.hpp"
#include "frame/raw_arrays.hpp"
#include "frame/side_barrier.hpp"
#include "yoke/counted.hpp"
#include "yoke/errors.hpp"

namespace yoke::detail {

namespace all_pairs {

[[noreturn]] inline void refuse_next(std::uint64_t needed, std::uint64_t allowed) {
  throw DeviceMemoryExceeded(
      "yoke::all_pairs_distances: the call with next needs " + show_count(needed, "byte") +
          " of the device's memory, and may take " + std::to_string(allowed) +
          "; without next the matrix can be larger than that memory, and with an automatic split "
          "the host does the call",
      needed, allowed);
}

}  // namespace all_pairs

// The device has the first rows, and the host the others. Each side takes all steps for its own
// rows, and closes every pivot block itself. Or the matrix goes through the device in bands.
template <class Weight, class Device, class Host>
class HybridSolver<all_pairs::AllPairs<Weight>, Device, Host> {
  using Capability = all_pairs::AllPairs<Weight>;
  using Arguments = typename Capability::Arguments;
  using Pinned = Kokkos::SharedHostPinnedSpace;

 public:
  HybridSolver(Hybrid<Device, Host> const& hybrid, all_pairs::MatrixCapacity const& capacity,
               AllPairsOptions const& options)
      : hybrid_(hybrid), vertices_(capacity.vertices), options_(options) {}

  void prepare(Way way) {
    if (way == Way::streamed) return prepare_streamed();
    if (device_) return;
    ring_.emplace(hybrid_.device(), hybrid_.host());
    handed_ = Buffer<Pinned, Weight>(
        Kokkos::view_alloc(Kokkos::WithoutInitializing, std::string("yoke::all_pairs::pivot_rows")),
        2 * all_pairs::block * vertices_);
    device_.emplace(hybrid_.device(), hybrid_.download(), vertices_, handed_.data(), *ring_);
    host_.emplace(hybrid_.host(), hybrid_.host(), vertices_, handed_.data(), *ring_);
  }
  void release(Way way) {
    if (way == Way::streamed) return streamed_.reset();
    device_.reset();
    host_.reset();
    handed_ = {};
    ring_.reset();
  }
  AllPairsAlgorithm algorithm() const { return AllPairsAlgorithm::blocked; }

  // Returns the number of pairs with a path.
  std::size_t run(Arguments const& arguments, CallWay const& way) {
    using namespace all_pairs;
    if (way.name == Way::streamed) return stream(arguments);
    std::size_t const n = arguments.vertices, cut = device_rows(n, way.host_share);
    AllPairsReport* const report = options_.report;
    if (report) report->host_share = static_cast<double>(n - cut) / static_cast<double>(n);
    PhaseTimer<Host> timer(hybrid_.host(), report);
    // next is found by rows. So columns are transposed, the whole matrix where it lies.
    bool const flips = arguments.next.size > 0 && arguments.transposed;
    bool has_negative = flips && check_and_flip(arguments);
    Arguments const first = part(arguments, 0, cut), last = part(arguments, cut, n);
    device_->bring(first, 0, options_.timeline);
    host_->bring(last, cut, options_.timeline);
    timer.done("bring");
    if (!flips) has_negative = check(arguments.transposed);
    timer.done("check");
    LastLook const look = take_steps(n, {has_negative, arguments.transposed && !flips});
    timer.done("steps");
    if (report) report->may_be_clamped = least_found(clamped) == 1;
    if (has_negative) {
      // After a fault a side closes no block: a later cycle is not of the matrix. The cycle counts
      // if both have found it.
      std::uint64_t const cycle =
          std::max(device_->found(negative_cycle), host_->found(negative_cycle));
      refuse_found<Weight>(Capability::name, cycle, least_found(too_low));
    }
    refuse_seen<Weight>(Capability::name, look);
    device_->send(first, options_.timeline);
    host_->send(last, options_.timeline);
    flip_back(arguments, flips);
    timer.done("send");
    return look.pairs;
  }

 private:
  void prepare_streamed() {
    if (streamed_) return;
    using Bands = all_pairs::StreamedBands<Weight>;
    Bands::template fit<Device>(vertices_, Ledger::left_on_device(), [this](std::size_t width) {
      streamed_.emplace(hybrid_, vertices_, width, options_);
    });
  }
  std::size_t stream(Arguments const& arguments) {
    auto const& matrix = arguments.distances;
    if (arguments.next.size > 0) {
      std::uint64_t const free = Ledger::left_on_device(), asked = options_.device_memory;
      all_pairs::refuse_next(
          WaysOf<Capability>::bytes_of_device(arguments, {vertices_}, NodeSides{false, 1}),
          asked > 0 ? asked : free);
    }
    return streamed_->run(arguments, is_pageable(matrix.data, matrix.size * sizeof(Weight)));
  }

  static Arguments part(Arguments arguments, std::size_t begin, std::size_t end) {
    auto const cut = [=](auto const& array, std::size_t stride) {
      return slice(array, begin * stride, end * stride);
    };
    arguments.rows = end - begin;
    arguments.distances = {cut(arguments.distances, arguments.stride)};
    if (arguments.next.size > 0) arguments.next = cut(arguments.next, arguments.next_stride);
    return arguments;
  }

  // Work of one side, on a whole matrix of the caller.
  template <class Work>
  void where_it_lies(Place place, Work const& work) const {
    if (!runs_on_host<Device> && belongs_to_device(place)) {
      work(*device_);
    } else {
      work(*host_);
    }
  }
  bool check_and_flip(Arguments const& arguments) const {
    std::size_t const n = arguments.vertices;
    bool has_negative = false;
    where_it_lies(arguments.distances.place, [&](auto const& side) {
      has_negative = side.check({arguments.distances.data, 0, n, n, arguments.stride}, true);
      side.transpose(arguments.distances.data, n, arguments.stride);
    });
    return has_negative;
  }
  void flip_back(Arguments const& arguments, bool flips) const {
    auto const flip = [&](auto const& array, std::size_t stride) {
      where_it_lies(array.place, [&](auto const& side) {
        side.transpose(array.data, arguments.vertices, stride);
      });
    };
    if (flips) flip(arguments.distances, arguments.stride);
    if (arguments.next.size > 0 && arguments.next_transposed) {
      flip(arguments.next, arguments.next_stride);
    }
  }

  // Of columns the first wrong weight may be on either side.
  bool check(bool transposed) const {
    bool of_device = false, of_host = false;
    std::optional<InvalidInput> device_wrong, host_wrong;
    auto const look = [&](auto const& side, bool& has_negative,
                          std::optional<InvalidInput>& wrong) {
      try {
        has_negative = side.check(side.rows(), transposed);
      } catch (InvalidInput const& error) {
        wrong = error;
      }
    };
    hybrid_.concurrently([&] { look(*device_, of_device, device_wrong); },
                         [&] { look(*host_, of_host, host_wrong); });
    bool const is_on_host =
        host_wrong && (!device_wrong || host_wrong->index() < device_wrong->index());
    if (is_on_host) throw InvalidInput(*host_wrong);
    if (device_wrong) throw InvalidInput(*device_wrong);
    return of_device || of_host;
  }

  all_pairs::LastLook take_steps(std::size_t n, all_pairs::MatrixKind const& kind) {
    all_pairs::LastLook of_device{}, of_host{};
    if (hybrid_.is_concurrent()) {
      barrier_.reset();
      hybrid_.concurrently([&] { of_device = drive(*device_, Lane::device, n, kind); },
                           [&] { of_host = drive(*host_, Lane::host, n, kind); });
    } else {
      take_turns(n, kind);
      of_device = device_->look_at_result();
      of_host = host_->look_at_result();
    }
    of_device.add(of_host);
    return of_device;
  }

  template <class Space>
  all_pairs::LastLook drive(all_pairs::HybridSide<Space, Weight>& side, Lane lane, std::size_t n,
                            all_pairs::MatrixKind const& kind) {
    SideBarrier::StopOnUnwind const stop(barrier_);
    Span const span(options_.timeline, lane, Capability::busy);
    auto const meet = [this] { return barrier_.meet(); };
    side.begin(kind);
    bool has_met = meet();
    for (std::size_t first = 0; first < n && has_met; first += all_pairs::block) {
      has_met = side.step(first, meet);
    }
    return side.look_at_result();
  }

  // One thread alone: the same steps, the device's first.
  void take_turns(std::size_t n, all_pairs::MatrixKind const& kind) {
    auto const by_both = [this](auto const& take) {
      {
        Span const span(options_.timeline, Lane::device, Capability::busy);
        take(*device_);
      }
      Span const span(options_.timeline, Lane::host, Capability::busy);
      take(*host_);
    };
    by_both([&](auto& side) { side.begin(kind); });
    for (std::size_t first = 0; first < n; first += all_pairs::block) {
      by_both([&](auto& side) { side.step(first, [] { return true; }); });
    }
  }

  std::uint64_t least_found(all_pairs::Finding what) const {
    return std::min(device_->found(what), host_->found(what));
  }

  Hybrid<Device, Host> const& hybrid_;
  std::size_t vertices_;
  AllPairsOptions options_;
  std::optional<CopyRing> ring_;
  Buffer<Pinned, Weight> handed_;
  std::optional<all_pairs::HybridSide<Device, Weight>> device_;
  std::optional<all_pairs::HybridSide<Host, Weight>> host_;
  std::optional<all_pairs::StreamedDistances<Weight, Device, Host>> streamed_;
  SideBarrier barrier_;
};

}  // namespace yoke::detail
