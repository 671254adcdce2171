#pragma once

#include <fmt/core.h>

#include <Kokkos_Core.hpp>
#include <Kokkos_Timer.hpp>
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>
#include <yoke/counted.hpp>
#include <yoke/energy.hpp>
#include <yoke/errors.hpp>
#include <yoke/hybrid.hpp>
#include <yoke/report.hpp>
#include <yoke/timeline.hpp>
#ifdef YOKE_HAS_MPI
#include <yoke/mpi/distributed.hpp>
#endif

#include "arguments.hpp"
#include "errors.hpp"
#include "memory.hpp"
#include "number_file.hpp"
#include "outputs.hpp"
#include "powercap.hpp"
#include "progress.hpp"
#include "ranks.hpp"
#include "spaces.hpp"

namespace yoke::tool {

// What --energy says of one run: of several searches, the mean.
struct RunEnergy {
  std::vector<Energy> measured;
  std::string why_no_host, why_no_device;

  std::optional<double> mean(std::optional<double> Energy::*side) const {
    double sum = 0;
    for (auto const& energy : measured) {
      if (!(energy.*side)) return std::nullopt;
      sum += *(energy.*side);
    }
    return sum / static_cast<double>(measured.size());
  }
};

// What several ranks have sent: bytes of all, the rest as the first rank sees it.
struct RankTraffic {
  std::uint64_t bytes_sent = 0, rounds = 0;
  double seconds = 0;
  std::string transport;
};

// What the runs of an algorithm took.
struct RunTimes {
  std::vector<double> seconds;             // of each run
  std::optional<double> upload, download;  // once, where data had to be brought to a device
  std::optional<RunEnergy> energy;         // where asked for
  std::optional<RankTraffic> traffic;      // of several ranks, in the last run

  double best() const { return *std::ranges::min_element(seconds); }
};

// The same of any capability: what its plan and its last run said.
template <class Report>
struct CallOutcome : RunTimes {
  std::size_t workspace_bytes = 0;
  Report report;                     // of the last run, where asked for
  std::optional<std::string> fault;  // what --verify found
};
// Of one that has several algorithms.
template <class Algorithm, class Report>
struct RunOutcome : CallOutcome<Report> {
  Algorithm algorithm = Algorithm::automatic;
};

// Calls work(executor) for any space.
template <class Work>
auto on_space(Space space, Work const& work) {
  if (space == Space::hybrid) return work(Hybrid<>());
  return on_one_space(space, work);
}

// The same for a command that several ranks share out: where there are, work(cluster).
template <class Work>
void on_ranks_or_space(Space space, Work const& work) {
#ifdef YOKE_HAS_MPI
  if (ranks() > 1) {
    on_one_space(space, [&](auto const& exec) {
      work(Distributed<std::remove_cvref_t<decltype(exec)>>(MPI_COMM_WORLD, exec));
    });
    return;
  }
#endif
  on_space(space, work);
}

// Adds what the executor's last call has sent.
template <class Executor>
void add_traffic_of(Executor const&, std::optional<RankTraffic>&) {}
#ifdef YOKE_HAS_MPI
template <class Space>
void add_traffic_of(Distributed<Space> const& cluster, std::optional<RankTraffic>& traffic) {
  auto const sent = cluster.communication();
  if (!traffic) traffic.emplace();
  traffic->bytes_sent += sum_of_ranks(sent.bytes_sent);
  traffic->rounds += sent.rounds;
  traffic->seconds += sent.seconds;
  traffic->transport = sent.transport;
}
#endif

// Where an executor works on arrays: a hybrid call moves what must move, from pinned memory.
template <class Executor>
struct WorkMemoryOf {
  using Type = typename Executor::memory_space;
};
template <>
struct WorkMemoryOf<Hybrid<>> {
  using Type = Kokkos::SharedHostPinnedSpace;
};
#ifdef YOKE_HAS_MPI
template <class Space>
struct WorkMemoryOf<Distributed<Space>> : WorkMemoryOf<Space> {};
#endif
template <class Executor>
using WorkMemory = typename WorkMemoryOf<Executor>::Type;

template <class Executor, class Target, class Origin>
double timed_copy(Executor const& executor, Target const& target, Origin const& origin) {
  executor.fence("yoke::tool: before a copy");
  Kokkos::Timer const timer;
  Kokkos::deep_copy(executor, target, origin);
  executor.fence("yoke::tool: copy");
  return timer.seconds();
}

// Arrays of a hybrid call lie in host memory.
template <class Target, class Origin>
double timed_copy(Hybrid<> const&, Target const& target, Origin const& origin) {
  return timed_copy(HostExec(), target, origin);
}

#ifdef YOKE_HAS_MPI
template <class Space, class Target, class Origin>
double timed_copy(Distributed<Space> const& cluster, Target const& target, Origin const& origin) {
  return timed_copy(cluster.exec(), target, origin);
}
#endif

// What --verify says of a result in which a number of things (`one`: "list") were counted, or
// nothing: validate() returns their true number, or throws.
template <class Validate>
std::optional<std::string> find_fault(std::string_view one, std::uint64_t counted,
                                      Validate const& validate) {
  Progress const progress("verifying");
  try {
    std::uint64_t const found = validate();
    if (found == counted) return std::nullopt;
    return fmt::format("{} {} counted, but {}", show_count(counted, one),
                       counted == 1 ? "was" : "were", there_are(found, one));
  } catch (InvalidInput const& error) {
    return error.what();
  }
}

// What is wrong with the input is said of its name.
template <class Work>
void naming(std::string const& name, Work const& work) {
  try {
    work();
  } catch (InvalidInput const& error) {
    throw Failure(fmt::format("{}: {}", name, error.what()));
  }
}

// Writes an output that all ranks have: the first one does.
template <class Numbers>
void write_common_output(Outputs& outputs, std::string const& name, std::optional<Format> type,
                         Numbers const& numbers) {
  if (name.empty() || rank() > 0) return;
  write_numbers(outputs[name], output_format_of(name, type),
                std::span<typename Numbers::const_value_type>(numbers.data(), numbers.extent(0)));
}

// Writes an output, where it has a name: of several ranks, each its part.
template <class Numbers>
void write_output(Outputs& outputs, std::string const& name, std::optional<Format> type,
                  Numbers const& numbers, Largest largest = Largest::is_a_number) {
  if (name.empty()) return;
  std::span<typename Numbers::const_value_type> const all(numbers.data(), numbers.extent(0));
  auto const format = output_format_of(name, type);
  if (ranks() > 1 && format == Format::text) {
    throw UsageError("several ranks can write only raw words: call the output *.u32 or *.u64");
  }
  auto const width = format == Format::u32 ? 4 : 8;
  write_numbers(outputs.part(name, all.size() * width), format, all, largest);
}

// Runs a prepared plan as often as asked, with what --phases and --timeline want to know.
template <class Arguments, class Outcome>
class TimedRuns {
 public:
  // The name is that of a run in the trace.
  TimedRuns(Arguments const& arguments, std::string name, Outcome& outcome)
      : arguments_(arguments),
        name_(std::move(name)),
        outcome_(outcome),
        options_(arguments.options) {
    if (arguments.phases || traces()) options_.report = &outcome.report;
    if (traces()) options_.timeline = &timeline_;
  }
  TimedRuns(TimedRuns const&) = delete;
  TimedRuns& operator=(TimedRuns const&) = delete;

  // What the plan is to be made with.
  auto const& options() const { return options_; }

  // `what` for the progress line; the times join the outcome's. Returns those of these runs.
  template <class Plan, class Work>
  std::vector<double> run(std::string const& what, Plan const& plan, Work const& work) {
    return run(
        what, plan, [] {}, work);
  }
  // With what each run begins with, which takes no part in the time.
  template <class Plan, class Prepare, class Work>
  std::vector<double> run(std::string const& what, Plan const& plan, Prepare const& prepare,
                          Work const& work) {
    // First, so that the trace, the report and what is written are those of the last timed run.
    if (arguments_.energy) add_energy(prepare, work);
    std::vector<double> seconds;
    Progress progress(what, static_cast<std::uint64_t>(arguments_.repeat));
    for (int i = 0; i < arguments_.repeat; ++i) {
      outcome_.report = {};
      timeline_.clear();
      prepare();
      wait_for_ranks();
      auto const begin = Timeline::Clock::now();
      work();
      wait_for_ranks();  // the time is that of the slowest
      auto const end = Timeline::Clock::now();
      seconds.push_back(std::chrono::duration<double>(end - begin).count());
      progress.advance();
      // For one space the library records nothing: the trace is of what the tool itself sees.
      if (traces() && arguments_.space != Space::hybrid) trace(begin, end);
    }
    outcome_.seconds.insert(outcome_.seconds.end(), seconds.begin(), seconds.end());
    // A hybrid plan knows them when it has run.
    if constexpr (requires { plan.algorithm(); }) {
      outcome_.algorithm = plan.algorithm();
    } else if constexpr (requires { options_.algorithm; }) {
      outcome_.algorithm = options_.algorithm;  // of several ranks' plan
    }
    outcome_.workspace_bytes = plan.workspace_bytes();
    return seconds;
  }

  void write_trace(Outputs& outputs) const {
    if (traces()) yoke::write_trace(outputs[arguments_.timeline], timeline_);
  }

 private:
  bool traces() const { return !arguments_.timeline.empty(); }

  void add_energy(std::function<void()> const& prepare, std::function<void()> const& work) {
    Progress const progress("measuring energy");
    if (!outcome_.energy) outcome_.energy.emplace();
    auto& energy = *outcome_.energy;
    EnergyMeter meter(powercap());
    energy.measured.push_back(measure_energy(prepare, work, meter));
    energy.why_no_host = meter.why_no_host();
    energy.why_no_device = meter.why_no_device();
  }

  void trace(Timeline::Clock::time_point begin, Timeline::Clock::time_point end) {
    Lane const lane = arguments_.space == Space::device ? Lane::device : Lane::host;
    timeline_.clear();
    timeline_.record(lane, name_, begin, end);
    for (auto const& [name, seconds] : outcome_.report.phases) {
      auto const end_of_phase = begin + std::chrono::duration_cast<Timeline::Clock::duration>(
                                            std::chrono::duration<double>(seconds));
      timeline_.record(lane, name, begin, end_of_phase);
      begin = end_of_phase;
    }
  }

  Arguments const& arguments_;
  std::string name_;
  Outcome& outcome_;
  decltype(Arguments::options) options_;
  Timeline timeline_;
};

}  // namespace yoke::tool
