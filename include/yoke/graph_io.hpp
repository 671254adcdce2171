#pragma once

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "yoke/errors.hpp"
#include "yoke/graph.hpp"
#include "yoke/graph_io_options.hpp"

// Graphs in files. All arrays are in host memory. Kokkos must be initialised, and reading uses the
// threads of its default host space. docs/graph_files.md describes the formats.
//
// All functions that read throw yoke::MalformedFile if the file breaks the rules of its format, or
// does not fit the given types. It has the file, the line (in a binary file, the byte) and the
// reason. They throw std::runtime_error with the system's reason if the file cannot be read. If a
// file has several faults, the same one is named on any number of threads.
//
// The arrays of a plain file and of its graph take at most 32 bytes for each of its bytes, beside 8
// MiB. This holds for 32-bit vertices and offsets, whatever the header promises. It does not hold
// with allow_sparse_ids. GraphReadOptions::memory_limit refuses files that need more memory, also
// compressed files and pipes.

namespace yoke {

class OutputFile;  // yoke/output_files.hpp

namespace detail {
template <class T>
concept FileWord = std::same_as<T, std::uint32_t> || std::same_as<T, std::uint64_t>;
}

namespace detail::files {
class OpenedFile;
}

/// An open graph file, for files that can be opened only once (pipes), and for facts beyond the
/// graph. A regular file is mapped. The bytes of a pipe or of a compressed file are held in memory
/// while a GraphFile of it, or a MappedGraph, exists. Compressed means gzip, in builds with zlib.
class GraphFile {
 public:
  /// Opens a file. The options' format and memory_limit count here, and not again when the file is
  /// read.
  explicit GraphFile(std::filesystem::path const& path, GraphReadOptions const& options = {});
  /// Reads a descriptor to its end. The descriptor stays the caller's; 0 is standard input. `name`
  /// is for messages and, by its extension, for the format.
  GraphFile(int descriptor, std::filesystem::path const& name,
            GraphReadOptions const& options = {});

  /// The format of the file; never automatic.
  GraphFormat format() const;
  /// The path, or the name given in its place.
  std::string name() const;
  /// The file's size; for a compressed file, its expanded size.
  std::uint64_t bytes() const;

  /// The largest number of arcs that a symmetric graph of the file can have. The file's header
  /// gives this bound. An edge list is read, and its lines are counted.
  std::uint64_t most_arcs(GraphReadOptions const& options = {}) const;

  /// Only for the library.
  detail::files::OpenedFile const& opened() const { return *file_; }
  /// Only for the library: the owner of the bytes.
  std::shared_ptr<void const> owner() const { return file_; }

 private:
  std::shared_ptr<detail::files::OpenedFile const> file_;
};

/// The edges of a graph file in the file's order.
///
/// If report.is_symmetric, every undirected edge is there once, whether the file holds it once (a
/// symmetric matrix) or at both ends (METIS). build_graph with its default options makes the graph.
/// Otherwise edges are arcs from `from` to `to`.
template <detail::FileWord Vertex = std::uint32_t>
struct EdgeFile {
  EdgeList<Vertex, Kokkos::HostSpace> edges;  ///< in host memory
  GraphFileReport report;                     ///< the report on the file
};

/// Reads a file of any format as edges. Memory beyond the result: the size of the result while
/// pieces are gathered; with VertexIds::compact 16 bytes per edge more.
template <detail::FileWord Vertex = std::uint32_t>
EdgeFile<Vertex> read_edges(GraphFile const& file, GraphReadOptions const& options = {});
/// The same for a path.
template <detail::FileWord Vertex = std::uint32_t>
EdgeFile<Vertex> read_edges(std::filesystem::path const& path,
                            GraphReadOptions const& options = {});

/// Reads a file of any format as a graph, made as by build_graph: symmetric if the file says so or
/// build.symmetrise asks for it, directed otherwise. Files of compressed rows (.sg, .yoke) that
/// need no building are copied. If they hold a directed graph's arcs by target, the result holds
/// them too.
///
/// Also throws the exceptions of build_graph: std::invalid_argument if Offset cannot number the
/// arcs.
template <detail::FileWord Vertex = std::uint32_t, detail::FileWord Offset = Vertex>
Graph<Vertex, Offset, Kokkos::HostSpace> read_graph(GraphFile const& file,
                                                    GraphReadOptions const& options = {},
                                                    GraphBuildOptions const& build = {});
/// The same for a path.
template <detail::FileWord Vertex = std::uint32_t, detail::FileWord Offset = Vertex>
Graph<Vertex, Offset, Kokkos::HostSpace> read_graph(std::filesystem::path const& path,
                                                    GraphReadOptions const& options = {},
                                                    GraphBuildOptions const& build = {});

/// The widths of a .yoke file's vertices and offsets in bits, for the types of MappedGraph, and the
/// type of its weights. Throws
/// yoke::MalformedFile if the file has no such header.
struct MappedGraphTypes {
  int vertex_bits = 32;  ///< 32 or 64
  int offset_bits = 32;  ///< 32 or 64
  /// The type of the weights, "float", "double", "std::int32_t" or "std::int64_t"; "" without them.
  std::string_view weights = {};
};
/// The widths in the header of an open file.
MappedGraphTypes mapped_graph_types(GraphFile const& file);

/// A .yoke file as a graph, without copying: the file is mapped, read-only, and pages are read when
/// they are touched. graph() and all copies of it point into the mapping. The mapping exists as
/// long as a MappedGraph of it. Do not use a Graph, or a View from one, after the last MappedGraph
/// is destroyed. Writing a new graph under the same name is harmless, because files are replaced
/// whole. A program that shortens the mapped file in place kills this one.
///
/// The constructor checks the arrays as Graph's constructor does. It reads the file once for this,
/// and takes no memory. The unchecked form looks only at the header (widths, counts, the file's
/// size). If the file is garbled, the behaviour of algorithms is then undefined. Throws
/// std::invalid_argument if Vertex or Offset is not the file's type. Weights are not looked at:
/// yoke::MappedWeightedGraph has them.
template <detail::FileWord Vertex = std::uint32_t, detail::FileWord Offset = Vertex>
class MappedGraph {
 public:
  /// Maps an open file, with a check.
  explicit MappedGraph(GraphFile const& file);
  /// Maps the file at a path, with a check.
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
/// std::invalid_argument if write_graph would.
GraphFormat format_to_write(std::filesystem::path const& path,
                            GraphWriteOptions const& options = {});

/// Writes a graph, whole or not at all: an earlier file is replaced when all is written (see
/// OutputFiles). Read back with the same types, it is the same graph. Its neighbours must be sorted
/// for this, and an edge list must have its header.
///
/// - edge_list: one line per edge, an undirected edge once, and nothing else. options.header keeps
///   two facts that are lost otherwise: undirectedness, and vertices without edges after the last
///   one with an edge. Names that end in .csv and .tsv have commas or tabs between the vertices and
///   a first line of column names.
/// - matrix_market: a pattern matrix; for a symmetric graph its lower triangle.
/// - dimacs: `p sp` with weights 1 for a directed graph, and for names that end in .gr. There a
///   symmetric graph has each edge as two arcs, and a comment that says so. Under other names it is
///   written as `p edge`, each edge once.
/// - metis: symmetric graphs without loops and multi-edges.
/// - gapbs: up to 2^31 - 1 vertices. If a directed graph has no arcs by target, they are made.
/// - binary: everything that the graph holds, in its own widths.
///
/// Throws std::invalid_argument if the format cannot hold the graph, or if the name promises
/// weights (.wsg), compression (.gz) or another format. Throws yoke::InvalidInput for METIS, which
/// names a vertex with a loop or with an edge twice. Throws std::runtime_error with the system's
/// reason.
template <detail::FileWord Vertex, detail::FileWord Offset>
void write_graph(std::filesystem::path const& path,
                 Graph<Vertex, Offset, Kokkos::HostSpace> const& graph,
                 GraphWriteOptions const& options = {});

/// The same for one of several files that appear together when OutputFiles::commit() is called.
template <detail::FileWord Vertex, detail::FileWord Offset>
void write_graph(OutputFile& file, Graph<Vertex, Offset, Kokkos::HostSpace> const& graph,
                 GraphWriteOptions const& options = {});

/// @cond
// These only say which header the weights of a graph need, or they would be lost silently. The
// overloads of that header are more constrained, so calls take them where it is included.
template <class Vertex, class Offset, class Weight, class MemorySpace>
class WeightedGraph;
template <class Vertex, class Offset, class Weight>
void write_graph(std::filesystem::path const&,
                 WeightedGraph<Vertex, Offset, Weight, Kokkos::HostSpace> const&,
                 GraphWriteOptions const& = {}) {
  static_assert(!sizeof(Weight*),
                "yoke::write_graph: include <yoke/weighted_graph_io.hpp> to write the weights, or "
                "pass the yoke::Graph from which the WeightedGraph is derived");
}
template <class Vertex, class Offset, class Weight>
void write_graph(OutputFile&, WeightedGraph<Vertex, Offset, Weight, Kokkos::HostSpace> const&,
                 GraphWriteOptions const& = {}) {
  static_assert(!sizeof(Weight*),
                "yoke::write_graph: include <yoke/weighted_graph_io.hpp> to write the weights, or "
                "pass the yoke::Graph from which the WeightedGraph is derived");
}
/// @endcond

}  // namespace yoke
