#pragma once

#include "shortest_paths/parents.hpp"
#include "shortest_paths/stepping.hpp"

namespace yoke::detail::shortest_paths {

// Vertices by distance, the nearest on top. Each node has four below it.
template <class Space, class Vertex, class Weight>
struct DistanceHeap {
  Array<Space, Weight> distances;
  Array<Space, Vertex> heap, place;  // place(heap(i)) = i
  Vertex size;

  // Its distance has become `distance`, which is smaller than it was.
  KOKKOS_FUNCTION void put(Vertex v, Weight distance) {
    bool const is_new = distances(v) == far_away<Weight>();
    distances(v) = distance;
    rise(is_new ? size++ : place(v), v);
  }
  KOKKOS_FUNCTION Vertex take() {
    Vertex const nearest = heap(0), last = heap(--size);
    if (size > 0) sink(last);
    return nearest;
  }

 private:
  KOKKOS_FUNCTION void set(Vertex i, Vertex v) {
    heap(i) = v;
    place(v) = i;
  }
  KOKKOS_FUNCTION void rise(Vertex i, Vertex v) {
    Weight const distance = distances(v);
    while (i > 0 && distance < distances(heap((i - 1) / 4))) {
      set(i, heap((i - 1) / 4));
      i = (i - 1) / 4;
    }
    set(i, v);
  }
  KOKKOS_FUNCTION void sink(Vertex v) {
    Weight const distance = distances(v);
    std::uint64_t i = 0;
    for (std::uint64_t below = 1; below < size; below = 4 * i + 1) {
      std::uint64_t least = below;
      for (std::uint64_t j = below + 1; j < below + 4 && j < size; ++j) {
        if (distances(heap(j)) < distances(heap(least))) least = j;
      }
      if (!(distances(heap(least)) < distance)) break;
      set(static_cast<Vertex>(i), heap(least));
      i = least;
    }
    set(static_cast<Vertex>(i), v);
  }
};

// Follows the arcs of the vertices that wait, the nearest first, until none is left. sum(near, arc,
// far) is the distance by an arc from a vertex at `near` to a vertex that is at `far` so far.
// Returns the number of arcs followed.
template <class Space, class Vertex, class Offset, class Weight, class Sum>
KOKKOS_FUNCTION std::uint64_t follow_nearest(CsrView<Space, Vertex, Offset> const& graph,
                                             DistanceHeap<Space, Vertex, Weight>& waiting,
                                             Sum const& sum) {
  std::uint64_t arcs = 0;
  while (waiting.size > 0) {
    Vertex const u = waiting.take();
    Weight const near = waiting.distances(u);
    Offset const end = graph.end(u);
    arcs += end - graph.begin(u);
    for (Offset arc = graph.begin(u); arc < end; ++arc) {
      Vertex const v = graph.neighbours(arc);
      Weight const far = waiting.distances(v);
      Weight const distance = sum(near, arc, far);
      if (distance < far) waiting.put(v, distance);
    }
  }
  return arcs;
}

template <class Space, class Weight>
struct SumOfArc {
  Array<Space, Weight const> weights;
  KOKKOS_FUNCTION Weight operator()(Weight near, std::uint64_t arc, Weight) const {
    return add(near, weights(arc));
  }
};

// One thread with a heap: the baseline that every speed-up quotes.
template <class Space, class Vertex, class Offset, class Weight>
struct DijkstraWalk {
  CsrView<Space, Vertex, Offset> graph;
  Array<Space, Weight const> weights;
  bfs::BfsSources<Space, Vertex> sources;
  Array<Space, Weight> distances;
  Array<Space, Vertex> heap, place;

  // One call does everything, and counts the arcs.
  KOKKOS_FUNCTION void operator()(int, std::uint64_t& arcs) const {
    for (std::uint64_t v = 0; v < distances.extent(0); ++v) distances(v) = far_away<Weight>();
    DistanceHeap<Space, Vertex, Weight> waiting{distances, heap, place, 0};
    for (std::uint64_t i = 0; i < sources.size(); ++i) {
      if (distances(sources(i)) != 0) waiting.put(sources(i), 0);
    }
    arcs += follow_nearest(graph, waiting, SumOfArc<Space, Weight>{weights});
  }
};

template <class Space, class Vertex, class Offset, class Weight>
class Dijkstra final : public Algorithm<Space, Vertex, Offset, Weight> {
 public:
  Dijkstra(Space const& exec, GraphCapacity const& capacity)
      : rounds_(exec, capacity.vertices, capacity.arcs),
        heap_(make_buffer<Space, Vertex>(exec, "yoke::shortest_paths::heap", capacity.vertices)),
        place_(make_buffer<Space, Vertex>(exec, "yoke::shortest_paths::place", capacity.vertices)) {
  }

  std::size_t run(Problem<Space, Vertex, Offset, Weight> const& problem) override {
    PhaseTimer<Space> timer(problem.exec, problem.report);
    std::uint64_t arcs = 0;
    Kokkos::parallel_reduce(
        "yoke::shortest_paths::dijkstra", Kokkos::RangePolicy<Space>(problem.exec, 0, 1),
        DijkstraWalk<Space, Vertex, Offset, Weight>{problem.graph, problem.weights, problem.sources,
                                                    problem.distances, array_of(heap_),
                                                    array_of(place_)},
        arcs);
    problem.exec.fence("yoke::shortest_paths: Dijkstra's algorithm");
    timer.done("distances");
    std::size_t const reached = set_parents(rounds_, problem);
    timer.done("parents");
    if (problem.report) problem.report->arcs = arcs;
    return reached;
  }

 private:
  Rounds<Space, Vertex, Offset> rounds_;
  Buffer<Space, Vertex> heap_, place_;
};

}  // namespace yoke::detail::shortest_paths
