#pragma once

#include <string>

#include "primitives/arcs.hpp"
#include "shortest_paths/rounds.hpp"
#include "yoke/errors.hpp"

namespace yoke::detail::shortest_paths {

// Is u -> v on a lightest path? v was reached.
template <class Weight>
KOKKOS_INLINE_FUNCTION bool is_tight(Weight from, Weight weight, Weight to) {
  return to < far_away<Weight>() && add(from, weight) == to;
}

// Their own, unless another source reaches one by a negative distance.
template <class Space, class Vertex, class Weight>
struct SourcesAsParents {
  bfs::BfsSources<Space, Vertex> sources;
  Array<Space, Weight const> distances;
  Array<Space, Vertex> parents;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    Vertex const v = sources(i);
    if (distances(v) == 0) parents(v) = v;
  }
};

// Proposes u to the vertices that are further away than u and have a tight arc from it. These arcs
// have no cycle.
template <class Space, class Vertex, class Offset, class Weight>
struct SmallestNearer {
  CsrView<Space, Vertex, Offset> graph;
  ArcChunks chunks;
  Array<Space, Weight const> weights, distances;
  Array<Space, Vertex> parents;

  KOKKOS_FUNCTION void operator()(std::uint64_t chunk) const {
    std::uint64_t const end = chunks.end(chunk);
    std::uint64_t arc = chunks.begin(chunk), u = graph.row_of(arc);
    for (; arc < end; ++u) {
      std::uint64_t const row_end = graph.end(u), stop = row_end < end ? row_end : end;
      if (arc < stop) propose(u, arc, stop);
      if (arc < stop) arc = stop;
    }
  }

 private:
  KOKKOS_FUNCTION void propose(std::uint64_t u, std::uint64_t begin, std::uint64_t end) const {
    Weight const from = distances(u);
    for (std::uint64_t arc = begin; arc < end; ++arc) {
      if constexpr (runs_on_host<Space>) {
        if (arc + 16 < end) prefetch_for_read(&distances(graph.neighbours(arc + 16)));
      }
      std::uint64_t const v = graph.neighbours(arc);
      Weight const to = distances(v);
      if (!(from < to) || !is_tight(from, weights(arc), to)) continue;
      if (u < relaxed_load(&parents(v))) Kokkos::atomic_min(&parents(v), static_cast<Vertex>(u));
    }
  }
};

// Marks the vertices that have a parent, and counts those that were reached, and those of them that
// have none yet.
struct ParentCounts {
  std::uint64_t reached = 0, without = 0;
};
template <class Space, class Vertex, class Weight>
struct CountParents {
  using value_type = ParentCounts;
  using P = Piles<Space, Vertex, Vertex>;
  Array<Space, Weight const> distances;
  Array<Space, Vertex const> parents;  // empty: not wanted
  Array<Space, std::uint32_t> mark;

  KOKKOS_FUNCTION void init(ParentCounts& counts) const { counts = {0, 0}; }
  KOKKOS_FUNCTION void join(ParentCounts& into, ParentCounts const& from) const {
    into.reached += from.reached;
    into.without += from.without;
  }
  KOKKOS_FUNCTION void operator()(std::uint64_t v, ParentCounts& counts) const {
    bool const reached = distances(v) < far_away<Weight>();
    counts.reached += reached;
    if (parents.extent(0) == 0) return;
    bool const has_parent = parents(v) != no_vertex<Vertex>;
    counts.without += reached && !has_parent;
    mark(v) = has_parent ? P::is_far : 0;
  }
};

// All vertices that have a parent.
template <class Space, class Vertex>
struct TakeMarked {
  Array<Space, std::uint32_t const> mark;

  template <bool, class Put>
  KOKKOS_FUNCTION void for_each(std::uint64_t begin, std::uint64_t end, Put const& put) const {
    for (std::uint64_t v = begin; v < end; ++v) {
      if (relaxed_load(&mark(v)) != 0) put(Pile::near, static_cast<Vertex>(v));
    }
  }
};

// From the vertices that got a parent in the last round, along tight arcs: those that get one in
// this round, the smallest.
template <class Space, class Vertex, class Weight>
struct ProposeParents {
  Array<Space, Weight const> weights, distances;
  Array<Space, std::uint32_t const> mark;
  Array<Space, Vertex> parents;
  std::uint32_t round;

  template <bool shared, class Put>
  KOKKOS_FUNCTION void follow(Vertex u, Vertex const* row, std::uint64_t row_begin,
                              std::uint64_t first, std::uint64_t last, Put const& put) const {
    Weight const from = distances(u);
    for (std::uint64_t arc = first; arc < last; ++arc) {
      Vertex const v = row[arc];
      std::uint32_t const seen = relaxed_load(&mark(v));
      if (seen != 0 && seen != round) continue;
      if (!is_tight(from, weights(row_begin + arc), distances(v))) continue;
      Kokkos::atomic_min(&parents(v), u);
      put(Pile::near, v);
    }
  }
};

// The first vertex that was reached and has no parent.
template <class Space, class Vertex, class Weight>
struct FirstWithoutParent {
  Array<Space, Weight const> distances;
  Array<Space, Vertex const> parents;
  KOKKOS_FUNCTION void operator()(std::uint64_t v, std::uint64_t& first) const {
    bool const reached = distances(v) < far_away<Weight>();
    if (v < first && reached && parents(v) == no_vertex<Vertex>) first = v;
  }
};

template <class Space, class Vertex, class Weight>
std::uint64_t first_without_parent(Space const& exec, Array<Space, Weight> const& distances,
                                   Array<Space, Vertex> const& parents) {
  return smallest("yoke::shortest_paths::check_parents", exec, distances.extent(0),
                  FirstWithoutParent<Space, Vertex, Weight>{distances, parents});
}

// Throws yoke::InvalidInput for a distance that no path has, if there is such a vertex. A cycle
// whose rounded sum was once negative leaves such distances in floating point.
inline void refuse_without_parent(std::uint64_t v) {
  if (v == nothing_found) return;
  throw InvalidInput("yoke::shortest_paths: the distance of vertex " + std::to_string(v) +
                         " is the rounded sum of no path. A cycle that leads to it is negative "
                         "only by rounding",
                     v);
}

// Gives every vertex that was reached its parent (yoke/shortest_paths.hpp says which), and returns
// how many there are: the smallest that is nearer, by a pass over the arcs. Where none is nearer,
// or weights are negative and tight arcs may have cycles, in rounds from the vertices with parents.
template <class Space, class Vertex, class Offset, class Weight>
std::uint64_t set_parents(Rounds<Space, Vertex, Offset>& rounds,
                          Problem<Space, Vertex, Offset, Weight> const& problem) {
  auto const& exec = problem.exec;
  std::uint64_t const n = problem.vertices();
  bool const wanted = problem.parents.extent(0) > 0;
  if (wanted) {
    Kokkos::deep_copy(exec, problem.parents, no_vertex<Vertex>);
    if (!problem.summary.has_negative) {
      ArcChunks const chunks = ArcChunks::of(exec, problem.graph.arcs());
      Kokkos::parallel_for(
          "yoke::shortest_paths::smallest_nearer", WideRange<Space>(exec, 0, chunks.count()),
          SmallestNearer<Space, Vertex, Offset, Weight>{problem.graph, chunks, problem.weights,
                                                        problem.distances, problem.parents});
    }
    Kokkos::parallel_for("yoke::shortest_paths::sources_as_parents",
                         WideRange<Space>(exec, 0, problem.sources.size()),
                         SourcesAsParents<Space, Vertex, Weight>{problem.sources, problem.distances,
                                                                 problem.parents});
  }
  ParentCounts counts;
  Kokkos::parallel_reduce(
      "yoke::shortest_paths::count_parents", WideRange<Space>(exec, 0, n),
      CountParents<Space, Vertex, Weight>{problem.distances, problem.parents, rounds.mark()},
      counts);
  exec.fence("yoke::shortest_paths: parents counted");
  if (counts.without == 0) return counts.reached;
  rounds.start(problem.graph);
  rounds.scan("yoke::shortest_paths::take_marked", TakeMarked<Space, Vertex>{rounds.mark()}, n);
  while (rounds.has_arcs()) {
    rounds.follow(ProposeParents<Space, Vertex, Weight>{
        problem.weights, problem.distances, rounds.mark(), problem.parents, rounds.round() + 1});
  }
  if (problem.summary.has_negative) {
    refuse_without_parent(first_without_parent(exec, problem.distances, problem.parents));
  }
  return counts.reached;
}

}  // namespace yoke::detail::shortest_paths
