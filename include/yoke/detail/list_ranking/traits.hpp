#pragma once

#include "yoke/detail/list_ranking/algorithm.hpp"

namespace yoke::detail {

// What differs between the spaces, and the measurement that says so (docs/results/list_ranking.md).
template <class Space, bool OnHost = runs_on_host<Space>>
struct ListRankTraits;

template <class Space>
struct ListRankTraits<Space, true> {
  static ListRankAlgorithm algorithm_for(std::size_t n) {
    // Below this the list fits in a core's own cache, where one pointer is as fast as any.
    return n <= 8192 ? ListRankAlgorithm::sequential : ListRankAlgorithm::sublist_walk;
  }
};

template <class Space>
struct ListRankTraits<Space, false> {
  static ListRankAlgorithm algorithm_for(std::size_t n) {
    return n <= 8192 ? ListRankAlgorithm::wyllie : ListRankAlgorithm::sublist_walk;
  }
};

}  // namespace yoke::detail
