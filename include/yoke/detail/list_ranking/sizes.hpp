#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

namespace yoke::detail {

// The preconditions on the arrays' sizes, which cost O(1) to see.

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
