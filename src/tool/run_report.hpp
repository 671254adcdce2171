#pragma once

#include <fmt/core.h>

#include <string>
#include <vector>

#include "errors.hpp"
#include "output.hpp"
#include "outputs.hpp"
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

// Opens the outputs, has work(arguments, outputs) find an outcome, and writes and reports it: where
// --verify found a fault, it alone.
template <class Arguments, class Work>
int run_and_report(Arguments const& arguments, std::vector<std::string> const& inputs,
                   std::vector<std::string> const& names, Work const& work) {
  Outputs outputs(inputs, names);
  auto const outcome = work(arguments, outputs);
  if (!outcome.fault) outputs.commit();
  if (arguments.json) {
    print(to_json(outcome, arguments), outputs.report_stream());
  } else {
    print(to_facts(outcome, arguments), outputs.report_stream());
  }
  if (!outcome.fault) return success;
  throw Failure("verification failed, nothing was written: " + *outcome.fault);
}

}  // namespace yoke::tool
