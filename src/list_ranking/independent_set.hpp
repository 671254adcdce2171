#pragma once

#include "frame/raw_arrays.hpp"
#include "list_ranking/contraction.hpp"
#include "list_ranking/faults.hpp"
#include "list_ranking/reduced_list.hpp"

namespace yoke::detail::list_ranking {

// Deterministic coin tossing (Cole and Vishkin 1986): the lowest bit k in which a node's colour
// differs from its successor's, and the node's bit there. Neighbours' new colours differ again.
template <class Colour>
KOKKOS_FUNCTION unsigned char toss_coin(Colour mine, Colour next) {
  Colour const difference = mine ^ next;
  // A tail, which has no successor to differ from, takes k = 0.
  int const k = difference == 0 ? 0 : Kokkos::Experimental::countr_zero_builtin(difference);
  return static_cast<unsigned char>(2 * k + static_cast<int>(mine >> k & 1));
}

template <class Space>
using Colours = Array<Space, unsigned char>;

template <class Space, class Word, class Links>
struct ColourByIndex {
  Links links;
  Colours<Space> colour;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    colour(i) = toss_coin(static_cast<Word>(i), static_cast<Word>(links(i).next));
  }
};

template <class Space, class Links>
struct Recolour {
  Links links;
  Colours<Space> from, to;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    to(i) = toss_coin<unsigned>(from(i), from(links(i).next));
  }
};

template <class Space, class Links>
struct IsAboveNext {
  Links links;
  Colours<Space> colour;
  KOKKOS_FUNCTION bool operator()(std::uint64_t i) const {
    return colour(i) > colour(links(i).next);  // never of a tail, which is its own next
  }
};

template <class Links>
struct IsOddAndNoTail {
  Links links;
  KOKKOS_FUNCTION bool operator()(std::uint64_t i) const {
    return i % 2 == 1 && links(i).next != i;
  }
};

template <class Space, class Links>
struct AreBothCandidates {
  Links links;
  Array<Space, std::uint32_t const> candidates;
  KOKKOS_FUNCTION bool operator()(std::uint64_t i) const {
    return bit_at(candidates, i) && bit_at(candidates, links(i).next);
  }
};

// Those leave whose colour is a local maximum: a candidate is above its successor, and holds it
// exactly where it is. With c colours at least one node in 2c - 2 of a long list leaves.
template <class Space, class Word>
struct CoinTossing {
  static constexpr int rounds = 2;

  template <class Links>
  Array<Space, std::uint32_t const> choose(Space const& exec, Links const& links,
                                           std::uint64_t size,
                                           Array<Space, std::uint32_t> candidates,
                                           Array<Space, unsigned char> scratch) const {
    Colours<Space> colour(scratch.data(), size), other(scratch.data() + size, size);
    Kokkos::parallel_for("yoke::list_rank::colour_by_index", WideRange<Space>(exec, 0, size),
                         ColourByIndex<Space, Word, Links>{links, colour});
    for (int round = 1; round < rounds; ++round) {
      Kokkos::parallel_for("yoke::list_rank::recolour", WideRange<Space>(exec, 0, size),
                           Recolour<Space, Links>{links, colour, other});
      std::swap(colour, other);
    }
    pack_bits(exec, size, IsAboveNext<Space, Links>{links, colour}, candidates);
    return candidates;
  }
};

// Duan's rule. A contracted list for which it is wrong is not contracted further.
template <class Space, class Word>
struct EvenIndex {
  bool is_input = true;

  template <class Links>
  Array<Space, std::uint32_t const> choose(Space const& exec, Links const& links,
                                           std::uint64_t size,
                                           Array<Space, std::uint32_t> candidates,
                                           Array<Space, unsigned char>) {
    pack_bits(exec, size, IsOddAndNoTail<Links>{links}, candidates);
    auto const wrong = first_node(exec, size, AreBothCandidates<Space, Links>{links, candidates});
    if (wrong == size) {
      is_input = false;
      return candidates;
    }
    if (!is_input) return {};
    throw InvalidInput(
        "yoke::list_rank: Rule::even_index removes the nodes with an odd index, but "
        "node " +
            std::to_string(wrong) +
            " and its successor are both odd; Rule::coin_tossing ranks any list",
        wrong);
  }
};

// List ranking by contraction: an independent set leaves, again and again, until the list has no
// more than options.limit nodes; those are ranked by pointer jumping or by the algorithm that the
// caller asks for, and what left is re-inserted in reverse order. After Duan 2019, 1.3, who
// contracts once, with Cole and Vishkin's symmetry breaking in place of the even indices. O(n)
// work, O(log n) levels for one list; deterministic.
//
// Memory beyond the arguments: 17.1 bytes a node for 32-bit indices, 33.1 for 64-bit ones.
template <class Space, class Word>
class IndependentSet final : public Algorithm<Space, Word> {
 public:
  IndependentSet(Space const& exec, std::size_t capacity, ListRankOptions const& options)
      : options_(options.independent_set),
        contraction_(exec, capacity, level_sum),
        ranker_(make_reduced_ranker<Space, Word>(exec, capacity, options)) {}

  RankOutcome run(Problem<Space, Word> const& problem) override {
    auto const& exec = problem.exec;
    PhaseTimer<Space> timer(exec, problem.report);
    RankOutcome outcome = check_before_contraction(problem);
    timer.done("check");
    if (!outcome.complete || problem.size() == 0) return outcome;

    contraction_.start(problem);
    if (options_.rule == IndependentSetOptions::Rule::even_index) {
      contract_with(exec, EvenIndex<Space, Word>());
    } else {
      contract_with(exec, CoinTossing<Space, Word>());
    }
    outcome.complete = !contraction_.is_faulty(exec);
    timer.done("contract");
    if (!outcome.complete) return outcome;

    outcome.complete = contraction_.rank_remaining(exec, ranker_.get());
    timer.done("rank remaining");
    if (!outcome.complete) return outcome;

    while (contraction_.levels() > 0) contraction_.reinsert(exec);
    timer.done("reinsert");
    exec.fence("yoke::list_rank: independent set");
    return outcome;
  }

 private:
  // A level is two thirds of the last one, on random lists, so that the sum tends to 3.
  static constexpr double level_sum = 4;

  template <class Rule>
  void contract_with(Space const& exec, Rule rule) {
    while (contraction_.size() > options_.limit && contraction_.contract(exec, rule)) {
    }
  }

  IndependentSetOptions options_;
  ListContraction<Space, Word> contraction_;
  AlgorithmPtr<Space, Word> ranker_;
};

}  // namespace yoke::detail::list_ranking
