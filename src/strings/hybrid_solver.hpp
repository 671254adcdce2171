#pragma once

#include <cstddef>
#include <optional>

#include "frame/copy_ring.hpp"
#include "frame/engine.hpp"
#include "frame/tuned_call.hpp"
#include "strings/hybrid_sorter.hpp"
#include "strings/solver.hpp"
#include "strings/tied_part.hpp"

namespace yoke::detail {

// Characters that lie on the device are the device's to sort, those in host memory both sides'.
template <class Offset, class Index, class Device, class Host>
class HybridSolver<strings::SortStrings<Offset, Index>, Device, Host> {
  using Arguments = typename strings::SortStrings<Offset, Index>::Arguments;

 public:
  HybridSolver(Hybrid<Device, Host> const& hybrid, strings::StringsCapacity const& capacity,
               SortStringsOptions const& options)
      : hybrid_(hybrid), options_(options), capacity_(capacity.strings), staged_(hybrid.host()) {
    strings::check_look_ahead(options.look_ahead);
    auto const course = expected();
    if (course && course->by == Course::By::both) sorter();
  }

  // Cores gain nothing by being two sides.
  Course course(Arguments const& arguments) const {
    if (options_.algorithm == SortStringsAlgorithm::sequential) return Course::of_share(1);
    Place const place = arguments.characters.place;
    constexpr double alone = runs_on_host<Device> ? 1 : 0;
    Course course = Course::of_share(host_share(options_.split,
                                                tuned_call<Index>("sort_strings", place, hybrid_),
                                                arguments.permutation.size, alone));
    bool const is_free = options_.split.is_automatic() && course.by == Course::By::device;
    bool const are_ours = !belongs_to_device(place) && !belongs_to_device(arguments.offsets.place);
    if (is_free && are_ours && !(fits_device(arguments) && characters_go_up(arguments))) {
      course.by = Course::By::both;
    }
    return course;
  }

  std::optional<Course> expected() const {
    if (options_.split.is_automatic()) return std::nullopt;
    return Course::of_share(options_.split.host_share());
  }

  std::size_t run(Arguments const& arguments, Course const& course) {
    auto& sorter = this->sorter();
    Arguments const near = staged_.bring(arguments, options_.timeline);
    auto const text = strings::checked_text("yoke::sort_strings", hybrid_.host(), near);
    sorter.run(text, near.permutation.size, near.permutation.data, course.host_share);
    staged_.send(arguments, options_.timeline);
    return near.permutation.size;
  }

  SortStringsAlgorithm algorithm() const { return SortStringsAlgorithm::radix; }

 private:
  using Sorter = strings::HybridStringSorter<Index, Device, Host>;

  bool characters_go_up(Arguments const& arguments) const {
    auto const& characters = arguments.characters;
    return strings::characters_go_up(arguments, is_pageable(characters.data, characters.size),
                                     hybrid_.host_threads());
  }

  // All characters, with what a sort on one space holds.
  bool fits_device(Arguments const& arguments) const {
    return options_.device_memory == 0 ||
           arguments.characters.size + 100 * arguments.permutation.size <= options_.device_memory;
  }

  Sorter& sorter() {
    if (!sorter_) sorter_.emplace(hybrid_, capacity_, options_);
    return *sorter_;
  }

  Hybrid<Device, Host> const& hybrid_;
  SortStringsOptions options_;
  std::size_t capacity_;
  Staged<Host, Arguments> staged_;
  std::optional<Sorter> sorter_;
};

}  // namespace yoke::detail
