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

// A rank's rows in a kernel, each with its neighbours in ascending order.
struct OwnRows {
  static constexpr Word none = ~Word(0);  // more arcs than a rank may have
  RankGraph::Offsets offsets;
  RankGraph::Neighbours neighbours;
  std::uint64_t base;

  explicit OwnRows(RankGraph const& graph)
      : offsets(graph.offsets()), neighbours(graph.neighbours()), base(graph.first_vertex()) {}

  KOKKOS_FUNCTION bool has(Word v) const { return v >= base && v - base + 1 < offsets.extent(0); }
  // The place of the arc from a vertex that it has, or none.
  KOKKOS_FUNCTION Word find(Word from, Word to) const {
    Word low = offsets(from - base), high = offsets(from - base + 1);
    Word const end = high;
    while (low < high) {
      Word const middle = low + (high - low) / 2;
      if (neighbours(middle) < to) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < end && neighbours(low) == to ? low : Word(none);
  }
};

}  // namespace yoke_perf::mpi
