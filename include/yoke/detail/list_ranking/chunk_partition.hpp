#pragma once

#include <bit>

#include "yoke/detail/list_ranking/chunk_walk.hpp"

namespace yoke::detail {

// The high bits of a node, few enough that the ranks of one bucket lie in a GPU's L2 cache.
class NodeBuckets {
 public:
  static constexpr int most = 256;

  explicit NodeBuckets(std::uint64_t n)
      : n_(n), shift_(std::max(static_cast<int>(std::bit_width(n - 1)) - 8, 0)) {}

  KOKKOS_FUNCTION int of(std::uint64_t node) const { return static_cast<int>(node >> shift_); }
  KOKKOS_FUNCTION std::uint64_t begin(int bucket) const {
    return static_cast<std::uint64_t>(bucket) << shift_;
  }
  // Every node is met once, so each bucket's size is known without counting.
  KOKKOS_FUNCTION std::uint64_t end(int bucket) const {
    return begin(bucket + 1) < n_ ? begin(bucket + 1) : n_;
  }

 private:
  std::uint64_t n_;
  int shift_;
};

template <class Record>
struct alignas(2 * sizeof(Record)) NodeRank {
  Record node, rank;
};

// Turns chunks into (node, rank) pairs grouped by bucket: a team takes a tile of chunks, groups it
// in its scratch memory, reserves room in each bucket and writes the groups as runs.
template <class Space, class Record>
struct PartitionChunks {
  using Policy = Kokkos::TeamPolicy<Space>;
  using Member = typename Policy::member_type;
  using Scratch = typename Space::scratch_memory_space;
  template <class T>
  using ScratchArray = Kokkos::View<T*, Scratch, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  static constexpr int tile =
      ListRankTraits<Space>::partition_tile_bytes / sizeof(NodeRank<Record>);

  Array<Space, Record const> nodes;  // the chunks' nodes, one after another
  Array<Space, ChunkOrigin<Record>> origins;
  Array<Space, Record> base;
  NodeBuckets buckets;
  bool from_head;
  Array<Space, NodeRank<Record>> pairs;
  Array<Space, std::uint64_t> cursor;  // of each bucket: where its next pair goes
  Array<Space, WalkCounters> counters;

  static std::size_t scratch_bytes() {
    return ScratchArray<NodeRank<Record>>::shmem_size(tile) +
           2 * ScratchArray<int>::shmem_size(NodeBuckets::most) +
           ScratchArray<std::uint64_t>::shmem_size(NodeBuckets::most);
  }

  void run(Space const& exec, int team_size) const {
    int const tiles = static_cast<int>((nodes.extent(0) + tile - 1) / tile);
    Policy policy(exec, tiles, team_size);
    policy.set_scratch_size(0, Kokkos::PerTeam(scratch_bytes()));
    Kokkos::parallel_for("yoke::list_rank::partition", policy, *this);
  }

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    ScratchArray<NodeRank<Record>> const grouped(team.team_scratch(0), tile);
    ScratchArray<int> const first(team.team_scratch(0), NodeBuckets::most);
    ScratchArray<int> const place(team.team_scratch(0), NodeBuckets::most);
    ScratchArray<std::uint64_t> const target(team.team_scratch(0), NodeBuckets::most);
    std::uint64_t const begin = static_cast<std::uint64_t>(team.league_rank()) * tile;
    int const entries =
        static_cast<int>(nodes.extent(0) - begin < tile ? nodes.extent(0) - begin : tile);

    count(team, begin, entries, place);
    int const present = reserve(team, first, place, target);
    group(team, begin, entries, place, grouped);
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, present), [&](int i) {
      NodeRank<Record> const pair = grouped(i);
      int const bucket = buckets.of(pair.node);
      std::uint64_t const to = target(bucket) + static_cast<std::uint64_t>(i - first(bucket));
      if (to < buckets.end(bucket)) pairs(to) = pair;
    });
  }

 private:
  KOKKOS_FUNCTION void count(Member const& team, std::uint64_t begin, int entries,
                             ScratchArray<int> const& place) const {
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, NodeBuckets::most),
                         [&](int bucket) { place(bucket) = 0; });
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, entries), [&](int i) {
      Record const node = nodes(begin + i);
      if (node != ChunkNodes<Record>::none) Kokkos::atomic_inc(&place(buckets.of(node)));
    });
    team.team_barrier();
  }

  // Takes room in every bucket; `place` turns from counts into the groups' cursors in the tile.
  KOKKOS_FUNCTION int reserve(Member const& team, ScratchArray<int> const& first,
                              ScratchArray<int> const& place,
                              ScratchArray<std::uint64_t> const& target) const {
    int present = 0;
    Kokkos::parallel_scan(
        Kokkos::TeamThreadRange(team, NodeBuckets::most),
        [&](int bucket, int& before, bool last) {
          int const size = place(bucket);
          if (last) first(bucket) = before;
          before += size;
        },
        present);
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, NodeBuckets::most), [&](int bucket) {
      int const size = place(bucket);
      if (size > 0) {
        target(bucket) =
            Kokkos::atomic_fetch_add(&cursor(bucket), static_cast<std::uint64_t>(size));
        // More pairs than nodes: walkers on merging lists have met some twice.
        if (target(bucket) + size > buckets.end(bucket)) Kokkos::atomic_inc(&counters(0).faults);
      }
      place(bucket) = first(bucket);
    });
    team.team_barrier();
    return present;
  }

  KOKKOS_FUNCTION void group(Member const& team, std::uint64_t begin, int entries,
                             ScratchArray<int> const& place,
                             ScratchArray<NodeRank<Record>> const& grouped) const {
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, entries), [&](int i) {
      Record const node = nodes(begin + i);
      if (node == ChunkNodes<Record>::none) return;
      ChunkOrigin<Record> const origin = origins((begin + i) / chunk_size);
      Record const position = origin.position + static_cast<Record>((begin + i) % chunk_size);
      Record const start = base(origin.sublist);
      grouped(Kokkos::atomic_fetch_add(&place(buckets.of(node)), 1)) = {
          node, from_head ? start + position : start - position};
    });
    team.team_barrier();
  }
};

template <class Space>
void begin_buckets(Space const& exec, NodeBuckets buckets, Array<Space, std::uint64_t> cursor) {
  Kokkos::parallel_for(
      "yoke::list_rank::begin_buckets", Kokkos::RangePolicy<Space>(exec, 0, NodeBuckets::most),
      KOKKOS_LAMBDA(int bucket) { cursor(bucket) = buckets.begin(bucket); });
}

// Brings the ranks home, bucket by bucket.
template <class Space, class Word, class Record>
void scatter_ranks(Space const& exec, Array<Space, NodeRank<Record> const> pairs,
                   NodeBuckets buckets, Array<Space, std::uint64_t const> cursor,
                   Array<Space, Word> rank) {
  Kokkos::parallel_for(
      "yoke::list_rank::scatter", WideRange<Space>(exec, 0, rank.extent(0)),
      KOKKOS_LAMBDA(std::uint64_t i) {
        // A bucket has gaps at its end where some nodes have not been met.
        if (i >= cursor(buckets.of(i))) return;
        NodeRank<Record> const pair = pairs(i);
        rank(pair.node) = static_cast<Word>(pair.rank);
      });
}

}  // namespace yoke::detail
