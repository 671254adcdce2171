#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "frame/capability_use.hpp"
#include "frame/tuned_call.hpp"
#include "frame/ways.hpp"
#include "list_ranking/sublist_records.hpp"
#include "yoke/detail/list_ranking/capability.hpp"

namespace yoke::detail {

// The fastest way is one side or both by the share, or fed. Those in less memory are for the
// sublist walk, and for calls that the device may do alone.
template <class Word>
struct WaysOf<list_ranking::ListRanking<Word>> {
  using Capability = list_ranking::ListRanking<Word>;
  using Arguments = typename Capability::Arguments;
  using Capacity = typename Capability::Capacity;

  // The walk twice over a copy of the links keeps a mark in one bit of each.
  static constexpr std::uint64_t most_nodes_in_two_passes = std::uint64_t(1)
                                                            << (8 * sizeof(Word) - 1);

  static Ways of(Arguments const& arguments, Capacity const& capacity,
                 ListRankOptions const& options, NodeSides const& sides) {
    CallWay fastest =
        fastest_way(arguments.successor.size, arguments.successor.place, options, sides);
    if (!may_take_less(fastest, options)) return fastest;
    std::uint64_t const copied = sides.copied_bytes(arguments.successor) +
                                 sides.copied_bytes(arguments.rank) +
                                 sides.copied_bytes(arguments.heads);
    fastest.device_bytes = copied + bytes_of_walk(capacity);
    Ways ways = fastest;
    ways.then({Way::in_place, 0, copied + bytes_of_records(capacity)});
    if (capacity.nodes <= most_nodes_in_two_passes) ways.then({Way::two_pass});
    if (options.split.is_automatic()) ways.then({Way::host, 1});
    return ways;
  }

  // Where the lists will lie is not known yet; if all may not find room, it matters.
  static std::optional<Way> expected(Capacity const& capacity, ListRankOptions const& options,
                                     NodeSides const& sides) {
    Place const place = sides.device_is_host ? Place::host : Place::pinned;
    CallWay const fastest = fastest_way(capacity.nodes, place, options, sides);
    std::uint64_t const bytes = 2 * sizeof(Word) * capacity.nodes + bytes_of_walk(capacity);
    if (may_take_less(fastest, options) && sides.device_memory < bytes) return std::nullopt;
    return fastest.name;
  }

  static bool is_large(Capacity const& capacity) { return capacity.nodes >= std::size_t(1) << 27; }

 private:
  using Narrow = list_ranking::RecordFormat<std::uint32_t>;

  // A GPU ranks so much faster than the host's cores that, untuned, it does so alone (2^27 nodes in
  // pinned memory: docs/results/list_ranking.md).
  static CallWay fastest_way(std::size_t n, Place place, ListRankOptions const& options,
                             NodeSides const& sides) {
    bool const can_split = entry_of<Capability>(options.algorithm).strategy == Strategy::cut;
    double share = sides.alone();
    if (!options.split.is_automatic() || can_split) {
      share = host_share(options.split, tuned_call<Word>("list_rank", place, sides),
                         std::max<std::size_t>(n, 1), sides.alone());
    }
    bool const is_fed = options.algorithm == ListRankAlgorithm::fractional_independent_set;
    return share == 0 && is_fed ? CallWay{Way::fed} : CallWay::of_share(share);
  }

  static bool may_take_less(CallWay const& fastest, ListRankOptions const& options) {
    using Scheme = SublistWalkOptions::Scheme;
    bool const may_walk_in_place = (options.algorithm == ListRankAlgorithm::automatic ||
                                    options.algorithm == ListRankAlgorithm::sublist_walk) &&
                                   options.sublist_walk.scheme != Scheme::chunks;
    bool const may_be_device_alone =
        fastest.name == Way::device || (fastest.name == Way::both && options.split.is_automatic());
    return may_walk_in_place && may_be_device_alone;
  }

  // The fastest walk holds some four records a node (unit_tests/list_ranking_memory.cpp), five if
  // sublists are short.
  static std::uint64_t bytes_of_walk(Capacity const& capacity) {
    std::uint64_t const record = capacity.nodes <= Narrow::most_nodes ? 4 : 8;
    return 5 * record * capacity.nodes + (std::uint64_t(1) << 20);
  }

  // The walk in place keeps its records where the ranks will be, or one a node if they differ in
  // width. At least so many.
  static std::uint64_t bytes_of_records(Capacity const& capacity) {
    std::uint64_t const record = capacity.nodes <= Narrow::most_nodes ? 4 : 8;
    return record == sizeof(Word) ? 0 : record * capacity.nodes;
  }
};

}  // namespace yoke::detail
