#pragma once

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "mpi/rows.hpp"
#include "mpi/support.hpp"
#include "support/paths_oracle.hpp"
#include "yoke/shortest_paths.hpp"

namespace yoke_test {

template <class Vertex>
std::vector<Vertex> as_vertices(std::vector<std::uint64_t> const& vertices) {
  return {vertices.begin(), vertices.end()};
}

// Each rank's distances and parents against those of the plain algorithm in the whole graph, from a
// part of the sources on each rank, cut as the rows are. The distances are the same without
// parents.
template <class Vertex, class Offset, class Weight>
void expect_paths(yoke::Distributed<Device> const& cluster, WeightedTestGraph<Weight> const& graph,
                  std::vector<std::uint64_t> const& sources, Cut how,
                  yoke::ShortestPathsOptions const& options = {}) {
  SCOPED_TRACE(graph.graph.name + ", cut " + std::to_string(static_cast<int>(how)));
  using Memory = Device::memory_space;
  int const rank = cluster.rank(), ranks = cluster.ranks();
  PathsOracle<Weight> oracle(graph);
  oracle.search(sources);
  auto const rows = rows_of_rank(
      cluster, make_weighted_graph<Vertex, Offset, Weight, Kokkos::HostSpace>(graph), how);
  Kokkos::View<Weight*, Memory> const distances("distances", rows.own_vertices()),
      alone("alone", rows.own_vertices());
  Kokkos::View<Vertex*, Memory> const parents("parents", rows.own_vertices());
  Kokkos::deep_copy(distances, Weight(77));
  Kokkos::deep_copy(parents, Vertex(77));
  auto const from = view_of<Memory>(as_vertices<Vertex>(part_of(sources, rank, ranks, how)));
  EXPECT_EQ(yoke::shortest_paths(cluster, rows, from, distances, parents, options), oracle.reached);
  EXPECT_EQ(vector_of(distances), part_of(oracle.distances, rank, ranks, how));
  EXPECT_EQ(vector_of(parents), part_of(as_vertices<Vertex>(oracle.parents), rank, ranks, how));
  EXPECT_EQ(yoke::shortest_paths(cluster, rows, from, alone, options), oracle.reached);
  EXPECT_EQ(vector_of(alone), vector_of(distances));
}

}  // namespace yoke_test
