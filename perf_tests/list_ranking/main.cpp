// The speed of list ranking, beside what the machine can do. Every timed run is checked.

#include <benchmark/benchmark.h>

#include <Kokkos_Core.hpp>
#include <iostream>

#include "list_ranking/settings.hpp"
#include "support/arguments.hpp"
#include "support/benchmarks.hpp"
#include "support/machine.hpp"

namespace yoke_perf {
namespace {

bool parse_switch(std::string_view text) {
  if (text == "on") return true;
  if (text == "off") return false;
  throw UsageError("neither on nor off: '" + std::string(text) + "'");
}

std::vector<Option> options_of(Settings& settings) {
  return {
      {"--sizes=", "LIST         nodes of the lists: 2^23,2^25,2^27,2^29",
       [&](std::string_view text) { settings.sizes = parse_sizes(text); }},
      {"--max-nodes=", "N        no longer lists on a device (2^29)",
       [&](std::string_view text) { settings.max_nodes = parse_size(text); }},
      {"--max-host-nodes=", "N   no longer lists in host memory (2^27)",
       [&](std::string_view text) { settings.max_host_nodes = parse_size(text); }},
      {"--runs=", "K             timed runs of each benchmark, in place of its own number",
       [&](std::string_view text) { settings.runs = static_cast<int>(parse_count(text)); }},
      {"--seed=", "S             of the lists and of all random choices (1)",
       [&](std::string_view text) { settings.seed = parse_count(text); }},
      {"--huge-pages=", "on|off  ask for huge pages for arrays in host memory (on)",
       [&](std::string_view text) { settings.huge_pages = parse_switch(text); }},
  };
}

void add_context(Settings const& settings) {
  for (auto const& [name, value] : describe_environment()) {
    benchmark::AddCustomContext(name, value);
  }
  benchmark::AddCustomContext("seed", std::to_string(settings.seed));
  benchmark::AddCustomContext("huge pages asked for", settings.huge_pages ? "yes" : "no");
}

void run(Settings const& settings) {
  add_context(settings);
  auto const ranking = add_ranking(settings);
  auto const hybrid = add_hybrid(settings);
  auto const limits = add_limits(settings);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::ClearRegisteredBenchmarks();
}

int main_of(int argc, char** argv) {
  Settings settings;
  auto const options = options_of(settings);
  try {
    if (!apply_options(argc, argv, options).empty()) throw UsageError("takes options alone");
  } catch (UsageError const& error) {
    std::cerr << "perf_list_ranking: " << error.what() << "\nOptions, beside --benchmark_...:\n"
              << describe(options);
    return 2;
  }
  run(settings);
  benchmark::Shutdown();
  return any_failure ? 1 : 0;
}

}  // namespace
}  // namespace yoke_perf

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  benchmark::Initialize(&argc, argv);
  return yoke_perf::main_of(argc, argv);
}
