#pragma once

#include <KokkosSparse_CrsMatrix.hpp>
#include <KokkosSparse_StaticCrsGraph.hpp>
#include <Kokkos_Core.hpp>
#include <cstdint>
#include <stdexcept>

#include "yoke/counted.hpp"
#include "yoke/graph.hpp"
#include "yoke/rows.hpp"

// Graphs from and for Kokkos Kernels, for the target Yoke::kokkos_kernels, a component of the CMake
// package. Nothing else in Yoke includes this.

namespace yoke {

/// A KokkosSparse::StaticCrsGraph is like a graph: each call on one execution space or a Hybrid
/// takes it in place of a yoke::Graph. It is symmetric unless yoke::rows(crs, kind) says otherwise.
template <class... Arguments>
struct GraphTraits<KokkosSparse::StaticCrsGraph<Arguments...>> {
  /// Its rows: shared, unless yoke::rows must copy them.
  static auto rows(KokkosSparse::StaticCrsGraph<Arguments...> const& crs) {
    return yoke::rows(crs.row_map, crs.entries).named("row_map", "entries");
  }
};

/// The same of the pattern of a matrix: an arc from row to column for every stored entry, whatever
/// its value. Throws std::invalid_argument if the matrix is not square.
template <class... Arguments>
struct GraphTraits<KokkosSparse::CrsMatrix<Arguments...>> {
  /// The rows of its pattern.
  static auto rows(KokkosSparse::CrsMatrix<Arguments...> const& matrix) {
    if (static_cast<std::uint64_t>(matrix.numRows()) !=
        static_cast<std::uint64_t>(matrix.numCols())) {
      throw std::invalid_argument(
          "yoke::rows: the matrix has " + show_count(matrix.numRows(), "row") + " and " +
          show_count(matrix.numCols(), "column") + "; a graph needs a square matrix");
    }
    return yoke::rows(matrix.graph.row_map, matrix.graph.entries).named("row_map", "entries");
  }
};

/// The graph's arcs for Kokkos Kernels: the same arrays, read-only.
template <class Vertex, class Offset, class MemorySpace>
auto to_static_crs_graph(Graph<Vertex, Offset, MemorySpace> const& graph) {
  using Device = Kokkos::Device<typename MemorySpace::execution_space, MemorySpace>;
  using Crs = KokkosSparse::StaticCrsGraph<Vertex const, KokkosKernels::default_layout, Device,
                                           void, Offset>;
  return Crs(graph.neighbours(), graph.offsets());
}

/// A matrix of the graph's pattern: values(k) belongs to arc k. Shares all arrays. Throws
/// std::invalid_argument if the number of values is not the number of arcs. Kokkos Kernels needs a
/// signed Vertex.
template <class Vertex, class Offset, class MemorySpace, class Values>
auto to_crs_matrix(Graph<Vertex, Offset, MemorySpace> const& graph, Values const& values) {
  using Device = Kokkos::Device<typename MemorySpace::execution_space, MemorySpace>;
  using Matrix =
      KokkosSparse::CrsMatrix<typename Values::value_type, Vertex const, Device, void, Offset>;
  detail::check_same_size("yoke::to_crs_matrix", "values", values.extent(0), "neighbours",
                          graph.arcs());
  return Matrix("yoke::graph", static_cast<Vertex>(graph.vertices()),
                typename Matrix::values_type(values), to_static_crs_graph(graph));
}

}  // namespace yoke
