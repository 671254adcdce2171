#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>

#include "bfs/hybrid_search.hpp"
#include "bfs/pruned_impl.hpp"
#include "bfs/solver.hpp"
#include "frame/engine.hpp"
#include "frame/tuned_call.hpp"
#include "graphs/short_rows.hpp"

namespace yoke::detail::bfs {

template <class Vertex, class Offset, class Device, class Host>
class HybridBfsSolver {
  using Capability = BreadthFirst<Vertex, Offset>;
  using Arguments = typename Capability::Arguments;
  using Graph = RawGraph<Vertex, Offset>;

 public:
  HybridBfsSolver(Hybrid<Device, Host> const& hybrid, GraphCapacity const& capacity,
                  BfsOptions const& options)
      : hybrid_(hybrid),
        vertices_(capacity.vertices),
        arcs_(capacity.arcs),
        options_(options),
        device_memory_(knows_memory() ? Ledger::left_on_device() : unlimited) {
    auto const course = expected();
    if (course && course->by == Course::By::both) make_both();
  }

  // A graph that the device's memory cannot hold stays where it is, and so does one of which few
  // arcs will be looked at: the device alone reads its rows there, as it does beside the host. A
  // table has no say in the latter: what it calls a share of 0 was measured with copies.
  Course course(Arguments const& arguments) const {
    bool const can_stay = can_read_in_place(arguments.graph);
    if (can_stay && is_read_in_part(arguments.graph)) return {Course::By::both, 0};
    double const share = share_for(arguments.graph);
    if (share != 0 || !is_larger_than_device(arguments)) return Course::of_share(share);
    if (can_stay) return {Course::By::both, 0};
    return Course::of_share(options_.split.is_automatic() ? 1 : 0);
  }
  // Whether the device alone copies the graph or reads it in place depends on where that lies.
  std::optional<Course> expected() const {
    if (options_.split.is_automatic()) return std::nullopt;
    if (options_.split.host_share() == 0 && knows_memory()) return std::nullopt;
    return Course::of_share(options_.split.host_share());
  }

  // Where bitmaps and offsets find no room on the device, the host alone, which does all later such
  // calls of the plan too. A share that was asked for is kept.
  std::size_t run(Arguments const& arguments, Course const& course) {
    if (!host_) {
      try {
        return run_and_report(arguments, course.host_share);
      } catch (DeviceMemoryExceeded const&) {
        if (!options_.split.is_automatic()) throw;
      }
      both_.reset();
      host_ = make_side<Capability>(hybrid_.host_alone(), GraphCapacity{vertices_, arcs_}, options_,
                                    Lane::host);
    }
    if (options_.report) options_.report->host_share = 1;
    return host_->run(arguments);
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

  static constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

  // A driver takes its time to say what is free; graphs with less than 2^30 bytes of arcs find
  // room.
  bool knows_memory() const {
    return !runs_on_host<Device> &&
           (options_.device_memory > 0 || arcs_ >= (std::size_t(1) << 30) / sizeof(Vertex));
  }

  // By what the device alone may take: copies of rows and results, its bitmaps and queues, and a
  // little. What lies there stays.
  bool is_larger_than_device(Arguments const& arguments) const {
    Graph const graph = arguments.graph.with_twins();
    if (belongs_to_device(graph.offsets.place)) return false;
    std::uint64_t const n = graph.vertices(), directions = graph.symmetric ? 1 : 2;
    std::uint64_t const rows = (n + 1) * sizeof(Offset) + graph.arcs() * sizeof(Vertex);
    std::uint64_t const work = 3 * std::max<std::uint64_t>(n, vertices_) * sizeof(Vertex);
    std::uint64_t const results = (arguments.level.size + arguments.parent.size) * sizeof(Vertex);
    return device_memory_ < directions * rows + work + results + (std::uint64_t(1) << 20);
  }

  // Pruned rows are in ordinary memory.
  bool can_read_in_place(Graph const& whole) const {
    if (!whole.has_incoming() || options_.prune) return false;
    Graph const graph = whole.with_twins();
    return options_.algorithm != BfsAlgorithm::sequential &&
           graph.neighbours.place == Place::pinned &&
           graph.incoming_neighbours.place == Place::pinned;
  }

  // Many arcs a vertex are a sign of few levels, of which those bottom-up look at few of them: an
  // R-MAT graph of 2^22 vertices takes 4.4 ms in place, 6.3 shared and 11.1 copied, a uniform one
  // 8.3 in place and 11.6 copied (docs/results/graphs.md). The smallest parents are found by
  // looking at whole rows. Smaller graphs and level_synchronous were not measured. A share of 0
  // that was asked for copies.
  bool is_read_in_part(Graph const& graph) const {
    return !runs_on_host<Device> && options_.split.is_automatic() &&
           options_.algorithm != BfsAlgorithm::level_synchronous &&
           !options_.deterministic_parents && graph.vertices() >= std::uint64_t(1) << 21 &&
           !graphs::has_short_rows(graph.vertices(), graph.arcs());
  }

  // Both sides know a vertex by its arcs from others, so that each finds its own vertices' parents.
  static void check_can_share(Graph const& graph, double share) {
    if (graph.has_incoming()) return;
    throw std::invalid_argument(
        "yoke::bfs: options.split is " + show_number(share) +
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
    // Untuned one side alone: cores gain nothing by being two sides, and a device is faster alone.
    constexpr double alone = runs_on_host<Device> ? 1 : 0;
    // Few arcs a vertex are a sign of many levels (a grid, a road network), and each costs two
    // meetings of the sides and an exchange of bitmaps.
    if (graphs::has_short_rows(graph.vertices(), graph.arcs())) return alone;
    return host_share(options_.split, tuned_call<Vertex>("bfs", graph.neighbours.place, hybrid_),
                      std::max<std::size_t>(graph.vertices(), 1), alone);
  }

  void make_both() {
    if (!both_) both_.emplace(hybrid_, vertices_, options_);
  }

  std::size_t run_and_report(Arguments const& arguments, double share) {
    make_both();
    std::size_t const reached = run_both(arguments, share);
    if (options_.report && arguments.graph.vertices() > 0) {
      report(*options_.report);
      options_.report->rows_in_place = share == 0;
    }
    return reached;
  }

  std::size_t run_both(Arguments const& arguments, double share) {
    Graph const graph = arguments.graph.with_twins();
    check_can_share(graph, share);
    if (options_.prune && !graph.symmetric) {
      throw std::invalid_argument(
          "yoke::bfs: options.prune needs a symmetric graph, and this one is directed");
    }
    auto const host_sources = bring(hybrid_.host(), host_sources_, arguments);
    check_sources(hybrid_.host(), host_sources, graph.vertices());
    bool const on_device = belongs_to_device(graph.offsets.place);
    if (options_.validate) {
      on_device ? check_both_directions(hybrid_.device(), graph)
                : check_both_directions(hybrid_.host(), graph);
    }
    if (graph.vertices() == 0) return 0;
    if (!options_.prune) return search(graph, arguments, host_sources, share);
    return on_device
               ? search_pruned(hybrid_.device(), device_pruned_, arguments, host_sources, share)
               : search_pruned(hybrid_.host(), host_pruned_, arguments, host_sources, share);
  }

  template <class Space>
  BfsSources<Space, Vertex> bring(Space const& exec, Staging<Space, Vertex>& staging,
                                  Arguments const& arguments) {
    if (arguments.has_one_source) return BfsSources<Space, Vertex>(arguments.source);
    return BfsSources<Space, Vertex>(
        staging.bring(exec, arguments.sources, "sources", options_.timeline));
  }

  // The graph may be what is left of that of the arguments.
  std::size_t search(Graph const& graph, Arguments const& arguments,
                     BfsSources<Host, Vertex> const& host_sources, double share) {
    auto const device_sources = bring(hybrid_.device(), device_sources_, arguments);
    return both_->run(graph, device_sources, host_sources, arguments.level, arguments.parent, share,
                      options_.timeline);
  }

  // Thesis, Algorithm 16.
  template <class Space>
  std::size_t search_pruned(Space const& exec, Pruned<Space>& pruned, Arguments const& arguments,
                            BfsSources<Host, Vertex> const& host_sources, double share) {
    Graph const graph = arguments.graph.with_twins();
    RawArray<Vertex const> const sources =
        arguments.has_one_source ? RawArray<Vertex const>{&arguments.source, 1, Place::host}
                                 : arguments.sources;
    constexpr Place place = runs_on_host<Space> ? Place::host : Place::device;
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
      rest.offsets =
          rest.incoming_offsets = {remaining.offsets.data(), remaining.offsets.extent(0), place};
      rest.neighbours = rest.incoming_neighbours = {remaining.neighbours.data(),
                                                    remaining.neighbours.extent(0), place};
    }
    Arguments here = arguments;
    here.level = {levels.data(), levels.extent(0), place};
    here.parent = {parents.data(), parents.extent(0), place};
    std::size_t reached = search(rest, here, host_sources, share);
    timer.done("search");

    Span extending(options_.timeline, lane, "reinsert");
    if (pruned.pruning->removed() > 0) {
      pruned.pruning->reinsert(exec, HangFromAnchor<Space, Vertex>{levels, parents});
      reached = count_reached<Space, Vertex>(exec, levels);
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
  std::size_t device_memory_;
  std::optional<HybridSearch<Device, Host, Vertex, Offset>> both_;
  Staging<Device, Vertex> device_sources_;
  Staging<Host, Vertex> host_sources_;
  Pruned<Device> device_pruned_;
  Pruned<Host> host_pruned_;
  OneSidePtr<Capability> host_;
};

}  // namespace yoke::detail::bfs

namespace yoke::detail {

template <class Vertex, class Offset, class Device, class Host>
class HybridSolver<bfs::BreadthFirst<Vertex, Offset>, Device, Host>
    : public bfs::HybridBfsSolver<Vertex, Offset, Device, Host> {
  using bfs::HybridBfsSolver<Vertex, Offset, Device, Host>::HybridBfsSolver;
};

}  // namespace yoke::detail
