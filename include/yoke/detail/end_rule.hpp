#pragma once

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/list_ranking/algorithm.hpp"
#include "yoke/detail/views.hpp"

namespace yoke::detail {

// `end` as kernels apply it. Throws where a Word cannot hold its value; `option` names it.
template <class Word>
list_ranking::TailRule<Word> end_rule(Tail end, std::string const& option) {
  bool const fits = end.end_value() <= std::numeric_limits<Word>::max() ||
                    end.end_value() == Tail::minus_one().end_value();
  if (!fits) {
    throw std::invalid_argument(option + " is the value " + std::to_string(end.end_value()) +
                                ", which the indices' type cannot hold");
  }
  return {static_cast<Word>(end.end_value()), end.is_self_loop()};
}

}  // namespace yoke::detail
