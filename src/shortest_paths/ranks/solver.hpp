#pragma once

#include <stdexcept>
#include <string>

#include "bfs/sources.hpp"
#include "frame/ranks/rank_solver.hpp"
#include "frame/raw_arrays.hpp"
#include "shortest_paths/ranks/global_paths.hpp"
#include "shortest_paths/weights.hpp"
#include "yoke/mpi/weighted_graph.hpp"

namespace yoke::detail {

template <class Vertex, class Offset, class Weight, class Space>
class RankSolver<shortest_paths::ShortestPaths<Vertex, Offset, Weight>, Space> {
  using Capability = shortest_paths::ShortestPaths<Vertex, Offset, Weight>;
  using Arguments = typename Capability::Arguments;
  using Sources = bfs::BfsSources<Space, Vertex>;

 public:
  explicit RankSolver(RankPlan<Capability, Space> const& plan)
      : ranks_(plan.ranks),
        options_(checked(plan.options)),
        paths_(plan.ranks, plan.capacity.vertices, plan.capacity.arcs) {}

  static void compare(mpi::Call& call, GraphCapacity const&, ShortestPathsOptions const& options) {
    call.same("options.delta", show_number(options.delta))
        .same("options.validate", options.validate);
  }
  static void compare(mpi::Call& call, Arguments const& arguments) {
    call.same("what sources is", std::string(arguments.has_one_source ? "a vertex" : "a View"));
    if (arguments.has_one_source) call.same("the source", arguments.source);
  }

  // Returns the number of vertices reached, of all ranks.
  std::size_t run(Arguments const& arguments) {
    auto const rows = mpi::rows_of(arguments.graph);
    if (options_.validate) {
      mpi::check_rows(ranks_, rows, arguments.graph.symmetric);
      mpi::check_weights(ranks_, rows, arguments.weights, arguments.graph.symmetric);
    }
    auto const weights = array_on<Space>(arguments.weights);
    shortest_paths::WeightsSummary summary;
    mpi::agreed(ranks_, [&] {
      bfs::check_sources(ranks_.exec(), Sources(array_on<Space>(arguments.sources)), rows.all,
                         Capability::name);
      summary = shortest_paths::check_weights(ranks_.exec(), weights, algorithm());
    });
    if (options_.report) options_.report->algorithm = algorithm();
    std::uint64_t on_any = (arguments.parents.size > 0 ? 1 : 0) | (summary.has_negative ? 2 : 0);
    ranks_.bitwise_or(&on_any, 1);
    return paths_.run({rows, weights, sources(arguments), array_on<Space>(arguments.distances),
                       array_on<Space>(arguments.parents), (on_any & 1) != 0, (on_any & 2) != 0,
                       algorithm() == ShortestPathsAlgorithm::delta_stepping, options_.delta,
                       summary.mean, options_.report});
  }

  ShortestPathsAlgorithm algorithm() const {
    return options_.algorithm == ShortestPathsAlgorithm::automatic
               ? ShortestPathsAlgorithm::delta_stepping
               : options_.algorithm;
  }

 private:
  static ShortestPathsOptions const& checked(ShortestPathsOptions const& options) {
    if (options.algorithm != ShortestPathsAlgorithm::sequential) return options;
    throw std::invalid_argument(std::string(Capability::name) +
                                ": options.algorithm must be automatic, delta_stepping or "
                                "bellman_ford on several ranks");
  }

  // One that all ranks know is its owner's.
  Sources sources(Arguments const& arguments) const {
    if (!arguments.has_one_source) return Sources(array_on<Space>(arguments.sources));
    std::uint64_t const first = arguments.graph.first, source = arguments.source;
    bool const is_own = source >= first && source - first < arguments.graph.vertices();
    return is_own ? Sources(arguments.source) : Sources();
  }

  mpi::Network<Space>& ranks_;
  ShortestPathsOptions options_;
  mpi::GlobalPaths<Space, Vertex, Offset, Weight> paths_;
};

}  // namespace yoke::detail
