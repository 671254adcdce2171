#pragma once

#include <optional>
#include <string>

#include "yoke/detail/list_ranking/sublist_table.hpp"
#include "yoke/errors.hpp"

namespace yoke::detail {

// The smallest node in [0, n) for which the predicate holds, or n.
template <class Space, class Predicate>
std::uint64_t first_node(Space const& exec, std::uint64_t n, Predicate const& predicate) {
  std::uint64_t first = n;
  Kokkos::parallel_reduce(
      "yoke::list_rank::first_node", WideRange<Space>(exec, 0, n),
      KOKKOS_LAMBDA(std::uint64_t i, std::uint64_t & smallest) {
        if (i < smallest && predicate(i)) smallest = i;
      },
      Kokkos::Min<std::uint64_t>(first));
  return first < n ? first : n;
}

template <class Space, class Word>
struct IsOutOfRange {
  Array<Space, Word const> successor;
  TailRule<Word> tail;
  KOKKOS_FUNCTION bool operator()(std::uint64_t i) const {
    Word const next = successor(i);
    return next >= successor.extent(0) && !tail(static_cast<Word>(i), next);
  }
};

// The faults that one node or one pair of nodes shows: a successor out of range, a node with two
// predecessors. Throws yoke::InvalidInput where there is one. Allocates n bits.
template <class Space, class Word>
void check_links(RankProblem<Space, Word> const& problem,
                 std::string const& caller = "yoke::list_rank") {
  std::uint64_t const n = problem.size();
  auto const bad =
      first_node(problem.exec, n, IsOutOfRange<Space, Word>{problem.successor, problem.tail});
  if (bad < n) {
    throw InvalidInput(caller + ": the successor of node " + std::to_string(bad) +
                           " is neither a node (0 to " + std::to_string(n - 1) +
                           ") nor the mark of a tail",
                       bad);
  }
  Buffer<Space, std::uint32_t> bits(
      Kokkos::view_alloc(problem.exec, Kokkos::WithoutInitializing, "yoke::list_rank::marks"),
      (n + 31) / 32);
  auto const twice =
      mark_successors<Space, Word>(problem.exec, problem.successor, problem.tail,
                                   Array<Space, std::uint32_t>(bits.data(), bits.extent(0)));
  if (twice < n) {
    throw InvalidInput(caller + ": two nodes have node " + std::to_string(twice) +
                           " as their successor, so these are no lists",
                       twice);
  }
}

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
  if (!all_in_range<Space, Word>(problem.exec, problem.heads, n)) {
    throw InvalidInput(
        "yoke::list_rank: a given head is not a node (0 to " + std::to_string(n - 1) + ")", 0);
  }
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
  KOKKOS_FUNCTION bool operator()(std::uint64_t i) const {
    return cells.load(format.sublist(record(i))).next != SublistTable<Space, Record>::none;
  }
};

}  // namespace yoke::detail
