#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "primitives/arcs.hpp"
#include "yoke/detail/graphs/raw_graph.hpp"
#include "yoke/detail/kokkos_ext/relaxed.hpp"

namespace yoke::detail::components {

// Sets of vertices that any number of threads join: parent(v) is smaller than v, or v itself where
// v is the smallest of its set. What checks labels must not rest on what makes them (labels.hpp),
// so this is the plainest union-find there is, of its own. A vertex leaves the smallest ones once,
// by the one exchange that succeeds, and for a smaller vertex of another set: however threads race,
// a set holds nothing but what its edges connect.
template <class Space, class Vertex>
struct VertexSets {
  Array<Space, Vertex> parent;

  // Moves what it passes one step up: what it finds there was an ancestor, and stays one.
  KOKKOS_FUNCTION Vertex smallest_of(Vertex v) const {
    Vertex above = relaxed_load(&parent(v));
    while (above != v) {
      Vertex const next = relaxed_load(&parent(above));
      if (next != above) relaxed_store(&parent(v), next);
      v = above;
      above = next;
    }
    return v;
  }

  // False where they were in one set before.
  KOKKOS_FUNCTION bool join(Vertex u, Vertex v) const {
    while (true) {
      u = smallest_of(u);
      v = smallest_of(v);
      if (u == v) return false;
      Vertex const high = u > v ? u : v, low = u > v ? v : u;
      if (Kokkos::atomic_compare_exchange(&parent(high), high, low) == high) return true;
    }
  }
};

template <class Space, class Vertex>
struct StartSets {
  VertexSets<Space, Vertex> sets;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    sets.parent(v) = static_cast<Vertex>(v);
  }
};

// Joins the ends of every edge, seen from the larger one; finds the first arc between two labels.
template <class Space, class Vertex, class Offset>
struct JoinAlongArcs {
  CsrView<Space, Vertex, Offset> rows;
  ArcChunks chunks;
  Array<Space, Vertex const> label;
  VertexSets<Space, Vertex> sets;

  KOKKOS_FUNCTION void operator()(std::uint64_t chunk, std::uint64_t& first) const {
    for_each_arc(rows, chunks.begin(chunk), chunks.end(chunk),
                 [&](std::uint64_t v, std::uint64_t arc) {
                   Vertex const u = rows.neighbours(arc);
                   if (u >= v) return;
                   if (label(u) != label(v) && arc < first) first = arc;
                   sets.join(static_cast<Vertex>(v), u);
                 });
  }
};

template <class Space, class Vertex>
struct FirstWrongLabel {
  Array<Space, Vertex const> label;
  VertexSets<Space, Vertex> sets;
  KOKKOS_FUNCTION void operator()(std::uint64_t v, std::uint64_t& first) const {
    if (v < first && label(v) != sets.smallest_of(static_cast<Vertex>(v))) first = v;
  }
};

template <class Space, class Vertex>
struct CountSets {
  VertexSets<Space, Vertex> sets;
  KOKKOS_FUNCTION void operator()(std::uint64_t v, std::uint64_t& count) const {
    count += sets.parent(v) == v;
  }
};

// A forest's edges.
template <class Space, class Vertex>
struct Edges {
  Array<Space, Vertex const> from, to;
};

template <class Space, class Vertex>
struct FirstEdgeOutOfRange {
  Edges<Space, Vertex> edges;
  std::uint64_t vertices;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& first) const {
    if (i < first && (edges.from(i) >= vertices || edges.to(i) >= vertices)) first = i;
  }
};

// The shorter row: a tree may have all edges of a hub, but each of its edges leads to a vertex's
// own parent, so that all vertices' rows together are as much as is looked at.
template <class Space, class Vertex, class Offset>
struct FirstEdgeNotInGraph {
  Edges<Space, Vertex> edges;
  CsrView<Space, Vertex, Offset> rows;

  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& first) const {
    if (i >= first) return;
    Vertex const u = edges.from(i), v = edges.to(i);
    bool const u_is_shorter = rows.degree(u) < rows.degree(v);
    if (!has_neighbour(u_is_shorter ? u : v, u_is_shorter ? v : u)) first = i;
  }

 private:
  KOKKOS_FUNCTION bool has_neighbour(Vertex v, Vertex sought) const {
    for (Offset arc = rows.begin(v); arc < rows.end(v); ++arc) {
      if (rows.neighbours(arc) == sought) return true;
    }
    return false;
  }
};

template <class Space, class Vertex>
struct FirstEdgeOfCycle {
  Edges<Space, Vertex> edges;
  VertexSets<Space, Vertex> sets;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& first) const {
    if (!sets.join(edges.from(i), edges.to(i)) && i < first) first = i;
  }
};

}  // namespace yoke::detail::components
