#include <fmt/core.h>

#include <string>
#include <yoke/counted.hpp>

#include "bfs.hpp"
#include "run_report.hpp"

namespace yoke::tool {

namespace {

// Of a single search, for people.
void tell_search(Facts& facts, Search const& search) {
  auto from = fmt::format("vertex {}", search.from.front());
  if (search.from.size() > 1) from += fmt::format(" and {} more", search.from.size() - 1);
  facts.tell("from", from)
      .tell("reached", show_count(search.reached, "vertex", "vertices") + ", " +
                           show_count(search.edges, "edge"))
      .tell("depth", std::to_string(search.depth))
      .tell("time", show_times(search.times))
      .tell("speed", format_rate(search.teps(), "edges"));
}

Json json_of(std::vector<Search> const& searches) {
  Json json = Json::array();
  for (auto const& search : searches) {
    if (search.times.seconds.empty()) break;  // a fault came before
    json.push_back({{"from", search.from},
                    {"reached", search.reached},
                    {"depth", search.depth},
                    {"edges", search.edges},
                    {"seconds", search.times.seconds},
                    {"teps", search.teps()}});
  }
  return json;
}

void add_searches(Facts& facts, BfsOutcome const& outcome) {
  if (outcome.searches.size() == 1) {
    tell_search(facts, outcome.searches.front());
  } else {
    facts.tell("searches", fmt::format("{}, from random vertices", outcome.searches.size()))
        .tell("mean time", format_seconds(outcome.mean_seconds()))
        .tell("mean speed", format_rate(outcome.mean_teps(), "edges") + ", as Graph500 counts");
  }
  facts.json["mean_seconds"] = outcome.mean_seconds();
  facts.json["median_seconds"] = median(outcome.seconds);
  facts.json["mean_teps"] = outcome.mean_teps();
}

}  // namespace

Facts facts_of(BfsOutcome const& outcome, BfsArguments const& arguments) {
  Facts facts;
  facts.json["graph"] = arguments.graph.name();
  facts.add("vertices", outcome.vertices)
      .add("arcs", outcome.arcs)
      .add("space", to_string(arguments.space), "space", describe(arguments.space))
      .add("algorithm", to_string(outcome.algorithm));
  facts.json["searches"] = json_of(outcome.searches);
  if (!outcome.fault) add_searches(facts, outcome);
  facts.add("workspace_bytes", outcome.workspace_bytes, "workspace",
            format_bytes(outcome.workspace_bytes));
  add_outcome(facts, outcome, arguments);
  if (arguments.phases) {
    facts.add("levels", outcome.report.levels, "levels",
              fmt::format("{}, {} of them bottom-up", outcome.report.levels,
                          outcome.report.bottom_up_levels));
    facts.json["bottom_up_levels"] = outcome.report.bottom_up_levels;
  }
  if (arguments.verify && !outcome.fault) {
    facts.tell("verified", "every search, by Graph500's rules");
  }
  return facts;
}

}  // namespace yoke::tool
