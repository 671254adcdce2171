#include <fmt/core.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <yoke/eccentricities.hpp>

#include "arguments.hpp"
#include "command.hpp"
#include "graph_part.hpp"
#include "graph_source.hpp"
#include "memory.hpp"
#include "progress.hpp"
#include "run.hpp"
#include "run_report.hpp"
#include "sums_check.hpp"

namespace yoke::tool {
namespace {

struct EccentricitiesArguments : RunArguments {
  GraphArguments graph;
  std::string output;
  std::optional<Format> output_type;
  bool diameter = false;  // alone
  EccentricitiesOptions options;
};
struct EccentricitiesOutcome : RunOutcome<EccentricitiesAlgorithm, EccentricitiesReport> {
  std::uint64_t vertices = 0, arcs = 0;
  Diameter diameter;
  std::optional<std::uint64_t> radius;  // of its component, where all eccentricities are found
};

template <class Word>
using HostNumbersOf = Numbers<Word, Kokkos::HostSpace>;

// Without vertices where only the diameter is asked for.
template <class Word, class Executor>
HostNumbersOf<Word> find_eccentricities_on(Executor const& executor,
                                           EccentricitiesArguments const& arguments,
                                           HostGraph<Word> const& graph, Outputs& outputs,
                                           EccentricitiesOutcome& outcome) {
  using Memory = WorkMemory<Executor>;
  auto const n = graph.vertices();
  auto const placed = place_graph(executor, graph, outcome.upload);
  auto const eccentricity = make_numbers<Word, Memory>("eccentricity", arguments.diameter ? 0 : n);
  TimedRuns timed(arguments, "eccentricities", outcome);
  EccentricitiesPlan<Executor, Word, Word> plan(executor, n, graph.arcs(), timed.options());
  timed.run("finding eccentricities", plan, [&] {
    outcome.diameter = arguments.diameter ? plan.diameter(placed) : plan(placed, eccentricity);
  });
  timed.write_trace(outputs);
  return copied_to<Kokkos::HostSpace>(eccentricity);
}

// The smallest eccentricity in the component that has the diameter.
template <class Word>
std::uint64_t radius_beside(HostGraph<Word> const& graph, std::span<Word const> eccentricity,
                            Diameter const& diameter) {
  QueueSearch<Word> search(graph);
  search.from(diameter.from);
  std::uint64_t radius = diameter.length;
  for (std::uint64_t v = 0; v < graph.vertices(); ++v) {
    if (search.distance_to(v) == QueueSearch<Word>::unreached) continue;
    radius = std::min<std::uint64_t>(radius, eccentricity[v]);
  }
  return radius;
}

template <class Word>
EccentricitiesOutcome find_eccentricities(EccentricitiesArguments const& arguments,
                                          Outputs& outputs) {
  auto const loaded = load_graph<Word>(arguments.graph);
  auto const& graph = loaded.graph;
  write_ids(arguments.graph, loaded.report, outputs);
  EccentricitiesOutcome outcome;
  outcome.vertices = graph.vertices();
  outcome.arcs = graph.arcs();
  HostNumbersOf<Word> eccentricity;
  on_one_space(arguments.space, [&](auto const& executor) {
    eccentricity = find_eccentricities_on<Word>(executor, arguments, graph, outputs, outcome);
  });
  if (arguments.verify) {
    Progress const progress("verifying");
    outcome.fault = find_wrong_eccentricity<Word>(graph, span_of(eccentricity), outcome.diameter);
    if (outcome.fault) return outcome;
  }
  if (eccentricity.extent(0) > 0) {
    outcome.radius = radius_beside<Word>(graph, span_of(eccentricity), outcome.diameter);
  }
  write_output(outputs, arguments.output, arguments.output_type, eccentricity);
  return outcome;
}

EccentricitiesOutcome find_any_eccentricities(EccentricitiesArguments const& arguments,
                                              Outputs& outputs) {
  return is_wide(arguments.graph) ? find_eccentricities<std::uint64_t>(arguments, outputs)
                                  : find_eccentricities<std::uint32_t>(arguments, outputs);
}

Facts facts_of(EccentricitiesOutcome const& outcome, EccentricitiesArguments const& arguments) {
  auto const& [length, from, to] = outcome.diameter;
  auto text = std::to_string(length);
  if (length > 0) text += fmt::format(", from vertex {} to {}", from, to);
  Facts facts;
  facts.json["graph"] = arguments.graph.name();
  facts.add("vertices", outcome.vertices)
      .add("arcs", outcome.arcs)
      .add("diameter", length, "diameter", text);
  facts.json["from"] = from;
  facts.json["to"] = to;
  if (outcome.radius) facts.add("radius", *outcome.radius);
  add_runs(facts, outcome, arguments, "arcs", outcome.arcs);
  add_outcome(facts, outcome, arguments);
  if (arguments.phases) {
    facts.add("searches", outcome.report.searches)
        .add("sweeps", outcome.report.sweeps)
        .add("swept_vertices", outcome.report.swept_vertices);
  }
  if (arguments.verify && !outcome.fault) {
    facts.tell("verified", arguments.diameter ? "the diameter" : "every eccentricity");
  }
  return facts;
}

int run(EccentricitiesArguments const& arguments) {
  check_can_run(arguments);
  open_graph(arguments.graph);
  return run_and_report(
      arguments, {arguments.graph.input},
      {arguments.output, arguments.timeline, arguments.graph.ids, arguments.graph.names},
      find_any_eccentricities);
}

}  // namespace

Command add_eccentricities(Parser program) {
  Parser const parser = program.add_command(
      "eccentricities", "Each vertex's largest distance in its component, diameter and radius");
  auto const arguments = std::make_shared<EccentricitiesArguments>();
  add_names(parser, arguments->graph.input, "A graph file", arguments->output,
            "Where each vertex's eccentricity goes");
  add_random_graph(parser, arguments->graph);
  add_graph_options(parser, arguments->graph, Directions::always_both);
  add_ids(parser, arguments->graph);
  auto const writes = with_output(arguments->output, arguments->graph);
  add_format(parser, "--output-type", arguments->output_type, "The output's format")
      .only_for(writes);
  parser
      .add_flag("--diameter", arguments->diameter,
                "Find the diameter alone, which takes fewer searches")
      .only_for({"runs without OUTPUT", [writes] { return !writes.holds(); }});
  add_space(parser, arguments->space, false);
  add_algorithm(parser, arguments->options.algorithm, eccentricities_algorithms,
                "How to find eccentricities");
  add_run_options(parser, *arguments, "Find the eccentricities",
                  "every eccentricity by a search from each vertex");
  return {parser, [arguments] {
            settle_graph(arguments->graph, arguments->output, "eccentricities");
            return run(*arguments);
          }};
}

}  // namespace yoke::tool
