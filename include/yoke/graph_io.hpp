#pragma once

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <memory>

#include "yoke/errors.hpp"
#include "yoke/graph.hpp"
#include "yoke/graph_io_options.hpp"

// Graphs in files. Everything lies in host memory; Kokkos must be initialised, and reading uses the
// threads of its default host space. docs/graph_files.md describes the formats.
//
// All functions that read throw yoke::MalformedFile, with file, line (in a binary file, byte) and
// reason, where the file is not what its format says or does not fit the types asked for, and
// std::runtime_error with the system's reason where it cannot be read. Of a file with several
// faults the same one is named on any number of threads. A malformed file costs no more memory than
// a small multiple of its size, whatever its header promises.

namespace yoke {

class OutputFile;  // yoke/output_files.hpp

namespace detail {
template <class T>
concept FileWord = std::same_as<T, std::uint32_t> || std::same_as<T, std::uint64_t>;
}

// The edges of a graph file in the file's order.
//
// Where report.is_symmetric, every undirected edge is there once, whether the file holds it once (a
// symmetric matrix) or at both ends (METIS): build_graph with its default options makes the graph.
// Otherwise edges are arcs from `from` to `to`.
template <detail::FileWord Vertex = std::uint32_t>
struct EdgeFile {
  EdgeList<Vertex, Kokkos::HostSpace> edges;
  GraphFileReport report;
};

// Reads a file of any format as edges. Memory beyond the result: as much again while pieces are
// gathered; with VertexIds::compact 16 bytes an edge more.
template <detail::FileWord Vertex = std::uint32_t>
EdgeFile<Vertex> read_edges(std::filesystem::path const& path,
                            GraphReadOptions const& options = {});

// Reads a file of any format as a graph, as build_graph makes one of its edges: symmetric where the
// file says so or build.symmetrise asks for it, directed otherwise. Files of compressed rows (.sg,
// .yoke) that need no building are copied; where they hold a directed graph's arcs by target, so
// does the result.
//
// Throws what build_graph throws too: std::invalid_argument where Offset cannot number the arcs.
template <detail::FileWord Vertex = std::uint32_t, detail::FileWord Offset = Vertex>
Graph<Vertex, Offset, Kokkos::HostSpace> read_graph(std::filesystem::path const& path,
                                                    GraphReadOptions const& options = {},
                                                    GraphBuildOptions const& build = {});

// The format that a file is read as when nothing is asked for: see GraphFormat.
GraphFormat graph_file_format(std::filesystem::path const& path);

// The widths of a .yoke file's vertices and offsets, in bits: what MappedGraph must be told.
struct MappedGraphTypes {
  int vertex_bits = 32;
  int offset_bits = 32;
};
MappedGraphTypes mapped_graph_types(std::filesystem::path const& path);

// A .yoke file as a graph, without copying: the file is mapped, read-only, and pages come in as
// they are touched. graph() and all copies of it point into the mapping, which lives as long as a
// MappedGraph of it: no Graph, and no View taken from one, may be used after the last MappedGraph
// is gone. Writing a new graph under the same name is harmless, as files are replaced whole; a
// program that shortens the mapped file in place kills this one.
//
// Checked as a Graph is when it is made, which reads the file once, without memory; unchecked, only
// the header is looked at (widths, counts, the file's size), and algorithms on a garbled file are
// undefined. Throws std::invalid_argument where Vertex or Offset is not what the file holds.
template <detail::FileWord Vertex = std::uint32_t, detail::FileWord Offset = Vertex>
class MappedGraph {
 public:
  explicit MappedGraph(std::filesystem::path const& path);
  MappedGraph(Unchecked, std::filesystem::path const& path);

  Graph<Vertex, Offset, Kokkos::HostSpace> const& graph() const { return graph_; }

 private:
  MappedGraph(std::filesystem::path const& path, bool check);

  std::shared_ptr<void const> mapping_;
  Graph<Vertex, Offset, Kokkos::HostSpace> graph_;
};

// Writes a graph, whole or not at all: under a temporary name beside it, which then takes the
// file's name. Read back with the same types it is the same graph, provided that its neighbours are
// sorted.
//
//   edge_list  one line an edge, an undirected edge once; a comment tells Yoke of isolated vertices
//              and of undirectedness
//   metis      symmetric graphs without loops
//   gapbs      up to 2^31 - 1 vertices; a directed graph's arcs by target are made where it has
//   none binary     everything that the graph holds, in its own widths
//
// Throws std::invalid_argument where the format cannot hold the graph or is not written,
// yoke::InvalidInput naming a vertex with a loop (METIS), and std::runtime_error with the system's
// reason.
template <detail::FileWord Vertex, detail::FileWord Offset>
void write_graph(std::filesystem::path const& path,
                 Graph<Vertex, Offset, Kokkos::HostSpace> const& graph,
                 GraphWriteOptions const& options = {});

// The same, into one of several files that appear together.
template <detail::FileWord Vertex, detail::FileWord Offset>
void write_graph(OutputFile& file, Graph<Vertex, Offset, Kokkos::HostSpace> const& graph,
                 GraphWriteOptions const& options = {});

}  // namespace yoke
