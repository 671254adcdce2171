#include "run_report.hpp"

#include "ranks.hpp"

namespace yoke::tool {

std::string show_times(RunTimes const& times) {
  auto const best = format_seconds(times.best());
  if (times.seconds.size() == 1) return best;
  return fmt::format("{} best, {} median of {}", best, format_seconds(median(times.seconds)),
                     times.seconds.size());
}

void add_traffic(Facts& facts, std::optional<RankTraffic> const& traffic) {
  if (!traffic) return;
  facts.add("ranks", ranks())
      .add("bytes_sent", traffic->bytes_sent, "sent",
           fmt::format("{} in {}, {}, by {}", format_bytes(traffic->bytes_sent),
                       show_count(traffic->rounds, "round"), format_seconds(traffic->seconds),
                       traffic->transport));
  facts.json["rounds"] = traffic->rounds;
  facts.json["communication_seconds"] = traffic->seconds;
  facts.json["transport"] = traffic->transport;
}

void check_one_process(bool asked, std::string const& what) {
  if (ranks() == 1 || !asked) return;
  throw UsageError(what + " is for one process: leave it out, or start yoke without mpirun");
}

void check_ranks_can(Space space, std::string const& timeline) {
  check_one_process(space == Space::hybrid, "--space hybrid");
  check_one_process(!timeline.empty(), "--timeline");
}

void check_can_run(RunArguments const& arguments) {
  check_ranks_can(arguments.space, arguments.timeline);
  check_one_process(arguments.verify, "--verify");
  check_one_process(arguments.energy, "--energy");
  check_build_has(arguments.space);
}

namespace {

void add_copies(Facts& facts, RunTimes const& times) {
  if (!times.upload) return;
  std::string copies = format_seconds(*times.upload) + " to the device";
  if (times.download) copies += fmt::format(", {} back", format_seconds(*times.download));
  facts.add("upload_seconds", *times.upload, "copies", copies + ", not in the time");
  if (times.download) facts.json["download_seconds"] = *times.download;
}

void add_joules(Facts& facts, std::string const& side, std::optional<double> joules,
                std::string const& why_none) {
  if (joules) {
    facts.add(side + "_joules", *joules, side + " energy", fmt::format("{:.4g} J a run", *joules));
  } else {
    facts.add("no_" + side + "_joules", why_none, side + " energy", "unknown: " + why_none);
  }
}

}  // namespace

void add_around(Facts& facts, RunTimes const& times) {
  add_copies(facts, times);
  add_traffic(facts, times.traffic);
  if (!times.energy) return;
  add_joules(facts, "host", times.energy->mean(&Energy::host), times.energy->why_no_host);
  add_joules(facts, "device", times.energy->mean(&Energy::device), times.energy->why_no_device);
}

void add_lanes(Facts& facts, CallReport const& report, Space space) {
  facts.json["phases"] = Json::array();
  for (auto const& [name, seconds] : report.phases) {
    facts.tell("  " + name, format_seconds(seconds));
    facts.json["phases"].push_back({{"name", name}, {"seconds", seconds}});
  }
  if (space != Space::hybrid) return;
  facts.add("way", to_string(report.way))
      .add("host_share", report.host_share, "host share", fmt::format("{:.3g}", report.host_share))
      .add("busy_seconds",
           Json{{"device", report.device_busy},
                {"host", report.host_busy},
                {"copies", report.copying}},
           "busy",
           fmt::format("device {}, host {}, copies {}", format_seconds(report.device_busy),
                       format_seconds(report.host_busy), format_seconds(report.copying)));
}

}  // namespace yoke::tool
