#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "frame/fill_array.hpp"
#include "list_ranking/given_splitters.hpp"
#include "list_ranking/local_rank.hpp"
#include "list_ranking/owned_walk.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/huge_pages.hpp"

namespace yoke::detail::list_ranking {

// Follows each list of `size` weighted elements with one pointer: once for its weight,
// once to leave in each element the weight from there to the end. The lists begin at the last
// `lists` elements. Returns whether they have met every element.
//
// An element that has its weight is made the last of a list, so that a walk that comes to it once
// more (from a head that is given twice, say) ends there with the right sum and counts one element
// too many. Where k of the lists' own last elements are thus not met, k elements are counted twice:
// the count comes out right only if those k are all that is missing, and an element that is the
// last has the right weight as it is.
template <class Cells>
KOKKOS_FUNCTION bool rank_sequentially(Cells const& cells, std::uint64_t size,
                                       std::uint64_t lists) {
  std::uint64_t met = 0;
  for (std::uint64_t head = size - lists; head < size; ++head) {
    auto weight = cells.load(head).sum;
    for (auto i = cells.load(head).next; i != Cells::end && met < size; i = cells.load(i).next) {
      weight += cells.load(i).sum;
      ++met;
    }
    if (met++ >= size) return false;
    for (std::uint64_t i = head;;) {
      auto const cell = cells.load(i);
      cells.set(i, Cells::end, weight);
      weight -= cell.sum;
      if (cell.next == Cells::end) break;
      i = cell.next;
    }
  }
  return met == size;
}

// The same by one thread of a device.
template <class Space, class Word>
struct RankByOneThread {
  JumpCells<Space, Word> cells;
  std::uint64_t size, lists;
  KOKKOS_FUNCTION void operator()(int, int& complete) const {
    complete += rank_sequentially(cells, size, lists);
  }
};

// The recursive algorithm of Helman and JaJa (Rehman et al. 3.2 to 4.2, Alg. 3). Splitters at
// regular index intervals, and the heads, cut the list into sublists; one walker each ranks them
// locally; the sublists, as a list of weights, are ranked in the same way until few are left; on
// the way back every element adds the rank of its sublist. O(n) work.
//
// Memory: a mark an element and a cell a sublist of every level, all taken before the recursion: 8
// bytes a node and 8 a sublist for 32-bit indices, 16 and 32 for 64-bit ones.
template <class Space, class Word>
class HelmanJaja final : public CutAtSplitters<HelmanJaja<Space, Word>, Space, Word> {
  using Base = CutAtSplitters<HelmanJaja, Space, Word>;
  using Base::given;
  friend Base;

 public:
  HelmanJaja(Space const& exec, std::size_t capacity, ListRankOptions const& options)
      : Base(exec, capacity, "options.helman_jaja.given_splitters",
             options.helman_jaja.given_splitters),
        options_(options.helman_jaja),
        collect_lengths_(options.collect_sublist_lengths),
        steps_(make_buffer<Space, std::uint64_t>(exec, "yoke::list_rank::steps", 1)) {
    // A list within the limit may need more cells than a longer one that is cut.
    reserve(exec, std::min<std::size_t>(capacity, options_.limit), 1);
    reserve(exec, capacity, 1);
  }

 private:
  using Jump = PointerJump<Space, Word>;
  using Cells = JumpCells<Space, Word>;
  using CellWord = typename Cells::Word;
  using Marks = WordMarks<Space, Word>;

  struct Call {
    Space exec;
    ListRankReport* report;
    PhaseTimer<Space>& timer;
    std::uint64_t weight, lists;

    void done(int level, char const* step) const {
      if (report) timer.done(("level " + std::to_string(level) + " " + step).c_str());
    }
  };

  // A level of the recursion, and where its marks and the cells of its sublists lie.
  struct Level {
    int number;
    std::uint64_t first_mark, first_cell;
  };

  std::uint64_t interval(int level, std::uint64_t size) const {
    // A list within the limit goes to what finishes it as it is.
    if (size <= options_.limit) return 1;
    using Splitters = HelmanJajaOptions::Splitters;
    bool const few = options_.splitters == Splitters::n_over_2_log2_n ||
                     (options_.splitters == Splitters::mixed && level == 0);
    double const log = std::log2(static_cast<double>(size));
    return std::max<std::uint64_t>(2, std::llround(few ? 2 * log * log : log));
  }

  std::uint64_t sublists(int level, std::uint64_t size, std::uint64_t lists) const {
    if (level == 0 && given().size() > 0) return given().size() + lists;
    std::uint64_t const every = interval(level, size);
    return (size + every - 1) / every + lists;
  }

  // Are the `size` sublists that `level` would cut few enough, or is there little to gain because
  // most are whole lists?
  bool finishes(int level, std::uint64_t size, std::uint64_t lists) const {
    return size <= options_.limit || sublists(level, size, lists) > size / 2;
  }

  template <class List>
  bool rank_list(Problem<Space, Word> const& problem, PhaseTimer<Space>& timer,
                 RankOutcome const& outcome, List const& list, std::uint64_t weight) {
    reserve(problem.exec, problem.size(), outcome.lists);
    Call const call{problem.exec, problem.report, timer, weight, outcome.lists};
    return rank(call, list, {0, 0, 0});
  }

  void reserve(Space const& exec, std::uint64_t nodes, std::uint64_t lists);
  bool finish(Call const& call, Cells& cells, std::uint64_t size);

  // Ranks each sublist of a list, and leaves its successor and weight in `cells`.
  template <class List>
  void rank_locally(Call const& call, List const& list, int level, Marks const& marks,
                    Cells const& cells) const {
    RegularSplitters<Word> const splitters(list.size(), interval(level, list.size()));
    Kokkos::parallel_for(
        "yoke::list_rank::local_rank",
        WideRange<Space>(call.exec, 0, splitters.count() + call.lists),
        LocalRank<Space, Word, List>{list, splitters, marks, cells, steps_.data(), list.size()});
  }

  // The input may be cut at given splitters.
  void rank_locally(Call const& call, NodeList<Space, Word> const& list, int level,
                    Marks const& marks, Cells const& cells) const {
    if (given().size() == 0) {
      rank_locally<NodeList<Space, Word>>(call, list, level, marks, cells);
      return;
    }
    SublistStarts<Space, Word> const starts(given().array(), list.heads, list.size(), 0, 0);
    // A splitter owns a head that it is: no sublist may be without a predecessor but the heads'.
    mark_starts(call.exec, starts, marks, starts.blocks, starts.size());
    mark_starts(call.exec, starts, marks, 0, starts.blocks);
    walk_to_owned(call.exec, list, starts, marks, cells);
  }

  // Ranks the list of `level`.
  template <class List>
  bool rank(Call const& call, List const& list, Level level) {
    std::uint64_t const size = sublists(level.number, list.size(), call.lists);
    auto const marks = Marks(marks_.data()).from(level.first_mark);
    auto cells = jump_.cells().from(level.first_cell);
    clear_marks(call.exec, marks, list.size());
    fill(call.exec, array_of(steps_), 0);
    call.done(level.number, "split");

    rank_locally(call, list, level.number, marks, cells);
    bool const covered = total_weight<Space, Word>(call.exec, cells, size) == call.weight;
    call.done(level.number, "local rank");
    if (level.number == 0 && collect_lengths_) {
      report_sublists(call.exec, call.report, cells, size, true);
      call.done(level.number, "report");
    }

    Level const next{level.number + 1, level.first_mark + list.size(), level.first_cell + size};
    if (!covered) return false;
    if (finishes(next.number, size, call.lists)) {
      if (!finish(call, cells, size)) return false;
    } else if (!rank(call,
                     SublistList<Space, Word>{cells, size, static_cast<Word>(size - call.lists)},
                     next)) {
      return false;
    }
    auto const unmet = add_sublist_ranks<Space, Word>(call.exec, marks, cells, list, list.size());
    call.done(level.number, "recombine");
    return unmet == 0;
  }

  HelmanJajaOptions options_;
  bool collect_lengths_;
  Buffer<Space, std::uint64_t> steps_, marks_;
  Jump jump_;
  // Where the sequential finish of a device's list runs.
  Buffer<Kokkos::HostSpace, CellWord> staging_;
};

template <class Space, class Word>
void HelmanJaja<Space, Word>::reserve(Space const& exec, std::uint64_t nodes, std::uint64_t lists) {
  std::uint64_t marks = nodes, size = sublists(0, nodes, lists), cells = size;
  for (int level = 1; !finishes(level, size, lists); ++level) {
    marks += size;
    size = sublists(level, size, lists);
    cells += size;
  }
  if (marks_.size() < marks * Marks::words_per_node) {
    marks_ = make_buffer<Space, std::uint64_t>(exec, "yoke::list_rank::marks",
                                               marks * Marks::words_per_node);
    if constexpr (runs_on_host<Space>) advise_huge_pages(marks_.data(), marks_.span() * 8);
  }
  if (jump_.capacity() < cells) jump_ = Jump(exec, cells);
  if (!runs_on_host<Space> && options_.finish == Finish::sequential && staging_.size() < size) {
    staging_ = Buffer<Kokkos::HostSpace, CellWord>(
        Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke::list_rank::staging"), size);
  }
}

template <class Space, class Word>
bool HelmanJaja<Space, Word>::finish(Call const& call, Cells& cells, std::uint64_t size) {
  bool complete = false;
  if (options_.finish == Finish::wyllie) {
    complete = Jump::run(call.exec, cells, size);
  } else if (options_.finish == Finish::one_thread) {
    int ranked = 0;
    Kokkos::parallel_reduce("yoke::list_rank::one_thread",
                            Kokkos::RangePolicy<Space>(call.exec, 0, 1),
                            RankByOneThread<Space, Word>{cells, size, call.lists}, ranked);
    complete = ranked == 1;
  } else if constexpr (runs_on_host<Space>) {
    complete = rank_sequentially(cells, size, call.lists);
  } else {
    Array<Space, CellWord> const here = cells.words(size);
    auto const there = Kokkos::subview(staging_, std::pair<std::size_t, std::size_t>(0, size));
    Kokkos::deep_copy(call.exec, there, here);
    call.exec.fence("yoke::list_rank: sequential finish");
    complete = rank_sequentially(Cells(there.data(), there.data()), size, call.lists);
    Kokkos::deep_copy(call.exec, here, there);
  }
  if (call.report) call.timer.done("finish");
  return complete;
}

}  // namespace yoke::detail::list_ranking
