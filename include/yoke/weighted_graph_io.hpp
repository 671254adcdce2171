#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "yoke/graph_io.hpp"
#include "yoke/output_files.hpp"
#include "yoke/weighted_graph.hpp"

// Graphs with weights in files. Threads and errors are those of yoke/graph_io.hpp.
// docs/graph_files.md says which formats hold weights.

namespace yoke {

/// Reads a file with the weights of its edges, and makes a graph as build_graph does: symmetric if
/// the file says so or build.symmetrise asks for it, directed otherwise.
///
/// - matrix_market: the values of a real or integer matrix
/// - edge_list: the third column, or that of options.weight_column
/// - metis: the weights of edges
/// - dimacs: the last number of a line
/// - gapbs: the weights of a .wsg file; arcs by target are not kept
/// - binary: the weights of a .yoke file
///
/// Memory beyond the result: two vertices and 8 bytes for each edge, the same again while pieces
/// are gathered, and then that of build_graph. options.memory_limit counts it.
///
/// Throws the errors of read_graph and build_graph. Also throws yoke::MalformedFile for these:
/// - a file without weights, such as a pattern matrix;
/// - a weight that Weight does not hold: NaN, a fraction for an integer, or a number out of range
///   (a floating-point number that is too small is 0);
/// - an undirected edge that is listed at both ends, with different weights, unless
///   options.accept_unsymmetric is set (METIS, .wsg and .yoke).
template <ArcWeight Weight = float, detail::FileWord Vertex = std::uint32_t,
          detail::FileWord Offset = Vertex>
WeightedGraph<Vertex, Offset, Weight, Kokkos::HostSpace> read_weighted_graph(
    GraphFile const& file, GraphReadOptions const& options = {},
    WeightedBuildOptions const& build = {});
/// The same for a path.
template <ArcWeight Weight = float, detail::FileWord Vertex = std::uint32_t,
          detail::FileWord Offset = Vertex>
WeightedGraph<Vertex, Offset, Weight, Kokkos::HostSpace> read_weighted_graph(
    std::filesystem::path const& path, GraphReadOptions const& options = {},
    WeightedBuildOptions const& build = {}) {
  return read_weighted_graph<Weight, Vertex, Offset>(GraphFile(path, options), options, build);
}

/// The format of write_graph for a name and a graph with such weights. Throws std::invalid_argument
/// as write_graph does, for the name and for a format that lacks them.
template <ArcWeight Weight>
GraphFormat format_to_write(std::filesystem::path const& path,
                            GraphWriteOptions const& options = {});

/// Writes a graph with its weights, as write_graph writes a Graph. Read back with the same types,
/// and with symmetrise as the graph is, it is the same graph without arcs by target. An edge list
/// needs its header for the last vertices.
///
/// - edge_list: a third column, which .csv and .tsv files call `weight`. The name .el is refused:
///   .wel promises weights.
/// - matrix_market: a real or integer matrix
/// - dimacs: `p sp`; a symmetric graph has each edge as two arcs, and a comment that says so
/// - metis: weights that are integers from 1 up
/// - gapbs: a .wsg file, with weights that are integers of 32 bits
/// - binary: weights of any type, without arcs by target
///
/// Throws the errors of write_graph. Also throws
/// std::invalid_argument for weights of a type that the format lacks, and yoke::InvalidInput, which
/// names an arc, for a weight out of range.
template <detail::FileWord Vertex, detail::FileWord Offset, ArcWeight Weight>
void write_graph(OutputFile& file,
                 WeightedGraph<Vertex, Offset, Weight, Kokkos::HostSpace> const& graph,
                 GraphWriteOptions const& options = {});
/// The same for a path.
template <detail::FileWord Vertex, detail::FileWord Offset, ArcWeight Weight>
void write_graph(std::filesystem::path const& path,
                 WeightedGraph<Vertex, Offset, Weight, Kokkos::HostSpace> const& graph,
                 GraphWriteOptions const& options = {}) {
  OutputFiles files;
  write_graph(files.open(path), graph, options);
  files.commit();
}

/// A .yoke file with weights as a graph, without copying: as yoke::MappedGraph. The check also
/// reads the weights, and throws yoke::MalformedFile for NaN and for a weight that the reverse arc
/// lacks. Throws std::invalid_argument if Weight is not the type of the file's weights, or if it
/// has none (mapped_graph_types).
template <ArcWeight Weight = float, detail::FileWord Vertex = std::uint32_t,
          detail::FileWord Offset = Vertex>
class MappedWeightedGraph {
 public:
  /// Maps an open file, with a check.
  explicit MappedWeightedGraph(GraphFile const& file);
  /// Maps the file at a path, with a check.
  explicit MappedWeightedGraph(std::filesystem::path const& path);
  /// The same, unchecked.
  MappedWeightedGraph(Unchecked, std::filesystem::path const& path);

  /// The graph, in the mapping.
  WeightedGraph<Vertex, Offset, Weight, Kokkos::HostSpace> const& graph() const { return graph_; }

 private:
  MappedWeightedGraph(GraphFile const& file, bool check);

  std::shared_ptr<void const> mapping_;
  WeightedGraph<Vertex, Offset, Weight, Kokkos::HostSpace> graph_;
};

}  // namespace yoke
