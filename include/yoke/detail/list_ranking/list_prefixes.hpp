#pragma once

#include "yoke/detail/list_ranking/heads.hpp"
#include "yoke/detail/primitives/relaxed.hpp"
#include "yoke/detail/primitives/walk.hpp"

namespace yoke::detail {

// The nodes before the first splitter of a list whose head nobody has told: the walk from the
// splitters leaves them out. They are few where lists are long, and they are found by what the rank
// array still holds: `unranked`, or `has_predecessor` once another such node has pointed here.
template <class Word>
struct PrefixMark {
  static constexpr Word unranked = ~Word(0);
  static constexpr Word has_predecessor = unranked - 1;
};

// Returns how many links show that these are no lists: into the middle of a sublist, or twice at
// one node.
template <class Space, class Word, class Record>
std::uint64_t mark_prefixes(Space const& exec, Array<Space, Word const> successor,
                            TailRule<Word> tail, Splitters<Record> splitters,
                            Array<Space, Word> rank) {
  using Mark = PrefixMark<Word>;
  std::uint64_t faults = 0;
  Kokkos::parallel_reduce(
      "yoke::list_rank::mark_prefixes", WideRange<Space>(exec, 0, rank.extent(0)),
      KOKKOS_LAMBDA(std::uint64_t i, std::uint64_t & sum) {
        if (relaxed_load(&rank(i)) < Mark::has_predecessor) return;
        Word const next = successor(i);
        if (tail(static_cast<Word>(i), next)) return;
        if (relaxed_load(&rank(next)) < Mark::has_predecessor) {
          sum += !splitters.contains(static_cast<Record>(next));
        } else {
          sum +=
              Kokkos::atomic_exchange(&rank(next), Mark::has_predecessor) == Mark::has_predecessor;
        }
      },
      faults);
  return faults;
}

// Ranks the prefixes from the tail: each head's thread counts as far as the first ranked node and
// then writes. Returns the number of nodes ranked. Needs mark_prefixes to have found no fault: a
// prefix is then its head's alone.
template <class Space, class Word>
std::uint64_t rank_prefixes(Space const& exec, Array<Space, Word const> successor,
                            TailRule<Word> tail, Array<Space, Word> rank) {
  using Mark = PrefixMark<Word>;
  std::uint64_t ranked = 0;
  Kokkos::parallel_reduce(
      "yoke::list_rank::rank_prefixes", WideRange<Space>(exec, 0, rank.extent(0)),
      KOKKOS_LAMBDA(std::uint64_t i, std::uint64_t & sum) {
        if (rank(i) != Mark::unranked) return;
        Word node = static_cast<Word>(i), next = successor(node);
        Word above = 0, count = 1;
        for (; !tail(node, next); ++count) {
          Word const ahead = rank(next);
          if (ahead < Mark::has_predecessor) {
            above = ahead + 1;
            break;
          }
          node = next;
          next = successor(node);
        }
        node = static_cast<Word>(i);
        for (Word left = count; left > 0; --left) {
          next = successor(node);
          rank(node) = above + (left - 1);
          node = next;
        }
        sum += count;
      },
      ranked);
  return ranked;
}

}  // namespace yoke::detail
