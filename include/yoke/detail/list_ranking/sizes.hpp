#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/views.hpp"

namespace yoke::detail {

// The preconditions on the Views' types and sizes, which cost O(1) to see.

template <class Executor, class Index, class V>
constexpr void check_index_view() {
  static_assert(V::rank == 1, "yoke::list_rank: successor and heads must be one-dimensional Views");
  static_assert(std::is_same_v<typename V::non_const_value_type, Index>,
                "yoke::list_rank: successor and heads must hold the same integer type as the plan");
  static_assert(is_accessible<Executor, typename V::memory_space>(),
                "yoke::list_rank: the execution space cannot access the memory of successor or "
                "heads; copy them, or call with a yoke::Hybrid");
}

template <class Executor, class Index, class V>
constexpr void check_rank_view() {
  static_assert(V::rank == 1, "yoke::list_rank: rank must be a one-dimensional View");
  static_assert(!std::is_const_v<typename V::value_type> &&
                    std::is_integral_v<typename V::value_type> &&
                    sizeof(typename V::value_type) == sizeof(Index),
                "yoke::list_rank: rank must hold integers as wide as those of successor");
  static_assert(is_accessible<Executor, typename V::memory_space>(),
                "yoke::list_rank: the execution space cannot access the memory of rank; copy it "
                "back yourself, or call with a yoke::Hybrid");
}

inline void check_sizes(std::size_t successor, std::size_t heads, std::size_t rank) {
  check_same_size("yoke::list_rank", "successor", successor, "rank", rank);
  if (heads > successor) {
    throw std::invalid_argument("yoke::list_rank: successor has " + std::to_string(successor) +
                                " elements and heads has " + std::to_string(heads));
  }
}

inline void check_capacity(std::size_t successor, std::size_t capacity) {
  if (successor <= capacity) return;
  throw std::invalid_argument("yoke::list_rank: successor has " + std::to_string(successor) +
                              " elements and the plan was made for " + std::to_string(capacity));
}

// What a plan and its call check, before a plan for them is made.
template <class Index, class RankIndex>
void check_arrays(std::size_t successor, std::size_t heads, std::size_t rank) {
  check_sizes(successor, heads, rank);
  check_index_holds<Index>("yoke::list_rank", "successor", successor);
  check_index_holds<RankIndex>("yoke::list_rank", "rank", rank);
}

}  // namespace yoke::detail
