#include <fmt/core.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <vector>
#include <yoke/closeness.hpp>

#include "arguments.hpp"
#include "command.hpp"
#include "graph_part.hpp"
#include "graph_source.hpp"
#include "memory.hpp"
#include "progress.hpp"
#include "run.hpp"
#include "run_report.hpp"
#include "sums_check.hpp"
#include "value_output.hpp"
#include "weighted_source.hpp"

namespace yoke::tool {
namespace {

struct ClosenessArguments : WeightedArguments {
  std::vector<std::uint64_t> from;        // of these vertices; none: of all
  WeightType weights = WeightType::none;  // none: distances are numbers of edges
  ClosenessOptions options;

  bool is_of_all() const { return from.empty(); }
};
struct ClosenessOutcome : CallOutcome<ClosenessReport> {
  std::uint64_t vertices = 0, arcs = 0, sources = 0;
  struct Closest {
    std::uint64_t vertex;
    double closeness;
  };
  std::optional<Closest> closest;  // where there is a vertex
};

using Closenesses = Numbers<double, Kokkos::HostSpace>;

// Throws UsageError where OUTPUT's name stands for other words than doubles.
bool is_raw_closeness(ClosenessArguments const& arguments) {
  return is_raw(arguments.output, "f64", "closeness is of type f64");
}

template <class Executor, class Graph>
Closenesses find_closeness_on(Executor const& executor, ClosenessArguments const& arguments,
                              Graph const& graph, Outputs& outputs, ClosenessOutcome& outcome) {
  using Word = WordOf<Graph>;
  using Memory = WorkMemory<Executor>;
  auto const n = graph.vertices();
  auto const sources = vertices_in<Word, Memory>(arguments.from, n);
  auto const placed = place_any(executor, graph, outcome.upload);
  auto const closeness = make_numbers<double, Memory>("closeness", outcome.sources);
  TimedRuns timed(arguments, "closeness", outcome);
  ClosenessPlan<Executor, Word, Word, typename WeightOf<Graph>::Type> plan(
      executor, n, graph.arcs(), timed.options());
  timed.run("finding closeness", plan, [&] {
    if (arguments.is_of_all()) {
      plan(placed, closeness);
    } else {
      plan(placed, sources, closeness);
    }
  });
  timed.write_trace(outputs);
  return copied_to<Kokkos::HostSpace>(closeness);
}

template <class Graph>
ClosenessOutcome find_closeness(ClosenessArguments const& arguments, Graph const& graph,
                                Outputs& outputs) {
  ClosenessOutcome outcome;
  outcome.vertices = graph.vertices();
  outcome.arcs = graph.arcs();
  auto sources = arguments.from;
  if (arguments.is_of_all()) {
    sources.resize(outcome.vertices);
    std::iota(sources.begin(), sources.end(), 0);
  }
  outcome.sources = sources.size();
  Closenesses closeness;
  naming(arguments.graph.shown_name(), [&] {
    on_one_space(arguments.space, [&](auto const& executor) {
      closeness = find_closeness_on(executor, arguments, graph, outputs, outcome);
    });
  });
  if (arguments.verify) {
    Progress const progress("verifying");
    outcome.fault = find_wrong_closeness(graph, sources, span_of(closeness));
    if (outcome.fault) return outcome;
  }
  auto const all = span_of(closeness);
  auto const greatest = std::ranges::max_element(all);
  if (greatest != all.end()) {
    outcome.closest = {sources[static_cast<std::size_t>(greatest - all.begin())], *greatest};
  }
  if (!arguments.output.empty()) {
    write_values<double>(outputs[arguments.output], is_raw_closeness(arguments), all);
  }
  return outcome;
}

ClosenessOutcome find_any_closeness(ClosenessArguments const& arguments, Outputs& outputs) {
  return with_loaded<ClosenessOutcome>(
      arguments, arguments.weights, outputs,
      [&](auto const& graph) { return find_closeness(arguments, graph, outputs); });
}

Facts facts_of(ClosenessOutcome const& outcome, ClosenessArguments const& arguments) {
  Facts facts;
  facts.json["graph"] = arguments.graph.name();
  facts.add("vertices", outcome.vertices).add("arcs", outcome.arcs).add("sources", outcome.sources);
  if (outcome.closest) {
    auto const& [vertex, closeness] = *outcome.closest;
    facts.add("closest", vertex, "closest to all",
              fmt::format("vertex {}, closeness {:.6g}", vertex, closeness));
    facts.json["closeness"] = closeness;
  }
  add_runs(facts, outcome, arguments, "searches", outcome.sources);
  add_outcome(facts, outcome, arguments);
  if (arguments.phases) {
    facts.add("sweeps", outcome.report.sweeps).add("searches", outcome.report.searches);
  }
  if (arguments.verify && !outcome.fault) facts.tell("verified", "every closeness");
  return facts;
}

int run(ClosenessArguments const& arguments) {
  check_can_run(arguments);
  is_raw_closeness(arguments);
  open_graph(arguments.graph);
  return run_and_report(
      arguments, {arguments.graph.input},
      {arguments.output, arguments.timeline, arguments.graph.ids, arguments.graph.names},
      find_any_closeness);
}

}  // namespace

Command add_closeness(Parser program) {
  Parser const parser = program.add_command(
      "closeness", "Closeness of the vertices of a graph: how near each is to the others");
  auto const arguments = std::make_shared<ClosenessArguments>();
  add_names(parser, arguments->graph.input, "A graph file", arguments->output,
            "Where each vertex's closeness goes");
  add_random_graph(parser, arguments->graph);
  add_graph_options(parser, arguments->graph, Directions::always_both);
  add_ids(parser, arguments->graph);
  add_optional_weights(parser, *arguments, arguments->weights,
                       "Distances are sums of weights of this type");
  parser
      .add_counts("--from", arguments->from,
                  "The closeness of these vertices alone, in this order. With --names a vertex is "
                  "the place of its name in FILE, from 0",
                  0)
      .type_name("VERTEX,...");
  add_space(parser, arguments->space, false);
  add_run_options(parser, *arguments, "Find the closeness",
                  "every closeness by a search from each vertex");
  return {parser, [arguments] {
            settle_graph(arguments->graph, arguments->output, "closeness");
            return run(*arguments);
          }};
}

}  // namespace yoke::tool
