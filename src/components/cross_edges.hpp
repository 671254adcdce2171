#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "components/labels.hpp"
#include "primitives/arcs.hpp"
#include "yoke/detail/kokkos_ext/relaxed.hpp"
#include "yoke/detail/primitives/hash.hpp"

namespace yoke::detail::components {

template <class Vertex>
inline constexpr Vertex no_vertex = static_cast<Vertex>(~Vertex(0));

// The host's vertices, one part a core.
struct HostParts {
  std::uint64_t vertices, size;

  static HostParts of(std::uint64_t vertices, std::uint64_t cores) {
    return {vertices, (vertices + cores - 1) / cores};
  }
  std::uint64_t count() const { return (vertices + size - 1) / size; }
  KOKKOS_FUNCTION std::uint64_t begin(std::uint64_t part) const { return part * size; }
  KOKKOS_FUNCTION std::uint64_t end(std::uint64_t part) const {
    return (part + 1) * size < vertices ? (part + 1) * size : vertices;
  }
};

// Depth-first search of a part, which ignores the arcs that leave it (thesis, 7.6). A part's stack
// takes the part's own places: a vertex is pushed once.
template <class Host, class Vertex, class Offset>
struct SearchPart {
  CsrView<Host, Vertex, Offset> graph;
  Array<Host, Vertex> label, stack;
  HostParts parts;

  KOKKOS_FUNCTION void operator()(std::uint64_t part) const {
    std::uint64_t const begin = parts.begin(part), end = parts.end(part);
    for (std::uint64_t v = begin; v < end; ++v) label(v) = no_vertex<Vertex>;
    for (std::uint64_t v = begin; v < end; ++v) {
      if (label(v) == no_vertex<Vertex>) search(static_cast<Vertex>(v), begin, end);
    }
  }

 private:
  KOKKOS_FUNCTION void search(Vertex start, std::uint64_t begin, std::uint64_t end) const {
    label(start) = start;
    stack(begin) = start;
    for (std::uint64_t top = begin + 1; top > begin;) {
      Vertex const v = stack(--top);
      for (Offset arc = graph.begin(v); arc < graph.end(v); ++arc) {
        Vertex const u = graph.neighbours(arc);
        if (u < begin || u >= end || label(u) != no_vertex<Vertex>) continue;
        label(u) = start;
        stack(top++) = u;
      }
    }
  }
};

// The arcs that leave a part. One to another part joins the two components where they lie. One to
// the device's vertex u is entered at u: the first to come stands for all of them, because two host
// vertices that have u for a neighbour are in one component, and are joined. So at most one cross
// edge for each of the device's vertices is left, however many there were, before the device's
// components are known.
template <class Host, class Vertex, class Offset>
struct JoinPartsAndCross {
  CsrView<Host, Vertex, Offset> graph;
  Labels<Host, Vertex> labels;
  HostParts parts;
  Array<Host, Vertex> crossing;  // by device vertex: the host vertex that it is joined to
  ArcChunks chunks;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    for_each_arc(graph, chunks.begin(i), chunks.end(i), [&](std::uint64_t v, std::uint64_t arc) {
      Vertex const u = graph.neighbours(arc);
      if (u >= parts.vertices) {
        cross(static_cast<Vertex>(v), &crossing(u - parts.vertices));
      } else if (u < v / parts.size * parts.size) {
        join(static_cast<Vertex>(v), u);
      }
    });
  }

 private:
  KOKKOS_FUNCTION void join(Vertex v, Vertex u) const { labels.link(labels.find(v), v, u); }

  KOKKOS_FUNCTION void cross(Vertex v, Vertex* place) const {
    Vertex seen = relaxed_load(place);
    if (seen == no_vertex<Vertex>) {
      seen = Kokkos::atomic_compare_exchange(place, no_vertex<Vertex>, v);
    }
    if (seen != no_vertex<Vertex> && seen != v) join(v, seen);
  }
};

// The cross edges, of which `from` is the host's end and `to` the device's.
template <class Space, class Vertex>
struct CrossEdges {
  Array<Space, Vertex> from, to;
};

template <class Host, class Vertex>
struct ListCrossEdges {
  Array<Host, Vertex const> crossing;
  Vertex first;  // of the device's vertices
  CrossEdges<Host, Vertex> edges;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& place, bool last) const {
    if (crossing(i) == no_vertex<Vertex>) return;
    if (last) {
      edges.from(place) = crossing(i);
      edges.to(place) = static_cast<Vertex>(first + i);
    }
    ++place;
  }
};

// Keeps one of the cross edges of each pair of components (thesis, 7.7), and crosses out the `from`
// of the others. The table holds edge numbers, by the hash of their components; it is larger than
// there are edges, so that there is always a free place. Reduces to the number kept.
template <class Space, class Vertex>
struct KeepOnePerPair {
  Array<Space, Vertex const> label;
  CrossEdges<Space, Vertex> edges;
  Array<Space, Vertex> table;  // no_vertex: free

  KOKKOS_FUNCTION void operator()(std::uint64_t e, std::uint64_t& kept) const {
    Vertex const host = label(edges.from(e)), device = label(edges.to(e));
    std::uint64_t const size = table.extent(0);
    std::uint64_t place = hash(hash(static_cast<std::uint64_t>(host)) + device) % size;
    for (;;) {
      Vertex const seen =
          Kokkos::atomic_compare_exchange(&table(place), no_vertex<Vertex>, static_cast<Vertex>(e));
      if (seen == no_vertex<Vertex>) {
        ++kept;
        return;
      }
      // An edge in the table is never crossed out.
      if (label(edges.from(seen)) == host && label(edges.to(seen)) == device) break;
      place = place + 1 < size ? place + 1 : 0;
    }
    edges.from(e) = no_vertex<Vertex>;
  }
};

// Algorithm 13, which sets the end points' labels alone and so has to go round until none changes;
// a link of the components' roots is done once.
template <class Space, class Vertex>
struct LinkCrossEdges {
  Labels<Space, Vertex> labels;
  CrossEdges<Space, Vertex> edges;
  KOKKOS_FUNCTION void operator()(std::uint64_t e) const {
    Vertex const from = edges.from(e);
    if (from != no_vertex<Vertex>) labels.link(labels.find(from), from, edges.to(e));
  }
};

// The device's part as a graph of its own: vertices from 0, and an arc to the host's part is turned
// into a loop, which keeps every arc in its place.
template <class Space, class Vertex, class Offset>
struct RenumberPart {
  CsrView<Space, Vertex, Offset> graph;  // rows of the part, neighbours as they were
  Vertex first;
  Array<Space, Vertex> neighbours;
  ArcChunks chunks;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    for_each_arc(graph, chunks.begin(i), chunks.end(i), [&](std::uint64_t v, std::uint64_t arc) {
      Vertex const u = graph.neighbours(arc);
      neighbours(arc) = u < first ? static_cast<Vertex>(v) : u - first;
    });
  }
};

template <class Space, class Vertex>
struct ShiftLabels {
  Array<Space, Vertex> label;
  Vertex first;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const { label(v) += first; }
};

}  // namespace yoke::detail::components
