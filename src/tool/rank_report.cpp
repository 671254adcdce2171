#include <string>

#include "rank.hpp"
#include "run_report.hpp"

namespace yoke::tool {

Json to_json(RankOutcome const& outcome, RankArguments const& arguments) {
  Json json{{"nodes", outcome.nodes},
            {"lists", outcome.lists},
            {"space", to_string(arguments.space)},
            {"algorithm", to_string(outcome.algorithm)},
            {"seconds", outcome.seconds},
            {"best_seconds", outcome.best()},
            {"median_seconds", median(outcome.seconds)},
            {"nodes_per_second", static_cast<double>(outcome.nodes) / outcome.best()},
            {"workspace_bytes", outcome.workspace_bytes}};
  add_copies(json, outcome);
  if (arguments.verify) json["verified"] = !outcome.fault;
  if (outcome.fault) json["fault"] = *outcome.fault;
  if (arguments.phases) add_phases(json, outcome.report, arguments.space);
  return json;
}

Facts to_facts(RankOutcome const& outcome, RankArguments const& arguments) {
  double const best = outcome.best();
  Facts facts{{"nodes", std::to_string(outcome.nodes)},
              {"lists", std::to_string(outcome.lists)},
              {"space", describe(arguments.space)},
              {"algorithm", std::string(to_string(outcome.algorithm))},
              {"time", show_times(outcome)},
              {"speed", format_rate(static_cast<double>(outcome.nodes) / best, "nodes")},
              {"workspace", format_bytes(outcome.workspace_bytes)}};
  add_copies(facts, outcome);
  if (arguments.phases) add_phases(facts, outcome.report, arguments.space);
  if (arguments.verify && !outcome.fault) facts.emplace_back("verified", "every rank");
  return facts;
}

}  // namespace yoke::tool
