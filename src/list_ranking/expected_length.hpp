#pragma once

#include <cmath>

namespace yoke::detail::list_ranking {

// The expected number of nodes in the j-th shortest, j from 1, of p sublists that random splitters
// make of a list of n nodes (Reid-Miller; Dehne and Yogaratnam, 3.2, Table 3).
inline double expected_sublist_length(double n, double p, double j) {
  return n / p * std::log(p / (p - j + 0.5));
}

}  // namespace yoke::detail::list_ranking
