#pragma once

#include <utility>

#include "frame/raw_arrays.hpp"
#include "frame/solver.hpp"
#include "list_ranking/faults.hpp"
#include "list_ranking/reverse.hpp"
#include "list_ranking/traits.hpp"
#include "yoke/detail/list_ranking/capability.hpp"
#include "yoke/detail/primitives/walk.hpp"

namespace yoke::detail::list_ranking {

template <class Space, class Word>
AlgorithmPtr<Space, Word> make_algorithm(ListRankAlgorithm algorithm, Space const& exec,
                                         std::size_t capacity, ListRankOptions const& options) {
  switch (algorithm) {
    case ListRankAlgorithm::sequential:
      return make_sequential<Space, Word>(exec, capacity, options);
    case ListRankAlgorithm::wyllie:
      return make_wyllie<Space, Word>(exec, capacity, options);
    case ListRankAlgorithm::helman_jaja:
      return make_helman_jaja<Space, Word>(exec, capacity, options);
    case ListRankAlgorithm::random_splitter:
      return make_random_splitter<Space, Word>(exec, capacity, options);
    case ListRankAlgorithm::independent_set:
      return make_independent_set<Space, Word>(exec, capacity, options);
    case ListRankAlgorithm::fractional_independent_set:
      return make_fractional_independent_set<Space, Word>(exec, capacity, options);
    case ListRankAlgorithm::sublist_walk:
    case ListRankAlgorithm::automatic:
      break;
  }
  return make_sublist_walk<Space, Word>(exec, capacity, options);
}

// Finds out why an algorithm could not account for every node, and throws.
template <class Space, class Word>
[[noreturn]] void throw_fault(Problem<Space, Word> const& problem) {
  check_heads(problem);
  check_links(problem);
  auto const cycle = first_unranked(problem.exec, problem.successor, problem.tail);
  if (cycle < problem.size()) throw_cycle(cycle, "yoke::list_rank");
  throw std::logic_error("yoke::list_rank: the lists are sound, but not all nodes were ranked");
}

}  // namespace yoke::detail::list_ranking

namespace yoke::detail {

// What a call on one space does around its algorithm: checks, the end to count from, and the reason
// where the algorithm could not account for every node.
template <class Word, class Space>
class Solver<list_ranking::ListRanking<Word>, Space> {
  using Arguments = typename list_ranking::ListRanking<Word>::Arguments;
  using Capacity = typename list_ranking::ListRanking<Word>::Capacity;

 public:
  Solver(Space const& exec, Capacity const& capacity, ListRankOptions const& options,
         ListRankAlgorithm chosen)
      : Solver(exec, capacity, options,
               list_ranking::make_algorithm<Space, Word>(chosen, exec, capacity.nodes, options)) {}

  Solver(Space const& exec, Capacity const& capacity, ListRankOptions const& options,
         list_ranking::AlgorithmPtr<Space, Word> algorithm)
      : exec_(exec),
        options_(options),
        tail_(end_rule<Word>(options.tail, "yoke::list_rank: options.tail")),
        algorithm_(std::move(algorithm)) {
    if (options.from == RankFrom::head && !algorithm_->ranks_from_head()) {
      reversed_ = make_buffer<Space, Word>(exec, "yoke::list_rank::reversed", capacity.nodes);
    }
  }

  static ListRankAlgorithm choose(Capacity const& capacity, ListRankOptions const&) {
    return list_ranking::ListRankTraits<Space>::algorithm_for(capacity.nodes, sizeof(Word));
  }

  // Returns the number of lists.
  std::size_t run(Arguments const& arguments, RangedCopies const& copies = {}) {
    bool const in_ranges = algorithm_->copies_in_ranges() && !options_.validate;
    if (copies.arrival && !in_ranges) copies.arrival->hold_until(copies.arrival->bytes());
    list_ranking::Problem<Space, Word> const problem{exec_,
                                                     array_on<Space>(arguments.successor),
                                                     array_on<Space>(arguments.heads),
                                                     array_on<Space>(arguments.rank),
                                                     tail_,
                                                     options_.from,
                                                     options_.report,
                                                     in_ranges ? copies : RangedCopies()};
    if (options_.validate) {
      list_ranking::check_heads(problem);
      list_ranking::check_links(problem);
    }
    list_ranking::RankOutcome const outcome = run_from_either_end(problem);
    if (!outcome.complete) list_ranking::throw_fault(problem);
    exec_.fence("yoke::list_rank");
    return outcome.lists;
  }

 private:
  list_ranking::RankOutcome run_from_either_end(list_ranking::Problem<Space, Word> const& problem) {
    if (reversed_.extent(0) == 0) return algorithm_->run(problem);
    // Distances to the head are distances to the tail of the reversed list. A fault of the list may
    // vanish when it is reversed (an in-tree loses branches), so its links are checked first.
    check_heads(problem);
    list_ranking::check_links(problem);
    auto const predecessor = array_of(reversed_, problem.size());
    list_ranking::reverse_list<Space, Word>(exec_, problem.successor, tail_, predecessor);
    list_ranking::Problem<Space, Word> backwards = problem;
    backwards.successor = predecessor;
    backwards.heads = {};
    backwards.tail = {0, true};
    backwards.from = RankFrom::tail;
    return algorithm_->run(backwards);
  }

  Space exec_;
  ListRankOptions options_;
  TailRule<Word> tail_;
  list_ranking::AlgorithmPtr<Space, Word> algorithm_;
  Buffer<Space, Word> reversed_;
};

}  // namespace yoke::detail
