#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "yoke/algorithm.hpp"
#include "yoke/report.hpp"
#include "yoke/split.hpp"
#include "yoke/tail.hpp"

namespace yoke {

class Timeline;

/// How to rank. docs/list_ranking.md describes the algorithms.
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

/// The algorithm's name in the table.
inline std::string_view to_string(ListRankAlgorithm algorithm) {
  return detail::name_of(list_rank_algorithms, algorithm);
}

/// The end of its list from which a node's rank is counted.
enum class RankFrom { tail, head };

/// The route by which several MPI ranks rank lists together (yoke::Distributed).
enum class ListRankRoute {
  automatic,  ///< `copies` on up to 64 MPI ranks that all have the memory; else `messages`
  messages,   ///< each MPI rank follows walks through its own nodes, and sends them on
  copies,  ///< each MPI rank gets all successors, and follows its share of the walks to their ends
};

/// The algorithm at the end of the recursion of Helman and JaJa's algorithm.
enum class Finish {
  sequential,  ///< one pointer on the host; a device sends the list there and back
  wyllie,      ///< pointer jumping
  one_thread,  ///< one pointer of one thread of the space
};

/// This algorithm does not limit the length of a walk, and its splitters can be known in advance.
/// If a list has them at its end, one thread walks nearly all nodes. The same holds for the random
/// splitters below if the seed is known.
struct HelmanJajaOptions {
  /// The number of splitters, by the list's length n.
  enum class Splitters { n_over_log_n, n_over_2_log2_n, mixed };
  /// mixed: n / (2 log^2 n) splitters at the first level, n / log n below (Rehman et al., 4.2).
  Splitters splitters = Splitters::mixed;
  /// A list of at most this many nodes is ranked by `finish`.
  std::size_t limit = 32768;
  Finish finish = Finish::wyllie;  ///< the algorithm that ranks the last list
  /// Splitters of the first level in place of regular ones: distinct nodes, in any order. A node
  /// that is none, or that is named twice, throws std::invalid_argument with its place here.
  std::vector<std::uint64_t> given_splitters;
};

/// Options of random_splitter.
struct RandomSplitterOptions {
  /// How a node's sublist and local rank are stored: 16 + 32 bits in two arrays, or one word.
  enum class Packing { bits_48, bits_64 };
  Packing packing = Packing::bits_64;  ///< how they are stored
  /// Number of sublists; 0: 8192 on a device (Dehne and Yogaratnam's), 64 per thread on a host. At
  /// most 65536 with bits_48.
  std::size_t sublists = 0;
  /// Splitters in place of random ones, for studies: distinct nodes, in any order. A node that is
  /// none, or that is named twice, throws std::invalid_argument with its place here.
  std::vector<std::uint64_t> given_splitters;
};

/// Options of independent_set.
struct IndependentSetOptions {
  /// even_index is Duan's rule: the nodes with an odd index leave. It is right only if no two
  /// neighbours in a list both have odd or both have even indices, as in ordered lists. Other lists
  /// throw.
  enum class Rule { coin_tossing, even_index };
  Rule rule = Rule::coin_tossing;  ///< the rule by which nodes leave
  /// The list is contracted until it has at most this many nodes.
  std::size_t limit = 65536;
};

/// Options of fractional_independent_set.
struct FractionalIndependentSetOptions {
  /// Rounds of removal. 0: chosen by measurement (docs/results/list_ranking.md).
  int iterations = 0;
  /// The source of the random bits in a hybrid call.
  enum class Bits { host, device };
  Bits bits = Bits::host;  ///< the side that makes them
  /// The source of the nodes' bits. Beforehand: an array of them for each iteration (the thesis's
  /// Algorithm 10). Otherwise: walks on an expander graph for the nodes that remain (Algorithm 11),
  /// one for each bit, or one whose 64 bits serve 64 iterations. `bits` then names the side that
  /// makes the walks' bits. Walks take 8 more bytes per node. With the host's bits they also take
  /// three times 3 / 8 walk_length bytes per node, both on the device and in pinned memory.
  enum class Draw { beforehand, walk_for_bit, walk_for_word };
  Draw draw = Draw::beforehand;    ///< the source
  std::uint32_t walk_length = 32;  ///< steps of a walk, from 1 to 1024
};

/// Options of sublist_walk.
struct SublistWalkOptions {
  /// Average nodes in a sublist, a power of two. 0: chosen by size and space.
  std::size_t sublist_length = 0;
  /// in_place marks each node in a copy of the list. chunks appends the nodes of the walks to small
  /// chunks, and writes the ranks through a partition (devices, large lists).
  enum class Scheme { automatic, in_place, chunks };
  Scheme scheme = Scheme::automatic;  ///< chosen by space and size
};

/// The report of a call.
struct ListRankReport : CallReport {
  ListRankAlgorithm algorithm = ListRankAlgorithm::automatic;  ///< the chosen algorithm
  /// The number of sublists, and the number of nodes of each in ascending order if
  /// options.collect_sublist_lengths is set. The last of these is the longest, and the first ones
  /// that are 1 are the singletons. Helman and JaJa's algorithm reports its first level, and only
  /// if that option is set. The sublist walk counts the sublists of the splitters.
  /// The nodes before the first splitter of a list are in a sublist only for one list, or for a few
  /// given heads.
  std::size_t sublists = 0;
  std::vector<std::uint64_t> sublist_lengths;  ///< ascending
  /// Sublist walk: the largest number of nodes that one walker met. A walk that is much too long
  /// ends early, and all lists are cut again with another seed.
  std::uint64_t longest_walk = 0;
  /// Fractional independent sets by walks: the number of draws.
  std::uint64_t draws = 0;
};

/// The options of a call.
struct ListRankOptions {
  ListRankAlgorithm algorithm = ListRankAlgorithm::automatic;  ///< how to rank
  /// independent_set and fractional_independent_set: how to rank the reduced list, that is the
  /// nodes that stay, by its own options. automatic: wyllie. independent_set contracts the
  /// list further. Not sublist_walk or fractional_independent_set, nor given splitters of
  /// the others. Takes also the memory of that algorithm.
  ListRankAlgorithm reduced_algorithm = ListRankAlgorithm::automatic;
  RankFrom from = RankFrom::tail;  ///< where ranks count from
  Tail tail = Tail::self_loop();   ///< how a list ends
  /// Find every fault: successors out of range, nodes with two predecessors, wrong heads, cycles.
  /// One more pass over the list with random writes into a bitmap of n bits.
  bool validate = false;
  /// Seed of all random choices; the ranks do not depend on it.
  std::uint64_t seed = 0x9e3779b97f4a7c15u;
  /// Hybrid calls only: the host's share.
  Split split = Split::automatic();
  /// A bound in bytes on the device memory of the call or its plan. The caller's arrays on the
  /// device do not count; copies of other arguments do. 0: the free memory. If the bound is too
  /// little, a Hybrid ranks by a walk that needs less, or on the host. Otherwise
  /// DeviceMemoryExceeded is thrown. On a host it has no effect.
  std::size_t device_memory = 0;
  /// Calls of several MPI ranks only: the route.
  ListRankRoute route = ListRankRoute::automatic;
  /// Hybrid calls that a GPU does alone from and to pinned memory, and that are not submitted: the
  /// host's threads shorten the copies over the bus if they can (docs/hybrid.md). The results are
  /// the same. Takes 32 MiB more of pinned memory and of the device's.
  bool pack_copies = false;
  HelmanJajaOptions helman_jaja = {};                               ///< for that algorithm
  RandomSplitterOptions random_splitter = {};                       ///< for that algorithm
  IndependentSetOptions independent_set = {};                       ///< for that algorithm
  FractionalIndependentSetOptions fractional_independent_set = {};  ///< for that algorithm
  SublistWalkOptions sublist_walk = {};                             ///< for that algorithm
  /// Receives the report of the call; null: none.
  ListRankReport* report = nullptr;
  Timeline* timeline = nullptr;  ///< receives the spans of each lane; null: none
  /// Whether the report should hold the length of every sublist. This copies them to the host and
  /// sorts them.
  bool collect_sublist_lengths = false;
};

}  // namespace yoke
