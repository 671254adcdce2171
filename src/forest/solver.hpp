#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "forest/finder.hpp"
#include "forest/total.hpp"
#include "frame/raw_arrays.hpp"
#include "frame/solver.hpp"
#include "yoke/detail/forest/capability.hpp"
#include "yoke/graph.hpp"
#include "yoke/weighted_graph.hpp"

namespace yoke::detail::forest {

template <class Space, class Vertex, class Offset, class Word>
AlgorithmPtr<Space, Vertex, Offset, Word> make_algorithm(MinimumForestAlgorithm algorithm,
                                                         Space const& exec, std::size_t vertices,
                                                         std::size_t edges) {
  return algorithm == MinimumForestAlgorithm::sequential
             ? make_sequential<Space, Vertex, Offset, Word>(exec, vertices, edges)
             : make_boruvka<Space, Vertex, Offset, Word>(exec, vertices, edges);
}

// An array of weights by their bits.
template <class Weight>
RawArray<WeightWord<Weight> const> words_of(RawArray<Weight const> const& weights) {
  return {reinterpret_cast<WeightWord<Weight> const*>(weights.data), weights.size, weights.place};
}
template <class Weight>
RawArray<WeightWord<Weight>> words_of(RawArray<Weight> const& weights) {
  return {reinterpret_cast<WeightWord<Weight>*>(weights.data), weights.size, weights.place};
}

}  // namespace yoke::detail::forest

namespace yoke::detail {

template <class Vertex, class Offset, class Weight, class Space>
class Solver<forest::MinimumForests<Vertex, Offset, Weight>, Space> {
  using Capability = forest::MinimumForests<Vertex, Offset, Weight>;
  using Arguments = typename Capability::Arguments;
  using Word = forest::WeightWord<Weight>;

 public:
  Solver(Space const& exec, GraphCapacity const& capacity, MinimumForestOptions const& options,
         MinimumForestAlgorithm chosen)
      : exec_(exec),
        options_(options),
        finder_(exec,
                forest::make_algorithm<Space, Vertex, Offset, Word>(chosen, exec, capacity.vertices,
                                                                    capacity.arcs / 2),
                capacity.arcs),
        total_(exec, capacity.vertices) {}

  // A device has nothing to gain from one thread.
  static MinimumForestAlgorithm choose(GraphCapacity const& capacity, MinimumForestOptions const&) {
    bool const is_small = runs_on_host<Space> && capacity.arcs <= 32768;
    return is_small ? MinimumForestAlgorithm::sequential : MinimumForestAlgorithm::boruvka;
  }

  // Returns the number of the forest's edges.
  std::size_t run(Arguments const& arguments) {
    if (options_.validate) {
      graphs::check_graph<Space>(exec_, arguments.graph, {});
      graphs::check_weights<Space>(exec_, arguments.graph, arguments.arc_weights, "weights");
    }
    forest::Candidates<Space, Vertex, Offset, Word> const candidates{
        csr_of<Space>(arguments.graph),
        {},
        array_on<Space>(forest::words_of(arguments.arc_weights)),
        {std::is_floating_point_v<Weight>}};
    std::uint64_t const edges =
        finder_.run(arguments.graph.vertices(), candidates,
                    {array_on<Space>(arguments.from), array_on<Space>(arguments.to),
                     array_on<Space>(forest::words_of(arguments.weight))},
                    options_.report);
    *arguments.total = total_.of(Array<Space, Weight const>(arguments.weight.data, edges));
    return edges;
  }

 private:
  Space exec_;
  MinimumForestOptions options_;
  forest::ForestFinder<Space, Vertex, Offset, Word> finder_;
  forest::TotalWeight<Space, Weight> total_;
};

}  // namespace yoke::detail
