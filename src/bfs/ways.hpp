#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "frame/tuned_call.hpp"
#include "frame/ways.hpp"
#include "graphs/short_rows.hpp"
#include "yoke/detail/bfs/capability.hpp"

namespace yoke::detail {

// A graph of which few arcs will be looked at stays where it is: the device alone reads its rows
// there, as it does beside the host. So does one that the device's memory cannot hold.
template <class Vertex, class Offset>
struct WaysOf<bfs::BreadthFirst<Vertex, Offset>> {
  using Capability = bfs::BreadthFirst<Vertex, Offset>;
  using Arguments = typename Capability::Arguments;
  using Capacity = typename Capability::Capacity;
  using Graph = RawGraph<Vertex, Offset>;

  static Ways of(Arguments const& arguments, Capacity const& capacity, BfsOptions const& options,
                 NodeSides const& sides) {
    Graph const graph = arguments.graph.with_shared_incoming();
    bool const can_stay = can_read_in_place(graph, options);
    bool const may_fall_to_host = options.split.is_automatic();
    // A table has no say in this: what it calls a share of 0 was measured with copies.
    if (can_stay && is_read_in_part(graph, options, sides)) {
      return Ways(CallWay{Way::in_place}).then({Way::host, 1});
    }
    CallWay way = CallWay::of_share(share_for(graph, options, sides));
    bool const copies = way.name == Way::device && !belongs_to_device(graph.offsets.place);
    if (copies) way.device_bytes = bytes_of_copy(arguments, graph, capacity);
    Ways ways = way;
    if (copies && can_stay) ways.then({Way::in_place});
    bool const is_moved = way.name == Way::both || copies;
    if (is_moved && may_fall_to_host) ways.then({Way::host, 1});
    return ways;
  }

  // Whether the device alone copies the graph or reads it in place depends on where that lies.
  static std::optional<Way> expected(Capacity const& capacity, BfsOptions const& options,
                                     NodeSides const& sides) {
    auto const way = way_of(options.split);
    bool const is_bounded =
        !sides.device_is_host && (options.device_memory > 0 || is_large(capacity));
    return way == Way::device && is_bounded ? std::nullopt : way;
  }

  // Graphs with less than 2^30 bytes of arcs find room.
  static bool is_large(Capacity const& capacity) {
    return capacity.arcs >= (std::size_t(1) << 30) / sizeof(Vertex);
  }

 private:
  // What the device alone may take: copies of rows and results, its bitmaps and queues, and a
  // little.
  static std::uint64_t bytes_of_copy(Arguments const& arguments, Graph const& graph,
                                     Capacity const& capacity) {
    std::uint64_t const n = graph.vertices(), directions = graph.symmetric ? 1 : 2;
    std::uint64_t const rows = (n + 1) * sizeof(Offset) + graph.arcs() * sizeof(Vertex);
    std::uint64_t const work = 3 * std::max<std::uint64_t>(n, capacity.vertices) * sizeof(Vertex);
    std::uint64_t const results = (arguments.level.size + arguments.parent.size) * sizeof(Vertex);
    return directions * rows + work + results + (std::uint64_t(1) << 20);
  }

  static bool can_read_in_place(Graph const& graph, BfsOptions const& options) {
    return graph.has_incoming() && options.algorithm != BfsAlgorithm::sequential &&
           graph.neighbours.place == Place::pinned &&
           graph.incoming_neighbours.place == Place::pinned;
  }

  // Many arcs a vertex are a sign of few levels, of which those bottom-up look at few of them: an
  // R-MAT graph of 2^22 vertices takes 4.4 ms in place, 6.3 shared and 11.1 copied, a uniform one
  // 8.3 in place and 11.6 copied (docs/results/graphs.md). The smallest parents are found by
  // looking at whole rows. Smaller graphs and level_synchronous were not measured. A share of 0
  // that was asked for copies.
  static bool is_read_in_part(Graph const& graph, BfsOptions const& options,
                              NodeSides const& sides) {
    return !sides.device_is_host && options.split.is_automatic() &&
           options.algorithm != BfsAlgorithm::level_synchronous && !options.deterministic_parents &&
           graph.vertices() >= std::uint64_t(1) << 21 &&
           !graphs::has_short_rows(graph.vertices(), graph.arcs());
  }

  static double share_for(Graph const& graph, BfsOptions const& options, NodeSides const& sides) {
    if (!options.split.is_automatic()) return options.split.host_share();
    bool const on_device = belongs_to_device(graph.offsets.place);
    if (options.algorithm == BfsAlgorithm::sequential || !graph.has_incoming()) {
      return on_device ? 0 : 1;
    }
    // A graph that lies on the device is not worth moving.
    if (on_device) return 0;
    // Pageable memory moves at a sixth of the speed of pinned memory: cores alone are faster.
    if (!sides.device_is_host && graph.neighbours.place != Place::pinned) return 1;
    // Few arcs a vertex are a sign of many levels (a grid, a road network), and each costs two
    // meetings of the sides and an exchange of bitmaps.
    if (graphs::has_short_rows(graph.vertices(), graph.arcs())) return sides.alone();
    return host_share(options.split, tuned_graph_call<Vertex>("bfs", graph, sides),
                      std::max<std::size_t>(graph.vertices(), 1), sides.alone());
  }
};

}  // namespace yoke::detail
