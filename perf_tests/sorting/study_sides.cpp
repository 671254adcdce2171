// Banerjee's thesis, figures 4.4, 4.5 and 4.21: the phases of both sides and how long each is idle,
// what they gain over one side, and the best share of the host by size.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>
#include <yoke/timeline.hpp>

#include "sorting/study.hpp"
#include "studies/series.hpp"

namespace yoke_perf {
namespace {

using namespace sorting;
using yoke::SortOptions;
using yoke::Split;
using Key = std::uint32_t;

std::vector<std::uint64_t> powers_of_four(int first, int last) {
  std::vector<std::uint64_t> sizes;
  for (int k = first; k <= last; k += 2) sizes.push_back(std::uint64_t(1) << k);
  return sizes;
}

// Uniform keys in pinned memory, and both sides.
struct Setup {
  yoke::Hybrid<> hybrid;
  Data<Key, Kokkos::SharedHostPinnedSpace> data;
  explicit Setup(std::uint64_t n) : data("uniform", n, false) {}

  template <class Run>
  double time(Run const& run) const {
    return 1e3 * time_checked([&] { data.fill(); }, run, [&] { return data.find_fault(); });
  }
};

double milliseconds(yoke::Timeline::Entry const& entry) {
  return std::chrono::duration<double, std::milli>(entry.end - entry.begin).count();
}

// Figure 4.4: the spans of each lane, and what of the call it is idle.
void add_timeline(StudySettings const& settings, Table& table, Setup const& setup,
                  yoke::SortAlgorithm algorithm) {
  yoke::Timeline timeline;
  SortOptions options{.algorithm = algorithm, .split = Split(thesis_share)};
  options.timeline = &timeline;
  auto const run = planned(setup.hybrid, setup.data, options);
  std::map<std::pair<yoke::Lane, std::string>, Samples> steps;
  for (int i = 0; i <= settings.runs; ++i) {
    timeline.clear();
    double const total = setup.time(run);
    if (i == 0) continue;  // warms up
    std::map<std::pair<yoke::Lane, std::string>, double> ms;
    for (auto const& entry : timeline.entries()) {
      ms[{entry.lane, entry.name}] += milliseconds(entry);
    }
    for (auto const lane : yoke::all_lanes) {
      if (lane == yoke::Lane::exchange) continue;  // between ranks
      ms[{lane, "idle"}] = total - 1e3 * timeline.busy_seconds(lane);
      ms[{lane, "call"}] = total;
    }
    for (auto const& [step, value] : ms) steps[step].add(value);
  }
  for (auto const& [step, samples] : steps) {
    table.row(setup.data.keys.extent(0), std::string(yoke::to_string(algorithm)), thesis_share,
              std::string(yoke::name(step.first)), step.second, samples.median(),
              samples.median() / steps[{step.first, "call"}].median());
  }
}

void run_phases_and_idle(StudySettings const& settings) {
  Table table(settings, "thesis_figure_4_4", "n,algorithm,host_share,lane,step,ours_ms,part");
  for (auto const n : settings.sizes({std::uint64_t(1) << 22, std::uint64_t(1) << 26})) {
    Setup const setup(n);
    for (auto const algorithm : both_sides_algorithms(settings, setup.hybrid)) {
      add_timeline(settings, table, setup, algorithm);
    }
  }
}

// Figure 4.5: the phases, each fenced, of both sides and of the device by the same algorithm. The
// total is without a report, and so without the fences.
template <class Memory, class Executor>
void add_phases(StudySettings const& settings, Table& table, std::string const& series,
                Executor const& executor, Data<Key, Memory> const& data, SortOptions options) {
  yoke::SortReport report;
  std::string const algorithm(yoke::to_string(options.algorithm));
  std::uint64_t const n = data.keys.extent(0);
  std::map<std::string, Samples> phases;
  auto const measure = [&](yoke::SortReport* to) {
    options.report = to;
    auto const run = planned(executor, data, options);
    for (int i = 0; i <= settings.runs; ++i) {
      double const total =
          1e3 * time_checked([&] { data.fill(); }, run, [&] { return data.find_fault(); });
      if (i == 0) continue;  // warms up
      if (to == nullptr) phases["total"].add(total);
      std::map<std::string, double> ms;
      for (auto const& phase : report.phases) ms[phase.name] += 1e3 * phase.seconds;
      for (auto const& [name, value] : ms) phases[name].add(value);
    }
    report.phases.clear();
  };
  measure(&report);
  measure(nullptr);
  for (auto const& [name, samples] : phases) {
    table.row(n, algorithm, series, name, samples.median());
  }
}

void run_phase_gains(StudySettings const& settings) {
  Table table(settings, "thesis_figure_4_5", "n,algorithm,series,phase,ours_ms");
  for (auto const n : settings.sizes(powers_of_four(16, 24))) {
    Setup const setup(n);
    Data<Key, Device::memory_space> const there("uniform", n, false);
    for (auto const algorithm : both_sides_algorithms(settings, setup.hybrid)) {
      for (double const share : {0.0, 0.02, thesis_share}) {
        std::string const who = share == 0 ? "device alone" : "both sides; " + percent(share);
        SortOptions const options{.algorithm = algorithm, .split = Split(share)};
        if constexpr (has_device) {
          add_phases(settings, table, who + "; from device memory", setup.hybrid, there, options);
        }
        add_phases(settings, table, who + "; from host memory", setup.hybrid, setup.data, options);
      }
    }
  }
}

// Figure 4.21.
void run_shares(StudySettings const& settings) {
  Table table(settings, "thesis_figure_4_21", "n,algorithm,host_share,ours_ms");
  for (auto const n : settings.sizes(powers_of_four(14, 24))) {
    Setup const setup(n);
    for (auto const algorithm : both_sides_algorithms(settings, setup.hybrid)) {
      for (double const share : {0.0, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1.0}) {
        auto const run = planned(setup.hybrid, setup.data,
                                 SortOptions{.algorithm = algorithm, .split = Split(share)});
        Samples samples;
        setup.time(run);
        for (int i = 0; i < settings.runs; ++i) samples.add(setup.time(run));
        table.row(n, std::string(yoke::to_string(algorithm)), share, samples.median());
      }
    }
  }
}

}  // namespace

std::vector<Study> side_studies() {
  return {{"thesis_figure_4_4", "what each lane does of a call of 4M u32, and is idle",
           run_phases_and_idle},
          {"thesis_figure_4_5", "phases of both sides beside the device's", run_phase_gains},
          {"thesis_figure_4_21", "the host's share by size", run_shares}};
}

}  // namespace yoke_perf
