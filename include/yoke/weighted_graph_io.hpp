#pragma once

#include <filesystem>

#include "yoke/graph_io.hpp"
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
///
/// Memory beyond the result: two vertices and 8 bytes for each edge, the same again while pieces
/// are gathered, and then that of build_graph. options.memory_limit counts it.
///
/// Throws the errors of read_graph and build_graph. Also throws yoke::MalformedFile for these:
/// - a file without weights, such as a pattern matrix or a .yoke file;
/// - a weight that Weight does not hold: NaN, a fraction for an integer, or a number out of range
///   (a floating-point number that is too small is 0);
/// - an undirected edge that is listed at both ends, with different weights.
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

}  // namespace yoke
