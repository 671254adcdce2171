#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "yoke/detail/huge_pages.hpp"
#include "yoke/detail/trees/tour.hpp"

namespace yoke::detail {

// What a scan along the tour counts.
template <class Word>
struct alignas(2 * sizeof(Word)) VisitCounts {
  Word enters, leaves;
};

// Before a vertex is entered, `enters` others have been: its preorder number; those not left yet
// are its ancestors. Before it is left, `leaves` others have been: its postorder number.
template <class Space, class Word>
struct CountVisits {
  using Value = VisitCounts<Word>;
  using Visits = AdjacentVisits<Word>;
  static constexpr bool heads_are_final = true;

  Array<Space, Word> depth, preorder, postorder;

  KOKKOS_FUNCTION Value identity() const { return {0, 0}; }
  KOKKOS_FUNCTION Value at_head(std::uint64_t) const { return {0, 0}; }
  KOKKOS_FUNCTION Value value(Word visit) const {
    Word const enters = Visits::is_enter(visit);
    return {enters, static_cast<Word>(1 - enters)};
  }
  KOKKOS_FUNCTION Value combine(Value const& left, Value const& right) const {
    return {left.enters + right.enters, left.leaves + right.leaves};
  }
  KOKKOS_FUNCTION void write(Word visit, Value const& before, Value const&) const {
    Word const v = Visits().vertex(visit);
    if (Visits::is_enter(visit)) {
      preorder(v) = before.enters;
      depth(v) = before.enters - before.leaves;
    } else {
      postorder(v) = before.leaves;
    }
  }
  KOKKOS_FUNCTION void at_tail(std::uint64_t, Value const&) const {}
  KOKKOS_FUNCTION void prefetch(Word visit, bool writes) const {
    if (!writes) return;
    Word const v = Visits().vertex(visit);
    if (Visits::is_enter(visit)) {
      prefetch_for_write(&preorder(v));
      prefetch_for_write(&depth(v));
    } else {
      prefetch_for_write(&postorder(v));
    }
  }
};

// When v is left, as many vertices have been entered as are left already, v's own subtree without v
// among them, or are still open: postorder + 1 + depth. Less those entered before v: its subtree.
template <class Space, class Word>
void count_subtrees(Space const& exec, CountVisits<Space, Word> const& counts,
                    Array<Space, Word> subtree_size) {
  Kokkos::parallel_for(
      "yoke::tree_statistics::subtrees", WideRange<Space>(exec, 0, subtree_size.extent(0)),
      KOKKOS_LAMBDA(std::uint64_t v) {
        subtree_size(v) = counts.postorder(v) + 1 + counts.depth(v) - counts.preorder(v);
      });
}

template <class Space, class Word>
void compute_statistics(Space const& exec, Array<Space, Word const> parent, TailRule<Word> root,
                        CountVisits<Space, Word> const& counts, Array<Space, Word> subtree_size) {
  std::string const caller = "yoke::tree_statistics";
  std::uint64_t const n = parent.extent(0);
  AdjacentVisits<Word> const visits;
  Word const first_root = check_parents(caller, exec, parent, root);
  auto const tour = make_buffer<Space, Word>(exec, "yoke::tree_statistics::tour", 2 * n);
  if constexpr (runs_on_host<Space>) advise_huge_pages(tour.data(), 2 * n * sizeof(Word));
  build_tour(exec, parent, root, visits, Array<Space, Word>(tour.data(), 2 * n));
  Array<Space, Word const> const successor(tour.data(), 2 * n);
  TourScan<Space, Word, CountVisits<Space, Word>> scan(exec, successor, visits.enter(first_root));
  if (!scan->reduce(counts)) throw_rootless<Space, Word>(caller, exec, successor, visits);
  scan->write(counts);
  count_subtrees(exec, counts, subtree_size);
  exec.fence("yoke::tree_statistics");
}

}  // namespace yoke::detail
