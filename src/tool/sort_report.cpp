#include "run_report.hpp"
#include "sort.hpp"

namespace yoke::tool {

Facts facts_of(SortOutcome const& outcome, SortArguments const& arguments) {
  Facts facts;
  facts.add("keys", outcome.keys).add("type", to_string(outcome.type));
  add_runs(facts, outcome, arguments, "keys", outcome.keys);
  if (outcome.report.levels > 0) facts.add("levels", outcome.report.levels);
  add_outcome(facts, outcome, arguments);
  if (arguments.verify && !outcome.fault) facts.tell("verified", "every key");
  return facts;
}

}  // namespace yoke::tool
