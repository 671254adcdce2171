#pragma once

#include <bit>

#include "list_ranking/chunk_walk.hpp"

namespace yoke::detail::list_ranking {

// The high bits of a node, few enough that the ranks of one bucket lie in a GPU's L2 cache.
class NodeBuckets {
 public:
  static constexpr int most = 256;

  explicit NodeBuckets(std::uint64_t n)
      : n_(n), shift_(std::max(static_cast<int>(std::bit_width(n - 1)) - 8, 0)) {}

  int count() const { return of(n_ - 1) + 1; }
  KOKKOS_FUNCTION int of(std::uint64_t node) const { return static_cast<int>(node >> shift_); }
  KOKKOS_FUNCTION std::uint64_t begin(int bucket) const {
    return static_cast<std::uint64_t>(bucket) << shift_;
  }
  // Every node of a list is met once, so each bucket's size is known without counting.
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

// Turns chunks into (node, rank) pairs grouped by bucket. A team takes as many chunks as it has
// threads, groups their nodes in its scratch memory, reserves room in each bucket and writes the
// groups as runs.
template <class Space, class Record>
struct PartitionChunks {
  using Policy = Kokkos::TeamPolicy<Space>;
  using Member = typename Policy::member_type;
  using Scratch = typename Space::scratch_memory_space;
  template <class T>
  using ScratchArray = Kokkos::View<T*, Scratch, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  Array<Space, ChunkNodes<Record> const> chunks;
  Array<Space, ChunkOrigin<Record>> origins;
  Array<Space, Record> base;
  NodeBuckets buckets;
  bool from_head;
  Array<Space, NodeRank<Record>> pairs;
  Array<Space, std::uint64_t> cursor;  // of each bucket: where its next pair goes

  void run(Space const& exec, int team_size) const {
    int const teams = static_cast<int>((chunks.extent(0) + team_size - 1) / team_size);
    std::size_t const scratch = ScratchArray<NodeRank<Record>>::shmem_size(team_size * chunk_size) +
                                2 * ScratchArray<int>::shmem_size(NodeBuckets::most) +
                                ScratchArray<std::uint64_t>::shmem_size(NodeBuckets::most);
    Policy policy(exec, teams, team_size);
    policy.set_scratch_size(0, Kokkos::PerTeam(scratch));
    Kokkos::parallel_for("yoke::list_rank::partition", policy, *this);
  }

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    ScratchArray<NodeRank<Record>> const grouped(team.team_scratch(0),
                                                 team.team_size() * chunk_size);
    ScratchArray<int> const size(team.team_scratch(0), NodeBuckets::most);
    ScratchArray<int> const first(team.team_scratch(0), NodeBuckets::most);
    ScratchArray<std::uint64_t> const target(team.team_scratch(0), NodeBuckets::most);
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, NodeBuckets::most),
                         [&](int bucket) { size(bucket) = 0; });
    team.team_barrier();

    std::uint64_t const mine =
        static_cast<std::uint64_t>(team.league_rank()) * team.team_size() + team.team_rank();
    bool const has_chunk = mine < chunks.extent(0);
    ChunkNodes<Record> chunk{};
    int place[chunk_size];  // of each node in its bucket's group
    if (has_chunk) {
      chunk = chunks(mine);
      count(chunk, size, place);
    }
    team.team_barrier();
    int const present = reserve(team, size, first, target);
    if (has_chunk) group(chunk, origins(mine), first, place, grouped);
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, present), [&](int i) {
      NodeRank<Record> const pair = grouped(i);
      int const bucket = buckets.of(pair.node);
      std::uint64_t const to = target(bucket) + i;
      // More pairs than nodes where walkers on merging lists have met some twice: others are then
      // left without a rank, and will be missed.
      if (to < buckets.end(bucket)) pairs(to) = pair;
    });
  }

 private:
  KOKKOS_FUNCTION void count(ChunkNodes<Record> const& chunk, ScratchArray<int> const& size,
                             int (&place)[chunk_size]) const {
    for (int i = 0; i < chunk_size; ++i) {
      Record const node = chunk.node[i];
      if (node != ChunkNodes<Record>::none) {
        place[i] = Kokkos::atomic_fetch_add(&size(buckets.of(node)), 1);
      }
    }
  }

  // Takes room in every bucket and returns the number of nodes; target(bucket) + i is where the
  // i-th of all grouped pairs goes.
  KOKKOS_FUNCTION int reserve(Member const& team, ScratchArray<int> const& size,
                              ScratchArray<int> const& first,
                              ScratchArray<std::uint64_t> const& target) const {
    int present = 0;
    Kokkos::parallel_scan(
        Kokkos::TeamThreadRange(team, NodeBuckets::most),
        [&](int bucket, int& before, bool last) {
          if (last) first(bucket) = before;
          before += size(bucket);
        },
        present);
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, NodeBuckets::most), [&](int bucket) {
      std::uint64_t const taken = size(bucket);
      if (taken == 0) return;
      std::uint64_t const begin = Kokkos::atomic_fetch_add(&cursor(bucket), taken);
      target(bucket) = begin - first(bucket);
    });
    team.team_barrier();
    return present;
  }

  KOKKOS_FUNCTION void group(ChunkNodes<Record> const& chunk, ChunkOrigin<Record> const& origin,
                             ScratchArray<int> const& first, int const (&place)[chunk_size],
                             ScratchArray<NodeRank<Record>> const& grouped) const {
    Record const start = base(origin.sublist);
    for (int i = 0; i < chunk_size; ++i) {
      Record const node = chunk.node[i];
      if (node == ChunkNodes<Record>::none) continue;
      Record const position = origin.position + static_cast<Record>(i);
      grouped(first(buckets.of(node)) + place[i]) = {
          node, from_head ? start + position : start - position};
    }
  }
};

template <class Space>
struct BeginBucket {
  NodeBuckets buckets;
  Array<Space, std::uint64_t> cursor;
  KOKKOS_FUNCTION void operator()(int bucket) const { cursor(bucket) = buckets.begin(bucket); }
};

template <class Space>
void begin_buckets(Space const& exec, NodeBuckets buckets, Array<Space, std::uint64_t> cursor) {
  Kokkos::parallel_for("yoke::list_rank::begin_buckets",
                       Kokkos::RangePolicy<Space>(exec, 0, NodeBuckets::most),
                       BeginBucket<Space>{buckets, cursor});
}

template <class Space, class Word, class Record>
struct ScatterRank {
  Array<Space, NodeRank<Record> const> pairs;
  NodeBuckets buckets;
  Array<Space, std::uint64_t const> cursor;
  Array<Space, Word> rank;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    // A bucket has gaps at its end where some nodes have not been met.
    if (i >= cursor(buckets.of(i))) return;
    NodeRank<Record> const pair = pairs(i);
    rank(pair.node) = static_cast<Word>(pair.rank);
  }
};

// Brings the ranks of nodes [begin, end), whole buckets, home, bucket by bucket.
template <class Space, class Word, class Record>
void scatter_ranks(Space const& exec, Array<Space, NodeRank<Record> const> pairs,
                   NodeBuckets buckets, Array<Space, std::uint64_t const> cursor,
                   Array<Space, Word> rank, std::uint64_t begin, std::uint64_t end) {
  Kokkos::parallel_for("yoke::list_rank::scatter", WideRange<Space>(exec, begin, end),
                       ScatterRank<Space, Word, Record>{pairs, buckets, cursor, rank});
}

}  // namespace yoke::detail::list_ranking
