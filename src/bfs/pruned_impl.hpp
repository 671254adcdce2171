#pragma once

#include <stdexcept>
#include <utility>

#include "bfs/pruned.hpp"
#include "primitives/prune.hpp"
#include "yoke/detail/frame/memory.hpp"

namespace yoke::detail::bfs {

// What becomes of a removed vertex when the neighbour that it hung from has its level and parent.
template <class Space, class Vertex>
struct HangFromAnchor {
  Array<Space, Vertex> level, parent;  // parent may be empty
  KOKKOS_FUNCTION void operator()(Vertex v, Vertex anchor) const {
    Vertex const above = level(anchor);
    bool const reached = above != unreached<Vertex>;
    level(v) = reached ? above + 1 : above;
    if (parent.extent(0) > 0) parent(v) = reached ? anchor : unreached<Vertex>;
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
std::size_t count_reached(Space const& exec, Array<Space, Vertex const> level) {
  std::uint64_t count = 0;
  Kokkos::parallel_reduce("yoke::bfs::count_reached", WideRange<Space>(exec, 0, level.extent(0)),
                          CountReached<Space, Vertex>{level}, count);
  exec.fence("yoke::bfs::count_reached");
  return count;
}

template <class Space, class Vertex, class Offset>
class PrunedBfs : public Algorithm<Space, Vertex, Offset> {
 public:
  PrunedBfs(Space const& exec, std::size_t vertices, std::size_t arcs, std::uint64_t least_pruned,
            AlgorithmPtr<Space, Vertex, Offset> inner)
      : pruning_(exec, vertices, arcs),
        least_pruned_(least_pruned),
        source_(make_buffer<Space, Vertex>(exec, "yoke::bfs::pruned_source", 1)),
        inner_(std::move(inner)) {
    exec.fence("yoke::bfs: pruning");
  }

  std::size_t run(Problem<Space, Vertex, Offset> const& problem) override {
    if (problem.incoming.offsets.data() != problem.graph.offsets.data()) {
      throw std::invalid_argument(
          "yoke::bfs: options.prune needs a symmetric graph, and this one is directed");
    }
    PhaseTimer<Space> timer(problem.exec, problem.report);
    pruning_.prune(problem.exec, problem.graph, sources_of(problem),
                   least_worth_a_round(problem.vertices(), least_pruned_));
    timer.done("prune");

    Problem<Space, Vertex, Offset> remaining = problem;
    remaining.graph = remaining.incoming = pruning_.remaining();
    std::size_t reached = inner_->run(remaining);

    PhaseTimer<Space> extension_timer(problem.exec, problem.report);
    if (pruning_.removed() > 0) {
      pruning_.reinsert(problem.exec, HangFromAnchor<Space, Vertex>{problem.level, problem.parent});
      reached = count_reached<Space, Vertex>(problem.exec, problem.level);
    }
    extension_timer.done("reinsert");
    if (problem.report) {
      problem.report->prune_rounds = pruning_.rounds();
      problem.report->pruned_vertices = pruning_.removed();
    }
    return reached;
  }

 private:
  Array<Space, Vertex const> sources_of(Problem<Space, Vertex, Offset> const& problem) const {
    if (!problem.sources.is_one) return problem.sources.several;
    Kokkos::deep_copy(problem.exec, array_of(source_), problem.sources.one);
    return array_of(source_);
  }

  PendantPruning<Space, Vertex, Offset> pruning_;
  std::uint64_t least_pruned_;
  Buffer<Space, Vertex> source_;
  AlgorithmPtr<Space, Vertex, Offset> inner_;
};

}  // namespace yoke::detail::bfs
