#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "trees/tour.hpp"
#include "yoke/detail/list_scan/operator_steps.hpp"

namespace yoke::detail::trees {

template <class Word>
struct VisitCounts {
  Word enters, leaves;
};

// Counts the visits of either kind along the tour.
template <class Word>
struct CountVisits {
  using Value = VisitCounts<Word>;

  KOKKOS_FUNCTION bool exclusive() const { return true; }
  KOKKOS_FUNCTION Value identity() const { return {0, 0}; }
  KOKKOS_FUNCTION Value at_head(std::uint64_t) const { return {0, 0}; }
  KOKKOS_FUNCTION Value combine(Value const& left, Value const& right) const {
    return {left.enters + right.enters, left.leaves + right.leaves};
  }
};

template <class Space, class Word>
struct LinkInRecords {
  Array<Space, list_scan::ScanRecord<Word, VisitCounts<Word>>> record;
  KOKKOS_FUNCTION void operator()(Word visit, Word next) const {
    Word const enters = AdjacentVisits<Word>::is_enter(visit);
    record(visit) = {next, {enters, static_cast<Word>(1 - enters)}};
  }
};

template <class Space, class Word>
struct StatisticsArrays {
  Array<Space, Word> depth, subtree_size, preorder, postorder;
};

// Before v is entered, `enters` other nodes have been: its preorder number. Those of them not left
// yet are its ancestors. Before it is left, `leaves` others have been: its postorder number; and
// what has been entered since its own preorder number is its subtree.
template <class Space, class Word>
struct StoreStatistics {
  list_scan::ScannedValues<Space, Word, CountVisits<Word>> counts;
  StatisticsArrays<Space, Word> result;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    AdjacentVisits<Word> const visits;
    Word const v = static_cast<Word>(i);
    auto const at_enter = counts(visits.enter(v)), at_leave = counts(visits.leave(v));
    result.depth(v) = at_enter.enters - at_enter.leaves;
    result.subtree_size(v) = at_leave.enters - at_enter.enters;
    result.preorder(v) = at_enter.enters;
    result.postorder(v) = at_leave.leaves;
  }
};

// The steps of tree_statistics: what is scanned is the tour of the parents.
template <class Space, class Word>
class CountSteps final : public list_scan::ScanKernels<Space, Word, CountVisits<Word>> {
  using Base = list_scan::ScanKernels<Space, Word, CountVisits<Word>>;
  using Arrays = list_scan::ScanArrays<Word>;

 public:
  CountSteps(Space const& exec, TourBuilder<Space, Word>& builder, Array<Space, Word const> parent,
             TailRule<Word> root, StatisticsArrays<Space, Word> const& result)
      : Base(exec, {}), builder_(builder), parent_(parent), root_(root), result_(result) {}

  void load(Arrays const& arrays) const override {
    builder_.build(parent_, root_, AdjacentVisits<Word>(),
                   LinkInRecords<Space, Word>{this->records(arrays)});
  }
  void store(Arrays const& arrays, int table) const override {
    Kokkos::parallel_for("yoke::tree_statistics::store",
                         WideRange<Space>(this->exec(), 0, result_.depth.extent(0)),
                         StoreStatistics<Space, Word>{this->scanned(arrays, table), result_});
  }

 private:
  TourBuilder<Space, Word>& builder_;
  Array<Space, Word const> parent_;
  TailRule<Word> root_;
  StatisticsArrays<Space, Word> result_;
};

}  // namespace yoke::detail::trees
