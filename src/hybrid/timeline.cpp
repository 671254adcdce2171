#include "yoke/timeline.hpp"

#include <algorithm>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <span>
#include <stdexcept>
#include <utility>

#include "yoke/output_files.hpp"

namespace yoke {
namespace {

using Clock = Timeline::Clock;
using Entries = std::vector<Timeline::Entry>;
using EntrySpan = std::span<Timeline::Entry const>;

double in_seconds(Clock::duration d) { return std::chrono::duration<double>(d).count(); }

std::pair<Clock::time_point, Clock::time_point> whole(Entries const& entries) {
  if (entries.empty()) return {};
  auto const first = std::ranges::min_element(entries, {}, &Timeline::Entry::begin);
  auto const last = std::ranges::max_element(entries, {}, &Timeline::Entry::end);
  return {first->begin, last->end};
}

// How long at least one span of these lanes was open.
double covered_seconds(EntrySpan entries, std::initializer_list<Lane> lanes) {
  std::vector<std::pair<Clock::time_point, Clock::time_point>> spans;
  for (auto const& entry : entries) {
    if (std::ranges::find(lanes, entry.lane) != lanes.end()) {
      spans.emplace_back(entry.begin, entry.end);
    }
  }
  std::ranges::sort(spans);

  Clock::duration covered{};
  auto covered_until = Clock::time_point::min();
  for (auto const& [begin, end] : spans) {
    auto const from = std::max(begin, covered_until);
    if (end > from) covered += end - from;
    covered_until = std::max(covered_until, end);
  }
  return in_seconds(covered);
}

double covered_fraction(Entries const& entries, std::initializer_list<Lane> lanes) {
  auto const [begin, end] = whole(entries);
  return end > begin ? covered_seconds(entries, lanes) / in_seconds(end - begin) : 0;
}

// Lanes appear as threads. Not as thread 0, which to viewers of kernel traces is an idle CPU.
int thread_of(Lane lane) { return static_cast<int>(lane) + 1; }

nlohmann::json lane_event(Lane lane, char const* kind, nlohmann::json arguments) {
  return {{"ph", "M"},
          {"name", kind},
          {"pid", 1},
          {"tid", thread_of(lane)},
          {"args", std::move(arguments)}};
}

}  // namespace

std::string_view name(Lane lane) noexcept {
  switch (lane) {
    case Lane::device:
      return "device";
    case Lane::host:
      return "host";
    case Lane::upload:
      return "upload";
    case Lane::download:
      return "download";
  }
  return "unknown";
}

void Timeline::record(Lane lane, std::string_view name, Clock::time_point begin,
                      Clock::time_point end) {
  if (end < begin) {
    throw std::invalid_argument("yoke::Timeline::record: end is before begin in the span " +
                                std::string(name));
  }
  std::lock_guard const lock(mutex_);
  entries_.push_back({lane, std::string(name), begin, end});
}

std::vector<Timeline::Entry> Timeline::entries() const {
  std::lock_guard const lock(mutex_);
  return entries_;
}

double Timeline::seconds() const {
  std::lock_guard const lock(mutex_);
  auto const [begin, end] = whole(entries_);
  return in_seconds(end - begin);
}

std::size_t Timeline::size() const {
  std::lock_guard const lock(mutex_);
  return entries_.size();
}

double Timeline::busy_seconds(Lane lane) const { return busy_seconds(lane, 0); }

double Timeline::busy_seconds(Lane lane, std::size_t first) const {
  std::lock_guard const lock(mutex_);
  return covered_seconds(EntrySpan(entries_).subspan(std::min(first, entries_.size())), {lane});
}

double Timeline::busy_fraction(Lane lane) const {
  std::lock_guard const lock(mutex_);
  return covered_fraction(entries_, {lane});
}

double Timeline::idle_fraction(Lane lane) const {
  std::lock_guard const lock(mutex_);
  return entries_.empty() ? 0 : 1 - covered_fraction(entries_, {lane});
}

double Timeline::copy_fraction() const {
  std::lock_guard const lock(mutex_);
  return covered_fraction(entries_, {Lane::upload, Lane::download});
}

void Timeline::write_trace(std::filesystem::path const& path) const {
  OutputFiles files;
  yoke::write_trace(files.open(path), *this);
  files.commit();
}

void write_trace(OutputFile& file, Timeline const& timeline) {
  using Microseconds = std::chrono::duration<double, std::micro>;
  auto const entries = timeline.entries();
  auto const start = whole(entries).first;

  auto events = nlohmann::json::array();
  for (Lane const lane : all_lanes) {
    events.push_back(lane_event(lane, "thread_name", {{"name", std::string(name(lane))}}));
    // Viewers sort lanes by first event unless told otherwise.
    events.push_back(lane_event(lane, "thread_sort_index", {{"sort_index", thread_of(lane)}}));
  }
  for (auto const& entry : entries) {
    events.push_back({{"ph", "X"},
                      {"name", entry.name},
                      {"cat", std::string(name(entry.lane))},
                      {"pid", 1},
                      {"tid", thread_of(entry.lane)},
                      {"ts", Microseconds(entry.begin - start).count()},
                      {"dur", Microseconds(entry.end - entry.begin).count()}});
  }
  nlohmann::json const trace{{"displayTimeUnit", "ms"}, {"traceEvents", std::move(events)}};
  // A name that is no valid UTF-8 must not cost the trace.
  file.write(trace.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

void Timeline::clear() {
  std::lock_guard const lock(mutex_);
  entries_.clear();
}

}  // namespace yoke
