#pragma once

#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "support/paths_oracle.hpp"
#include "yoke/shortest_paths.hpp"
#include "yoke/validate_shortest_paths.hpp"

// Lightest paths in a graph, found by each algorithm and compared with the oracle's.

namespace yoke_test {

using Sources = std::vector<std::uint64_t>;

template <class View>
auto host_vector(View const& view) {
  using T = typename View::non_const_value_type;
  std::vector<T> values(view.extent(0));
  Kokkos::deep_copy(Kokkos::View<T*, Kokkos::HostSpace>(values.data(), values.size()), view);
  return values;
}

template <class Weight>
WeightedTestGraph<Weight> weighted(TestGraph const& graph,
                                   std::function<Weight(std::size_t)> const& weight_of,
                                   bool symmetric = true) {
  WeightedTestGraph<Weight> result{graph, {}, symmetric};
  for (std::size_t e = 0; e < graph.edges.size(); ++e) result.weights.push_back(weight_of(e));
  return result;
}

template <class Weight>
std::function<Weight(std::size_t)> from_to(int least, int most) {
  return [=](std::size_t e) {
    GraphDice dice(e);
    return static_cast<Weight>(least + static_cast<int>(dice.below(most - least + 1)));
  };
}

// One graph, in every way, compared with the oracle.
template <class Space, class Vertex, class Offset, class Weight>
class Paths {
  using Memory = typename Space::memory_space;

 public:
  explicit Paths(WeightedTestGraph<Weight> const& graph)
      : name_(graph.graph.name),
        oracle_(graph),
        graph_(make_weighted_graph<Vertex, Offset, Weight, Memory>(graph)),
        distances_("distances", graph_.vertices()),
        parents_("parents", graph_.vertices()) {}

  void expect(Sources const& sources, std::vector<yoke::ShortestPathsOptions> const& ways) {
    oracle_.search(sources);
    for (auto const& options : ways) {
      SCOPED_TRACE(name_ + " by " + std::string(to_string(options.algorithm)));
      run(Space(), sources, options);
      check(sources);
    }
  }

  template <class Executor>
  void run(Executor const& executor, Sources const& sources,
           yoke::ShortestPathsOptions const& options) {
    yoke::ShortestPathsPlan<Executor, Vertex, Offset, Weight> plan(executor, graph_.vertices(),
                                                                   graph_.arcs(), options);
    Kokkos::deep_copy(distances_, Weight(7));
    Kokkos::deep_copy(parents_, Vertex(7));
    if (sources.size() == 1) {
      reached_ = plan(graph_, sources.front(), distances_, parents_);
    } else {
      reached_ = plan(graph_, view_of(sources), distances_, parents_);
    }
  }

  void check(Sources const& sources) {
    EXPECT_EQ(reached_, oracle_.reached);
    EXPECT_EQ(host_vector(distances_), oracle_.distances);
    std::vector<Vertex> parents;
    for (auto const p : oracle_.parents) parents.push_back(static_cast<Vertex>(p));
    EXPECT_EQ(host_vector(parents_), parents);
    EXPECT_EQ(
        yoke::validate_shortest_paths(Space(), graph_, view_of(sources), distances_, parents_),
        oracle_.reached);
  }

  Kokkos::View<Vertex*, Memory> view_of(Sources const& sources) const {
    Kokkos::View<Vertex*, Memory> const view("sources", sources.size());
    auto const mirror = Kokkos::create_mirror_view(view);
    for (std::size_t i = 0; i < sources.size(); ++i) mirror(i) = static_cast<Vertex>(sources[i]);
    Kokkos::deep_copy(view, mirror);
    return view;
  }

  auto const& graph() const { return graph_; }
  auto const& distances() const { return distances_; }
  auto const& parents() const { return parents_; }
  PathsOracle<Weight>& oracle() { return oracle_; }

 private:
  std::string name_;
  PathsOracle<Weight> oracle_;
  yoke::WeightedGraph<Vertex, Offset, Weight, Memory> graph_;
  Kokkos::View<Weight*, Memory> distances_;
  Kokkos::View<Vertex*, Memory> parents_;
  std::uint64_t reached_ = 0;
};

template <class S, class V, class O, class W>
struct PathTypes {
  using Space = S;
  using Vertex = V;
  using Offset = O;
  using Weight = W;
};

using AllPathTypes = testing::Types<
    PathTypes<Kokkos::DefaultExecutionSpace, std::uint32_t, std::uint32_t, float>,
    PathTypes<Kokkos::DefaultExecutionSpace, std::uint32_t, std::uint64_t, double>,
    PathTypes<Kokkos::DefaultExecutionSpace, std::int32_t, std::int32_t, std::int32_t>,
    PathTypes<Kokkos::DefaultHostExecutionSpace, std::uint64_t, std::uint64_t, std::int64_t>>;

}  // namespace yoke_test
