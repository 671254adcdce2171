#include "run_report.hpp"

#include "ranks.hpp"

namespace yoke::tool {

std::string show_times(RunTimes const& times) {
  auto const best = format_seconds(times.best());
  if (times.seconds.size() == 1) return best;
  return fmt::format("{} best, {} median of {}", best, format_seconds(median(times.seconds)),
                     times.seconds.size());
}

void add_copies(Json& json, RunTimes const& times) {
  if (times.upload) json["upload_seconds"] = *times.upload;
  if (times.download) json["download_seconds"] = *times.download;
}

void add_copies(Facts& facts, RunTimes const& times) {
  if (!times.upload) return;
  std::string copies = format_seconds(*times.upload) + " to the device";
  if (times.download) copies += fmt::format(", {} back", format_seconds(*times.download));
  facts.emplace_back("copies", copies + ", not in the time");
}

void add_traffic(Json& json, std::optional<RankTraffic> const& traffic) {
  if (!traffic) return;
  json["ranks"] = ranks();
  json["bytes_sent"] = traffic->bytes_sent;
  json["rounds"] = traffic->rounds;
  json["communication_seconds"] = traffic->seconds;
  json["transport"] = traffic->transport;
}

void add_traffic(Facts& facts, std::optional<RankTraffic> const& traffic) {
  if (!traffic) return;
  facts.emplace_back("ranks", std::to_string(ranks()));
  facts.emplace_back("sent", fmt::format("{} in {}, {}, by {}", format_bytes(traffic->bytes_sent),
                                         show_count(traffic->rounds, "round"),
                                         format_seconds(traffic->seconds), traffic->transport));
}

void check_one_process(bool asked, std::string const& what) {
  if (ranks() == 1 || !asked) return;
  throw UsageError(what + " is for one process: leave it out, or start yoke without mpirun");
}

void check_ranks_can(Space space, std::string const& timeline) {
  check_one_process(space == Space::hybrid, "--space hybrid");
  check_one_process(!timeline.empty(), "--timeline");
}

void check_ranks_can(RunArguments const& arguments) {
  check_ranks_can(arguments.space, arguments.timeline);
  check_one_process(arguments.verify, "--verify");
  check_one_process(arguments.energy, "--energy");
}

void add_energy(Json& json, RunTimes const& times) {
  if (!times.energy) return;
  auto const side = [&](std::string const& name, std::optional<double> joules,
                        std::string const& why_none) {
    if (joules) {
      json[name + "_joules"] = *joules;
    } else {
      json["no_" + name + "_joules"] = why_none;
    }
  };
  side("host", times.energy->mean(&Energy::host), times.energy->why_no_host);
  side("device", times.energy->mean(&Energy::device), times.energy->why_no_device);
}

void add_energy(Facts& facts, RunTimes const& times) {
  if (!times.energy) return;
  auto const side = [](std::optional<double> joules, std::string const& why_none) {
    return joules ? fmt::format("{:.4g} J a run", *joules) : "unknown: " + why_none;
  };
  facts.emplace_back("host energy",
                     side(times.energy->mean(&Energy::host), times.energy->why_no_host));
  facts.emplace_back("device energy",
                     side(times.energy->mean(&Energy::device), times.energy->why_no_device));
}

void add_lanes(Json& json, CallReport const& report, Space space) {
  json["phases"] = Json::array();
  for (auto const& [name, seconds] : report.phases) {
    json["phases"].push_back({{"name", name}, {"seconds", seconds}});
  }
  if (space != Space::hybrid) return;
  json["way"] = to_string(report.way);
  json["host_share"] = report.host_share;
  json["busy_seconds"] = {
      {"device", report.device_busy}, {"host", report.host_busy}, {"copies", report.copying}};
}

void add_lanes(Facts& facts, CallReport const& report, Space space) {
  for (auto const& [name, seconds] : report.phases) {
    facts.emplace_back("  " + name, format_seconds(seconds));
  }
  if (space != Space::hybrid) return;
  facts.emplace_back("way", to_string(report.way));
  facts.emplace_back("host share", fmt::format("{:.3g}", report.host_share));
  facts.emplace_back(
      "busy", fmt::format("device {}, host {}, copies {}", format_seconds(report.device_busy),
                          format_seconds(report.host_busy), format_seconds(report.copying)));
}

}  // namespace yoke::tool
