#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>

#include "list_ranking/algorithm.hpp"
#include "primitives/jump.hpp"
#include "yoke/detail/primitives/walk.hpp"

// The links of a level of contracted lists, and the bits that say who leaves it
// (contraction_steps.hpp).
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

// The bits of one word.
template <class Space, class Predicate>
struct PackBits {
  std::uint64_t size;
  Predicate predicate;
  Array<Space, std::uint32_t> words;

  KOKKOS_FUNCTION void operator()(std::uint64_t w) const {
    std::uint64_t const first = w * 32;
    unsigned const count = size - first < 32 ? static_cast<unsigned>(size - first) : 32u;
    std::uint32_t bits = 0;
    for (unsigned bit = 0; bit < count; ++bit) {
      bits |= static_cast<std::uint32_t>(predicate(first + bit)) << bit;
    }
    words(w) = bits;
  }
};

// Packs predicate(0), predicate(1), ... into bits, 32 a thread.
template <class Space, class Predicate>
void pack_bits(Space const& exec, std::uint64_t size, Predicate const& predicate,
               Array<Space, std::uint32_t> words) {
  Kokkos::parallel_for("yoke::list_rank::choose", WideRange<Space>(exec, 0, words_of_bits(size)),
                       PackBits<Space, Predicate>{size, predicate, words});
}

// Calls body(i, fate of i) for one node.
template <class Word, class Body>
struct WithFate {
  Marks<Word> marks;
  Body body;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { body(i, marks.fate(i)); }
};

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
    Kokkos::parallel_for(label, WideRange<Space>(exec, 0, size), WithFate<Word, Body>{marks, body});
  }
}

}  // namespace yoke::detail::list_ranking
