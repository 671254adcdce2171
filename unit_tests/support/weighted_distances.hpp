#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "support/distance_cases.hpp"
#include "support/paths_case.hpp"
#include "support/paths_oracle.hpp"

// Eccentricities and closeness of graphs with weights in the plainest way: all distances by
// Dijkstra's algorithm.

namespace yoke_test {

template <class Weight>
struct WeightedDistances {
  std::vector<std::vector<Weight>> distances;  // from each vertex
  std::vector<Weight> eccentricity;
  std::vector<double> closeness;
  Weight diameter = 0;

  // With `first`: of this vertex and those that follow it.
  explicit WeightedDistances(WeightedTestGraph<Weight> const& graph, std::uint64_t first = 0)
      : distances(first), eccentricity(first), closeness(first) {
    PathsOracle<Weight> paths(graph);
    std::uint64_t const n = graph.graph.vertices;
    for (std::uint64_t v = first; v < n; ++v) {
      paths.search({v});
      distances.push_back(paths.distances);
      Weight farthest = 0;
      for (Weight const d : paths.distances) {
        if (d != PathsOracle<Weight>::infinity) farthest = std::max(farthest, d);
      }
      eccentricity.push_back(farthest);
      diameter = std::max(diameter, farthest);
      double const others = static_cast<double>(paths.reached) - 1;
      double const sum = sum_of(paths.distances);
      closeness.push_back(sum > 0 ? others / sum * (others / (static_cast<double>(n) - 1)) : 0);
    }
  }

 private:
  // Blocks of 512 in their order, and integers exactly.
  static double sum_of(std::vector<Weight> const& all) {
    using Sum = std::conditional_t<std::is_integral_v<Weight>, __int128, double>;
    Sum sum = 0;
    for (std::size_t begin = 0; begin < all.size(); begin += 512) {
      Sum block = 0;
      for (std::size_t v = begin; v < std::min(begin + 512, all.size()); ++v) {
        if (all[v] != PathsOracle<Weight>::infinity) block += static_cast<Sum>(all[v]);
      }
      sum += block;
    }
    return static_cast<double>(sum);
  }
};

template <class Weight>
struct WeightedDistanceCase {
  std::string name;
  WeightedTestGraph<Weight> graph;
  WeightedDistances<Weight> oracle;
};

inline std::vector<TestGraph> small_distance_graphs() {
  auto graphs = tiny_distance_graphs();
  for (auto const& graph :
       {path_graph(300), shuffled(path_graph(129), 1), cycle_graph(90), cycle_graph(91),
        star_graph(200, 3), clique_graph(40), grid_graph(14, 15, 100),
        shuffled(grid_graph(18, 12, 60), 2), shuffled(random_forest(300, 5), 3),
        skewed_graph(8, 2000), uniform_graph(250, 200), two_joined_cliques(20),
        shuffled(small_cycles(200), 5), binary_tree(127), caterpillar(30, 3), list_graph(200),
        side_by_side(cycle_graph(60), cycle_graph(61))}) {
    graphs.push_back(graph);
  }
  return graphs;
}

// Rounded sums, if Weight is a floating-point type.
template <class Weight>
Weight uneven(std::size_t edge) {
  GraphDice dice(edge);
  auto const digits = static_cast<double>(dice.below(1 << 30));
  if constexpr (std::is_floating_point_v<Weight>) {
    return static_cast<Weight>((digits + 1) * 1.2345678912345678e-7);
  } else {
    return static_cast<Weight>(1 + dice.below(100));
  }
}

// Weights whose sums come to the type's largest number and exceed it, and infinite ones.
template <class Weight>
Weight huge(std::size_t edge) {
  Weight const most = std::numeric_limits<Weight>::max();
  Weight const weights[] = {most,
                            static_cast<Weight>(most / 2),
                            static_cast<Weight>(most / 3),
                            static_cast<Weight>(most / 16),
                            1,
                            PathsOracle<Weight>::infinity};
  return weights[GraphDice(edge).below(6)];
}

// As long as it is, sums are exact, or most of them nearly fill the type.
template <class Weight>
Weight long_but_finite(std::size_t edge) {
  Weight const unit = static_cast<Weight>(std::numeric_limits<Weight>::max() / 5000);
  return static_cast<Weight>(unit * static_cast<Weight>(1 + GraphDice(edge).below(9)));
}

template <class Weight>
std::vector<WeightedDistanceCase<Weight>> const& weighted_distance_cases() {
  static std::vector<WeightedDistanceCase<Weight>> const cases = [] {
    std::vector<WeightedDistanceCase<Weight>> all;
    auto const add = [&](TestGraph const& shape, std::string const& weights,
                         std::function<Weight(std::size_t)> const& weight_of) {
      auto const graph = weighted<Weight>(shape, weight_of);
      all.push_back({shape.name + " with " + weights, graph, WeightedDistances<Weight>(graph)});
    };
    for (auto const& shape : small_distance_graphs()) {
      add(shape, "weights 1 to 100", from_to<Weight>(1, 100));
      add(shape, "weights 0 to 2", from_to<Weight>(0, 2));
      add(shape, "uneven weights", uneven<Weight>);
      add(shape, "huge weights", huge<Weight>);
      add(shape, "long weights", long_but_finite<Weight>);
    }
    // More than the searches of a list, where bounds save little.
    add(cycle_graph(1200), "weights 1 to 9", from_to<Weight>(1, 9));
    add(cycle_graph(1100), "weights 1", from_to<Weight>(1, 1));
    add(cycle_graph(700), "uneven weights", uneven<Weight>);
    add(grid_graph(25, 25, 100), "weights 0", from_to<Weight>(0, 0));
    return all;
  }();
  return cases;
}

}  // namespace yoke_test
