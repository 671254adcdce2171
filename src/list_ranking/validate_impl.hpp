#pragma once

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <cstdint>
#include <string>

#include "frame/raw_arrays.hpp"
#include "primitives/findings.hpp"
#include "primitives/list_structure.hpp"
#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/primitives/walk.hpp"
#include "yoke/errors.hpp"
#include "yoke/validate_ranks.hpp"

namespace yoke::detail::list_ranking {

// Lists with ranks, and a bit a node that has a predecessor.
template <class Space, class Word>
struct RankedLists {
  Array<Space, Word const> successor, rank;
  TailRule<Word> tail;
  bool from_head;
  Array<Space, std::uint32_t const> has_predecessor;

  KOKKOS_FUNCTION bool is_tail(std::uint64_t i) const {
    return tail(static_cast<Word>(i), successor(i));
  }
  // Where node i is the end that ranks count from, its own is 0.
  KOKKOS_FUNCTION bool is_end(std::uint64_t i) const {
    return from_head ? (has_predecessor(i / 32) >> (i % 32) & 1u) == 0 : is_tail(i);
  }
  // Of a node that is no tail: in words, which wrap, nothing is one less than 0.
  KOKKOS_FUNCTION bool fits_successor(std::uint64_t i) const {
    Word const here = rank(i), next = rank(successor(i));
    return from_head ? next != 0 && next - 1 == here : here != 0 && here - 1 == next;
  }
};

template <class Space, class Word>
struct FirstWrongRank {
  RankedLists<Space, Word> lists;

  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& first) const {
    if (i >= first) return;
    bool const is_wrong =
        (lists.is_end(i) && lists.rank(i) != 0) || (!lists.is_tail(i) && !lists.fits_successor(i));
    if (is_wrong) first = i;
  }
};

template <class Space, class Word>
[[noreturn]] void throw_wrong_rank(Space const& exec, RankedLists<Space, Word> const& lists,
                                   std::uint64_t node) {
  Word const rank = element(exec, lists.rank, node), next = element(exec, lists.successor, node);
  std::string what =
      "yoke::validate_ranks: node " + std::to_string(node) + " has rank " + std::to_string(rank);
  bool const is_tail = lists.tail(static_cast<Word>(node), next);
  bool const is_end = lists.from_head
                          ? (element(exec, lists.has_predecessor, node / 32) >> node % 32 & 1u) == 0
                          : is_tail;
  if (is_end && rank != 0) {
    what += lists.from_head ? " and is the head of its list: not 0" : " and is a tail: not 0";
  } else {
    what += ", and its successor, node " + std::to_string(next) + ", has rank " +
            std::to_string(element(exec, lists.rank, next)) + ": not one " +
            (lists.from_head ? "more" : "less");
  }
  throw InvalidInput(what, node);
}

template <class Space, class Word>
std::size_t validate_ranks(Space const& exec, RawArray<Word const> successor,
                           RawArray<Word const> rank, Tail tail, RankFrom from) {
  std::string const caller = "yoke::validate_ranks";
  std::size_t const n = successor.size;
  check_same_size(caller, "successor", n, "rank", rank.size);
  RankedLists<Space, Word> lists{array_on<Space>(successor),
                                 array_on<Space>(rank),
                                 end_rule<Word>(tail, caller + ": options.tail"),
                                 from == RankFrom::head,
                                 {}};
  if (n == 0) return 0;
  Kokkos::Profiling::ScopedRegion const region(caller);
  auto const has_predecessor = check_links(caller, exec, lists.successor, lists.tail);
  lists.has_predecessor = array_of(has_predecessor);
  std::uint64_t const wrong =
      smallest("yoke::validate_ranks::ranks", exec, n, FirstWrongRank<Space, Word>{lists});
  if (wrong < n) throw_wrong_rank(exec, lists, wrong);
  return take_census(exec, lists.successor, lists.tail).tails;
}

}  // namespace yoke::detail::list_ranking
