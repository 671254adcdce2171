#include <fmt/core.h>

#include <string>

#include "rank.hpp"

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
  if (outcome.upload) json["upload_seconds"] = *outcome.upload;
  if (outcome.download) json["download_seconds"] = *outcome.download;
  if (arguments.verify) json["verified"] = !outcome.fault;
  if (outcome.fault) json["fault"] = *outcome.fault;
  if (!arguments.phases) return json;
  auto const& report = outcome.report;
  json["phases"] = Json::array();
  for (auto const& [name, seconds] : report.phases) {
    json["phases"].push_back({{"name", name}, {"seconds", seconds}});
  }
  if (arguments.space == Space::hybrid) {
    json["host_share"] = report.host_share;
    json["busy_seconds"] = {
        {"device", report.device_busy}, {"host", report.host_busy}, {"copies", report.copying}};
  }
  return json;
}

Facts to_facts(RankOutcome const& outcome, RankArguments const& arguments) {
  double const best = outcome.best();
  auto time = format_seconds(best);
  if (outcome.seconds.size() > 1) {
    time += fmt::format(" best, {} median of {}", format_seconds(median(outcome.seconds)),
                        outcome.seconds.size());
  }
  Facts facts{{"nodes", std::to_string(outcome.nodes)},
              {"lists", std::to_string(outcome.lists)},
              {"space", describe(arguments.space)},
              {"algorithm", std::string(to_string(outcome.algorithm))},
              {"time", time},
              {"speed", format_rate(static_cast<double>(outcome.nodes) / best, "nodes")},
              {"workspace", format_bytes(outcome.workspace_bytes)}};
  if (outcome.upload) {
    facts.emplace_back(
        "copies", fmt::format("{} to the device, {} back, not in the time",
                              format_seconds(*outcome.upload), format_seconds(*outcome.download)));
  }
  if (arguments.phases) {
    for (auto const& [name, seconds] : outcome.report.phases) {
      facts.emplace_back("  " + name, format_seconds(seconds));
    }
    if (arguments.space == Space::hybrid) {
      auto const& report = outcome.report;
      facts.emplace_back("host share", fmt::format("{:.3g}", report.host_share));
      facts.emplace_back(
          "busy", fmt::format("device {}, host {}, copies {}", format_seconds(report.device_busy),
                              format_seconds(report.host_busy), format_seconds(report.copying)));
    }
  }
  if (arguments.verify && !outcome.fault) facts.emplace_back("verified", "every rank");
  return facts;
}

}  // namespace yoke::tool
