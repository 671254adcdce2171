#pragma once

#include <benchmark/benchmark.h>

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <yoke/energy.hpp>

#include "support/measured.hpp"
#include "support/timing.hpp"

namespace yoke_perf {

// Whether any run failed or gave a wrong result: the executable's exit status.
inline std::atomic<bool> any_failure = false;

// The amount of work of a run, for rates; 0: not shown.
struct Amount {
  std::uint64_t elements = 0;
  std::uint64_t bytes = 0;
};

// Calls body(), and makes of an exception the benchmark's error.
template <class Body>
void guarded(benchmark::State& state, Body const& body) {
  try {
    body();
  } catch (std::exception const& error) {
    any_failure = true;
    state.SkipWithError(error.what());
  }
}

// Set by --energy: measure() reports joules a run, of the sides that have a counter.
inline std::unique_ptr<yoke::EnergyMeter> energy_meter;

inline void report_energy(benchmark::State& state, Measured const& work) {
  auto const prepare = [&] {
    work.prepare();
    Kokkos::fence("yoke_perf: before a run whose energy is measured");
  };
  yoke::Energy const energy = yoke::measure_energy(prepare, work.run, *energy_meter);
  if (energy.host) state.counters["host_joules"] = *energy.host;
  if (energy.device) state.counters["device_joules"] = *energy.device;
}

// Times and checks every run. "Time" is the mean; the minimum and the median stand beside it.
inline void measure(benchmark::State& state, Measured const& work, Amount const& amount) {
  Samples samples;
  if (work.warm_up) time_checked(work.prepare, work.run, work.find_fault);
  for ([[maybe_unused]] auto _ : state) {
    double const seconds = time_checked(work.prepare, work.run, work.find_fault);
    state.SetIterationTime(seconds);
    samples.add(seconds);
  }
  using benchmark::Counter;
  state.counters["min_ms"] = samples.minimum() * 1e3;
  state.counters["median_ms"] = samples.median() * 1e3;
  auto const per_second = [](std::uint64_t count) {
    return Counter(static_cast<double>(count), Counter::kIsIterationInvariantRate);
  };
  if (amount.elements > 0) state.counters["elements_per_second"] = per_second(amount.elements);
  if (amount.bytes > 0) state.counters["bytes_per_second"] = per_second(amount.bytes);
  if (energy_meter) report_energy(state, work);
}

// Registers a benchmark of `runs` timed runs.
template <class Body>
void add_benchmark(std::string const& name, int runs, Body const& body) {
  benchmark::RegisterBenchmark(
      name.c_str(), [body](benchmark::State& state) { guarded(state, [&] { body(state); }); })
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond)
      ->Iterations(runs);
}

inline void note_skipped(std::string const& name, std::string const& why) {
  std::cerr << "skipped: " << name << ": " << why << '\n';
}

}  // namespace yoke_perf
