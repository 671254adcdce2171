#pragma once

#include "bfs/algorithm.hpp"
#include "primitives/arcs.hpp"

namespace yoke::detail::bfs {

// A source is its own parent; the others wait for the smallest.
template <class Space, class Vertex>
struct StartParents {
  Array<Space, Vertex const> level;
  Array<Space, Vertex> parent;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    parent(v) = level(v) == 0 ? static_cast<Vertex>(v) : unreached<Vertex>;
  }
};

// For arcs by target: each stretch of a row proposes its smallest vertex one level up.
template <class Space, class Vertex, class Offset>
struct SmallestOfIncoming {
  CsrView<Space, Vertex, Offset> incoming;
  ArcChunks chunks;
  Array<Space, Vertex const> level;
  Array<Space, Vertex> parent;

  KOKKOS_FUNCTION void operator()(std::uint64_t chunk) const {
    Vertex target = unreached<Vertex>, smallest = unreached<Vertex>, wanted = 0;
    for_each_arc(incoming, chunks.begin(chunk), chunks.end(chunk),
                 [&](std::uint64_t v, std::uint64_t arc) {
                   if (v != target) {
                     propose(target, smallest);
                     target = static_cast<Vertex>(v);
                     smallest = unreached<Vertex>;
                     wanted = level(v);
                   }
                   if (wanted == unreached<Vertex> || wanted == 0) return;
                   Vertex const u = incoming.neighbours(arc);
                   if (u < smallest && level(u) + 1 == wanted) smallest = u;
                 });
    propose(target, smallest);
  }

 private:
  KOKKOS_FUNCTION void propose(Vertex target, Vertex smallest) const {
    if (smallest != unreached<Vertex>) Kokkos::atomic_min(&parent(target), smallest);
  }
};

// For arcs by source, where the others are not known.
template <class Space, class Vertex, class Offset>
struct SmallestOfOutgoing {
  CsrView<Space, Vertex, Offset> graph;
  ArcChunks chunks;
  Array<Space, Vertex const> level;
  Array<Space, Vertex> parent;

  KOKKOS_FUNCTION void operator()(std::uint64_t chunk) const {
    for_each_arc(graph, chunks.begin(chunk), chunks.end(chunk),
                 [&](std::uint64_t u, std::uint64_t arc) {
                   Vertex const v = graph.neighbours(arc);
                   if (level(u) == unreached<Vertex> || level(u) + 1 != level(v)) return;
                   Kokkos::atomic_min(&parent(v), static_cast<Vertex>(u));
                 });
  }
};

// Makes every vertex's parent the smallest of its neighbours one level up: a pass over the arcs
// once the levels are known, instead of an order among those who race for a vertex.
template <class Space, class Vertex, class Offset>
void set_smallest_parents(Problem<Space, Vertex, Offset> const& problem) {
  Kokkos::parallel_for("yoke::bfs::start_parents",
                       WideRange<Space>(problem.exec, 0, problem.vertices()),
                       StartParents<Space, Vertex>{problem.level, problem.parent});
  ArcChunks const chunks = ArcChunks::of(problem.exec, problem.graph.arcs());
  WideRange<Space> const range(problem.exec, 0, chunks.count());
  if (problem.has_incoming()) {
    Kokkos::parallel_for("yoke::bfs::smallest_parents", range,
                         SmallestOfIncoming<Space, Vertex, Offset>{problem.incoming, chunks,
                                                                   problem.level, problem.parent});
  } else {
    Kokkos::parallel_for("yoke::bfs::smallest_parents", range,
                         SmallestOfOutgoing<Space, Vertex, Offset>{problem.graph, chunks,
                                                                   problem.level, problem.parent});
  }
  problem.exec.fence("yoke::bfs: smallest parents");
}

}  // namespace yoke::detail::bfs
