#include <fmt/core.h>

#include <string>
#include <yoke/counted.hpp>

#include "components.hpp"
#include "run_report.hpp"

namespace yoke::tool {

Facts facts_of(ComponentsOutcome const& outcome, ComponentsArguments const& arguments) {
  Facts facts;
  facts.json["graph"] = arguments.graph.name();
  facts.add("vertices", outcome.vertices)
      .add("arcs", outcome.arcs)
      .add("components", outcome.components);
  if (outcome.largest) {
    facts.add("largest_component", *outcome.largest, "largest component",
              show_count(*outcome.largest, "vertex", "vertices"));
  }
  add_runs(facts, outcome, arguments, "arcs", outcome.arcs);
  add_outcome(facts, outcome, arguments);
  // Of several ranks the rounds are those of their exchanges.
  if (arguments.phases && !outcome.traffic) {
    facts.add("rounds", outcome.report.rounds);
    if (arguments.space == Space::hybrid) facts.add("cross_edges", outcome.report.cross_edges);
  }
  if (arguments.verify && !outcome.fault) {
    facts.tell("verified",
               arguments.forest.empty() ? "every label" : "every label, and the forest");
  }
  return facts;
}

}  // namespace yoke::tool
