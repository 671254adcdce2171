#pragma once

#include <utility>

#include "yoke/detail/components/algorithm.hpp"
#include "yoke/detail/components/forest.hpp"
#include "yoke/detail/components/pruned.hpp"
#include "yoke/detail/components/traits.hpp"
#include "yoke/detail/graphs/check.hpp"
#include "yoke/detail/staging.hpp"

namespace yoke::detail {

template <class Space, class Vertex, class Offset>
ComponentsFinderPtr<Space, Vertex, Offset> make_components_finder(
    ComponentsAlgorithm algorithm, Space const& exec, std::size_t vertices, std::size_t arcs,
    ComponentsOptions const& options) {
  switch (algorithm) {
    case ComponentsAlgorithm::sequential:
      return make_sequential_components<Space, Vertex, Offset>(exec, vertices, arcs, options);
    case ComponentsAlgorithm::shiloach_vishkin:
      return make_shiloach_vishkin<Space, Vertex, Offset>(exec, vertices, arcs, options);
    case ComponentsAlgorithm::soman:
      return make_soman<Space, Vertex, Offset>(exec, vertices, arcs, options);
    case ComponentsAlgorithm::sampling:
    case ComponentsAlgorithm::automatic:
      break;
  }
  return make_sampling<Space, Vertex, Offset>(exec, vertices, arcs, options);
}

// What a call on one space does around its algorithm: checks, arrays that lie elsewhere, and the
// forest's edges brought together.
template <class Space, class Vertex, class Offset>
class OneSpaceConnector {
 public:
  OneSpaceConnector(Space const& exec, std::size_t vertices, std::size_t arcs,
                    ComponentsOptions const& options)
      : OneSpaceConnector(exec, vertices, arcs, options, choose(vertices, arcs, options),
                          make_components_finder<Space, Vertex, Offset>(
                              choose(vertices, arcs, options), exec, vertices, arcs, options)) {}

  OneSpaceConnector(Space const& exec, std::size_t vertices, std::size_t arcs,
                    ComponentsOptions const& options, ComponentsAlgorithm chosen,
                    ComponentsFinderPtr<Space, Vertex, Offset> finder)
      : exec_(exec), options_(options), chosen_(chosen), finder_(std::move(finder)) {
    if (options.prune) {
      finder_ = make_pruned_components<Space, Vertex, Offset>(
          exec, vertices, arcs, options.least_pruned, std::move(finder_));
    }
    exec_.fence("yoke::connected_components: plan");
  }

  // The sizes have been checked. Records itself in `lane`. Returns the number of components.
  std::size_t run(RawGraph<Vertex, Offset> const& graph, RawArray<Vertex> label,
                  RawArray<Vertex> from, RawArray<Vertex> to, Timeline* timeline, Lane lane) {
    ComponentsProblem<Space, Vertex, Offset> const problem{
        exec_,
        {offsets_.bring(exec_, graph.offsets, "offsets", timeline),
         neighbours_.bring(exec_, graph.neighbours, "neighbours", timeline)},
        labels_.output(exec_, label, "label"),
        {froms_.output(exec_, from, "from"), tos_.output(exec_, to, "to")},
        options_.report};
    Span span(timeline, lane, "components");
    if (options_.validate) validate(problem.graph);
    std::size_t const count = finder_->run(problem);
    if (problem.forest.wanted()) {
      PhaseTimer<Space> timer(exec_, problem.report);
      gatherer_.run(exec_, problem.label, count, problem.forest);
      timer.done("gather forest");
    }
    exec_.fence("yoke::connected_components");
    span.finish();
    labels_.send(exec_, label, "label", timeline);
    froms_.send(exec_, from, "from", timeline);
    tos_.send(exec_, to, "to", timeline);
    return count;
  }

  ComponentsAlgorithm algorithm() const { return chosen_; }
  std::size_t workspace_bytes() const {
    return finder_->workspace_bytes() + gatherer_.bytes() + offsets_.bytes() + neighbours_.bytes() +
           labels_.bytes() + froms_.bytes() + tos_.bytes();
  }

 private:
  static ComponentsAlgorithm choose(std::size_t vertices, std::size_t arcs,
                                    ComponentsOptions const& options) {
    return options.algorithm == ComponentsAlgorithm::automatic
               ? ComponentsTraits<Space>::algorithm_for(vertices, arcs)
               : options.algorithm;
  }

  void validate(Rows<Space, Vertex, Offset> const& rows) const {
    RawArray<Offset const> const offsets{rows.offsets.data(), rows.offsets.extent(0)};
    RawArray<Vertex const> const neighbours{rows.neighbours.data(), rows.neighbours.extent(0)};
    check_graph<Space, Vertex, Offset>(exec_, {offsets, neighbours, offsets, neighbours, true},
                                       "offsets", "neighbours");
  }

  Space exec_;
  ComponentsOptions options_;
  ComponentsAlgorithm chosen_;
  ComponentsFinderPtr<Space, Vertex, Offset> finder_;
  ForestGatherer<Space, Vertex> gatherer_;
  Staging<Space, Offset> offsets_;
  Staging<Space, Vertex> neighbours_, labels_, froms_, tos_;
};

}  // namespace yoke::detail
