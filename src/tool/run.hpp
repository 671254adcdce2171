#pragma once

#include <fmt/core.h>

#include <Kokkos_Core.hpp>
#include <Kokkos_Timer.hpp>
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>
#include <yoke/errors.hpp>
#include <yoke/hybrid.hpp>
#include <yoke/report.hpp>
#include <yoke/timeline.hpp>

#include "arguments.hpp"
#include "outputs.hpp"
#include "progress.hpp"
#include "spaces.hpp"

namespace yoke::tool {

// What the runs of an algorithm took.
struct RunTimes {
  std::vector<double> seconds;             // of each run
  std::optional<double> upload, download;  // once, where data had to be brought to a device

  double best() const { return *std::ranges::min_element(seconds); }
};

// Can it work on what the tool keeps in host memory?
template <class Executor>
constexpr bool reaches_host_memory() {
  if constexpr (std::is_same_v<Executor, Hybrid<>>) {
    return true;
  } else {
    return std::is_same_v<typename Executor::memory_space, Kokkos::HostSpace>;
  }
}

template <class Executor, class Target, class Origin>
double timed_copy(Executor const& executor, Target const& target, Origin const& origin) {
  executor.fence("yoke::tool: before a copy");
  Kokkos::Timer const timer;
  Kokkos::deep_copy(executor, target, origin);
  executor.fence("yoke::tool: copy");
  return timer.seconds();
}

// What --verify says of a result of which so many of `what` were counted, or nothing: validate()
// returns how many there are, or throws.
template <class Validate>
std::optional<std::string> find_fault(std::string_view what, std::uint64_t counted,
                                      Validate const& validate) {
  Progress const progress("verifying");
  try {
    std::uint64_t const there_are = validate();
    if (there_are == counted) return std::nullopt;
    return fmt::format("{} {} were counted, but there are {}", counted, what, there_are);
  } catch (InvalidInput const& error) {
    return error.what();
  }
}

// Runs a prepared plan as often as asked, with what --phases and --timeline want to know.
class TimedRuns {
 public:
  // The name is that of a run in the trace.
  TimedRuns(RunArguments const& arguments, std::string name)
      : arguments_(arguments), name_(std::move(name)) {}
  TimedRuns(TimedRuns const&) = delete;
  TimedRuns& operator=(TimedRuns const&) = delete;

  // Makes a plan with these options record in `report` and in the timeline, where asked for.
  template <class Options, class Report>
  void record_in(Options& options, Report& report) {
    if (arguments_.phases || traces()) options.report = &report;
    if (traces()) options.timeline = &timeline_;
  }

  // `what` for the progress line. A search or a ranking a run; the times join `times`.
  template <class Report, class Work>
  void run(std::string const& what, RunTimes& times, Report& report, Work const& work) {
    Progress progress(what, static_cast<std::uint64_t>(arguments_.repeat));
    for (int i = 0; i < arguments_.repeat; ++i) {
      report = {};
      timeline_.clear();
      auto const begin = Timeline::Clock::now();
      work();
      auto const end = Timeline::Clock::now();
      times.seconds.push_back(std::chrono::duration<double>(end - begin).count());
      progress.advance();
      // For one space the library records nothing: the trace is of what the tool itself sees.
      if (traces() && arguments_.space != Space::hybrid) trace(begin, end, report.phases);
    }
  }

  void write_trace(Outputs& outputs) const {
    if (traces()) yoke::write_trace(outputs[arguments_.timeline], timeline_);
  }

 private:
  bool traces() const { return !arguments_.timeline.empty(); }

  void trace(Timeline::Clock::time_point begin, Timeline::Clock::time_point end,
             std::vector<Phase> const& phases) {
    Lane const lane = arguments_.space == Space::device ? Lane::device : Lane::host;
    timeline_.clear();
    timeline_.record(lane, name_, begin, end);
    for (auto const& [name, seconds] : phases) {
      auto const end_of_phase = begin + std::chrono::duration_cast<Timeline::Clock::duration>(
                                            std::chrono::duration<double>(seconds));
      timeline_.record(lane, name, begin, end_of_phase);
      begin = end_of_phase;
    }
  }

  RunArguments const& arguments_;
  std::string name_;
  Timeline timeline_;
};

}  // namespace yoke::tool
