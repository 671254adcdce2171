#pragma once

#include "frame/ways.hpp"
#include "yoke/detail/distances/capability.hpp"

namespace yoke::detail {

// Without a share that was asked for, one side works alone: nobody has measured a better one.
template <class Options>
Ways ways_of_searches(Options const& options, NodeSides const& sides) {
  if (!options.split.is_automatic()) return CallWay::of_share(options.split.host_share());
  Ways ways(CallWay::of_share(sides.alone()));
  return ways[0].name == Way::device ? ways.then({Way::host, 1}) : ways;
}

template <class Vertex, class Offset, class Weight>
struct WaysOf<distances::Eccentricities<Vertex, Offset, Weight>> {
  using Capability = distances::Eccentricities<Vertex, Offset, Weight>;
  static Ways of(typename Capability::Arguments const&, GraphCapacity const&,
                 EccentricitiesOptions const& options, NodeSides const& sides) {
    return ways_of_searches(options, sides);
  }
};
template <class Vertex, class Offset, class Weight>
struct WaysOf<distances::Closeness<Vertex, Offset, Weight>> {
  using Capability = distances::Closeness<Vertex, Offset, Weight>;
  static Ways of(typename Capability::Arguments const&, GraphCapacity const&,
                 ClosenessOptions const& options, NodeSides const& sides) {
    return ways_of_searches(options, sides);
  }
};

}  // namespace yoke::detail
