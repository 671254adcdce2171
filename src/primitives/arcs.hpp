#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>

#include "yoke/detail/graphs/raw_graph.hpp"
#include "yoke/detail/spaces.hpp"

namespace yoke::detail {

// Arcs in chunks of equal size, whatever the degrees: the work of a thread.
struct ArcChunks {
  std::uint64_t arcs, chunk;

  template <class Space>
  static ArcChunks of(Space const&, std::uint64_t arcs) {
    return {arcs, runs_on_host<Space> ? 2048u : 16u};
  }
  std::uint64_t count() const { return (arcs + chunk - 1) / chunk; }
  KOKKOS_FUNCTION std::uint64_t begin(std::uint64_t i) const { return i * chunk; }
  KOKKOS_FUNCTION std::uint64_t end(std::uint64_t i) const {
    return (i + 1) * chunk < arcs ? (i + 1) * chunk : arcs;
  }
};

// Calls visit(vertex, arc) for the arcs from `begin` to `end` - 1.
template <class Rows, class Visit>
KOKKOS_FUNCTION void for_each_arc(Rows const& rows, std::uint64_t begin, std::uint64_t end,
                                  Visit const& visit) {
  if (begin >= end) return;
  std::uint64_t v = rows.row_of(begin);
  for (std::uint64_t arc = begin; arc < end; ++arc) {
    while (rows.end(v) <= arc) ++v;
    visit(v, arc);
  }
}

}  // namespace yoke::detail
