#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "mpi/paths_case.hpp"
#include "mpi/rows.hpp"
#include "mpi/support.hpp"
#include "support/graphs.hpp"
#include "support/paths_oracle.hpp"
#include "yoke/shortest_paths.hpp"

// What the tests of weights of any sign on ranks share.
namespace yoke_test {

inline yoke::ShortestPathsOptions const bellman_ford{
    .algorithm = yoke::ShortestPathsAlgorithm::bellman_ford};

// Weights by the number of the edge.
template <class Weight, class WeightOf>
WeightedTestGraph<Weight> weighted(TestGraph const& graph, WeightOf const& weight_of,
                                   bool symmetric = false) {
  WeightedTestGraph<Weight> result{graph, {}, symmetric};
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    result.weights.push_back(static_cast<Weight>(weight_of(e)));
  }
  return result;
}

// Differences of potentials, and up to `most` more: no cycle is negative, and with 0 all are 0.
template <class Weight>
WeightedTestGraph<Weight> of_potentials(TestGraph const& graph, std::uint64_t most) {
  auto const potential = [](std::uint64_t v) { return static_cast<int>(GraphDice(v).below(1000)); };
  return weighted<Weight>(graph, [&](std::size_t e) {
    auto const [u, v] = graph.edges[e];
    return potential(v) - potential(u) + static_cast<int>(GraphDice(e).below(most + 1));
  });
}

template <class Weight>
void expect_bellman_ford(yoke::Distributed<Device> const& cluster,
                         WeightedTestGraph<Weight> const& graph,
                         std::vector<std::uint64_t> const& sources, Cut how = Cut::evenly) {
  expect_paths<std::uint32_t, std::uint32_t>(cluster, graph, sources, how, bellman_ford);
}

// Vertex k of a path that changes ranks with every arc.
struct AcrossRanks {
  std::uint32_t ranks, each;
  std::uint32_t vertices() const { return ranks * each; }
  std::uint32_t operator()(std::uint32_t k) const { return k % ranks * each + k / ranks; }
  TestGraph path() const {
    TestGraph graph{"path over all ranks", vertices(), {}};
    for (std::uint32_t k = 0; k + 1 < vertices(); ++k) graph.add((*this)(k), (*this)(k + 1));
    return graph;
  }
};
// At least this number of vertices. An exchange of 8 ranks takes long where they share two cores.
inline AcrossRanks across(yoke::Distributed<Device> const& cluster, std::uint32_t vertices) {
  auto const ranks = static_cast<std::uint32_t>(cluster.ranks());
  return {ranks, (vertices + ranks - 1) / ranks};
}

// Tests of many exchanges: on 8 ranks, which share few cores, two types stand for all.
template <class Weight>
bool takes_too_long(yoke::Distributed<Device> const& cluster) {
  return cluster.ranks() > 4 &&
         (std::is_same_v<Weight, std::int64_t> || std::is_same_v<Weight, float>);
}

}  // namespace yoke_test
