#include "distances.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <memory>
#include <string>

#include "command.hpp"
#include "graph_part.hpp"
#include "ranks.hpp"
#include "run_report.hpp"

namespace yoke::tool {

MatrixFormat matrix_format(std::string const& name, DistancesArguments const& arguments) {
  if (arguments.output_type) return *arguments.output_type;
  if (is_matrix_name(name)) return MatrixFormat::npy;
  auto const ending = std::filesystem::path(name).extension().string();
  for (KeyType const type : key_types) {
    if (ending != fmt::format(".{}", to_string(type))) continue;
    throw UsageError(
        fmt::format("a matrix goes to a file *.npy or is text, and is not *{}", ending));
  }
  return MatrixFormat::text;
}

Facts facts_of(DistancesOutcome const& outcome, DistancesArguments const& arguments) {
  Facts facts;
  facts.json["graph"] = arguments.graph.name();
  facts.add("vertices", outcome.vertices);
  if (outcome.arcs) facts.add("arcs", *outcome.arcs);
  facts.add("type", to_string(outcome.type))
      .add("pairs", outcome.pairs, "pairs with a path", std::to_string(outcome.pairs))
      .add("farthest", outcome.farthest, "farthest", outcome.farthest_text);
  facts.json["may_be_clamped"] = outcome.report.may_be_clamped;
  if (outcome.report.may_be_clamped) {
    facts.tell("out of reach", "these pairs may also be too far apart for the type");
  }
  add_runs(facts, outcome, arguments, "pairs", outcome.vertices * outcome.vertices);
  add_outcome(facts, outcome, arguments);
  if (arguments.verify && !outcome.fault) {
    facts.tell("verified", arguments.next.empty() ? "every distance" : "every distance, and next");
  }
  return facts;
}

namespace {

// Before any work: what the outputs are written as.
void check_can_write(DistancesArguments const& arguments) {
  for (auto const& name : {arguments.output, arguments.next}) {
    bool const is_text = matrix_format(name, arguments) == MatrixFormat::text;
    if (ranks() == 1 || name.empty() || !is_text || is_standard_output(name)) continue;
    throw UsageError(
        fmt::format("several ranks can write only .npy matrices, not {}: call it *.npy", name));
  }
}

int run(DistancesArguments const& arguments) {
  check_can_run(arguments);
  check_one_process(arguments.options.algorithm == AllPairsAlgorithm::searches,
                    "--algorithm searches");
  check_can_write(arguments);
  if (!arguments.reads_matrix()) open_graph(arguments.graph, ".wsg and .yoke");
  return run_and_report(arguments, {arguments.graph.input},
                        {arguments.output, arguments.next, arguments.timeline, arguments.graph.ids,
                         arguments.graph.names},
                        find_all_distances);
}

}  // namespace

Command add_distances(Parser program) {
  Parser const parser = program.add_command(
      "distances", "Distances of all pairs of vertices, of a graph with weights or of a matrix");
  auto const arguments = std::make_shared<DistancesArguments>();
  auto of_graphs = add_weighted_graph(
      parser, *arguments, Directions::as_asked,
      "A graph file, or *.npy: a matrix of weights, which takes no options of graphs",
      "Where the matrix of distances goes, as *.npy or as text with inf for pairs without a path");
  of_graphs.push_back(add_choice<KeyType>(parser, "--weights", arguments->weights,
                                          {{"i16", KeyType::i16},
                                           {"i32", KeyType::i32},
                                           {"f32", KeyType::f32},
                                           {"f64", KeyType::f64}},
                                          "The type of a graph's weights and of its distances")
                          .show_default("f64"));
  of_graphs.push_back(add_algorithm(
      parser, arguments->options.algorithm, all_pairs_algorithms,
      "How to find the distances of a graph; searches take no negative weights and no --next"));
  for (Option const& option : of_graphs) {
    option.only_for({"graphs", [&a = *arguments] { return !a.reads_matrix(); },
                     [&a = *arguments] { return a.graph.input + ", a matrix"; }, false});
  }
  parser.add_flag("--matrix", arguments->matrix,
                  "Read INPUT as an .npy matrix, whatever its name; standard input needs it");
  parser
      .add_text("--next", arguments->next,
                "Where the matrix of next vertices goes: element (i, j) is the vertex after i on a "
                "lightest path to j, or -1 without a path")
      .type_name("FILE");
  add_choice<MatrixFormat>(parser, "--output-type", arguments->output_type,
                           {{"text", MatrixFormat::text}, {"npy", MatrixFormat::npy}},
                           "The outputs' format; by default as a name ends: .npy, or else text")
      .only_for(
          {"OUTPUT or --next", [&a = *arguments] { return !a.output.empty() || !a.next.empty(); }});
  add_space(parser, arguments->space, true);
  add_split(parser, arguments->options.split, arguments->space,
            "auto (one side alone), or from 0 to 1");
  add_run_options(parser, *arguments, "Find the distances", "the distances against the weights");
  return {parser, [arguments] { return run(*arguments); }, true};
}

}  // namespace yoke::tool
