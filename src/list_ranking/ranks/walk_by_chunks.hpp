#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <utility>

#include "list_ranking/chunk_partition.hpp"
#include "list_ranking/ranks/copies_kernels.hpp"
#include "list_ranking/sublist_ranker.hpp"
#include "yoke/mpi/detail/network.hpp"

namespace yoke::detail::mpi {

// A rank's share of the walk by chunks (list_ranking/chunk_walk.hpp): the nodes that it has met, as
// pairs of a node and its rank, by buckets of nodes.
template <class Space, class Word, class Record>
class WalkByChunks {
  using Ranker = list_ranking::SublistRanker<Space, Record>;
  using Traits = list_ranking::ListRankTraits<Space>;
  using Pair = list_ranking::NodeRank<Record>;
  using Buckets = list_ranking::NodeBuckets;

 public:
  static constexpr bool partitions = true;

  static int log_length(std::uint64_t all) { return Traits::log_chunked_sublist_length(all, 0); }
  static std::uint64_t bytes(std::uint64_t all, std::uint64_t sublists, int ranks) {
    return all * sizeof(Pair) +
           most_chunks(all, sublists, ranks) * (sizeof(list_ranking::ChunkNodes<Record>) +
                                                sizeof(list_ranking::ChunkOrigin<Record>));
  }

  // Of what bytes() says.
  std::uint64_t held_bytes() const {
    return pairs_.size() * sizeof(Pair) +
           chunks_.size() * sizeof(list_ranking::ChunkNodes<Record>) +
           origins_.size() * sizeof(list_ranking::ChunkOrigin<Record>);
  }

  // Room for the share of a list of `all` nodes. Returns the number of sublists.
  std::uint64_t prepare(Space const& exec, std::uint64_t all, std::uint64_t sublists, int ranks) {
    std::uint64_t const chunks = most_chunks(all, sublists, ranks);
    make_exactly(exec, chunks_, chunks);
    make_exactly(exec, origins_, chunks);
    make_exactly(exec, pairs_, all);
    make_exactly(exec, cursor_, Buckets::most);
    make_exactly(exec, before_, Buckets::most);
    return sublists;
  }

  list_ranking::WalkCounters walk(Network<Space> const& ranks, Ranker const& ranker,
                                  Array<Space, Word const> successors, TailRule<Word> tail,
                                  Splitters<Record> const& splitters,
                                  Array<Space, Record const> heads, std::uint64_t first,
                                  std::uint64_t end, std::uint64_t longest) {
    Space const& exec = ranks.exec();
    all_ = successors.extent(0);
    list_ranking::ChunkWalk<Space, Word, Record> const work{successors,
                                                            tail,
                                                            heads,
                                                            splitters,
                                                            ranker.table(),
                                                            array_of(chunks_),
                                                            array_of(origins_),
                                                            ranker.counters(),
                                                            longest,
                                                            false,
                                                            first,
                                                            end};
    Kokkos::parallel_for("yoke::list_rank::walk",
                         Kokkos::RangePolicy<Space>(exec, 0, Traits::threads(exec)), work);
    auto const counters = ranker.read_counters(exec);
    walked_ = counters.chunks;
    return counters;
  }
  void gather_more(Network<Space>&, Ranker const&) const {}

  // The ranks of the nodes met, by the sublists' ranks.
  void rank_nodes(Space const& exec, Ranker const& ranker, bool from_head) {
    list_ranking::begin_buckets<Space>(exec, Buckets(all_), array_of(cursor_));
    if (walked_ > 0) {
      list_ranking::PartitionChunks<Space, Record> const work{array_of(chunks_, walked_),
                                                              array_of(origins_, walked_),
                                                              ranker.bases(),
                                                              Buckets(all_),
                                                              from_head,
                                                              array_of(pairs_, all_),
                                                              array_of(cursor_)};
      work.run(exec, Traits::template partition_team_size<Record>);
    }
    count_pairs(exec);
  }

  // Groups of a rank's nodes, of whole buckets: no fewer than rounds, and so many that a group's
  // ranks stay in a cache while pairs from all sides are scattered there.
  static std::size_t groups(std::uint64_t all, std::uint64_t ranks, std::size_t rounds) {
    constexpr std::uint64_t cached = std::uint64_t(1) << 23;
    std::uint64_t const most = std::max<std::uint64_t>(Buckets::most / ranks, rounds);
    return std::clamp<std::uint64_t>(all / ranks * sizeof(Word) / cached, rounds, most);
  }
  // Of the nodes from `begin` to `end` - 1, the pairs of a group. Of a bucket that two ranks have
  // nodes of, each gets all.
  std::uint64_t count(Space const&, std::uint64_t begin, std::uint64_t end, std::size_t group,
                      std::size_t groups) const {
    auto const [first, last] = buckets_of(begin, end, group, groups);
    return pairs_before_[last] - pairs_before_[first];
  }
  // All groups' pairs, one group's after the other's.
  void pack(Space const& exec, std::uint64_t begin, std::uint64_t end, Pair* to) const {
    auto const [first, last] = buckets_of(begin, end, 0, 1);
    for_slots(exec, "yoke::list_rank::pack_buckets", first, last,
              PackBuckets<Space, Record>{walked_pairs(), before_.data(), pairs_before_[first], to});
  }
  // Scatters a group of the own nodes' pairs.
  void take(Space const& exec, OwnPart<Space, Word> const& own, std::size_t group,
            std::size_t groups) const {
    auto const [first, last] = buckets_of(own.base, own.base + own.size, group, groups);
    for_slots(exec, "yoke::list_rank::take_walked", first, last,
              TakeWalked<Space, Word, Record>{walked_pairs(), own});
  }
  void release() { *this = {}; }

 private:
  // Of the sublists a rank has its share. Shares of nodes differ by chance; whoever makes them
  // differ more ends in another walk.
  static std::uint64_t most_chunks(std::uint64_t all, std::uint64_t sublists, int ranks) {
    std::uint64_t const p = static_cast<std::uint64_t>(ranks), share = all / p;
    return std::min(all, share + share / 4 + 4096) / list_ranking::chunk_size + sublists / p + 2;
  }
  // What a plan keeps is as long as it must be: it is most of what the device has.
  template <class T>
  static void make_exactly(Space const& exec, Buffer<Space, T>& buffer, std::uint64_t size) {
    if (buffer.extent(0) >= size) return;
    buffer = {};
    buffer = make_buffer<Space, T>(exec, "yoke::list_rank::chunks", size);
  }

  // The first bucket and the one after the last.
  std::pair<std::size_t, std::size_t> buckets_of(std::uint64_t begin, std::uint64_t end,
                                                 std::size_t group, std::size_t groups) const {
    if (begin == end) return {0, 0};
    Buckets const buckets(all_);
    auto const first = static_cast<std::size_t>(buckets.of(begin));
    std::size_t const count = static_cast<std::size_t>(buckets.of(end - 1)) + 1 - first;
    return {first + count * group / groups, first + count * (group + 1) / groups};
  }
  template <class Functor>
  void for_slots(Space const& exec, char const* label, std::size_t first, std::size_t last,
                 Functor const& functor) const {
    if (first == last) return;
    Buckets const buckets(all_);
    WideRange<Space> const slots(exec, buckets.begin(static_cast<int>(first)),
                                 buckets.end(static_cast<int>(last) - 1));
    Kokkos::parallel_for(label, slots, functor);
  }
  BucketPairs<Space, Record> walked_pairs() const {
    return {array_of(pairs_, all_), array_of(cursor_), Buckets(all_)};
  }

  // The numbers of pairs in the buckets before each, on the host and, for kernels, in before_.
  void count_pairs(Space const& exec) {
    Buckets const buckets(all_);
    Counts cursor(Buckets::most);
    pairs_before_.assign(Buckets::most + 1, 0);
    using Host = Kokkos::View<std::uint64_t*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>;
    Kokkos::deep_copy(exec, Host(cursor.data(), cursor.size()), array_of(cursor_));
    exec.fence("yoke::list_rank::cursor");
    for (int bucket = 0; bucket < Buckets::most; ++bucket) {
      auto const b = static_cast<std::size_t>(bucket);
      bool const exists = bucket < buckets.count();
      // Cursors run past the ends where walkers on merging lists have met some nodes twice.
      pairs_before_[b + 1] =
          pairs_before_[b] +
          (exists ? std::min(cursor[b], buckets.end(bucket)) - buckets.begin(bucket) : 0);
    }
    Kokkos::deep_copy(exec, array_of(before_), Host(pairs_before_.data(), Buckets::most));
    exec.fence("yoke::list_rank::before");
  }

  Buffer<Space, list_ranking::ChunkNodes<Record>> chunks_;
  Buffer<Space, list_ranking::ChunkOrigin<Record>> origins_;
  Buffer<Space, Pair> pairs_;
  Buffer<Space, std::uint64_t> cursor_, before_;
  Counts pairs_before_;
  std::uint64_t all_ = 0, walked_ = 0;
};

}  // namespace yoke::detail::mpi
