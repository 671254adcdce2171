#pragma once

#include <optional>
#include <stdexcept>

#include "bfs/hybrid_search.hpp"
#include "bfs/pruned_impl.hpp"
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
      : hybrid_(hybrid), vertices_(capacity.vertices), arcs_(capacity.arcs), options_(options) {}

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
  // A pruned search of both sides: the side where the graph lies prunes it and puts back what was
  // removed.
  template <class Space>
  struct Pruned {
    std::optional<PendantPruning<Space, Vertex, Offset>> pruning;
    Staging<Space, Vertex> keep, levels, parents;
    Buffer<Space, Vertex> own_level;  // where the caller wants none
  };

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
    if (options_.prune && !graph.symmetric) {
      throw std::invalid_argument(
          "yoke::bfs: options.prune needs a symmetric graph, and this one is directed");
    }
    auto const host_sources = bring(hybrid_.host(), host_sources_, arguments);
    bfs::check_sources(hybrid_.host(), host_sources, graph.vertices());
    bool const on_device = belongs_to_device(graph.offsets.place);
    if (options_.validate) {
      on_device ? bfs::check_both_directions(hybrid_.device(), graph)
                : bfs::check_both_directions(hybrid_.host(), graph);
    }
    if (graph.vertices() == 0) return 0;
    if (!options_.prune) return search(graph, arguments, host_sources, share);
    return on_device
               ? search_pruned(hybrid_.device(), device_pruned_, arguments, host_sources, share)
               : search_pruned(hybrid_.host(), host_pruned_, arguments, host_sources, share);
  }

  template <class Space>
  bfs::BfsSources<Space, Vertex> bring(Space const& exec, Staging<Space, Vertex>& staging,
                                       Arguments const& arguments) {
    if (arguments.has_one_source) return bfs::BfsSources<Space, Vertex>(arguments.source);
    return bfs::BfsSources<Space, Vertex>(
        staging.bring(exec, arguments.sources, "sources", options_.timeline));
  }

  // The graph may be what is left of that of the arguments.
  std::size_t search(Graph const& graph, Arguments const& arguments,
                     bfs::BfsSources<Host, Vertex> const& host_sources, double share) {
    auto const device_sources = bring(hybrid_.device(), device_sources_, arguments);
    return both_->run(graph, device_sources, host_sources, arguments.level, arguments.parent, share,
                      options_.timeline);
  }

  // Thesis, Algorithm 16.
  template <class Space>
  std::size_t search_pruned(Space const& exec, Pruned<Space>& pruned, Arguments const& arguments,
                            bfs::BfsSources<Host, Vertex> const& host_sources, double share) {
    Graph const graph = arguments.graph.with_shared_incoming();
    RawArray<Vertex const> const sources =
        arguments.has_one_source ? RawArray<Vertex const>{&arguments.source, 1, Place::host}
                                 : arguments.sources;
    Lane const lane = runs_on_host<Space> ? Lane::host : Lane::device;
    if (!pruned.pruning) pruned.pruning.emplace(exec, vertices_, arcs_);
    auto const keep = pruned.keep.bring(exec, sources, "sources", options_.timeline);
    auto const levels = level_array(exec, pruned, arguments.level, graph.vertices());
    auto const parents = pruned.parents.output(exec, arguments.parent, "parent");

    PhaseTimer<Space> timer(exec, options_.report);
    Span pruning(options_.timeline, lane, "prune");
    pruned.pruning->prune(exec, csr_of<Space>(graph), keep,
                          least_worth_a_round(graph.vertices(), options_.least_pruned));
    pruning.finish();
    timer.done("prune");

    Graph rest = graph;
    if (pruned.pruning->removed() > 0) {
      auto const remaining = pruned.pruning->remaining();
      rest.offsets = rest.incoming_offsets = raw_array<Offset>(remaining.offsets);
      rest.neighbours = rest.incoming_neighbours = raw_array<Vertex>(remaining.neighbours);
    }
    Arguments here = arguments;
    here.level = raw_output<Vertex>(levels);
    here.parent = raw_output<Vertex>(parents);
    std::size_t reached = search(rest, here, host_sources, share);
    timer.done("search");

    Span extending(options_.timeline, lane, "reinsert");
    if (pruned.pruning->removed() > 0) {
      pruned.pruning->reinsert(exec, bfs::HangFromAnchor<Space, Vertex>{levels, parents});
      reached = bfs::count_reached<Space, Vertex>(exec, levels);
    }
    extending.finish();
    timer.done("reinsert");
    pruned.levels.send(exec, arguments.level, "level", options_.timeline);
    pruned.parents.send(exec, arguments.parent, "parent", options_.timeline);
    if (options_.report) {
      options_.report->prune_rounds = pruned.pruning->rounds();
      options_.report->pruned_vertices = pruned.pruning->removed();
    }
    return reached;
  }

  // What was removed takes its level from its anchor's, whether or not the caller wants levels.
  template <class Space>
  Array<Space, Vertex> level_array(Space const& exec, Pruned<Space>& pruned, RawArray<Vertex> level,
                                   std::size_t vertices) {
    if (level.size > 0) return pruned.levels.output(exec, level, "level");
    if (pruned.own_level.extent(0) < vertices) {
      pruned.own_level = make_buffer<Space, Vertex>(exec, "yoke::bfs::level", vertices);
      exec.fence("yoke::bfs: memory");
    }
    return array_of(pruned.own_level, vertices);
  }

  void report(BfsReport& report) const {
    report.levels = both_->pace().levels();
    report.bottom_up_levels = both_->pace().bottom_up_levels();
    report.shared_levels = both_->pace().shared_levels();
    report.small_frontier_stretches = both_->pace().small_frontier_stretches();
  }

  Hybrid<Device, Host> const& hybrid_;
  std::size_t vertices_, arcs_;
  BfsOptions options_;
  std::optional<bfs::HybridSearch<Device, Host, Vertex, Offset>> both_;
  Staging<Device, Vertex> device_sources_;
  Staging<Host, Vertex> host_sources_;
  Pruned<Device> device_pruned_;
  Pruned<Host> host_pruned_;
};

}  // namespace yoke::detail
