#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "primitives/arcs.hpp"
#include "prune/pruner_steps.hpp"
#include "yoke/detail/graphs/raw_graph.hpp"
#include "yoke/detail/kokkos_ext/relaxed.hpp"

// The kernels of GlobalPruner (global_pruner.cpp).
namespace yoke::detail::mpi {

// A pendant vertex, and the neighbour that it hangs from.
template <class Vertex>
struct Pendant {
  Vertex vertex, anchor;
};

// What a rank knows while pendant vertices are removed: of its own vertices, by their places among
// them, and of all vertices the anchors, as PruneState has them.
template <class Space, class Vertex, class Offset>
struct OwnPruning {
  CsrView<Space, Vertex, Offset> rows;
  std::uint64_t first;          // of the own vertices, among all
  Array<Space, Offset> degree;  // the number of arcs that are left
  Array<Space, Vertex> last;    // the exclusive-or of their ends: of one arc its end
  Array<Space, Vertex> anchor;  // of all: the vertex itself while it is there

  KOKKOS_FUNCTION std::uint64_t vertex(std::uint64_t i) const { return first + i; }
  KOKKOS_FUNCTION bool has(std::uint64_t v) const {
    return v >= first && v - first < rows.vertices();
  }
  KOKKOS_FUNCTION bool is_removed(std::uint64_t i) const { return anchor(vertex(i)) != vertex(i); }
  // A loop is no arc to another vertex. An end that is no vertex can only come of a graph that is
  // not symmetric.
  KOKKOS_FUNCTION bool is_pendant(std::uint64_t i) const {
    return degree(i) == 1 && !is_removed(i) && last(i) != vertex(i) && last(i) < anchor.extent(0);
  }
  KOKKOS_FUNCTION bool is_isolated(std::uint64_t i) const {
    return degree(i) == 0 && !is_removed(i);
  }
};

template <class Space, class Vertex>
struct StartAnchors {
  Array<Space, Vertex> anchor;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const { anchor(v) = static_cast<Vertex>(v); }
};

template <class Space, class Vertex, class Offset>
struct StartDegrees {
  OwnPruning<Space, Vertex, Offset> own;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { own.degree(i) = own.rows.degree(i); }
};

// Adds up all ends of each row, by stretches of the rows.
template <class Space, class Vertex, class Offset>
struct MixNeighbours {
  OwnPruning<Space, Vertex, Offset> own;
  ArcChunks chunks;
  KOKKOS_FUNCTION void operator()(std::uint64_t chunk) const {
    std::uint64_t arc = chunks.begin(chunk);
    std::uint64_t const end = chunks.end(chunk);
    for (std::uint64_t i = own.rows.row_of(arc); arc < end; ++i) {
      std::uint64_t const stop = own.rows.end(i) < end ? own.rows.end(i) : end;
      Vertex mixed = 0;
      for (; arc < stop; ++arc) mixed ^= own.rows.neighbours(arc);
      Kokkos::atomic_fetch_xor(&own.last(i), mixed);
    }
  }
};

// The own pendant vertices, of all or of those that the round before has marked.
template <class Space, class Vertex, class Offset>
struct ListPendants {
  OwnPruning<Space, Vertex, Offset> own;
  Array<Space, Vertex const> marked;
  bool all;
  Array<Space, Pendant<Vertex>> pendants;
  KOKKOS_FUNCTION void operator()(std::uint64_t k, std::uint64_t& place, bool is_final) const {
    std::uint64_t const i = all ? k : marked(k);
    if (!own.is_pendant(i)) return;
    if (is_final) pendants(place) = {static_cast<Vertex>(own.vertex(i)), own.last(i)};
    ++place;
  }
};

template <class Space, class Vertex>
struct EnterPendants {
  Array<Space, Pendant<Vertex> const> pendants;
  Array<Space, Vertex> anchor;
  KOKKOS_FUNCTION void operator()(std::uint64_t k) const {
    anchor(pendants(k).vertex) = pendants(k).anchor;
  }
};

// Of two that have each other the smaller one stays. The anchor that is asked for is the larger
// one's, which nobody changes.
template <class Space, class Vertex>
struct SettlePendants {
  Array<Space, Pendant<Vertex> const> pendants;
  Array<Space, Vertex> anchor, removed;
  KOKKOS_FUNCTION void operator()(std::uint64_t k, std::uint64_t& place, bool is_final) const {
    Vertex const v = pendants(k).vertex, w = pendants(k).anchor;
    if (v < w && anchor(w) == v) {
      if (is_final) anchor(v) = v;
      return;
    }
    if (is_final) removed(place) = v;
    ++place;
  }
};

// Takes the removed vertices off this rank's anchors, and marks those that may be pendant now.
template <class Space, class Vertex, class Offset>
struct TakeFromAnchors {
  OwnPruning<Space, Vertex, Offset> own;
  Array<Space, Vertex const> removed;
  Array<Space, Vertex> marked;
  Array<Space, std::uint64_t> marked_count;
  KOKKOS_FUNCTION void operator()(std::uint64_t k) const {
    Vertex const v = removed(k), anchor = own.anchor(v);
    if (!own.has(anchor)) return;
    std::uint64_t const i = anchor - own.first;
    Kokkos::atomic_fetch_xor(&own.last(i), v);
    if (Kokkos::atomic_fetch_sub(&own.degree(i), Offset(1)) != 2) return;
    marked(Kokkos::atomic_fetch_inc(&marked_count(0))) = static_cast<Vertex>(i);
  }
};

template <class Space, class Vertex, class Offset>
struct ListIsolated {
  OwnPruning<Space, Vertex, Offset> own;
  Array<Space, Vertex> isolated;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& place, bool is_final) const {
    if (!own.is_isolated(i)) return;
    if (is_final) isolated(place) = static_cast<Vertex>(own.vertex(i));
    ++place;
  }
};

template <class Space, class Vertex, class Offset>
struct CountUnremoved {
  OwnPruning<Space, Vertex, Offset> own;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& count) const {
    count += !own.is_removed(i);
  }
};
// No row is taken to be longer than it was, whatever an unsymmetric graph does to the degrees.
template <class Space, class Vertex, class Offset>
struct SumRemaining {
  OwnPruning<Space, Vertex, Offset> own;
  KOKKOS_FUNCTION std::uint64_t arcs(std::uint64_t i) const {
    Offset const before = own.rows.degree(i), left = own.degree(i);
    return own.is_removed(i) ? 0 : left < before ? left : before;
  }
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& sum) const { sum += arcs(i); }
};

// The number of a vertex that has none yet.
template <class Vertex>
inline constexpr Vertex no_number = static_cast<Vertex>(~Vertex(0));

template <class Space, class Vertex>
struct NumberRest {
  prune::Numbering<Space, Vertex> out;
  KOKKOS_FUNCTION void operator()(std::uint64_t v, std::uint64_t& place, bool is_final) const {
    if (out.number(v) < no_number<Vertex> && out.number(v) >= out.kept) return;
    if (is_final) out.enter(place, v);
    ++place;
  }
};

template <class Space, class Vertex>
struct HangIsolated {
  prune::Numbering<Space, Vertex> out;
  std::uint64_t pendants;
  KOKKOS_FUNCTION void operator()(std::uint64_t k) const {
    out.root(pendants + k) = static_cast<Vertex>(out.kept + pendants + k);
    out.depth(pendants + k) = 0;
  }
};

// The own vertices that are kept have consecutive numbers. An isolated one that goes has no arc.
template <class Space, class Vertex, class Offset>
struct RemainingOffsets {
  SumRemaining<Space, Vertex, Offset> remaining;
  prune::Numbering<Space, Vertex> numbering;
  std::uint64_t first_kept;
  Array<Space, Offset> offsets;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& sum, bool is_final) const {
    std::uint64_t const number = numbering.number(remaining.own.vertex(i));
    if (number >= numbering.kept) return;
    sum += remaining.arcs(i);
    if (is_final) offsets(number - first_kept + 1) = static_cast<Offset>(sum);
  }
};

// Which rows and neighbours stay, for CompactRows.
template <class Space, class Vertex, class Offset>
struct KeepNumbered {
  OwnPruning<Space, Vertex, Offset> own;
  prune::Numbering<Space, Vertex> numbering;
  KOKKOS_FUNCTION bool keeps(std::uint64_t v) const { return numbering.number(v) < numbering.kept; }
  KOKKOS_FUNCTION bool keeps_row(std::uint64_t v) const {
    return own.degree(v - own.first) == own.rows.degree(v - own.first);
  }
};

// The edges to the anchors of removed vertices from `first` to `end` - 1.
template <class Space, class Vertex>
struct AddOwnEdges {
  std::uint64_t kept, first, end, edges;
  Array<Space, Vertex const> order, anchor;
  Array<Space, Vertex> from, to;
  KOKKOS_FUNCTION void operator()(std::uint64_t k, std::uint64_t& place, bool is_final) const {
    Vertex const v = order(kept + k);
    if (v < first || v >= end) return;
    if (is_final) {
      from(edges + place) = v;
      to(edges + place) = anchor(k);
    }
    ++place;
  }
};

}  // namespace yoke::detail::mpi
