#include "run_report.hpp"

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

}  // namespace yoke::tool
