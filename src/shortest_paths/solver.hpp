#pragma once

#include <memory>

#include "bfs/sources.hpp"
#include "frame/raw_arrays.hpp"
#include "frame/solver.hpp"
#include "shortest_paths/dijkstra.hpp"
#include "shortest_paths/stepping.hpp"
#include "shortest_paths/weights.hpp"
#include "yoke/weighted_graph.hpp"

namespace yoke::detail {

template <class Vertex, class Offset, class Weight, class Space>
class Solver<shortest_paths::ShortestPaths<Vertex, Offset, Weight>, Space> {
  using Capability = shortest_paths::ShortestPaths<Vertex, Offset, Weight>;

 public:
  Solver(Space const& exec, GraphCapacity const& capacity, ShortestPathsOptions const& options,
         ShortestPathsAlgorithm chosen)
      : exec_(exec), options_(options), chosen_(chosen) {
    using namespace shortest_paths;
    if (chosen == ShortestPathsAlgorithm::sequential) {
      algorithm_ = std::make_unique<Dijkstra<Space, Vertex, Offset, Weight>>(exec, capacity);
    } else {
      algorithm_ = std::make_unique<Stepping<Space, Vertex, Offset, Weight>>(exec, capacity,
                                                                             options, chosen);
    }
  }

  static ShortestPathsAlgorithm choose(GraphCapacity const& capacity, ShortestPathsOptions const&) {
    return bfs::BfsTraits<Space>::prefers_sequential(capacity.vertices, capacity.arcs)
               ? ShortestPathsAlgorithm::sequential
               : ShortestPathsAlgorithm::delta_stepping;
  }

  // Returns the number of vertices reached.
  std::size_t run(typename Capability::Arguments const& arguments) {
    auto const& graph = arguments.graph;
    using Sources = bfs::BfsSources<Space, Vertex>;
    Sources const sources = arguments.has_one_source ? Sources(arguments.source)
                                                     : Sources(array_on<Space>(arguments.sources));
    bfs::check_sources(exec_, sources, graph.vertices(), Capability::name);
    if (graph.vertices() == 0) return 0;
    if (options_.validate) {
      graphs::check_graph<Space>(exec_, graph, {});
      graphs::check_weights<Space>(exec_, graph, arguments.weights, "weights");
    }
    auto const weights = array_on<Space>(arguments.weights);
    return algorithm_->run(
        {exec_, csr_of<Space>(graph), weights, sources, array_on<Space>(arguments.distances),
         array_on<Space>(arguments.parents), shortest_paths::check_weights(exec_, weights, chosen_),
         options_.report});
  }

 private:
  Space exec_;
  ShortestPathsOptions options_;
  ShortestPathsAlgorithm chosen_;
  std::unique_ptr<shortest_paths::Algorithm<Space, Vertex, Offset, Weight>> algorithm_;
};

}  // namespace yoke::detail
