#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <yoke/connected_components_options.hpp>

#include "arguments.hpp"
#include "graph_output.hpp"
#include "graph_source.hpp"
#include "number_file.hpp"
#include "output.hpp"
#include "run.hpp"
#include "tuned_capability.hpp"

// `yoke components` in three files: its command line, the labelling, the report.
namespace yoke::tool {

struct ComponentsArguments : RunArguments {
  GraphArguments graph;
  std::string output, forest;
  GraphOutput written_forest;
  std::optional<Format> output_type;
  ComponentsOptions options;
};

struct ComponentsOutcome : RunOutcome<ComponentsAlgorithm, ComponentsReport> {
  std::uint64_t vertices = 0;
  std::uint64_t arcs = 0;
  std::uint64_t components = 0;
  std::optional<std::uint64_t> largest;  // vertices; of one process
};

// Reads or generates the graph, labels it as often as asked, verifies and writes.
ComponentsOutcome label_components(ComponentsArguments const& arguments, Outputs& outputs);

Facts facts_of(ComponentsOutcome const& outcome, ComponentsArguments const& arguments);

// For `yoke tune`.
std::vector<TunedCapability> tuned_components();

}  // namespace yoke::tool
