#pragma once

#include <bit>
#include <limits>
#include <sstream>
#include <string>
#include <type_traits>

#include "yoke/detail/sorting/capability.hpp"

namespace yoke::detail::sorting {

// A key as messages show it.
template <class Word>
std::string show_key(Word word, KeyKind kind) {
  using Floating = std::conditional_t<sizeof(Word) == 4, float, double>;
  std::ostringstream text;
  text.precision(std::numeric_limits<Floating>::max_digits10);
  if (kind == KeyKind::is_floating) {
    text << std::bit_cast<Floating>(word);
  } else if (kind == KeyKind::is_signed) {
    text << static_cast<std::make_signed_t<Word>>(word);
  } else {
    text << word;
  }
  return text.str();
}

}  // namespace yoke::detail::sorting
