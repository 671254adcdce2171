#include <fmt/core.h>

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>
#include <yoke/shortest_paths.hpp>
#include <yoke/validate_shortest_paths.hpp>

#include "arguments.hpp"
#include "command.hpp"
#include "farthest.hpp"
#include "graph_output.hpp"
#include "graph_part.hpp"
#include "graph_source.hpp"
#include "ranks.hpp"
#include "run.hpp"
#include "run_report.hpp"
#include "value_output.hpp"
#include "weighted_source.hpp"

namespace yoke::tool {
namespace {

struct PathsArguments : WeightedArguments {
  std::vector<std::uint64_t> from;
  std::string parents;
  WeightType weights = WeightType::f64;
  ShortestPathsOptions options;
};
struct PathsOutcome : RunOutcome<ShortestPathsAlgorithm, ShortestPathsReport> {
  std::uint64_t vertices = 0, arcs = 0, reached = 0;
  Json farthest;  // the largest distance of a vertex that was reached
  std::string farthest_text;
};

// Throws UsageError where OUTPUT's name stands for other words.
bool is_raw_output(PathsArguments const& arguments) {
  return is_raw(arguments.output, to_string(arguments.weights),
                "distances are of the type of --weights");
}

// In host memory: of several ranks, of this one's part.
template <class Word, class Weight>
struct Paths {
  Numbers<Weight, Kokkos::HostSpace> distance;
  Numbers<Word, Kokkos::HostSpace> parent;  // empty where they are not asked for
};

// Of several ranks the first one's part is all of them.
template <class Word, class Memory>
Numbers<Word, Memory> sources_in(PathsArguments const& arguments, std::uint64_t vertices) {
  check_vertices(arguments.from, vertices);
  return vertices_in<Word, Memory>(rank() == 0 ? arguments.from : std::vector<std::uint64_t>(),
                                   vertices);
}

template <class Word, class Weight, class Executor>
Paths<Word, Weight> find_on(Executor const& executor, PathsArguments const& arguments,
                            WeightedPart<Word, Weight> const& part, Outputs& outputs,
                            PathsOutcome& outcome) {
  using Memory = WorkMemory<Executor>;
  std::size_t const n = part.own.vertices();
  auto const sources = sources_in<Word, Memory>(arguments, part.vertices);
  auto const placed = place_weighted_part(executor, part, outcome.upload);
  auto const distance = make_numbers<Weight, Memory>("distance", n);
  auto const parent = make_numbers<Word, Memory>("parent", arguments.parents.empty() ? 0 : n);
  TimedRuns timed(arguments, "shortest_paths", outcome);
  ShortestPathsPlan<Executor, Word, Word, Weight> plan(executor, n, part.own.arcs(),
                                                       timed.options());
  timed.run("finding paths", plan,
            [&] { outcome.reached = plan(placed, sources, distance, parent); });
  add_traffic_of(executor, outcome.traffic);
  timed.write_trace(outputs);
  return {copied_to<Kokkos::HostSpace>(distance), copied_to<Kokkos::HostSpace>(parent)};
}

template <class Word, class Weight>
PathsOutcome find_paths(PathsArguments const& arguments, Outputs& outputs) {
  auto const part =
      load_weighted_part<Word, Weight>(arguments.graph, arguments.weight_column, outputs);
  PathsOutcome outcome;
  outcome.vertices = part.vertices;
  outcome.arcs = part.arcs;
  Paths<Word, Weight> paths;
  naming(arguments.graph.shown_name(), [&] {
    on_ranks_or_space(arguments.space, [&](auto const& executor) {
      paths = find_on<Word, Weight>(executor, arguments, part, outputs, outcome);
    });
  });
  auto const& [distance, parent] = paths;
  auto const farthest = farthest_of_ranks<Weight>(span_of(distance), infinite_weight<Weight>,
                                                  std::numeric_limits<Weight>::lowest());
  outcome.farthest = farthest;
  outcome.farthest_text = fmt::format("{}", farthest);
  if (arguments.verify) {
    outcome.fault = find_fault("reached vertex", outcome.reached, [&] {
      auto const sources = sources_in<Word, Kokkos::HostSpace>(arguments, outcome.vertices);
      return validate_shortest_paths(HostExec(), part.own, sources, distance, parent);
    });
    if (outcome.fault) return outcome;
  }
  if (!arguments.output.empty()) {
    std::span<Weight const> const all = span_of(distance);
    write_values<Weight>(outputs.part(arguments.output, all.size_bytes()), is_raw_output(arguments),
                         all, infinite_weight<Weight>);
  }
  write_output(outputs, arguments.parents, std::nullopt, parent, Largest::is_minus_one);
  return outcome;
}

PathsOutcome find_any(PathsArguments const& arguments, Outputs& outputs) {
  return with_weighted_types<PathsOutcome>(
      arguments.graph, arguments.weights, [&](auto word, auto weight) {
        return find_paths<decltype(word), decltype(weight)>(arguments, outputs);
      });
}

Facts facts_of(PathsOutcome const& outcome, PathsArguments const& arguments) {
  Facts facts;
  auto from = fmt::format("vertex {}", arguments.from.front());
  if (arguments.from.size() > 1) from += fmt::format(" and {} more", arguments.from.size() - 1);
  facts.json["graph"] = arguments.graph.name();
  facts.add("vertices", outcome.vertices)
      .add("arcs", outcome.arcs)
      .add("from", arguments.from, "from", from)
      .add("reached", outcome.reached)
      .add("farthest", outcome.farthest, "farthest", outcome.farthest_text);
  add_runs(facts, outcome, arguments, "arcs", outcome.arcs);
  add_outcome(facts, outcome, arguments);
  if (arguments.phases) {
    // On several ranks "rounds" are those of messages.
    facts.add("steps", outcome.report.steps)
        .add(ranks() > 1 ? "followed_rounds" : "rounds", outcome.report.rounds)
        .add("followed_arcs", outcome.report.arcs)
        .add("delta", outcome.report.delta, "delta", fmt::format("{}", outcome.report.delta));
  }
  if (arguments.verify && !outcome.fault) facts.tell("verified", "every distance");
  return facts;
}

int run(PathsArguments const& arguments) {
  check_can_run(arguments);
  check_one_process(arguments.options.algorithm == ShortestPathsAlgorithm::sequential,
                    "--algorithm sequential");
  output_format_of(arguments.parents, std::nullopt);
  bool const is_text = !arguments.output.empty() && !is_raw_output(arguments);
  if (ranks() > 1 && is_text && !is_standard_output(arguments.output)) {
    throw UsageError(fmt::format("several ranks can write only raw words: call the output *.{}",
                                 to_string(arguments.weights)));
  }
  open_graph(arguments.graph, ".wsg and .yoke");
  return run_and_report(arguments, {arguments.graph.input},
                        {arguments.output, arguments.parents, arguments.timeline,
                         arguments.graph.ids, arguments.graph.names},
                        find_any);
}

}  // namespace

Command add_paths(Parser program) {
  Parser const parser = program.add_command(
      "paths", "Lightest paths in a graph with weights: each vertex's distance and parent");
  auto const arguments = std::make_shared<PathsArguments>();
  add_weighted_graph(parser, *arguments, Directions::as_asked, "The graph file to read",
                     "Where each vertex's distance goes, inf for a vertex that no path reaches");
  add_weight_type(parser, arguments->weights, "The type of the weights and distances")
      .show_default("f64");
  parser.add_text("--parents", arguments->parents, "Where each vertex's parent goes")
      .type_name("FILE");
  parser
      .add_counts("--from", arguments->from,
                  "Distances from this vertex, or from the nearest of several. With --names a "
                  "vertex is the place of its name in FILE, from 0",
                  0)
      .type_name("VERTEX,...")
      .required();
  add_space(parser, arguments->space, true);
  add_algorithm(parser, arguments->options.algorithm, shortest_paths_algorithms,
                "How to find the paths");
  parser
      .add_word(
          "--delta",
          [&delta = arguments->options.delta](std::string const& text) {
            delta = parse_real(text);
          },
          "The width of a step of delta_stepping, in units of weight")
      .type_name("WIDTH")
      .show_default("by the graph")
      .only_for({"--algorithm automatic or delta_stepping", [&options = arguments->options] {
                   return options.algorithm == ShortestPathsAlgorithm::automatic ||
                          options.algorithm == ShortestPathsAlgorithm::delta_stepping;
                 }});
  add_split(parser, arguments->options.split, arguments->space,
            "auto, 0 (the device alone) or 1 (the host alone)");
  add_run_options(parser, *arguments, "Find the paths",
                  "the distances and parents against the graph");
  return {parser, [arguments] { return run(*arguments); }, true};
}

}  // namespace yoke::tool
