#pragma once

#include <stdexcept>

#include "frame/engine.hpp"
#include "shortest_paths/ways.hpp"

namespace yoke::detail {

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
