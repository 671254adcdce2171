#pragma once

#include <utility>

#include "bfs/smallest_parents.hpp"
#include "bfs/sources.hpp"
#include "bfs/traits.hpp"
#include "frame/raw_arrays.hpp"
#include "frame/solver.hpp"
#include "yoke/detail/bfs/capability.hpp"
#include "yoke/graph.hpp"

namespace yoke::detail::bfs {

template <class Space, class Vertex, class Offset>
AlgorithmPtr<Space, Vertex, Offset> make_algorithm(BfsAlgorithm algorithm, Space const& exec,
                                                   std::size_t vertices, std::size_t arcs,
                                                   BfsOptions const& options) {
  switch (algorithm) {
    case BfsAlgorithm::sequential:
      return make_sequential_bfs<Space, Vertex, Offset>(exec, vertices, arcs, options);
    case BfsAlgorithm::level_synchronous:
      return make_level_synchronous<Space, Vertex, Offset>(exec, vertices, arcs, options);
    case BfsAlgorithm::direction_optimising:
    case BfsAlgorithm::automatic:
      break;
  }
  return make_direction_optimising<Space, Vertex, Offset>(exec, vertices, arcs, options);
}

// Does the graph hold what it says, its arcs by target included?
template <class Space, class Vertex, class Offset>
void check_both_directions(Space const& exec, RawGraph<Vertex, Offset> const& graph) {
  graphs::check_graph<Space>(exec, graph, {});
  if (graph.symmetric || graph.incoming_offsets.size == 0) return;
  RawGraph<Vertex, Offset> backwards = graph;
  backwards.offsets = graph.incoming_offsets;
  backwards.neighbours = graph.incoming_neighbours;
  graphs::check_graph<Space>(exec, backwards,
                             {"yoke::Graph", "incoming offsets", "incoming neighbours"});
  graphs::check_transposed<Space>(exec, graph);
}

}  // namespace yoke::detail::bfs

namespace yoke::detail {

// What a call on one space does around its algorithm: checks, levels that the caller left out, and
// parents that depend on the input alone.
template <class Vertex, class Offset, class Space>
class Solver<bfs::BreadthFirst<Vertex, Offset>, Space> {
  using Arguments = typename bfs::BreadthFirst<Vertex, Offset>::Arguments;

 public:
  Solver(Space const& exec, GraphCapacity const& capacity, BfsOptions const& options,
         BfsAlgorithm chosen)
      : exec_(exec),
        options_(options),
        algorithm_(bfs::make_algorithm<Space, Vertex, Offset>(chosen, exec, capacity.vertices,
                                                              capacity.arcs, options)) {}

  static BfsAlgorithm choose(GraphCapacity const& capacity, BfsOptions const&) {
    bool const sequential =
        bfs::BfsTraits<Space>::prefers_sequential(capacity.vertices, capacity.arcs) ||
        !bfs::TallyFormat::fits(capacity.vertices, capacity.arcs);
    return sequential ? BfsAlgorithm::sequential : BfsAlgorithm::direction_optimising;
  }

  // Returns the number of vertices reached.
  std::size_t run(Arguments const& arguments) {
    RawGraph<Vertex, Offset> const graph = arguments.graph.with_shared_incoming();
    bfs::BfsSources<Space, Vertex> const sources =
        arguments.has_one_source
            ? bfs::BfsSources<Space, Vertex>(arguments.source)
            : bfs::BfsSources<Space, Vertex>(array_on<Space>(arguments.sources));
    bfs::check_sources(exec_, sources, graph.vertices());
    if (options_.validate) bfs::check_both_directions(exec_, graph);
    return search({exec_, csr_of<Space>(graph), incoming_csr_of<Space>(graph), sources,
                   level_array(arguments.level, graph.vertices()),
                   array_on<Space>(arguments.parent), options_.report});
  }

 private:
  std::size_t search(bfs::Problem<Space, Vertex, Offset> const& problem) {
    if (!options_.deterministic_parents || !problem.wants_parent()) {
      return algorithm_->run(problem);
    }
    bfs::Problem<Space, Vertex, Offset> levels_only = problem;
    levels_only.parent = {};
    std::size_t const reached = algorithm_->run(levels_only);
    PhaseTimer<Space> timer(exec_, problem.report);
    bfs::set_smallest_parents(problem);
    timer.done("smallest parents");
    return reached;
  }

  // The search needs levels, whether or not the caller does.
  Array<Space, Vertex> level_array(RawArray<Vertex> level, std::size_t vertices) {
    if (level.size > 0 || vertices == 0) return array_on<Space>(level);
    if (own_level_.extent(0) < vertices) {
      own_level_ = make_buffer<Space, Vertex>(exec_, "yoke::bfs::level", vertices);
    }
    return array_of(own_level_, vertices);
  }

  Space exec_;
  BfsOptions options_;
  bfs::AlgorithmPtr<Space, Vertex, Offset> algorithm_;
  Buffer<Space, Vertex> own_level_;
};

}  // namespace yoke::detail
