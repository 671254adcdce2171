#pragma once

#include "frame/ways.hpp"
#include "yoke/detail/shortest_paths/capability.hpp"

namespace yoke::detail {

// One side alone: the one that holds the graph, unless the other is asked for.
template <class Vertex, class Offset, class Weight>
struct WaysOf<shortest_paths::ShortestPaths<Vertex, Offset, Weight>> {
  using Capability = shortest_paths::ShortestPaths<Vertex, Offset, Weight>;

  static Ways of(typename Capability::Arguments const& arguments, GraphCapacity const&,
                 ShortestPathsOptions const& options, NodeSides const&) {
    if (!options.split.is_automatic()) return CallWay::of_share(options.split.host_share());
    return CallWay::of_share(belongs_to_device(arguments.graph.offsets.place) ? 0 : 1);
  }
};

}  // namespace yoke::detail
