#pragma once

#include <optional>
#include <stdexcept>

#include "bfs/hybrid_search.hpp"
#include "bfs/solver.hpp"
#include "bfs/ways.hpp"
#include "frame/engine.hpp"
#include "yoke/messages.hpp"

namespace yoke::detail {

template <class Vertex, class Offset, class Device, class Host>
class HybridSolver<bfs::BreadthFirst<Vertex, Offset>, Device, Host> {
  using Capability = bfs::BreadthFirst<Vertex, Offset>;
  using Arguments = typename Capability::Arguments;
  using Graph = RawGraph<Vertex, Offset>;

 public:
  HybridSolver(Hybrid<Device, Host> const& hybrid, GraphCapacity const& capacity,
               BfsOptions const& options)
      : hybrid_(hybrid), vertices_(capacity.vertices), options_(options) {}

  void prepare(Way) {
    if (!both_) both_.emplace(hybrid_, vertices_, options_);
  }
  void release(Way) { both_.reset(); }

  std::size_t run(Arguments const& arguments, CallWay const& way) {
    std::size_t const reached = run_both(arguments, way.host_share);
    if (options_.report && arguments.graph.vertices() > 0) report(*options_.report);
    return reached;
  }

  BfsAlgorithm algorithm() const {
    return options_.algorithm == BfsAlgorithm::automatic ? BfsAlgorithm::direction_optimising
                                                         : options_.algorithm;
  }

 private:
  // Both sides know a vertex by its arcs from others, so that each finds its own vertices' parents.
  static void check_can_share(Graph const& graph, double share) {
    if (graph.has_incoming()) return;
    throw std::invalid_argument(
        "yoke::bfs: options.split is " + show_number(share) +
        ", but a directed graph without incoming arcs is searched on one side: use 0 or 1, or "
        "Graph::with_incoming");
  }

  std::size_t run_both(Arguments const& arguments, double share) {
    Graph const graph = arguments.graph.with_shared_incoming();
    check_can_share(graph, share);
    auto const host_sources = bring(hybrid_.host(), host_sources_, arguments);
    bfs::check_sources(hybrid_.host(), host_sources, graph.vertices());
    bool const on_device = belongs_to_device(graph.offsets.place);
    if (options_.validate) {
      on_device ? bfs::check_both_directions(hybrid_.device(), graph)
                : bfs::check_both_directions(hybrid_.host(), graph);
    }
    if (graph.vertices() == 0) return 0;
    auto const device_sources = bring(hybrid_.device(), device_sources_, arguments);
    return both_->run(graph, device_sources, host_sources, arguments.level, arguments.parent, share,
                      options_.timeline);
  }

  template <class Space>
  bfs::BfsSources<Space, Vertex> bring(Space const& exec, Staging<Space, Vertex>& staging,
                                       Arguments const& arguments) {
    if (arguments.has_one_source) return bfs::BfsSources<Space, Vertex>(arguments.source);
    return bfs::BfsSources<Space, Vertex>(
        staging.bring(exec, arguments.sources, "sources", options_.timeline));
  }

  void report(BfsReport& report) const {
    report.levels = both_->pace().levels();
    report.bottom_up_levels = both_->pace().bottom_up_levels();
    report.shared_levels = both_->pace().shared_levels();
    report.small_frontier_stretches = both_->pace().small_frontier_stretches();
  }

  Hybrid<Device, Host> const& hybrid_;
  std::size_t vertices_;
  BfsOptions options_;
  std::optional<bfs::HybridSearch<Device, Host, Vertex, Offset>> both_;
  Staging<Device, Vertex> device_sources_;
  Staging<Host, Vertex> host_sources_;
};

}  // namespace yoke::detail
