#pragma once

#include <optional>
#include <stdexcept>
#include <string>

#include "yoke/detail/bfs/hybrid_search.hpp"
#include "yoke/detail/bfs/pruned_impl.hpp"
#include "yoke/detail/bfs/searcher_impl.hpp"
#include "yoke/detail/graphs/degree_sample.hpp"
#include "yoke/detail/lane_times.hpp"
#include "yoke/detail/tuned_call.hpp"

namespace yoke::detail {

// Each way of running is made when it is first wanted: the share may depend on the size, and on
// where the graph lies.
template <class Device, class Host, class Vertex, class Offset>
class BfsEngine<Hybrid<Device, Host>, Vertex, Offset> {
  using Graph = RawGraph<Vertex, Offset>;

 public:
  BfsEngine(Hybrid<Device, Host> const& hybrid, std::size_t vertices, std::size_t arcs,
            BfsOptions const& options)
      : hybrid_(hybrid), vertices_(vertices), arcs_(arcs), options_(options) {
    // What the searches record is in the report too.
    if (options.report && !options.timeline) options_.timeline = &own_timeline_;
    if (!options.split.is_automatic()) {
      double const share = options.split.host_share();
      if (is_shared(share) && options.algorithm == BfsAlgorithm::sequential) {
        throw std::invalid_argument("yoke::bfs: options.split is " + std::to_string(share) +
                                    ", but sequential runs on one side: use 0 or 1");
      }
      prepare(share);
    }
  }

  std::size_t run(Graph const& graph, RawArray<Vertex const> sources, RawArray<Vertex> level,
                  RawArray<Vertex> parent) {
    double const share = share_for(graph);
    prepare(share);
    own_timeline_.clear();
    Timeline* const timeline = options_.timeline;
    LaneTimes const times(timeline);
    std::size_t const reached =
        share == 0   ? device_->run(graph, sources, level, parent, timeline, Lane::device)
        : share == 1 ? host_->run(graph, sources, level, parent, timeline, Lane::host)
                     : run_both(graph, sources, level, parent, share);
    if (options_.report) report(share, graph.vertices() > 0, times);
    return reached;
  }

  BfsAlgorithm algorithm() const {
    if (options_.algorithm != BfsAlgorithm::automatic) return options_.algorithm;
    return device_ ? device_->algorithm() : host_ ? host_->algorithm() : shared_algorithm();
  }

  std::size_t workspace_bytes() const {
    return (device_ ? device_->workspace_bytes() : 0) + (host_ ? host_->workspace_bytes() : 0) +
           (both_ ? both_->workspace_bytes() : 0) + device_sources_.bytes() +
           host_sources_.bytes() + device_pruned_.bytes() + host_pruned_.bytes();
  }

 private:
  // A pruned search of both sides: the side where the graph lies prunes it and puts back what was
  // removed.
  template <class Space>
  struct Pruned {
    std::optional<PendantPruning<Space, Vertex, Offset>> pruning;
    Staging<Space, Vertex> keep, levels, parents;
    Buffer<Space, Vertex> own_level;  // where the caller wants none
    std::size_t bytes() const {
      return (pruning ? pruning->bytes() : 0) + keep.bytes() + levels.bytes() + parents.bytes() +
             own_level.size() * sizeof(Vertex);
    }
  };

  static bool is_shared(double share) { return share > 0 && share < 1; }

  // Both sides know a vertex by its arcs from others, so that each finds its own vertices' parents.
  static void check_can_share(Graph const& graph, double share) {
    if (graph.has_incoming()) return;
    throw std::invalid_argument(
        "yoke::bfs: options.split is " + std::to_string(share) +
        ", but a directed graph without incoming arcs is searched on one side: use 0 or 1, or "
        "Graph::with_incoming");
  }

  double share_for(Graph const& graph) const {
    if (!options_.split.is_automatic()) return options_.split.host_share();
    bool const on_device = belongs_to_device(graph.offsets.place);
    if (options_.algorithm == BfsAlgorithm::sequential || !graph.has_incoming()) {
      return on_device ? 0 : 1;
    }
    // A graph that lies on the device is not worth moving.
    if (on_device) return 0;
    // Pageable memory moves at a sixth of the speed of pinned memory: cores alone are faster.
    if (!runs_on_host<Device> && graph.neighbours.place != Place::pinned) return 1;
    // Few arcs a vertex are a sign of many levels (a grid, a road network), and each costs two
    // meetings of the sides and an exchange of bitmaps.
    if (has_short_rows(graph.vertices(), graph.arcs())) return alone;
    // Where all degrees are alike, vertices that look for a parent look at more neighbours, which
    // come over the bus: a uniform graph of 2^22 vertices takes 13.4 ms shared, 11.4 copied.
    if (!runs_on_host<Device> && !has_unequal_degrees(graph.offsets)) return alone;
    return host_share(options_.split, tuned_call<Vertex>("bfs", graph.neighbours.place, hybrid_),
                      std::max<std::size_t>(graph.vertices(), 1), untuned_share(graph));
  }

  // One side alone: cores gain nothing by being two sides.
  static constexpr double alone = runs_on_host<Device> ? 1 : 0;

  // Measured beside a device for R-MAT graphs of 2^22 vertices, where 0.1 to 0.3 take 6.5 ms and
  // the better side alone 10.8 (docs/results/graphs.md); level_synchronous was not.
  double untuned_share(Graph const& graph) const {
    bool const was_measured = !runs_on_host<Device> &&
                              options_.algorithm != BfsAlgorithm::level_synchronous &&
                              graph.vertices() >= std::uint64_t(1) << 21;
    return was_measured ? 0.25 : alone;
  }

  void prepare(double share) {
    if (share == 0) {
      if (!device_) device_.emplace(hybrid_.device_alone(), vertices_, arcs_, options_);
    } else if (share == 1) {
      if (!host_) host_.emplace(hybrid_.host_alone(), vertices_, arcs_, options_);
    } else if (!both_) {
      both_.emplace(hybrid_, vertices_, options_);
    }
  }

  BfsAlgorithm shared_algorithm() const {
    return options_.algorithm == BfsAlgorithm::level_synchronous
               ? BfsAlgorithm::level_synchronous
               : BfsAlgorithm::direction_optimising;
  }

  std::size_t run_both(Graph const& graph, RawArray<Vertex const> sources, RawArray<Vertex> level,
                       RawArray<Vertex> parent, double share) {
    check_can_share(graph, share);
    if (options_.prune && !graph.symmetric) {
      throw std::invalid_argument(
          "yoke::bfs: options.prune needs a symmetric graph, and this one is directed");
    }
    auto const host_sources = bring(hybrid_.host(), host_sources_, sources);
    check_sources(hybrid_.host(), host_sources, graph.vertices());
    bool const on_device = belongs_to_device(graph.offsets.place);
    if (options_.validate) {
      on_device ? validate(hybrid_.device(), graph) : validate(hybrid_.host(), graph);
    }
    if (options_.report) *options_.report = {};
    if (graph.vertices() == 0) return 0;
    if (!options_.prune) return search(graph, sources, host_sources, level, parent, share);
    return on_device ? search_pruned(hybrid_.device(), device_pruned_, graph, sources, host_sources,
                                     level, parent, share)
                     : search_pruned(hybrid_.host(), host_pruned_, graph, sources, host_sources,
                                     level, parent, share);
  }

  template <class Space>
  BfsSources<Space, Vertex> bring(Space const& exec, Staging<Space, Vertex>& staging,
                                  RawArray<Vertex const> sources) {
    if (sources.size == 1 && sources.place != Place::device) {
      return BfsSources<Space, Vertex>(*sources.data);
    }
    return BfsSources<Space, Vertex>(staging.bring(exec, sources, "sources", options_.timeline));
  }

  template <class Space>
  static void validate(Space const& exec, Graph const& graph) {
    check_graph<Space>(exec, graph, "offsets", "neighbours");
    if (graph.symmetric) return;
    Graph backwards = graph;
    backwards.offsets = graph.incoming_offsets;
    backwards.neighbours = graph.incoming_neighbours;
    check_graph<Space>(exec, backwards, "incoming offsets", "incoming neighbours");
    check_transposed<Space>(exec, graph);
  }

  std::size_t search(Graph const& graph, RawArray<Vertex const> sources,
                     BfsSources<Host, Vertex> const& host_sources, RawArray<Vertex> level,
                     RawArray<Vertex> parent, double share) {
    auto const device_sources = bring(hybrid_.device(), device_sources_, sources);
    return both_->run(graph, device_sources, host_sources, level, parent, share, options_.timeline);
  }

  // Thesis, Algorithm 16.
  template <class Space>
  std::size_t search_pruned(Space const& exec, Pruned<Space>& pruned, Graph const& graph,
                            RawArray<Vertex const> sources,
                            BfsSources<Host, Vertex> const& host_sources, RawArray<Vertex> level,
                            RawArray<Vertex> parent, double share) {
    constexpr Place place = runs_on_host<Space> ? Place::host : Place::device;
    Lane const lane = runs_on_host<Space> ? Lane::host : Lane::device;
    if (!pruned.pruning) pruned.pruning.emplace(exec, vertices_, arcs_);
    auto const keep = pruned.keep.bring(exec, sources, "sources", options_.timeline);
    auto const levels = level_array(exec, pruned, level, graph.vertices());
    auto const parents = pruned.parents.output(exec, parent, "parent");

    PhaseTimer<Space> timer(exec, options_.report);
    Span pruning(options_.timeline, lane, "prune");
    pruned.pruning->prune(exec, rows_of<Space>(graph), keep,
                          least_worth_a_round(graph.vertices(), options_.least_pruned));
    pruning.finish();
    timer.done("prune");

    Graph rest = graph;
    if (pruned.pruning->removed() > 0) {
      auto const remaining = pruned.pruning->remaining();
      rest.offsets =
          rest.incoming_offsets = {remaining.offsets.data(), remaining.offsets.extent(0), place};
      rest.neighbours = rest.incoming_neighbours = {remaining.neighbours.data(),
                                                    remaining.neighbours.extent(0), place};
    }
    std::size_t reached =
        search(rest, sources, host_sources, {levels.data(), levels.extent(0), place},
               {parents.data(), parents.extent(0), place}, share);
    timer.done("search");

    Span extending(options_.timeline, lane, "reinsert");
    if (pruned.pruning->removed() > 0) {
      pruned.pruning->reinsert(exec, HangFromAnchor<Space, Vertex>{levels, parents});
      reached = count_reached<Space, Vertex>(exec, levels);
    }
    extending.finish();
    timer.done("reinsert");
    pruned.levels.send(exec, level, "level", options_.timeline);
    pruned.parents.send(exec, parent, "parent", options_.timeline);
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

  void report(double share, bool searched, LaneTimes const& times) {
    BfsReport& report = *options_.report;
    if (is_shared(share) && searched) {
      report.algorithm = shared_algorithm();
      report.levels = both_->pace().levels();
      report.bottom_up_levels = both_->pace().bottom_up_levels();
      report.shared_levels = both_->pace().shared_levels();
      report.lone_stretches = both_->pace().lone_stretches();
    }
    report.host_share = share;
    times.write(report);
  }

  Hybrid<Device, Host> const& hybrid_;
  std::size_t vertices_, arcs_;
  BfsOptions options_;
  Timeline own_timeline_;
  std::optional<OneSpaceBfs<Device, Vertex, Offset>> device_;
  std::optional<OneSpaceBfs<Host, Vertex, Offset>> host_;
  std::optional<HybridSearch<Device, Host, Vertex, Offset>> both_;
  Staging<Device, Vertex> device_sources_;
  Staging<Host, Vertex> host_sources_;
  Pruned<Device> device_pruned_;
  Pruned<Host> host_pruned_;
};

}  // namespace yoke::detail
