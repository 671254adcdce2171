#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "list_ranking/chunk_partition.hpp"
#include "list_ranking/unranked.hpp"
#include "yoke/detail/primitives/walk.hpp"

// What ranking lists by copies of all successors adds to the walk of one space (src/list_ranking).
namespace yoke::detail::mpi {

// The part of a rank: which nodes are its own, and where their ranks go.
template <class Space, class Word>
struct OwnPart {
  Word* rank;
  std::uint64_t base, size;

  // What others' nodes get is for others.
  template <class Record>
  KOKKOS_FUNCTION void take(list_ranking::NodeRank<Record> const& pair) const {
    std::uint64_t const i = static_cast<std::uint64_t>(pair.node) - base;
    if (i < size) rank[i] = static_cast<Word>(pair.rank);
  }
};

// The census of the own nodes; their ranks are filled on the way (list_ranking/unranked.hpp).
template <class Space, class Word>
struct OwnCensus {
  Word const* successor;  // of the own nodes
  OwnPart<Space, Word> own;
  std::uint64_t all;
  TailRule<Word> tail;

  KOKKOS_FUNCTION void operator()(std::uint64_t i, ListCensus& sum) const {
    own.rank[i] = list_ranking::unranked<Word>;
    sum.add(static_cast<Word>(own.base + i), successor[i], all, tail);
  }
};

// Pairs by buckets, of which each has a gap at its end: the nodes that other ranks have met.
template <class Space, class Record>
struct BucketPairs {
  Array<Space, list_ranking::NodeRank<Record> const> pairs;
  Array<Space, std::uint64_t const> cursor;
  list_ranking::NodeBuckets buckets;

  KOKKOS_FUNCTION bool has(std::uint64_t slot) const { return slot < cursor(buckets.of(slot)); }
};

template <class Space, class Word, class Record>
struct TakeWalked {
  BucketPairs<Space, Record> walked;
  OwnPart<Space, Word> own;
  KOKKOS_FUNCTION void operator()(std::uint64_t slot) const {
    if (walked.has(slot)) own.take(walked.pairs(slot));
  }
};

template <class Space, class Word, class Record>
struct TakeReceived {
  list_ranking::NodeRank<Record> const* pairs;
  OwnPart<Space, Word> own;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { own.take(pairs[i]); }
};

// Closes the gaps of the buckets that one rank gets.
template <class Space, class Record>
struct PackBuckets {
  BucketPairs<Space, Record> walked;
  std::uint64_t const* before;  // pairs in the buckets before each
  std::uint64_t first;          // of them, those before the rank's first bucket
  list_ranking::NodeRank<Record>* to;

  KOKKOS_FUNCTION void operator()(std::uint64_t slot) const {
    if (!walked.has(slot)) return;
    int const bucket = walked.buckets.of(slot);
    to[before[bucket] - first + (slot - walked.buckets.begin(bucket))] = walked.pairs(slot);
  }
};

// The walk in place: records of the nodes that this rank has met, as pairs.
template <class Space, class Record>
struct PackRecords {
  Array<Space, Record const> record;
  list_ranking::SublistRank<Space, Record> rank_of;
  list_ranking::NodeRank<Record>* to;  // null: to be counted only

  KOKKOS_FUNCTION void operator()(std::uint64_t node, std::uint64_t& count, bool is_final) const {
    Record const mine = record(node);
    bool const is_met = (mine & list_ranking::RecordFormat<Record>::visited) != 0;
    if (to != nullptr && is_final && is_met) to[count] = {static_cast<Record>(node), rank_of(mine)};
    count += is_met;
  }
};

template <class Space, class Word, class Record>
struct TakeRecords {
  Array<Space, Record const> record;
  list_ranking::SublistRank<Space, Record> rank_of;
  OwnPart<Space, Word> own;

  KOKKOS_FUNCTION void operator()(std::uint64_t node) const {
    Record const mine = record(node);
    if ((mine & list_ranking::RecordFormat<Record>::visited) == 0) return;
    own.take(list_ranking::NodeRank<Record>{static_cast<Record>(node), rank_of(mine)});
  }
};

}  // namespace yoke::detail::mpi
