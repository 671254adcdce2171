#pragma once

#include <KokkosSparse_CrsMatrix.hpp>
#include <KokkosSparse_StaticCrsGraph.hpp>
#include <Kokkos_Core.hpp>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "yoke/counted.hpp"
#include "yoke/graph.hpp"

// Graphs from and for Kokkos Kernels, for the target Yoke::kokkos_kernels, a component of the CMake
// package. Nothing else in Yoke includes this.

namespace yoke {

namespace detail {

template <class Target, class Source>
struct ConvertElements {
  Source source;
  Target target;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    target(i) = static_cast<typename Target::value_type>(source(i));
  }
};

// The array itself if its elements have that type already, else a copy.
template <class T, class Space, class Source>
auto share_or_convert(Space const& exec, std::string const& label, Source const& source) {
  using Memory = typename Source::memory_space;
  using Shared = Kokkos::View<T const*, Memory>;
  if constexpr (std::is_same_v<typename Source::non_const_value_type, T>) {
    return Shared(source);
  } else {
    auto const copy = make_array<T, Memory>(exec, label, source.extent(0));
    Kokkos::parallel_for("yoke::kokkos_kernels::convert", WideRange<Space>(exec, 0, copy.size()),
                         ConvertElements<std::decay_t<decltype(copy)>, Source>{source, copy});
    exec.fence("yoke::kokkos_kernels: converted");
    return Shared(copy);
  }
}

template <class T, class Default>
using TypeOr = std::conditional_t<std::is_void_v<T>, Default, T>;

}  // namespace detail

/// A Graph of a KokkosSparse::StaticCrsGraph. It is checked on `exec` as in Graph's constructor,
/// and throws the same exceptions. Shares the arrays. An array is copied only if you ask for
/// another type (Vertex, Offset).
template <class Vertex = void, class Offset = void, class Space, class... Arguments>
auto graph_from(Space const& exec, GraphKind kind,
                KokkosSparse::StaticCrsGraph<Arguments...> const& crs) {
  using Crs = KokkosSparse::StaticCrsGraph<Arguments...>;
  using V = detail::TypeOr<Vertex, typename Crs::entries_type::non_const_value_type>;
  using O = detail::TypeOr<Offset, typename Crs::row_map_type::non_const_value_type>;
  using Result = Graph<V, O, typename Crs::entries_type::memory_space>;
  // Checked for the new type before the graph is made.
  detail::check_index_holds<O>("yoke::graph_from", "Offset", crs.entries.extent(0));
  detail::check_index_holds<V>("yoke::graph_from", "Vertex",
                               crs.row_map.extent(0) == 0 ? 0 : crs.row_map.extent(0) - 1);
  return Result(exec, kind, detail::share_or_convert<O>(exec, "yoke::graph::offsets", crs.row_map),
                detail::share_or_convert<V>(exec, "yoke::graph::neighbours", crs.entries));
}

/// The same of the pattern of a matrix: an arc from row to column for every stored entry, whatever
/// its value. Throws std::invalid_argument if the matrix is not square.
template <class Vertex = void, class Offset = void, class Space, class... Arguments>
auto graph_from(Space const& exec, GraphKind kind,
                KokkosSparse::CrsMatrix<Arguments...> const& matrix) {
  if (static_cast<std::uint64_t>(matrix.numRows()) !=
      static_cast<std::uint64_t>(matrix.numCols())) {
    throw std::invalid_argument("yoke::graph_from: the matrix has " +
                                show_count(matrix.numRows(), "row") + " and " +
                                show_count(matrix.numCols(), "column"));
  }
  return graph_from<Vertex, Offset>(exec, kind, matrix.graph);
}

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
