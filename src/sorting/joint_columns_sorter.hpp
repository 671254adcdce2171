#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <string>
#include <tuple>

#include "frame/phase_timer.hpp"
#include "sorting/joint_element_sorter.hpp"
#include "yoke/detail/checks.hpp"

namespace yoke::detail::sorting {

// A joint sort by a comparator of what the caller's Views hold. Elements that are not sorted in the
// caller's own memory are made on the Views' side, in memory that the first such call allocates.
template <class Device, class Host>
class JointColumnsSorter {
 public:
  JointColumnsSorter(Hybrid<Device, Host> const& hybrid, ComparatorSort::Capacity const& capacity,
                     SortOptions const& options)
      : hybrid_(hybrid),
        bytes_(checked_bytes(capacity.elements, capacity.sizes.element)),
        report_(options.report),
        sorter_(hybrid, capacity, options) {
    hybrid.device().fence("yoke::sort: plan");
    hybrid.host().fence("yoke::sort: plan");
  }

  void run(ComparatorSort::Arguments const& arguments, double host_share) {
    if (belongs_to_device(arguments.place)) {
      run_from(hybrid_.device(), on_device_, arguments, host_share);
    } else {
      run_from(hybrid_.host(), on_host_, arguments, host_share);
    }
  }

 private:
  template <class Space, class Memory>
  void run_from(Space const& exec, Buffer<Memory, std::byte>& buffer,
                ComparatorSort::Arguments const& arguments, double host_share) {
    ColumnSteps<Space> const& columns = *std::get<StepsOn<Space>>(arguments.steps).columns;
    std::size_t const size = arguments.size;
    bool const are_on_device = belongs_to_device(arguments.place);
    void* elements = columns.in_place();
    bool const in_place = elements != nullptr;
    if (!in_place) {
      PhaseTimer<Space> timer(exec, report_);
      elements = made(buffer);
      columns.load(exec, elements, size);
      exec.fence("yoke::sort: loaded");
      timer.done("load");
    }
    sorter_.run(*std::get<StepsOn<Device>>(arguments.steps).elements,
                *std::get<StepsOn<Host>>(arguments.steps).elements, elements, are_on_device, size,
                host_share);
    if (in_place) return;
    PhaseTimer<Space> timer(exec, report_);
    columns.store(exec, elements, size, sorter_.workspace_of(are_on_device));
    exec.fence("yoke::sort: stored");
    timer.done("store");
  }

  template <class Memory>
  std::byte* made(Buffer<Memory, std::byte>& buffer) const {
    if (buffer.extent(0) == 0) {
      buffer = Buffer<Memory, std::byte>(
          Kokkos::view_alloc(Kokkos::WithoutInitializing, std::string("yoke::sort::columns")),
          bytes_);
    }
    return buffer.data();
  }

  Hybrid<Device, Host> const& hybrid_;
  std::size_t bytes_;
  SortReport* report_;
  joint::JointElementSorter<Device, Host, !runs_on_host<Device>> sorter_;
  Buffer<Device, std::byte> on_device_;
  Buffer<Kokkos::SharedHostPinnedSpace, std::byte> on_host_;
};

}  // namespace yoke::detail::sorting
