#pragma once

#include <limits>
#include <stdexcept>
#include <string>

#include "yoke/detail/list_ranking/algorithm.hpp"
#include "yoke/detail/list_ranking/sizes.hpp"
#include "yoke/detail/views.hpp"

namespace yoke::detail {

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

inline void check_capacity(std::size_t successor, std::size_t capacity) {
  if (successor <= capacity) return;
  throw std::invalid_argument("yoke::list_rank: successor has " + std::to_string(successor) +
                              " elements and the plan was made for " + std::to_string(capacity));
}

}  // namespace yoke::detail
