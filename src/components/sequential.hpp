#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "components/algorithm.hpp"
#include "yoke/detail/frame/memory.hpp"

namespace yoke::detail::components {

// Depth-first search on one thread (thesis, 7.6): the baseline that every speed-up quotes. A vertex
// is labelled when it is pushed, so that each is pushed once and n words hold the stack; of a
// vertex's neighbours the last is searched first. One call does everything; reduces to the number
// of components.
template <class Space, class Vertex, class Offset>
struct DepthFirstSearch {
  CsrView<Space, Vertex, Offset> graph;
  Array<Space, Vertex> label;
  ForestEdges<Space, Vertex> forest;
  Array<Space, Vertex> stack;

  KOKKOS_FUNCTION void operator()(int, std::uint64_t& count) const {
    std::uint64_t const n = label.extent(0);
    Vertex const unlabelled = ~Vertex(0);
    for (std::uint64_t v = 0; v < n; ++v) label(v) = unlabelled;
    for (std::uint64_t v = 0; v < n; ++v) {
      if (label(v) != unlabelled) continue;
      ++count;
      search(static_cast<Vertex>(v), unlabelled);
    }
  }

 private:
  KOKKOS_FUNCTION void search(Vertex start, Vertex unlabelled) const {
    label(start) = start;
    stack(0) = start;
    for (std::uint64_t height = 1; height > 0;) {
      Vertex const v = stack(--height);
      for (Offset arc = graph.begin(v); arc < graph.end(v); ++arc) {
        Vertex const u = graph.neighbours(arc);
        if (label(u) != unlabelled) continue;
        label(u) = start;
        if (forest.wanted()) forest.set(u, v, u);
        stack(height++) = u;
      }
    }
  }
};

template <class Space, class Vertex, class Offset>
class SequentialComponents final : public Algorithm<Space, Vertex, Offset> {
 public:
  SequentialComponents(Space const& exec, std::size_t vertices)
      : stack_(make_buffer<Space, Vertex>(exec, "yoke::components::stack", vertices)) {}

  std::size_t run(Problem<Space, Vertex, Offset> const& problem) override {
    PhaseTimer<Space> timer(problem.exec, problem.report);
    std::uint64_t count = 0;
    Kokkos::parallel_reduce("yoke::components::sequential",
                            Kokkos::RangePolicy<Space>(problem.exec, 0, 1),
                            DepthFirstSearch<Space, Vertex, Offset>{
                                problem.graph, problem.label, problem.forest, array_of(stack_)},
                            count);
    timer.done("search");
    return count;
  }

 private:
  Buffer<Space, Vertex> stack_;
};

}  // namespace yoke::detail::components
