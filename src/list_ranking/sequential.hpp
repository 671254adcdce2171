#pragma once

#include "frame/fill_array.hpp"
#include "list_ranking/reduced_list.hpp"
#include "list_ranking/unranked.hpp"

namespace yoke::detail::list_ranking {

// Follows every list with one pointer: the baseline that every speed-up quotes. One list is walked
// once, because its length is known; of several, each is walked once to count and once to write.
// Reduces to the number of nodes met: anything but n says that these are not lists. Of a list that
// has one tail n nodes on the way there are all nodes; of several the ranks must be `unranked`
// before, so that a node that is met again (which heads that are given may lead to) is not counted.
template <class Space, class Word>
struct SequentialWalk {
  Array<Space, Word const> successor, heads;
  Array<Space, Word> rank;
  TailRule<Word> tail;
  RankFrom from;

  KOKKOS_FUNCTION std::uint64_t length(Word node, std::uint64_t limit) const {
    std::uint64_t count = 1;
    for (Word next = successor(node); !tail(node, next) && count <= limit; ++count) {
      node = next;
      next = successor(node);
    }
    return count;
  }

  // Walks no more than `length` nodes from `node`; returns whether the list ended there. Adds those
  // that had no rank to `met`, if given.
  KOKKOS_FUNCTION bool write(Word node, std::uint64_t length, std::uint64_t* met) const {
    for (std::uint64_t position = 0;; ++position) {
      if (met) *met += rank(node) == unranked<Word>;
      rank(node) = static_cast<Word>(from == RankFrom::head ? position : length - 1 - position);
      Word const next = successor(node);
      if (tail(node, next)) return position + 1 == length;
      if (position + 1 == length) return false;
      node = next;
    }
  }

  // One call does everything.
  KOKKOS_FUNCTION void operator()(int, std::uint64_t& visited) const {
    std::uint64_t const n = successor.extent(0);
    if (heads.extent(0) == 1) {
      visited = write(heads(0), n, nullptr) ? n : 0;
      return;
    }
    std::uint64_t walked = 0, met = 0;
    for (std::size_t list = 0; list < heads.extent(0) && walked <= n; ++list) {
      std::uint64_t const nodes = length(heads(list), n - walked);
      walked += nodes;
      if (walked <= n) write(heads(list), nodes, &met);
    }
    visited = walked == n ? met : 0;
  }
};

// The same on what a contraction has left: once for a list's weight, once to write. Reduces to the
// number of nodes met, or to more than there are.
template <class Space, class Word>
struct SequentialReducedWalk {
  using Cells = JumpCells<Space, Word>;
  ReducedList<Space, Word> list;
  std::uint64_t size;

  KOKKOS_FUNCTION void operator()(int, std::uint64_t& visited) const {
    visited = 0;
    for (std::size_t i = 0; i < list.heads.extent(0); ++i) {
      Word weight = 0;
      for (Word node = list.head(i); node != Cells::end; ++visited) {
        if (visited > size) return;
        auto const link = list.load(node);
        weight += link.sum;
        node = link.next;
      }
      for (Word node = list.head(i); node != Cells::end;) {
        auto const link = list.load(node);
        list.set_weight_to_end(node, weight);
        weight -= link.sum;
        node = link.next;
      }
    }
  }
};

template <class Space, class Word>
class Sequential final : public Algorithm<Space, Word> {
 public:
  Sequential(Space const& exec, std::size_t capacity) : heads_(exec, capacity) {}

  RankOutcome run(Problem<Space, Word> const& problem) override {
    PhaseTimer<Space> timer(problem.exec, problem.report);
    RankOutcome outcome;
    auto const heads = find_heads(heads_, problem, outcome);
    timer.done("heads");
    if (!outcome.complete) return outcome;
    if (heads.extent(0) > 1) fill(problem.exec, problem.rank, unranked<Word>);
    std::uint64_t visited = 0;
    Kokkos::parallel_reduce("yoke::list_rank::sequential",
                            Kokkos::RangePolicy<Space>(problem.exec, 0, 1),
                            SequentialWalk<Space, Word>{problem.successor, heads, problem.rank,
                                                        problem.tail, problem.from},
                            visited);
    timer.done("walk");
    outcome.complete = visited == problem.size();
    return outcome;
  }

  bool run_reduced(Problem<Space, Word> const& problem, JumpCells<Space, Word> const& links,
                   std::uint64_t) override {
    RankOutcome outcome;
    auto const heads = find_heads(heads_, problem, outcome);
    if (!outcome.complete) return false;
    std::uint64_t visited = 0;
    Kokkos::parallel_reduce(
        "yoke::list_rank::sequential_reduced", Kokkos::RangePolicy<Space>(problem.exec, 0, 1),
        SequentialReducedWalk<Space, Word>{{links, heads, problem.rank}, problem.size()}, visited);
    return visited == problem.size();
  }

  bool ranks_from_head() const override { return true; }

 private:
  HeadFinder<Space, Word> heads_;
};

}  // namespace yoke::detail::list_ranking
