// The speed of connected components and breadth-first search. Every timed run is checked.

#include <memory>
#include <string>

#include "graphs/settings.hpp"
#include "support/graphs.hpp"
#include "support/program.hpp"

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
      {"--device_memory=", "BYTES  that hybrid calls of their own rows may hold there (none)",
       [&](std::string_view text) { settings.device_memory = parse_size(text); }},
  };
}

// The graph that is held, which the benchmarks share.
std::unique_ptr<KnownGraph> add_all(Settings const& settings) {
  benchmark::AddCustomContext("seed", std::to_string(settings.seed));
  auto known = std::make_unique<KnownGraph>();
  for (auto const& graph : settings.graphs) {
    add_components(settings, *known, graph);
    add_searches(settings, *known, graph);
    add_hybrid(settings, *known, graph);
  }
  return known;
}

}  // namespace
}  // namespace yoke_perf

int main(int argc, char** argv) {
  yoke_perf::Settings settings;
  return yoke_perf::run_program("perf_graphs", argc, argv, yoke_perf::options_of(settings),
                                [&] { return yoke_perf::add_all(settings); });
}
