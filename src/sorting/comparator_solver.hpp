#pragma once

#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>

#include "frame/solver.hpp"
#include "sorting/comparator_ways.hpp"
#include "sorting/device_element_sort.hpp"
#include "sorting/host_element_sort.hpp"
#include "yoke/detail/checks.hpp"
#include "yoke/detail/sorting/more_capabilities.hpp"

namespace yoke::detail::sorting {

// Sorts elements on one space.
template <class Space>
class ElementSorter {
  using Sort =
      std::conditional_t<runs_on_host<Space>, HostElementSort<Space>, DeviceElementSort<Space>>;

 public:
  ElementSorter(Space const& exec, ComparatorSort::Capacity const& capacity,
                SortAlgorithm algorithm, bool is_strict)
      : algorithm_(checked(capacity.caller, algorithm)), sort_(make(exec, capacity, is_strict)) {}

  static SortAlgorithm choose(ComparatorSort::Capacity const& capacity) {
    return runs_on_host<Space> ? SortAlgorithm::sample : choose_on_device(capacity);
  }

  std::uint64_t run(ElementSteps<Space> const& steps, void* elements, std::uint64_t size,
                    PhaseTimer<Space>& timer) {
    return sort_.run(steps, algorithm_, elements, size, timer);
  }

  std::uint64_t run_segments(HostSteps<Space> const& steps, SegmentSteps<Space> const& segments,
                             void* elements, PhaseTimer<Space>& timer) {
    return sort_.run_segments(steps, segments, algorithm_, elements, timer);
  }

  // Before sides work at the same time, when nobody may allocate.
  void reserve(ElementSteps<Space> const& steps) {
    if constexpr (!runs_on_host<Space>) sort_.reserve(steps);
  }

  Sort& sort() { return sort_; }

 private:
  static SortAlgorithm checked(std::string const& caller, SortAlgorithm algorithm) {
    auto const refuse = [&](char const* why) {
      throw std::invalid_argument(caller + ": options.algorithm is " + why);
    };
    if (algorithm == SortAlgorithm::radix) {
      refuse("radix, which sorts only numbers, by std::less or std::greater");
    }
    if (algorithm == SortAlgorithm::joint_sample) {
      refuse(
          "joint_sample, which both sides of a yoke::Hybrid run together: give one, or take "
          "sample or merge");
    }
    if (algorithm == SortAlgorithm::sequential && !runs_on_host<Space>) {
      refuse("sequential, which runs only on a host");
    }
    return algorithm;
  }

  Sort make(Space const& exec, ComparatorSort::Capacity const& capacity,
            [[maybe_unused]] bool is_strict) const {
    if constexpr (runs_on_host<Space>) {
      return Sort(exec, capacity.elements, capacity.sizes);
    } else {
      return Sort(exec, capacity.elements, capacity.sizes, algorithm_ == SortAlgorithm::sample,
                  is_strict && algorithm_ == SortAlgorithm::merge, capacity.caller);
    }
  }

  SortAlgorithm algorithm_;
  Sort sort_;
};

// Where elements lie that are not sorted in the caller's own memory: made at the first call that
// needs it, and kept.
template <class Space>
std::byte* reserved(Buffer<Space, std::byte>& buffer, Space const& exec,
                    ComparatorSort::Capacity const& capacity) {
  if (buffer.extent(0) == 0) {
    buffer = make_buffer<Space, std::byte>(
        exec, "yoke::sort::columns", checked_bytes(capacity.elements, capacity.sizes.element));
  }
  return buffer.data();
}

}  // namespace yoke::detail::sorting

namespace yoke::detail {

template <class Space>
class Solver<sorting::ComparatorSort, Space> {
  using Capability = sorting::ComparatorSort;

 public:
  Solver(Space const& exec, Capability::Capacity const& capacity, SortOptions const& options,
         SortAlgorithm algorithm)
      : exec_(exec),
        capacity_(capacity),
        report_(options.report),
        sorter_(exec, capacity, algorithm, options.comparator_is_strict) {}

  static SortAlgorithm choose(Capability::Capacity const& capacity, SortOptions const&) {
    return sorting::ElementSorter<Space>::choose(capacity);
  }

  std::size_t run(Capability::Arguments const& arguments) {
    auto const& steps = std::get<sorting::StepsOn<Space>>(arguments.steps);
    PhaseTimer<Space> timer(exec_, report_);
    void* elements = steps.columns->in_place();
    bool const in_place = elements != nullptr;
    if (!in_place) {
      elements = sorting::reserved(elements_, exec_, capacity_);
      steps.columns->load(exec_, elements, arguments.size);
      timer.done("load");
    }
    std::uint64_t const partitions = sort(steps, elements, arguments.size, timer);
    if (report_) report_->partitions = partitions;
    if (!in_place) {
      steps.columns->store(exec_, elements, arguments.size, sorter_.sort().workspace());
      timer.done("store");
    }
    exec_.fence("yoke::sort: by a comparator");
    return arguments.size;
  }

 private:
  std::uint64_t sort(sorting::StepsOn<Space> const& steps, void* elements, std::uint64_t size,
                     PhaseTimer<Space>& timer) {
    if constexpr (runs_on_host<Space>) {
      if (steps.segments != nullptr) {
        return sorter_.run_segments(*steps.elements, *steps.segments, elements, timer);
      }
    }
    return sorter_.run(*steps.elements, elements, size, timer);
  }

  Space exec_;
  Capability::Capacity capacity_;
  SortReport* report_;
  sorting::ElementSorter<Space> sorter_;
  Buffer<Space, std::byte> elements_;
};

}  // namespace yoke::detail
