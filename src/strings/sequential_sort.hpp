#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "strings/text.hpp"
#include "yoke/sort_options.hpp"

namespace yoke::detail::strings {

// The standard library's stable sort: the oracle. Takes half as many indices while it runs.
template <class Index>
void sort_sequentially(Text const& text, std::uint64_t size, Index* permutation, SortOrder order) {
  auto const is_less = [&text](Index one, Index other) {
    auto const a = text[one], b = text[other];
    return text.is_less(a, b, text.common(a, b, 0, ~std::uint64_t(0)));
  };
  std::iota(permutation, permutation + size, Index(0));
  if (order == SortOrder::ascending) {
    std::stable_sort(permutation, permutation + size, is_less);
  } else {
    std::stable_sort(permutation, permutation + size,
                     [&](Index one, Index other) { return is_less(other, one); });
  }
}

}  // namespace yoke::detail::strings
