#pragma once

#include "yoke/graph_io.hpp"
#include "yoke/output_files.hpp"

namespace yoke::detail::files {

template <class Vertex, class Offset>
using HostGraph = Graph<Vertex, Offset, Kokkos::HostSpace>;

template <class Vertex, class Offset>
void write_edge_list(OutputFile& file, HostGraph<Vertex, Offset> const& graph,
                     GraphWriteOptions const& options);
template <class Vertex, class Offset>
void write_matrix_market(OutputFile& file, HostGraph<Vertex, Offset> const& graph,
                         GraphFileProgress const& progress);
template <class Vertex, class Offset>
void write_dimacs(OutputFile& file, HostGraph<Vertex, Offset> const& graph,
                  GraphFileProgress const& progress);
template <class Vertex, class Offset>
void write_metis(OutputFile& file, HostGraph<Vertex, Offset> const& graph,
                 GraphFileProgress const& progress);
template <class Vertex, class Offset>
void write_gapbs(OutputFile& file, HostGraph<Vertex, Offset> const& graph,
                 GraphFileProgress const& progress);
template <class Vertex, class Offset>
void write_binary(OutputFile& file, HostGraph<Vertex, Offset> const& graph,
                  GraphFileProgress const& progress);

// What can be seen before a file is begun: throw std::invalid_argument or yoke::InvalidInput.
template <class Vertex, class Offset>
void check_metis_holds(HostGraph<Vertex, Offset> const& graph);
void check_gapbs_holds(std::uint64_t vertices);

}  // namespace yoke::detail::files
