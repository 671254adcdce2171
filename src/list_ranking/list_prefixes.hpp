#pragma once

#include "list_ranking/in_place_prefixes.hpp"
#include "list_ranking/unranked.hpp"

namespace yoke::detail::list_ranking {

// The nodes before the first splitter of a list whose head nobody has told: the walk from the
// splitters leaves them out. They are few where lists are long, and they are found by what the rank
// array still holds: `unranked`, or `has_predecessor` once another such node has pointed here.
template <class Word>
inline constexpr Word unranked_with_predecessor = unranked<Word> - 1;

template <class Space, class Word, class Record>
struct MarkPrefixes {
  Array<Space, Word const> successor;
  TailRule<Word> tail;
  Splitters<Record> splitters;
  Array<Space, Word> rank;

  KOKKOS_FUNCTION void operator()(std::uint64_t i, UnmetNodes& unmet) const {
    constexpr Word mark = unranked_with_predecessor<Word>;
    if (relaxed_load(&rank(i)) < mark) return;
    ++unmet.count;
    Word const next = successor(i);
    if (tail(static_cast<Word>(i), next)) return;
    if (relaxed_load(&rank(next)) < mark) {
      unmet.faults += !splitters.contains(static_cast<Record>(next));
    } else {
      unmet.faults += Kokkos::atomic_exchange(&rank(next), mark) == mark;
    }
  }
};

// Marks the nodes without a rank that another such node points at.
template <class Space, class Word, class Record>
UnmetNodes mark_prefixes(Problem<Space, Word> const& problem, Splitters<Record> splitters) {
  UnmetNodes unmet;
  Kokkos::parallel_reduce(
      "yoke::list_rank::mark_prefixes", WideRange<Space>(problem.exec, 0, problem.size()),
      MarkPrefixes<Space, Word, Record>{problem.successor, problem.tail, splitters, problem.rank},
      Kokkos::Sum<UnmetNodes>(unmet));
  return unmet;
}

template <class Space, class Word>
struct RankPrefixes {
  Array<Space, Word const> successor;
  TailRule<Word> tail;
  Array<Space, Word> rank;
  std::uint64_t longest;

  KOKKOS_FUNCTION void operator()(std::uint64_t i, PrefixTally& sum) const {
    // Other threads write the ranks of their own prefixes meanwhile.
    if (relaxed_load(&rank(i)) != unranked<Word>) return;
    Word node = static_cast<Word>(i), next = successor(node);
    Word above = 0;
    std::uint64_t count = 1;
    PrefixTally mine;
    for (; !tail(node, next); ++count) {
      Word const ahead = relaxed_load(&rank(next));
      if (ahead < unranked_with_predecessor<Word>) {
        above = ahead + 1;
        break;
      }
      if (count == longest) {
        mine.overlong = 1;
        mine.longest_walk = count;
        sum += mine;
        return;
      }
      node = next;
      next = successor(node);
    }
    write(static_cast<Word>(i), above, count);
    mine.ranked = mine.longest_walk = count;
    sum += mine;
  }

 private:
  KOKKOS_FUNCTION void write(Word node, Word above, std::uint64_t count) const {
    for (std::uint64_t left = count; left > 0; --left) {
      Word const next = successor(node);
      relaxed_store(&rank(node), static_cast<Word>(above + (left - 1)));
      node = next;
    }
  }
};

// Ranks the prefixes from the tail: each head's thread counts as far as the first ranked node, but
// no further than `longest` nodes, and then writes. Needs mark_prefixes to have found no fault: a
// prefix is then its head's alone, so the nodes ranked are as many as are counted.
template <class Space, class Word>
PrefixTally rank_prefixes(Problem<Space, Word> const& problem, std::uint64_t longest) {
  PrefixTally tally;
  Kokkos::parallel_reduce(
      "yoke::list_rank::rank_prefixes", WideRange<Space>(problem.exec, 0, problem.size()),
      RankPrefixes<Space, Word>{problem.successor, problem.tail, problem.rank, longest},
      Kokkos::Sum<PrefixTally>(tally));
  return tally;
}

}  // namespace yoke::detail::list_ranking
