#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "yoke/detail/graphs/raw_graph.hpp"
#include "yoke/detail/spaces.hpp"

// The kernels that number vertices anew, and write what remains. Ranks use them too.
namespace yoke::detail::prune {

// Which vertices are left when the rounds are over.
template <class Space, class Vertex, class Offset>
struct Remaining {
  CsrView<Space, Vertex, Offset> rows;  // of all vertices, without what pendant rounds removed
  Array<Space, Vertex const> anchor;    // empty where there was no pendant round
  bool without_isolated;

  KOKKOS_FUNCTION bool was_pendant(std::uint64_t v) const {
    return anchor.extent(0) > 0 && anchor(v) != v;
  }
  KOKKOS_FUNCTION bool is_isolated(std::uint64_t v) const {
    return without_isolated && rows.degree(v) == 0 && !was_pendant(v);
  }
};

template <class Space, class Vertex, class Offset>
struct CountIsolated {
  Remaining<Space, Vertex, Offset> remaining;
  KOKKOS_FUNCTION void operator()(std::uint64_t v, std::uint64_t& count) const {
    count += remaining.is_isolated(v);
  }
};

// What pruning writes of the vertices, as its kernels see it.
template <class Space, class Vertex>
struct Numbering {
  std::uint64_t kept;
  Array<Space, Vertex> order, number, anchor, root, depth;

  KOKKOS_FUNCTION void enter(std::uint64_t place, std::uint64_t v) const {
    order(place) = static_cast<Vertex>(v);
    number(v) = static_cast<Vertex>(place);
  }
};

template <class Space, class Vertex, class Offset>
struct NumberKept {
  Remaining<Space, Vertex, Offset> remaining;
  Numbering<Space, Vertex> out;
  KOKKOS_FUNCTION void operator()(std::uint64_t v, std::uint64_t& place, bool last) const {
    if (remaining.was_pendant(v) || remaining.is_isolated(v)) return;
    if (last) out.enter(place, v);
    ++place;
  }
};

template <class Space, class Vertex>
struct NumberPendants {
  Array<Space, Vertex const> removed, anchor;
  Numbering<Space, Vertex> out;
  KOKKOS_FUNCTION void operator()(std::uint64_t p) const {
    Vertex const v = removed(p);
    out.enter(out.kept + p, v);
    out.anchor(p) = anchor(v);
  }
};

template <class Space, class Vertex, class Offset>
struct NumberIsolated {
  Remaining<Space, Vertex, Offset> remaining;
  Numbering<Space, Vertex> out;
  std::uint64_t pendants;
  KOKKOS_FUNCTION void operator()(std::uint64_t v, std::uint64_t& place, bool last) const {
    if (!remaining.is_isolated(v)) return;
    if (last) {
      std::uint64_t const p = pendants + place;
      out.enter(out.kept + p, v);
      out.anchor(p) = static_cast<Vertex>(v);
      out.root(p) = static_cast<Vertex>(out.kept + p);
      out.depth(p) = 0;
    }
    ++place;
  }
};

// A round's vertices learn from their anchors, which are kept or were removed by later rounds, what
// they hang from. Counts the anchors that were not: of a graph that is not symmetric.
template <class Space, class Vertex>
struct HangRound {
  Numbering<Space, Vertex> out;
  std::uint64_t begin, end;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& faults) const {
    std::uint64_t const p = begin + i, anchor = out.number(out.anchor(p));
    bool const is_kept = anchor < out.kept, is_later = anchor >= out.kept + end;
    faults += !is_kept && !is_later;
    out.root(p) = is_later  ? out.root(anchor - out.kept)
                  : is_kept ? static_cast<Vertex>(anchor)
                            : 0;
    out.depth(p) = is_later ? out.depth(anchor - out.kept) + 1 : 1;
  }
};

// The rows of removed vertices are empty, so those of kept ones begin where they began.
template <class Space, class Vertex, class Offset>
struct WriteOffsets {
  CsrView<Space, Vertex, Offset> rows;
  Array<Space, Vertex const> order;
  Array<Space, Offset> offsets;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    bool const is_end = i + 1 == offsets.extent(0);
    offsets(i) = is_end ? static_cast<Offset>(rows.arcs()) : rows.begin(order(i));
  }
};

// Counts the neighbours that were removed: of a graph that is not symmetric.
template <class Space, class Vertex, class Offset>
struct WriteNeighbours {
  CsrView<Space, Vertex, Offset> rows;
  Numbering<Space, Vertex> numbering;
  Array<Space, Vertex> neighbours;
  KOKKOS_FUNCTION void operator()(std::uint64_t arc, std::uint64_t& faults) const {
    // Arcs that nobody has checked may end at no vertex.
    Vertex const end = rows.neighbours(arc);
    bool const is_vertex = end < numbering.number.extent(0);
    Vertex const number = is_vertex ? numbering.number(end) : 0;
    faults += !is_vertex || number >= numbering.kept;
    neighbours(arc) = number;
  }
};

}  // namespace yoke::detail::prune
