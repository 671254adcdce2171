#pragma once

#include <cmath>
#include <memory>

#include "list_ranking/bit_source.hpp"
#include "list_ranking/independent_set.hpp"

namespace yoke::detail::list_ranking {

// A node leaves where its bit is 1 and both of its neighbours' are 0 (Algorithm 10, line 7): one in
// eight.
template <class Space, class Links>
struct IsOneBeforeZero {
  Links links;
  Array<Space, std::uint32_t const> bits;
  KOKKOS_FUNCTION bool operator()(std::uint64_t i) const {
    return bit_at(bits, i) && !bit_at(bits, links(i).next);  // never of a tail, its own next
  }
};

template <class Space>
struct IsolatedOnes {
  Array<Space, std::uint32_t const> bits;

  template <class Links>
  Array<Space, std::uint32_t const> choose(Space const& exec, Links const& links,
                                           std::uint64_t size,
                                           Array<Space, std::uint32_t> candidates,
                                           Array<Space, unsigned char>) const {
    pack_bits(exec, size, IsOneBeforeZero<Space, Links>{links, bits}, candidates);
    return bits;
  }
};

// List ranking by fractional independent sets (Banerjee's thesis, 6.3, Algorithm 10). Phase I: in
// each of r iterations an eighth of the nodes leaves, chosen by random bits. Phase II: the rest,
// (7/8)^r of the list, is ranked by pointer jumping or as the caller asks. Phase III: what left is
// re-inserted in reverse order. O(n + (7/8)^r n log n) work; deterministic for a seed, and the
// ranks for any.
//
// Memory beyond the arguments: at most 18.4 bytes a node for 32-bit indices, 34.4 for 64-bit ones,
// with bits made in place.
template <class Space, class Word>
class FractionalIndependentSet final : public Algorithm<Space, Word> {
 public:
  FractionalIndependentSet(Space const& exec, std::size_t capacity, std::size_t iterations,
                           std::unique_ptr<BitSource<Space>> source, ListRankOptions const& options)
      : iterations_(iterations),
        limit_(options.independent_set.limit),
        goes_on_(options.reduced_algorithm == ListRankAlgorithm::independent_set),
        timeline_(options.timeline),
        source_(std::move(source)),
        contraction_(exec, capacity, level_sum(iterations) + (goes_on_ ? 4 : 0)),
        ranker_(make_reduced_ranker<Space, Word>(exec, capacity, options)) {}

  RankOutcome run(Problem<Space, Word> const& problem) override {
    auto const& exec = problem.exec;
    PhaseTimer<Space> timer(exec, problem.report);
    RankOutcome outcome = check_before_contraction(problem);
    timer.done("check");
    if (!outcome.complete || problem.size() == 0) return outcome;

    contract(problem);
    outcome.complete = !contraction_.is_faulty(exec);
    timer.done("phase I");
    if (!outcome.complete) return outcome;

    outcome.complete = rank_reduced(exec);
    timer.done("phase II");
    if (!outcome.complete) return outcome;

    while (contraction_.levels() > 0) contraction_.reinsert(exec);
    timer.done("phase III");
    exec.fence("yoke::list_rank: fractional independent set");
    return outcome;
  }

 private:
  // The sum of the levels' sizes, in sizes of the list, and a little for chance.
  static double level_sum(std::size_t iterations) {
    return 8 * (1 - std::pow(0.875, static_cast<double>(iterations))) + 0.125;
  }

  void contract(Problem<Space, Word> const& problem) {
    contraction_.start(problem);
    std::atomic<std::uint64_t> remaining = contraction_.size();
    source_->feed(
        problem.exec, iterations_, remaining,
        [&](std::size_t, Array<Space, std::uint32_t const> bits) {
          IsolatedOnes<Space> rule{bits};
          bool const go_on = contraction_.contract(problem.exec, rule);
          remaining = contraction_.size();
          return go_on;
        },
        problem.report, timeline_);
  }

  bool rank_reduced(Space const& exec) {
    CoinTossing<Space, Word> rule;
    while (goes_on_ && contraction_.size() > limit_ && contraction_.contract(exec, rule)) {
    }
    if (goes_on_ && contraction_.is_faulty(exec)) return false;
    return contraction_.rank_remaining(exec, ranker_.get());
  }

  std::size_t iterations_, limit_;
  bool goes_on_;  // in phase II, by independent sets
  Timeline* timeline_;
  std::unique_ptr<BitSource<Space>> source_;
  ListContraction<Space, Word> contraction_;
  AlgorithmPtr<Space, Word> ranker_;
};

// The options' iterations, or the best ones. On a host pointer jumping is so fast in one array of
// packed cells, where it profits from the jumps of the same round, that little contraction pays: of
// 1 to 22 iterations 2 were best for 32-bit words, 8 for 64-bit ones (docs/results/log_sets.md).
// For a device it is the thesis's 4 log log n, at 2^27. Throws std::invalid_argument where the
// options are out of range.
template <class Space, class Word>
std::size_t removal_iterations(FractionalIndependentSetOptions const& options) {
  constexpr int most = 64;
  if (options.iterations < 0 || options.iterations > most) {
    throw std::invalid_argument(
        "yoke::list_rank: options.fractional_independent_set.iterations is " +
        std::to_string(options.iterations) + "; it must be 0 to " + std::to_string(most));
  }
  if (options.iterations > 0) return static_cast<std::size_t>(options.iterations);
  if (!runs_on_host<Space>) return 19;
  return JumpCells<Space, Word>::is_packed ? 2 : 8;
}

}  // namespace yoke::detail::list_ranking
