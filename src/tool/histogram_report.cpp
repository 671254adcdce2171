#include <fmt/core.h>

#include <string>

#include "histogram.hpp"
#include "run_report.hpp"

namespace yoke::tool {

Json to_json(HistogramOutcome const& outcome, HistogramArguments const& arguments) {
  Json json{{"values", outcome.values},   {"type", to_string(outcome.type)},
            {"bins", outcome.bins},       {"counted", outcome.counted},
            {"fullest", outcome.fullest}, {"most", outcome.most}};
  add_runs(json, outcome, arguments, "values", outcome.values);
  add_outcome(json, outcome, arguments);
  return json;
}

Facts to_facts(HistogramOutcome const& outcome, HistogramArguments const& arguments) {
  Facts facts{{"values", std::to_string(outcome.values)},
              {"type", std::string(to_string(outcome.type))},
              {"bins", std::to_string(outcome.bins)},
              {"counted", std::to_string(outcome.counted)},
              {"fullest bin", fmt::format("{}, with {}", outcome.fullest, outcome.most)}};
  add_runs(facts, outcome, arguments, "values", outcome.values);
  add_outcome(facts, outcome, arguments);
  if (arguments.verify && !outcome.fault) facts.emplace_back("verified", "every count");
  return facts;
}

}  // namespace yoke::tool
