#pragma once

#include <cstddef>
#include <type_traits>

#include "bfs/sources.hpp"
#include "distances/hop_closeness.hpp"
#include "distances/weighted_closeness.hpp"
#include "frame/raw_arrays.hpp"
#include "frame/solver.hpp"
#include "yoke/detail/distances/capability.hpp"
#include "yoke/weighted_graph.hpp"

namespace yoke::detail::distances {

template <class Space, class Vertex, class Offset, class Weight>
struct ClosenessFor {
  using Type = WeightedCloseness<Space, Vertex, Offset, Weight>;
};
template <class Space, class Vertex, class Offset>
struct ClosenessFor<Space, Vertex, Offset, void> {
  using Type = HopCloseness<Space, Vertex, Offset>;
};

}  // namespace yoke::detail::distances

namespace yoke::detail {

template <class Vertex, class Offset, class Weight, class Space>
class Solver<distances::Closeness<Vertex, Offset, Weight>, Space> {
  using Capability = distances::Closeness<Vertex, Offset, Weight>;

 public:
  Solver(Space const& exec, GraphCapacity const& capacity, ClosenessOptions const& options,
         OneAlgorithm)
      : exec_(exec), options_(options), closeness_(exec, capacity, options.report) {}

  std::size_t run(typename Capability::Arguments const& arguments) {
    auto const& graph = arguments.graph;
    bfs::check_sources(exec_, bfs::BfsSources<Space, Vertex>(array_on<Space>(arguments.sources)),
                       graph.vertices(), Capability::name);
    if (options_.validate) distances::check_graph<Weight>(exec_, arguments);
    closeness_.find(arguments);
    exec_.fence("yoke::closeness");
    return arguments.size();
  }

 private:
  Space exec_;
  ClosenessOptions options_;
  typename distances::ClosenessFor<Space, Vertex, Offset, Weight>::Type closeness_;
};

}  // namespace yoke::detail
