#pragma once

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

#include "yoke/detail/list_ranking/algorithm.hpp"

namespace yoke::detail {

// An unsigned word as wide as Index: what kernels are written for.
template <class Index>
using WordOf = std::conditional_t<sizeof(Index) == 4, std::uint32_t, std::uint64_t>;

// `end` as kernels apply it. Throws where a Word cannot hold its value; `option` names it.
template <class Word>
TailRule<Word> end_rule(Tail end, std::string const& option) {
  bool const fits = end.end_value() <= std::numeric_limits<Word>::max() ||
                    end.end_value() == Tail::minus_one().end_value();
  if (!fits) {
    throw std::invalid_argument(option + " is the value " + std::to_string(end.end_value()) +
                                ", which the indices' type cannot hold");
  }
  return {static_cast<Word>(end.end_value()), end.is_self_loop()};
}

inline void check_same_size(std::string const& caller, char const* one, std::size_t one_size,
                            char const* other, std::size_t other_size) {
  if (one_size == other_size) return;
  throw std::invalid_argument(caller + ": " + one + " has " + std::to_string(one_size) +
                              " elements and " + other + " has " + std::to_string(other_size));
}

// Throws where Index cannot number `count` things and keep one value free.
template <class Index>
void check_index_holds(std::string const& caller, char const* argument, std::uint64_t count) {
  std::uint64_t const largest = static_cast<std::uint64_t>(std::numeric_limits<Index>::max());
  if (count <= largest) return;
  throw std::invalid_argument(caller + ": " + argument + "'s type holds values up to " +
                              std::to_string(largest) + ", too small for " + std::to_string(count) +
                              " elements");
}

}  // namespace yoke::detail
