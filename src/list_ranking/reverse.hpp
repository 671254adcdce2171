#pragma once

#include "yoke/detail/end_rule.hpp"
#include "yoke/detail/spaces.hpp"

namespace yoke::detail::list_ranking {

// predecessor(i) is the node before i, or i itself at a head. Successors out of range are passed
// over; of two nodes with one successor, either wins.
template <class Space, class Word>
void reverse_list(Space const& exec, Array<Space, Word const> successor, TailRule<Word> tail,
                  Array<Space, Word> predecessor) {
  std::uint64_t const n = successor.extent(0);
  Kokkos::parallel_for(
      "yoke::list_rank::reverse_init", WideRange<Space>(exec, 0, n),
      KOKKOS_LAMBDA(std::uint64_t i) { predecessor(i) = static_cast<Word>(i); });
  Kokkos::parallel_for(
      "yoke::list_rank::reverse", WideRange<Space>(exec, 0, n), KOKKOS_LAMBDA(std::uint64_t i) {
        Word const next = successor(i);
        if (next < n && !tail(static_cast<Word>(i), next)) predecessor(next) = static_cast<Word>(i);
      });
}

}  // namespace yoke::detail::list_ranking
