#include <fmt/core.h>

#include <string>
#include <yoke/counted.hpp>

#include "bfs.hpp"
#include "run_report.hpp"

namespace yoke::tool {

Json to_json(BfsOutcome const& outcome, BfsArguments const& arguments) {
  Json json{{"graph", arguments.graph.name()},
            {"vertices", outcome.vertices},
            {"arcs", outcome.arcs},
            {"space", to_string(arguments.space)},
            {"algorithm", to_string(outcome.algorithm)},
            {"searches", Json::array()}};
  if (!outcome.fault) {
    json["mean_seconds"] = outcome.mean_seconds();
    json["median_seconds"] = median(outcome.seconds);
    json["mean_teps"] = outcome.mean_teps();
  }
  json["workspace_bytes"] = outcome.workspace_bytes;
  add_traffic(json, outcome.traffic);
  for (auto const& search : outcome.searches) {
    if (search.times.seconds.empty()) break;  // a fault came before
    json["searches"].push_back({{"from", search.from},
                                {"reached", search.reached},
                                {"depth", search.depth},
                                {"edges", search.edges},
                                {"seconds", search.times.seconds},
                                {"teps", search.teps()}});
  }
  add_outcome(json, outcome, arguments);
  if (!arguments.phases) return json;
  json["levels"] = outcome.report.levels;
  json["bottom_up_levels"] = outcome.report.bottom_up_levels;
  return json;
}

namespace {

void add_search(Facts& facts, Search const& search) {
  facts.emplace_back("from", fmt::format("vertex {}", search.from.front()));
  if (search.from.size() > 1) {
    facts.back().second += fmt::format(" and {} more", search.from.size() - 1);
  }
  facts.emplace_back("reached", show_count(search.reached, "vertex", "vertices") + ", " +
                                    show_count(search.edges, "edge"));
  facts.emplace_back("depth", std::to_string(search.depth));
  facts.emplace_back("time", show_times(search.times));
  facts.emplace_back("speed", format_rate(search.teps(), "edges"));
}

}  // namespace

Facts to_facts(BfsOutcome const& outcome, BfsArguments const& arguments) {
  Facts facts{{"vertices", std::to_string(outcome.vertices)},
              {"arcs", std::to_string(outcome.arcs)},
              {"space", describe(arguments.space)},
              {"algorithm", std::string(to_string(outcome.algorithm))}};
  if (outcome.fault) return facts;
  if (outcome.searches.size() == 1) {
    add_search(facts, outcome.searches.front());
  } else {
    facts.emplace_back("searches",
                       fmt::format("{}, from random vertices", outcome.searches.size()));
    facts.emplace_back("mean time", format_seconds(outcome.mean_seconds()));
    facts.emplace_back("mean speed",
                       format_rate(outcome.mean_teps(), "edges") + ", as Graph500 counts");
  }
  facts.emplace_back("workspace", format_bytes(outcome.workspace_bytes));
  add_traffic(facts, outcome.traffic);
  add_outcome(facts, outcome, arguments);
  if (arguments.phases) {
    facts.emplace_back("levels", fmt::format("{}, {} of them bottom-up", outcome.report.levels,
                                             outcome.report.bottom_up_levels));
  }
  if (arguments.verify) facts.emplace_back("verified", "every search, by Graph500's rules");
  return facts;
}

}  // namespace yoke::tool
