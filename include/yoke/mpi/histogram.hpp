#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "yoke/histogram.hpp"
#include "yoke/mpi/detail/plan.hpp"
#include "yoke/mpi/detail/sum_views.hpp"

namespace yoke {

/// Counting the values of an array of which each rank has a part: yoke::histogram(cluster, values,
/// bins, counts) makes one of these. Each rank gives the same bins (of bounds, the same ones), and
/// gets the counts of all, and their sum: what one rank gets for the whole array. 8 bytes a bin go
/// from each rank, and come through host memory.
///
/// Throws, on all ranks, what the plan of one space throws on any of them, and
/// std::invalid_argument where the ranks' counts differ in size.
template <class Space, class Value>
class HistogramPlan<Distributed<Space>, Value> {
 public:
  /// For up to `capacity` values on this rank.
  HistogramPlan(Distributed<Space> const& cluster, std::size_t capacity, std::size_t bins,
                HistogramOptions const& options = {})
      : plan_(cluster, "yoke::histogram", {detail::mpi::number_of(options.algorithm)}, options,
              capacity, bins) {}

  /// Counts as yoke::histogram does.
  template <class Values, class Bins, class Counts>
  std::size_t operator()(Values const& values, Bins const& bins, Counts const& counts) {
    auto& ranks = plan_.begin_call();
    detail::Ledger::Opened const opened(plan_.ledger());
    ranks.check_same("yoke::histogram", {{"the number of counts", counts.extent(0)}});
    std::size_t counted = 0;
    std::optional<detail::mpi::ViewSummer<Space, typename Counts::non_const_value_type>> summer;
    detail::mpi::agreed(ranks, [&] {
      counted = plan_.own()(values, bins, counts);
      summer.emplace(ranks, counts.extent(0));
    });
    summer->sum(counts);
    return ranks.sum(counted);
  }

  /// What the plan holds beyond the caller's arrays.
  std::size_t workspace_bytes() const { return plan_.workspace_bytes(); }

 private:
  detail::mpi::RankPlan<Space, HistogramPlan<Space, Value>> plan_;
};

}  // namespace yoke
