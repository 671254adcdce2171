#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "yoke/counted.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/errors.hpp"

namespace yoke {

/// The vertices of a lightest path, from the first argument to the second. The first vertex is
/// `from` and the last is `to`. Returns one vertex if these are the same, and none if there is no
/// path. Runs on the host.
///
/// @param next  n x n integers of 32 bits, in memory that the host accesses: a result of
///   yoke::all_pairs_distances
///
/// Throws std::invalid_argument if next is not square, or if `from` or `to` is no vertex. Throws
/// yoke::InvalidInput if following next does not end. index() is the vertex from which next leads
/// to no vertex, or `from` if next leads into a cycle. Results for integers have no cycles. In
/// floating point, arcs whose weights are less than the rounding of distances may form a cycle.
template <detail::AnyView Next>
std::vector<typename Next::non_const_value_type> path(Next const& next, std::size_t from,
                                                      std::size_t to) {
  using Vertex = typename Next::non_const_value_type;
  static_assert(Next::rank == 2 && std::is_integral_v<Vertex> && sizeof(Vertex) == 4,
                "yoke::path: next must have two dimensions and 32-bit integers");
  static_assert(
      Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename Next::memory_space>::accessible,
      "yoke::path: the host cannot access next; copy it to the host");
  std::size_t const n = next.extent(0);
  if (next.extent(1) != n) {
    throw std::invalid_argument("yoke::path: next has " + show_count(n, "row") + " and " +
                                show_count(next.extent(1), "column") + "; it must be square");
  }
  for (std::size_t const end : {from, to}) {
    if (end < n) continue;
    throw std::invalid_argument("yoke::path: there is no vertex " + std::to_string(end) +
                                "; next has " + show_count(n, "row"));
  }
  std::vector<Vertex> vertices;
  if (next(from, to) == static_cast<Vertex>(-1)) return vertices;
  std::size_t at = from;
  for (; at != to; at = static_cast<std::uint32_t>(next(at, to))) {
    vertices.push_back(static_cast<Vertex>(at));
    std::size_t const then = static_cast<std::uint32_t>(next(at, to));
    if (then < n && vertices.size() < n) continue;
    throw InvalidInput(
        "yoke::path: next leads from vertex " + std::to_string(at) +
            (then < n ? ", towards vertex " + std::to_string(to) + ", into a cycle"
                      : " to " + std::to_string(next(at, to)) + ", which is no vertex"),
        then < n ? from : at);
  }
  vertices.push_back(static_cast<Vertex>(to));
  return vertices;
}

}  // namespace yoke
