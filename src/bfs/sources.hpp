#pragma once

#include <string>
#include <type_traits>

#include "bfs/algorithm.hpp"
#include "primitives/findings.hpp"
#include "yoke/detail/graphs/sources.hpp"

namespace yoke::detail::bfs {

template <class Space, class Vertex>
struct FirstSourceOutOfRange {
  BfsSources<Space, Vertex> sources;
  std::uint64_t vertices;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& first) const {
    if (sources(i) >= vertices && i < first) first = i;
  }
};

// What a source is. The elements of its View may have been signed.
template <class Vertex>
std::string show_source(Vertex source) {
  auto const as_signed = static_cast<std::make_signed_t<Vertex>>(source);
  std::string const shown = std::to_string(source);
  return as_signed < 0 ? shown + " (" + std::to_string(as_signed) + " if signed)" : shown;
}

// Throws yoke::InvalidInput, naming the first source that is no vertex, and what it is. One source
// costs no kernel.
template <class Space, class Vertex>
void check_sources(Space const& exec, BfsSources<Space, Vertex> const& sources,
                   std::uint64_t vertices, char const* caller = "yoke::bfs") {
  if (sources.is_one) {
    if (sources.one >= vertices) throw_no_vertex(caller, 0, show_source(sources.one), vertices);
    return;
  }
  if (sources.size() == 0) return;
  std::uint64_t first = sources.size();
  Kokkos::parallel_reduce("yoke::bfs::check_sources", WideRange<Space>(exec, 0, sources.size()),
                          FirstSourceOutOfRange<Space, Vertex>{sources, vertices},
                          Kokkos::Min<std::uint64_t>(first));
  exec.fence("yoke::bfs: sources checked");
  if (first >= sources.size()) return;
  throw_no_vertex(caller, first, show_source(element(exec, sources.several, first)), vertices);
}

}  // namespace yoke::detail::bfs
