#include <fmt/core.h>

#include <string>

#include "components.hpp"
#include "run_report.hpp"

namespace yoke::tool {

Json to_json(ComponentsOutcome const& outcome, ComponentsArguments const& arguments) {
  Json json{{"graph", arguments.graph.name()},
            {"vertices", outcome.vertices},
            {"arcs", outcome.arcs},
            {"components", outcome.components},
            {"largest_component", outcome.largest},
            {"space", to_string(arguments.space)},
            {"algorithm", to_string(outcome.algorithm)},
            {"seconds", outcome.seconds},
            {"best_seconds", outcome.best()},
            {"median_seconds", median(outcome.seconds)},
            {"arcs_per_second", static_cast<double>(outcome.arcs) / outcome.best()},
            {"workspace_bytes", outcome.workspace_bytes}};
  add_copies(json, outcome);
  if (arguments.verify) json["verified"] = !outcome.fault;
  if (outcome.fault) json["fault"] = *outcome.fault;
  if (!arguments.phases) return json;
  add_phases(json, outcome.report, arguments.space);
  json["rounds"] = outcome.report.rounds;
  if (arguments.options.prune) {
    json["pruned_vertices"] = outcome.report.pruned_vertices;
    json["prune_rounds"] = outcome.report.prune_rounds;
  }
  if (arguments.space == Space::hybrid) json["cross_edges"] = outcome.report.cross_edges;
  return json;
}

Facts to_facts(ComponentsOutcome const& outcome, ComponentsArguments const& arguments) {
  Facts facts{{"vertices", std::to_string(outcome.vertices)},
              {"arcs", std::to_string(outcome.arcs)},
              {"components", std::to_string(outcome.components)},
              {"largest component", fmt::format("{} vertices", outcome.largest)},
              {"space", describe(arguments.space)},
              {"algorithm", std::string(to_string(outcome.algorithm))},
              {"time", show_times(outcome)},
              {"speed", format_rate(static_cast<double>(outcome.arcs) / outcome.best(), "arcs")},
              {"workspace", format_bytes(outcome.workspace_bytes)}};
  add_copies(facts, outcome);
  if (arguments.phases) {
    add_phases(facts, outcome.report, arguments.space);
    facts.emplace_back("rounds", std::to_string(outcome.report.rounds));
    if (arguments.options.prune) {
      facts.emplace_back("pruned",
                         fmt::format("{} vertices in {} rounds", outcome.report.pruned_vertices,
                                     outcome.report.prune_rounds));
    }
    if (arguments.space == Space::hybrid) {
      facts.emplace_back("cross edges", std::to_string(outcome.report.cross_edges));
    }
  }
  if (arguments.verify && !outcome.fault) {
    facts.emplace_back("verified",
                       arguments.forest.empty() ? "every label" : "every label, and the forest");
  }
  return facts;
}

}  // namespace yoke::tool
