#pragma once

#include <cstdint>

#include "yoke/detail/primitives/hash.hpp"
#include "yoke/detail/views.hpp"

namespace yoke::detail::graphs {

// Few arcs a vertex: a row in place is one sector of 32 bytes whatever is read of it, so a copy of
// all rows moves no more than two looks at each do.
inline bool has_short_rows(std::uint64_t vertices, std::uint64_t arcs) {
  return arcs < 8 * vertices;
}

// Are degrees unequal, as in R-MAT graphs and social networks: has a quarter of a sample less than
// half of the mean? (Half of an R-MAT's rows are empty; of uniform graphs with 32 arcs a vertex no
// row in 1000 is that short.) `offsets` must be readable by the host; reads 64 rows.
template <class Offset>
bool has_unequal_degrees(RawArray<Offset const> offsets) {
  constexpr int rows = 64;
  if (offsets.size < 2) return false;
  std::uint64_t const vertices = offsets.size - 1;
  double const mean = static_cast<double>(offsets.data[vertices]) / static_cast<double>(vertices);
  int shorter = 0;
  for (int i = 0; i < rows; ++i) {
    std::uint64_t const v = hash(static_cast<std::uint64_t>(i)) % vertices;
    shorter += 2 * static_cast<double>(offsets.data[v + 1] - offsets.data[v]) < mean;
  }
  return 4 * shorter >= rows;
}

}  // namespace yoke::detail::graphs
