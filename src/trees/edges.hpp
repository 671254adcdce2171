#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <string>

#include "frame/fill_array.hpp"
#include "primitives/findings.hpp"
#include "primitives/partition.hpp"
#include "yoke/counted.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/kokkos_ext/relaxed.hpp"
#include "yoke/detail/trees/capability.hpp"
#include "yoke/errors.hpp"

namespace yoke::detail::trees {

// The m edges of a forest as 2 m arcs: arc e leads along edge e, arc m + e back. Trees hang from
// r roots, so that there are n = m + r vertices.
template <class Word>
struct SourceAndArc {
  EdgeEnds<Word> ends;
  KOKKOS_FUNCTION KeyValue<Word> operator()(std::uint64_t arc) const {
    return {arc < ends.edges ? ends.from(arc) : ends.to(arc - ends.edges), static_cast<Word>(arc)};
  }
};

template <class Word>
struct FirstBadEdgeAndLoop {
  EdgeEnds<Word> ends;
  std::uint64_t vertices;

  KOKKOS_FUNCTION void operator()(std::uint64_t e, std::uint64_t& smallest_bad,
                                  std::uint64_t& smallest_loop) const {
    Word const from = ends.from(e), to = ends.to(e);
    if ((from >= vertices || to >= vertices) && e < smallest_bad) smallest_bad = e;
    if (from == to && e < smallest_loop) smallest_loop = e;
  }
};

template <class Space, class Word>
struct IsNoVertex {
  Array<Space, Word const> nodes;
  std::uint64_t vertices;
  KOKKOS_FUNCTION bool operator()(std::uint64_t i) const { return nodes(i) >= vertices; }
};

// Throws where an end or a root is out of range. An edge from a vertex to itself would make an arc
// that is its own successor, and so look like a tail: it is refused here as well.
template <class Space, class Word>
void check_ends(std::string const& caller, Space const& exec, EdgeEnds<Word> ends,
                Array<Space, Word const> roots) {
  std::uint64_t const edges = ends.edges, trees = roots.extent(0), vertices = edges + trees;
  std::uint64_t bad = edges, loop = edges, bad_root = trees;
  Kokkos::parallel_reduce("yoke::euler_tour::check_edges", WideRange<Space>(exec, 0, edges),
                          FirstBadEdgeAndLoop<Word>{ends, vertices},
                          Kokkos::Min<std::uint64_t>(bad), Kokkos::Min<std::uint64_t>(loop));
  Kokkos::parallel_reduce("yoke::euler_tour::check_roots", WideRange<Space>(exec, 0, trees),
                          SmallestWhere<IsNoVertex<Space, Word>>{{roots, vertices}},
                          Kokkos::Min<std::uint64_t>(bad_root));
  exec.fence("yoke::euler_tour: check edges");
  std::string const range = " is no vertex: " + show_count(edges, "edge") + " and " +
                            show_count(trees, "root") + " make a forest of " +
                            std::to_string(vertices);
  if (bad < edges) {
    throw InvalidInput(caller + ": an end of edge " + std::to_string(bad) + range, bad);
  }
  if (bad_root < trees) {
    throw InvalidInput(caller + ": root " + std::to_string(bad_root) + range, bad_root);
  }
  if (loop < edges) {
    throw InvalidInput(caller + ": edge " + std::to_string(loop) + " joins a vertex to itself",
                       loop);
  }
}

// The arcs by source. Those that leave vertex v are at first(v) to last(v); first(v) > last(v)
// where there are none.
template <class Space, class Word>
struct ArcsBySource {
  Array<Space, KeyValue<Word> const> arcs;
  Array<Space, Word> first, last;

  KOKKOS_FUNCTION bool has_arcs(Word v) const { return first(v) <= last(v); }
  KOKKOS_FUNCTION Word reverse_of(Word arc) const {
    Word const edges = static_cast<Word>(arcs.extent(0) / 2);
    return arc < edges ? arc + edges : arc - edges;
  }
};

template <class Space, class Word>
struct FindGroup {
  ArcsBySource<Space, Word> by_source;

  KOKKOS_FUNCTION void operator()(std::uint64_t k) const {
    Word const v = by_source.arcs(k).key, place = static_cast<Word>(k);
    if (k == 0 || by_source.arcs(k - 1).key != v) by_source.first(v) = place;
    if (k + 1 == by_source.arcs.extent(0) || by_source.arcs(k + 1).key != v) {
      by_source.last(v) = place;
    }
  }
};

template <class Space, class Word>
void find_groups(Space const& exec, ArcsBySource<Space, Word> const& by_source) {
  fill(exec, by_source.first, Word(1));
  fill(exec, by_source.last, Word(0));
  Kokkos::parallel_for("yoke::euler_tour::groups",
                       WideRange<Space>(exec, 0, by_source.arcs.extent(0)),
                       FindGroup<Space, Word>{by_source});
}

// A tour that comes to v by an arc leaves by the one after the reverse arc; the first of v's arcs
// follows the last.
template <class Space, class Word>
struct LinkArc {
  ArcsBySource<Space, Word> by_source;
  Array<Space, Word> successor;

  KOKKOS_FUNCTION void operator()(std::uint64_t k) const {
    auto const arc = by_source.arcs(k);
    std::uint64_t const next = k == by_source.last(arc.key) ? by_source.first(arc.key) : k + 1;
    successor(by_source.reverse_of(arc.value)) = by_source.arcs(next).value;
  }
};

template <class Space, class Word>
struct CollectTreesWithArcs {
  ArcsBySource<Space, Word> by_source;
  Array<Space, Word const> roots;
  Array<Space, Word> trees;

  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& sum, bool is_last) const {
    if (!by_source.has_arcs(roots(i))) return;
    if (is_last) trees(sum) = roots(i);
    ++sum;
  }
};

// Atomic, because a wrong input may give a root twice, and then its round is opened twice.
template <class Space, class Word>
struct LinkTree {
  ArcsBySource<Space, Word> by_source;
  Array<Space, Word> trees;
  std::uint64_t count;
  Array<Space, Word> successor;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    Word const arc = by_source.reverse_of(by_source.arcs(by_source.last(trees(i))).value);
    relaxed_store(&successor(arc),
                  i + 1 < count ? by_source.arcs(by_source.first(trees(i + 1))).value : arc);
  }
};

// Opens each tree's round at its root, and leads from one tree to the next that has arcs: `trees`,
// as long as the roots, is scratch.
template <class Space, class Word>
void link_trees(Space const& exec, ArcsBySource<Space, Word> const& by_source,
                Array<Space, Word const> roots, Array<Space, Word> trees,
                Array<Space, Word> successor) {
  std::uint64_t count = 0;
  Kokkos::parallel_scan("yoke::euler_tour::trees", WideRange<Space>(exec, 0, roots.extent(0)),
                        CollectTreesWithArcs<Space, Word>{by_source, roots, trees}, count);
  Kokkos::parallel_for("yoke::euler_tour::link_trees", WideRange<Space>(exec, 0, count),
                       LinkTree<Space, Word>{by_source, trees, count, successor});
}

// Builds tours of edge lists. Holds 8 words an edge, 2 a vertex and one a root.
template <class Space, class Word>
class ArcTourBuilder {
 public:
  ArcTourBuilder(Space const& exec, ForestCapacity const& capacity)
      : exec_(exec),
        sorter_(exec, 2 * capacity.edges),
        first_(make_buffer<Space, Word>(exec, "yoke::euler_tour::first",
                                        capacity.edges + capacity.roots)),
        last_(make_buffer<Space, Word>(exec, "yoke::euler_tour::last",
                                       capacity.edges + capacity.roots)),
        trees_(make_buffer<Space, Word>(exec, "yoke::euler_tour::trees", capacity.roots)) {}

  void build(EdgeEnds<Word> const& ends, Array<Space, Word const> roots,
             Array<Space, Word> successor) {
    std::uint64_t const vertices = ends.edges + roots.extent(0);
    auto const arcs = sorter_.sort(exec_, 2 * ends.edges, SourceAndArc<Word>{ends}, vertices);
    ArcsBySource<Space, Word> const by_source{arcs, array_of(first_, vertices),
                                              array_of(last_, vertices)};
    find_groups(exec_, by_source);
    Kokkos::parallel_for("yoke::euler_tour::link_arcs", WideRange<Space>(exec_, 0, arcs.extent(0)),
                         LinkArc<Space, Word>{by_source, successor});
    link_trees(exec_, by_source, roots, array_of(trees_, roots.extent(0)), successor);
  }

 private:
  Space exec_;
  PairSorter<Space, Word> sorter_;
  Buffer<Space, Word> first_, last_, trees_;
};

// Of an edge's two arcs the tour takes the one away from the root first. Atomic, because in a wrong
// input several edges may give one vertex a parent.
template <class Space, class Word>
struct SetParentByEdge {
  EdgeEnds<Word> ends;
  Array<Space, Word const> rank;
  Array<Space, Word> parent;

  KOKKOS_FUNCTION void operator()(std::uint64_t e) const {
    Word const from = ends.from(e), to = ends.to(e);
    bool const is_down = rank(e) > rank(ends.edges + e);
    relaxed_store(&parent(is_down ? to : from), is_down ? from : to);
  }
};

template <class Space, class Word>
struct SetOwnParent {
  Array<Space, Word const> roots;
  Array<Space, Word> parent;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    relaxed_store(&parent(roots(i)), roots(i));
  }
};

template <class Space, class Word>
struct HasNoParent {
  static constexpr Word none = ~Word(0);
  Array<Space, Word const> parent;
  KOKKOS_FUNCTION bool operator()(std::uint64_t v) const { return parent(v) == none; }
};

// Returns the smallest vertex that is no root and that no arc away from a root leads to, or the
// number of vertices.
//
// That there is none proves the input a forest with these roots: n - r vertices have a parent, and
// there are no more edges than that, so each has one and no root has; and the tour came to every
// edge from a root.
template <class Space, class Word>
std::uint64_t parents_from_ranks(Space const& exec, EdgeEnds<Word> ends,
                                 Array<Space, Word const> rank, Array<Space, Word const> roots,
                                 Array<Space, Word> parent) {
  std::uint64_t const vertices = parent.extent(0);
  fill(exec, parent, HasNoParent<Space, Word>::none);
  Kokkos::parallel_for("yoke::root_forest::parents", WideRange<Space>(exec, 0, ends.edges),
                       SetParentByEdge<Space, Word>{ends, rank, parent});
  Kokkos::parallel_for("yoke::root_forest::roots", WideRange<Space>(exec, 0, roots.extent(0)),
                       SetOwnParent<Space, Word>{roots, parent});
  std::uint64_t orphan = vertices;
  Kokkos::parallel_reduce("yoke::root_forest::orphans", WideRange<Space>(exec, 0, vertices),
                          SmallestWhere<HasNoParent<Space, Word>>{{parent}},
                          Kokkos::Min<std::uint64_t>(orphan));
  return orphan < vertices ? orphan : vertices;
}

}  // namespace yoke::detail::trees
