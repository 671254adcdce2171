#pragma once

#include <benchmark/benchmark.h>

#include <Kokkos_Core.hpp>
#include <Kokkos_Timer.hpp>
#include <cstddef>
#include <functional>
#include <string>
#include <yoke/timeline.hpp>

namespace yoke_perf {

// The shares of a run's time in which each lane has a span open (the thesis's figure 5.3), waits
// for other lanes included, and what the run takes for each of its `calls`: of one more run, which
// make(timeline) returns, with a timeline. Each run is prepared.
template <class Make>
void show_lanes(
    benchmark::State& state, Make const& make, std::size_t calls = 1,
    std::function<void()> const& prepare = [] {}) {
  yoke::Timeline timeline;
  auto const run = make(&timeline);
  prepare();
  run();  // the first one warms up
  prepare();
  timeline.clear();
  Kokkos::fence("yoke_perf: before the clock starts");
  Kokkos::Timer const timer;
  run();
  double const seconds = timer.seconds();
  using enum yoke::Lane;
  for (auto const lane : {host, upload, device, download}) {
    state.counters[std::string(name(lane)) + "_busy"] = timeline.busy_seconds(lane) / seconds;
  }
  state.counters["timeline_ms"] = seconds * 1e3 / static_cast<double>(calls);
}

}  // namespace yoke_perf
