#pragma once

#include "bfs/sources.hpp"
#include "prune/extend_impl.hpp"

// Searches from one kept vertex need one pass over all vertices. Others begin at several distances
// from the kept vertices: a source that was removed reaches the vertex that its tree hangs from
// after some steps. The remaining graph is searched once for each such distance.
namespace yoke::detail::prune {

using bfs::unreached;

template <class Space, class Vertex>
Vertex number_of(Space const& exec, PrunedArrays<Vertex> const& pruned, Vertex vertex) {
  Vertex number = 0;
  Kokkos::deep_copy(
      exec, Kokkos::View<Vertex, Kokkos::HostSpace>(&number),
      Kokkos::View<Vertex const, typename Space::memory_space,
                   Kokkos::MemoryTraits<Kokkos::Unmanaged>>(pruned.number.data + vertex));
  exec.fence("yoke::prune: number read");
  return number;
}

// A search from a kept vertex: a removed vertex is below the vertex that its tree hangs from.
template <class Space, class Vertex>
struct SpreadSearch {
  PrunedView<Space, Vertex> pruned;
  Array<Space, Vertex const> level_of_kept, parent_of_kept;
  Array<Space, Vertex> level, parent;  // either may be empty

  KOKKOS_FUNCTION void operator()(std::uint64_t number, std::uint64_t& count) const {
    Vertex const v = pruned.order(number);
    bool const is_kept = number < pruned.kept;
    std::uint64_t const place = is_kept ? 0 : number - pruned.kept;
    std::uint64_t const root = is_kept ? number : pruned.root(place);
    Vertex const above = root < pruned.kept ? level_of_kept(root) : unreached<Vertex>;
    bool const reached = above != unreached<Vertex>;
    count += reached;
    if (level.extent(0) > 0) level(v) = above + (is_kept || !reached ? 0 : pruned.depth(place));
    if (parent.extent(0) == 0) return;
    parent(v) = !reached  ? unreached<Vertex>
                : is_kept ? pruned.order(parent_of_kept(number))
                          : pruned.anchor(place);
  }
};

template <class Space, class Vertex>
std::uint64_t extend_search(Space const& exec, PrunedArrays<Vertex> const& pruned,
                            RawArray<Vertex const> level_of_kept,
                            RawArray<Vertex const> parent_of_kept, RawArray<Vertex> level,
                            RawArray<Vertex> parent) {
  std::uint64_t reached = 0;
  Kokkos::parallel_reduce(
      "yoke::prune::spread_search", WideRange<Space>(exec, 0, pruned.order.size),
      SpreadSearch<Space, Vertex>{view_of<Space>(pruned), array_on<Space>(level_of_kept),
                                  array_on<Space>(parent_of_kept), array_on<Space>(level),
                                  array_on<Space>(parent)},
      reached);
  exec.fence("yoke::prune: search extended");
  return reached;
}

template <class Space, class Vertex>
struct StartSearch {
  Array<Space, Vertex> level, parent;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    level(v) = unreached<Vertex>;
    if (parent.extent(0) > 0) parent(v) = unreached<Vertex>;
  }
};

// Counts the sources that were removed.
template <class Space, class Vertex>
struct EnterSources {
  PrunedView<Space, Vertex> pruned;
  Array<Space, Vertex const> sources;
  Array<Space, Vertex> level, parent;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& removed) const {
    Vertex const v = sources(i);
    relaxed_store(&level(v), Vertex(0));
    if (parent.extent(0) > 0) relaxed_store(&parent(v), v);
    removed += pruned.number(v) >= pruned.kept;
  }
};

// The way from a removed source to the vertex that its tree hangs from, as long as no shorter one
// from another source has come by: one thread, for no more steps than there are rounds.
template <class Space, class Vertex>
struct ClimbFromSources {
  PrunedView<Space, Vertex> pruned;
  Array<Space, Vertex const> sources;
  Array<Space, Vertex> level;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    std::uint64_t number = pruned.number(sources(i));
    for (Vertex steps = 1; number >= pruned.kept; ++steps) {
      Vertex const anchor = pruned.anchor(number - pruned.kept);
      if (Kokkos::atomic_fetch_min(&level(anchor), steps) <= steps) return;
      number = pruned.number(anchor);
    }
  }
};

template <class Space, class Vertex>
struct CopyStarts {
  PrunedView<Space, Vertex> pruned;
  Array<Space, Vertex const> level;
  Array<Space, Vertex> start;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { start(i) = level(pruned.order(i)); }
};

template <class Space, class Vertex>
bool start_search(Space const& exec, PrunedArrays<Vertex> const& pruned,
                  RawArray<Vertex const> sources, SearchArrays<Vertex> const& search) {
  auto const from = array_on<Space>(sources);
  auto const level = array_on<Space>(search.level), parent = array_on<Space>(search.parent);
  auto const view = view_of<Space>(pruned);
  bfs::check_sources(exec, bfs::BfsSources<Space, Vertex>(from), pruned.order.size);
  Kokkos::parallel_for("yoke::prune::start_search", WideRange<Space>(exec, 0, pruned.order.size),
                       StartSearch<Space, Vertex>{level, parent});
  std::uint64_t removed = 0;
  Kokkos::parallel_reduce("yoke::prune::enter_sources", WideRange<Space>(exec, 0, from.extent(0)),
                          EnterSources<Space, Vertex>{view, from, level, parent}, removed);
  exec.fence("yoke::prune: sources entered");
  if (removed > 0) {
    Kokkos::parallel_for("yoke::prune::climb", WideRange<Space>(exec, 0, from.extent(0)),
                         ClimbFromSources<Space, Vertex>{view, from, level});
  }
  Kokkos::parallel_for("yoke::prune::copy_starts", WideRange<Space>(exec, 0, pruned.kept()),
                       CopyStarts<Space, Vertex>{view, level, array_on<Space>(search.start)});
  return removed > 0;
}

// A kept vertex that is start(i) steps from a source waits to be searched from, unless a search
// has found a shorter way. Those of fewer steps than `least` have been searched from.
template <class Space, class Vertex>
struct WaitingStarts {
  PrunedView<Space, Vertex> pruned;
  Array<Space, Vertex const> level;
  Array<Space, Vertex const> start;
  Vertex least;

  KOKKOS_FUNCTION bool waits(std::uint64_t i) const {
    Vertex const steps = start(i);
    return steps != unreached<Vertex> && steps >= least && steps == level(pruned.order(i));
  }
  KOKKOS_FUNCTION void operator()(std::uint64_t i, Vertex& nearest) const {
    if (waits(i) && start(i) < nearest) nearest = start(i);
  }
};

template <class Space, class Vertex>
struct ListStarts {
  WaitingStarts<Space, Vertex> waiting;
  Vertex distance;
  Array<Space, Vertex> list;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& place, bool last) const {
    if (waiting.start(i) != distance || !waiting.waits(i)) return;
    if (last) list(place) = static_cast<Vertex>(i);
    ++place;
  }
};

template <class Space, class Vertex>
NextStarts<Vertex> next_starts(Space const& exec, PrunedArrays<Vertex> const& pruned,
                               SearchArrays<Vertex> const& search, Vertex least) {
  WaitingStarts<Space, Vertex> const waiting{view_of<Space>(pruned), array_on<Space>(search.level),
                                             array_on<Space>(search.start), least};
  WideRange<Space> const all(exec, 0, pruned.kept());
  Vertex distance = unreached<Vertex>;
  Kokkos::parallel_reduce("yoke::prune::nearest_start", all, waiting,
                          Kokkos::Min<Vertex>(distance));
  exec.fence("yoke::prune: nearest start");
  if (distance == unreached<Vertex>) return {0, 0};
  std::uint64_t count = 0;
  Kokkos::parallel_scan("yoke::prune::list_starts", all,
                        ListStarts<Space, Vertex>{waiting, distance, array_on<Space>(search.list)},
                        count);
  exec.fence("yoke::prune: starts listed");
  return {count, distance};
}

// Of equal levels the smaller parent stays, so parents that the input decides remain so.
template <class Space, class Vertex>
struct MergeSearch {
  PrunedView<Space, Vertex> pruned;
  Vertex distance;
  Array<Space, Vertex const> level_of_kept, parent_of_kept;
  Array<Space, Vertex> level, parent;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    Vertex const steps = level_of_kept(i), v = pruned.order(i);
    if (steps == unreached<Vertex> || steps == 0 || distance + steps > level(v)) return;
    bool const is_nearer = distance + steps < level(v);
    level(v) = distance + steps;
    if (parent.extent(0) == 0) return;
    Vertex const above = pruned.order(parent_of_kept(i));
    if (is_nearer || above < parent(v)) parent(v) = above;
  }
};

template <class Space, class Vertex>
void merge_search(Space const& exec, PrunedArrays<Vertex> const& pruned, Vertex distance,
                  RawArray<Vertex const> level_of_kept, RawArray<Vertex const> parent_of_kept,
                  SearchArrays<Vertex> const& search) {
  Kokkos::parallel_for(
      "yoke::prune::merge_search", WideRange<Space>(exec, 0, pruned.kept()),
      MergeSearch<Space, Vertex>{view_of<Space>(pruned), distance, array_on<Space>(level_of_kept),
                                 array_on<Space>(parent_of_kept), array_on<Space>(search.level),
                                 array_on<Space>(search.parent)});
  exec.fence("yoke::prune: search merged");
}

// Right where no source was removed from the vertex's tree.
template <class Space, class Vertex>
struct DescendFromRoot {
  PrunedView<Space, Vertex> pruned;
  Array<Space, Vertex> level;
  KOKKOS_FUNCTION void operator()(std::uint64_t place) const {
    if (pruned.root(place) >= pruned.kept) return;
    Vertex const above = level(pruned.order(pruned.root(place)));
    if (above == unreached<Vertex>) return;
    Vertex* const own = &level(pruned.order(pruned.kept + place));
    Vertex const steps = above + pruned.depth(place);
    if (steps < *own) *own = steps;
  }
};

template <class Space, class Vertex>
struct DescendRound {
  PrunedView<Space, Vertex> pruned;
  std::uint64_t begin;
  Array<Space, Vertex> level;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    Vertex const above = level(pruned.anchor(begin + i));
    Vertex* const own = &level(pruned.order(pruned.kept + begin + i));
    if (above != unreached<Vertex> && above + 1 < *own) *own = above + 1;
  }
};

// Each edge between a removed vertex and its anchor: who is above whom?
template <class Space, class Vertex>
struct ProposeParents {
  PrunedView<Space, Vertex> pruned;
  Array<Space, Vertex const> level;
  Array<Space, Vertex> parent;
  KOKKOS_FUNCTION void operator()(std::uint64_t place) const {
    Vertex const v = pruned.order(pruned.kept + place), anchor = pruned.anchor(place);
    Vertex const own = level(v), other = level(anchor);
    if (own == unreached<Vertex> || other == unreached<Vertex>) return;
    if (own + 1 == other) Kokkos::atomic_min(&parent(anchor), v);
    if (other + 1 == own) Kokkos::atomic_min(&parent(v), anchor);
  }
};

template <class Space, class Vertex>
struct CountReached {
  Array<Space, Vertex const> level;
  KOKKOS_FUNCTION void operator()(std::uint64_t v, std::uint64_t& count) const {
    count += level(v) != unreached<Vertex>;
  }
};

template <class Space, class Vertex>
std::uint64_t finish_search(Space const& exec, PrunedArrays<Vertex> const& pruned,
                            bool from_removed, SearchArrays<Vertex> const& search) {
  auto const level = array_on<Space>(search.level), parent = array_on<Space>(search.parent);
  auto const view = view_of<Space>(pruned);
  WideRange<Space> const hanging(exec, 0, pruned.pendants());
  Kokkos::parallel_for("yoke::prune::descend", hanging,
                       DescendFromRoot<Space, Vertex>{view, level});
  auto const& rounds = pruned.report->rounds;
  std::uint64_t begin = pruned.anchor.size;
  for (auto round = rounds.rbegin(); from_removed && round != rounds.rend(); ++round) {
    begin -= round->vertices;
    Kokkos::parallel_for("yoke::prune::descend_round", WideRange<Space>(exec, 0, round->vertices),
                         DescendRound<Space, Vertex>{view, begin, level});
  }
  if (search.parent.size > 0) {
    Kokkos::parallel_for("yoke::prune::parents", hanging,
                         ProposeParents<Space, Vertex>{view, level, parent});
  }
  std::uint64_t reached = 0;
  Kokkos::parallel_reduce("yoke::prune::count_reached",
                          WideRange<Space>(exec, 0, pruned.order.size),
                          CountReached<Space, Vertex>{level}, reached);
  exec.fence("yoke::prune: search extended");
  return reached;
}

}  // namespace yoke::detail::prune
