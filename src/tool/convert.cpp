#include <memory>
#include <optional>
#include <string>
#include <yoke/weighted_graph_io.hpp>

#include "arguments.hpp"
#include "command.hpp"
#include "errors.hpp"
#include "graph_output.hpp"
#include "graph_part.hpp"
#include "graph_reading.hpp"
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
  std::string weight_column;
  std::optional<RepeatedEdges> repeated;
  bool json = false;

  bool keeps_weights() const { return written.weights != WeightType::none; }

  WeightedBuildOptions weighted_build_options() const {
    auto const plain = graph.build_options();
    WeightedBuildOptions options;
    options.symmetrise = plain.symmetrise;
    options.drop_loops = plain.drop_loops;
    options.repeated =
        repeated.value_or(plain.merge_multi_edges ? RepeatedEdges::first : RepeatedEdges::keep);
    return options;
  }
};

template <class Graph>
void write(ConvertArguments const& arguments, Graph const& graph, GraphFileReport const& report,
           Outputs& outputs) {
  write_ids(arguments.graph, report, outputs);
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

template <class Word, class Weight>
void convert_weighted(ConvertArguments const& arguments, Outputs& outputs) {
  GraphFileReport report;
  auto const graph = read_noted(arguments.graph, report, [&](GraphReadOptions options) {
    options.weight_column = arguments.weight_column;
    return read_weighted_graph<Weight, Word, Word>(arguments.graph.file(), options,
                                                   arguments.weighted_build_options());
  });
  arguments.graph.close();
  write(arguments, graph, report, outputs);
}

template <class Word>
void convert(ConvertArguments const& arguments, Outputs& outputs) {
  if (arguments.keeps_weights()) {
    return with_weight_type<void>(arguments.written.weights, [&](auto weight) {
      convert_weighted<Word, decltype(weight)>(arguments, outputs);
    });
  }
  auto const loaded = load_graph<Word>(arguments.graph);
  write(arguments, loaded.graph, loaded.report, outputs);
}

void check(ConvertArguments const& arguments) {
  check_can_write(arguments.output, arguments.written);
  if (!arguments.keeps_weights() || !arguments.repeated || !arguments.graph.merge) return;
  throw UsageError("--repeated excludes --merge, which is --repeated first");
}

int run(ConvertArguments const& arguments) {
  check(arguments);
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

// --weights, and what it makes sense with.
void add_weights(Parser parser, ConvertArguments& arguments) {
  add_weight_type(parser, arguments.written.weights,
                  "Keep the weights of the edges, as numbers of this type; by default they are "
                  "left out");
  Case const with_weights = {"--weights", [&arguments] { return arguments.keeps_weights(); }};
  add_weight_column(parser, arguments.weight_column, arguments.graph).only_for(with_weights);
  add_choice<RepeatedEdges>(parser, "--repeated", arguments.repeated,
                            {{"keep", RepeatedEdges::keep},
                             {"sum", RepeatedEdges::sum},
                             {"least", RepeatedEdges::least},
                             {"first", RepeatedEdges::first},
                             {"refuse", RepeatedEdges::refuse}},
                            "Of equal edges keep all, or one with the sum of their weights, the "
                            "least or the first one's; or refuse them")
      .show_default("keep; first with --merge or --symmetrise")
      .only_for(with_weights);
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
  add_weights(parser, *arguments);
  parser.add_flag("--json", arguments->json, "Report in JSON");
  return {parser, [arguments] { return run(*arguments); }};
}

}  // namespace yoke::tool
