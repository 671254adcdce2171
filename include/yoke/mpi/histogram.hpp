#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "yoke/detail/primitives/hash.hpp"
#include "yoke/histogram.hpp"
#include "yoke/mpi/detail/plan.hpp"
#include "yoke/mpi/detail/sum_views.hpp"

namespace yoke {

namespace detail::mpi {

// Adds up hashes of the bounds and their places.
template <class Bounds>
struct HashBounds {
  using Word = sorting::WordFor<typename Bounds::non_const_value_type>;
  Bounds bounds;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& sum) const {
    sum += hash(hash(i + 1) + Kokkos::bit_cast<Word>(bounds(i)));
  }
};

template <class Space, class Value>
void add_bins(Call& call, Space const&, EvenBins<Value> const& bins) {
  call.same("the bins' lower", bins.lower).same("the bins' upper", bins.upper);
}
template <class Space>
void add_bins(Call&, Space const&, ByLabel) {}
template <class Space, AnyView Bounds>
void add_bins(Call& call, Space const& exec, Bounds const& bounds) {
  std::uint64_t sum = 0;
  Kokkos::parallel_reduce("yoke::mpi::histogram::bounds",
                          WideRange<Space>(exec, 0, bounds.extent(0)), HashBounds<Bounds>{bounds},
                          sum);
  exec.fence("yoke::mpi::histogram: bounds");
  call.same("the number of bounds", bounds.extent(0)).alike("the bounds", {sum});
}

}  // namespace detail::mpi

/// Counting the values of an array of which each rank has a part: yoke::histogram(cluster, values,
/// bins, counts) makes one of these. Each rank gives the same bins (of bounds, the same ones), and
/// gets the counts of all, and their sum: what one rank gets for the whole array. 8 bytes a bin go
/// from each rank, and come through host memory.
///
/// Throws, on all ranks, what the plan of one space throws on any of them, and
/// std::invalid_argument where the ranks' bins or numbers of bins differ.
template <class Space, class Value>
class HistogramPlan<Distributed<Space>, Value> {
  static constexpr char const* name = "yoke::histogram";

 public:
  /// For up to `capacity` values on this rank.
  HistogramPlan(Distributed<Space> const& cluster, std::size_t capacity, std::size_t bins,
                HistogramOptions const& options = {})
      : plan_(cluster,
              detail::mpi::Call::plan(name, detail::mpi::types_text<Value>())
                  .same("options.algorithm", options.algorithm),
              options, capacity, bins) {}

  /// Counts as yoke::histogram does.
  template <class Values, class Bins, class Counts>
  std::size_t operator()(Values const& values, Bins const& bins, Counts const& counts) {
    auto& ranks = plan_.network();
    auto call = detail::mpi::Call::run(
        name, detail::mpi::types_text<Value, typename Counts::non_const_value_type, Bins>());
    detail::Ledger::Opened const opened(plan_.ledger());
    std::size_t counted = 0;
    std::optional<detail::mpi::ViewSummer<Space, typename Counts::non_const_value_type>> summer;
    ranks.begin_call(call, [&] {
      counted = plan_.own()(values, bins, counts);
      summer.emplace(ranks, counts.extent(0));
      detail::mpi::add_bins(call.same("the number of bins", counts.extent(0)), ranks.exec(), bins);
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
