#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>

#include "bfs/bottom_up.hpp"
#include "mpi/pack.hpp"
#include "primitives/arcs.hpp"
#include "yoke/detail/kokkos_ext/relaxed.hpp"

// The kernels of GlobalSearch (global_search.cpp).
namespace yoke::detail::mpi {

using bfs::unreached;
using bfs::VertexBits;

// What a rank knows of its own vertices, by their places among them.
template <class Space, class Vertex>
struct OwnSearch {
  std::uint64_t base;
  Array<Space, Vertex> level, parent;  // no parents: not wanted
  bool wants_smallest;                 // of the parents that are proposed

  KOKKOS_FUNCTION bool has(Vertex v) const { return v >= base && v - base < level.extent(0); }

  // The own vertex i is on level `next`, or above. Is it new?
  KOKKOS_FUNCTION bool claim(std::uint64_t i, Vertex proposed, Vertex next) const {
    Vertex seen = relaxed_load(&level(i));
    bool is_new = false;
    if (seen == unreached<Vertex>) {
      seen = Kokkos::atomic_compare_exchange(&level(i), unreached<Vertex>, next);
      is_new = seen == unreached<Vertex>;
    }
    if (parent.extent(0) == 0) return is_new;
    if (wants_smallest) {
      bool const is_next = is_new || seen == next;
      if (is_next && relaxed_load(&parent(i)) > proposed) Kokkos::atomic_min(&parent(i), proposed);
    } else if (is_new) {
      parent(i) = proposed;
    }
    return is_new;
  }
};

// What a rank knows of others' vertices: which of them their owners know to be reached. Where the
// smallest parents are wanted, by which of its own it has reached them in place of that.
template <class Space, class Vertex>
struct OtherVertices {
  VertexBits<Space> seen;
  Vertex* reached_by;  // null: not wanted

  // Is it to be sent? The first time that this rank comes to it, on whatever level: so a vertex is
  // sent once in a search. What proposes itself for it on a later level changes nothing that is
  // sent.
  KOKKOS_FUNCTION bool note(Vertex v, Vertex from) const {
    if (reached_by != nullptr) {
      if (relaxed_load(&reached_by[v]) <= from) return false;
      return Kokkos::atomic_fetch_min(&reached_by[v], from) == unreached<Vertex>;
    }
    auto* const word = &seen.words(v / VertexBits<Space>::bits_of_word);
    std::uint32_t const bit = std::uint32_t(1) << v % VertexBits<Space>::bits_of_word;
    if (relaxed_load(word) & bit) return false;
    return (Kokkos::atomic_fetch_or(word, bit) & bit) == 0;
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

template <class Vertex, class Message>
struct ReachSources {
  Vertex const* sources;
  Message* messages;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    messages[i] = Message::of(sources[i], sources[i]);
  }
};

// All of the frontier have been followed: the smallest that has reached each vertex is known.
template <class Vertex>
struct TakeSmallest {
  Vertex const* reached_by;
  Reach<Vertex, true>* messages;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    messages[i].from = reached_by[messages[i].vertex];
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

// The own vertices that a rank has found: one level after the other, in no order of its own.
template <class Space, class Vertex, class Offset>
struct OwnQueue {
  CsrView<Space, Vertex, Offset> rows;
  Vertex* queue;
  std::uint64_t *size, *arcs;  // of all that is queued, and of all that leave them

  // Called by all of a team.
  template <class Member>
  KOKKOS_FUNCTION void append(Member const& member, Vertex const* found, int count) const {
    std::uint64_t found_arcs = 0;
    for (int i = 0; i < count; ++i) found_arcs += rows.degree(found[i]);
    std::uint64_t const place = member.team_scan(static_cast<std::uint64_t>(count), size);
    member.team_scan(found_arcs, arcs);
    for (int i = 0; i < count; ++i) queue[place + static_cast<std::uint64_t>(i)] = found[i];
  }
};

// Teams take turns at tiles, of which each thread has a chunk, and add what they find to a queue
// once a tile.
template <class Space>
struct SearchTeams {
  static constexpr int chunk = runs_on_host<Space> ? 256 : 8;
  static constexpr int team_size = bfs::BfsTraits<Space>::team_size;

  template <class Kernel>
  static void run(char const* label, Space const& exec, std::uint64_t size, Kernel const& kernel) {
    constexpr std::uint64_t tile = std::uint64_t(chunk) * team_size;
    std::uint64_t const most = std::max(4 * exec.concurrency() / team_size, 1);
    std::uint64_t const teams = std::clamp<std::uint64_t>((size + tile - 1) / tile, 1, most);
    Kokkos::parallel_for(label, Kokkos::TeamPolicy<Space>(exec, static_cast<int>(teams), team_size),
                         kernel);
  }

  // Calls visit(begin, end) for each of the thread's chunks of `size`, empty ones too, as all of
  // the team do.
  template <class Member, class Visit>
  KOKKOS_FUNCTION static void for_chunks(Member const& member, std::uint64_t size,
                                         Visit const& visit) {
    std::uint64_t const tile = static_cast<std::uint64_t>(chunk) * member.team_size();
    for (std::uint64_t t = member.league_rank(); t * tile < size; t += member.league_size()) {
      std::uint64_t const first = t * tile + static_cast<std::uint64_t>(member.team_rank()) * chunk;
      visit(first < size ? first : size, first + chunk < size ? first + chunk : size);
    }
  }
};

// Follows the frontier's arcs.
template <class Space, class Vertex, class Offset, class Message>
struct FollowFrontier {
  using Teams = SearchTeams<Space>;

  CsrView<Space, Vertex, Offset> rows;
  CsrView<Space, Vertex, Offset> frontier_rows;  // FirstArcs's, without neighbours
  Vertex const* frontier;
  std::uint64_t arcs;
  OwnSearch<Space, Vertex> own;
  OwnQueue<Space, Vertex, Offset> queue;
  OtherVertices<Space, Vertex> others;
  Message* outgoing;
  std::uint64_t* outgoing_count;
  Vertex next;

  using Member = typename Kokkos::TeamPolicy<Space>::member_type;
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    Teams::for_chunks(member, arcs, [&](std::uint64_t begin, std::uint64_t end) {
      Vertex found[Teams::chunk];
      Message sent[Teams::chunk];
      int found_count = 0, sent_count = 0;
      if (begin < end) {
        for_each_arc(frontier_rows, begin, end, [&](std::uint64_t k, std::uint64_t arc) {
          std::uint64_t const i = frontier[k];
          auto const from = static_cast<Vertex>(own.base + i);
          Vertex const to = rows.neighbours(rows.begin(i) + (arc - frontier_rows.begin(k)));
          if (!own.has(to)) {
            if (others.note(to, from)) sent[sent_count++] = Message::of(to, from);
          } else if (own.claim(to - own.base, from, next)) {
            found[found_count++] = static_cast<Vertex>(to - own.base);
          }
        });
      }
      queue.append(member, found, found_count);
      std::uint64_t const place =
          member.team_scan(static_cast<std::uint64_t>(sent_count), outgoing_count);
      for (int i = 0; i < sent_count; ++i)
        outgoing[place + static_cast<std::uint64_t>(i)] = sent[i];
    });
  }
};

// What others have sent: of own vertices, or where all have sent to all, of others' too.
template <class Space, class Vertex, class Offset, class Message>
struct SettleReceived {
  using Teams = SearchTeams<Space>;

  OwnSearch<Space, Vertex> own;
  OwnQueue<Space, Vertex, Offset> queue;
  Message const* messages;
  std::uint64_t size;
  Vertex next;

  using Member = typename Kokkos::TeamPolicy<Space>::member_type;
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    Teams::for_chunks(member, size, [&](std::uint64_t begin, std::uint64_t end) {
      Vertex found[Teams::chunk];
      int count = 0;
      for (std::uint64_t k = begin; k < end; ++k) {
        Vertex const v = messages[k].vertex;
        if (!own.has(v)) continue;
        if (own.claim(v - own.base, messages[k].parent(), next)) {
          found[count++] = static_cast<Vertex>(v - own.base);
        }
      }
      queue.append(member, found, count);
    });
  }
};

// Queues the own vertices of a level, in order, by their words of the bitmap of all: the first and
// the last of which may hold other ranks' vertices too.
template <class Space, class Vertex>
struct QueueWords {
  std::uint32_t const* words;
  std::uint64_t base;
  Vertex* queue;
  KOKKOS_FUNCTION void operator()(std::uint64_t w, std::uint64_t& place, bool is_final) const {
    constexpr std::uint64_t bits = VertexBits<Space>::bits_of_word;
    if (!is_final) {
      place += static_cast<std::uint64_t>(Kokkos::popcount(words[w]));
      return;
    }
    for (std::uint32_t word = words[w]; word != 0; word &= word - 1) {
      std::uint64_t const v = (base / bits + w) * bits + Kokkos::countr_zero(word);
      queue[place++] = static_cast<Vertex>(v - base);
    }
  }
};

// Each word of the bitmap of all, of those ranks' words that have a vertex in it. Their owners know
// that these are reached.
template <class Space>
struct MergeWords {
  Owners owners;
  std::uint64_t const* word_begins;  // of each rank among all ranks' words
  std::uint32_t const* words;
  VertexBits<Space> bits, seen;
  KOKKOS_FUNCTION void operator()(std::uint64_t w) const {
    constexpr std::uint64_t size = VertexBits<Space>::bits_of_word;
    std::uint32_t merged = 0;
    for (std::uint32_t r = owners(w * size); r < owners.ranks; ++r) {
      std::uint64_t const begin = owners.begins[r];
      if (begin >= (w + 1) * size) break;
      if (begin < owners.begins[r + 1]) merged |= words[word_begins[r] + w - begin / size];
    }
    bits.words(w) = merged;
    seen.words(w) |= merged;
  }
};

// Own vertices that a level bottom-up has found look through all of their neighbours for the
// smallest in the frontier, by stretches of their rows.
template <class Space, class Vertex, class Offset>
struct SmallestInFrontier {
  CsrView<Space, Vertex, Offset> rows;
  ArcChunks chunks;
  OwnSearch<Space, Vertex> own;
  VertexBits<Space> frontier;
  Vertex found_on;

  KOKKOS_FUNCTION void operator()(std::uint64_t chunk) const {
    std::uint64_t arc = chunks.begin(chunk);
    std::uint64_t const end = chunks.end(chunk);
    for (std::uint64_t i = rows.row_of(arc); arc < end; ++i) {
      std::uint64_t const stop = rows.end(i) < end ? rows.end(i) : end;
      if (arc >= stop) continue;
      if (own.level(i) == found_on) propose(i, arc, stop);
      arc = stop;
    }
  }

 private:
  KOKKOS_FUNCTION void propose(std::uint64_t i, std::uint64_t arc, std::uint64_t stop) const {
    Vertex smallest = unreached<Vertex>;
    for (; arc < stop; ++arc) {
      Vertex const u = rows.neighbours(arc);
      if (u < smallest && frontier.contains(u)) smallest = u;
    }
    if (smallest < relaxed_load(&own.parent(i))) Kokkos::atomic_min(&own.parent(i), smallest);
  }
};

}  // namespace yoke::detail::mpi
