#pragma once

#include <Kokkos_Core.hpp>
#include <optional>
#include <stdexcept>
#include <type_traits>

#include "frame/phase_timer.hpp"
#include "frame/solver.hpp"
#include "histograms/bins.hpp"
#include "histograms/host_counters.hpp"
#include "histograms/team_counters.hpp"
#include "sorting/bounds.hpp"
#include "yoke/detail/histograms/capability.hpp"

namespace yoke::detail::histograms {

template <class Space>
using CountersOn =
    std::conditional_t<runs_on_host<Space>, HostCounters<Space>, TeamCounters<Space>>;

// The oracle.
template <class Word, class Bins>
std::uint64_t count_sequentially(Word const* values, std::uint64_t size, Bins const& bins,
                                 std::uint64_t* counts) {
  for (std::uint32_t bin = 0; bin < bins.count(); ++bin) counts[bin] = 0;
  std::uint64_t counted = 0;
  for (std::uint64_t i = 0; i < size; ++i) {
    std::uint32_t const bin = bins(values[i]);
    if (bin == bins.count()) continue;
    ++counts[bin];
    ++counted;
  }
  return counted;
}

}  // namespace yoke::detail::histograms

namespace yoke::detail {

template <class Word, class Space>
class Solver<histograms::Histogram<Word>, Space> {
  using Capability = histograms::Histogram<Word>;
  using Arguments = typename Capability::Arguments;

 public:
  Solver(Space const& exec, typename Capability::Capacity const& capacity,
         HistogramOptions const& options, HistogramAlgorithm algorithm)
      : exec_(exec), report_(options.report), most_bounds_(capacity.bins + 1) {
    if (capacity.has_bounds) tree_.emplace(exec, most_bounds_);
    if (algorithm != HistogramAlgorithm::sequential) {
      counters_.emplace(exec, capacity.values, capacity.bins);
    } else if (!runs_on_host<Space>) {
      throw std::invalid_argument(
          "yoke::histogram: options.algorithm is sequential, which runs on a host alone");
    }
  }

  static HistogramAlgorithm choose(typename Capability::Capacity const& capacity,
                                   HistogramOptions const&) {
    return runs_on_host<Space> && capacity.values < few ? HistogramAlgorithm::sequential
                                                        : HistogramAlgorithm::privatised;
  }

  std::size_t run(Arguments const& arguments) {
    PhaseTimer<Space> timer(exec_, report_);
    auto const bins = static_cast<std::uint32_t>(arguments.counts.size);
    if (!arguments.is_even) return count(arguments, bounded(arguments, timer), timer);
    if (arguments.kind == histograms::KeyKind::is_floating) {
      return count(arguments,
                   histograms::EvenFloatBins<Word>(arguments.lower, arguments.upper, bins), timer);
    }
    return count(arguments,
                 histograms::EvenIntegerBins<Word>(arguments.lower, arguments.upper, bins), timer);
  }

 private:
  // One thread counts fewer values before others would have begun.
  static constexpr std::size_t few = 4096;

  // The first call with bounds makes the tree, which even bins do not need.
  histograms::BoundedBins<Word> bounded(Arguments const& arguments, PhaseTimer<Space>& timer) {
    sorting::KeyOrder<Word> const order(arguments.kind, SortOrder::ascending);
    sorting::check_bounds(exec_, "yoke::histogram", "bound", arguments.bounds, arguments.kind);
    if (!tree_) tree_.emplace(exec_, most_bounds_);
    auto const tree = tree_->plant(exec_, arguments.bounds.size,
                                   sorting::RankOfBound<Word>{arguments.bounds.data, order});
    timer.done("bounds");
    return {tree, order};
  }

  template <class Bins>
  std::size_t count(Arguments const& arguments, Bins const& bins, PhaseTimer<Space>& timer) const {
    Word const* const values = arguments.values.data;
    std::uint64_t const size = arguments.values.size;
    std::uint64_t* const counts = arguments.counts.data;
    if (counters_) return counters_->count(values, size, bins, counts, timer);
    exec_.fence("yoke::histogram: begin");
    std::uint64_t counted = 0;
    if constexpr (runs_on_host<Space>) {
      counted = histograms::count_sequentially(values, size, bins, counts);
    }
    timer.done("count");
    return counted;
  }

  Space exec_;
  HistogramReport* report_;
  std::size_t most_bounds_;
  std::optional<SplitterTreeWorkspace<Space, Word>> tree_;
  std::optional<histograms::CountersOn<Space>> counters_;
};

}  // namespace yoke::detail
