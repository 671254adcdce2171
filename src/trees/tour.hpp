#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <string>

#include "frame/phase_timer.hpp"
#include "primitives/list_structure.hpp"
#include "primitives/partition.hpp"
#include "yoke/errors.hpp"

namespace yoke::detail::trees {

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

template <class Space, class Word>
struct FirstBadParentAndRoot {
  Array<Space, Word const> parent;
  TailRule<Word> root;

  KOKKOS_FUNCTION void operator()(std::uint64_t v, std::uint64_t& smallest_bad,
                                  std::uint64_t& smallest_root) const {
    Word const p = parent(v);
    if (root(static_cast<Word>(v), p)) {
      if (v < smallest_root) smallest_root = v;
    } else if ((p >= parent.extent(0) || p == v) && v < smallest_bad) {
      smallest_bad = v;
    }
  }
};

// Returns the smallest root. Throws where a parent is out of range, where a node is its own parent
// though that marks no root, or where there is no root.
template <class Space, class Word>
Word check_parents(std::string const& caller, Space const& exec, Array<Space, Word const> parent,
                   TailRule<Word> root) {
  std::uint64_t const n = parent.extent(0);
  std::uint64_t bad = n, first_root = n;
  Kokkos::parallel_reduce("yoke::euler_tour::check_parents", WideRange<Space>(exec, 0, n),
                          FirstBadParentAndRoot<Space, Word>{parent, root},
                          Kokkos::Min<std::uint64_t>(bad), Kokkos::Min<std::uint64_t>(first_root));
  exec.fence("yoke::euler_tour: check parents");
  if (bad < n) {
    throw InvalidInput(caller + ": the parent of node " + std::to_string(bad) +
                           " is neither another node (0 to " + std::to_string(n - 1) +
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

template <class Word, class Visits, class Link>
struct LinkAsLeaf {
  Visits visits;
  Link link;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    Word const v = static_cast<Word>(i);
    link(visits.enter(v), visits.leave(v));
  }
};

// Links the visit of leaving a vertex, and that of entering its parent where it is the first child.
template <class Space, class Word, class Visits, class Link>
struct LinkSibling {
  Array<Space, KeyValue<Word> const> siblings;
  Visits visits;
  Link link;

  KOKKOS_FUNCTION void operator()(std::uint64_t k) const {
    std::uint64_t const n = siblings.extent(0);
    Word const parent = siblings(k).key, child = siblings(k).value;
    bool const is_first = k == 0 || siblings(k - 1).key != parent;
    bool const is_last = k + 1 == n || siblings(k + 1).key != parent;
    if (is_first && parent < n) link(visits.enter(parent), visits.enter(child));
    link(visits.leave(child), !is_last     ? visits.enter(siblings(k + 1).value)
                              : parent < n ? visits.leave(parent)
                                           : visits.leave(child));
  }
};

// Entering a vertex leads to its first child, or straight to leaving it; leaving one leads to its
// next sibling, or to leaving its parent. The last root's leave is the tail: it points at itself.
// link(visit, next) is called once for every visit but those of entering inner vertices: twice for
// them, first as if they were leaves.
template <class Space, class Word, class Visits, class Link>
void link_visits(Space const& exec, Array<Space, KeyValue<Word> const> siblings, Visits visits,
                 Link link) {
  std::uint64_t const n = siblings.extent(0);
  Kokkos::parallel_for("yoke::euler_tour::leaves", WideRange<Space>(exec, 0, n),
                       LinkAsLeaf<Word, Visits, Link>{visits, link});
  Kokkos::parallel_for("yoke::euler_tour::link", WideRange<Space>(exec, 0, n),
                       LinkSibling<Space, Word, Visits, Link>{siblings, visits, link});
}

template <class Space, class Word>
struct LinkInArray {
  Array<Space, Word> successor;
  KOKKOS_FUNCTION void operator()(Word visit, Word next) const { successor(visit) = next; }
};

// Siblings in ascending order come from one stable sort of the vertices by parent, so that a
// vertex with a million children costs what any other million vertices cost. Holds 4 words a node.
template <class Space, class Word>
class TourBuilder {
 public:
  TourBuilder(Space const& exec, std::size_t capacity) : exec_(exec), sorter_(exec, capacity) {}

  template <class Visits, class Link>
  void build(Array<Space, Word const> parent, TailRule<Word> root, Visits visits, Link link) {
    std::uint64_t const n = parent.extent(0);
    link_visits(exec_, sorter_.sort(exec_, n, ParentAndChild<Space, Word>{parent, root}, n), visits,
                link);
  }

 private:
  Space exec_;
  PairSorter<Space, Word> sorter_;
};

// Throws where a tour does not lead from every visit to the tail. The visits that it leaves out
// belong to nodes on a cycle of parents, and to those below one.
template <class Space, class Word>
void check_tour(std::string const& caller, Space const& exec, Array<Space, Word const> tour,
                SeparateVisits<Word> visits) {
  std::uint64_t const size = tour.extent(0);
  auto const visit = first_unranked(exec, tour, TailRule<Word>{0, true});
  if (visit >= size) return;
  auto const node = visits.vertex(static_cast<Word>(visit));
  throw InvalidInput(
      caller + ": following the parents of node " + std::to_string(node) + " meets no root", node);
}

}  // namespace yoke::detail::trees
