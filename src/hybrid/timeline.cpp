#include "yoke/timeline.hpp"

#include <algorithm>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <span>
#include <stdexcept>
#include <utility>

#include "hybrid/trace.hpp"
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

nlohmann::json named(char const* kind, int process, nlohmann::json arguments) {
  return {{"ph", "M"}, {"name", kind}, {"pid", process}, {"args", std::move(arguments)}};
}

// Viewers sort lanes by first event unless told otherwise.
nlohmann::json lane_event(Lane lane, int process, char const* kind, nlohmann::json arguments) {
  auto event = named(kind, process, std::move(arguments));
  event["tid"] = thread_of(lane);
  return event;
}

// One after the other, with what stands between them. A name that is no valid UTF-8 must not cost
// the trace.
void append(std::string& events, nlohmann::json const& event) {
  if (!events.empty()) events += ",\n";
  events += event.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
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
    case Lane::exchange:
      return "exchange";
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
  auto const entries = timeline.entries();
  detail::write_trace(file, detail::trace_events(entries, {}, whole(entries).first));
}

std::string detail::trace_events(Entries const& entries, TraceProcess const& process,
                                 Clock::time_point start) {
  using Microseconds = std::chrono::duration<double, std::micro>;
  std::string events;
  if (!process.name.empty()) {
    append(events, named("process_name", process.number, {{"name", process.name}}));
    append(events, named("process_sort_index", process.number, {{"sort_index", process.number}}));
  }
  for (Lane const lane : all_lanes) {
    auto const event = [&](char const* kind, nlohmann::json arguments) {
      append(events, lane_event(lane, process.number, kind, std::move(arguments)));
    };
    bool const is_used = std::ranges::find(entries, lane, &Timeline::Entry::lane) != entries.end();
    if (lane == Lane::exchange && !is_used) continue;  // one process alone
    event("thread_name", {{"name", std::string(name(lane))}});
    event("thread_sort_index", {{"sort_index", thread_of(lane)}});
  }
  for (auto const& entry : entries) {
    append(events, {{"ph", "X"},
                    {"name", entry.name},
                    {"cat", std::string(name(entry.lane))},
                    {"pid", process.number},
                    {"tid", thread_of(entry.lane)},
                    {"ts", Microseconds(entry.begin - start).count()},
                    {"dur", Microseconds(entry.end - entry.begin).count()}});
  }
  return events;
}

void detail::write_trace(OutputFile& file, std::string const& events) {
  file.write("{\"displayTimeUnit\": \"ms\", \"traceEvents\": [\n" + events + "\n]}\n");
}

void Timeline::clear() {
  std::lock_guard const lock(mutex_);
  entries_.clear();
}

}  // namespace yoke
