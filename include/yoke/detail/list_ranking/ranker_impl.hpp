#pragma once

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <limits>
#include <stdexcept>

#include "yoke/detail/list_ranking/faults.hpp"
#include "yoke/detail/list_ranking/ranker.hpp"
#include "yoke/detail/list_ranking/reverse.hpp"
#include "yoke/detail/list_ranking/traits.hpp"

namespace yoke::detail {

// Throws where `word` values, of which the sign bit may be lost to signedness, cannot hold `n - 1`.
template <class Word>
void check_width(char const* argument, std::size_t n, bool is_signed) {
  std::uint64_t const largest = std::numeric_limits<Word>::max() >> (is_signed ? 1 : 0);
  // The largest value stays free: it may mark a tail.
  if (n > largest) {
    throw std::invalid_argument(std::string("yoke::list_rank: ") + argument +
                                "'s type holds values up to " + std::to_string(largest) +
                                ", too small for " + std::to_string(n) + " nodes");
  }
}

template <class Word>
TailRule<Word> make_tail_rule(Tail tail) {
  bool const fits = tail.end_value() <= std::numeric_limits<Word>::max() ||
                    tail.end_value() == Tail::minus_one().end_value();
  if (!fits) {
    throw std::invalid_argument("yoke::list_rank: options.tail is the value " +
                                std::to_string(tail.end_value()) +
                                ", which successor's type cannot hold");
  }
  return {static_cast<Word>(tail.end_value()), tail.is_self_loop()};
}

template <class Space, class Word>
RankAlgorithmPtr<Space, Word> make_rank_algorithm(ListRankAlgorithm algorithm, Space const& exec,
                                                  std::size_t capacity,
                                                  ListRankOptions const& options) {
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
[[noreturn]] void throw_fault(RankProblem<Space, Word> const& problem) {
  check_heads(problem);
  check_links(problem);
  std::uint64_t const n = problem.size();
  Buffer<Space, Word> const scratch("yoke::list_rank::fault_ranks", n);
  RankProblem<Space, Word> again = problem;
  again.heads = {};
  again.rank = Array<Space, Word>(scratch.data(), n);
  again.from = RankFrom::tail;
  again.report = nullptr;
  auto const cycle = first_unranked(again);
  if (cycle < n) {
    throw InvalidInput("yoke::list_rank: node " + std::to_string(cycle) +
                           " lies on a cycle: following its successors meets no tail",
                       cycle);
  }
  throw InvalidInput("yoke::list_rank: the heads given are not the heads of the lists", 0);
}

template <class Space, class Word>
struct ListRanker<Space, Word>::State {
  State(Space const& executor, std::size_t n, ListRankOptions const& given, bool index_is_signed)
      : exec(executor), capacity(n), options(given), tail(make_tail_rule<Word>(given.tail)) {
    check_width<Word>("successor", n, index_is_signed);
    chosen = options.algorithm == ListRankAlgorithm::automatic
                 ? ListRankTraits<Space>::algorithm_for(n)
                 : options.algorithm;
    algorithm = make_rank_algorithm<Space, Word>(chosen, exec, n, options);
    if (options.from == RankFrom::head && !algorithm->ranks_from_head()) {
      reversed = Buffer<Space, Word>(
          Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "yoke::list_rank::reversed"), n);
    }
    exec.fence("yoke::list_rank: plan");
  }

  RankProblem<Space, Word> make_problem(RawArray<Word const> successor, RawArray<Word const> heads,
                                        RawArray<Word> rank) const {
    return {exec,
            Array<Space, Word const>(successor.data, successor.size),
            Array<Space, Word const>(heads.data, heads.size),
            Array<Space, Word>(rank.data, rank.size),
            tail,
            options.from,
            options.report};
  }

  RankOutcome run(RankProblem<Space, Word> const& problem) {
    if (reversed.extent(0) == 0) return algorithm->run(problem);
    // Distances to the head are distances to the tail of the reversed list. A fault of the list
    // may vanish when it is reversed (an in-tree loses branches), so its links are checked first.
    check_links(problem);
    RankProblem<Space, Word> backwards = problem;
    Array<Space, Word> const predecessor(reversed.data(), problem.size());
    reverse_list(exec, problem.successor, tail, predecessor);
    backwards.successor = predecessor;
    backwards.heads = {};
    backwards.tail = {0, true};
    backwards.from = RankFrom::tail;
    return algorithm->run(backwards);
  }

  Space exec;
  std::size_t capacity;
  ListRankOptions options;
  TailRule<Word> tail;
  ListRankAlgorithm chosen;
  RankAlgorithmPtr<Space, Word> algorithm;
  Buffer<Space, Word> reversed;
};

template <class Space, class Word>
ListRanker<Space, Word>::ListRanker(Space const& exec, std::size_t capacity,
                                    ListRankOptions const& options, bool index_is_signed)
    : state_(std::make_unique<State>(exec, capacity, options, index_is_signed)) {}
template <class Space, class Word>
ListRanker<Space, Word>::~ListRanker() = default;
template <class Space, class Word>
ListRanker<Space, Word>::ListRanker(ListRanker&&) noexcept = default;
template <class Space, class Word>
ListRanker<Space, Word>& ListRanker<Space, Word>::operator=(ListRanker&&) noexcept = default;

inline void check_sizes(std::size_t successor, std::size_t rank, std::size_t capacity) {
  if (successor != rank) {
    throw std::invalid_argument("yoke::list_rank: successor has " + std::to_string(successor) +
                                " elements and rank has " + std::to_string(rank));
  }
  if (successor > capacity) {
    throw std::invalid_argument("yoke::list_rank: successor has " + std::to_string(successor) +
                                " elements and the plan was made for " + std::to_string(capacity));
  }
}

template <class Space, class Word>
std::size_t ListRanker<Space, Word>::run(RawArray<Word const> successor, RawArray<Word const> heads,
                                         RawArray<Word> rank, bool rank_is_signed) {
  check_sizes(successor.size, rank.size, state_->capacity);
  check_width<Word>("rank", successor.size, rank_is_signed);
  if (successor.size == 0) return 0;
  Kokkos::Profiling::ScopedRegion const region("yoke::list_rank");
  auto const problem = state_->make_problem(successor, heads, rank);
  if (problem.report) problem.report->algorithm = state_->chosen;
  if (state_->options.validate) {
    check_heads(problem);
    check_links(problem);
  }
  RankOutcome const outcome = state_->run(problem);
  if (!outcome.complete) throw_fault(problem);
  state_->exec.fence("yoke::list_rank");
  return outcome.lists;
}

template <class Space, class Word>
ListRankAlgorithm ListRanker<Space, Word>::algorithm() const {
  return state_->chosen;
}
template <class Space, class Word>
std::size_t ListRanker<Space, Word>::workspace_bytes() const {
  return state_->algorithm->workspace_bytes() + state_->reversed.size() * sizeof(Word);
}

}  // namespace yoke::detail
