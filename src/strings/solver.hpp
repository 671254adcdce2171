#pragma once

#include <Kokkos_Core.hpp>
#include <memory>
#include <stdexcept>
#include <string>

#include "frame/phase_timer.hpp"
#include "frame/solver.hpp"
#include "strings/check.hpp"
#include "strings/sequential_sort.hpp"
#include "strings/string_sorter.hpp"
#include "yoke/detail/strings/capability.hpp"

namespace yoke::detail::strings {

// A StringSorter of any look-ahead.
template <class Space, class Index>
class Algorithm {
 public:
  virtual ~Algorithm() = default;
  virtual void run(Text const& text, std::uint64_t size, Index* permutation,
                   SortStringsReport* report) = 0;
};

template <class Space, class Index, class Ahead>
class RadixSort : public Algorithm<Space, Index> {
 public:
  RadixSort(Space const& exec, std::size_t capacity, SortOrder order)
      : sorter_(exec, capacity, order) {}
  void run(Text const& text, std::uint64_t size, Index* permutation,
           SortStringsReport* report) override {
    sorter_.run(text, size, permutation, report);
  }

 private:
  StringSorter<Space, Index, Ahead> sorter_;
};

inline void check_look_ahead(int look_ahead) {
  if (look_ahead == 0 || look_ahead == 4 || look_ahead == 8) return;
  throw std::invalid_argument("yoke::sort_strings: options.look_ahead is " +
                              std::to_string(look_ahead) + "; it must be 0, 4 or 8");
}

template <class Space, class Index>
std::unique_ptr<Algorithm<Space, Index>> make_algorithm(Space const& exec, std::size_t capacity,
                                                        SortStringsOptions const& options) {
  if (options.look_ahead == 0) {
    return std::make_unique<RadixSort<Space, Index, NoAhead>>(exec, capacity, options.order);
  }
  if (options.look_ahead == 4) {
    return std::make_unique<RadixSort<Space, Index, std::uint32_t>>(exec, capacity, options.order);
  }
  return std::make_unique<RadixSort<Space, Index, std::uint64_t>>(exec, capacity, options.order);
}

}  // namespace yoke::detail::strings

namespace yoke::detail {

// On one space.
template <class Offset, class Index, class Space>
class Solver<strings::SortStrings<Offset, Index>, Space> {
 public:
  Solver(Space const& exec, strings::StringsCapacity const& capacity,
         SortStringsOptions const& options, SortStringsAlgorithm algorithm)
      : exec_(exec), order_(options.order), report_(options.report) {
    strings::check_look_ahead(options.look_ahead);
    if (algorithm != SortStringsAlgorithm::sequential) {
      algorithm_ = strings::make_algorithm<Space, Index>(exec, capacity.strings, options);
    } else if (!runs_on_host<Space>) {
      throw std::invalid_argument(
          "yoke::sort_strings: options.algorithm is sequential, which runs on a host alone");
    }
  }

  static SortStringsAlgorithm choose(strings::StringsCapacity const&, SortStringsOptions const&) {
    return SortStringsAlgorithm::radix;
  }

  std::size_t run(typename strings::SortStrings<Offset, Index>::Arguments const& arguments) {
    std::size_t const size = arguments.permutation.size;
    PhaseTimer<Space> timer(exec_, report_);
    strings::Text const text = strings::checked_text("yoke::sort_strings", exec_, arguments);
    timer.done("check");
    if (algorithm_) {
      algorithm_->run(text, size, arguments.permutation.data, report_);
    } else {
      strings::sort_sequentially(text, size, arguments.permutation.data, order_);
      timer.done("sort");
    }
    exec_.fence("yoke::sort_strings");
    return size;
  }

 private:
  Space exec_;
  SortOrder order_;
  SortStringsReport* report_;
  std::unique_ptr<strings::Algorithm<Space, Index>> algorithm_;
};

}  // namespace yoke::detail
