#pragma once

#include "opened_file.hpp"
#include "readers.hpp"
#include "yoke/graph_io.hpp"

namespace yoke::detail::files {

template <class Vertex>
EdgeFile<Vertex> read_edges(OpenedFile const& file, GraphReadOptions const& options);

// With weights, which come as their bits.
template <class Vertex>
struct WeightedEdgeFile : EdgeFile<Vertex> {
  std::vector<std::vector<std::uint64_t>> weights;  // piece by piece
};
template <class Vertex>
WeightedEdgeFile<Vertex> read_weighted_edges(OpenedFile const& file, ReaderOptions const& options);

// A file of compressed rows as they are; `sort` sorts every row. Undirected files must be
// symmetric.
template <class Vertex, class Offset>
Graph<Vertex, Offset, Kokkos::HostSpace> copy_rows(OpenedFile const& file, FileRows const& rows,
                                                   GraphReadOptions const& options, bool sort,
                                                   GraphFileReport& report);

}  // namespace yoke::detail::files
