#include <fmt/core.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <yoke/minimum_spanning_forest.hpp>
#include <yoke/validate_minimum_spanning_forest.hpp>

#include "arguments.hpp"
#include "command.hpp"
#include "graph_output.hpp"
#include "graph_part.hpp"
#include "graph_source.hpp"
#include "ranks.hpp"
#include "run.hpp"
#include "run_report.hpp"
#include "weighted_source.hpp"

namespace yoke::tool {
namespace {

struct ForestArguments : WeightedArguments {
  GraphOutput written{.weights = WeightType::f64};
  MinimumForestOptions options;
};
struct ForestOutcome : RunOutcome<MinimumForestAlgorithm, MinimumForestReport> {
  std::uint64_t vertices = 0, arcs = 0, edges = 0;
  std::uint64_t left_out = 0;  // vertices that the written file does not tell of
  Json total;
  std::string total_text;
};

// The forest in host memory, of several ranks this one's edges: views of them, with room behind.
template <class Word, class Weight>
using ForestEdges = WeightedEdgeList<Word, Weight, Kokkos::HostSpace>;

template <class Word, class Weight, class Executor>
ForestEdges<Word, Weight> find_on(Executor const& executor, ForestArguments const& arguments,
                                  WeightedPart<Word, Weight> const& part, Outputs& outputs,
                                  ForestOutcome& outcome) {
  using Memory = WorkMemory<Executor>;
  auto const placed = place_weighted_part(executor, part, outcome.upload);
  // A rank may have more edges than vertices, but none without an arc.
  std::uint64_t const most =
      ranks() == 1 ? part.vertices : std::min<std::uint64_t>(part.vertices, part.own.arcs());
  auto const from = make_numbers<Word, Memory>("from", most);
  auto const to = make_numbers<Word, Memory>("to", most);
  auto const weight = make_numbers<Weight, Memory>("weight", most);
  TimedRuns timed(arguments, "minimum_spanning_forest", outcome);
  MinimumSpanningForestPlan<Executor, Word, Word, Weight> plan(executor, part.own.vertices(),
                                                               part.own.arcs(), timed.options());
  MinimumForest<Weight> found;
  timed.run("finding the forest", plan, [&] { found = plan(placed, from, to, weight); });
  add_traffic_of(executor, outcome.traffic);
  timed.write_trace(outputs);
  outcome.edges = part.vertices - found.components;
  outcome.total = found.total;
  outcome.total_text = fmt::format("{}", found.total);
  ForestEdges<Word, Weight> forest;
  forest.vertices = part.vertices;
  auto const edges = std::pair<std::size_t, std::size_t>(0, found.edges);
  forest.from = Kokkos::subview(copied_to<Kokkos::HostSpace>(from), edges);
  forest.to = Kokkos::subview(copied_to<Kokkos::HostSpace>(to), edges);
  forest.weights = Kokkos::subview(copied_to<Kokkos::HostSpace>(weight), edges);
  return forest;
}

template <class Word, class Weight>
ForestOutcome find_forest(ForestArguments const& arguments, Outputs& outputs) {
  auto const part =
      load_weighted_part<Word, Weight>(arguments.graph, arguments.weight_column, outputs);
  ForestOutcome outcome;
  outcome.vertices = part.vertices;
  outcome.arcs = part.arcs;
  ForestEdges<Word, Weight> forest;
  naming(arguments.graph.shown_name(), [&] {
    on_ranks_or_space(arguments.space, [&](auto const& executor) {
      forest = find_on<Word, Weight>(executor, arguments, part, outputs, outcome);
    });
  });
  if (arguments.verify) {
    outcome.fault = find_fault("tree", outcome.vertices - outcome.edges, [&] {
      return validate_minimum_spanning_forest(HostExec(), part.own, forest.from, forest.to,
                                              forest.weights, outcome.edges);
    });
    if (outcome.fault) return outcome;
  }
  if (!arguments.output.empty()) {
    outcome.left_out = save_weighted_part(outputs, arguments.output, build_weighted_part(forest),
                                          arguments.written);
  }
  return outcome;
}

ForestOutcome find_any(ForestArguments const& arguments, Outputs& outputs) {
  return with_weighted_types<ForestOutcome>(
      arguments.graph, arguments.written.weights, [&](auto word, auto weight) {
        return find_forest<decltype(word), decltype(weight)>(arguments, outputs);
      });
}

Facts facts_of(ForestOutcome const& outcome, ForestArguments const& arguments) {
  Facts facts;
  facts.json["graph"] = arguments.graph.name();
  facts.add("vertices", outcome.vertices)
      .add("arcs", outcome.arcs)
      .add("components", outcome.vertices - outcome.edges)
      .add("edges", outcome.edges)
      .add("total", outcome.total, "total", outcome.total_text);
  add_left_out(facts, outcome.left_out);
  add_runs(facts, outcome, arguments, "arcs", outcome.arcs);
  add_outcome(facts, outcome, arguments);
  if (arguments.phases) {
    // On several ranks "rounds" are those of messages, and these the first rank's own.
    facts.add(ranks() > 1 ? "own_rounds" : "rounds", outcome.report.rounds)
        .add("listed_edges", outcome.report.listed_edges);
  }
  if (arguments.verify && !outcome.fault) facts.tell("verified", "the forest");
  return facts;
}

int run(ForestArguments const& arguments) {
  check_can_run(arguments);
  check_can_write(arguments.output, arguments.written);
  open_graph(arguments.graph, ".wsg and .yoke");
  return run_and_report(
      arguments, {arguments.graph.input},
      {arguments.output, arguments.timeline, arguments.graph.ids, arguments.graph.names}, find_any);
}

}  // namespace

Command add_forest(Parser program) {
  Parser const parser =
      program.add_command("forest", "The lightest spanning forest of a graph with weights");
  auto const arguments = std::make_shared<ForestArguments>();
  add_weighted_graph(parser, *arguments, Directions::always_both, "The graph file to read",
                     "Where the forest goes, as a graph file with weights");
  add_weight_type(parser, arguments->written.weights, "The type of the weights")
      .show_default("f64");
  add_graph_header(parser, arguments->written, arguments->output, "the forest");
  add_space(parser, arguments->space, true);
  add_algorithm(parser, arguments->options.algorithm, minimum_forest_algorithms,
                "How to find the forest");
  add_split(parser, arguments->options.split, arguments->space,
            "auto (one side alone), or from 0 to 1");
  add_run_options(parser, *arguments, "Find the forest", "the forest against the graph");
  return {parser, [arguments] { return run(*arguments); }, true};
}

}  // namespace yoke::tool
