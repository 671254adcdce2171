#pragma once

#include "frame/engine.hpp"
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

// No way is of both sides.
template <class Vertex, class Offset, class Weight, class Device, class Host>
class HybridSolver<shortest_paths::ShortestPaths<Vertex, Offset, Weight>, Device, Host> {
  using Capability = shortest_paths::ShortestPaths<Vertex, Offset, Weight>;

 public:
  HybridSolver(Hybrid<Device, Host> const&, GraphCapacity const&,
               ShortestPathsOptions const& options)
      : algorithm_(options.algorithm) {}

  void prepare(Way) {}
  std::size_t run(typename Capability::Arguments const&, CallWay const&) {
    throw std::logic_error("yoke::shortest_paths: one side alone works");
  }
  // Before a call has chosen its side.
  ShortestPathsAlgorithm algorithm() const {
    return algorithm_ == ShortestPathsAlgorithm::automatic ? ShortestPathsAlgorithm::delta_stepping
                                                           : algorithm_;
  }

 private:
  ShortestPathsAlgorithm algorithm_;
};

}  // namespace yoke::detail
