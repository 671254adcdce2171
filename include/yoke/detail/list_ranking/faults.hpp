#pragma once

#include <optional>
#include <string>

#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/list_ranking/sublist_table.hpp"
#include "yoke/errors.hpp"

namespace yoke::detail::list_ranking {

template <class Predicate>
struct SmallestWhere {
  Predicate predicate;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& smallest) const {
    if (i < smallest && predicate(i)) smallest = i;
  }
};

// The smallest node in [0, n) for which the predicate holds, or n.
template <class Space, class Predicate>
std::uint64_t first_node(Space const& exec, std::uint64_t n, Predicate const& predicate) {
  std::uint64_t first = n;
  Kokkos::parallel_reduce("yoke::list_rank::first_node", WideRange<Space>(exec, 0, n),
                          SmallestWhere<Predicate>{predicate}, Kokkos::Min<std::uint64_t>(first));
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

template <class Space, class Word>
struct IsOwnSuccessor {
  Array<Space, Word const> successor;
  TailRule<Word> tail;
  KOKKOS_FUNCTION bool operator()(std::uint64_t i) const {
    return successor(i) == i && !tail(static_cast<Word>(i), successor(i));
  }
};

template <class Space, class Word>
struct IsNoNode {
  Array<Space, Word const> heads;
  std::uint64_t n;
  KOKKOS_FUNCTION bool operator()(std::uint64_t i) const { return heads(i) >= n; }
};

[[noreturn]] inline void throw_cycle(std::uint64_t node, std::string const& caller) {
  throw InvalidInput(caller + ": node " + std::to_string(node) +
                         " lies on a cycle: following its successors meets no tail",
                     node);
}

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

// Given a bit a node that has a predecessor, and heads in range: throws where one of these has one,
// or is given twice. As many heads as lists are then the heads of all lists.
template <class Space, class Word>
void check_heads_are_first(RankProblem<Space, Word> const& problem,
                           Array<Space, std::uint32_t> has_predecessor) {
  std::uint64_t const given = problem.heads.extent(0);
  auto const heads = problem.heads;
  std::uint64_t bad = given;
  Kokkos::parallel_reduce(
      "yoke::list_rank::check_heads_are_first", WideRange<Space>(problem.exec, 0, given),
      KOKKOS_LAMBDA(std::uint64_t i, std::uint64_t & smallest) {
        Word const head = heads(i);
        std::uint32_t const bit = 1u << (head % 32);
        std::uint32_t const before = Kokkos::atomic_fetch_or(&has_predecessor(head / 32), bit);
        if ((before & bit) && i < smallest) smallest = i;
      },
      Kokkos::Min<std::uint64_t>(bad));
  if (bad >= given) return;
  throw InvalidInput("yoke::list_rank: heads(" + std::to_string(bad) +
                         ") is not the head of a list, or it is given twice",
                     bad);
}

// The faults that one node or one pair of nodes shows: a successor astray, a node with two
// predecessors, a given head that is none. Throws yoke::InvalidInput where there is one. The heads
// must be in range. Allocates n bits.
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
  auto const own =
      first_node(problem.exec, n, IsOwnSuccessor<Space, Word>{problem.successor, problem.tail});
  if (own < n) throw_cycle(own, caller);
  Buffer<Space, std::uint32_t> bits(
      Kokkos::view_alloc(problem.exec, Kokkos::WithoutInitializing, "yoke::list_rank::marks"),
      (n + 31) / 32);
  auto const twice =
      mark_successors<Space, Word>(problem.exec, problem.successor, problem.tail, array_of(bits));
  if (twice < n) {
    throw InvalidInput(caller + ": two nodes have node " + std::to_string(twice) +
                           " as their successor, so these are no lists",
                       twice);
  }
  check_heads_are_first<Space, Word>(problem, array_of(bits));
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
