#pragma once

#include <memory>
#include <optional>

#include "components/fed_afforest.hpp"
#include "components/solver.hpp"
#include "components/split_components.hpp"
#include "components/streamed_components.hpp"
#include "components/ways.hpp"
#include "frame/engine.hpp"

namespace yoke::detail::components {

// Runs a function as if it were an algorithm of one space: what goes on around an algorithm
// (validation, bringing a forest together) then goes on around both sides' work too.
template <class Space, class Vertex, class Offset, class Run>
class AlgorithmOf final : public Algorithm<Space, Vertex, Offset> {
 public:
  explicit AlgorithmOf(Run const& run) : run_(run) {}
  std::size_t run(Problem<Space, Vertex, Offset> const& problem) override { return run_(problem); }

 private:
  Run run_;
};

}  // namespace yoke::detail::components

namespace yoke::detail {

template <class Vertex, class Offset, class Device, class Host>
class HybridSolver<components::Components<Vertex, Offset>, Device, Host> {
  using Capability = components::Components<Vertex, Offset>;
  using Arguments = typename Capability::Arguments;
  using Graph = RawGraph<Vertex, Offset>;

 public:
  HybridSolver(Hybrid<Device, Host> const& hybrid, GraphCapacity const& capacity,
               ComponentsOptions const& options)
      : hybrid_(hybrid), capacity_(capacity), options_(options) {}
  // What runs around both sides' work refers to this.
  HybridSolver(HybridSolver const&) = delete;
  HybridSolver& operator=(HybridSolver const&) = delete;

  void prepare(Way way) {
    if (way == Way::streamed) {
      if (streamed_) return;
      streamed_.emplace(hybrid_,
                        components::StreamedBlocks::longest(capacity_.vertices + capacity_.arcs));
    } else if (is_sampling()) {
      if (!fed_) fed_.emplace(hybrid_, capacity_.vertices, capacity_.arcs);
    } else if (!split_) {
      split_.emplace(hybrid_, capacity_.vertices, capacity_.arcs, options_.algorithm, options_);
    }
  }
  void release(Way way) {
    if (way == Way::streamed) {
      streamed_.reset();
    } else {
      fed_.reset();
      split_.reset();
    }
  }

  std::size_t run(Arguments const& arguments, CallWay const& way) {
    way_ = way;
    if (!options_.validate && !arguments.wants_forest()) return run_both(arguments);
    graph_ = arguments.graph;
    return lies_on_device(graph_) ? run_around(around_device_, hybrid_.device(), arguments)
                                  : run_around(around_host_, hybrid_.host(), arguments);
  }

  ComponentsAlgorithm algorithm() const {
    return is_sampling() ? ComponentsAlgorithm::afforest : options_.algorithm;
  }

 private:
  static constexpr bool device_is_host = runs_on_host<Device>;
  bool is_sampling() const { return WaysOf<Capability>::is_sampling(options_); }

  static bool lies_on_device(Graph const& graph) {
    return !device_is_host && belongs_to_device(graph.offsets.place);
  }
  // Can the device read the neighbours, if slowly, where they are?
  static bool is_readable(Graph const& graph) {
    return device_is_host || graph.neighbours.place != Place::host;
  }

  std::size_t run_both(Arguments const& arguments) {
    auto const& graph = arguments.graph;
    auto const &label = arguments.label, &from = arguments.from, &to = arguments.to;
    if (way_.name == Way::streamed) {
      return streamed_->run(graph, label, from, to, streamed_->is_pageable(graph), options_.report,
                            options_.timeline);
    }
    if (split_)
      return split_->run(graph, label, way_.host_share, options_.report, options_.timeline);
    return fed_->run(
        graph, label, from, to, way_.host_share,
        is_readable(graph) ? components::DeviceRows::in_place : components::DeviceRows::copied,
        options_.report, options_.timeline);
  }

  // On the side that the graph lies on. Both sides' work is what the timeline shows.
  template <class Space>
  std::size_t run_around(OneSidePtr<Capability>& around, Space const& exec,
                         Arguments const& arguments) {
    if (!around) {
      auto const run = [this](components::Problem<Space, Vertex, Offset> const& problem) {
        Place const place = runs_on_host<Space> ? Place::host : Place::device;
        return run_both({graph_, raw(problem.label, place), raw(problem.forest.from, place),
                         raw(problem.forest.to, place)});
      };
      ComponentsOptions options = options_;
      options.timeline = nullptr;
      components::AlgorithmPtr<Space, Vertex, Offset> part =
          std::make_unique<components::AlgorithmOf<Space, Vertex, Offset, decltype(run)>>(run);
      around = make_side_of<Capability>(exec, capacity_, options, Lane::host, algorithm(),
                                        std::move(part));
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

  Hybrid<Device, Host> const& hybrid_;
  GraphCapacity capacity_;
  ComponentsOptions options_;
  CallWay way_{};  // of the call that is running, and its graph
  Graph graph_ = {};
  std::optional<components::FedAfforest<Device, Host, Vertex, Offset>> fed_;
  std::optional<components::SplitComponents<Device, Host, Vertex, Offset>> split_;
  std::optional<components::StreamedComponents<Device, Host, Vertex, Offset>> streamed_;
  OneSidePtr<Capability> around_device_, around_host_;
};

}  // namespace yoke::detail
