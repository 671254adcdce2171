#include "bfs.hpp"

#include <fmt/core.h>

#include <memory>

#include "command.hpp"
#include "errors.hpp"
#include "graph_part.hpp"
#include "run_report.hpp"

namespace yoke::tool {
namespace {

void check(BfsArguments const& arguments) {
  check_can_run(arguments);
  check_one_process(arguments.options.algorithm == BfsAlgorithm::sequential,
                    "--algorithm sequential");
  bool const writes = !arguments.output.empty() || !arguments.parents.empty();
  if (writes && arguments.sources > 1) {
    throw UsageError("the levels and parents of one search can be written: not with --sources");
  }
  open_graph(arguments.graph);
}

int run(BfsArguments const& arguments) {
  check(arguments);
  for (auto const& name : {arguments.output, arguments.parents}) {
    output_format_of(name, arguments.output_type);
  }
  return run_and_report(arguments, {arguments.graph.input},
                        {arguments.output, arguments.parents, arguments.timeline,
                         arguments.graph.ids, arguments.graph.names},
                        search_graph);
}

void add_search_options(Parser parser, BfsArguments& arguments) {
  Option const from =
      parser
          .add_counts("--from", arguments.from,
                      "One search, from this vertex, or from the nearest of several. With --names "
                      "a vertex is the place of its name in FILE, from 0",
                      0)
          .type_name("VERTEX,...");
  parser
      .add_count("--sources", arguments.sources,
                 "The number of searches, each from another random vertex with an edge", 1, 1000000)
      .excludes(from)
      .show_default();
  add_seed(parser, "--source-seed", arguments.source_seed, "Seed of the choice of vertices")
      .excludes(from);
}

}  // namespace

Command add_bfs(Parser program) {
  Parser const parser =
      program.add_command("bfs", "Breadth-first search: each vertex's distance and parent");
  auto const arguments = std::make_shared<BfsArguments>();
  add_names(parser, arguments->graph.input, "A graph file", arguments->output,
            "Where each vertex's level goes, -1 for those out of reach");
  add_random_graph(parser, arguments->graph);
  add_graph_options(parser, arguments->graph, Directions::as_asked);
  add_ids(parser, arguments->graph);
  parser.add_text("--parents", arguments->parents, "Where each vertex's parent goes")
      .type_name("FILE");
  auto const levels = with_output(arguments->output, arguments->graph);
  add_format(parser, "--output-type", arguments->output_type, "The outputs' format")
      .only_for({"OUTPUT or --parents",
                 [&a = *arguments, levels] { return levels.holds() || !a.parents.empty(); }});
  add_search_options(parser, *arguments);
  add_space(parser, arguments->space, true);
  add_algorithm(parser, arguments->options.algorithm, bfs_algorithms, "How to search");
  parser.add_flag("--deterministic", arguments->options.deterministic_parents,
                  "Take the smallest possible parent of each vertex");
  add_split(parser, arguments->options.split, arguments->space);
  add_run_options(parser, *arguments, "Do each search",
                  "levels and parents as Graph500 prescribes");
  return {parser,
          [arguments] {
            settle_graph(arguments->graph, arguments->output, "bfs");
            return run(*arguments);
          },
          true, tuned_searches()};
}

}  // namespace yoke::tool
