#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstdint>

#include "list_ranking/algorithm.hpp"
#include "primitives/jump.hpp"
#include "yoke/detail/primitives/relaxed.hpp"
#include "yoke/detail/primitives/walk.hpp"

// The steps that take contracted lists from one level to the next and back. A rule says who leaves,
// by two bits a node: `candidate` (it may leave; never a tail) and `holding` (its successor may not
// leave; true of every candidate). A node leaves where it is a candidate and its predecessor does
// not hold it: so no two neighbours leave, and heads and tails stay.
namespace yoke::detail::list_ranking {

inline std::uint64_t words_of_bits(std::uint64_t bits) { return (bits + 31) / 32; }

template <class Words>
KOKKOS_FUNCTION bool bit_at(Words const& words, std::uint64_t i) {
  return words(i / 32) >> (i % 32) & 1u;
}

// The links of level 0: those of the caller, a tail being its own next at distance 0.
template <class Space, class Word>
struct InputLinks {
  Array<Space, Word const> successor;
  TailRule<Word> tail{};

  KOKKOS_FUNCTION JumpCell<Word> operator()(std::uint64_t i) const {
    Word const node = static_cast<Word>(i), next = successor(i);
    return tail(node, next) ? JumpCell<Word>{node, 0} : JumpCell<Word>{next, 1};
  }
  KOKKOS_FUNCTION void prefetch(std::uint64_t i) const { prefetch_for_read(successor.data() + i); }
};

template <class Space, class Word>
struct CellLinks {
  using CellWord = typename JumpCells<Space, Word>::Word;
  explicit CellLinks(CellWord* words) : cells(words, words), first(words) {}

  KOKKOS_FUNCTION JumpCell<Word> operator()(std::uint64_t i) const { return cells.load(i); }
  KOKKOS_FUNCTION void prefetch(std::uint64_t i) const { prefetch_for_read(first + i); }

  JumpCells<Space, Word> cells;
  CellWord const* first;
};

// Who leaves, and how many stay before: what numbers a level's nodes anew, in 1/4 byte a node.
template <class Word>
struct alignas(2 * sizeof(Word)) MarkWord {
  Word leaving;
  Word staying_before;
};

template <class Word>
std::uint64_t mark_words(std::uint64_t size) {
  return (size + 8 * sizeof(Word) - 1) / (8 * sizeof(Word));
}

template <class Word>
class Marks {
 public:
  static constexpr unsigned bits = 8 * sizeof(Word);

  // What becomes of a node: leaving, or staying under a new index. Of a leaving node, `index` is
  // that of the next node that stays.
  struct Fate {
    bool leaves;
    Word index;
  };

  explicit Marks(MarkWord<Word>* words) : words_(words) {}

  KOKKOS_FUNCTION MarkWord<Word>& word(std::uint64_t w) const { return words_[w]; }

  KOKKOS_FUNCTION Fate fate(std::uint64_t i) const {
    MarkWord<Word> const mine = words_[i / bits];
    unsigned const bit = i % bits;
    Word const staying_below = ~mine.leaving & ((Word(1) << bit) - 1);
    return {(mine.leaving >> bit & 1) != 0,
            static_cast<Word>(mine.staying_before + count(staying_below))};
  }

  KOKKOS_FUNCTION bool leaves(std::uint64_t i) const {
    return (words_[i / bits].leaving >> (i % bits) & 1) != 0;
  }

  // Returns whether i was marked before.
  KOKKOS_FUNCTION bool mark_leaving(std::uint64_t i) const {
    Word const bit = Word(1) << (i % bits);
    return (Kokkos::atomic_fetch_or(&words_[i / bits].leaving, bit) & bit) != 0;
  }

  KOKKOS_FUNCTION Word staying_in(std::uint64_t w, std::uint64_t size) const {
    std::uint64_t const nodes = size - w * bits;
    Word const valid = nodes >= bits ? ~Word(0) : (Word(1) << nodes) - 1;
    return count(~words_[w].leaving & valid);
  }

 private:
  // x86-64 without options has no instruction for this, and the compiler's function for it took a
  // tenth of a run; compilers recognise the arithmetic where there is one.
  KOKKOS_FUNCTION static Word count(Word set) {
    KOKKOS_IF_ON_DEVICE((return static_cast<Word>(Kokkos::Experimental::popcount_builtin(set));))
    KOKKOS_IF_ON_HOST((constexpr Word ones = ~Word(0); set -= set >> 1 & ones / 3;
                       set = (set & ones / 5) + (set >> 2 & ones / 5);
                       set = (set + (set >> 4)) & ones / 17;
                       return set * (ones / 255) >> (bits - 8);))
  }

  MarkWord<Word>* words_;
};

// Packs predicate(0), predicate(1), ... into bits, 32 a thread.
template <class Space, class Predicate>
void pack_bits(Space const& exec, std::uint64_t size, Predicate const& predicate,
               Array<Space, std::uint32_t> words) {
  Kokkos::parallel_for(
      "yoke::list_rank::choose", WideRange<Space>(exec, 0, words_of_bits(size)),
      KOKKOS_LAMBDA(std::uint64_t w) {
        std::uint64_t const first = w * 32;
        unsigned const count = size - first < 32 ? static_cast<unsigned>(size - first) : 32u;
        std::uint32_t bits = 0;
        for (unsigned bit = 0; bit < count; ++bit) {
          bits |= static_cast<std::uint32_t>(predicate(first + bit)) << bit;
        }
        words(w) = bits;
      });
}

// Calls body(i, fate of i) for every node: a device by a thread a node, whose neighbours' accesses
// coalesce; a host by a thread a word, which counts as it goes.
template <class Space, class Word, class Body>
void for_each_fate(char const* label, Space const& exec, std::uint64_t size, Marks<Word> marks,
                   Body const& body) {
  if constexpr (runs_on_host<Space>) {
    constexpr std::uint64_t ahead = 32;
    Kokkos::parallel_for(
        label, WideRange<Space>(exec, 0, mark_words<Word>(size)), [=](std::uint64_t w) {
          auto word = marks.word(w);
          std::uint64_t const first = w * marks.bits, end = std::min(size, first + marks.bits);
          for (std::uint64_t i = first; i < end; ++i, word.leaving >>= 1) {
            bool const leaves = word.leaving & 1;
            if (i + ahead < size) body.prefetch(i + ahead);
            body(i, {leaves, word.staying_before});
            word.staying_before += !leaves;
          }
        });
  } else {
    Kokkos::parallel_for(
        label, WideRange<Space>(exec, 0, size),
        KOKKOS_LAMBDA(std::uint64_t i) { body(i, marks.fate(i)); });
  }
}

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

template <class Space, class Word, class Links>
void mark_leaving(Space const& exec, Links const& links, std::uint64_t size,
                  Array<Space, std::uint32_t const> candidates,
                  Array<Space, std::uint32_t const> holding, Marks<Word> marks,
                  Faults<Space> const& faults) {
  Kokkos::parallel_for(
      "yoke::list_rank::clear_marks", WideRange<Space>(exec, 0, mark_words<Word>(size)),
      KOKKOS_LAMBDA(std::uint64_t w) {
        marks.word(w) = {0, 0};
      });
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
    Kokkos::parallel_for(
        "yoke::list_rank::mark_leaving", WideRange<Space>(exec, 0, size),
        KOKKOS_LAMBDA(std::uint64_t i) {
          if (!bit_at(holding, i)) mark_next(i);
        });
  }
}

// Completes the marks; returns how many nodes stay.
template <class Space, class Word>
std::uint64_t count_staying(Space const& exec, Marks<Word> marks, std::uint64_t size) {
  std::uint64_t staying = 0;
  Kokkos::parallel_scan(
      "yoke::list_rank::number_staying", WideRange<Space>(exec, 0, mark_words<Word>(size)),
      KOKKOS_LAMBDA(std::uint64_t w, std::uint64_t & sum, bool last) {
        if (last) marks.word(w).staying_before = static_cast<Word>(sum);
        sum += marks.staying_in(w, size);
      },
      staying);
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

// The links as pointer jumping wants them, in the cells of the same level or in others.
template <class Space, class Word, class Links>
void set_for_jumps(Space const& exec, Links const& links, std::uint64_t size,
                   JumpCells<Space, Word> cells) {
  Kokkos::parallel_for(
      "yoke::list_rank::set_for_jumps", WideRange<Space>(exec, 0, size),
      KOKKOS_LAMBDA(std::uint64_t i) {
        auto const link = links(i);
        cells.set(i, link.next == i ? JumpCells<Space, Word>::end : link.next, link.sum);
      });
}

template <class Space, class Word>
void take_ranks(Space const& exec, JumpCells<Space, Word> cells, Array<Space, Word> rank) {
  Kokkos::parallel_for(
      "yoke::list_rank::take_ranks", WideRange<Space>(exec, 0, rank.extent(0)),
      KOKKOS_LAMBDA(std::uint64_t i) { rank(i) = cells.sum(i); });
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
