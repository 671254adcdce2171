// The speed of connected components and breadth-first search. Every timed run is checked.

#include <benchmark/benchmark.h>

#include <Kokkos_Core.hpp>
#include <iostream>

#include "graphs/settings.hpp"
#include "support/arguments.hpp"
#include "support/benchmarks.hpp"
#include "support/graphs.hpp"
#include "support/machine.hpp"

namespace yoke_perf {
namespace {

std::vector<std::string> parse_graphs(std::string_view text) {
  auto const graphs = parse_list(text);
  for (auto const& graph : graphs) {
    if (!is_file(graph)) parse_graph(graph, 1);  // is it one?
  }
  return graphs;
}

std::vector<Option> options_of(Settings& settings) {
  return {
      {"--graphs=", "LIST   rmat:SCALE, thesis_rmat:SCALE, uniform:SCALE, grid:WIDTH, or files",
       [&](std::string_view text) { settings.graphs = parse_graphs(text); }},
      {"--runs=", "K        timed runs of each benchmark of components, in place of its own number",
       [&](std::string_view text) { settings.runs = static_cast<int>(parse_count(text)); }},
      {"--sources=", "K     vertices that searches start from (64)",
       [&](std::string_view text) { settings.sources = static_cast<int>(parse_count(text)); }},
      {"--seed=", "S        of the graphs and of the sources (1)",
       [&](std::string_view text) { settings.seed = parse_count(text); }},
  };
}

void run(Settings const& settings) {
  for (auto const& [name, value] : describe_environment()) {
    benchmark::AddCustomContext(name, value);
  }
  benchmark::AddCustomContext("seed", std::to_string(settings.seed));
  KnownGraph known;
  for (auto const& graph : settings.graphs) {
    add_components(settings, known, graph);
    add_searches(settings, known, graph);
    add_hybrid(settings, known, graph);
  }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::ClearRegisteredBenchmarks();
}

int main_of(int argc, char** argv) {
  Settings settings;
  auto const options = options_of(settings);
  try {
    if (!apply_options(argc, argv, options).empty()) throw UsageError("takes options alone");
  } catch (UsageError const& error) {
    std::cerr << "perf_graphs: " << error.what() << "\nOptions, beside --benchmark_...:\n"
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
