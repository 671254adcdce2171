#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "yoke/algorithm.hpp"
#include "yoke/report.hpp"
#include "yoke/split.hpp"
#include "yoke/tail.hpp"

namespace yoke {

class Timeline;

/// How to rank; docs/list_ranking.md has what each is.
enum class ListRankAlgorithm {
  automatic,
  sequential,
  wyllie,
  helman_jaja,
  random_splitter,
  independent_set,
  fractional_independent_set,
  sublist_walk,
};

/// The table of algorithms.
inline constexpr auto list_rank_algorithms = std::to_array<AlgorithmEntry<ListRankAlgorithm>>(
    {{ListRankAlgorithm::automatic, "automatic", Strategy::cut},
     {ListRankAlgorithm::sequential, "sequential", Strategy::alone},
     {ListRankAlgorithm::wyllie, "wyllie", Strategy::alone},
     {ListRankAlgorithm::helman_jaja, "helman_jaja", Strategy::alone},
     {ListRankAlgorithm::random_splitter, "random_splitter", Strategy::alone},
     {ListRankAlgorithm::independent_set, "independent_set", Strategy::alone},
     {ListRankAlgorithm::fractional_independent_set, "fractional_independent_set", Strategy::feed},
     {ListRankAlgorithm::sublist_walk, "sublist_walk", Strategy::cut}});

/// Its name in the table.
inline std::string_view to_string(ListRankAlgorithm algorithm) {
  return detail::name_of(list_rank_algorithms, algorithm);
}

/// Which end of its list a node's rank is counted from.
enum class RankFrom { tail, head };

/// How several ranks rank lists together (yoke/mpi/list_ranking.hpp).
enum class ListRankRoad {
  automatic,  ///< `copies` on up to 64 ranks that all have the memory; else `messages`
  messages,   ///< each rank follows walks through its own nodes, and sends them on
  copies,     ///< each rank gets all successors, and follows its share of the walks to their ends
};

/// What finishes the recursion of Helman and JaJa's algorithm.
enum class Finish { sequential, wyllie };

/// Its walks are not cut: of a list whose splitters come last, which are known, one thread walks
/// nearly all nodes. So it is with the random splitters below, for whoever knows the seed.
struct HelmanJajaOptions {
  /// How many splitters, by the list's length n.
  enum class Splitters { n_over_log_n, n_over_2_log2_n, mixed };
  /// mixed: n / (2 log^2 n) splitters at the first level, n / log n below (Rehman et al., 4.2).
  Splitters splitters = Splitters::mixed;
  /// A list of at most this many nodes is ranked by `finish`.
  std::size_t limit = 32768;
  Finish finish = Finish::wyllie;  ///< what ranks the last list
};

/// For random_splitter alone.
struct RandomSplitterOptions {
  /// How a node's sublist and local rank are stored: 16 + 32 bits in two arrays, or in one word.
  enum class Packing { bits_48, bits_64 };
  Packing packing = Packing::bits_64;  ///< how they are stored
  /// Number of sublists; 0: 8192 on a device (Dehne and Yogaratnam's), 64 a thread on a host.
  /// At most 65536 with bits_48.
  std::size_t sublists = 0;
  /// Splitters to use instead of random ones, for studies: distinct nodes, in any order.
  std::vector<std::uint64_t> splitters;
};

/// For independent_set alone.
struct IndependentSetOptions {
  /// even_index is Duan's rule: the nodes with an odd index leave. Right only where no two
  /// neighbours in a list have indices of one parity, as in ordered lists; anything else throws.
  enum class Rule { coin_tossing, even_index };
  Rule rule = Rule::coin_tossing;  ///< which nodes leave
  /// The list is contracted until it has at most this many nodes.
  std::size_t limit = 65536;
};

/// For fractional_independent_set alone.
struct FractionalIndependentSetOptions {
  /// Rounds of removal; 0: chosen by measurement (docs/results/list_ranking.md).
  int iterations = 0;
  /// Where the random bits come from in a hybrid call.
  enum class Bits { host, device };
  Bits bits = Bits::host;  ///< the side that makes them
  /// How nodes come by the bits. Beforehand: an array of them for each iteration (the thesis's
  /// Algorithm 10). Else by walks on an expander graph, which the nodes that remain draw on demand
  /// (Algorithm 11): one for each bit, or one whose 64 bits serve 64 iterations. Then `bits` says
  /// who makes those that the walks take: 8 more bytes a node, and with the host's 3 / 8
  /// walk_length bytes a node three times, on the device and in pinned memory.
  enum class Draw { beforehand, walk_for_bit, walk_for_word };
  Draw draw = Draw::beforehand;    ///< how
  std::uint32_t walk_length = 32;  ///< steps of a walk, from 1 to 1024
};

/// For sublist_walk alone.
struct SublistWalkOptions {
  /// Mean nodes in a sublist, a power of two; 0: chosen by size and space.
  std::size_t sublist_length = 0;
  /// in_place marks each node in a copy of the list; chunks appends the nodes that walkers meet to
  /// small chunks and brings the ranks home through a partition (devices, large lists).
  enum class Scheme { automatic, in_place, chunks };
  Scheme scheme = Scheme::automatic;  ///< chosen by space and size
};

/// What a call did.
struct ListRankReport : CallReport {
  ListRankAlgorithm algorithm = ListRankAlgorithm::automatic;  ///< what was chosen
  /// Sublists: how many, and the nodes of each in ascending order where
  /// options.collect_sublist_lengths asks for them. The sublist walk counts those of the splitters;
  /// the nodes before the first splitter of a list are in one only where there is one list, or
  /// where a few heads are given.
  std::size_t sublists = 0;
  std::vector<std::uint64_t> sublist_lengths;  ///< ascending
  /// Sublist walk: the most nodes that one walker followed. A walk that is much too long ends
  /// early, and all is split again with another seed.
  std::uint64_t longest_walk = 0;
  /// Fractional independent sets by walks: the numbers that nodes drew.
  std::uint64_t draws = 0;
};

/// How to rank, and what to say of it.
struct ListRankOptions {
  ListRankAlgorithm algorithm = ListRankAlgorithm::automatic;  ///< how to rank
  RankFrom from = RankFrom::tail;                              ///< where ranks count from
  Tail tail = Tail::self_loop();                               ///< how a list ends
  /// Find every fault: successors out of range, nodes with two predecessors, wrong heads, cycles.
  /// One more pass over the list with random writes into a bitmap of n bits.
  bool validate = false;
  /// Seed of all random choices; the ranks do not depend on it.
  std::uint64_t seed = 0x9e3779b97f4a7c15u;
  /// Hybrid calls only: the host's share.
  Split split = Split::automatic();
  /// The bytes that the call or its plan may hold of the device's own memory beyond the caller's
  /// arrays, with copies of arguments that lie elsewhere; 0: what is free. Where that is too
  /// little, a Hybrid ranks by a walk that takes less, or by the host; else DeviceMemoryExceeded is
  /// thrown. Nothing on a host.
  std::size_t device_memory = 0;
  /// Calls of several ranks only: the way between them.
  ListRankRoad road = ListRankRoad::automatic;
  /// Hybrid calls, not submitted ones, that a GPU does alone from and to pinned memory: the host's
  /// threads shorten what goes over the bus where they can (docs/hybrid.md); the results are the
  /// same. 32 MiB of pinned memory and of the device's more.
  bool pack_copies = false;
  HelmanJajaOptions helman_jaja = {};                               ///< for that algorithm
  RandomSplitterOptions random_splitter = {};                       ///< for that algorithm
  IndependentSetOptions independent_set = {};                       ///< for that algorithm
  FractionalIndependentSetOptions fractional_independent_set = {};  ///< for that algorithm
  SublistWalkOptions sublist_walk = {};                             ///< for that algorithm
  /// Receive what was done; null: nothing is recorded.
  ListRankReport* report = nullptr;
  Timeline* timeline = nullptr;  ///< what each lane did when; null: nothing
  /// Shall the report hold the length of every sublist? Copies them to the host and sorts them.
  bool collect_sublist_lengths = false;
};

}  // namespace yoke
