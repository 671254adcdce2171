#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "yoke/detail/components/connector_impl.hpp"
#include "yoke/detail/components/fed_sampling.hpp"
#include "yoke/detail/components/split_components.hpp"
#include "yoke/detail/graphs/degree_sample.hpp"
#include "yoke/detail/lane_times.hpp"
#include "yoke/detail/tuned_call.hpp"

namespace yoke::detail {

inline bool can_split(ComponentsAlgorithm algorithm) {
  return algorithm != ComponentsAlgorithm::sequential;
}
inline bool is_sampling(ComponentsAlgorithm algorithm) {
  return algorithm == ComponentsAlgorithm::automatic || algorithm == ComponentsAlgorithm::sampling;
}

// Runs a function as if it were an algorithm of one space: what goes on around an algorithm
// (validation, pruning, bringing a forest together) then goes on around both sides' work too.
template <class Space, class Vertex, class Offset, class Run>
class FinderOf final : public ComponentsFinder<Space, Vertex, Offset> {
 public:
  explicit FinderOf(Run const& run) : run_(run) {}
  std::size_t run(ComponentsProblem<Space, Vertex, Offset> const& problem) override {
    return run_(problem);
  }
  std::size_t workspace_bytes() const override { return 0; }

 private:
  Run run_;
};

// Each way of running is made when it is first wanted: it depends on the size, and on where the
// graph lies.
template <class Device, class Host, class Vertex, class Offset>
class ComponentsEngine<Hybrid<Device, Host>, Vertex, Offset> {
  using Graph = RawGraph<Vertex, Offset>;

 public:
  ComponentsEngine(Hybrid<Device, Host> const& hybrid, std::size_t vertices, std::size_t arcs,
                   ComponentsOptions const& options)
      : hybrid_(hybrid), vertices_(vertices), arcs_(arcs), options_(options) {
    // What both sides record is in the report too.
    if (options.report && !options.timeline) options_.timeline = &own_timeline_;
    if (options.split.is_automatic()) return;
    double const share = options.split.host_share();
    if (share > 0 && share < 1 && !can_split(options.algorithm)) {
      throw std::invalid_argument("yoke::connected_components: options.split is " +
                                  std::to_string(share) + ", but " +
                                  std::string(to_string(options.algorithm)) +
                                  " runs on one side: use 0 or 1, or another algorithm");
    }
    if (share == 1) {
      make_host();
    } else if (share > 0) {
      make_both();
    }
  }
  // What runs around both sides' work refers to this.
  ComponentsEngine(ComponentsEngine const&) = delete;
  ComponentsEngine& operator=(ComponentsEngine const&) = delete;

  std::size_t run(Graph const& graph, RawArray<Vertex> label, RawArray<Vertex> from,
                  RawArray<Vertex> to) {
    bool const forest = from.data != nullptr;
    double const share = share_for(graph, forest);
    own_timeline_.clear();
    LaneTimes const times(options_.timeline);
    std::size_t const count = run_with(share, graph, label, from, to);
    if (options_.report) report(share, times);
    return count;
  }

  ComponentsAlgorithm algorithm() const {
    if (device_) return device_->algorithm();
    if (host_) return host_->algorithm();
    return chosen();
  }

  std::size_t workspace_bytes() const {
    return bytes_of(device_) + bytes_of(host_) + bytes_of(around_host_) + bytes_of(around_device_) +
           bytes_of(fed_) + bytes_of(split_);
  }

 private:
  static constexpr bool device_is_host = runs_on_host<Device>;

  template <class Part>
  static std::size_t bytes_of(std::optional<Part> const& part) {
    return part ? part->workspace_bytes() : 0;
  }

  ComponentsAlgorithm chosen() const {
    return is_sampling(options_.algorithm) ? ComponentsAlgorithm::sampling : options_.algorithm;
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
    bool const joins_labels = !is_sampling(options_.algorithm);
    double share = 0;
    if (!options_.split.is_automatic()) {
      share = options_.split.host_share();
    } else if (!can_split(options_.algorithm)) {
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

  // Measured in pinned memory, where both sides read rows at once: R-MAT graphs of 2^22 vertices
  // take 2.2 to 3.0 ms with 0.4, 2.4 with 0; graphs of 10^6 vertices 0.82 and 0.97. Short rows are
  // copied, 7.5 ms for a grid of 2^24 vertices where a share of 0.4 takes 9.7. For pageable memory
  // there is an estimate alone: it moves at 9 GB/s, and 16 cores take 3.5 ns a vertex; so few arcs
  // are worth moving.
  double untuned_share(Graph const& graph) const {
    std::uint64_t const n = graph.vertices();
    if (device_is_host) return alone;
    if (!is_readable(graph)) return graph.arcs() <= 4 * n ? 0 : 1;
    return graph.neighbours.place == Place::pinned && n >= 1000000 ? 0.4 : alone;
  }

  // Pinned rows so short that to copy them all beats reading some in place, whatever a table that
  // was made with longer rows says.
  static bool is_copied_first(Graph const& graph) {
    return !device_is_host && graph.neighbours.place == Place::pinned &&
           has_short_rows(graph.vertices(), graph.arcs());
  }

  std::size_t run_with(double share, Graph const& graph, RawArray<Vertex> label,
                       RawArray<Vertex> from, RawArray<Vertex> to) {
    if (share == 1) {
      make_host();
      return host_->run(graph, label, from, to, options_.timeline, Lane::host);
    }
    bool const reads_pinned = is_sampling(options_.algorithm) &&
                              graph.neighbours.place == Place::pinned && !is_copied_first(graph);
    if (share == 0 && !reads_pinned) {
      if (!device_) device_.emplace(hybrid_.device_alone(), vertices_, arcs_, options_);
      return device_->run(graph, label, from, to, options_.timeline, Lane::device);
    }
    make_both();
    share_ = share;
    if (!options_.prune && !options_.validate && from.data == nullptr) {
      return run_both(graph, label, from, to);
    }
    graph_ = graph;
    if (lies_on_device(graph)) {
      return run_around<Device>(around_device_, hybrid_.device(), graph, label, from, to);
    }
    return run_around<Host>(around_host_, hybrid_.host(), graph, label, from, to);
  }

  void make_host() {
    if (!host_) host_.emplace(hybrid_.host_alone(), vertices_, arcs_, options_);
  }
  void make_both() {
    if (is_sampling(options_.algorithm)) {
      if (!fed_) fed_.emplace(hybrid_, vertices_, arcs_);
    } else if (!split_) {
      ComponentsOptions options = options_;
      options.prune = false;
      split_.emplace(hybrid_, vertices_, arcs_, options_.algorithm, options);
    }
  }

  std::size_t run_both(Graph const& graph, RawArray<Vertex> label, RawArray<Vertex> from,
                       RawArray<Vertex> to) {
    if (split_) return split_->run(graph, label, share_, options_.report, options_.timeline);
    return fed_->run(graph, label, from, to, share_,
                     is_readable(graph) ? DeviceRows::in_place : DeviceRows::copied,
                     options_.report, options_.timeline);
  }

  // On the side that the graph lies on.
  template <class Space>
  std::size_t run_around(std::optional<OneSpaceConnector<Space, Vertex, Offset>>& around,
                         Space const& exec, Graph const& graph, RawArray<Vertex> label,
                         RawArray<Vertex> from, RawArray<Vertex> to) {
    if (!around) {
      auto const run = [this](ComponentsProblem<Space, Vertex, Offset> const& problem) {
        Place const place = runs_on_host<Space> ? Place::host : Place::device;
        return run_both(whole_or_pruned(problem.graph, place), raw(problem.label, place),
                        raw(problem.forest.from, place), raw(problem.forest.to, place));
      };
      around.emplace(exec, vertices_, arcs_, options_, chosen(),
                     std::make_unique<FinderOf<Space, Vertex, Offset, decltype(run)>>(run));
    }
    return around->run(graph, label, from, to, nullptr,
                       runs_on_host<Space> ? Lane::host : Lane::device);
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
  Graph whole_or_pruned(Rows<Space, Vertex, Offset> const& rows, Place place) const {
    if (rows.neighbours.data() == graph_.neighbours.data) return graph_;
    auto const offsets = raw_of<Offset const>(rows.offsets, place);
    auto const neighbours = raw_of<Vertex const>(rows.neighbours, place);
    return {offsets, neighbours, offsets, neighbours, true};
  }

  void report(double share, LaneTimes const& times) {
    options_.report->algorithm = share == 1              ? host_->algorithm()
                                 : share == 0 && device_ ? device_->algorithm()
                                                         : chosen();
    options_.report->host_share = share;
    times.write(*options_.report);
  }

  Hybrid<Device, Host> const& hybrid_;
  std::size_t vertices_, arcs_;
  ComponentsOptions options_;
  Timeline own_timeline_;
  double share_ = 0;  // of the call that is running, and its graph
  Graph graph_ = {};
  std::optional<OneSpaceConnector<Device, Vertex, Offset>> device_, around_device_;
  std::optional<OneSpaceConnector<Host, Vertex, Offset>> host_, around_host_;
  std::optional<FedSampling<Device, Host, Vertex, Offset>> fed_;
  std::optional<SplitComponents<Device, Host, Vertex, Offset>> split_;
};

}  // namespace yoke::detail
