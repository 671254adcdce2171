#pragma once

#include <Kokkos_Profiling_ScopedRegion.hpp>

#include "yoke/detail/list_ranking/one_space_ranker.hpp"
#include "yoke/detail/list_ranking/ranker.hpp"
#include "yoke/detail/list_ranking/sizes.hpp"

namespace yoke::detail {

// What runs a call once its sizes are checked: of one space here, of both in hybrid_ranker.hpp.
template <class Executor, class Word>
class RankEngine {
 public:
  RankEngine(Executor const& exec, std::size_t capacity, ListRankOptions const& options)
      : timeline_(options.timeline), ranker_(exec, capacity, options) {}

  std::size_t run(RawArray<Word const> successor, RawArray<Word const> heads, RawArray<Word> rank) {
    return ranker_.run(successor, heads, rank, timeline_,
                       runs_on_host<Executor> ? Lane::host : Lane::device);
  }
  ListRankAlgorithm algorithm() const { return ranker_.algorithm(); }
  std::size_t workspace_bytes() const { return ranker_.workspace_bytes(); }

 private:
  Timeline* timeline_;
  OneSpaceRanker<Executor, Word> ranker_;
};

// The largest value of the integer type that a caller's words have.
template <class Word>
std::uint64_t largest_value(bool is_signed) {
  return std::numeric_limits<Word>::max() >> (is_signed ? 1 : 0);
}

template <class Executor, class Word>
struct ListRanker<Executor, Word>::State {
  State(Executor const& executor, std::size_t n, ListRankOptions const& options)
      : capacity(n), report(options.report), engine(executor, n, options) {}

  std::size_t capacity;
  ListRankReport* report;
  RankEngine<Executor, Word> engine;
};

template <class Executor, class Word>
ListRanker<Executor, Word>::ListRanker(Executor const& executor, std::size_t capacity,
                                       ListRankOptions const& options, bool index_is_signed) {
  check_index_holds("yoke::list_rank", "successor", capacity, largest_value<Word>(index_is_signed));
  state_ = std::make_unique<State>(executor, capacity, options);
}
template <class Executor, class Word>
ListRanker<Executor, Word>::~ListRanker() = default;
template <class Executor, class Word>
ListRanker<Executor, Word>::ListRanker(ListRanker&&) noexcept = default;
template <class Executor, class Word>
ListRanker<Executor, Word>& ListRanker<Executor, Word>::operator=(ListRanker&&) noexcept = default;

template <class Executor, class Word>
std::size_t ListRanker<Executor, Word>::run(RawArray<Word const> successor,
                                            RawArray<Word const> heads, RawArray<Word> rank,
                                            bool rank_is_signed) {
  check_sizes(successor.size, heads.size, rank.size);
  check_capacity(successor.size, state_->capacity);
  check_index_holds("yoke::list_rank", "rank", successor.size, largest_value<Word>(rank_is_signed));
  if (state_->report) {
    *state_->report = {};
    state_->report->algorithm = algorithm();
  }
  if (successor.size == 0) return 0;
  Kokkos::Profiling::ScopedRegion const region("yoke::list_rank");
  return state_->engine.run(successor, heads, rank);
}

template <class Executor, class Word>
ListRankAlgorithm ListRanker<Executor, Word>::algorithm() const {
  return state_->engine.algorithm();
}
template <class Executor, class Word>
std::size_t ListRanker<Executor, Word>::workspace_bytes() const {
  return state_->engine.workspace_bytes();
}

}  // namespace yoke::detail
