#include <string>

#include "rank.hpp"
#include "run_report.hpp"

namespace yoke::tool {

Json to_json(RankOutcome const& outcome, RankArguments const& arguments) {
  Json json{{"nodes", outcome.nodes}, {"lists", outcome.lists}};
  add_runs(json, outcome, arguments, "nodes", outcome.nodes);
  add_outcome(json, outcome, arguments);
  return json;
}

Facts to_facts(RankOutcome const& outcome, RankArguments const& arguments) {
  Facts facts{{"nodes", std::to_string(outcome.nodes)}, {"lists", std::to_string(outcome.lists)}};
  add_runs(facts, outcome, arguments, "nodes", outcome.nodes);
  add_outcome(facts, outcome, arguments);
  if (arguments.verify && !outcome.fault) facts.emplace_back("verified", "every rank");
  return facts;
}

}  // namespace yoke::tool
