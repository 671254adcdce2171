#pragma once

#include "opened_file.hpp"
#include "yoke/graph_io.hpp"

namespace yoke::detail::files {

template <class Vertex>
EdgeFile<Vertex> read_edges(OpenedFile const& file, GraphReadOptions const& options);

// A file of compressed rows as they are; `sort` sorts every row. Undirected files must be
// symmetric.
template <class Vertex, class Offset>
Graph<Vertex, Offset, Kokkos::HostSpace> copy_rows(OpenedFile const& file, FileRows const& rows,
                                                   GraphReadOptions const& options, bool sort,
                                                   GraphFileReport& report);

}  // namespace yoke::detail::files
