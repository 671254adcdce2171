#pragma once

#include "yoke/detail/primitives/walk.hpp"
#include "yoke/detail/spaces.hpp"

namespace yoke::detail::list_ranking {

template <class Space, class Word>
struct SetOwnPredecessor {
  Array<Space, Word> predecessor;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { predecessor(i) = static_cast<Word>(i); }
};

template <class Space, class Word>
struct SetPredecessorOfNext {
  Array<Space, Word const> successor;
  TailRule<Word> tail;
  Array<Space, Word> predecessor;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    Word const node = static_cast<Word>(i), next = successor(i);
    if (next < successor.extent(0) && !tail(node, next)) predecessor(next) = node;
  }
};

// predecessor(i) is the node before i, or i itself at a head. Successors out of range are passed
// over; of two nodes with one successor, either wins.
template <class Space, class Word>
void reverse_list(Space const& exec, Array<Space, Word const> successor, TailRule<Word> tail,
                  Array<Space, Word> predecessor) {
  std::uint64_t const n = successor.extent(0);
  Kokkos::parallel_for("yoke::list_rank::reverse_init", WideRange<Space>(exec, 0, n),
                       SetOwnPredecessor<Space, Word>{predecessor});
  Kokkos::parallel_for("yoke::list_rank::reverse", WideRange<Space>(exec, 0, n),
                       SetPredecessorOfNext<Space, Word>{successor, tail, predecessor});
}

}  // namespace yoke::detail::list_ranking
