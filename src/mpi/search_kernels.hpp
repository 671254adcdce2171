#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "bfs/bottom_up.hpp"
#include "mpi/pack.hpp"
#include "primitives/arcs.hpp"
#include "yoke/detail/primitives/relaxed.hpp"

// The kernels of JointSearch (joint_search.cpp).
namespace yoke::detail::mpi {

using bfs::unreached;
using bfs::VertexBits;

// What a rank knows of its own vertices. Those that were reached stand in the queue, by their
// places among the rank's, one level after the other.
template <class Space, class Vertex>
struct OwnSearch {
  std::uint64_t base;
  Array<Space, Vertex> level, parent;  // no parents: not wanted
  Vertex* queue;
  std::uint64_t* reached;

  // The own vertex i is on level `next`, or above. All ranks that find it there, by whatever way,
  // propose a parent, and the smallest is kept.
  KOKKOS_FUNCTION void settle(std::uint64_t i, Vertex proposed, Vertex next) const {
    Vertex seen = relaxed_load(&level(i));
    if (seen == unreached<Vertex>) {
      seen = Kokkos::atomic_compare_exchange(&level(i), unreached<Vertex>, next);
      if (seen == unreached<Vertex>) {
        queue[Kokkos::atomic_fetch_add(reached, std::uint64_t(1))] = static_cast<Vertex>(i);
        seen = next;
      }
    }
    if (seen != next || parent.extent(0) == 0) return;
    if (relaxed_load(&parent(i)) > proposed) Kokkos::atomic_min(&parent(i), proposed);
  }
};

// What tells another rank that it has a vertex on the next level: with a parent where any rank
// wants some.
template <class Vertex, bool with_parent>
struct Reach {
  Vertex vertex, from;
  KOKKOS_FUNCTION static Reach of(Vertex vertex, Vertex from) { return {vertex, from}; }
  KOKKOS_FUNCTION Vertex parent() const { return from; }
};
template <class Vertex>
struct Reach<Vertex, false> {
  Vertex vertex;
  KOKKOS_FUNCTION static Reach of(Vertex vertex, Vertex) { return {vertex}; }
  KOKKOS_FUNCTION Vertex parent() const { return vertex; }
};

struct ToOwner {
  template <class Message>
  KOKKOS_FUNCTION std::uint32_t operator()(Message const& message, Owners const& owners) const {
    return owners(message.vertex);
  }
};

template <class Vertex, class Message>
struct ReachSources {
  Vertex const* sources;
  Message* messages;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    messages[i] = Message::of(sources[i], sources[i]);
  }
};

// A vertex of another rank that the frontier has reached, with the smallest that it is reached by.
template <class Vertex, class Message>
struct ReachOthers {
  Vertex const* outgoing;
  Vertex const* reached_by;
  Message* messages;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    messages[i] = Message::of(outgoing[i], reached_by[outgoing[i]]);
  }
};

template <class Space, class Vertex, class Message>
struct SettleReceived {
  OwnSearch<Space, Vertex> own;
  Message const* messages;
  Vertex next;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    own.settle(messages[i].vertex - own.base, messages[i].parent(), next);
  }
};

// The number of the frontier's arcs before each of its vertices', and of all.
template <class Space, class Vertex, class Offset>
struct FirstArcs {
  CsrView<Space, Vertex, Offset> rows;
  Vertex const* frontier;
  std::uint64_t size;
  Offset* first;
  KOKKOS_FUNCTION void operator()(std::uint64_t k, std::uint64_t& sum, bool is_final) const {
    std::uint64_t const arcs = rows.degree(frontier[k]);
    if (is_final) first[k] = static_cast<Offset>(sum);
    sum += arcs;
    if (is_final && k + 1 == size) first[size] = static_cast<Offset>(sum);
  }
};

// Follows the frontier's arcs. A vertex of another rank is noted the first time that this rank
// comes to it, on whatever level: so it is sent once in a search. What proposes itself for it on a
// later level changes nothing that is sent.
template <class Space, class Vertex, class Offset>
struct FollowFrontier {
  CsrView<Space, Vertex, Offset> rows;
  CsrView<Space, Vertex, Offset> frontier_rows;  // FirstArcs's, without neighbours
  Vertex const* frontier;
  ArcChunks chunks;
  OwnSearch<Space, Vertex> own;
  Vertex* reached_by;  // of the vertices of all ranks
  Vertex* outgoing;
  std::uint64_t* outgoing_count;
  Vertex next;

  KOKKOS_FUNCTION void operator()(std::uint64_t chunk) const {
    for_each_arc(frontier_rows, chunks.begin(chunk), chunks.end(chunk),
                 [&](std::uint64_t k, std::uint64_t arc) {
                   std::uint64_t const i = frontier[k];
                   auto const from = static_cast<Vertex>(own.base + i);
                   std::uint64_t const place = arc - frontier_rows.begin(k);
                   Vertex const to = rows.neighbours(rows.begin(i) + place);
                   if (to >= own.base && to - own.base < rows.vertices()) {
                     own.settle(to - own.base, from, next);
                   } else {
                     note(to, from);
                   }
                 });
  }

 private:
  KOKKOS_FUNCTION void note(Vertex to, Vertex from) const {
    if (relaxed_load(&reached_by[to]) <= from) return;
    Vertex const before = Kokkos::atomic_fetch_min(&reached_by[to], from);
    if (before != unreached<Vertex>) return;
    outgoing[Kokkos::atomic_fetch_add(outgoing_count, std::uint64_t(1))] = to;
  }
};

// The rank's own vertices, in words of the bitmap of all: its first and its last word may hold
// other ranks' vertices too.
template <class Space, class Vertex>
struct MarkFrontier {
  Vertex const* frontier;
  std::uint64_t base;
  std::uint32_t* words;
  KOKKOS_FUNCTION void operator()(std::uint64_t k) const {
    constexpr std::uint64_t bits = VertexBits<Space>::bits_of_word;
    std::uint64_t const v = base + frontier[k];
    Kokkos::atomic_or(&words[v / bits - base / bits], std::uint32_t(1) << (v % bits));
  }
};

// Each word of the bitmap of all, of those ranks' words that have a vertex in it.
template <class Space>
struct MergeWords {
  Owners owners;
  std::uint64_t const* word_begins;  // of each rank among all ranks' words
  std::uint32_t const* words;
  VertexBits<Space> bits;
  KOKKOS_FUNCTION void operator()(std::uint64_t w) const {
    constexpr std::uint64_t size = VertexBits<Space>::bits_of_word;
    std::uint32_t merged = 0;
    for (std::uint32_t r = owners(w * size); r < owners.ranks; ++r) {
      std::uint64_t const begin = owners.begins[r];
      if (begin >= (w + 1) * size) break;
      if (begin < owners.begins[r + 1]) merged |= words[word_begins[r] + w - begin / size];
    }
    bits.words(w) = merged;
  }
};

// Own vertices that are not reached look for a neighbour in the frontier, by stretches of their
// rows: for the first, or, where the smallest is wanted, through all of them.
template <class Space, class Vertex, class Offset>
struct AskOwn {
  CsrView<Space, Vertex, Offset> rows;
  ArcChunks chunks;
  OwnSearch<Space, Vertex> own;
  VertexBits<Space> frontier;
  Vertex next;
  bool wants_smallest;

  KOKKOS_FUNCTION void operator()(std::uint64_t chunk) const {
    std::uint64_t arc = chunks.begin(chunk);
    std::uint64_t const end = chunks.end(chunk);
    for (std::uint64_t i = rows.row_of(arc); arc < end; ++i) {
      std::uint64_t const stop = rows.end(i) < end ? rows.end(i) : end;
      if (arc >= stop) continue;
      Vertex const seen = relaxed_load(&own.level(i));
      if (seen == unreached<Vertex> || (wants_smallest && seen == next)) {
        Vertex const found = find(arc, stop);
        if (found != unreached<Vertex>) own.settle(i, found, next);
      }
      arc = stop;
    }
  }

 private:
  KOKKOS_FUNCTION Vertex find(std::uint64_t arc, std::uint64_t stop) const {
    Vertex found = unreached<Vertex>;
    for (; arc < stop; ++arc) {
      Vertex const u = rows.neighbours(arc);
      if (u >= found || !frontier.contains(u)) continue;
      found = u;
      if (!wants_smallest) break;
    }
    return found;
  }
};

}  // namespace yoke::detail::mpi
