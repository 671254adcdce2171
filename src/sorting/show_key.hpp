#pragma once

#include <bit>
#include <string>
#include <type_traits>

#include "yoke/detail/sorting/capability.hpp"
#include "yoke/messages.hpp"

namespace yoke::detail::sorting {

// A key as messages show it.
template <class Word>
std::string show_key(Word word, KeyKind kind) {
  using Floating = std::conditional_t<sizeof(Word) == 4, float, double>;
  if (kind == KeyKind::is_floating) return show_number(std::bit_cast<Floating>(word));
  if (kind == KeyKind::is_signed) return show_number(static_cast<std::make_signed_t<Word>>(word));
  return show_number(word);
}

}  // namespace yoke::detail::sorting
