#pragma once

#include <map>
#include <string>
#include <vector>
#include <yoke/connected_components.hpp>

#include "studies/study.hpp"
#include "support/graphs.hpp"
#include "support/timing.hpp"

namespace yoke_perf {

// Dehne and Yogaratnam's figures 4 to 6.
std::vector<Study> dehne_graph_studies();
// Banerjee's thesis, chapter 7: how the work is divided between the sides.
std::vector<Study> split_studies();
// The same chapter: the joining of the sides' components.
std::vector<Study> cross_edge_studies();
// Banerjee's thesis, chapter 8: queues of a search by both sides.
std::vector<Study> queue_studies();
// The same chapter: what pruning gives.
std::vector<Study> pruning_studies();
// Section 9.2.1: the same for all pairs.
std::vector<Study> pruned_distances_studies();

// Median times of a prepared plan's checked runs; phases of one name are added up.
struct ComponentsTimes {
  double total_ms = 0;
  std::map<std::string, double> phase_ms;
  yoke::ComponentsReport report;  // of the last run
};

enum class Phases { no, yes };

// Finds the components of the graph that `known` holds. Phases::yes asks for a report, which adds a
// fence to each step.
template <class Executor, class Graph, class Label, class CheckSpace>
ComponentsTimes time_components(Executor const& executor, Graph const& graph, Label const& label,
                                CheckSpace const& check, KnownGraph const& known,
                                yoke::ComponentsOptions options, int runs,
                                Phases phases = Phases::no) {
  ComponentsTimes times;
  if (phases == Phases::yes) options.report = &times.report;
  yoke::ConnectedComponentsPlan<Executor, Vertex, Vertex> plan(executor, graph.vertices(),
                                                               graph.arcs(), options);
  std::size_t count = 0;
  Samples total;
  std::map<std::string, Samples> of_phase;
  for (int run = 0; run <= runs; ++run) {
    times.report.phases.clear();
    double const ms = 1e3 * time_checked([&] { Kokkos::deep_copy(check, label, ~Vertex(0)); },
                                         [&] { count = plan(graph, label); },
                                         [&] { return known.find_fault(check, label, count); });
    if (run == 0) continue;  // first touch of memory
    total.add(ms);
    std::map<std::string, double> sums;
    for (auto const& phase : times.report.phases) sums[phase.name] += 1e3 * phase.seconds;
    for (auto const& [name, sum] : sums) of_phase[name].add(sum);
  }
  times.total_ms = total.median();
  for (auto const& [name, samples] : of_phase) times.phase_ms[name] = samples.median();
  return times;
}

// On one space, the graph in its memory.
template <class Space>
ComponentsTimes time_components_on(KnownGraph const& known, yoke::ComponentsOptions const& options,
                                   int runs, Phases phases = Phases::no) {
  Space const exec;
  auto const& graph = known.on<Space>();
  Kokkos::View<Vertex*, typename Space::memory_space> const label("yoke_perf::label",
                                                                  graph.vertices());
  return time_components(exec, graph, label, exec, known, options, runs, phases);
}

inline yoke::ComponentsOptions with(yoke::ComponentsAlgorithm algorithm) {
  yoke::ComponentsOptions options;
  options.algorithm = algorithm;
  return options;
}

}  // namespace yoke_perf
