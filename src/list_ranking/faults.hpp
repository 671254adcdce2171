#pragma once

#include <string>

#include "list_ranking/algorithm.hpp"
#include "list_ranking/sublist_table.hpp"
#include "primitives/findings.hpp"
#include "primitives/list_structure.hpp"
#include "yoke/errors.hpp"

namespace yoke::detail::list_ranking {

template <class Space, class Word>
struct IsNoNode {
  Array<Space, Word const> heads;
  std::uint64_t n;
  KOKKOS_FUNCTION bool operator()(std::uint64_t i) const { return heads(i) >= n; }
};

// The given heads' own faults that a pass over the links shows: their number, and values that are
// no nodes.
template <class Space, class Word>
void check_heads(RankProblem<Space, Word> const& problem) {
  std::uint64_t const n = problem.size(), given = problem.heads.extent(0);
  if (given == 0) return;
  auto const tails = take_census(problem.exec, problem.successor, problem.tail).tails;
  if (given != tails) {
    throw InvalidInput("yoke::list_rank: " + std::to_string(given) + " heads are given for " +
                           std::to_string(tails) + " lists",
                       0);
  }
  auto const bad = first_node(problem.exec, given, IsNoNode<Space, Word>{problem.heads, n});
  if (bad < given) {
    throw InvalidInput("yoke::list_rank: heads(" + std::to_string(bad) + ") is not a node (0 to " +
                           std::to_string(n - 1) + ")",
                       bad);
  }
}

// What check_links of primitives/list_structure.hpp finds.
template <class Space, class Word>
void check_links(RankProblem<Space, Word> const& problem) {
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
