#pragma once

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "yoke/errors.hpp"
#include "yoke/graph.hpp"
#include "yoke/graph_io_options.hpp"

// Graphs in files. Everything lies in host memory; Kokkos must be initialised, and reading uses the
// threads of its default host space. docs/graph_files.md describes the formats.
//
// All functions that read throw yoke::MalformedFile, with file, line (in a binary file, byte) and
// reason, where the file is not what its format says or does not fit the types asked for, and
// std::runtime_error with the system's reason where it cannot be read. Of a file with several
// faults the same one is named on any number of threads. Whatever the header promises, what is read
// of a plain file and the graph take arrays of at most 32 bytes for each of its bytes, beside 8 MiB
// (32-bit vertices and offsets), unless allow_sparse_ids is set. GraphReadOptions::memory_limit
// refuses what any file asks for beyond it, compressed files and pipes too.

namespace yoke {

class OutputFile;  // yoke/output_files.hpp

namespace detail {
template <class T>
concept FileWord = std::same_as<T, std::uint32_t> || std::same_as<T, std::uint64_t>;
}

namespace detail::files {
class OpenedFile;
}

/// A graph file that is open: to read from what can be opened only once (a pipe), and to ask for
/// more than the graph. A regular file is mapped; what comes through a pipe or is compressed (gzip,
/// in builds with zlib) is held in memory as long as a GraphFile of it, or a MappedGraph, lives.
class GraphFile {
 public:
  /// Of the options, format and memory_limit count here, and not again where the file is read.
  explicit GraphFile(std::filesystem::path const& path, GraphReadOptions const& options = {});
  /// Reads a descriptor to its end, which stays the caller's: 0 is standard input. `name` is for
  /// messages and, by its extension, for the format.
  GraphFile(int descriptor, std::filesystem::path const& name,
            GraphReadOptions const& options = {});

  /// The format that it is read as; never automatic.
  GraphFormat format() const;
  /// The path, or what was given in its place.
  std::string name() const;
  /// The file's size; of a compressed one, when it is expanded.
  std::uint64_t bytes() const;

  /// Arcs that a symmetric graph of the file has at most, by the file's header; an edge list's
  /// lines are counted, which reads it through.
  std::uint64_t most_arcs(GraphReadOptions const& options = {}) const;

  /// For the library's own use.
  detail::files::OpenedFile const& opened() const { return *file_; }
  /// For the library's own use: what keeps the bytes.
  std::shared_ptr<void const> owner() const { return file_; }

 private:
  std::shared_ptr<detail::files::OpenedFile const> file_;
};

/// The edges of a graph file in the file's order.
///
/// Where report.is_symmetric, every undirected edge is there once, whether the file holds it once
/// (a symmetric matrix) or at both ends (METIS): build_graph with its default options makes the
/// graph. Otherwise edges are arcs from `from` to `to`.
template <detail::FileWord Vertex = std::uint32_t>
struct EdgeFile {
  EdgeList<Vertex, Kokkos::HostSpace> edges;  ///< in host memory
  GraphFileReport report;                     ///< what the file said
};

/// Reads a file of any format as edges. Memory beyond the result: as much again while pieces are
/// gathered; with VertexIds::compact 16 bytes an edge more.
template <detail::FileWord Vertex = std::uint32_t>
EdgeFile<Vertex> read_edges(GraphFile const& file, GraphReadOptions const& options = {});
/// The same, of a file that is opened here.
template <detail::FileWord Vertex = std::uint32_t>
EdgeFile<Vertex> read_edges(std::filesystem::path const& path,
                            GraphReadOptions const& options = {});

/// Reads a file of any format as a graph, as build_graph makes one of its edges: symmetric where
/// the file says so or build.symmetrise asks for it, directed otherwise. Files of compressed rows
/// (.sg, .yoke) that need no building are copied; where they hold a directed graph's arcs by
/// target, so does the result.
///
/// Throws what build_graph throws too: std::invalid_argument where Offset cannot number the arcs.
template <detail::FileWord Vertex = std::uint32_t, detail::FileWord Offset = Vertex>
Graph<Vertex, Offset, Kokkos::HostSpace> read_graph(GraphFile const& file,
                                                    GraphReadOptions const& options = {},
                                                    GraphBuildOptions const& build = {});
/// The same, of a file that is opened here.
template <detail::FileWord Vertex = std::uint32_t, detail::FileWord Offset = Vertex>
Graph<Vertex, Offset, Kokkos::HostSpace> read_graph(std::filesystem::path const& path,
                                                    GraphReadOptions const& options = {},
                                                    GraphBuildOptions const& build = {});

/// The widths of a .yoke file's vertices and offsets, in bits: what MappedGraph must be told.
/// Throws yoke::MalformedFile where the file has no such header.
struct MappedGraphTypes {
  int vertex_bits = 32;  ///< 32 or 64
  int offset_bits = 32;  ///< 32 or 64
};
/// The widths in the header of an open file.
MappedGraphTypes mapped_graph_types(GraphFile const& file);

/// A .yoke file as a graph, without copying: the file is mapped, read-only, and pages come in as
/// they are touched. graph() and all copies of it point into the mapping, which lives as long as a
/// MappedGraph of it: no Graph, and no View taken from one, may be used after the last MappedGraph
/// is gone. Writing a new graph under the same name is harmless, as files are replaced whole; a
/// program that shortens the mapped file in place kills this one.
///
/// Checked as a Graph is when it is made, which reads the file once, without memory; unchecked,
/// only the header is looked at (widths, counts, the file's size), and algorithms on a garbled file
/// are undefined. Throws std::invalid_argument where Vertex or Offset is not what the file holds.
template <detail::FileWord Vertex = std::uint32_t, detail::FileWord Offset = Vertex>
class MappedGraph {
 public:
  /// Of an open file; checked.
  explicit MappedGraph(GraphFile const& file);
  /// Of a file that is opened here; checked.
  explicit MappedGraph(std::filesystem::path const& path);
  /// The same, unchecked.
  MappedGraph(Unchecked, std::filesystem::path const& path);

  /// The graph, in the mapping.
  Graph<Vertex, Offset, Kokkos::HostSpace> const& graph() const { return graph_; }

 private:
  MappedGraph(GraphFile const& file, bool check);

  std::shared_ptr<void const> mapping_;
  Graph<Vertex, Offset, Kokkos::HostSpace> graph_;
};

/// The format in which write_graph writes a file of this name; never automatic. Throws
/// std::invalid_argument where it would.
GraphFormat format_to_write(std::filesystem::path const& path,
                            GraphWriteOptions const& options = {});

/// Writes a graph, whole or not at all: what was there before is replaced when all is written (see
/// OutputFiles). Read back with the same types it is the same graph, provided that its neighbours
/// are sorted, and that an edge list has its header.
///
/// - edge_list: one line an edge, an undirected edge once, and nothing else. Vertices without edges
///   that follow the last one with any, and undirectedness, need options.header. Names that end in
///   .csv and .tsv have commas or tabs between the vertices and a first line of column names.
/// - matrix_market: a pattern matrix, of a symmetric graph its lower triangle.
/// - dimacs: under names that end in .gr, and of a directed graph, `p sp` with weights 1; there a
///   symmetric graph has each edge as two arcs, and a comment that says so. Under other names it is
///   written as `p edge`, each edge once.
/// - metis: symmetric graphs without loops and multi-edges.
/// - gapbs: up to 2^31 - 1 vertices; where a directed graph has no arcs by target, they are made.
/// - binary: everything that the graph holds, in its own widths.
///
/// Throws std::invalid_argument where the format cannot hold the graph, or where the name ends in
/// .gz (nothing is compressed), yoke::InvalidInput naming a vertex with a loop or with an edge
/// twice (METIS), and std::runtime_error with the system's reason.
template <detail::FileWord Vertex, detail::FileWord Offset>
void write_graph(std::filesystem::path const& path,
                 Graph<Vertex, Offset, Kokkos::HostSpace> const& graph,
                 GraphWriteOptions const& options = {});

/// The same, into one of several files that appear together when OutputFiles::commit() is called.
template <detail::FileWord Vertex, detail::FileWord Offset>
void write_graph(OutputFile& file, Graph<Vertex, Offset, Kokkos::HostSpace> const& graph,
                 GraphWriteOptions const& options = {});

}  // namespace yoke
