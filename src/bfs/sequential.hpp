#pragma once

#include "bfs/algorithm.hpp"
#include "yoke/detail/frame/memory.hpp"

namespace yoke::detail::bfs {

// What the walk found.
struct SequentialBfsOutcome {
  std::uint64_t reached = 0, levels = 0, arcs = 0;
};

// One thread with a queue: the baseline that every speed-up quotes.
template <class Space, class Vertex, class Offset>
struct SequentialSearch {
  CsrView<Space, Vertex, Offset> graph;
  BfsSources<Space, Vertex> sources;
  Array<Space, Vertex> level, parent, queue;
  Array<Space, SequentialBfsOutcome> outcome;

  // One call does everything.
  KOKKOS_FUNCTION void operator()(int) const {
    bool const wants_parent = parent.extent(0) > 0;
    for (std::uint64_t v = 0; v < level.extent(0); ++v) level(v) = unreached<Vertex>;
    for (std::uint64_t v = 0; v < parent.extent(0); ++v) parent(v) = unreached<Vertex>;
    std::uint64_t end = 0;
    for (std::uint64_t i = 0; i < sources.size(); ++i) {
      Vertex const v = sources(i);
      if (level(v) == 0) continue;
      level(v) = 0;
      if (wants_parent) parent(v) = v;
      queue(end++) = v;
    }
    std::uint64_t arcs = 0;
    for (std::uint64_t i = 0; i < end; ++i) {
      Vertex const u = queue(i);
      Vertex const next = level(u) + 1;
      Offset const row_end = graph.end(u);
      arcs += row_end - graph.begin(u);
      for (Offset k = graph.begin(u); k < row_end; ++k) {
        Vertex const v = graph.neighbours(k);
        if (level(v) != unreached<Vertex>) continue;
        level(v) = next;
        if (wants_parent) parent(v) = u;
        queue(end++) = v;
      }
    }
    outcome(0) = {end, end == 0 ? 0 : static_cast<std::uint64_t>(level(queue(end - 1))) + 1, arcs};
  }
};

template <class Space, class Vertex, class Offset>
class SequentialBfs final : public Algorithm<Space, Vertex, Offset> {
 public:
  SequentialBfs(Space const& exec, std::size_t vertices)
      : queue_(make_buffer<Space, Vertex>(exec, "yoke::bfs::queue", vertices)),
        outcome_(make_buffer<Space, SequentialBfsOutcome>(exec, "yoke::bfs::outcome", 1)) {}

  std::size_t run(Problem<Space, Vertex, Offset> const& problem) override {
    PhaseTimer<Space> timer(problem.exec, problem.report);
    Kokkos::parallel_for("yoke::bfs::sequential", Kokkos::RangePolicy<Space>(problem.exec, 0, 1),
                         SequentialSearch<Space, Vertex, Offset>{
                             problem.graph, problem.sources, problem.level, problem.parent,
                             array_of(queue_), array_of(outcome_)});
    SequentialBfsOutcome seen;
    Kokkos::deep_copy(problem.exec,
                      Kokkos::View<SequentialBfsOutcome, Kokkos::HostSpace,
                                   Kokkos::MemoryTraits<Kokkos::Unmanaged>>(&seen),
                      Kokkos::subview(outcome_, 0));
    problem.exec.fence("yoke::bfs: sequential");
    timer.done("search");
    if (problem.report) {
      problem.report->levels = seen.levels;
      problem.report->top_down = {seen.reached, seen.arcs};
    }
    return seen.reached;
  }

 private:
  Buffer<Space, Vertex> queue_;
  Buffer<Space, SequentialBfsOutcome> outcome_;
};

}  // namespace yoke::detail::bfs
