#pragma once

#include <fmt/core.h>

#include <string>

#include "output.hpp"
#include "run.hpp"
#include "spaces.hpp"

// What the reports of all algorithms say in the same way.
namespace yoke::tool {

// "1.23 ms best, 1.31 ms median of 5".
std::string show_times(RunTimes const& times);

void add_copies(Json& json, RunTimes const& times);
void add_copies(Facts& facts, RunTimes const& times);

template <class Report>
void add_phases(Json& json, Report const& report, Space space) {
  json["phases"] = Json::array();
  for (auto const& [name, seconds] : report.phases) {
    json["phases"].push_back({{"name", name}, {"seconds", seconds}});
  }
  if (space != Space::hybrid) return;
  json["host_share"] = report.host_share;
  json["busy_seconds"] = {
      {"device", report.device_busy}, {"host", report.host_busy}, {"copies", report.copying}};
}

template <class Report>
void add_phases(Facts& facts, Report const& report, Space space) {
  for (auto const& [name, seconds] : report.phases) {
    facts.emplace_back("  " + name, format_seconds(seconds));
  }
  if (space != Space::hybrid) return;
  facts.emplace_back("host share", fmt::format("{:.3g}", report.host_share));
  facts.emplace_back(
      "busy", fmt::format("device {}, host {}, copies {}", format_seconds(report.device_busy),
                          format_seconds(report.host_busy), format_seconds(report.copying)));
}

}  // namespace yoke::tool
