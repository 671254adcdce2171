#include <memory>
#include <string>

#include "command.hpp"
#include "errors.hpp"
#include "graph_output.hpp"
#include "graph_part.hpp"
#include "graph_source.hpp"
#include "kokkos_session.hpp"
#include "output.hpp"
#include "outputs.hpp"

namespace yoke::tool {
namespace {

struct ConvertArguments {
  GraphArguments graph;
  std::string output;
  GraphOutput written;
  bool json = false;
};

template <class Word>
void convert(ConvertArguments const& arguments, Outputs& outputs) {
  auto const loaded = load_graph<Word>(arguments.graph);
  write_ids(arguments.graph, loaded.report, outputs);
  auto const& graph = loaded.graph;
  auto const left_out = save_graph(outputs[arguments.output], graph, arguments.written);
  outputs.commit();
  Facts facts;
  facts.add("file", arguments.output)
      .add("vertices", graph.vertices())
      .add("arcs", graph.arcs())
      .add("symmetric", graph.is_symmetric(), "symmetric", graph.is_symmetric() ? "yes" : "no");
  add_left_out(facts, left_out);
  facts.print(arguments.json, outputs.report_stream());
}

int run(ConvertArguments const& arguments) {
  check_can_write(arguments.output, arguments.written.format);
  open_graph(arguments.graph);
  Outputs outputs({arguments.graph.input},
                  {arguments.output, arguments.graph.ids, arguments.graph.names});
  start_kokkos();
  if (is_wide(arguments.graph)) {
    convert<std::uint64_t>(arguments, outputs);
  } else {
    convert<std::uint32_t>(arguments, outputs);
  }
  return success;
}

}  // namespace

Command add_convert(Parser program) {
  Parser const parser = program.add_command("convert", "Write a graph file in another format");
  auto const arguments = std::make_shared<ConvertArguments>();
  parser.add_text("INPUT", arguments->graph.input, "The graph file to read")
      .required()
      .type_name("");
  parser.add_text("OUTPUT", arguments->output, "The graph file to write").required().type_name("");
  add_graph_options(parser, arguments->graph, Directions::as_asked);
  add_ids(parser, arguments->graph);
  add_graph_format(parser, "--output-format", arguments->written.format,
                   "The output's format; by default as its name ends");
  add_graph_header(parser, arguments->written, arguments->output, "the output");
  parser.add_flag("--json", arguments->json, "Report in JSON");
  return {parser, [arguments] { return run(*arguments); }};
}

}  // namespace yoke::tool
