#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "yoke/detail/graphs/raw_graph.hpp"
#include "yoke/detail/kokkos_ext/relaxed.hpp"
#include "yoke/detail/spaces.hpp"

namespace yoke::detail {

// What is known of each vertex while pendant vertices are removed. anchor(v) is v itself while v is
// there, or the one neighbour that v had when it was removed.
// degree(v) counts the arcs to neighbours that are left.
template <class Space, class Vertex, class Offset>
struct PruneState {
  CsrView<Space, Vertex, Offset> graph;
  Array<Space, Vertex> anchor;
  Array<Space, Offset> degree;

  KOKKOS_FUNCTION bool is_removed(std::uint64_t v) const { return relaxed_load(&anchor(v)) != v; }

  // Removes the pendant vertex v from `neighbour`, its last, unless that is v (a loop) or both are
  // pendant and v is the one to stay. Where two pendant vertices have each other, only the larger
  // can go, so that neither has to know what the other does in the same round.
  KOKKOS_FUNCTION void leave(Vertex v, Vertex neighbour) const {
    if (neighbour == v) return;
    bool const both_are_pendant = degree(neighbour) == 1;
    if (!both_are_pendant || v > neighbour) relaxed_store(&anchor(v), neighbour);
  }
};

template <class Space, class Vertex, class Offset>
struct StartPruning {
  PruneState<Space, Vertex, Offset> state;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    state.anchor(v) = static_cast<Vertex>(v);
    state.degree(v) = state.graph.degree(v);
  }
};

// The first round: pendant is whose offsets differ by one (thesis, 8.3.2), and the neighbour is the
// row's only entry.
template <class Space, class Vertex, class Offset>
struct RemovePendant {
  PruneState<Space, Vertex, Offset> state;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    if (state.graph.degree(v) != 1) return;
    state.leave(static_cast<Vertex>(v), state.graph.neighbours(state.graph.begin(v)));
  }
};

// A later round: only the vertices that the round before marked. The neighbour that is left is
// looked for in the row. Each row is looked through once in all rounds, so the rounds together read
// no more than the arcs; keeping an exclusive-or of neighbours instead would need as many reads to
// start with, and an atomic at every removal. Long rows are put aside for all threads.
template <class Space, class Vertex, class Offset>
struct RemoveMarked {
  static constexpr Offset longest_row = runs_on_host<Space> ? 65536 : 128;

  PruneState<Space, Vertex, Offset> state;
  Array<Space, Vertex const> marked;
  Array<Space, std::uint64_t const> marked_count;
  Array<Space, Vertex> long_rows;
  Array<Space, std::uint64_t> long_count;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    if (i >= marked_count(0)) return;
    Vertex const v = marked(i);
    if (state.degree(v) != 1) return;  // lost its last neighbour too
    if (state.graph.degree(v) > longest_row) {
      long_rows(Kokkos::atomic_fetch_inc(&long_count(0))) = v;
      return;
    }
    for (Offset arc = state.graph.begin(v); arc < state.graph.end(v); ++arc) {
      Vertex const neighbour = state.graph.neighbours(arc);
      if (!state.is_removed(neighbour)) {
        state.leave(v, neighbour);
        return;
      }
    }
  }
};

// All threads look through each of the long rows together; one of them finds the neighbour.
template <class Space, class Vertex, class Offset>
struct RemoveLongRows {
  PruneState<Space, Vertex, Offset> state;
  Array<Space, Vertex const> long_rows;
  Array<Space, std::uint64_t const> long_count;
  std::uint64_t threads;

  KOKKOS_FUNCTION void operator()(std::uint64_t thread) const {
    for (std::uint64_t i = 0; i < long_count(0); ++i) {
      Vertex const v = long_rows(i);
      std::uint64_t const end = state.graph.end(v);
      for (std::uint64_t arc = state.graph.begin(v) + thread; arc < end; arc += threads) {
        Vertex const neighbour = state.graph.neighbours(arc);
        if (!state.is_removed(neighbour)) state.leave(v, neighbour);
      }
    }
  }
};

// Collects the vertices that a round removed, in the order in which it looked at them.
template <class Space, class Vertex, class Offset>
struct CollectRemoved {
  PruneState<Space, Vertex, Offset> state;
  Array<Space, Vertex const> marked;  // empty in the first round: all vertices are looked at
  Array<Space, std::uint64_t const> marked_count;
  bool all;
  Array<Space, Vertex> removed;

  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& place, bool last) const {
    if (!all && i >= marked_count(0)) return;
    Vertex const v = all ? static_cast<Vertex>(i) : marked(i);
    if (!state.is_removed(v)) return;
    if (last) removed(place) = v;
    ++place;
  }
};

// Takes the removed vertices off their anchors, and marks the anchors that are pendant now: by the
// one thread that saw the second arc but one go.
template <class Space, class Vertex, class Offset>
struct MarkAnchors {
  // Marks that a thread collects before it asks for room, since all ask at one counter.
  static constexpr std::uint64_t chunk = runs_on_host<Space> ? 64 : 4;

  PruneState<Space, Vertex, Offset> state;
  Array<Space, Vertex const> removed;
  Array<Space, Vertex> marked;
  Array<Space, std::uint64_t> marked_count;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    std::uint64_t const begin = i * chunk;
    std::uint64_t const size =
        removed.extent(0) - begin < chunk ? removed.extent(0) - begin : chunk;
    std::uint64_t is_marked = 0, marks = 0;
    for (std::uint64_t k = 0; k < size; ++k) {
      Vertex const anchor = state.anchor(removed(begin + k));
      Offset const before = Kokkos::atomic_fetch_sub(&state.degree(anchor), Offset(1));
      if (before != 2 || state.anchor(anchor) != anchor) continue;
      is_marked |= std::uint64_t(1) << k;
      ++marks;
    }
    if (marks == 0) return;
    std::uint64_t place = Kokkos::atomic_fetch_add(&marked_count(0), marks);
    for (std::uint64_t k = 0; k < size; ++k) {
      if (is_marked >> k & 1) marked(place++) = state.anchor(removed(begin + k));
    }
  }
};

// Turns the degrees in `offsets` into the remaining rows' offsets. No row is taken to be longer
// than it was, whatever an unsymmetric graph does to the degrees.
template <class Space, class Vertex, class Offset>
struct ScanRemaining {
  PruneState<Space, Vertex, Offset> state;
  Array<Space, Offset> offsets;
  KOKKOS_FUNCTION void operator()(std::uint64_t v, Offset& sum, bool last) const {
    Offset size = 0;
    if (v < state.graph.vertices() && !state.is_removed(v)) {
      Offset const before = state.graph.degree(v);
      size = offsets(v) < before ? offsets(v) : before;
    }
    if (last) offsets(v) = sum;
    sum += size;
  }
};

// A bit for each vertex that is left: small enough for a core's own cache or a GPU's, where anchors
// are not. Word i has the vertices from i * bits.
template <class Space, class Vertex, class Offset>
struct LeftBits {
  static constexpr std::uint64_t bits = 8 * sizeof(Vertex);
  PruneState<Space, Vertex, Offset> state;
  Array<Space, Vertex> words;

  static std::uint64_t word_count(std::uint64_t vertices) { return (vertices + bits - 1) / bits; }

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    std::uint64_t const begin = i * bits, n = state.graph.vertices();
    Vertex word = 0;
    for (std::uint64_t k = 0; k < bits && begin + k < n; ++k) {
      word |= static_cast<Vertex>(!state.is_removed(begin + k)) << k;
    }
    words(i) = word;
  }

  KOKKOS_FUNCTION bool keeps(std::uint64_t v) const { return words(v / bits) >> (v % bits) & 1; }
  KOKKOS_FUNCTION bool keeps_row(std::uint64_t v) const {
    return state.degree(v) == state.graph.degree(v);
  }
};

}  // namespace yoke::detail
