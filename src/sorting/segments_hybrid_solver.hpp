#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "frame/copy_ring.hpp"
#include "frame/engine.hpp"
#include "frame/raw_arrays.hpp"
#include "frame/staging.hpp"
#include "sorting/segments_solver.hpp"
#include "sorting/untuned_ways.hpp"

namespace yoke::detail {

// The host sorts the first segments, and the device the others.
template <class Word, class Device, class Host>
class HybridSolver<sorting::SortSegments<Word>, Device, Host> {
  using Capability = sorting::SortSegments<Word>;
  using Arguments = typename Capability::Arguments;
  using Pinned = Kokkos::SharedHostPinnedSpace;

 public:
  HybridSolver(Hybrid<Device, Host> const& hybrid, sorting::SegmentsCapacity const& capacity,
               SortOptions const& options)
      : hybrid_(hybrid), on_device_(capacity), on_host_(capacity), options_(options) {}

  void prepare(Way) {
    if (host_) return;
    ring_.emplace(hybrid_.device(), hybrid_.host());
    moved_offsets_ = Buffer<Pinned, std::uint64_t>(
        Kokkos::view_alloc(Kokkos::WithoutInitializing, std::string("yoke::sort::offsets")),
        on_host_.segments + 1);
    make_sides();
  }
  SortAlgorithm algorithm() const { return SortAlgorithm::radix; }

  std::size_t run(Arguments const& arguments, CallWay const& way) {
    prepare_for_numbers(arguments);
    Host const& host = hybrid_.host();
    PhaseTimer<Host> timer(host, options_.report);
    auto const offsets =
        offsets_.bring(host, arguments.offsets, "offsets", options_.timeline, &*ring_);
    std::uint64_t const segments = offsets.extent(0) - 1, keys = arguments.keys.size;
    // Before a side writes anything.
    sorting::check_segments(host, offsets.data(), segments, keys);
    timer.done("check offsets");
    std::uint64_t const cut = cut_of(offsets, way.host_share);
    std::uint64_t const begin = offsets(cut), end = offsets(segments);
    Arguments const front = part(arguments, {offsets.data(), cut + 1, Place::host}, 0, begin);
    Arguments const back = part(arguments, moved_offsets(offsets, cut), begin, end);
    Arguments const front_near = host_->bring(front), back_near = device_->bring(back);
    timer.done("bring");
    hybrid_.concurrently([&] { device_->work(back_near); }, [&] { host_->work(front_near); });
    timer.done("sort");
    host_->send(front);
    device_->send(back);
    timer.done("send");
    return keys;
  }

 private:
  // When both sides work, nobody may allocate.
  void prepare_for_numbers(Arguments const& arguments) {
    bool const has_numbers = arguments.numbers.size > 0;
    bool const is_floating = arguments.kind == sorting::KeyKind::is_floating;
    if (!(has_numbers && !on_host_.is_numbered) && !(is_floating && !on_device_.is_numbered))
      return;
    on_host_.is_numbered |= has_numbers;
    // A device fetches floating-point keys by their numbers.
    on_device_.is_numbered |= has_numbers || is_floating;
    host_.reset();
    device_.reset();
    make_sides();
  }
  void make_sides() {
    auto const options = without_report(options_);
    device_ = make_side<Capability>(hybrid_.device(), on_device_, options, Lane::device);
    host_ = make_side<Capability>(hybrid_.host(), on_host_, options, Lane::host);
    device_->use(*ring_);
    host_->use(*ring_);
  }

  // The number of segments that are the host's: about its share of their keys.
  static std::uint64_t cut_of(Array<Host, std::uint64_t const> offsets, double host_share) {
    std::uint64_t const *const first = offsets.data(), *const last = first + offsets.extent(0) - 1;
    auto const keys = static_cast<std::uint64_t>(host_share * static_cast<double>(*last - *first));
    return static_cast<std::uint64_t>(std::lower_bound(first, last, *first + keys) - first);
  }

  // Those from the cut on, as the device's keys are numbered.
  RawArray<std::uint64_t const> moved_offsets(Array<Host, std::uint64_t const> offsets,
                                              std::uint64_t cut) const {
    std::uint64_t const count = offsets.extent(0) - cut;
    Kokkos::parallel_for("yoke::sort::offsets", WideRange<Host>(hybrid_.host(), 0, count),
                         MoveOffsets{offsets.data() + cut, offsets(cut), moved_offsets_.data()});
    hybrid_.host().fence("yoke::sort: offsets moved");
    return {moved_offsets_.data(), count, place_of<Pinned>()};
  }
  struct MoveOffsets {
    std::uint64_t const* offsets;
    std::uint64_t begin;
    std::uint64_t* moved;
    void operator()(std::uint64_t i) const { moved[i] = offsets[i] - begin; }
  };

  static Arguments part(Arguments arguments, RawArray<std::uint64_t const> const& offsets,
                        std::uint64_t begin, std::uint64_t end) {
    arguments.offsets = offsets;
    arguments.keys = {slice(arguments.keys, begin, end)};
    if (arguments.numbers.size > 0) arguments.numbers = {slice(arguments.numbers, begin, end)};
    return arguments;
  }

  Hybrid<Device, Host> const& hybrid_;
  sorting::SegmentsCapacity on_device_, on_host_;
  SortOptions options_;
  Staging<Host, std::uint64_t> offsets_;
  Buffer<Pinned, std::uint64_t> moved_offsets_;
  std::optional<CopyRing> ring_;
  OneSidePtr<Capability> device_, host_;
};

}  // namespace yoke::detail
