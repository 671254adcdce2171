#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "frame/copy_ring.hpp"
#include "frame/phase_timer.hpp"
#include "sorting/joint_element_side.hpp"
#include "sorting/shared_phases.hpp"

namespace yoke::detail::sorting::joint {

// The thesis's hybrid sample sort (joint_sorter.hpp) by a comparator, once. Splitters are elements.
// Those that equal one have a bucket of their own, so a byte labels by up to 127.
template <class Device, class Host, bool by_teams>
class JointElementSorter {
  using DeviceSide = ElementSide<Device, Device, by_teams>;
  using HostSide = ElementSide<Host, Device, false>;
  using OfDevice = std::conditional_t<by_teams, DeviceSteps<Device>, HostSteps<Device>>;

 public:
  JointElementSorter(Hybrid<Device, Host> const& hybrid, ComparatorSort::Capacity const& capacity,
                     SortOptions const& options)
      : hybrid_(hybrid),
        options_(options),
        bytes_(capacity.sizes.element),
        device_(hybrid.device(), capacity, options, true),
        host_(hybrid.host(), capacity, options, false),
        device_sample_(make_buffer<Device, std::byte>(hybrid.device(), "yoke::sort::sample",
                                                      HostElementSort<Host>::samples * bytes_)),
        ring_(hybrid.device(), hybrid.host()) {}

  // Sorts elements in place, stably.
  void run(OfDevice const& on_device, HostSteps<Host> const& on_host, void* elements,
           bool are_on_device, std::size_t size, double host_share) {
    auto* const data = static_cast<std::byte*>(elements);
    auto const wanted =
        std::min<std::uint64_t>(size, std::llround(host_share * static_cast<double>(size)));
    std::byte* const high = data + wanted * bytes_;
    // By teams, the other side's memory is far also where a host plays the device.
    device_.begin(on_device, {high, data, are_on_device || !by_teams, size - wanted});
    host_.begin(on_host, {data, data, !are_on_device, wanted});
    PhaseTimer<Host> timer(hybrid_.host(), options_.report);
    Splitters const splitters = choose_splitters(on_device, on_host, data, are_on_device, size);
    timer.done("sample");
    bool const is_pageable_input = bring_pageable(high, (size - wanted) * bytes_, are_on_device);
    SharedPhases<Device, Host> const phases(hybrid_, host_share);
    phases.partition(device_, host_, splitters, [&] { join(wanted); });
    phases.exchange_and_sort(device_, host_, !is_pageable_input);
    if (is_pageable_input) {
      Span const span(options_.timeline, Lane::download, "result");
      ring_.down(device_.result(), device_.sorted(), device_.result_bytes());
    }
    if (options_.report == nullptr) return;
    options_.report->levels = 1;
    device_.write_phases("device", options_.report->phases);
    host_.write_phases("host", options_.report->phases);
  }

  // Of the bytes that an element or a gathered payload has, for each element.
  void* workspace_of(bool device) {
    return device ? device_.sorter().workspace() : host_.sorter().workspace();
  }

 private:
  // In the host's memory.
  Splitters choose_splitters(OfDevice const& on_device, HostSteps<Host> const& on_host,
                             std::byte const* data, bool are_on_device, std::uint64_t size) {
    Span const span(options_.timeline, are_on_device ? Lane::device : Lane::host, "sample");
    auto& sort = host_.sorter();
    constexpr std::uint64_t samples = HostElementSort<Host>::samples;
    if (are_on_device) {
      Device const& device = hybrid_.device();
      on_device.sample(device, data, size, device_sample_.data(), samples, 0);
      copy<Kokkos::HostSpace, Device>(device, sort.sample(), device_sample_.data(),
                                      samples * bytes_);
      device.fence("yoke::sort: sample");
    } else {
      on_host.sample(hybrid_.host(), data, size, sort.sample(), samples, 0);
    }
    return sort.splitters_of_sample(on_host, static_cast<std::uint64_t>(options_.joint.splitters));
  }

  // What the system may move goes up with the help of the host's threads, before they have work of
  // their own. Whether that is so.
  bool bring_pageable(std::byte const* from, std::size_t bytes, bool are_on_device) {
    if (are_on_device || bytes == 0 || !by_teams || !is_pageable(from, bytes)) return false;
    Span const span(options_.timeline, Lane::upload, "elements");
    ring_.up(device_.workspace(), from, bytes);
    device_.set_brought();
    return true;
  }

  void join(std::uint64_t wanted) {
    host_.read_begins(layout_.host.begin);
    device_.read_begins(layout_.device.begin);
    // Equal elements have even labels.
    layout_.join(wanted, [](int bucket) { return bucket % 2 == 0; });
    auto const& [host, device, begin] = layout_;
    host_.set_layout(host, device, device.sent, begin);
    device_.set_layout(device, host, host.sent, begin);
  }

  Hybrid<Device, Host> const& hybrid_;
  SortOptions options_;
  std::size_t bytes_;
  DeviceSide device_;
  HostSide host_;
  Buffer<Device, std::byte> device_sample_;
  CopyRing ring_;
  Layout layout_;
};

}  // namespace yoke::detail::sorting::joint
