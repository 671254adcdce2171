#pragma once

#include <bit>

#include "bfs/traits.hpp"
#include "yoke/detail/kokkos_ext/relaxed.hpp"

namespace yoke::detail::bfs {

// A set of vertices, a bit each.
template <class Space>
struct VertexBits {
  static constexpr int bits_of_word = 32;

  Array<Space, std::uint32_t> words;

  static std::uint64_t words_for(std::uint64_t vertices) {
    return (vertices + bits_of_word - 1) / bits_of_word;
  }
  KOKKOS_FUNCTION bool contains(std::uint64_t v) const {
    return words(v / bits_of_word) >> (v % bits_of_word) & 1u;
  }
};

// Makes the bits of a level, of which the first is the vertex `lead`. A thread makes a byte: a
// device reads the levels for it at once, those for a word one line of the cache after the other.
template <class Space, class Vertex>
struct CollectLevel {
  static_assert(std::endian::native == std::endian::little, "bytes are in the order of their bits");
  static constexpr std::uint64_t bytes_of_word = 4, bits_of_byte = 8;

  Array<Space, Vertex const> level;
  Vertex wanted;
  std::uint32_t* words;
  std::uint64_t lead = 0;
  Array<Space, std::uint64_t> long_rows = {};  // their number, cleared for the pass to come

  KOKKOS_FUNCTION void operator()(std::uint64_t b) const {
    if (b < long_rows.extent(0)) long_rows(b) = 0;
    std::uint64_t const first = b * bits_of_byte, end = lead + level.extent(0);
    unsigned byte = 0;
    if (first >= lead && first + bits_of_byte <= end) {
      for (unsigned i = 0; i < bits_of_byte; ++i) {
        byte |= unsigned(level(first - lead + i) == wanted) << i;
      }
    } else {
      for (std::uint64_t v = first < lead ? lead : first; v < first + bits_of_byte && v < end;
           ++v) {
        byte |= unsigned(level(v - lead) == wanted) << (v - first);
      }
    }
    reinterpret_cast<unsigned char*>(words)[b] = static_cast<unsigned char>(byte);
  }
};

// What a pass over the unreached vertices found and examined.
struct BottomUpCount {
  std::uint64_t tally = 0;         // of the next level
  std::uint64_t vertices = 0;      // that have arcs and were asked
  std::uint64_t arcs = 0;          // that they looked at
  std::uint32_t long_rows = 0;     // left to be searched
  std::uint32_t left_unasked = 0;  // parts of the pass: it was costing too much

  KOKKOS_FUNCTION BottomUpCount& operator+=(BottomUpCount const& other) {
    tally += other.tally;
    vertices += other.vertices;
    arcs += other.arcs;
    long_rows += other.long_rows;
    left_unasked += other.left_unasked;
    return *this;
  }
  // What was examined beyond twice what the finds will cost when they are followed.
  KOKKOS_FUNCTION std::int64_t loss(TallyFormat const& format) const {
    return static_cast<std::int64_t>(vertices + arcs) -
           2 * static_cast<std::int64_t>(format.count(tally) + format.units(tally));
  }
};

}  // namespace yoke::detail::bfs

template <>
struct Kokkos::reduction_identity<yoke::detail::bfs::BottomUpCount> {
  KOKKOS_FORCEINLINE_FUNCTION static yoke::detail::bfs::BottomUpCount sum() { return {}; }
};

namespace yoke::detail::bfs {

// What a level may lose bottom-up before the rest of it is left to the other direction.
template <class Space>
struct BottomUpBudget {
  std::int64_t allowance;
  // Spaces of few threads: the loss so far, which a thread adds to when it has examined `grain`
  // vertices and arcs.
  Array<Space, std::int64_t> lost;
  std::uint64_t grain;
  // Others: the count of the pass's first part, which decides on the second.
  Array<Space, BottomUpCount const> first_part;
  static constexpr std::uint64_t parts = 8;

  KOKKOS_FUNCTION bool add(std::int64_t loss) const {
    return Kokkos::atomic_fetch_add(&lost(0), loss) + loss <= allowance;
  }
  KOKKOS_FUNCTION bool is_left() const { return relaxed_load(&lost(0)) <= allowance; }
  KOKKOS_FUNCTION bool allows_second_part(TallyFormat const& format) const {
    return first_part(0).loss(format) <= allowance / static_cast<std::int64_t>(parts);
  }
};

// Every unreached vertex looks for a neighbour in the frontier and stops at the first (Beamer et
// al. 2012, Figure 4). A vertex is written by its own thread alone and membership is read from the
// bits, so nothing races.
template <class Space, class Vertex, class Offset>
struct BottomUp {
  CsrView<Space, Vertex, Offset> graph, incoming;
  Array<Space, Vertex> level, parent;
  VertexBits<Space> frontier;
  VertexBits<Space> next_frontier;  // written by ByWords alone
  // Vertices that ByVertex leaves to ByLongRow, and their number.
  Array<Space, Vertex> long_rows;
  Array<Space, std::uint64_t> long_row_count;
  Vertex next_level;
  TallyFormat format;
  BottomUpBudget<Space> budget;
  std::uint64_t words_of_task;

  // A thread takes some words of the next frontier: for spaces of few threads.
  struct ByWords {};
  // One thread a vertex, for as many neighbours as its warp can wait for.
  struct ByVertex {};
  // The same after a first part of the vertices, unless that lost too much.
  struct SecondPart {};
  // One team a vertex that has more.
  struct ByLongRow {};
  static constexpr Offset patience = 256;
  static constexpr int long_row_team_size = BfsTraits<Space>::team_size;

  KOKKOS_FUNCTION void operator()(ByWords, std::uint64_t task, BottomUpCount& count) const {
    std::uint64_t const words = next_frontier.words.extent(0), first = task * words_of_task;
    std::uint64_t const last = first + words_of_task < words ? first + words_of_task : words;
    bool goes_on = budget.is_left();
    BottomUpCount fresh;
    for (std::uint64_t w = first; w < last; ++w) {
      next_frontier.words(w) = goes_on ? search_word(w, fresh) : 0;
      if (!goes_on) count.left_unasked = 1;
      if (fresh.vertices + fresh.arcs < budget.grain) continue;
      goes_on = budget.add(fresh.loss(format));
      count += fresh;
      fresh = {};
    }
    if (fresh.vertices > 0) budget.add(fresh.loss(format));
    count += fresh;
  }

  KOKKOS_FUNCTION void operator()(ByVertex, std::uint64_t v, BottomUpCount& count) const {
    if (level(v) != unreached<Vertex>) return;
    Offset const begin = incoming.begin(v), end = incoming.end(v);
    if (begin == end) return;
    bool const is_long = end - begin > patience;
    ++count.vertices;
    Vertex const u = find<Offset>(begin, is_long ? begin + patience : end, 1, count.arcs);
    if (u != unreached<Vertex>) {
      count.tally += reach(v, u);
    } else if (is_long) {
      ++count.long_rows;
      long_rows(Kokkos::atomic_fetch_add(&long_row_count(0), std::uint64_t(1))) =
          static_cast<Vertex>(v);
    }
  }

  // Counts for both parts.
  KOKKOS_FUNCTION void operator()(SecondPart, std::uint64_t v, BottomUpCount& count) const {
    bool const goes_on = budget.allows_second_part(format);
    if (v + 1 == level.extent(0)) {
      count += budget.first_part(0);
      count.left_unasked += !goes_on;
    }
    if (goes_on) (*this)(ByVertex{}, v, count);
  }

  using Member = typename Kokkos::TeamPolicy<Space>::member_type;
  KOKKOS_FUNCTION void operator()(ByLongRow, Member const& member, BottomUpCount& count) const {
    Vertex const v = long_rows(member.league_rank());
    // 64 bits: strides may lead past the largest offset.
    std::uint64_t const end = incoming.end(v), threads = member.team_size();
    for (std::uint64_t k = std::uint64_t(incoming.begin(v)) + patience; k < end;) {
      std::uint64_t const stop = end - k > 8 * threads ? k + 8 * threads : end;
      Vertex u = find<std::uint64_t>(k + member.team_rank(), stop, threads, count.arcs);
      member.team_reduce(Kokkos::Min<Vertex>(u));
      if (u != unreached<Vertex>) {
        if (member.team_rank() == 0) count.tally += reach(v, u);
        return;
      }
      k = stop;
    }
  }

 private:
  KOKKOS_FUNCTION std::uint32_t search_word(std::uint64_t w, BottomUpCount& count) const {
    std::uint64_t const begin = w * VertexBits<Space>::bits_of_word;
    std::uint64_t const rest = level.extent(0) - begin;
    int const size = rest < VertexBits<Space>::bits_of_word ? static_cast<int>(rest)
                                                            : VertexBits<Space>::bits_of_word;
    std::uint32_t word = 0;
    for (int i = 0; i < size; ++i) {
      std::uint64_t const v = begin + i;
      if (level(v) != unreached<Vertex>) continue;
      Offset const first = incoming.begin(v), end = incoming.end(v);
      if (first == end) continue;
      ++count.vertices;
      Vertex const u = find<Offset>(first, end, 1, count.arcs);
      if (u == unreached<Vertex>) continue;
      word |= std::uint32_t(1) << i;
      count.tally += reach(v, u);
    }
    return word;
  }

  // Of every stride-th neighbour, the first that is in the frontier; unreached: none. Adds up how
  // many it looked at.
  template <class Index>
  KOKKOS_FUNCTION Vertex find(Index begin, Index end, Index stride,
                              std::uint64_t& looked_at) const {
    for (Index k = begin; k < end; k += stride) {
      ++looked_at;
      Vertex const u = incoming.neighbours(k);
      if (frontier.contains(u)) return u;
    }
    return unreached<Vertex>;
  }

  KOKKOS_FUNCTION std::uint64_t reach(std::uint64_t v, Vertex u) const {
    level(v) = next_level;
    if (parent.extent(0) > 0) parent(v) = u;
    return format.pack(1, graph.degree(v));
  }
};

// Makes the queue of level `now`, or of what is known of it, of its bits, in the order of the
// vertices. `next` is the level to be expanded next: this one, or the one before.
template <class Space, class Vertex, class Offset>
struct QueueLevel {
  Frontier<Space, Vertex, Offset> frontier;
  VertexBits<Space> bits;
  LevelRecord now, next;

  KOKKOS_FUNCTION void operator()(std::uint64_t w, std::uint64_t& place, bool last) const {
    for (std::uint32_t word = bits.words(w); word != 0; word &= word - 1) {
      int const bit = Kokkos::countr_zero(word);
      Vertex const v = static_cast<Vertex>(w * VertexBits<Space>::bits_of_word + bit);
      if (last) frontier.put(now, place, v);
      place += frontier.tally_of(v);
    }
    if (last && w == 0) {
      frontier.records.restart(next);
      frontier.records.at(now.level).tally = now.tally;
    }
  }
};

}  // namespace yoke::detail::bfs
