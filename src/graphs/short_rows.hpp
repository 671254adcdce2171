#pragma once

#include <cstdint>

namespace yoke::detail::graphs {

// Few arcs a vertex: a row in place is one sector of 32 bytes whatever is read of it, so a copy of
// all rows moves no more than two looks at each do.
inline bool has_short_rows(std::uint64_t vertices, std::uint64_t arcs) {
  return arcs < 8 * vertices;
}

}  // namespace yoke::detail::graphs
