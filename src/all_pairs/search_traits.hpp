#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

#include "yoke/detail/all_pairs/graph_arcs.hpp"
#include "yoke/detail/spaces.hpp"

namespace yoke::detail::all_pairs {

// The count of work of both ways to the distances of a graph, in nanoseconds.
template <class Space, bool = runs_on_host<Space>>
struct SearchTraits;

// docs/results/log_all_pairs_distances.md has the measurements, of one thread. Threads share out
// all work but that on the diagonal.
template <class Space>
struct SearchTraits<Space, true> {
  template <class Weight>
  static constexpr double of_sum = std::is_same_v<Weight, double>  ? 0.056
                                   : std::is_same_v<Weight, float> ? 0.028
                                   : sizeof(Weight) == 4           ? 0.022
                                                                   : 0.010;

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
    double const blocked = n * n * n * of_sum<Weight> / threads + n * 12.5e3;
    return search < blocked ? ~std::uint64_t(0) : 0;
  }
};

// With weights it is blocked: searches by teams have not been measured. Without weights it is
// computed, and not measured either: a level launches three kernels, and the host looks at the
// finds of two (bfs/traits.hpp has their times). The rate of blocks is the lower one of the log.
template <class Space>
struct SearchTraits<Space, false> {
  static constexpr double of_level = 35e3, of_sum = 1 / 4.6e3;

  template <class Weight>
  static std::uint64_t most_levels(Space const&, GraphArcs const& graph, std::uint64_t) {
    if (graph.has_weights()) return 0;
    auto const n = static_cast<double>(graph.vertices);
    double const sweeps = std::ceil(n / 64);
    return static_cast<std::uint64_t>(n * n * n * of_sum / (sweeps * of_level));
  }
};

}  // namespace yoke::detail::all_pairs
