#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "yoke/detail/graphs/raw_graph.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/graph.hpp"
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

// As graphs::RowBuilder, of edges of which each rank has some: the rows of this rank's vertices.
// Compiled into yoke_mpi. Called by all ranks, and throws on all.
template <class Space, class Vertex, class Offset>
class GlobalRows {
 public:
  // Vertices are shared out evenly, or so that ranks have as many vertices and arcs together. A
  // rank may get up to `most_arcs`. Sends each arc to the rank that has its source. The edges are
  // not looked at after the construction. Rows are sorted as whole arcs where those take no more
  // bits than `most_key_bits`; a test lowers it.
  GlobalRows(Network<Space>& ranks, std::uint64_t vertices, RawArray<Vertex const> from,
             RawArray<Vertex const> to, graphs::RowOptions const& options, bool by_arcs,
             std::uint64_t most_arcs, int most_key_bits = 64);
  ~GlobalRows();

  std::uint64_t first() const;     // of this rank's vertices
  std::uint64_t vertices() const;  // of this rank
  std::size_t arcs() const;        // of this rank
  // Fills vertices() + 1 offsets and arcs() neighbours. Fences. Once, by this rank alone.
  void write(RawArray<Offset> offsets, RawArray<Vertex> neighbours);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace yoke::detail::mpi
