#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <string>

#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/primitives/relaxed.hpp"
#include "yoke/detail/trees/tour.hpp"
#include "yoke/list_ranking.hpp"

namespace yoke::detail::trees {

// The m edges of a forest as 2 m arcs: arc e leads along edge e, arc m + e back. Trees hang from
// r roots, so that there are n = m + r vertices.
template <class Word, class Edges>
struct EdgePairs {
  Edges edges;
  KOKKOS_FUNCTION Word from(std::uint64_t e) const { return static_cast<Word>(edges(e, 0)); }
  KOKKOS_FUNCTION Word to(std::uint64_t e) const { return static_cast<Word>(edges(e, 1)); }
};

template <class Word, class From, class To>
struct EdgeColumns {
  From sources;
  To targets;
  KOKKOS_FUNCTION Word from(std::uint64_t e) const { return static_cast<Word>(sources(e)); }
  KOKKOS_FUNCTION Word to(std::uint64_t e) const { return static_cast<Word>(targets(e)); }
};

template <class Word, class Ends>
struct SourceAndArc {
  Ends ends;
  Word edges;
  KOKKOS_FUNCTION KeyValue<Word> operator()(std::uint64_t arc) const {
    return {arc < edges ? ends.from(arc) : ends.to(arc - edges), static_cast<Word>(arc)};
  }
};

// Throws where an end or a root is out of range. An edge from a vertex to itself would make an arc
// that is its own successor, and so look like a tail: it is refused here as well.
template <class Space, class Word, class Ends>
void check_ends(std::string const& caller, Space const& exec, Ends ends, std::uint64_t edges,
                Array<Space, Word const> roots) {
  std::uint64_t const trees = roots.extent(0), vertices = edges + trees;
  std::uint64_t bad = edges, loop = edges, bad_root = trees;
  Kokkos::parallel_reduce(
      "yoke::euler_tour::check_edges", WideRange<Space>(exec, 0, edges),
      KOKKOS_LAMBDA(std::uint64_t e, std::uint64_t & smallest_bad, std::uint64_t & smallest_loop) {
        Word const from = ends.from(e), to = ends.to(e);
        if ((from >= vertices || to >= vertices) && e < smallest_bad) smallest_bad = e;
        if (from == to && e < smallest_loop) smallest_loop = e;
      },
      Kokkos::Min<std::uint64_t>(bad), Kokkos::Min<std::uint64_t>(loop));
  Kokkos::parallel_reduce(
      "yoke::euler_tour::check_roots", WideRange<Space>(exec, 0, trees),
      KOKKOS_LAMBDA(std::uint64_t i, std::uint64_t & smallest) {
        if (roots(i) >= vertices && i < smallest) smallest = i;
      },
      Kokkos::Min<std::uint64_t>(bad_root));
  exec.fence("yoke::euler_tour: check edges");
  std::string const range = " is no vertex: " + std::to_string(edges) + " edges and " +
                            std::to_string(trees) + " roots make a forest of " +
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
  KOKKOS_FUNCTION Word twin(Word arc) const {
    Word const edges = static_cast<Word>(arcs.extent(0) / 2);
    return arc < edges ? arc + edges : arc - edges;
  }
};

template <class Space, class Word>
void find_groups(Space const& exec, ArcsBySource<Space, Word> const& by_source) {
  Kokkos::deep_copy(exec, by_source.first, Word(1));
  Kokkos::deep_copy(exec, by_source.last, Word(0));
  std::uint64_t const arcs = by_source.arcs.extent(0);
  Kokkos::parallel_for(
      "yoke::euler_tour::groups", WideRange<Space>(exec, 0, arcs), KOKKOS_LAMBDA(std::uint64_t k) {
        Word const v = by_source.arcs(k).key, place = static_cast<Word>(k);
        if (k == 0 || by_source.arcs(k - 1).key != v) by_source.first(v) = place;
        if (k + 1 == arcs || by_source.arcs(k + 1).key != v) by_source.last(v) = place;
      });
}

// Whoever comes to v by an arc leaves by the one after that arc's twin, round and round.
template <class Space, class Word>
void link_arcs(Space const& exec, ArcsBySource<Space, Word> const& by_source,
               Array<Space, Word> successor) {
  Kokkos::parallel_for(
      "yoke::euler_tour::link_arcs", WideRange<Space>(exec, 0, by_source.arcs.extent(0)),
      KOKKOS_LAMBDA(std::uint64_t k) {
        auto const arc = by_source.arcs(k);
        std::uint64_t const next = k == by_source.last(arc.key) ? by_source.first(arc.key) : k + 1;
        successor(by_source.twin(arc.value)) = by_source.arcs(next).value;
      });
}

// Opens each tree's round at its root, and leads from one tree to the next that has arcs.
template <class Space, class Word>
void link_trees(Space const& exec, ArcsBySource<Space, Word> const& by_source,
                Array<Space, Word const> roots, Array<Space, Word> successor) {
  auto const trees = make_buffer<Space, Word>(exec, "yoke::euler_tour::trees", roots.extent(0));
  std::uint64_t count = 0;
  Kokkos::parallel_scan(
      "yoke::euler_tour::trees", WideRange<Space>(exec, 0, roots.extent(0)),
      KOKKOS_LAMBDA(std::uint64_t i, std::uint64_t & sum, bool is_last) {
        if (!by_source.has_arcs(roots(i))) return;
        if (is_last) trees(sum) = roots(i);
        ++sum;
      },
      count);
  // Atomic, because a wrong input may give a root twice, and then its round is opened twice.
  Kokkos::parallel_for(
      "yoke::euler_tour::link_trees", WideRange<Space>(exec, 0, count),
      KOKKOS_LAMBDA(std::uint64_t i) {
        Word const arc = by_source.twin(by_source.arcs(by_source.last(trees(i))).value);
        relaxed_store(&successor(arc),
                      i + 1 < count ? by_source.arcs(by_source.first(trees(i + 1))).value : arc);
      });
  exec.fence("yoke::euler_tour");
}

template <class Space, class Word, class Ends>
void build_arc_tour(Space const& exec, Ends const& ends, std::uint64_t edges,
                    Array<Space, Word const> roots, Array<Space, Word> successor) {
  std::uint64_t const vertices = edges + roots.extent(0);
  PairSorter<Space, Word> sorter(exec, 2 * edges);
  auto const arcs = sorter.sort(exec, 2 * edges,
                                SourceAndArc<Word, Ends>{ends, static_cast<Word>(edges)}, vertices);
  auto const first = make_buffer<Space, Word>(exec, "yoke::euler_tour::first", vertices);
  auto const last = make_buffer<Space, Word>(exec, "yoke::euler_tour::last", vertices);
  ArcsBySource<Space, Word> const by_source{arcs, Array<Space, Word>(first.data(), vertices),
                                            Array<Space, Word>(last.data(), vertices)};
  find_groups(exec, by_source);
  link_arcs(exec, by_source, successor);
  link_trees(exec, by_source, roots, successor);
}

// Of an edge's two arcs the tour takes the one away from the root first. Returns the smallest
// vertex that is no root and that no such arc leads to, or the number of vertices.
//
// That there is none proves the input a forest with these roots: n - r vertices have a parent, and
// there are no more edges than that, so each has one and no root has; and the tour came to every
// edge from a root.
template <class Space, class Word, class Ends>
std::uint64_t parents_from_ranks(Space const& exec, Ends ends, Array<Space, Word const> rank,
                                 Array<Space, Word const> roots, Array<Space, Word> parent) {
  std::uint64_t const edges = rank.extent(0) / 2, vertices = parent.extent(0);
  constexpr Word none = ~Word(0);
  Kokkos::deep_copy(exec, parent, none);
  // Atomic, because in a wrong input several edges may give one vertex a parent.
  Kokkos::parallel_for(
      "yoke::root_forest::parents", WideRange<Space>(exec, 0, edges),
      KOKKOS_LAMBDA(std::uint64_t e) {
        Word const from = ends.from(e), to = ends.to(e);
        bool const is_down = rank(e) > rank(edges + e);
        relaxed_store(&parent(is_down ? to : from), is_down ? from : to);
      });
  Kokkos::parallel_for(
      "yoke::root_forest::roots", WideRange<Space>(exec, 0, roots.extent(0)),
      KOKKOS_LAMBDA(std::uint64_t i) { relaxed_store(&parent(roots(i)), roots(i)); });
  std::uint64_t orphan = vertices;
  Kokkos::parallel_reduce(
      "yoke::root_forest::orphans", WideRange<Space>(exec, 0, vertices),
      KOKKOS_LAMBDA(std::uint64_t v, std::uint64_t & smallest) {
        if (parent(v) == none && v < smallest) smallest = v;
      },
      Kokkos::Min<std::uint64_t>(orphan));
  return orphan < vertices ? orphan : vertices;
}

template <class Space, class Word, class Ends>
void find_parents(Space const& exec, Ends const& ends, std::uint64_t edges,
                  Array<Space, Word const> roots, Array<Space, Word> parent) {
  std::string const caller = "yoke::root_forest";
  check_ends(caller, exec, ends, edges, roots);
  auto const successor = make_buffer<Space, Word>(exec, "yoke::root_forest::tour", 2 * edges);
  auto const rank = make_buffer<Space, Word>(exec, "yoke::root_forest::rank", 2 * edges);
  build_arc_tour(exec, ends, edges, roots, Array<Space, Word>(successor.data(), 2 * edges));
  try {
    list_rank(exec, array_of(successor), array_of(rank));
  } catch (InvalidInput const& fault) {
    std::uint64_t const edge = fault.index() % edges;
    throw InvalidInput(caller + ": edge " + std::to_string(edge) +
                           " lies on a cycle or in a tree without a root, or a root is given twice",
                       edge);
  }
  std::uint64_t const orphan = parents_from_ranks(
      exec, ends, Array<Space, Word const>(rank.data(), 2 * edges), roots, parent);
  if (orphan < parent.extent(0)) {
    throw InvalidInput(caller + ": no root is connected to vertex " + std::to_string(orphan),
                       orphan);
  }
  exec.fence(caller);
}

}  // namespace yoke::detail::trees
