#pragma once

#include <string>

#include "list_ranking/algorithm.hpp"
#include "list_ranking/sublist_table.hpp"
#include "primitives/findings.hpp"
#include "primitives/list_structure.hpp"
#include "yoke/counted.hpp"
#include "yoke/errors.hpp"

namespace yoke::detail::list_ranking {

template <class Space, class Word>
struct IsNoNode {
  Array<Space, Word const> heads;
  std::uint64_t n;
  KOKKOS_FUNCTION bool operator()(std::uint64_t i) const { return heads(i) >= n; }
};

// The faults of heads, where any are given, for so many lists of n nodes: their number, and values
// that are no nodes.
template <class Space, class Word>
void check_heads(Space const& exec, Array<Space, Word const> heads, std::uint64_t lists,
                 std::uint64_t n) {
  std::uint64_t const given = heads.extent(0);
  if (given == 0) return;
  if (given != lists) {
    throw InvalidInput("yoke::list_rank: " + show_count(given, "head") +
                           (given == 1 ? " is" : " are") + " given for " +
                           show_count(lists, "list"),
                       0);
  }
  auto const bad = first_node(exec, given, IsNoNode<Space, Word>{heads, n});
  if (bad < given) {
    throw InvalidInput("yoke::list_rank: heads(" + std::to_string(bad) + ") is not a node (0 to " +
                           std::to_string(n - 1) + ")",
                       bad);
  }
}
template <class Space, class Word>
void check_heads(Problem<Space, Word> const& problem) {
  if (problem.heads.extent(0) == 0) return;
  auto const tails = take_census(problem.exec, problem.successor, problem.tail).tails;
  check_heads<Space, Word>(problem.exec, problem.heads, tails, problem.size());
}

// What check_links of primitives/list_structure.hpp finds.
template <class Space, class Word>
void check_links(Problem<Space, Word> const& problem) {
  detail::check_links("yoke::list_rank", problem.exec, problem.successor, problem.tail,
                      problem.heads);
}

// Has the walk of the sublists failed to connect this node to a tail?
template <class Space, class Record>
struct IsUnvisited {
  Array<Space, Record> record;
  KOKKOS_FUNCTION bool operator()(std::uint64_t i) const {
    return !(record(i) & RecordFormat<Record>::visited);
  }
};

template <class Space, class Record>
struct IsOnEndlessSublist {
  Array<Space, Record> record;
  RecordFormat<Record> format;
  JumpCells<Space, Record> cells;
  std::uint64_t sublists;
  KOKKOS_FUNCTION bool operator()(std::uint64_t i) const {
    Record const sublist = format.sublist(record(i));
    // Nodes before a first splitter have no sublist, and are on no cycle.
    return sublist < sublists && cells.load(sublist).next != SublistTable<Space, Record>::none;
  }
};

}  // namespace yoke::detail::list_ranking
