#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <string>

#include "yoke/detail/list_scan/sublist_scan.hpp"
#include "yoke/detail/primitives/partition.hpp"
#include "yoke/errors.hpp"

namespace yoke::detail {

// How the two visits of a vertex are numbered. Callers are promised enter(v) = v, leave(v) = n + v;
// within the library they are neighbours, so that a leaf's two visits share a cache line.
template <class Word>
struct SeparateVisits {
  Word vertices;
  KOKKOS_FUNCTION Word enter(Word v) const { return v; }
  KOKKOS_FUNCTION Word leave(Word v) const { return vertices + v; }
  KOKKOS_FUNCTION Word vertex(Word visit) const { return visit % vertices; }
};

template <class Word>
struct AdjacentVisits {
  KOKKOS_FUNCTION Word enter(Word v) const { return 2 * v; }
  KOKKOS_FUNCTION Word leave(Word v) const { return 2 * v + 1; }
  KOKKOS_FUNCTION Word vertex(Word visit) const { return visit / 2; }
  KOKKOS_FUNCTION static bool is_enter(Word visit) { return visit % 2 == 0; }
};

// Returns the smallest root. Throws where a parent is out of range or where there is no root.
template <class Space, class Word>
Word check_parents(std::string const& caller, Space const& exec, Array<Space, Word const> parent,
                   TailRule<Word> root) {
  std::uint64_t const n = parent.extent(0);
  std::uint64_t bad = n, first_root = n;
  Kokkos::parallel_reduce(
      "yoke::euler_tour::check_parents", WideRange<Space>(exec, 0, n),
      KOKKOS_LAMBDA(std::uint64_t v, std::uint64_t & smallest_bad, std::uint64_t & smallest_root) {
        Word const p = parent(v);
        if (root(static_cast<Word>(v), p)) {
          if (v < smallest_root) smallest_root = v;
        } else if (p >= n && v < smallest_bad) {
          smallest_bad = v;
        }
      },
      Kokkos::Min<std::uint64_t>(bad), Kokkos::Min<std::uint64_t>(first_root));
  exec.fence("yoke::euler_tour: check parents");
  if (bad < n) {
    throw InvalidInput(caller + ": the parent of node " + std::to_string(bad) +
                           " is neither a node (0 to " + std::to_string(n - 1) +
                           ") nor the mark of a root",
                       bad);
  }
  if (first_root >= n) {
    throw InvalidInput(caller + ": no node is a root, so the parents of node 0 run in a cycle", 0);
  }
  return static_cast<Word>(first_root);
}

// (parent, child) for every vertex. Roots are the children of a vertex n that does not exist.
template <class Space, class Word>
struct ParentAndChild {
  Array<Space, Word const> parent;
  TailRule<Word> root;
  KOKKOS_FUNCTION KeyValue<Word> operator()(std::uint64_t v) const {
    Word const p = parent(v), child = static_cast<Word>(v);
    return {root(child, p) ? static_cast<Word>(parent.extent(0)) : p, child};
  }
};

// Entering a vertex leads to its first child, or straight to leaving it; leaving one leads to its
// next sibling, or to leaving its parent. The last root's leave is the tail: it points at itself.
template <class Space, class Word, class Visits>
void link_visits(Space const& exec, Array<Space, KeyValue<Word> const> siblings, Visits visits,
                 Array<Space, Word> successor) {
  std::uint64_t const n = siblings.extent(0);
  Kokkos::parallel_for(
      "yoke::euler_tour::leaves", WideRange<Space>(exec, 0, n), KOKKOS_LAMBDA(std::uint64_t i) {
        Word const v = static_cast<Word>(i);
        successor(visits.enter(v)) = visits.leave(v);
      });
  Kokkos::parallel_for(
      "yoke::euler_tour::link", WideRange<Space>(exec, 0, n), KOKKOS_LAMBDA(std::uint64_t k) {
        auto const [parent, child] = siblings(k);
        bool const is_first = k == 0 || siblings(k - 1).key != parent;
        bool const is_last = k + 1 == n || siblings(k + 1).key != parent;
        if (is_first && parent < n) successor(visits.enter(parent)) = visits.enter(child);
        successor(visits.leave(child)) = !is_last     ? visits.enter(siblings(k + 1).value)
                                         : parent < n ? visits.leave(parent)
                                                      : visits.leave(child);
      });
}

// Siblings in ascending order come from one stable sort of the vertices by parent, so that a
// vertex with a million children costs what any other million vertices cost.
template <class Space, class Word, class Visits>
void build_tour(Space const& exec, Array<Space, Word const> parent, TailRule<Word> root,
                Visits visits, Array<Space, Word> successor) {
  std::uint64_t const n = parent.extent(0);
  PairSorter<Space, Word> sorter(exec, n);
  auto const siblings = sorter.sort(exec, n, ParentAndChild<Space, Word>{parent, root}, n);
  link_visits<Space, Word>(exec, siblings, visits, successor);
  // The sorter's memory goes when this returns.
  exec.fence("yoke::euler_tour");
}

// A scan of nothing: whether it reaches every visit is all that it tells.
template <class Word>
struct ReachVisits {
  struct Value {};
  static constexpr bool heads_are_final = true;

  KOKKOS_FUNCTION Value identity() const { return {}; }
  KOKKOS_FUNCTION Value at_head(std::uint64_t) const { return {}; }
  KOKKOS_FUNCTION Value value(Word) const { return {}; }
  KOKKOS_FUNCTION Value combine(Value, Value) const { return {}; }
  KOKKOS_FUNCTION void write(Word, Value, Value) const {}
  KOKKOS_FUNCTION void at_tail(std::uint64_t, Value) const {}
  KOKKOS_FUNCTION void prefetch(Word, bool) const {}
};

// The scan of a tour, which is one list from the smallest root's first visit on.
template <class Space, class Word, class Scan>
class TourScan {
 public:
  TourScan(Space const& exec, Array<Space, Word const> tour, Word head)
      : head_(make_buffer<Space, Word>(exec, "yoke::euler_tour::head", 1)),
        scan_(exec, tour, {0, true}, Array<Space, Word const>(head_.data(), 1),
              ListRankOptions().seed) {
    Kokkos::deep_copy(exec, head_, head);
  }
  SublistScan<Space, Word, Scan>* operator->() { return &scan_; }

 private:
  Buffer<Space, Word> head_;
  SublistScan<Space, Word, Scan> scan_;
};

// For a tour that its scan did not get through: a visit from which no tail is reached belongs to a
// node on a cycle of parents, or below one.
template <class Space, class Word, class Visits>
[[noreturn]] void throw_rootless(std::string const& caller, Space const& exec,
                                 Array<Space, Word const> tour, Visits visits) {
  std::uint64_t const size = tour.extent(0);
  auto const scratch = make_buffer<Space, Word>(exec, "yoke::euler_tour::ranks", size);
  auto const visit =
      first_unranked(RankProblem<Space, Word>{exec,
                                              tour,
                                              {},
                                              Array<Space, Word>(scratch.data(), size),
                                              {0, true},
                                              RankFrom::tail,
                                              nullptr});
  auto const node = visits.vertex(static_cast<Word>(visit));
  throw InvalidInput(
      caller + ": following the parents of node " + std::to_string(node) + " meets no root", node);
}

template <class Space, class Word, class Visits>
void check_tour(std::string const& caller, Space const& exec, Array<Space, Word const> tour,
                Word first_root, Visits visits) {
  TourScan<Space, Word, ReachVisits<Word>> scan(exec, tour, visits.enter(first_root));
  if (!scan->reduce({})) throw_rootless<Space, Word>(caller, exec, tour, visits);
}

}  // namespace yoke::detail
