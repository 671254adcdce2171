#include <fmt/core.h>

#include <string>
#include <yoke/counted.hpp>

#include "components.hpp"
#include "run_report.hpp"

namespace yoke::tool {

Json to_json(ComponentsOutcome const& outcome, ComponentsArguments const& arguments) {
  Json json{{"graph", arguments.graph.name()},
            {"vertices", outcome.vertices},
            {"arcs", outcome.arcs},
            {"components", outcome.components}};
  if (outcome.largest) json["largest_component"] = *outcome.largest;
  add_runs(json, outcome, arguments, "arcs", outcome.arcs);
  add_outcome(json, outcome, arguments);
  // Of several ranks the rounds are those of their exchanges.
  if (!arguments.phases || outcome.traffic) return json;
  json["rounds"] = outcome.report.rounds;
  if (arguments.space == Space::hybrid) json["cross_edges"] = outcome.report.cross_edges;
  return json;
}

Facts to_facts(ComponentsOutcome const& outcome, ComponentsArguments const& arguments) {
  Facts facts{{"vertices", std::to_string(outcome.vertices)},
              {"arcs", std::to_string(outcome.arcs)},
              {"components", std::to_string(outcome.components)}};
  if (outcome.largest) {
    facts.emplace_back("largest component", show_count(*outcome.largest, "vertex", "vertices"));
  }
  add_runs(facts, outcome, arguments, "arcs", outcome.arcs);
  add_outcome(facts, outcome, arguments);
  if (arguments.phases && !outcome.traffic) {
    facts.emplace_back("rounds", std::to_string(outcome.report.rounds));
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
