#pragma once

#include <memory>

#include "frame/ranks/rank_solver.hpp"
#include "yoke/detail/list_scan/ranks/line_scan.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/list_ranking_options.hpp"

namespace yoke::detail::mpi {

// Finds the places of nodes of which each rank has a part (list_placer.cpp). Compiled for words of
// 32 and 64 bits.
template <class Space, class Word>
class ListPlacer {
 public:
  ListPlacer();
  ~ListPlacer();
  ListPlacer(ListPlacer&&) noexcept;
  ListPlacer& operator=(ListPlacer&&) noexcept;

  // `sizes` are those of the ranks' nodes. Obeys the options' tail, seed and validate. What it
  // returns stays until the next call. Throws InvalidInput on behalf of yoke::list_rank: lists that
  // run into each other are always found.
  Line<Word> run(Network<Space>& ranks, RankSizes const& sizes, RawArray<Word const> successor,
                 ListRankOptions const& options);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace yoke::detail::mpi
