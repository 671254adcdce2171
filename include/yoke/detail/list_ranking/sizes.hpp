#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>

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
  if (successor != rank) {
    throw std::invalid_argument("yoke::list_rank: successor has " + std::to_string(successor) +
                                " elements and rank has " + std::to_string(rank));
  }
  if (heads > successor) {
    throw std::invalid_argument("yoke::list_rank: successor has " + std::to_string(successor) +
                                " elements and heads has " + std::to_string(heads));
  }
}

// Throws where a type that holds no more than `largest` cannot number n nodes. That value itself
// stays free: it may mark a tail.
inline void check_width(char const* argument, std::size_t n, std::uint64_t largest) {
  if (n <= largest) return;
  throw std::invalid_argument(std::string("yoke::list_rank: ") + argument +
                              "'s type holds values up to " + std::to_string(largest) +
                              ", too small for " + std::to_string(n) + " nodes");
}

// What a plan and its call check, before a plan for them is made.
template <class Index, class RankIndex>
void check_arrays(std::size_t successor, std::size_t heads, std::size_t rank) {
  check_sizes(successor, heads, rank);
  check_width("successor", successor, std::numeric_limits<Index>::max());
  check_width("rank", rank, static_cast<std::uint64_t>(std::numeric_limits<RankIndex>::max()));
}

}  // namespace yoke::detail
