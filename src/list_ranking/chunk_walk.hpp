#pragma once

#include "list_ranking/sublist_ranker.hpp"

namespace yoke::detail::list_ranking {

// Nodes that follow one another in a list, appended by a walker as it meets them: 64 bytes, written
// whole, so that no cache sector travels to memory half full. The last one of a sublist is padded.
inline constexpr int chunk_size = 16;

template <class Record>
struct alignas(16) ChunkNodes {
  static constexpr Record none = ~Record(0);
  Record node[chunk_size];
};

// Where in its sublist a chunk begins.
template <class Record>
struct alignas(2 * sizeof(Record)) ChunkOrigin {
  Record sublist, position;
};

// The walk that writes nothing at random: walkers only read the list, a gather that the memory
// serves more than twice as fast as the same number of scattered writes. One walker a thread.
template <class Space, class Word, class Record>
struct ChunkWalk {
  Array<Space, Word const> successor;
  TailRule<Word> tail;
  Array<Space, Record const> heads;
  Splitters<Record> splitters;
  SublistTable<Space, Record> table;
  Array<Space, ChunkNodes<Record>> chunks;
  Array<Space, ChunkOrigin<Record>> origins;
  Array<Space, WalkCounters> counters;
  std::uint64_t longest;
  bool reports_longest;
  // The sublists to walk: the blocks', then the heads'.
  std::uint64_t first_ticket, end_ticket;

  KOKKOS_FUNCTION void operator()(int) const {
    Tickets<std::uint64_t> tickets(&counters(0).next_ticket, end_ticket - first_ticket, 1);
    std::uint64_t visited = 0, longest_walk = 0;
    Walker walker;
    while (start(tickets, walker)) {
      bool sound = true;
      while (sound && !walker.ended) sound = walk_chunk(walker);
      visited += walker.position;
      if (walker.position > longest_walk) longest_walk = walker.position;
      table.next(walker.sublist) = walker.next_sublist;
      table.length(walker.sublist) = walker.position;
      if (!sound) {
        Kokkos::atomic_inc(&counters(0).overlong);
        break;
      }
    }
    Kokkos::atomic_add(&counters(0).visited, visited);
    if (reports_longest) enter_longest_walk(counters(0), longest_walk);
  }

  struct Walker {
    Record node, sublist, position, next_sublist;
    bool ended;
  };

  KOKKOS_FUNCTION bool start(Tickets<std::uint64_t>& tickets, Walker& walker) const {
    constexpr Record none = SublistTable<Space, Record>::none;
    std::uint64_t ticket;
    if (!tickets.take(ticket)) return false;
    Record const sublist = static_cast<Record>(first_ticket + ticket);
    bool const is_block = sublist < splitters.blocks();
    Record const node = is_block ? splitters.at(sublist) : heads(sublist - splitters.blocks());
    // The last block may have no splitter, and a head may be one: an empty sublist, then.
    bool const starts = is_block ? node < successor.extent(0) : !splitters.contains(node);
    walker = {node, sublist, 0, none, !starts};
    return true;
  }

  KOKKOS_FUNCTION bool walk_chunk(Walker& walker) const {
    ChunkNodes<Record> chunk;
    Record met = 0;
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
    for (int i = 0; i < chunk_size; ++i) {
      chunk.node[i] = walker.ended ? ChunkNodes<Record>::none : walker.node;
      if (!walker.ended) {
        ++met;
        step(walker);
      }
    }
    std::uint64_t const place = Kokkos::atomic_fetch_add(&counters(0).chunks, std::uint64_t(1));
    if (place >= chunks.extent(0)) return false;
    chunks(place) = chunk;
    origins(place) = {walker.sublist, walker.position};
    walker.position += met;
    return walker.ended || walker.position < longest;
  }

  KOKKOS_FUNCTION void step(Walker& walker) const {
    Word const next = successor(walker.node);
    bool const is_tail = tail(static_cast<Word>(walker.node), next);
    walker.ended = is_tail || splitters.contains(static_cast<Record>(next));
    if (!walker.ended) {
      walker.node = static_cast<Record>(next);
    } else if (!is_tail) {
      walker.next_sublist = splitters.block_of(static_cast<Record>(next));
    }
  }
};

}  // namespace yoke::detail::list_ranking
