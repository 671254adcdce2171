#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "primitives/findings.hpp"
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

// The vertex whose row holds `arc`, asked for on the host, for a message.
template <class Space, class Vertex, class Offset>
std::uint64_t source_of_arc(Space const& exec, CsrView<Space, Vertex, Offset> const& rows,
                            std::uint64_t arc) {
  std::uint64_t low = 0, high = rows.vertices();
  while (high - low > 1) {
    std::uint64_t const middle = low + (high - low) / 2;
    (element(exec, rows.offsets, middle) <= arc ? low : high) = middle;
  }
  return low;
}

}  // namespace yoke::detail
