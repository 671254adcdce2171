#pragma once

#include <Kokkos_Core.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "shortest_paths/team_searches.hpp"
#include "yoke/detail/spaces.hpp"

namespace yoke::detail::distances {

// Searches from several vertices of a graph, and the teams that there is memory for.
struct ManySearches {
  std::size_t vertices, arcs, sources, teams;
};

// How searches from several vertices of a graph with weights run. On a host each thread searches
// from one vertex after another. A device has two ways: teams, which search from 32 vertices each,
// or one search after another by the whole device.
template <class Space>
struct EachVertexTraits {
  static constexpr bool by_threads = runs_on_host<Space>;

  // The largest plan that has memory for teams, and their bytes. 32 distances of 32 bits take 148
  // bytes a vertex, so 512 sources of 65,536 vertices take 155 MB. For these, teams are three times
  // as fast on R-MAT. Larger plans were not measured.
  static constexpr std::size_t most_vertices = std::size_t(1) << 16;
  static constexpr std::size_t most_bytes = std::size_t(1) << 30;

  // Nanoseconds of a search by the whole device: on an H200 0.95 to 1.5 ms on R-MAT of 2^10 to 2^16
  // vertices, 2.6 ms on a grid of 2^14 (docs/results/log_distances.md).
  static constexpr double of_search = 1.5e6;

  // The time of a pair is known while teams fill the device. Fewer are taken to be no faster each.
  static bool prefers_teams(Space const& exec, ManySearches const& work) {
    using Shape = shortest_paths::TeamShape<Space>;
    auto const n = static_cast<double>(work.vertices);
    auto const count = [](std::size_t x) { return static_cast<double>(x); };
    double const of_pair = shortest_paths::team_time_of_pair(count(work.arcs) / n);
    std::size_t const at_once = Shape::teams(exec, ~std::size_t(0) - Shape::sources);
    double const of_group = n * of_pair * count(at_once * Shape::sources);
    double const rounds = std::ceil(count(work.sources) / count(work.teams * Shape::sources));
    return rounds * of_group < count(work.sources) * of_search;
  }
};

}  // namespace yoke::detail::distances
