#pragma once

#include <cstddef>
#include <memory>

#include "frame/ranks/rank_solver.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/list_ranking_options.hpp"

namespace yoke::detail::mpi {

// Ranks lists of which each rank has a part of the nodes (list_ranker_impl.hpp). Compiled for words
// of 32 and 64 bits.
template <class Space, class Word>
class ListRanker {
 public:
  ListRanker();
  ~ListRanker();
  ListRanker(ListRanker&&) noexcept;
  ListRanker& operator=(ListRanker&&) noexcept;

  // `sizes` are those of the ranks' nodes. Returns the number of lists. `heads` are those that this
  // rank gives; null on all ranks where none are given.
  std::size_t run(Network<Space>& ranks, RankSizes const& sizes, RawArray<Word const> successor,
                  RawArray<Word const> const* heads, RawArray<Word> rank,
                  ListRankOptions const& options);
  // The place of each node where the lists stand one after the other, in any order of the lists.
  // Returns their number. Where lists run into each other two nodes may have one place.
  std::size_t places(Network<Space>& ranks, RankSizes const& sizes, RawArray<Word const> successor,
                     RawArray<Word> place, ListRankOptions const& options);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace yoke::detail::mpi
