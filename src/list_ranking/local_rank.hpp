#pragma once

#include "list_ranking/sublist_marks.hpp"
#include "primitives/cycle_guard.hpp"
#include "primitives/regular_splitters.hpp"

namespace yoke::detail::list_ranking {

// The sublists of one level as the list of the next: weighted, in cells. Heads have the last
// numbers.
template <class Space, class Word>
struct SublistList {
  JumpCells<Space, Word> cells;
  std::uint64_t sublists;
  Word first_head;

  std::uint64_t size() const { return sublists; }
  KOKKOS_FUNCTION Word head(std::uint64_t list) const { return first_head + list; }
  KOKKOS_FUNCTION JumpCell<Word> load(Word sublist) const { return cells.load(sublist); }
  KOKKOS_FUNCTION void set_weight_to_end(std::uint64_t sublist, Word weight) const {
    cells.set(sublist, JumpCells<Space, Word>::end, weight);
  }
};

// Local ranking (Rehman et al., Alg. 3, lines 7 to 10): one walker a sublist, from a splitter or a
// head to the next splitter or the end of the list. It marks each element with the sublist and the
// weight before it, and leaves the sublist's successor and weight in `sublists`.
template <class Space, class Word, class List>
struct LocalRank {
  List list;
  RegularSplitters<Word> splitters;
  WordMarks<Space, Word> marks;
  JumpCells<Space, Word> sublists;
  std::uint64_t* steps_of_all;
  std::uint64_t size;

  KOKKOS_FUNCTION void operator()(std::uint64_t sublist) const {
    if (sublist < splitters.count()) {
      walk(static_cast<Word>(sublist), splitters.at(static_cast<Word>(sublist)));
      return;
    }
    Word const head = list.head(sublist - splitters.count());
    Word const splitter = splitters.number_of(head);
    if (splitter < splitters.count()) {
      // The head is a splitter: this sublist is empty, and that splitter's follows.
      sublists.set(sublist, splitter, 0);
    } else {
      walk(static_cast<Word>(sublist), head);
    }
  }

 private:
  KOKKOS_FUNCTION void walk(Word sublist, Word start) const {
    // Sublists of random lists have exponentially distributed lengths: one in 50 is longer than 4
    // times the mean.
    CycleGuard<Word> guard(start, 4 * std::uint64_t(splitters.interval()), steps_of_all, size);
    Word node = start, weight = 0;
    for (std::uint64_t step = 1;; ++step) {
      auto const cell = list.load(node);
      marks.set(node, sublist, weight);
      weight += cell.sum;
      if (cell.next == JumpCells<Space, Word>::end) {
        sublists.set(sublist, cell.next, weight);
        return;
      }
      Word const splitter = splitters.number_of(cell.next);
      if (splitter < splitters.count()) {
        sublists.set(sublist, splitter, weight);
        return;
      }
      if (!guard.allows(cell.next, step)) {
        // No list: a sublist that follows itself never reaches an end.
        sublists.set(sublist, sublist, 0);
        return;
      }
      node = cell.next;
    }
  }
};

}  // namespace yoke::detail::list_ranking
