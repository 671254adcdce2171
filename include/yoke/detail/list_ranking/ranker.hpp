#pragma once

#include <cstddef>
#include <memory>

#include "yoke/detail/views.hpp"
#include "yoke/list_ranking_options.hpp"

namespace yoke::detail {

// The compiled half of yoke::ListRankPlan, instantiated in the library for every enabled space,
// for yoke::Hybrid, and for 32- and 64-bit words.
template <class Executor, class Word>
class ListRanker {
 public:
  ListRanker(Executor const& executor, std::size_t capacity, ListRankOptions const& options,
             bool index_is_signed);
  ~ListRanker();
  ListRanker(ListRanker&&) noexcept;
  ListRanker& operator=(ListRanker&&) noexcept;

  std::size_t run(RawArray<Word const> successor, RawArray<Word const> heads, RawArray<Word> rank,
                  bool rank_is_signed);
  ListRankAlgorithm algorithm() const;
  std::size_t workspace_bytes() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace yoke::detail
