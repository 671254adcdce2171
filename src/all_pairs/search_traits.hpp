#pragma once

#include <cmath>
#include <cstdint>

#include "shortest_paths/team_searches.hpp"
#include "yoke/detail/all_pairs/capability.hpp"
#include "yoke/detail/spaces.hpp"

namespace yoke::detail::all_pairs {

// Nanoseconds of blocks for an addition with its minimum: of one thread of a host, and of a device.
// Where they were measured (docs/results/log_all_pairs_distances.md):
// - a host: one thread, "Searches on a host";
// - a device: 32768 vertices on an H200, "On a GPU".
// Both numbers of `double` are guesses.
template <class Weight>
struct TimeOfSum;
template <>
struct TimeOfSum<std::int16_t> {
  static constexpr double on_host = 0.010, on_device = 1 / 24.9e3;
};
template <>
struct TimeOfSum<std::int32_t> {
  static constexpr double on_host = 0.022, on_device = 1 / 12.7e3;
};
template <>
struct TimeOfSum<float> {
  static constexpr double on_host = 0.028, on_device = 1 / 10.7e3;
};
template <>
struct TimeOfSum<double> {
  static constexpr double on_host = 0.056, on_device = 1 / 4.6e3;
};

// The count of work of both ways to the distances of a graph, in nanoseconds.
template <class Space, bool = runs_on_host<Space>>
struct SearchTraits;

// Threads share out all work but that on the diagonal.
template <class Space>
struct SearchTraits<Space, true> {
  // The most levels of the first sweep for which searches are taken. 0: blocked, without a sweep.
  // `active`: the vertices that have arcs.
  template <class Weight>
  static std::uint64_t most_levels(Space const& exec, GraphArcs const& graph,
                                   std::uint64_t active) {
    if (!graph.has_weights() || active == 0) return ~std::uint64_t(0);
    auto const n = static_cast<double>(graph.vertices), sources = static_cast<double>(active);
    auto const threads = static_cast<double>(exec.concurrency());
    double const degree = static_cast<double>(graph.arcs) / sources;
    double const of_pair =
        (4.6 + 1.5 * std::sqrt(degree) + 0.035 * degree) * std::log2(sources + 1);
    double const search = (sources * sources * of_pair + n * n * 0.5) / threads;
    double const blocked = n * n * n * TimeOfSum<Weight>::on_host / threads + n * 12.5e3;
    return search < blocked ? ~std::uint64_t(0) : 0;
  }
};

// Without weights a level took 41 us on grids and some 50 us on R-MAT graphs, of up to 16384
// vertices. Blocks of few vertices wait for each step: 1 us a vertex.
template <class Space>
struct SearchTraits<Space, false> {
  static constexpr double of_level = 45e3, of_vertex = 1e3;

  template <class Weight>
  static std::uint64_t most_levels(Space const&, GraphArcs const& graph, std::uint64_t) {
    if (graph.vertices == 0) return ~std::uint64_t(0);
    auto const n = static_cast<double>(graph.vertices);
    double const sweeps = std::ceil(n / 64);
    double const blocked = n * n * n * TimeOfSum<Weight>::on_device + n * of_vertex;
    if (graph.has_weights()) {
      double const degree = static_cast<double>(graph.arcs) / n;
      return n * n * shortest_paths::team_time_of_pair(degree) < blocked ? ~std::uint64_t(0) : 0;
    }
    return static_cast<std::uint64_t>(blocked / (sweeps * of_level));
  }
};

}  // namespace yoke::detail::all_pairs
