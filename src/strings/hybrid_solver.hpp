#pragma once

#include <cstddef>
#include <optional>

#include "frame/copy_ring.hpp"
#include "frame/engine.hpp"
#include "strings/hybrid_sorter.hpp"
#include "strings/solver.hpp"
#include "strings/ways.hpp"

namespace yoke::detail {

template <class Offset, class Index, class Device, class Host>
class HybridSolver<strings::SortStrings<Offset, Index>, Device, Host> {
  using Arguments = typename strings::SortStrings<Offset, Index>::Arguments;

 public:
  HybridSolver(Hybrid<Device, Host> const& hybrid, strings::StringsCapacity const& capacity,
               SortStringsOptions const& options)
      : hybrid_(hybrid), options_(options), capacity_(capacity.strings), staged_(hybrid.host()) {
    strings::check_look_ahead(options.look_ahead);
  }

  void prepare(Way) {
    if (!sorter_) sorter_.emplace(hybrid_, capacity_, options_);
  }
  void release(Way) { sorter_.reset(); }

  std::size_t run(Arguments const& arguments, CallWay const& way) {
    Arguments const near = staged_.bring(arguments, options_.timeline);
    auto const text = strings::checked_text("yoke::sort_strings", hybrid_.host(), near);
    sorter_->run(text, near.permutation.size, near.permutation.data, way.host_share);
    staged_.send(arguments, options_.timeline);
    return near.permutation.size;
  }

  SortStringsAlgorithm algorithm() const { return SortStringsAlgorithm::radix; }

 private:
  using Sorter = strings::HybridStringSorter<Index, Device, Host>;

  Hybrid<Device, Host> const& hybrid_;
  SortStringsOptions options_;
  std::size_t capacity_;
  Staged<Host, Arguments> staged_;
  std::optional<Sorter> sorter_;
};

}  // namespace yoke::detail
