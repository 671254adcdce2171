#pragma once

#include "list_ranking/algorithm.hpp"

namespace yoke::detail::list_ranking {

// What a contraction leaves: the nodes that stay, numbered anew, as lists with weights. A node
// weighs as many nodes of the input as it stands for: itself and those that left behind it.
template <class Space, class Word>
struct ReducedList {
  using Cells = JumpCells<Space, Word>;
  Cells links;  // a tail's weight is 0
  Array<Space, Word const> heads;
  Array<Space, Word> rank;

  std::uint64_t size() const { return rank.extent(0); }
  KOKKOS_FUNCTION Word head(std::uint64_t list) const { return heads(list); }
  KOKKOS_FUNCTION JumpCell<Word> load(Word node) const {
    auto const link = links.load(node);
    return {link.next, static_cast<Word>(link.sum + (link.next == Cells::end))};
  }
  KOKKOS_FUNCTION void set_weight_to_end(std::uint64_t node, Word weight) const {
    rank(node) = weight - 1;
  }
};

// The algorithm for options.reduced_algorithm, or null where the contraction ranks its rest itself.
template <class Space, class Word>
AlgorithmPtr<Space, Word> make_reduced_ranker(Space const& exec, std::size_t capacity,
                                              ListRankOptions const& options) {
  switch (options.reduced_algorithm) {
    case ListRankAlgorithm::sequential:
      return make_sequential<Space, Word>(exec, capacity, options);
    case ListRankAlgorithm::helman_jaja:
      return make_helman_jaja<Space, Word>(exec, capacity, options);
    case ListRankAlgorithm::random_splitter:
      return make_random_splitter<Space, Word>(exec, capacity, options);
    default:
      return nullptr;
  }
}

}  // namespace yoke::detail::list_ranking
