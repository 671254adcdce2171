#pragma once

#include <benchmark/benchmark.h>

#include <Kokkos_Core.hpp>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "support/arguments.hpp"
#include "support/benchmarks.hpp"
#include "support/machine.hpp"

namespace yoke_perf {

// The main function of a program of benchmarks: reads its options, enters in the output where it
// runs, and calls run(), which registers the benchmarks; those that it returns, if any, live until
// all have run. Returns 1 where a benchmark failed, 2 where the options make no sense.
template <class Run>
int run_program(std::string const& name, int argc, char** argv, std::vector<Option> options,
                Run const& run) {
  options.push_back({"--energy", "       report joules a run, where the machine has counters",
                     [](std::string_view value) {
                       if (!value.empty()) throw UsageError("--energy takes no value");
                       energy_meter = std::make_unique<yoke::EnergyMeter>();
                     }});
  Kokkos::ScopeGuard const kokkos(argc, argv);
  benchmark::Initialize(&argc, argv);
  try {
    if (!apply_options(argc, argv, options).empty()) throw UsageError("takes options alone");
  } catch (UsageError const& error) {
    std::cerr << name << ": " << error.what() << "\nOptions, beside --benchmark_...:\n"
              << describe(options);
    return 2;
  }
  for (auto const& [fact, value] : describe_environment()) {
    benchmark::AddCustomContext(fact, value);
  }
  if (energy_meter) {
    for (auto const* why : {&energy_meter->why_no_host(), &energy_meter->why_no_device()}) {
      if (!why->empty()) note_skipped("energy", *why);
    }
  }
  {
    [[maybe_unused]] auto const held = run();
    benchmark::RunSpecifiedBenchmarks();
    benchmark::ClearRegisteredBenchmarks();
  }
  energy_meter.reset();
  benchmark::Shutdown();
  return any_failure ? 1 : 0;
}

}  // namespace yoke_perf
