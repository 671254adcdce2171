#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

#include "frame/copy_ring.hpp"
#include "frame/engine.hpp"
#include "sorting/comparator_solver.hpp"
#include "sorting/comparator_ways.hpp"
#include "sorting/joint_columns_sorter.hpp"
#include "sorting/streamed_elements.hpp"
#include "yoke/detail/checks.hpp"

namespace yoke::detail::sorting {

// Both sides sort elements in host memory. The host cuts them by one of a sample into pinned
// memory; the device takes the high ones, which are uploaded, sorted, and come down behind the low
// ones, which the host sorts meanwhile. So nothing need be merged. Where the host has no share,
// what the device merges is sorted on its way. Views that lie on the device become elements there,
// which go through host memory.
//
// Holds the elements twice in pinned memory and once on the device, and what each side's sort
// holds.
template <class Device, class Host>
class HybridElementSorter {
  static_assert(WaysOf<ComparatorSort>::least_streamed ==
                2 * StreamedElementSort<Device, Host>::least_run);

 public:
  HybridElementSorter(Hybrid<Device, Host> const& hybrid, ComparatorSort::Capacity const& capacity,
                      SortOptions const& options, SortAlgorithm device_algorithm,
                      SortAlgorithm host_algorithm)
      : hybrid_(hybrid),
        capacity_(capacity),
        options_(options),
        cut_(Kokkos::view_alloc(Kokkos::WithoutInitializing, std::string("yoke::sort::cut")),
             checked_bytes(capacity.elements, capacity.sizes.element)),
        elements_(Kokkos::view_alloc(Kokkos::WithoutInitializing, std::string("yoke::sort::cut")),
                  checked_bytes(capacity.elements, capacity.sizes.element)),
        on_device_(make_buffer<Device, std::byte>(
            hybrid.device(), "yoke::sort::on_device",
            checked_bytes(capacity.elements, capacity.sizes.element))),
        device_(hybrid.device(), capacity, device_algorithm, options.comparator_is_strict),
        host_(hybrid.host(), capacity, host_algorithm, options.comparator_is_strict),
        ring_(hybrid.device(), hybrid.host()) {
    if (!runs_on_host<Device> && device_algorithm == SortAlgorithm::merge) {
      streamed_.emplace(hybrid, ring_, capacity.elements, capacity.sizes);
    }
  }

  void run(ComparatorSort::Arguments const& arguments, CallWay const& way) {
    auto const& on_host = std::get<StepsOn<Host>>(arguments.steps);
    auto const& on_device = std::get<StepsOn<Device>>(arguments.steps);
    if (belongs_to_device(arguments.place)) {
      run_from(hybrid_.device(), *on_device.columns, arguments, way);
    } else {
      run_from(hybrid_.host(), *on_host.columns, arguments, way);
    }
  }

 private:
  template <class Space>
  void run_from(Space const& exec, ColumnSteps<Space> const& columns,
                ComparatorSort::Arguments const& arguments, CallWay const& way) {
    constexpr bool from_device = !runs_on_host<Space>;
    PhaseTimer<Space> timer(exec, options_.report);
    std::size_t const size = arguments.size, bytes = size * capacity_.sizes.element;
    void* const in_place = columns.in_place();
    // Where the caller's side has the elements, and where the host has them.
    void* const home = in_place ? in_place : from_device ? on_device_.data() : elements_.data();
    void* const on_host = from_device ? elements_.data() : home;
    if (!in_place) {
      columns.load(exec, home, size);
      exec.fence("yoke::sort: loaded");
      timer.done("load");
    }
    if (from_device) {
      Span const span(options_.timeline, Lane::download, "elements");
      ring_.down(on_host, home, bytes);
      timer.done("download");
    }
    void* const sorted = sort(arguments, on_host, way);
    timer.done("sort");
    if (from_device) {
      Span const span(options_.timeline, Lane::upload, "elements");
      ring_.up(home, sorted, bytes);
      timer.done("upload");
    } else if (in_place && sorted != home) {
      copy<Host, Host>(hybrid_.host(), home, sorted, bytes);
    }
    if (!in_place) {
      void* const workspace = from_device ? device_.sort().workspace() : host_.sort().workspace();
      columns.store(exec, from_device ? home : sorted, size, workspace);
    }
    exec.fence("yoke::sort: stored");
    timer.done("store");
  }

  // Sorts elements in host memory; returns where they are then.
  void* sort(ComparatorSort::Arguments const& arguments, void* from, CallWay const& way) {
    auto const& host_steps = *std::get<StepsOn<Host>>(arguments.steps).elements;
    std::size_t const size = arguments.size, bytes = size * capacity_.sizes.element;
    if constexpr (!runs_on_host<Device>) {
      if (way.name == Way::streamed) {
        streamed_->run(*std::get<StepsOn<Device>>(arguments.steps).elements, from,
                       on_device_.data(), device_.sort().workspace(), size, options_.timeline);
        return from;
      }
    }
    if (way.name == Way::via_host) {
      ring_.up(on_device_.data(), from, bytes);
      sort_on_device(arguments, size);
      ring_.down(from, on_device_.data(), bytes);
      return from;
    }
    if (way.name == Way::via_device) {
      sort_on_host(arguments, from, size);
      return from;
    }
    device_.reserve(*std::get<StepsOn<Device>>(arguments.steps).elements);
    std::uint64_t low = 0;
    {
      Span const span(options_.timeline, Lane::host, "cut");
      low = host_.sort().cut(host_steps, from, cut_.data(), size, way.host_share);
    }
    hybrid_.concurrently([&] { sort_high(arguments, low); },
                         [&] { sort_on_host(arguments, cut_.data(), low); });
    return cut_.data();
  }

  void sort_high(ComparatorSort::Arguments const& arguments, std::uint64_t low) {
    Device const& device = hybrid_.device();
    std::size_t const begin = low * capacity_.sizes.element,
                      bytes = (arguments.size - low) * capacity_.sizes.element;
    {
      Span const span(options_.timeline, Lane::upload, "elements");
      copy<Device, Kokkos::SharedHostPinnedSpace>(device, on_device_.data(), cut_.data() + begin,
                                                  bytes);
      device.fence("yoke::sort: high elements uploaded");
    }
    sort_on_device(arguments, arguments.size - low);
    Span const span(options_.timeline, Lane::download, "elements");
    copy<Kokkos::SharedHostPinnedSpace, Device>(device, cut_.data() + begin, on_device_.data(),
                                                bytes);
    device.fence("yoke::sort: high elements downloaded");
  }

  void sort_on_device(ComparatorSort::Arguments const& arguments, std::uint64_t size) {
    if (size == 0) return;
    Span const span(options_.timeline, Lane::device, "sort");
    Device const& device = hybrid_.device();
    PhaseTimer<Device> timer(device, static_cast<SortReport*>(nullptr));
    device_.run(*std::get<StepsOn<Device>>(arguments.steps).elements, on_device_.data(), size,
                timer);
    device.fence("yoke::sort: high elements");
  }

  void sort_on_host(ComparatorSort::Arguments const& arguments, void* elements,
                    std::uint64_t size) {
    if (size == 0) return;
    Span const span(options_.timeline, Lane::host, "sort");
    PhaseTimer<Host> timer(hybrid_.host(), static_cast<SortReport*>(nullptr));
    host_.run(*std::get<StepsOn<Host>>(arguments.steps).elements, elements, size, timer);
    hybrid_.host().fence("yoke::sort: low elements");
  }

  template <class To, class From, class Space>
  static void copy(Space const& exec, void* to, void const* from, std::size_t bytes) {
    Kokkos::deep_copy(exec, Array<To, std::byte>(static_cast<std::byte*>(to), bytes),
                      Array<From, std::byte const>(static_cast<std::byte const*>(from), bytes));
  }

  Hybrid<Device, Host> const& hybrid_;
  ComparatorSort::Capacity capacity_;
  SortOptions options_;
  Buffer<Kokkos::SharedHostPinnedSpace, std::byte> cut_, elements_;
  Buffer<Device, std::byte> on_device_;
  ElementSorter<Device> device_;
  ElementSorter<Host> host_;
  CopyRing ring_;
  std::optional<StreamedElementSort<Device, Host>> streamed_;
};

}  // namespace yoke::detail::sorting

namespace yoke::detail {

template <class Device, class Host>
class HybridSolver<sorting::ComparatorSort, Device, Host> {
  using Capability = sorting::ComparatorSort;

 public:
  HybridSolver(Hybrid<Device, Host> const& hybrid, Capability::Capacity const& capacity,
               SortOptions const& options)
      : hybrid_(hybrid), capacity_(capacity), options_(options) {}

  void prepare(Way) {
    if (is_joint()) {
      if (!joint_) joint_.emplace(hybrid_, capacity_, options_);
    } else if (!sorter_) {
      sorter_.emplace(hybrid_, capacity_, options_, of_side<Device>(), of_side<Host>());
    }
  }

  SortAlgorithm algorithm() const {
    return is_joint() ? SortAlgorithm::joint_sample : of_side<Device>();
  }

  std::size_t run(Capability::Arguments const& arguments, CallWay const& way) {
    if (is_joint()) {
      joint_->run(arguments, way.host_share);
    } else {
      sorter_->run(arguments, way);
    }
    return arguments.size;
  }

 private:
  bool is_joint() const { return options_.algorithm == SortAlgorithm::joint_sample; }

  template <class Space>
  SortAlgorithm of_side() const {
    if (options_.algorithm == SortAlgorithm::sequential && !runs_on_host<Space>) {
      return sorting::ElementSorter<Space>::choose(capacity_);
    }
    return options_.algorithm == SortAlgorithm::automatic
               ? sorting::ElementSorter<Space>::choose(capacity_)
               : options_.algorithm;
  }

  Hybrid<Device, Host> const& hybrid_;
  Capability::Capacity capacity_;
  SortOptions options_;
  std::optional<sorting::HybridElementSorter<Device, Host>> sorter_;
  std::optional<sorting::JointColumnsSorter<Device, Host>> joint_;
};

}  // namespace yoke::detail
