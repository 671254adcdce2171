#pragma once

#include <Kokkos_Core.hpp>
#include <bit>
#include <cstdint>

#include "list_ranking/contraction_marks.hpp"
#include "yoke/detail/kokkos_ext/relaxed.hpp"

// The steps that take contracted lists from one level to the next and back. A rule says who leaves,
// by two bits a node: `candidate` (it may leave; never a tail) and `holding` (its successor may not
// leave; true of every candidate). A node leaves where it is a candidate and its predecessor does
// not hold it: so no two neighbours leave, and heads and tails stay.
namespace yoke::detail::list_ranking {

template <class Space>
using Faults = Kokkos::View<std::uint32_t, typename Space::memory_space>;

// What a node that does not hold its successor does: mark it, if it is a candidate.
template <class Space, class Word, class Links>
struct MarkNext {
  Links links;
  Array<Space, std::uint32_t const> candidates;
  Marks<Word> marks;
  Faults<Space> faults;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    Word const next = links(i).next;
    if (!bit_at(candidates, next)) return;
    // A node that two others remove has two predecessors.
    if (marks.mark_leaving(next)) relaxed_store(faults.data(), 1u);
  }
};

// Asks each node whether it holds its successor.
template <class Space, class Word, class Links>
struct MarkUnlessHolding {
  Array<Space, std::uint32_t const> holding;
  MarkNext<Space, Word, Links> mark_next;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    if (!bit_at(holding, i)) mark_next(i);
  }
};

template <class Word>
struct ClearMarkWord {
  Marks<Word> marks;
  KOKKOS_FUNCTION void operator()(std::uint64_t w) const { marks.word(w) = {0, 0}; }
};

template <class Space, class Word, class Links>
void mark_leaving(Space const& exec, Links const& links, std::uint64_t size,
                  Array<Space, std::uint32_t const> candidates,
                  Array<Space, std::uint32_t const> holding, Marks<Word> marks,
                  Faults<Space> const& faults) {
  Kokkos::parallel_for("yoke::list_rank::clear_marks",
                       WideRange<Space>(exec, 0, mark_words<Word>(size)),
                       ClearMarkWord<Word>{marks});
  MarkNext<Space, Word, Links> const mark_next{links, candidates, marks, faults};
  if constexpr (runs_on_host<Space>) {
    // Only the bits that are not set: asking each would mispredict every other one.
    Kokkos::parallel_for("yoke::list_rank::mark_leaving",
                         WideRange<Space>(exec, 0, words_of_bits(size)), [=](std::uint64_t w) {
                           std::uint64_t const first = w * 32;
                           std::uint32_t free = ~holding(w);
                           if (size - first < 32) free &= (1u << (size - first)) - 1;
                           for (; free != 0; free &= free - 1)
                             mark_next(first + std::countr_zero(free));
                         });
  } else {
    Kokkos::parallel_for("yoke::list_rank::mark_leaving", WideRange<Space>(exec, 0, size),
                         MarkUnlessHolding<Space, Word, Links>{holding, mark_next});
  }
}

template <class Word>
struct NumberStaying {
  Marks<Word> marks;
  std::uint64_t size;

  KOKKOS_FUNCTION void operator()(std::uint64_t w, std::uint64_t& sum, bool last) const {
    if (last) marks.word(w).staying_before = static_cast<Word>(sum);
    sum += marks.staying_in(w, size);
  }
};

// Completes the marks; returns how many nodes stay.
template <class Space, class Word>
std::uint64_t count_staying(Space const& exec, Marks<Word> marks, std::uint64_t size) {
  std::uint64_t staying = 0;
  Kokkos::parallel_scan("yoke::list_rank::number_staying",
                        WideRange<Space>(exec, 0, mark_words<Word>(size)),
                        NumberStaying<Word>{marks, size}, staying);
  return staying;
}

// Writes the next level, of `staying` nodes, to `kept`, and the nodes that leave to `left`, both in
// the order of their indices and with the next level's indices for their nexts.
template <class Space, class Word, class Links>
struct MoveToNextLevel {
  Links links;
  std::uint64_t staying;
  Marks<Word> marks;
  JumpCells<Space, Word> kept, left;
  Faults<Space> faults;

  KOKKOS_FUNCTION void prefetch(std::uint64_t i) const {
    Word const next = links(i).next;
    links.prefetch(marks.leaves(next) ? next : i);
  }
  KOKKOS_FUNCTION void operator()(std::uint64_t i, typename Marks<Word>::Fate mine) const {
    auto link = links(i);
    auto target = marks.fate(link.next);
    if (!mine.leaves && target.leaves) {
      auto const beyond = links(link.next);
      link = {beyond.next, static_cast<Word>(link.sum + beyond.sum)};
      target = marks.fate(link.next);
      // A cycle has shrunk to one node, which must not pass for a tail.
      if (beyond.next == i) relaxed_store(faults.data(), 1u);
    }
    if (target.leaves) {
      // Two neighbours leave: only where one of them has two predecessors. What is written now is
      // never used, but pointers stay in range.
      relaxed_store(faults.data(), 1u);
      if (target.index >= staying) target.index = static_cast<Word>(staying - 1);
    }
    if (mine.leaves) {
      left.set(i - mine.index, target.index, link.sum);
    } else {
      kept.set(mine.index, target.index, link.sum);
    }
  }
};

template <class Space, class Word, class Links>
struct SetForJump {
  Links links;
  JumpCells<Space, Word> cells;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    auto const link = links(i);
    cells.set(i, link.next == i ? JumpCells<Space, Word>::end : link.next, link.sum);
  }
};

// The links as pointer jumping wants them, in the cells of the same level or in others.
template <class Space, class Word, class Links>
void set_for_jumps(Space const& exec, Links const& links, std::uint64_t size,
                   JumpCells<Space, Word> cells) {
  Kokkos::parallel_for("yoke::list_rank::set_for_jumps", WideRange<Space>(exec, 0, size),
                       SetForJump<Space, Word, Links>{links, cells});
}

// The links as an array of successors, where a tail is its own.
template <class Space, class Word>
struct TakeSuccessor {
  JumpCells<Space, Word> cells;
  Array<Space, Word> successor;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    Word const next = cells.load(i).next;
    successor(i) = next == JumpCells<Space, Word>::end ? static_cast<Word>(i) : next;
  }
};

template <class Space, class Word>
void take_successors(Space const& exec, JumpCells<Space, Word> cells,
                     Array<Space, Word> successor) {
  Kokkos::parallel_for("yoke::list_rank::take_successors",
                       WideRange<Space>(exec, 0, successor.extent(0)),
                       TakeSuccessor<Space, Word>{cells, successor});
}

template <class Space, class Word>
void take_ranks(Space const& exec, JumpCells<Space, Word> cells, Array<Space, Word> rank) {
  Kokkos::parallel_for("yoke::list_rank::take_ranks", WideRange<Space>(exec, 0, rank.extent(0)),
                       TakeSum<Space, Word>{cells, 0, rank});
}

// From the ranks of the level `after` a contraction to those of the level `before` it.
template <class Space, class Word>
struct Reinsert {
  JumpCells<Space, Word> left;
  Array<Space, Word const> after;
  Array<Space, Word> before;

  KOKKOS_FUNCTION void prefetch(std::uint64_t) const {}
  KOKKOS_FUNCTION void operator()(std::uint64_t i, typename Marks<Word>::Fate mine) const {
    if (mine.leaves) {
      auto const link = left.load(i - mine.index);
      before(i) = static_cast<Word>(after(link.next) + link.sum);
    } else {
      before(i) = after(mine.index);
    }
  }
};

}  // namespace yoke::detail::list_ranking
