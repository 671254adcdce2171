#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "yoke/counted.hpp"
#include "yoke/detail/checks.hpp"
#include "yoke/detail/spaces.hpp"
#include "yoke/detail/views.hpp"

namespace yoke {
template <class Vertex, class Offset, class MemorySpace>
class Graph;
template <class Offsets, class Entries>
class Rows;
template <class T>
struct GraphTraits;
}  // namespace yoke

namespace yoke::detail {

// A yoke::Graph at the library's door. The arcs by target are those by source where it is
// symmetric, and absent (no offsets) where a directed graph comes without them.
template <class Vertex, class Offset>
struct RawGraph {
  RawArray<Offset const> offsets;
  RawArray<Vertex const> neighbours;
  RawArray<Offset const> incoming_offsets;
  RawArray<Vertex const> incoming_neighbours;
  bool symmetric;
  // On ranks: the first of this rank's vertices, among those of all, and how many these are.
  std::uint64_t first = 0, all = 0;

  std::size_t vertices() const { return offsets.size == 0 ? 0 : offsets.size - 1; }
  std::size_t arcs() const { return neighbours.size; }
  // What integers must number: 0 of all where there is no other rank.
  std::uint64_t numbered() const { return all > vertices() ? all : vertices(); }
  bool has_incoming() const { return symmetric || incoming_offsets.size > 0; }

  // Without the arcs by target, and with them again, where they are those by source: arrays that
  // are one must not travel twice.
  RawGraph without_shared_incoming() const {
    RawGraph graph = *this;
    if (symmetric) graph.incoming_offsets = {}, graph.incoming_neighbours = {};
    return graph;
  }
  RawGraph with_shared_incoming() const {
    RawGraph graph = *this;
    if (symmetric) graph.incoming_offsets = offsets, graph.incoming_neighbours = neighbours;
    return graph;
  }
};

// What an executor takes for a graph: on ranks another type (yoke/mpi/graph.hpp).
template <class Executor>
struct TakesGraph {
  template <class Vertex, class Offset, class MemorySpace>
  static void take(Graph<Vertex, Offset, MemorySpace> const&);
};
template <class Executor>
struct TakesGraph<Distributed<Executor>>;
template <class G, class Executor>
concept GraphOn = requires(G const& graph) {
  TakesGraph<Executor>::take(graph);
};
// A graph-like value: yoke::GraphTraits (yoke/rows.hpp) has its rows.
template <class Offsets, class Entries>
void take_rows(Rows<Offsets, Entries> const&);
template <class T>
concept GraphLike = requires(T const& like) {
  take_rows(GraphTraits<T>::rows(like));
};
// A matrix of distances, in place of a graph.
template <class T>
concept AnyMatrix = AnyView<T> && T::rank == 2;
// The types that a call takes: on ranks a DistributedGraph, else any, so that as_graph says what is
// missing.
template <class G, class Executor>
concept GraphFor = !IsDistributed<Executor>::value || GraphOn<G, Executor>;

template <class T>
constexpr bool check_graph_like() {
  static_assert(GraphLike<T>,
                "yoke: the graph is neither a yoke::Graph nor graph-like; yoke::GraphTraits of its "
                "type needs a function `rows` that returns yoke::rows(offsets, entries); for types "
                "of Kokkos Kernels include yoke/kokkos_kernels.hpp");
  return true;
}

// A graph itself, or one made of a graph-like value. `where` is the Executor or its PlanExecutor,
// and `caller` the public function.
template <class Executor, class Where, class G>
decltype(auto) as_graph(Where const& where, char const* caller, G const& graph) {
  if constexpr (GraphOn<G, Executor>) {
    return (graph);
  } else {
    static_assert(check_graph_like<G>());
    return GraphTraits<G>::rows(graph).graph(where, caller);
  }
}

template <class G>
using VertexOf = typename std::remove_cvref_t<G>::Neighbours::non_const_value_type;
template <class G>
using OffsetOf = typename std::remove_cvref_t<G>::Offsets::non_const_value_type;

template <class T>
ArgumentBytes bytes_of(char const* name, RawArray<T> const& array) {
  auto const begin = reinterpret_cast<std::uintptr_t>(array.data);
  return {name, begin, begin + array.size * sizeof(T), sizeof(T), sizeof(T)};
}

// What a plan for graphs is made for.
struct GraphCapacity {
  std::size_t vertices, arcs;

  template <class Vertex, class Offset>
  void check(char const* caller, RawGraph<Vertex, Offset> const& graph) const {
    if (graph.vertices() <= vertices && graph.arcs() <= arcs) return;
    throw std::invalid_argument(std::string(caller) + ": the graph has " +
                                show_count(graph.vertices(), "vertex", "vertices") + " and " +
                                show_count(graph.arcs(), "arc") + " and the plan was made for " +
                                std::to_string(vertices) + " and " + std::to_string(arcs));
  }
};

// A graph's rows as kernels see them: in memory that Space accesses.
template <class Space, class Vertex, class Offset>
struct CsrView {
  Array<Space, Offset const> offsets;
  Array<Space, Vertex const> neighbours;

  KOKKOS_FUNCTION std::uint64_t vertices() const {
    return offsets.extent(0) == 0 ? 0 : offsets.extent(0) - 1;
  }
  KOKKOS_FUNCTION std::uint64_t arcs() const { return neighbours.extent(0); }
  KOKKOS_FUNCTION Offset begin(std::uint64_t v) const { return offsets(v); }
  KOKKOS_FUNCTION Offset end(std::uint64_t v) const { return offsets(v + 1); }
  KOKKOS_FUNCTION Offset degree(std::uint64_t v) const { return offsets(v + 1) - offsets(v); }

  // The vertex whose row holds `arc`, by bisection.
  KOKKOS_FUNCTION std::uint64_t row_of(std::uint64_t arc) const {
    std::uint64_t low = 0, high = vertices();
    while (high - low > 1) {
      std::uint64_t const middle = low + (high - low) / 2;
      if (offsets(middle) <= arc) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }
};

template <class Space, class Vertex, class Offset>
CsrView<Space, Vertex, Offset> csr_of(RawGraph<Vertex, Offset> const& graph) {
  return {Array<Space, Offset const>(graph.offsets.data, graph.offsets.size),
          Array<Space, Vertex const>(graph.neighbours.data, graph.neighbours.size)};
}

template <class Space, class Vertex, class Offset>
CsrView<Space, Vertex, Offset> incoming_csr_of(RawGraph<Vertex, Offset> const& graph) {
  return {
      Array<Space, Offset const>(graph.incoming_offsets.data, graph.incoming_offsets.size),
      Array<Space, Vertex const>(graph.incoming_neighbours.data, graph.incoming_neighbours.size)};
}

}  // namespace yoke::detail

// The widths of vertices and offsets that the library is compiled for.
#define YOKE_FOR_EACH_GRAPH_TYPE(MACRO, Space, ...)                     \
  MACRO(Space, std::uint32_t, std::uint32_t __VA_OPT__(, ) __VA_ARGS__) \
  MACRO(Space, std::uint32_t, std::uint64_t __VA_OPT__(, ) __VA_ARGS__) \
  MACRO(Space, std::uint64_t, std::uint64_t __VA_OPT__(, ) __VA_ARGS__)
