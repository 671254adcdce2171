#pragma once

#include <algorithm>
#include <bit>

#include "list_ranking/algorithm.hpp"

namespace yoke::detail::list_ranking {

// log2 of the nodes of a sublist that the caller asks for.
inline int requested_log_length(std::size_t requested) {
  if (!std::has_single_bit(requested) || requested > (std::size_t(1) << 20)) {
    throw std::invalid_argument("yoke::list_rank: options.sublist_walk.sublist_length is " +
                                std::to_string(requested) +
                                "; it must be a power of two up to 2^20");
  }
  return std::countr_zero(requested);
}

// What differs between the spaces, and the measurement that says so (docs/results/list_ranking.md).
template <class Space, bool OnHost = runs_on_host<Space>>
struct ListRankTraits;

template <class Space>
struct ListRankTraits<Space, true> {
  static ListRankAlgorithm algorithm_for(std::size_t n, std::size_t) {
    // Below this the list fits in a core's own cache, where one pointer is as fast as any.
    return n <= 8192 ? ListRankAlgorithm::sequential : ListRankAlgorithm::sublist_walk;
  }

  // 8 walkers a thread: 18 times the sequential walk on two cores, 16: 32, 24: 38, 32: 40.
  static constexpr int walkers = 32;
  static int threads(Space const& exec) { return exec.concurrency(); }

  // 256, 1024 and 4096 are level on large lists; a small one needs more, shorter sublists to keep
  // every walker busy.
  static int log_sublist_length(std::size_t n, std::size_t requested) {
    if (requested > 0) return requested_log_length(requested);
    return std::clamp(static_cast<int>(std::bit_width(n / 16384)), 5, 10);
  }

  // A core's caches hide what chunks avoid; they are there to be tested.
  static bool prefers_chunks(std::size_t) { return false; }
  static int log_chunked_sublist_length(std::size_t, std::size_t requested) {
    return requested > 0 ? requested_log_length(requested) : 6;
  }
  template <class Record>
  static constexpr int partition_team_size = 1;
};

template <class Space>
struct ListRankTraits<Space, false> {
  // H200: Wyllie takes 0.24 ms for 2^20 nodes and the walk 0.34; at 2^21 it is 0.41 and 0.39. With
  // 64-bit indices it was measured up to 2^19 nodes alone.
  static ListRankAlgorithm algorithm_for(std::size_t n, std::size_t index_bytes) {
    std::size_t const most = std::size_t(1) << (index_bytes == 4 ? 20 : 19);
    return n <= most ? ListRankAlgorithm::wyllie : ListRankAlgorithm::sublist_walk;
  }

  // A quarter of the threads that fit on the device: 512 walkers an SM took 9.23 ms for 2^27 nodes
  // where 2048 took 10.5, because what they write stays in L2 until its sector is complete.
  static constexpr int walkers = 1;
  static int threads(Space const& exec) { return std::max(exec.concurrency() / 4, 1); }

  // H200: 64 is best from 2^22 to 2^25, 128 at 2^27, 256 at 2^29.
  static int log_sublist_length(std::size_t n, std::size_t requested) {
    if (requested > 0) return requested_log_length(requested);
    if (n <= std::size_t(1) << 20) return 5;
    if (n <= std::size_t(1) << 24) return 6;
    return n <= std::size_t(1) << 28 ? 7 : 8;
  }

  // H200, chunks against in place: 0.35 and 0.40 ms at 2^21, 0.67 and 0.72 at 2^23, 2.05 and 2.71
  // at 2^25, 7.45 and 10.96 at 2^27. Below, both are a row of launches.
  static bool prefers_chunks(std::size_t n) { return n >= std::size_t(1) << 21; }

  // Short sublists keep the last walker from being late, long ones are fewer to rank. H200: 32 is
  // best at 2^22 and 2^23, 64 at 2^24 and 2^25, 128 and 256 at 2^29; at 2^27, 64 and 128 are level
  // for one list and 64 is better for 1000.
  static int log_chunked_sublist_length(std::size_t n, std::size_t requested) {
    if (requested > 0) return requested_log_length(requested);
    if (n <= std::size_t(1) << 23) return 5;
    return n <= std::size_t(1) << 27 ? 6 : 7;
  }

  // 16 nodes a thread: with the buckets' counters 36 KiB of scratch, of the 48 that Kokkos gives a
  // team on CUDA.
  template <class Record>
  static constexpr int partition_team_size = 1024 / sizeof(Record);
};

}  // namespace yoke::detail::list_ranking
