#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <string>
#include <vector>
#include <yoke/mpi/generate_graph.hpp>
#include <yoke/mpi/graph.hpp>

#include "mpi/checks.hpp"
#include "mpi/measure.hpp"

// The graphs that are measured: of ranks, or whole on one space, which are the same.
namespace yoke_perf::mpi {

using RankGraph = yoke::DistributedGraph<Word, Word, Memory>;
using WholeGraph = yoke::Graph<Word, Word, Memory>;

struct NamedGraph {
  std::string name;
  yoke::GraphShape shape;
};

// Of 2^scale vertices: Graph500's R-MAT, and a grid of which 70% of the edges are kept.
inline std::vector<NamedGraph> graphs_of(int scale) {
  yoke::RmatShape rmat;
  rmat.scale = scale;
  int const half = scale / 2;
  return {{"rmat", rmat},
          {"grid", yoke::GridShape{std::uint64_t(1) << (scale - half), std::uint64_t(1) << half,
                                   0.7, false, 1}}};
}

inline yoke::GraphBuildOptions build_options() {
  yoke::GraphBuildOptions options;
  options.drop_loops = options.merge_multi_edges = true;
  return options;
}

// Without loops and repeated arcs, the neighbours in ascending order; of ranks about as many arcs
// on each.
inline WholeGraph make_graph(Device const& exec, yoke::GraphShape const& shape) {
  return yoke::build_graph(exec, yoke::generate_edges(exec, shape), build_options());
}
inline RankGraph make_graph(Cluster const& cluster, yoke::GraphShape const& shape) {
  return yoke::build_graph(cluster, yoke::generate_edges(cluster, shape), build_options(),
                           yoke::RowPartition::even_arcs);
}

// All ranks' elements, on every one of them.
template <class V>
void gather(Cluster const& cluster, V const& own, Words<Memory> const& all) {
  auto& ranks = cluster.begin_call();
  ranks.gather_all(own.data(), ranks.gather(own.extent(0)), all.data());
}

struct CountDifferent {
  Words<Memory> one, other;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& different) const {
    different += one(i) != other(i);
  }
};

}  // namespace yoke_perf::mpi
