#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>

#include "yoke/detail/graphs/raw_graph.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/graph.hpp"
#include "yoke/graph_io_options.hpp"
#include "yoke/mpi/detail/communicator.hpp"
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

namespace yoke {
class OutputFile;
}

namespace yoke::detail::mpi {

// A rank's rows of a graph file, on the host. The vertices are shared out evenly.
template <class Vertex, class Offset>
struct OwnRows {
  std::uint64_t first = 0, all = 0;  // of this rank's vertices; those of all ranks
  bool is_symmetric = false;
  bool are_sorted = false;  // on all ranks
  Kokkos::View<Offset*, Kokkos::HostSpace> offsets;
  Kokkos::View<Vertex*, Kokkos::HostSpace> neighbours;
};

// Begins the call, and reads them from a .sg or .yoke file, of which it looks at no other rows.
// Called by all ranks, and throws on all. Compiled into yoke_mpi.
template <class Vertex, class Offset>
OwnRows<Vertex, Offset> read_own_rows(Communicator& ranks, Call& call,
                                      std::filesystem::path const& path,
                                      GraphReadOptions const& options);

// The same with weights of this type, which the file must have.
template <class Weight, class Vertex, class Offset>
struct OwnWeightedRows : OwnRows<Vertex, Offset> {
  Kokkos::View<Weight*, Kokkos::HostSpace> weights;
};
template <class Weight, class Vertex, class Offset>
OwnWeightedRows<Weight, Vertex, Offset> read_own_weighted_rows(Communicator& ranks, Call& call,
                                                               std::filesystem::path const& path,
                                                               GraphReadOptions const& options);

// Rows to write: of one rank, its offsets from 0.
template <class Vertex, class Offset>
struct RowsToWrite {
  std::uint64_t first = 0, all = 0;  // of this rank's vertices; those of all ranks
  Kokkos::View<Offset const*, Kokkos::HostSpace> offsets;
  Kokkos::View<Vertex const*, Kokkos::HostSpace> neighbours;
};

// The same with weights.
template <class Weight, class Vertex, class Offset>
struct WeightedRowsToWrite : RowsToWrite<Vertex, Offset> {
  Kokkos::View<Weight const*, Kokkos::HostSpace> weights;
};

// What goes to a file from a byte on: see yoke::write_graph.
using OpenFrom = std::function<OutputFile&(std::uint64_t begin)>;

// Writes them to a .sg or .yoke file; `incoming` is of the arcs by target, or null. Called by all
// ranks, and throws on all but for what open_from throws. Compiled into yoke_mpi.
template <class Vertex, class Offset>
void write_own_rows(Communicator& ranks, OpenFrom const& open_from, bool is_symmetric,
                    RowsToWrite<Vertex, Offset> const& rows,
                    RowsToWrite<Vertex, Offset> const* incoming, GraphWriteOptions const& options);

// Throws std::invalid_argument where ranks write no files of the format; with a Weight also where
// its files have no such weights. Compiled into yoke_mpi.
void check_written_format(GraphFormat format);
template <class Weight>
void check_written_format(GraphFormat format);

// The same with weights, to a .wsg or .yoke file.
template <class Weight, class Vertex, class Offset>
void write_own_weighted_rows(Communicator& ranks, OpenFrom const& open_from, bool is_symmetric,
                             WeightedRowsToWrite<Weight, Vertex, Offset> const& rows,
                             WeightedRowsToWrite<Weight, Vertex, Offset> const* incoming,
                             GraphWriteOptions const& options);

}  // namespace yoke::detail::mpi
