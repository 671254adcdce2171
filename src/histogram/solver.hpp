#pragma once

#include <Kokkos_Core.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "frame/phase_timer.hpp"
#include "frame/solver.hpp"
#include "histogram/bins.hpp"
#include "histogram/host_counters.hpp"
#include "histogram/team_counters.hpp"
#include "primitives/findings.hpp"
#include "sorting/show_key.hpp"
#include "yoke/detail/histogram/capability.hpp"
#include "yoke/errors.hpp"

namespace yoke::detail::histograms {

template <class Space>
using CountersOn =
    std::conditional_t<runs_on_host<Space>, HostCounters<Space>, TeamCounters<Space>>;

template <class Word>
struct RankOfBound {
  Word const* bounds;
  sorting::KeyOrder<Word> order;
  KOKKOS_FUNCTION Word operator()(std::uint64_t i) const { return order.rank(bounds[i]); }
};

template <class Word>
struct FirstWrongBound {
  Word const* bounds;
  sorting::KeyOrder<Word> order;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& smallest) const {
    if (i >= smallest) return;
    bool const is_nan = order.is_floating() && order.is_nan(bounds[i]);
    if (is_nan || (i > 0 && order.rank(bounds[i]) < order.rank(bounds[i - 1]))) smallest = i;
  }
};

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

template <class Word, class Space>
class HistogramSolver {
  using Capability = Histogram<Word>;
  using Arguments = typename Capability::Arguments;

 public:
  HistogramSolver(Space const& exec, typename Capability::Capacity const& capacity,
                  HistogramOptions const& options, HistogramAlgorithm algorithm)
      : exec_(exec), report_(options.report), tree_(exec, capacity.bins + 1) {
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
    if (arguments.kind == KeyKind::is_floating) {
      return count(arguments, EvenFloatBins<Word>(arguments.lower, arguments.upper, bins), timer);
    }
    return count(arguments, EvenIntegerBins<Word>(arguments.lower, arguments.upper, bins), timer);
  }

 private:
  // One thread counts fewer values before others would have begun.
  static constexpr std::size_t few = 4096;

  BoundedBins<Word> bounded(Arguments const& arguments, PhaseTimer<Space>& timer) const {
    sorting::KeyOrder<Word> const order(arguments.kind, SortOrder::ascending);
    Word const* const bounds = arguments.bounds.data;
    std::uint64_t const wrong = smallest("yoke::histogram::check", exec_, arguments.bounds.size,
                                         FirstWrongBound<Word>{bounds, order});
    if (wrong != nothing_found) refuse(arguments, wrong);
    auto const tree = tree_.plant(exec_, arguments.bounds.size, RankOfBound<Word>{bounds, order});
    timer.done("bounds");
    return {tree, order};
  }

  [[noreturn]] void refuse(Arguments const& arguments, std::uint64_t wrong) const {
    auto const show = [&](std::uint64_t i) {
      return sorting::show_key(element(exec_, array_on<Space>(arguments.bounds), i),
                               arguments.kind);
    };
    std::string what = "yoke::histogram: bound " + std::to_string(wrong) + " is " + show(wrong);
    if (wrong > 0) what += ", and the bound before it is " + show(wrong - 1);
    throw InvalidInput(what + "; bounds must ascend", wrong);
  }

  template <class Bins>
  std::size_t count(Arguments const& arguments, Bins const& bins, PhaseTimer<Space>& timer) const {
    Word const* const values = arguments.values.data;
    std::uint64_t const size = arguments.values.size;
    std::uint64_t* const counts = arguments.counts.data;
    if (counters_) return counters_->count(values, size, bins, counts, timer);
    exec_.fence("yoke::histogram: begin");
    std::uint64_t counted = 0;
    if constexpr (runs_on_host<Space>) counted = count_sequentially(values, size, bins, counts);
    timer.done("count");
    return counted;
  }

  Space exec_;
  HistogramReport* report_;
  SplitterTreeRoom<Space, Word> tree_;
  std::optional<CountersOn<Space>> counters_;
};

}  // namespace yoke::detail::histograms

namespace yoke::detail {

template <class Word, class Space>
class Solver<histograms::Histogram<Word>, Space> : public histograms::HistogramSolver<Word, Space> {
  using histograms::HistogramSolver<Word, Space>::HistogramSolver;
};

}  // namespace yoke::detail
