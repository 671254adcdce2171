#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "shortest_paths/dijkstra.hpp"
#include "yoke/detail/frame/memory.hpp"

namespace yoke::detail::shortest_paths {

// A thread takes one source after another that no other thread has taken, and searches from it with
// a heap of its own. The task has
// - sources(), their number, and source(i);
// - distances(i, thread), where the search from source i keeps the distances of all vertices;
// - sum(near, arc, far, found), as of follow_nearest;
// - finish(i, distances, found). A vertex that the search has not come to is far_away.
// `found` is a word of the thread. The words of all threads are joined by "or".
template <class Space, class Vertex, class Offset, class Task>
struct SearchEach {
  CsrView<Space, Vertex, Offset> graph;
  Array<Space, Vertex> heaps, places;  // of each thread one number for each vertex
  Array<Space, std::uint64_t> next_source;
  Task task;

  KOKKOS_FUNCTION void operator()(std::uint64_t thread, std::uint64_t& found) const {
    std::size_t const n = graph.vertices();
    Array<Space, Vertex> const heap(heaps.data() + thread * n, n),
        place(places.data() + thread * n, n);
    for (;;) {
      std::uint64_t const i = Kokkos::atomic_fetch_add(&next_source(0), std::uint64_t(1));
      if (i >= task.sources()) return;
      search(i, {task.distances(i, thread), heap, place, 0}, found);
    }
  }

 private:
  using Weight = typename Task::Weight;

  struct Sum {
    Task const& task;
    std::uint64_t& found;
    KOKKOS_FUNCTION Weight operator()(Weight near, std::uint64_t arc, Weight far) const {
      return task.sum(near, arc, far, found);
    }
  };

  KOKKOS_FUNCTION void search(std::uint64_t i, DistanceHeap<Space, Vertex, Weight> waiting,
                              std::uint64_t& found) const {
    auto const& distances = waiting.distances;
    for (std::size_t v = 0; v < graph.vertices(); ++v) distances(v) = far_away<Weight>();
    waiting.put(task.source(i), 0);
    follow_nearest(graph, waiting, Sum{task, found});
    task.finish(i, distances, found);
  }
};

// Dijkstra's algorithm from each of several sources, on a host: its memory, for graphs up to a
// number of vertices.
template <class Space, class Vertex>
class EachSource {
 public:
  EachSource(Space const& exec, std::size_t vertices)
      : exec_(exec),
        heaps_(of_threads("yoke::shortest_paths::heaps", vertices)),
        places_(of_threads("yoke::shortest_paths::places", vertices)),
        next_source_(
            make_buffer<Space, std::uint64_t>(exec, "yoke::shortest_paths::next_source", 1)) {}

  std::size_t threads() const { return static_cast<std::size_t>(exec_.concurrency()); }

  // Returns the joined words. Fences.
  template <class Offset, class Task>
  std::uint64_t run(char const* label, CsrView<Space, Vertex, Offset> const& graph,
                    Task const& task) const {
    std::uint64_t found = 0;
    Kokkos::deep_copy(exec_, next_source_, std::uint64_t(0));
    Kokkos::parallel_reduce(
        label, WideRange<Space>(exec_, 0, threads()),
        SearchEach<Space, Vertex, Offset, Task>{graph, array_of(heaps_), array_of(places_),
                                                array_of(next_source_), task},
        Kokkos::BOr<std::uint64_t>(found));
    exec_.fence(label);
    return found;
  }

 private:
  Buffer<Space, Vertex> of_threads(char const* label, std::size_t vertices) const {
    return make_buffer<Space, Vertex>(exec_, label, vertices * threads());
  }

  Space exec_;
  Buffer<Space, Vertex> heaps_, places_;
  Buffer<Space, std::uint64_t> next_source_;
};

}  // namespace yoke::detail::shortest_paths
