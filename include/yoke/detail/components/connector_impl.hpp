#pragma once

#include <Kokkos_Profiling_ScopedRegion.hpp>

#include "yoke/detail/components/connector.hpp"
#include "yoke/detail/components/one_space_connector.hpp"
#include "yoke/detail/components/sizes.hpp"
#include "yoke/timeline.hpp"

namespace yoke::detail {

// What runs a call once its sizes are checked: of one space here, of both in hybrid_connector.hpp.
// The graph has a vertex at least. `from` and `to` have room for an edge less than there are
// vertices, and null data where no forest is wanted.
template <class Executor, class Vertex, class Offset>
class ComponentsEngine {
 public:
  ComponentsEngine(Executor const& exec, std::size_t vertices, std::size_t arcs,
                   ComponentsOptions const& options)
      : timeline_(options.timeline), connector_(exec, vertices, arcs, options) {}

  std::size_t run(RawGraph<Vertex, Offset> const& graph, RawArray<Vertex> label,
                  RawArray<Vertex> from, RawArray<Vertex> to) {
    return connector_.run(graph, label, from, to, timeline_,
                          runs_on_host<Executor> ? Lane::host : Lane::device);
  }
  ComponentsAlgorithm algorithm() const { return connector_.algorithm(); }
  std::size_t workspace_bytes() const { return connector_.workspace_bytes(); }

 private:
  Timeline* timeline_;
  OneSpaceConnector<Executor, Vertex, Offset> connector_;
};

template <class Executor, class Vertex, class Offset>
struct Connector<Executor, Vertex, Offset>::State {
  State(Executor const& executor, std::size_t most_vertices, std::size_t most_arcs,
        ComponentsOptions const& options)
      : vertices(most_vertices),
        arcs(most_arcs),
        report(options.report),
        engine(executor, most_vertices, most_arcs, options) {}

  std::size_t vertices, arcs;
  ComponentsReport* report;  // may be null
  ComponentsEngine<Executor, Vertex, Offset> engine;
};

template <class Executor, class Vertex, class Offset>
Connector<Executor, Vertex, Offset>::Connector(Executor const& executor, std::size_t vertices,
                                               std::size_t arcs, ComponentsOptions const& options)
    : state_(std::make_unique<State>(executor, vertices, arcs, options)) {}
template <class Executor, class Vertex, class Offset>
Connector<Executor, Vertex, Offset>::~Connector() = default;
template <class Executor, class Vertex, class Offset>
Connector<Executor, Vertex, Offset>::Connector(Connector&&) noexcept = default;
template <class Executor, class Vertex, class Offset>
Connector<Executor, Vertex, Offset>& Connector<Executor, Vertex, Offset>::operator=(
    Connector&&) noexcept = default;

template <class Executor, class Vertex, class Offset>
std::size_t Connector<Executor, Vertex, Offset>::run(RawGraph<Vertex, Offset> const& graph,
                                                     RawArray<Vertex> label, RawArray<Vertex> from,
                                                     RawArray<Vertex> to) {
  // Whatever comes of this call, the last one's figures are not its.
  if (state_->report) *state_->report = {};
  check_graph_fits_plan(graph.vertices(), state_->vertices, graph.arcs(), state_->arcs);
  if (state_->report) state_->report->algorithm = state_->engine.algorithm();
  if (graph.vertices() == 0) return 0;
  Kokkos::Profiling::ScopedRegion const region("yoke::connected_components");
  return state_->engine.run(graph, label, from, to);
}

template <class Executor, class Vertex, class Offset>
ComponentsAlgorithm Connector<Executor, Vertex, Offset>::algorithm() const {
  return state_->engine.algorithm();
}
template <class Executor, class Vertex, class Offset>
std::size_t Connector<Executor, Vertex, Offset>::workspace_bytes() const {
  return state_->engine.workspace_bytes();
}

}  // namespace yoke::detail
