#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "frame/capability_use.hpp"
#include "frame/tuned_call.hpp"
#include "frame/ways.hpp"
#include "graphs/short_rows.hpp"
#include "yoke/detail/components/capability.hpp"

namespace yoke::detail {

// Sampling by the device alone reads pinned rows where they are, as it does beside the host. Rows
// in host memory that the device's cannot hold go through it once.
template <class Vertex, class Offset>
struct WaysOf<components::Components<Vertex, Offset>> {
  using Capability = components::Components<Vertex, Offset>;
  using Arguments = typename Capability::Arguments;
  using Capacity = typename Capability::Capacity;
  using Graph = RawGraph<Vertex, Offset>;

  static Ways of(Arguments const& arguments, Capacity const&, ComponentsOptions const& options,
                 NodeSides const& sides) {
    Graph const& graph = arguments.graph;
    CallWay way = CallWay::of_share(share_for(graph, arguments.wants_forest(), options, sides));
    bool const reads_pinned = is_sampling(options) && graph.neighbours.place == Place::pinned &&
                              !is_copied_first(graph, sides);
    bool const may_be_device_alone =
        way.name == Way::device || (way.name == Way::both && options.split.is_automatic());
    if (way.name == Way::device && reads_pinned) way.name = Way::in_place;
    if (!is_sampling(options) || !may_be_device_alone || !is_on_host(graph)) return way;
    way.device_bytes = bytes_of_sampling(arguments);
    Ways ways = way;
    ways.then({Way::streamed});
    if (options.split.is_automatic()) ways.then({Way::host, 1});
    return ways;
  }

  // Whether the device reads rows in place depends on where they lie.
  static std::optional<Way> expected(Capacity const&, ComponentsOptions const& options,
                                     NodeSides const&) {
    auto const way = way_of(options.split);
    return way == Way::device ? std::nullopt : way;
  }

  // Graphs with less than 2^30 bytes of arcs find room.
  static bool is_large(Capacity const& capacity) {
    return capacity.arcs >= (std::size_t(1) << 30) / sizeof(Vertex);
  }

  static bool is_sampling(ComponentsOptions const& options) {
    return options.algorithm == ComponentsAlgorithm::automatic ||
           options.algorithm == ComponentsAlgorithm::afforest;
  }

 private:
  // What sampling may take on the device: the graph, offsets twice, labels and what was put aside;
  // a forest's edges and free places; marks of long rows, and a little.
  static std::uint64_t bytes_of_sampling(Arguments const& arguments) {
    std::uint64_t const n = arguments.graph.vertices(), arcs = arguments.graph.arcs();
    std::uint64_t const words = arguments.wants_forest() ? 6 : 3;
    return 2 * (n + 1) * sizeof(Offset) + (words * n + arcs + arcs / 128) * sizeof(Vertex) +
           (std::uint64_t(1) << 20);
  }

  static bool is_on_host(Graph const& graph) {
    auto const is_there = [](Place place) {
      return place == Place::host || place == Place::pinned;
    };
    return is_there(graph.offsets.place) && is_there(graph.neighbours.place);
  }

  // The host's share. A graph on the device is best left there. The tuner measures sampling.
  static double share_for(Graph const& graph, bool forest, ComponentsOptions const& options,
                          NodeSides const& sides) {
    if (graph.vertices() < 2) return 0;
    bool const can_split = entry_of<Capability>(options.algorithm).strategy != Strategy::alone;
    bool const lies_on_device = !sides.device_is_host && belongs_to_device(graph.offsets.place);
    // The thesis's cross edges lose their end points; a forest is found by the device alone.
    bool const joins_labels = !is_sampling(options);
    double share = 0;
    if (!options.split.is_automatic()) {
      share = options.split.host_share();
    } else if (!can_split) {
      share = 1;
    } else if (joins_labels) {
      // Soman's algorithm with a share for the cores lost to the device alone at every size
      // (docs/results/graphs.md).
      share = sides.alone();
    } else if (!lies_on_device && !is_copied_first(graph, sides)) {
      share =
          host_share(options.split, tuned_graph_call<Vertex>("connected_components", graph, sides),
                     graph.vertices(), untuned_share(graph, sides));
    }
    return forest && joins_labels && share < 1 ? 0 : share;
  }

  // Pinned rows the device reads in place, and cores gain nothing beside it: R-MAT graphs of 2^22
  // vertices take 2.6 ms with 0 and 3.1 with 0.2, uniform ones 7.2, and 7.0 to 7.2 (docs/results/
  // graphs.md). For pageable memory there is an estimate alone: it moves at 9 GB/s, and 16 cores
  // take 3.5 ns a vertex; so few arcs are worth moving.
  static double untuned_share(Graph const& graph, NodeSides const& sides) {
    if (sides.device_is_host || graph.neighbours.place != Place::host) return sides.alone();
    return graph.arcs() <= 4 * graph.vertices() ? 0 : 1;
  }

  // Pinned rows so short that to copy them all beats reading some in place, whatever a table that
  // was made with longer rows says.
  static bool is_copied_first(Graph const& graph, NodeSides const& sides) {
    return !sides.device_is_host && graph.neighbours.place == Place::pinned &&
           graphs::has_short_rows(graph.vertices(), graph.arcs());
  }
};

}  // namespace yoke::detail
