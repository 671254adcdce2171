#pragma once

#include <array>
#include <vector>

#include "list_ranking/contraction_steps.hpp"
#include "primitives/list_structure.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/huge_pages.hpp"

namespace yoke::detail::list_ranking {

// Contracts linked lists level by level, ranks the small rest by pointer jumping or has another
// algorithm rank it, and re-inserts what left, last level first: the frame that both
// independent-set algorithms share. They differ in the rule that says who leaves
// (contraction_steps.hpp).
//
// What keeps it cheap: nodes are numbered anew at each level, so that memory and work shrink with
// the list; a node leaves on its predecessor's word, so that no predecessors are stored; and who
// leaves is decided and looked up in bit tables of 1/8 and 1/4 byte a node, so that only the
// neighbours of leaving nodes are read from far-away memory.
//
// Memory: two arrays of cells (next and weight), the levels in turn at the front of either and what
// left at its back: 4 words a node; 1/8 byte a node for candidates; 1/4 byte a node and level for
// marks, `level_sum` being the sum of the levels' sizes that there is room for, in capacities.
template <class Space, class Word>
class ListContraction {
 public:
  using Cells = JumpCells<Space, Word>;
  using Bits = Array<Space, std::uint32_t const>;

  ListContraction(Space const& exec, std::size_t capacity, double level_sum)
      : capacity_(capacity),
        candidates_(
            Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "yoke::list_rank::candidates"),
            words_of_bits(capacity)),
        marks_(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "yoke::list_rank::marks"),
               mark_words<Word>(
                   static_cast<std::uint64_t>(level_sum * static_cast<double>(capacity))) +
                   64),
        faults_(make_buffer<Space, std::uint32_t>(exec, "yoke::list_rank::faults", 1)) {
    for (auto& side : sides_) {
      side.cells = Buffer<Space, CellWord>(
          Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "yoke::list_rank::cells"),
          cell_words(capacity));
      if constexpr (runs_on_host<Space>) {
        advise_huge_pages(side.cells.data(), side.cells.size() * sizeof(CellWord));
      }
    }
  }

  // Begins with the lists of `problem`, every successor of which must be in range.
  void start(Problem<Space, Word> const& problem) {
    input_ = {problem.successor, problem.tail};
    rank_ = problem.rank;
    size_ = problem.size();
    levels_.clear();
    marks_used_ = 0;
    for (auto& side : sides_) side.free = capacity_;
    Kokkos::deep_copy(problem.exec, faults(), 0u);
  }

  // Nodes of the current level.
  std::uint64_t size() const { return size_; }
  std::size_t levels() const { return levels_.size(); }

  // Removes the nodes that `rule` chooses. Returns false, and leaves the level as it is, where that
  // is not worth the while: fewer than one node in 32 would leave (what remains is heads and tails
  // of short lists, which pointer jumping ends in a few rounds), or the room for marks is used up.
  template <class Rule>
  bool contract(Space const& exec, Rule& rule) {
    if (levels_.empty()) return contract(exec, input_, rule);
    return contract(exec, CellLinks<Space, Word>(side_of(levels_.size()).cells.data()), rule);
  }

  // Were the lists seen to be no lists? Waits for exec.
  bool is_faulty(Space const& exec) const {
    std::uint32_t count = 0;
    Kokkos::deep_copy(exec, count, faults());
    exec.fence("yoke::list_rank: contraction faults");
    return count != 0;
  }

  // Ranks what remains, by `ranker` or, without one, by pointer jumping. Returns false where some
  // node reaches no tail.
  bool rank_remaining(Space const& exec, Algorithm<Space, Word>* ranker) {
    auto cells = current();
    if (levels_.empty()) {
      set_for_jumps(exec, input_, size_, cells);
    } else {
      set_for_jumps(exec, CellLinks<Space, Word>(side_of(levels_.size()).cells.data()), size_,
                    cells);
    }
    Array<Space, Word> const in_rank(rank_.data(), size_);
    if (!rank_reduced(exec, ranker, cells, in_rank)) return false;
    if (levels_.size() % 2 == 1) Kokkos::deep_copy(exec, ranks_of_level(levels_.size()), in_rank);
    return true;
  }

  // Gives the nodes of the last level back to the one before. After as many calls as there were
  // levels the problem's ranks are complete.
  void reinsert(Space const& exec) {
    Level const level = levels_.back();
    auto const after = ranks_of_level(levels_.size());
    size_ = level.size;
    levels_.pop_back();
    for_each_fate("yoke::list_rank::reinsert", exec, size_, level.marks,
                  Reinsert<Space, Word>{level.left, after, ranks_of_level(levels_.size())});
  }

 private:
  Faults<Space> faults() const { return Faults<Space>(faults_.data()); }
  using CellWord = typename Cells::Word;

  struct Level {
    std::uint64_t size;
    Marks<Word> marks;
    Cells left;
  };
  struct Side {
    Buffer<Space, CellWord> cells;
    std::uint64_t free = 0;  // cells in front of those that left
  };

  static std::size_t cell_words(std::size_t cells) {
    return cells * sizeof(JumpCell<Word>) / sizeof(CellWord);
  }

  // Level k > 0 lies on side (k - 1) % 2. Level 0 is the caller's.
  Side& side_of(std::size_t level) { return sides_[(level + 1) % 2]; }

  Cells current() {
    auto const level = std::max<std::size_t>(levels_.size(), 1);
    auto* const cells = side_of(level).cells.data();
    return {cells, Cells::is_packed ? cells : side_of(level + 1).cells.data()};
  }

  // Even levels' ranks lie in the caller's array, odd ones' at the front of a side: never over what
  // left, because a level has at least half of the nodes of the one before, and ranks are half as
  // wide as cells.
  Array<Space, Word> ranks_of_level(std::size_t level) {
    auto* const ranks =
        level % 2 == 0 ? rank_.data() : reinterpret_cast<Word*>(sides_[0].cells.data());
    return Array<Space, Word>(ranks, size_);
  }

  template <class Links, class Rule>
  bool contract(Space const& exec, Links const& links, Rule& rule);

  bool rank_reduced(Space const& exec, Algorithm<Space, Word>* ranker, Cells& cells,
                    Array<Space, Word> rank) const {
    if (ranker) {
      take_successors(exec, cells, rank);
      return ranker->run_reduced(
          {exec, rank, {}, rank, TailRule<Word>{0, true}, RankFrom::tail, nullptr}, cells,
          input_.successor.extent(0));
    }
    if (!PointerJump<Space, Word>::run(exec, cells, size_)) return false;
    take_ranks(exec, cells, rank);
    return true;
  }

  std::size_t capacity_;
  std::array<Side, 2> sides_;
  Buffer<Space, std::uint32_t> candidates_;
  Buffer<Space, MarkWord<Word>> marks_;
  Buffer<Space, std::uint32_t> faults_;  // one

  InputLinks<Space, Word> input_;
  Array<Space, Word> rank_;
  std::uint64_t size_ = 0;
  std::vector<Level> levels_;
  std::size_t marks_used_ = 0;
};

template <class Space, class Word>
template <class Links, class Rule>
bool ListContraction<Space, Word>::contract(Space const& exec, Links const& links, Rule& rule) {
  std::uint64_t const mark_count = mark_words<Word>(size_);
  if (marks_used_ + mark_count > marks_.extent(0)) return false;
  Side& target = side_of(levels_.size() + 1);
  Array<Space, std::uint32_t> const candidates(candidates_.data(), words_of_bits(size_));
  Array<Space, unsigned char> const scratch(reinterpret_cast<unsigned char*>(target.cells.data()),
                                            size_ * sizeof(JumpCell<Word>));
  Bits const holding = rule.choose(exec, links, size_, candidates, scratch);
  if (holding.extent(0) == 0) return false;

  Marks<Word> const marks(marks_.data() + marks_used_);
  mark_leaving<Space, Word>(exec, links, size_, candidates, holding, marks, faults());
  std::uint64_t const staying = count_staying<Space, Word>(exec, marks, size_);
  std::uint64_t const leaving = size_ - staying;
  if (leaving * 32 < size_) return false;

  Cells const kept(target.cells.data(), nullptr);
  Cells const left(target.cells.data() + cell_words(target.free - leaving), nullptr);
  for_each_fate("yoke::list_rank::contract", exec, size_, marks,
                MoveToNextLevel<Space, Word, Links>{links, staying, marks, kept, left, faults()});
  target.free -= leaving;
  marks_used_ += mark_count;
  levels_.push_back({size_, marks, left});
  size_ = staying;
  return true;
}

// The checks that every contraction begins with, so that all successors are in range from there on.
template <class Space, class Word>
RankOutcome check_before_contraction(Problem<Space, Word> const& problem) {
  std::uint64_t const n = problem.size(), given = problem.heads.extent(0);
  ListCensus const census = take_census(problem.exec, problem.successor, problem.tail);
  bool const heads_match =
      given == 0 ||
      (given == census.tails && all_in_range<Space, Word>(problem.exec, problem.heads, n));
  return {census.tails, census.astray == 0 && (census.tails > 0 || n == 0) && heads_match};
}

}  // namespace yoke::detail::list_ranking
