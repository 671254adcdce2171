#pragma once

#include <limits>
#include <stdexcept>
#include <string>

#include "yoke/detail/list_ranking/algorithm.hpp"
#include "yoke/detail/views.hpp"

namespace yoke::detail {

// The preconditions that cost O(1) to see.

// Throws where a type of Word's width cannot number n nodes. Its largest value stays free: it may
// mark a tail.
template <class Word>
void check_width(char const* argument, std::size_t n, bool is_signed) {
  std::uint64_t const largest = std::numeric_limits<Word>::max() >> (is_signed ? 1 : 0);
  if (n <= largest) return;
  throw std::invalid_argument(std::string("yoke::list_rank: ") + argument +
                              "'s type holds values up to " + std::to_string(largest) +
                              ", too small for " + std::to_string(n) + " nodes");
}

template <class Word>
TailRule<Word> make_tail_rule(Tail tail) {
  bool const fits = tail.end_value() <= std::numeric_limits<Word>::max() ||
                    tail.end_value() == Tail::minus_one().end_value();
  if (!fits) {
    throw std::invalid_argument("yoke::list_rank: options.tail is the value " +
                                std::to_string(tail.end_value()) +
                                ", which successor's type cannot hold");
  }
  return {static_cast<Word>(tail.end_value()), tail.is_self_loop()};
}

inline void check_sizes(std::size_t successor, std::size_t rank, std::size_t capacity) {
  if (successor != rank) {
    throw std::invalid_argument("yoke::list_rank: successor has " + std::to_string(successor) +
                                " elements and rank has " + std::to_string(rank));
  }
  if (successor > capacity) {
    throw std::invalid_argument("yoke::list_rank: successor has " + std::to_string(successor) +
                                " elements and the plan was made for " + std::to_string(capacity));
  }
}

}  // namespace yoke::detail
