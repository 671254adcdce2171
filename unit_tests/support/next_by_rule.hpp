#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "support/squares.hpp"

namespace yoke_test {

// The rule, in the plainest way: blocks of 128 vertices, one after the other.
template <class Weight>
std::pair<Square<Weight>, Square<std::uint32_t>> next_by_rule(Square<Weight> distances) {
  using Wide = std::conditional_t<std::is_integral_v<Weight>, std::int64_t, Weight>;
  std::size_t const n = distances.n;
  Square<std::uint32_t> next(n);
  for (std::size_t i = 0; i < n; ++i) {
    distances(i, i) = std::min<Weight>(distances(i, i), 0);
    for (std::size_t j = 0; j < n; ++j) {
      next(i, j) =
          distances(i, j) < far<Weight> ? static_cast<std::uint32_t>(j) : ~std::uint32_t(0);
    }
  }
  for (std::size_t first = 0; first < n; first += 128) {
    std::size_t const end = std::min(first + 128, n);
    auto const before = distances;
    auto const sum = [&](std::size_t i, std::size_t k, std::size_t j, auto const& rest) {
      Weight const a = distances(i, k), b = rest(k, j);
      return a < far<Weight> && b < far<Weight> ? Wide(a) + Wide(b) : Wide(far<Weight>);
    };
    for (std::size_t k = first; k < end; ++k) {
      for (std::size_t i = 0; i < n; ++i) {
        if (distances(i, k) == far<Weight>) continue;
        for (std::size_t j = 0; j < n; ++j) {
          if (!(sum(i, k, j, distances) < distances(i, j))) continue;
          distances(i, j) = static_cast<Weight>(sum(i, k, j, distances));
          if (j >= first && j < end) next(i, j) = next(i, k);
        }
      }
    }
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        if ((j >= first && j < end) || !(distances(i, j) < before(i, j))) continue;
        std::size_t best = first;
        for (std::size_t k = first; k < end; ++k) {
          if (sum(i, k, j, before) < sum(i, best, j, before)) best = k;
        }
        next(i, j) = next(i, best);
      }
    }
  }
  return {distances, next};
}

}  // namespace yoke_test
