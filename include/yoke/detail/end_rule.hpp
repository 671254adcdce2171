#pragma once

#include <Kokkos_Macros.hpp>
#include <limits>
#include <stdexcept>
#include <string>

#include "yoke/tail.hpp"

namespace yoke::detail {

// Is `next`, found at `node`, the mark of a list's end?
template <class Word>
struct TailRule {
  Word end_value;
  bool self_loop;

  KOKKOS_FUNCTION bool operator()(Word node, Word next) const {
    return next == (self_loop ? node : end_value);
  }
};

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

}  // namespace yoke::detail
