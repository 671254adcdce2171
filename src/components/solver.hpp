#pragma once

#include <utility>

#include "components/algorithm.hpp"
#include "components/forest.hpp"
#include "components/traits.hpp"
#include "frame/raw_arrays.hpp"
#include "frame/solver.hpp"
#include "yoke/detail/components/capability.hpp"
#include "yoke/graph.hpp"

namespace yoke::detail::components {

template <class Space, class Vertex, class Offset>
AlgorithmPtr<Space, Vertex, Offset> make_algorithm(ComponentsAlgorithm algorithm, Space const& exec,
                                                   std::size_t vertices, std::size_t arcs,
                                                   ComponentsOptions const& options) {
  switch (algorithm) {
    case ComponentsAlgorithm::sequential:
      return make_sequential_components<Space, Vertex, Offset>(exec, vertices, arcs, options);
    case ComponentsAlgorithm::shiloach_vishkin:
      return make_shiloach_vishkin<Space, Vertex, Offset>(exec, vertices, arcs, options);
    case ComponentsAlgorithm::soman:
      return make_soman<Space, Vertex, Offset>(exec, vertices, arcs, options);
    case ComponentsAlgorithm::afforest:
    case ComponentsAlgorithm::automatic:
      break;
  }
  return make_afforest<Space, Vertex, Offset>(exec, vertices, arcs, options);
}

}  // namespace yoke::detail::components

namespace yoke::detail {

// What a call on one space does around its algorithm: checks, and the forest's edges brought
// together.
template <class Vertex, class Offset, class Space>
class Solver<components::Components<Vertex, Offset>, Space> {
  using Arguments = typename components::Components<Vertex, Offset>::Arguments;

 public:
  Solver(Space const& exec, GraphCapacity const& capacity, ComponentsOptions const& options,
         ComponentsAlgorithm chosen)
      : Solver(exec, capacity, options,
               components::make_algorithm<Space, Vertex, Offset>(chosen, exec, capacity.vertices,
                                                                 capacity.arcs, options)) {}

  Solver(Space const& exec, GraphCapacity const&, ComponentsOptions const& options,
         components::AlgorithmPtr<Space, Vertex, Offset> algorithm)
      : exec_(exec), options_(options), algorithm_(std::move(algorithm)) {}

  static ComponentsAlgorithm choose(GraphCapacity const& capacity, ComponentsOptions const&) {
    return components::ComponentsTraits<Space>::algorithm_for(capacity.vertices, capacity.arcs);
  }

  // Returns the number of components.
  std::size_t run(Arguments const& arguments) {
    components::Problem<Space, Vertex, Offset> const problem{
        exec_,
        csr_of<Space>(arguments.graph),
        array_on<Space>(arguments.label),
        {array_on<Space>(arguments.from), array_on<Space>(arguments.to)},
        options_.report};
    if (options_.validate) graphs::check_graph<Space>(exec_, arguments.graph, {});
    std::size_t const count = algorithm_->run(problem);
    if (problem.forest.wanted()) {
      PhaseTimer<Space> timer(exec_, problem.report);
      gatherer_.run(exec_, problem.label, count, problem.forest);
      timer.done("gather forest");
    }
    exec_.fence("yoke::connected_components");
    return count;
  }

 private:
  Space exec_;
  ComponentsOptions options_;
  components::AlgorithmPtr<Space, Vertex, Offset> algorithm_;
  components::ForestGatherer<Space, Vertex> gatherer_;
};

}  // namespace yoke::detail
