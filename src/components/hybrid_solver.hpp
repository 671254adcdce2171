#pragma once

#include <limits>
#include <memory>
#include <optional>

#include "components/fed_afforest.hpp"
#include "components/solver.hpp"
#include "components/split_components.hpp"
#include "components/streamed_components.hpp"
#include "frame/engine.hpp"
#include "frame/tuned_call.hpp"
#include "graphs/short_rows.hpp"

namespace yoke::detail::components {

// Runs a function as if it were an algorithm of one space: what goes on around an algorithm
// (validation, pruning, bringing a forest together) then goes on around both sides' work too.
template <class Space, class Vertex, class Offset, class Run>
class FinderOf final : public ComponentsFinder<Space, Vertex, Offset> {
 public:
  explicit FinderOf(Run const& run) : run_(run) {}
  std::size_t run(ComponentsProblem<Space, Vertex, Offset> const& problem) override {
    return run_(problem);
  }

 private:
  Run run_;
};

template <class Vertex, class Offset, class Device, class Host>
class HybridComponentsSolver {
  using Capability = Components<Vertex, Offset>;
  using Arguments = typename Capability::Arguments;
  using Graph = RawGraph<Vertex, Offset>;

 public:
  HybridComponentsSolver(Hybrid<Device, Host> const& hybrid, GraphCapacity const& capacity,
                         ComponentsOptions const& options)
      : hybrid_(hybrid),
        capacity_(capacity),
        options_(options),
        device_memory_(knows_memory() ? Ledger::left_on_device() : unlimited) {
    auto const course = expected();
    if (course && course->by == Course::By::both) make_both();
  }
  // What runs around both sides' work refers to this.
  HybridComponentsSolver(HybridComponentsSolver const&) = delete;
  HybridComponentsSolver& operator=(HybridComponentsSolver const&) = delete;

  // The device alone reads pinned rows where they are, as it does beside the host.
  Course course(Arguments const& arguments) const {
    Graph const& graph = arguments.graph;
    double const share = share_for(graph, arguments.wants_forest());
    if (is_streamed(arguments, share)) return {Course::By::both, 0};
    bool const reads_pinned =
        is_afforest() && graph.neighbours.place == Place::pinned && !is_copied_first(graph);
    if (share == 0 && reads_pinned) return {Course::By::both, 0};
    return Course::of_share(share);
  }

  // Whether the device reads rows in place depends on where they lie.
  std::optional<Course> expected() const {
    if (options_.split.is_automatic() || options_.split.host_share() == 0) return std::nullopt;
    return Course::of_share(options_.split.host_share());
  }

  std::size_t run(Arguments const& arguments, Course const& course) {
    share_ = course.host_share;
    streams_ = is_streamed(arguments, share_);
    if (streams_) return run_in_little_memory(arguments);
    make_both();
    return run_around(arguments);
  }

  ComponentsAlgorithm algorithm() const {
    return is_afforest() ? ComponentsAlgorithm::afforest : options_.algorithm;
  }

 private:
  static constexpr bool device_is_host = runs_on_host<Device>;
  static constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

  // A driver takes its time to say what is free; graphs with less than 2^30 bytes of arcs find
  // room.
  bool knows_memory() const {
    return !device_is_host && (options_.device_memory > 0 ||
                               capacity_.arcs >= (std::size_t(1) << 30) / sizeof(Vertex));
  }

  // What sampling may take on the device: the graph, offsets twice, labels and what was put aside;
  // a forest's edges and free places; marks of long rows, and a little.
  static std::uint64_t bytes_of_sampling(Arguments const& arguments) {
    std::uint64_t const n = arguments.graph.vertices(), arcs = arguments.graph.arcs();
    std::uint64_t const words = arguments.wants_forest() ? 6 : 3;
    return 2 * (n + 1) * sizeof(Offset) + (words * n + arcs + arcs / 128) * sizeof(Vertex) +
           (std::uint64_t(1) << 20);
  }

  // Is this for the device alone, and larger than what it may take? What lies there stays.
  bool is_streamed(Arguments const& arguments, double share) const {
    Graph const& graph = arguments.graph;
    auto const is_on_host = [](Place place) {
      return place == Place::host || place == Place::pinned;
    };
    bool const may_be_device_alone = share == 0 || (share < 1 && options_.split.is_automatic());
    return is_afforest() && may_be_device_alone && is_on_host(graph.offsets.place) &&
           is_on_host(graph.neighbours.place) && device_memory_ < bytes_of_sampling(arguments);
  }

  // Where the labels and the blocks find no room on the device, the host alone, which does all
  // later such calls of the plan too. A share of 0 that was asked for is kept.
  std::size_t run_in_little_memory(Arguments const& arguments) {
    if (!host_) {
      try {
        if (!streamed_) {
          streamed_.emplace(hybrid_, StreamedBlocks::longest(capacity_.vertices + capacity_.arcs));
        }
        return run_around(arguments);
      } catch (DeviceMemoryExceeded const&) {
        streamed_.reset();
        if (!options_.split.is_automatic()) throw;
      }
      host_ = make_side<Capability>(hybrid_.host_alone(), capacity_, options_, Lane::host);
    }
    if (options_.report) options_.report->host_share = 1;
    return host_->run(arguments);
  }

  std::size_t run_around(Arguments const& arguments) {
    if (!options_.prune && !options_.validate && !arguments.wants_forest()) {
      return run_both(arguments);
    }
    graph_ = arguments.graph;
    return lies_on_device(graph_) ? run_around(around_device_, hybrid_.device(), arguments)
                                  : run_around(around_host_, hybrid_.host(), arguments);
  }

  bool can_split() const {
    return entry_of<Capability>(options_.algorithm).strategy != Strategy::alone;
  }
  bool is_afforest() const {
    return options_.algorithm == ComponentsAlgorithm::automatic ||
           options_.algorithm == ComponentsAlgorithm::afforest;
  }

  static bool lies_on_device(Graph const& graph) {
    return !device_is_host && belongs_to_device(graph.offsets.place);
  }
  // Can the device read the neighbours, if slowly, where they are?
  static bool is_readable(Graph const& graph) {
    return device_is_host || graph.neighbours.place != Place::host;
  }

  // The host's share. A graph on the device is best left there. The tuner measures sampling.
  double share_for(Graph const& graph, bool forest) const {
    if (graph.vertices() < 2) return 0;
    // The thesis's cross edges lose their end points; a forest is found by the device alone.
    bool const joins_labels = !is_afforest();
    double share = 0;
    if (!options_.split.is_automatic()) {
      share = options_.split.host_share();
    } else if (!can_split()) {
      share = 1;
    } else if (joins_labels) {
      share = alone;
    } else if (!lies_on_device(graph) && !is_copied_first(graph)) {
      auto const call = tuned_call<Vertex>("connected_components", graph.neighbours.place, hybrid_);
      share = host_share(options_.split, call, graph.vertices(), untuned_share(graph));
    }
    return forest && joins_labels && share < 1 ? 0 : share;
  }

  // One side alone: cores gain nothing by being two sides. Soman's algorithm with a share for the
  // cores lost to the device alone at every size (docs/results/graphs.md).
  static constexpr double alone = device_is_host ? 1 : 0;

  // Pinned rows the device reads in place, and cores gain nothing beside it: R-MAT graphs of 2^22
  // vertices take 2.6 ms with 0 and 3.1 with 0.2, uniform ones 7.2, and 7.0 to 7.2 (docs/results/
  // graphs.md). For pageable memory there is an estimate alone: it moves at 9 GB/s, and 16 cores
  // take 3.5 ns a vertex; so few arcs are worth moving.
  double untuned_share(Graph const& graph) const {
    if (device_is_host || is_readable(graph)) return alone;
    return graph.arcs() <= 4 * graph.vertices() ? 0 : 1;
  }

  // Pinned rows so short that to copy them all beats reading some in place, whatever a table that
  // was made with longer rows says.
  static bool is_copied_first(Graph const& graph) {
    return !device_is_host && graph.neighbours.place == Place::pinned &&
           graphs::has_short_rows(graph.vertices(), graph.arcs());
  }

  void make_both() {
    if (is_afforest()) {
      if (!fed_) fed_.emplace(hybrid_, capacity_.vertices, capacity_.arcs);
    } else if (!split_) {
      ComponentsOptions options = options_;
      options.prune = false;
      split_.emplace(hybrid_, capacity_.vertices, capacity_.arcs, options_.algorithm, options);
    }
  }

  std::size_t run_both(Arguments const& arguments) {
    auto const& graph = arguments.graph;
    auto const &label = arguments.label, &from = arguments.from, &to = arguments.to;
    if (streams_) {
      return streamed_->run(graph, label, from, to, streamed_->is_pageable(graph), options_.report,
                            options_.timeline);
    }
    if (split_) return split_->run(graph, label, share_, options_.report, options_.timeline);
    return fed_->run(graph, label, from, to, share_,
                     is_readable(graph) ? DeviceRows::in_place : DeviceRows::copied,
                     options_.report, options_.timeline);
  }

  // On the side that the graph lies on. Both sides' work is what the timeline shows.
  template <class Space>
  std::size_t run_around(OneSidePtr<Capability>& around, Space const& exec,
                         Arguments const& arguments) {
    if (!around) {
      auto const run = [this](ComponentsProblem<Space, Vertex, Offset> const& problem) {
        Place const place = runs_on_host<Space> ? Place::host : Place::device;
        return run_both({whole_or_pruned(problem.graph, place), raw(problem.label, place),
                         raw(problem.forest.from, place), raw(problem.forest.to, place)});
      };
      ComponentsOptions options = options_;
      options.timeline = nullptr;
      ComponentsFinderPtr<Space, Vertex, Offset> finder =
          std::make_unique<FinderOf<Space, Vertex, Offset, decltype(run)>>(run);
      around = make_side_of<Capability>(exec, capacity_, options, Lane::host, algorithm(),
                                        std::move(finder));
    }
    return around->run(arguments);
  }

  template <class T, class V>
  static RawArray<T> raw_of(V const& array, Place place) {
    return {array.data(), array.extent(0), place};
  }
  template <class V>
  static RawArray<Vertex> raw(V const& array, Place place) {
    return raw_of<Vertex>(array, place);
  }

  // The caller's graph, which may be pinned, or what is left of it in ordinary memory.
  template <class Space>
  Graph whole_or_pruned(CsrView<Space, Vertex, Offset> const& rows, Place place) const {
    if (rows.neighbours.data() == graph_.neighbours.data) return graph_;
    auto const offsets = raw_of<Offset const>(rows.offsets, place);
    auto const neighbours = raw_of<Vertex const>(rows.neighbours, place);
    return {offsets, neighbours, offsets, neighbours, true};
  }

  Hybrid<Device, Host> const& hybrid_;
  GraphCapacity capacity_;
  ComponentsOptions options_;
  std::size_t device_memory_;
  double share_ = 0;  // of the call that is running, and its graph
  bool streams_ = false;
  Graph graph_ = {};
  std::optional<FedAfforest<Device, Host, Vertex, Offset>> fed_;
  std::optional<SplitComponents<Device, Host, Vertex, Offset>> split_;
  std::optional<StreamedComponents<Device, Host, Vertex, Offset>> streamed_;
  OneSidePtr<Capability> around_device_, around_host_, host_;
};

}  // namespace yoke::detail::components

namespace yoke::detail {

template <class Vertex, class Offset, class Device, class Host>
class HybridSolver<components::Components<Vertex, Offset>, Device, Host>
    : public components::HybridComponentsSolver<Vertex, Offset, Device, Host> {
  using components::HybridComponentsSolver<Vertex, Offset, Device, Host>::HybridComponentsSolver;
};

}  // namespace yoke::detail
