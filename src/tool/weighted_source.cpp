#include "weighted_source.hpp"

namespace yoke::tool {

std::vector<Option> add_weighted_graph(Parser parser, WeightedArguments& arguments,
                                       Directions directions, std::string const& what_is_read,
                                       std::string const& what_is_written) {
  parser.add_text("INPUT", arguments.graph.input, what_is_read).required().type_name("");
  parser.add_text("OUTPUT,-o,--output", arguments.output, what_is_written + "; default: nowhere")
      .type_name("");
  auto options = add_graph_options(parser, arguments.graph, directions);
  add_ids(parser, arguments.graph);
  options.push_back(add_weight_column(parser, arguments.weight_column, arguments.graph));
  return options;
}

WeightedBuildOptions weighted_build_options(GraphArguments const& arguments) {
  auto const plain = arguments.build_options();
  return {.symmetrise = plain.symmetrise,
          .drop_loops = plain.drop_loops,
          .repeated = plain.merge_multi_edges ? RepeatedEdges::least : RepeatedEdges::keep};
}

void add_optional_weights(Parser parser, WeightedArguments& arguments, WeightType& weights,
                          std::string const& description) {
  add_weight_type(parser, weights, description + "; by default distances are numbers of edges")
      .only_for({"graph files", [&graph = arguments.graph] { return !graph.random; },
                 [&graph = arguments.graph] { return graph.name(); }});
  add_weight_column(parser, arguments.weight_column, arguments.graph)
      .only_for({"--weights", [&weights] { return weights != WeightType::none; }});
}

}  // namespace yoke::tool
