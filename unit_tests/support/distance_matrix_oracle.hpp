#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include "yoke/all_pairs_distances_options.hpp"

// What a matrix of distances says, in the plainest way.

namespace yoke_test {

// Numbers as of a directed graph: some pairs have no path, and some rows reach nothing. The
// diagonal has no distances, as it must not count.
template <class Weight>
std::vector<Weight> distance_matrix(std::size_t n, Weight largest) {
  std::mt19937_64 random(n + 1);
  std::vector<Weight> rows(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    bool const reaches_none = random() % 9 == 0;
    for (std::size_t j = 0; j < n; ++j) {
      double const share = static_cast<double>(random() >> 11) * 0x1p-53;
      bool const has_path = !reaches_none && random() % 4 > 0;
      Weight const beyond = std::is_integral_v<Weight> && random() % 2 == 0
                                ? std::numeric_limits<Weight>::max()
                                : yoke::unreachable_distance<Weight>;
      if (i == j) {
        bool const is_nan = std::is_floating_point_v<Weight> && random() % 2 == 0;
        rows[i * n + j] = is_nan ? std::numeric_limits<Weight>::quiet_NaN() : Weight(-1);
        continue;
      }
      rows[i * n + j] =
          has_path ? static_cast<Weight>(share * static_cast<double>(largest)) : beyond;
    }
  }
  return rows;
}

template <class Weight>
struct DistanceMatrixOracle {
  std::vector<Weight> eccentricity;
  std::vector<double> closeness;
  Weight diameter = 0;
  std::size_t from = 0, to = 0;

  DistanceMatrixOracle(std::vector<Weight> const& rows, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) take_row(i, rows, n);
  }

 private:
  void take_row(std::size_t i, std::vector<Weight> const& rows, std::size_t n) {
    using Sum = std::conditional_t<std::is_integral_v<Weight>, __int128, double>;
    Weight farthest = 0;
    Sum sum = 0;
    double reached = 0;
    // Blocks of 512 in their order, and integers exactly.
    for (std::size_t begin = 0; begin < n; begin += 512) {
      Sum block = 0;
      for (std::size_t j = begin; j < std::min(begin + 512, n); ++j) {
        Weight const distance = j == i ? Weight(0) : rows[i * n + j];
        if (distance >= yoke::unreachable_distance<Weight>) continue;
        block += static_cast<Sum>(distance);
        ++reached;
        farthest = std::max(farthest, distance);
        if (distance > diameter) {
          diameter = distance;
          from = i;
          to = j;
        }
      }
      sum += block;
    }
    eccentricity.push_back(farthest);
    double const others = reached - 1, all = static_cast<double>(sum);
    closeness.push_back(all > 0 ? others / all * (others / (static_cast<double>(n) - 1)) : 0);
  }
};

}  // namespace yoke_test
