#include <string>

#include "run_report.hpp"
#include "sort.hpp"

namespace yoke::tool {

Json to_json(SortOutcome const& outcome, SortArguments const& arguments) {
  Json json{{"keys", outcome.keys}, {"type", to_string(outcome.type)}};
  add_runs(json, outcome, arguments, "keys", outcome.keys);
  add_outcome(json, outcome, arguments);
  return json;
}

Facts to_facts(SortOutcome const& outcome, SortArguments const& arguments) {
  Facts facts{{"keys", std::to_string(outcome.keys)},
              {"type", std::string(to_string(outcome.type))}};
  add_runs(facts, outcome, arguments, "keys", outcome.keys);
  add_outcome(facts, outcome, arguments);
  if (arguments.verify && !outcome.fault) facts.emplace_back("verified", "every key");
  return facts;
}

}  // namespace yoke::tool
