#pragma once

#include <cstdint>

#include "yoke/detail/graphs/raw_graph.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/mpi/detail/network.hpp"

namespace yoke::detail::mpi {

// A rank's rows of a graph: its own vertices', with the numbers that neighbours have among all.
template <class Vertex, class Offset>
struct RawRows {
  RawArray<Offset const> offsets;
  RawArray<Vertex const> neighbours;
  std::uint64_t begin, vertices, all;  // the first of its own, how many, and those of all ranks

  bool is_empty() const { return vertices == 0; }
};

template <class Vertex, class Offset>
RawRows<Vertex, Offset> rows_of(RawGraph<Vertex, Offset> const& graph) {
  return {graph.offsets, graph.neighbours, graph.first, graph.vertices(), graph.all};
}

// What yoke::DistributedGraph promises of its arrays; compiled into yoke_mpi. Called by all ranks,
// and throws on all.
template <class Space, class Vertex, class Offset>
void check_rows(Network<Space>& ranks, RawRows<Vertex, Offset> const& rows, bool symmetric);

}  // namespace yoke::detail::mpi
