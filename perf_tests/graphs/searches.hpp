#pragma once

#include <benchmark/benchmark.h>

#include <string>
#include <vector>
#include <yoke/bfs.hpp>
#include <yoke/validate_bfs.hpp>

#include "support/benchmarks.hpp"
#include "support/graphs.hpp"

namespace yoke_perf {

// Times search(source) from each source in turn, and checks each result by Graph500's rules; "Time"
// is the mean over the sources. Traversed edges are counted as Graph500 does, and their rate is the
// harmonic mean over the sources.
template <class Space, class Graph, class Array, class Search>
void measure_searches(benchmark::State& state, Space const& exec, Graph const& graph,
                      std::vector<Vertex> const& sources, Array const& level, Array const& parent,
                      Search const& search) {
  Samples samples;
  double seconds_per_edge = 0;
  auto const time_search = [&](Vertex source) {
    std::uint64_t edges = 0;
    double const seconds = time_checked(
        [&] {
          Kokkos::deep_copy(exec, level, Vertex(7));
          Kokkos::deep_copy(exec, parent, Vertex(7));
        },
        [&] { search(source); },
        [&] {
          edges = yoke::validate_bfs(exec, graph, source, level, parent);
          return std::string();
        });
    seconds_per_edge += seconds / static_cast<double>(edges);
    return seconds;
  };
  time_search(sources[0]);
  seconds_per_edge = 0;
  std::size_t next = 0;
  for ([[maybe_unused]] auto _ : state) {
    double const seconds = time_search(sources[next++ % sources.size()]);
    state.SetIterationTime(seconds);
    samples.add(seconds);
  }
  state.counters["min_ms"] = samples.minimum() * 1e3;
  state.counters["median_ms"] = samples.median() * 1e3;
  state.counters["harmonic_GTEPS"] =
      static_cast<double>(state.iterations()) / seconds_per_edge * 1e-9;
}

}  // namespace yoke_perf
