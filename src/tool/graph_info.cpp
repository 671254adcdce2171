#include <fmt/core.h>

#include <memory>
#include <string>
#include <yoke/counted.hpp>

#include "command.hpp"
#include "errors.hpp"
#include "graph_part.hpp"
#include "graph_source.hpp"
#include "graph_study.hpp"
#include "kokkos_session.hpp"
#include "output.hpp"
#include "outputs.hpp"
#include "progress.hpp"

namespace yoke::tool {
namespace {

struct GraphInfoArguments {
  GraphArguments graph;
  bool json = false;
};

// What the file said beside the graph.
struct FileFacts {
  std::string format;
  bool is_symmetric = true;
};

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

Facts facts_of(GraphStudy const& study, FileFacts const& file, std::string const& name) {
  auto const with_share = [&study](std::uint64_t vertices) {
    return fmt::format("{} ({:.3g} %)", vertices, 100 * share(vertices, study.vertices));
  };
  Facts facts;
  facts.json["graph"] = name;
  facts.add("format", file.format);
  facts.json["symmetric"] = file.is_symmetric;
  if (!file.is_symmetric) facts.tell("directions", "in the file; ignored here");
  facts.add("vertices", study.vertices)
      .add("edges", study.edges, "edges",
           fmt::format("{} ({})", study.edges, show_count(study.arcs, "arc")))
      .add("loops", study.loops)
      .add("multi_edges", study.multi_edges, "multi-edges", std::to_string(study.multi_edges))
      .add("degree",
           Json{{"min", study.least_degree},
                {"mean", study.mean_degree},
                {"median", study.median_degree},
                {"max", study.greatest_degree}},
           "degrees",
           fmt::format("{} to {}, mean {:.4g}, median {:.4g}", study.least_degree,
                       study.greatest_degree, study.mean_degree, study.median_degree))
      .add("isolated", study.isolated, "isolated", with_share(study.isolated))
      .add("pendant", study.pendant, "pendant", with_share(study.pendant))
      .add("components", study.components)
      .add("largest_component", study.largest_component, "largest component",
           with_share(study.largest_component));
  facts.json["arcs"] = study.arcs;
  facts.json["pendant_share"] = share(study.pendant, study.vertices);
  return facts;
}

template <class Word>
int show(GraphInfoArguments const& arguments, Outputs& outputs) {
  auto const loaded = load_graph<Word>(arguments.graph);
  FileFacts const file{
      arguments.graph.random ? "generated" : std::string(to_string(loaded.report.format)),
      loaded.report.is_symmetric};
  GraphStudy study;
  {
    Progress const progress("studying the graph");
    study = study_graph(loaded.graph);
  }
  write_ids(arguments.graph, loaded.report, outputs);
  outputs.commit();
  facts_of(study, file, arguments.graph.name()).print(arguments.json, outputs.report_stream());
  return success;
}

int run(GraphInfoArguments const& arguments) {
  open_graph(arguments.graph);
  Outputs outputs({arguments.graph.input}, {arguments.graph.names});
  start_kokkos();
  return is_wide(arguments.graph) ? show<std::uint64_t>(arguments, outputs)
                                  : show<std::uint32_t>(arguments, outputs);
}

}  // namespace

Command add_graph(Parser program) {
  Parser const parser = program.add_command("graph", "Properties of a graph");
  parser.require_command();
  Parser const info = parser.add_command(
      "info", "Vertices, edges, degrees and components of a graph, taken as undirected");
  auto const arguments = std::make_shared<GraphInfoArguments>();
  info.add_text("INPUT", arguments->graph.input, "A graph file; not with --random").type_name("");
  add_random_graph(info, arguments->graph);
  add_graph_options(info, arguments->graph, Directions::always_both);
  info.add_flag("--json", arguments->json, "Report in JSON");
  return {parser, [arguments] {
            if (arguments->graph.random && !arguments->graph.input.empty()) {
              throw UsageError("with --random there is no INPUT, and graph info writes no file");
            }
            std::string no_output;
            settle_graph(arguments->graph, no_output, "graph info");
            return run(*arguments);
          }};
}

}  // namespace yoke::tool
