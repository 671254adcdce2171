#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <string>

#include "yoke/detail/frame/memory.hpp"
#include "yoke/errors.hpp"

namespace yoke::detail::graphs {

// The edges as the arcs to be stored: arc i is edge i, arc edges + i its reverse.
template <class Space, class Vertex>
struct ArcSource {
  Array<Space, Vertex const> from_end, to_end;
  bool symmetrise, drop_loops;

  std::uint64_t size() const { return from_end.extent(0) * (symmetrise ? 2 : 1); }
  // The number of arcs to be stored; `loops` is that of edges that are loops.
  std::uint64_t stored(std::uint64_t loops) const {
    return size() - loops * ((symmetrise ? 1 : 0) + (drop_loops ? 1 : 0));
  }
  KOKKOS_FUNCTION Vertex from(std::uint64_t i) const {
    return i < from_end.extent(0) ? from_end(i) : to_end(i - from_end.extent(0));
  }
  KOKKOS_FUNCTION Vertex to(std::uint64_t i) const {
    return i < from_end.extent(0) ? to_end(i) : from_end(i - from_end.extent(0));
  }
  // A loop is one arc, not two.
  KOKKOS_FUNCTION bool is_stored(std::uint64_t i) const {
    if (from(i) != to(i)) return true;
    return !drop_loops && i < from_end.extent(0);
  }
};

template <class Space, class Vertex>
struct LookAtEdges {
  ArcSource<Space, Vertex> arcs;
  std::uint64_t vertices;
  KOKKOS_FUNCTION void operator()(std::uint64_t e, std::uint64_t& out_of_range,
                                  std::uint64_t& loops) const {
    Vertex const from = arcs.from_end(e), to = arcs.to_end(e);
    if ((from >= vertices || to >= vertices) && e < out_of_range) out_of_range = e;
    loops += from == to;
  }
};

// The number of loops. Throws where an edge has an end out of range.
template <class Space, class Vertex>
std::uint64_t check_edges(Space const& exec, ArcSource<Space, Vertex> const& arcs,
                          std::uint64_t vertices) {
  std::uint64_t const edges = arcs.from_end.extent(0);
  std::uint64_t out_of_range = edges, loops = 0;
  Kokkos::parallel_reduce("yoke::graph::check_edges", WideRange<Space>(exec, 0, edges),
                          LookAtEdges<Space, Vertex>{arcs, vertices},
                          Kokkos::Min<std::uint64_t>(out_of_range),
                          Kokkos::Sum<std::uint64_t>(loops));
  exec.fence("yoke::graph: edges checked");
  if (out_of_range >= edges) return loops;
  throw InvalidInput("yoke::build_graph: an end of edge " + std::to_string(out_of_range) +
                         " is no vertex: there are " + std::to_string(vertices),
                     out_of_range);
}

}  // namespace yoke::detail::graphs
