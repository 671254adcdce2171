#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "primitives/arcs.hpp"
#include "yoke/detail/graphs/raw_graph.hpp"

namespace yoke::detail::forest {

template <class Space, class Vertex, class Weight>
struct CheckedEdges {
  Array<Space, Vertex const> from, to;
  Array<Space, Weight const> weight;
};

template <class Space, class Vertex, class Weight>
struct FirstEdgeOutOfRange {
  CheckedEdges<Space, Vertex, Weight> edges;
  std::uint64_t vertices;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& first) const {
    if (i < first && (edges.from(i) >= vertices || edges.to(i) >= vertices)) first = i;
  }
};

// In the shorter row, as FirstEdgeNotInGraph of components.
template <class Space, class Vertex, class Offset, class Weight>
struct FirstEdgeNotOfGraph {
  CheckedEdges<Space, Vertex, Weight> edges;
  CsrView<Space, Vertex, Offset> rows;
  Array<Space, Weight const> weights;

  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& first) const {
    if (i >= first) return;
    Vertex const u = edges.from(i), v = edges.to(i);
    bool const u_is_shorter = rows.degree(u) < rows.degree(v);
    if (!has_arc(u_is_shorter ? u : v, u_is_shorter ? v : u, edges.weight(i))) first = i;
  }

 private:
  KOKKOS_FUNCTION bool has_arc(Vertex from, Vertex to, Weight weight) const {
    for (Offset arc = rows.begin(from); arc < rows.end(from); ++arc) {
      if (rows.neighbours(arc) == to && weights(arc) == weight) return true;
    }
    return false;
  }
};

// Vertices joined by the forest's edges in the order of their weights, under the larger set. Vertex
// v was joined under above(v) by the edge at place(v) of that order; a root by none.
template <class Space, class Vertex, class Weight>
struct JoinedVertices {
  static constexpr Vertex none = static_cast<Vertex>(~Vertex(0));
  Array<Space, Vertex> above, place;
  Array<Space, Weight> weight;

  // The vertex whose joining edge is the heaviest between u and v, which differ, or none.
  KOKKOS_FUNCTION Vertex heaviest_between(Vertex u, Vertex v) const {
    Vertex last = none;
    while (u != v) {
      // Places grow along paths upwards: the earlier one is not yet at the common ancestor.
      Vertex& earlier = place(u) < place(v) ? u : v;
      last = earlier;
      if (place(earlier) == none) return none;
      earlier = above(earlier);
    }
    return last;
  }
};

// The first arc whose ends the forest does not connect, or connects by a heavier edge.
template <class Space, class Vertex, class Offset, class Weight>
struct FirstUnservedArc {
  CsrView<Space, Vertex, Offset> rows;
  Array<Space, Weight const> weights;
  JoinedVertices<Space, Vertex, Weight> joined;
  ArcChunks chunks;

  KOKKOS_FUNCTION void operator()(std::uint64_t chunk, std::uint64_t& first) const {
    for_each_arc(rows, chunks.begin(chunk), chunks.end(chunk),
                 [&](std::uint64_t v, std::uint64_t arc) {
                   Vertex const u = rows.neighbours(arc);
                   if (u <= v || arc >= first) return;
                   Vertex const heaviest = joined.heaviest_between(u, static_cast<Vertex>(v));
                   if (heaviest == joined.none || weights(arc) < joined.weight(heaviest)) {
                     first = arc;
                   }
                 });
  }
};

}  // namespace yoke::detail::forest
