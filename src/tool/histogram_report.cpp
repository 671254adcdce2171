#include <fmt/core.h>

#include "histogram.hpp"
#include "run_report.hpp"

namespace yoke::tool {

Facts facts_of(HistogramOutcome const& outcome, HistogramArguments const& arguments) {
  Facts facts;
  facts.add("values", outcome.values)
      .add("type", to_string(outcome.type))
      .add("bins", outcome.bins)
      .add("counted", outcome.counted)
      .add("fullest", outcome.fullest, "fullest bin",
           fmt::format("{}, with {}", outcome.fullest, outcome.most));
  facts.json["most"] = outcome.most;
  add_runs(facts, outcome, arguments, "values", outcome.values);
  add_outcome(facts, outcome, arguments);
  if (arguments.verify && !outcome.fault) facts.tell("verified", "every count");
  return facts;
}

}  // namespace yoke::tool
