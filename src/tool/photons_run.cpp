#include <fmt/core.h>
#include <Kokkos_Core.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>
#include <yoke/counted.hpp>
#include <yoke/hybrid.hpp>
#include <yoke/photons.hpp>

#include "key_file.hpp"
#include "photons.hpp"
#include "progress.hpp"
#include "ranks.hpp"
#include "run.hpp"
#include "signals.hpp"

namespace yoke::tool {
namespace {

using Clock = Timeline::Clock;

double seconds_between(Clock::time_point begin, Clock::time_point end) {
  return std::chrono::duration<double>(end - begin).count();
}

// A run goes by parts: between them its progress is seen, and whether it is to end. They change
// nothing of what comes of it, but of photons whose walks the host feeds: theirs are of one size,
// so that it does not depend on the machine, unless the time decides how many there are.
class Part {
 public:
  explicit Part(PhotonsArguments const& arguments)
      : has_one_size_(is_fed(arguments) && !arguments.most_time),
        photons_(has_one_size_ ? 64 * arguments.options.feed.walkers : 64) {}

  std::uint64_t of(std::uint64_t left) const { return std::min(photons_, left); }
  // The next part should take so many seconds.
  void learn(std::uint64_t photons, double seconds, double wanted) {
    if (has_one_size_) return;
    double const factor = std::clamp(wanted / std::max(seconds, 1e-6), 0.125, 8.0);
    photons_ = std::max<std::uint64_t>(
        1, static_cast<std::uint64_t>(static_cast<double>(photons) * factor));
  }

 private:
  bool has_one_size_;
  std::uint64_t photons_;
};

bool is_known(PhotonDistributions const& distributions, double most_error) {
  return std::ranges::all_of(
      std::initializer_list<PhotonFraction>{distributions.diffuse_reflectance,
                                            distributions.absorbed, distributions.transmitted},
      [&](PhotonFraction const& part) { return part.standard_error <= most_error; });
}

// When --go-on saves what a run has counted so far: every so often, but so that it takes no more
// than a twentieth of the time.
class Saving {
 public:
  explicit Saving(PhotonsArguments const& arguments)
      : goes_on_(arguments.goes_on), every_(arguments.save_every.value_or(60)) {}

  bool is_due() const {
    return goes_on_ && seconds_between(last_, Clock::now()) >= std::max(every_, 20 * seconds_);
  }
  template <class Save>
  void time(Save const& save) {
    auto const begin = Clock::now();
    save();
    last_ = Clock::now();
    seconds_ = seconds_between(begin, last_);
  }

 private:
  bool goes_on_;
  double every_, seconds_ = 0;
  Clock::time_point last_ = Clock::now();
};

// All runs of an executor.
template <class Executor>
class Simulation {
  using Tallies = PhotonTallies<WorkMemory<Executor>>;

 public:
  Simulation(Executor const& executor, PhotonsArguments const& arguments, PhotonsOutcome& outcome)
      : executor_(executor), arguments_(arguments), outcome_(outcome), options_(arguments.options) {
    if (arguments.space == Space::hybrid) options_.report = &report_;
    if (traces()) options_.timeline = &timeline_;
    if (arguments.goes_on) signal_.emplace();
  }
  Simulation(Simulation const&) = delete;
  Simulation& operator=(Simulation const&) = delete;

  PhotonsRun simulate(PhotonsTask const& input, Outputs& outputs) {
    PhotonsRun run{input, {}, {}, 0, 0, 0};
    Tallies const tallies(input.tissue, input.grid, !arguments_.without_absorption_grid);
    PhotonPlan<Executor> plan(executor_, input.tissue, input.grid, options_);
    if (input.before > 0) read_counted(input, tallies);
    if (int const signal = follow(plan, tallies, run)) end(signal, run);
    if (arguments_.goes_on && !input.is_ahead && rank() == 0) {
      write_tallies(outputs[tallies_name(arguments_, input)], arguments_, run, on_host(tallies),
                    true);
    }
    run.distributions = distributions(input.tissue, input.grid, tallies);
    run.totals = totals(tallies);
    if constexpr (requires { plan.algorithm(); }) outcome_.algorithm = plan.algorithm();
    outcome_.workspace_bytes = std::max(outcome_.workspace_bytes, plan.workspace_bytes());
    return run;
  }

  void write_trace(Outputs& outputs) const {
    if (traces()) yoke::write_trace(outputs[arguments_.timeline], timeline_);
  }

 private:
  bool traces() const { return !arguments_.timeline.empty(); }

  static HostPhotonTallies on_host(Tallies const& tallies) {
    auto const copy = [](auto const& view) {
      return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
    };
    HostPhotonTallies host;
    host.absorbed = copy(tallies.absorbed);
    host.reflected = copy(tallies.reflected);
    host.transmitted = copy(tallies.transmitted);
    host.sums = copy(tallies.sums);
    return host;
  }

  void read_counted(PhotonsTask const& task, Tallies const& tallies) const {
    auto const host = on_host(tallies);
    read_tallies(arguments_, task, host);
    Kokkos::deep_copy(tallies.absorbed, host.absorbed);
    Kokkos::deep_copy(tallies.reflected, host.reflected);
    Kokkos::deep_copy(tallies.transmitted, host.transmitted);
    Kokkos::deep_copy(tallies.sums, host.sums);
  }

  // The first of the run's photons come after those that were counted before. Returns the signal
  // that ended it, and that its counts are saved for.
  int follow(PhotonPlan<Executor>& plan, Tallies const& tallies, PhotonsRun& run) {
    auto const photons = run.input.photons, before = run.input.before;
    auto const first = run.input.first_photon + before;
    Progress progress(run.input.output, photons, "photons");
    Part part(arguments_);
    Saving saving(arguments_);
    for (std::uint64_t done = 0; done < photons && !is_enough(tallies, run, before + done);) {
      int const signal = signal_of_any_rank();
      if (rank() == 0 && done > 0 && (signal != 0 || saving.is_due())) {
        saving.time([&] { save(run, tallies); });
      }
      if (signal != 0) return signal;
      std::uint64_t const count = part.of(photons - done);
      auto const begin = Clock::now();
      plan(first + done, count, tallies);
      auto const end = Clock::now();
      // By which all ranks choose the next part.
      double const seconds = number_of_first_rank(seconds_between(begin, end));
      add_traffic_of(executor_, outcome_.traffic);
      note(run, count, begin, end);
      run.seconds += seconds;
      part.learn(count, seconds, seconds_of_part(run));
      run.simulated = done += count;
      progress.advance(count);
    }
    return 0;
  }

  int signal_of_any_rank() const {
    if (!signal_) return 0;
    return static_cast<int>(largest_of_ranks(static_cast<std::uint64_t>(signal_->number())));
  }

  void save(PhotonsRun const& run, Tallies const& tallies) const {
    replace_file(tallies_name(arguments_, run.input), [&](OutputFile& file) {
      write_tallies(file, arguments_, run, on_host(tallies), false);
    });
  }

  // When the first rank has saved what is to be saved, which the end of another one would cut
  // short.
  [[noreturn]] void end(int signal, PhotonsRun const& run) const {
    wait_for_ranks();
    if (rank() == 0) {
      auto const photons = run.input.before + run.simulated;
      fmt::print(stderr, "yoke: interrupted in {}: {}\n", run.input.output,
                 photons == 0 ? "none of its photons are counted yet"
                              : fmt::format("{} counted in {}", show_count(photons, "photon"),
                                            tallies_name(arguments_, run.input)));
    }
    end_by_signal(signal);
  }

  // Half of one, or what is left of the run's time, with some for the last few photons.
  double seconds_of_part(PhotonsRun const& run) const {
    constexpr double least = 0.01, most = 0.5;
    return arguments_.most_time ? std::clamp(*arguments_.most_time - run.seconds, least, most)
                                : most;
  }

  // Before the first photon nothing is.
  bool is_enough(Tallies const& tallies, PhotonsRun const& run, std::uint64_t done) const {
    if (done == 0) return false;
    if (arguments_.most_time && run.seconds >= *arguments_.most_time) return true;
    return arguments_.most_error &&
           is_known(distributions(run.input.tissue, run.input.grid, tallies),
                    *arguments_.most_error);
  }

  // What the lanes did; for one space the library records nothing.
  void note(PhotonsRun& run, std::uint64_t count, Clock::time_point begin, Clock::time_point end) {
    if (arguments_.space == Space::hybrid) {
      auto const photons = static_cast<double>(count);
      host_photons_ += photons * report_.host_share;
      all_photons_ += photons;
      outcome_.lanes.way = report_.way;
      outcome_.lanes.host_share = host_photons_ / all_photons_;
      outcome_.lanes.device_busy += report_.device_busy;
      outcome_.lanes.host_busy += report_.host_busy;
      outcome_.lanes.copying += report_.copying;
      run.fed_words += report_.fed_words;
    } else if (traces()) {
      timeline_.record(arguments_.space == Space::device ? Lane::device : Lane::host,
                       run.input.output, begin, end);
    }
  }

  Executor const& executor_;
  PhotonsArguments const& arguments_;
  PhotonsOutcome& outcome_;
  PhotonOptions options_;
  PhotonReport report_;
  Timeline timeline_;
  double host_photons_ = 0, all_photons_ = 0;
  std::optional<HeldSignal> signal_;  // with --go-on
};

// On a host each thread counts for itself, and the distributions are made of what they counted.
void check_memory(PhotonsArguments const& arguments, McmlRun const& run) {
  auto const nr = static_cast<double>(run.grid.nr), na = static_cast<double>(run.grid.na);
  double const depths = arguments.without_absorption_grid ? 0 : static_cast<double>(run.grid.nz);
  double const counts = nr * (depths + 2 * na);
  int const copies = arguments.space == Space::serial   ? 1
                     : arguments.space == Space::device ? 0
                                                        : HostExec().concurrency();
  auto const grid =
      fmt::format("{}, line {}: the grid of {}", name_of_input(arguments), run.line, run.output);
  check_fits_in_memory(grid, "to count in it", sizeof(std::uint64_t) * counts * (2 + copies));
}

void drop_arrays(PhotonDistributions& distributions) {
  for (auto* const array :
       {&distributions.absorption_z, &distributions.reflectance_r, &distributions.reflectance_a,
        &distributions.transmitted_r, &distributions.transmitted_a, &distributions.absorption_rz,
        &distributions.reflectance_ra, &distributions.transmitted_ra}) {
    *array = {};
  }
}

}  // namespace

PhotonsOutcome simulate_runs(PhotonsArguments const& arguments, Outputs& outputs) {
  PhotonsOutcome outcome;
  on_ranks_or_space(arguments.space, [&](auto const& executor) {
    Simulation simulation(executor, arguments, outcome);
    for (auto const& input : arguments.runs) check_memory(arguments, input);
    for (auto const& input : arguments.runs) {
      auto run = simulation.simulate(input, outputs);
      if (rank() == 0) write_run(outputs, arguments, run);  // all have the same
      drop_arrays(run.distributions);
      // Whatever becomes of the next ones. The last one's files are named with all that is left.
      if (&input != &arguments.runs.back()) outputs.commit(output_names(arguments, input));
      outcome.runs.push_back(std::move(run));
    }
    simulation.write_trace(outputs);
  });
  return outcome;
}

}  // namespace yoke::tool
