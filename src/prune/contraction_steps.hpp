#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "prune/contraction.hpp"
#include "yoke/detail/primitives/hash.hpp"

namespace yoke::detail::prune {

// The arc by which a vertex leaves, if it stays.
template <class Offset>
inline constexpr Offset no_arc = static_cast<Offset>(~Offset(0));

// Leaves if it has `least` to `most` arcs, none of them a loop, and comes before all such
// neighbours in the round's order. So no two neighbours leave. The order is by a hash: by numbers,
// a path whose vertices ascend would lose one vertex a round.
template <class Space, class Vertex, class Offset>
struct LeaveIndependent {
  CsrView<Space, Vertex, Offset> rows;
  std::uint64_t seed;
  Offset least, most;
  Array<Space, Offset> leaving;

  KOKKOS_FUNCTION bool may_leave(Vertex u) const {
    Offset const degree = rows.degree(u);
    if (degree < least || degree > most) return false;
    for (Offset arc = rows.begin(u); arc < rows.end(u); ++arc) {
      if (rows.neighbours(arc) == u) return false;
    }
    return true;
  }
  KOKKOS_FUNCTION bool comes_before(Vertex u, Vertex w) const {
    std::uint64_t const a = hash(seed + u), b = hash(seed + w);
    return a != b ? a < b : u < w;
  }
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    auto const u = static_cast<Vertex>(v);
    bool leaves = may_leave(u);
    for (Offset arc = rows.begin(u); leaves && arc < rows.end(u); ++arc) {
      Vertex const w = rows.neighbours(arc);
      leaves = comes_before(u, w) || !may_leave(w);
    }
    leaving(u) = leaves ? rows.begin(u) : no_arc<Offset>;
  }
};

// A vertex looks at the first of its arcs only, so that a hub holds up no thread.
inline constexpr std::uint64_t arcs_looked_at = 64;

// The arc to the neighbour that a vertex wants for its mate: by a hash of the edge, so that both
// ends rank an edge alike.
template <class Space, class Vertex, class Offset>
struct WantMate {
  CsrView<Space, Vertex, Offset> rows;
  std::uint64_t seed;
  Array<Space, Offset> wanted;

  KOKKOS_FUNCTION std::uint64_t rank(std::uint64_t u, std::uint64_t w) const {
    return hash(hash(seed + (u < w ? u : w)) + (u < w ? w : u));
  }
  KOKKOS_FUNCTION void operator()(std::uint64_t u) const {
    Offset best = no_arc<Offset>;
    std::uint64_t const begin = rows.begin(u), end = rows.end(u);
    std::uint64_t const looked_at = end - begin < arcs_looked_at ? end : begin + arcs_looked_at;
    for (std::uint64_t arc = begin; arc < looked_at; ++arc) {
      Vertex const w = rows.neighbours(arc);
      if (w == u) continue;
      if (best == no_arc<Offset> || rank(u, w) < rank(u, rows.neighbours(best))) {
        best = static_cast<Offset>(arc);
      }
    }
    wanted(u) = best;
  }
};

// Of two that want each other the larger one leaves.
template <class Space, class Vertex, class Offset>
struct LeaveToMate {
  CsrView<Space, Vertex, Offset> rows;
  Array<Space, Offset const> wanted;
  Array<Space, Offset> leaving;

  KOKKOS_FUNCTION void operator()(std::uint64_t u) const {
    Offset const arc = wanted(u);
    leaving(u) = no_arc<Offset>;
    if (arc == no_arc<Offset>) return;
    Vertex const mate = rows.neighbours(arc);
    Offset const back = wanted(mate);
    if (mate < u && back != no_arc<Offset> && rows.neighbours(back) == u) leaving(u) = arc;
  }
};

// Numbers those that stay, in their order, and notes those that leave with the original edge.
template <class Space, class Vertex, class Offset>
struct NumberStaying {
  RoundGraph<Space, Vertex, Offset> graph;
  CsrView<Space, Vertex, Offset> original;
  Array<Space, Offset const> leaving;
  Array<Space, Vertex> number, vertex;
  Array<Space, Vertex> removed, from, to;  // those that left before are not in them

  KOKKOS_FUNCTION void operator()(std::uint64_t u, std::uint64_t& place, bool last) const {
    bool const stays = leaving(u) == no_arc<Offset>;
    if (last && stays) {
      number(u) = static_cast<Vertex>(place);
      vertex(place) = graph.vertex_of(u);
    } else if (last) {
      std::uint64_t const arc = graph.origin_of(leaving(u)), p = u - place;
      removed(p) = graph.vertex_of(u);
      from(p) = static_cast<Vertex>(original.row_of(arc));
      to(p) = original.neighbours(arc);
    }
    place += stays;
  }
};

// Those that leave take the number of their neighbour. Counts neighbours that leave too: of a graph
// that is not symmetric.
template <class Space, class Vertex, class Offset>
struct FollowNeighbour {
  CsrView<Space, Vertex, Offset> rows;
  Array<Space, Offset const> leaving;
  Array<Space, Vertex> number;

  KOKKOS_FUNCTION void operator()(std::uint64_t u, std::uint64_t& faults) const {
    if (leaving(u) == no_arc<Offset>) return;
    Vertex const w = rows.neighbours(leaving(u));
    bool const stays = leaving(w) == no_arc<Offset>;
    faults += !stays;
    number(u) = stays ? number(w) : 0;
  }
};

template <class Space, class Vertex, class Offset>
struct RenumberArcs {
  CsrView<Space, Vertex, Offset> rows;
  Array<Space, Vertex const> number;
  Array<Space, Vertex> from, to;
  Array<Space, std::int64_t> arc;

  KOKKOS_FUNCTION void operator()(std::uint64_t k) const {
    from(k) = number(rows.row_of(k));
    to(k) = number(rows.neighbours(k));
    arc(k) = static_cast<std::int64_t>(k);
  }
};

// What the arcs of the next round come from.
template <class Space, class Vertex, class Offset>
struct TraceArcs {
  RoundGraph<Space, Vertex, Offset> graph;
  Array<Space, Offset const> leaving;
  Array<Space, std::int64_t const> arc;
  Array<Space, Offset> origin;
  Array<Space, Vertex> length;  // may be empty

  KOKKOS_FUNCTION Vertex length_to_merged(std::uint64_t u) const {
    return leaving(u) == no_arc<Offset> ? 0 : graph.length_of(leaving(u));
  }
  KOKKOS_FUNCTION void operator()(std::uint64_t k) const {
    auto const before = static_cast<std::uint64_t>(arc(k));
    origin(k) = graph.origin_of(before);
    if (length.extent(0) == 0) return;
    length(k) = graph.length_of(before) + length_to_merged(graph.rows.row_of(before)) +
                length_to_merged(graph.rows.neighbours(before));
  }
};

template <class Space, class Vertex>
struct MoveOn {
  Array<Space, Vertex const> number;
  Array<Space, Vertex> now;
  bool first;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    now(v) = number(first ? static_cast<Vertex>(v) : now(v));
  }
};

// The vertices by their new numbers, and for those that left what they became.
template <class Space, class Vertex>
struct WriteMerged {
  std::uint64_t kept;
  Array<Space, Vertex const> vertex, removed, now;
  Array<Space, Vertex> order, number, root;
  KOKKOS_FUNCTION void operator()(std::uint64_t place) const {
    Vertex const v = place < kept ? vertex(place) : removed(place - kept);
    order(place) = v;
    number(v) = static_cast<Vertex>(place);
    if (place >= kept) root(place - kept) = now(v);
  }
};

template <class Space, class Vertex, class Offset>
struct WriteOrigins {
  CsrView<Space, Vertex, Offset> original;
  Array<Space, Offset const> origin;
  Array<Space, Vertex> from, to;
  KOKKOS_FUNCTION void operator()(std::uint64_t k) const {
    from(k) = static_cast<Vertex>(original.row_of(origin(k)));
    to(k) = original.neighbours(origin(k));
  }
};

}  // namespace yoke::detail::prune
