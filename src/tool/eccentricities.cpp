#include <fmt/core.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
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
#include "value_output.hpp"
#include "weighted_source.hpp"

namespace yoke::tool {
namespace {

struct EccentricitiesArguments : WeightedArguments {
  std::optional<Format> output_type;
  WeightType weights = WeightType::none;  // none: distances are numbers of edges
  bool diameter = false;                  // alone
  EccentricitiesOptions options;

  bool has_weights() const { return weights != WeightType::none; }
};

// A length for programs, and for people.
struct ShownLength {
  Json json;
  std::string text;

  template <class Length>
  static ShownLength of(Length length) {
    return {length, fmt::format("{}", length)};
  }
};
struct EccentricitiesOutcome : RunOutcome<EccentricitiesAlgorithm, EccentricitiesReport> {
  std::uint64_t vertices = 0, arcs = 0;
  ShownLength diameter;
  std::uint64_t from = 0, to = 0;
  std::optional<ShownLength> radius;  // of its component, where all eccentricities are found
};

// Does OUTPUT's name stand for words of the type of --weights? Throws UsageError where it stands
// for other words than eccentricities are.
bool is_raw_output(EccentricitiesArguments const& arguments) {
  if (arguments.has_weights()) {
    return is_raw(arguments.output, to_string(arguments.weights),
                  "eccentricities are of the type of --weights");
  }
  if (arguments.output_type || format_of(arguments.output, {}) != Format::text) return false;
  return is_raw(arguments.output, "u32", "without --weights eccentricities are numbers of edges");
}

// In host memory; no eccentricities where only the diameter is asked for.
template <class Graph>
struct Found {
  using Weight = typename WeightOf<Graph>::Type;
  using Length = std::conditional_t<std::is_void_v<Weight>, WordOf<Graph>, Weight>;
  Numbers<Length, Kokkos::HostSpace> eccentricity;
  std::conditional_t<std::is_void_v<Weight>, Diameter, WeightedDiameter<Weight>> diameter;
};

template <class Executor, class Graph>
Found<Graph> find_eccentricities_on(Executor const& executor,
                                    EccentricitiesArguments const& arguments, Graph const& graph,
                                    Outputs& outputs, EccentricitiesOutcome& outcome) {
  using Word = WordOf<Graph>;
  auto const n = graph.vertices();
  auto const placed = place_any(executor, graph, outcome.upload);
  auto const eccentricity = make_numbers<typename Found<Graph>::Length, WorkMemory<Executor>>(
      "eccentricity", arguments.diameter ? 0 : n);
  Found<Graph> found;
  TimedRuns timed(arguments, "eccentricities", outcome);
  EccentricitiesPlan<Executor, Word, Word, typename Found<Graph>::Weight> plan(
      executor, n, graph.arcs(), timed.options());
  timed.run("finding eccentricities", plan, [&] {
    found.diameter = arguments.diameter ? plan.diameter(placed) : plan(placed, eccentricity);
  });
  timed.write_trace(outputs);
  found.eccentricity = copied_to<Kokkos::HostSpace>(eccentricity);
  return found;
}

// The smallest eccentricity in the component that has the diameter.
template <class Graph>
auto radius_beside(Graph const& graph, Found<Graph> const& found) {
  auto search = plain_search(graph);
  search.from(found.diameter.from);
  auto radius = static_cast<typename Found<Graph>::Length>(found.diameter.length);
  for (std::uint64_t v = 0; v < graph.vertices(); ++v) {
    if (search.distance_to(v) != search.unreached) {
      radius = std::min(radius, found.eccentricity(v));
    }
  }
  return radius;
}

template <class Graph>
void write_eccentricities(EccentricitiesArguments const& arguments, Found<Graph> const& found,
                          Outputs& outputs) {
  if constexpr (std::is_void_v<typename Found<Graph>::Weight>) {
    write_output(outputs, arguments.output, arguments.output_type, found.eccentricity);
  } else if (!arguments.output.empty()) {
    write_values<typename Found<Graph>::Length>(outputs[arguments.output], is_raw_output(arguments),
                                                span_of(found.eccentricity));
  }
}

template <class Graph>
EccentricitiesOutcome find_eccentricities(EccentricitiesArguments const& arguments,
                                          Graph const& graph, Outputs& outputs) {
  EccentricitiesOutcome outcome;
  outcome.vertices = graph.vertices();
  outcome.arcs = graph.arcs();
  Found<Graph> found;
  naming(arguments.graph.shown_name(), [&] {
    on_one_space(arguments.space, [&](auto const& executor) {
      found = find_eccentricities_on(executor, arguments, graph, outputs, outcome);
    });
  });
  outcome.diameter = ShownLength::of(found.diameter.length);
  outcome.from = found.diameter.from;
  outcome.to = found.diameter.to;
  using Lengths = std::span<typename Found<Graph>::Length const>;
  if (arguments.verify) {
    Progress const progress("verifying");
    outcome.fault =
        find_wrong_eccentricity(graph, Lengths(span_of(found.eccentricity)), found.diameter);
    if (outcome.fault) return outcome;
  }
  if (found.eccentricity.extent(0) > 0) {
    outcome.radius = ShownLength::of(radius_beside(graph, found));
  }
  write_eccentricities(arguments, found, outputs);
  return outcome;
}

EccentricitiesOutcome find_any_eccentricities(EccentricitiesArguments const& arguments,
                                              Outputs& outputs) {
  return with_loaded<EccentricitiesOutcome>(
      arguments, arguments.weights, outputs,
      [&](auto const& graph) { return find_eccentricities(arguments, graph, outputs); });
}

Facts facts_of(EccentricitiesOutcome const& outcome, EccentricitiesArguments const& arguments) {
  auto text = outcome.diameter.text;
  if (outcome.from != outcome.to) {
    text += fmt::format(", from vertex {} to {}", outcome.from, outcome.to);
  }
  Facts facts;
  facts.json["graph"] = arguments.graph.name();
  facts.add("vertices", outcome.vertices)
      .add("arcs", outcome.arcs)
      .add("diameter", outcome.diameter.json, "diameter", text);
  facts.json["from"] = outcome.from;
  facts.json["to"] = outcome.to;
  if (outcome.radius) facts.add("radius", outcome.radius->json, "radius", outcome.radius->text);
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
  is_raw_output(arguments);
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
  add_optional_weights(parser, *arguments, arguments->weights,
                       "Distances are sums of weights, and of this type");
  auto const writes = with_output(arguments->output, arguments->graph);
  add_format(parser, "--output-type", arguments->output_type, "The output's format")
      .only_for(writes)
      .only_for({"runs without --weights", [&a = *arguments] { return !a.has_weights(); }});
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
