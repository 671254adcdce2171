#pragma once

#include <utility>

#include "components/afforest_steps.hpp"
#include "components/labels.hpp"
#include "components/pruned.hpp"
#include "primitives/prune.hpp"

namespace yoke::detail::components {

// A removed vertex was labelled as one without arcs. To take its anchor's label will not do: it may
// be smaller than all that is left of its component. Linking the two roots is right either way, and
// puts the forest's edge in its place.
template <class Space, class Vertex>
struct LinkToAnchor {
  Labels<Space, Vertex> labels;
  KOKKOS_FUNCTION void operator()(Vertex v, Vertex anchor) const {
    labels.link(labels.find(v), v, anchor);
  }
};

template <class Space, class Vertex, class Offset>
class PrunedComponents final : public Algorithm<Space, Vertex, Offset> {
  using Problem = components::Problem<Space, Vertex, Offset>;

 public:
  PrunedComponents(Space const& exec, std::size_t vertices, std::size_t arcs,
                   std::uint64_t least_pruned, AlgorithmPtr<Space, Vertex, Offset> inner)
      : pruning_(exec, vertices, arcs), least_pruned_(least_pruned), inner_(std::move(inner)) {}

  std::size_t run(Problem const& problem) override {
    PhaseTimer<Space> timer(problem.exec, problem.report);
    pruning_.prune(problem.exec, problem.graph, {},
                   least_worth_a_round(problem.vertices(), least_pruned_));
    timer.done("prune");
    Problem remaining = problem;
    remaining.graph = pruning_.remaining();
    std::size_t const remaining_components = inner_->run(remaining);
    if (problem.report) {
      problem.report->prune_rounds = pruning_.rounds();
      problem.report->pruned_vertices = pruning_.removed();
    }
    return pruning_.removed() == 0 ? remaining_components : reinsert(problem);
  }

 private:
  std::size_t reinsert(Problem const& problem) const {
    PhaseTimer<Space> timer(problem.exec, problem.report);
    Labels<Space, Vertex> const labels{problem.label, problem.forest};
    pruning_.reinsert(problem.exec, LinkToAnchor<Space, Vertex>{labels});
    std::uint64_t count = 0;
    Kokkos::parallel_reduce("yoke::components::compress_reinserted",
                            WideRange<Space>(problem.exec, 0, problem.vertices()),
                            SettleAndCount<Space, Vertex>{labels}, count);
    timer.done("reinsert");
    return count;
  }

  PendantPruning<Space, Vertex, Offset> pruning_;
  std::uint64_t least_pruned_;
  AlgorithmPtr<Space, Vertex, Offset> inner_;
};

}  // namespace yoke::detail::components
