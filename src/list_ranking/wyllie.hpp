#pragma once

#include "list_ranking/algorithm.hpp"
#include "primitives/jump.hpp"

namespace yoke::detail::list_ranking {

// What a pass over the finished cells finds.
struct WyllieCount {
  std::uint64_t tails = 0;
  std::uint64_t unranked = 0;

  KOKKOS_FUNCTION void operator+=(WyllieCount const& other) {
    tails += other.tails;
    unranked += other.unranked;
  }
};

}  // namespace yoke::detail::list_ranking

template <>
struct Kokkos::reduction_identity<yoke::detail::list_ranking::WyllieCount> {
  KOKKOS_FORCEINLINE_FUNCTION static yoke::detail::list_ranking::WyllieCount sum() { return {}; }
};

namespace yoke::detail::list_ranking {

// A tail is its own successor at distance 0. A node whose successor is out of range is its own too,
// so that nothing jumps out of the array.
template <class Space, class Word, class Value>
struct LinkWyllieCell {
  Array<Space, Word const> successor;
  TailRule<Word> tail;
  JumpCells<Space, Value> cells;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    Word const next = successor(i);
    bool const is_tail = tail(static_cast<Word>(i), next);
    bool const is_own = is_tail || next >= successor.extent(0);
    cells.set(i, static_cast<Value>(is_own ? i : next), is_tail ? 0 : 1);
  }
};

// Whether a node has arrived is asked of the list itself: on a cycle as long as a power of two, a
// node meets itself at a distance that may be 0 in the bits of a Value.
template <class Space, class Word, class Value>
struct WriteWyllieRank {
  Array<Space, Word const> successor;
  TailRule<Word> tail;
  JumpCells<Space, Value> cells;
  Array<Space, Word> rank;

  KOKKOS_FUNCTION void operator()(std::uint64_t i, WyllieCount& sum) const {
    auto const cell = cells.load(i);
    Word const last = cell.next;
    sum.tails += tail(static_cast<Word>(i), successor(i));
    sum.unranked += !tail(last, successor(last));
    rank(i) = static_cast<Word>(cell.sum);
  }
};

// Wyllie's algorithm (Rehman et al. 3.1, Alg. 1; Dehne and Yogaratnam, Alg. 2): every node jumps
// along the list until it points at its tail. O(n log n) work, ceil(log2 n) rounds or fewer.
// Value is the width that holds a node and a rank: 16 bits up to 2^16 nodes, so that both travel
// in 32 (Rehman's packing), 32 up to 2^32, in 64. Rounds are separate dispatches: no barrier that a
// finished thread could miss.
template <class Space, class Word, class Value>
class Wyllie final : public Algorithm<Space, Word> {
 public:
  Wyllie(Space const& exec, std::size_t capacity) : jump_(exec, capacity) {}

  RankOutcome run(Problem<Space, Word> const& problem) override {
    PhaseTimer<Space> timer(problem.exec, problem.report);
    auto cells = jump_.cells();
    link(problem, cells);
    timer.done("link");
    Jump::run_unchecked(problem.exec, cells, problem.size());
    timer.done("jump");
    WyllieCount const count = write_ranks(problem, cells);
    timer.done("write ranks");
    return {count.tails, count.unranked == 0};
  }

 private:
  static void link(Problem<Space, Word> const& problem, JumpCells<Space, Value> const& cells) {
    Kokkos::parallel_for(
        "yoke::list_rank::wyllie_link", WideRange<Space>(problem.exec, 0, problem.size()),
        LinkWyllieCell<Space, Word, Value>{problem.successor, problem.tail, cells});
  }

  static WyllieCount write_ranks(Problem<Space, Word> const& problem,
                                 JumpCells<Space, Value> const& cells) {
    WyllieCount count;
    Kokkos::parallel_reduce(
        "yoke::list_rank::wyllie_ranks", WideRange<Space>(problem.exec, 0, problem.size()),
        WriteWyllieRank<Space, Word, Value>{problem.successor, problem.tail, cells, problem.rank},
        Kokkos::Sum<WyllieCount>(count));
    return count;
  }

  using Jump = PointerJump<Space, Value, ListEnd::self_loop>;
  Jump jump_;
};

}  // namespace yoke::detail::list_ranking
