#pragma once

#include <cstddef>
#include <memory>

#include "yoke/detail/spaces.hpp"

namespace yoke::detail::trees {

// list_rank of up to `capacity` arcs, with memory that belongs to the plan whose ledger is open.
template <class Space, class Word>
class ArcRanking {
 public:
  ArcRanking(Space const& exec, std::size_t capacity);
  ~ArcRanking();

  void run(Array<Space, Word const> successor, Array<Space, Word> rank);

 private:
  struct Plan;
  std::unique_ptr<Plan> plan_;
};

}  // namespace yoke::detail::trees
