#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <string>

#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/list_scan/sublist_scan.hpp"
#include "yoke/detail/trees/tour.hpp"

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
  Array<Space, list_ranking::ScanRecord<Word, VisitCounts<Word>>> record;
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
void store_statistics(Space const& exec,
                      list_ranking::ScannedValues<Space, Word, CountVisits<Word>> const& counts,
                      StatisticsArrays<Space, Word> const& result) {
  AdjacentVisits<Word> const visits;
  Kokkos::parallel_for(
      "yoke::tree_statistics::store", WideRange<Space>(exec, 0, result.depth.extent(0)),
      KOKKOS_LAMBDA(std::uint64_t i) {
        Word const v = static_cast<Word>(i);
        auto const at_enter = counts(visits.enter(v)), at_leave = counts(visits.leave(v));
        result.depth(v) = at_enter.enters - at_enter.leaves;
        result.subtree_size(v) = at_leave.enters - at_enter.enters;
        result.preorder(v) = at_enter.enters;
        result.postorder(v) = at_leave.leaves;
      });
}

// For parents of which some meet no root: builds their tour again and throws.
template <class Space, class Word>
void throw_rootless(std::string const& caller, Space const& exec, Array<Space, Word const> parent,
                    list_ranking::TailRule<Word> root) {
  std::uint64_t const n = parent.extent(0);
  auto const tour = make_buffer<Space, Word>(exec, "yoke::tree_statistics::tour", 2 * n);
  Array<Space, Word> const successor(tour.data(), 2 * n);
  SeparateVisits<Word> const visits{static_cast<Word>(n)};
  build_tour(exec, parent, root, visits, LinkInArray<Space, Word>{successor});
  check_tour<Space, Word>(caller, exec, successor, visits);
}

template <class Space, class Word>
void compute_statistics(Space const& exec, Array<Space, Word const> parent,
                        list_ranking::TailRule<Word> root,
                        StatisticsArrays<Space, Word> const& result) {
  std::string const caller = "yoke::tree_statistics";
  std::uint64_t const n = parent.extent(0);
  AdjacentVisits<Word> const visits;
  auto const head = make_buffer<Space, Word>(exec, "yoke::tree_statistics::head", 1);
  Kokkos::deep_copy(exec, head, visits.enter(check_parents(caller, exec, parent, root)));
  using Sublists = list_ranking::SublistScan<Space, Word, CountVisits<Word>>;
  Sublists scan(exec, 2 * n, ListRankOptions().seed);
  auto const load = [&](typename Sublists::Records const& records) {
    build_tour(exec, parent, root, visits, LinkInRecords<Space, Word>{records});
  };
  if (!scan.run({}, Array<Space, Word const>(head.data(), 1), load)) {
    throw_rootless(caller, exec, parent, root);
  }
  store_statistics(exec, scan.values({}), result);
  exec.fence(caller);
}

}  // namespace yoke::detail::trees
