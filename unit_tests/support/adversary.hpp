#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "yoke/detail/primitives/walk.hpp"

namespace yoke_test {

// All of 0..size-1 in ascending order, but those that `is_last` come last.
template <class IsLast>
std::vector<std::uint32_t> order_with_last(std::size_t size, IsLast const& is_last) {
  std::vector<std::uint32_t> order(size);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_partition(order.begin(), order.end(),
                        [&](std::uint32_t node) { return !is_last(node); });
  return order;
}

// Lists by somebody who knows where the splitters are: one walker meets nearly all nodes.
inline std::vector<std::uint32_t> splitters_last(std::size_t size, int log_length,
                                                 std::uint64_t seed, std::size_t lists) {
  yoke::detail::Splitters<std::uint32_t> const splitters(size, log_length, seed);
  auto const order =
      order_with_last(size, [&](std::uint32_t node) { return splitters.contains(node); });
  std::vector<std::uint32_t> successor(size);
  for (std::size_t k = 0; k < size; ++k) {
    // Further lists are cut off where there are only splitters.
    bool const ends = k + 1 == size || k + lists >= size;
    successor[order[k]] = order[ends ? k : k + 1];
  }
  return successor;
}

}  // namespace yoke_test
