#include "rank.hpp"
#include "run_report.hpp"

namespace yoke::tool {

Facts facts_of(RankOutcome const& outcome, RankArguments const& arguments) {
  Facts facts;
  facts.add("nodes", outcome.nodes).add("lists", outcome.lists);
  add_runs(facts, outcome, arguments, "nodes", outcome.nodes);
  add_outcome(facts, outcome, arguments);
  if (arguments.verify && !outcome.fault) facts.tell("verified", "every rank");
  return facts;
}

}  // namespace yoke::tool
