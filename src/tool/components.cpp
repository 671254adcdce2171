#include "components.hpp"

#include <fmt/core.h>

#include <memory>

#include "command.hpp"
#include "graph_part.hpp"
#include "run_report.hpp"

namespace yoke::tool {
namespace {

int run(ComponentsArguments const& arguments) {
  check_can_run(arguments);
  check_can_write(arguments.forest);
  output_format_of(arguments.output, arguments.output_type);
  check_one_process(arguments.options.algorithm != ComponentsAlgorithm::automatic, "--algorithm");
  open_graph(arguments.graph);
  return run_and_report(arguments, {arguments.graph.input},
                        {arguments.output, arguments.forest, arguments.timeline,
                         arguments.graph.ids, arguments.graph.names},
                        label_components);
}

}  // namespace

Command add_components(Parser program) {
  Parser const parser = program.add_command(
      "components", "Connected components: the smallest vertex that each vertex is connected with");
  auto const arguments = std::make_shared<ComponentsArguments>();
  add_names(parser, arguments->graph.input, "A graph file", arguments->output,
            "Where each vertex's label goes");
  add_random_graph(parser, arguments->graph);
  add_graph_options(parser, arguments->graph, Directions::always_both);
  add_ids(parser, arguments->graph);
  add_format(parser, "--output-type", arguments->output_type, "The output's format")
      .only_for(with_output(arguments->output, arguments->graph));
  parser
      .add_text("--forest", arguments->forest,
                "Find a spanning forest too, and write it as a graph file")
      .type_name("FILE");
  add_graph_header(parser, arguments->written_forest, arguments->forest, "the forest");
  add_space(parser, arguments->space, true);
  add_algorithm(parser, arguments->options.algorithm, components_algorithms, "How to label");
  add_split(parser, arguments->options.split, arguments->space);
  add_run_options(parser, *arguments, "Label", "every label, and the forest, against the graph");
  return {parser,
          [arguments] {
            settle_graph(arguments->graph, arguments->output, "components");
            return run(*arguments);
          },
          true, tuned_components()};
}

}  // namespace yoke::tool
