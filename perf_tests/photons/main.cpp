// The speed of photon migration: photons and hops a second of two tissues, on each side and on
// both, in each arithmetic, with and without the grid of absorption, by each generator. Every timed
// run is compared with what others have published.

#include <benchmark/benchmark.h>

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "photons/cases.hpp"
#include "support/program.hpp"
#include "support/spaces.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/photons.hpp"

namespace yoke_perf::photons {
namespace {

struct Settings {
  std::uint64_t slab = std::uint64_t(1) << 22, skin = std::uint64_t(1) << 16;
  std::vector<std::string> arithmetics{yoke::photon_arithmetic_names.begin(),
                                       yoke::photon_arithmetic_names.end()};
  int runs = 5;
};

yoke::PhotonArithmetic arithmetic_of(std::string const& name) {
  for (std::size_t i = 0; i < yoke::photon_arithmetic_names.size(); ++i) {
    if (yoke::photon_arithmetic_names[i] == name) return static_cast<yoke::PhotonArithmetic>(i);
  }
  throw UsageError("there is no arithmetic '" + name + "'");
}

// One benchmark.
template <class Memory, class Executor>
void add(Settings const& settings, std::string const& way, Executor const& executor,
         Case const& given, std::uint64_t photons, bool with_absorption,
         yoke::PhotonOptions const& given_options) {
  std::string const name = "photons/" + way + "/" + given.name + "/" +
                           std::string(to_string(given_options.arithmetic)) +
                           (with_absorption ? "/grid/" : "/totals/") + format_size(photons);
  add_benchmark(name, settings.runs, [=, &executor](benchmark::State& state) {
    yoke::PhotonTallies<Memory> const tallies(given.tissue(), given.grid(), with_absorption);
    yoke::PhotonReport report;
    auto options = given_options;
    options.report = &report;
    yoke::PhotonPlan<Executor> plan(executor, given.tissue(), given.grid(), options);
    Measured work;
    work.prepare = [&] { clear(tallies); };
    work.run = [&] { plan(0, photons, tallies); };
    work.find_fault = [&] { return find_fault(given, photons, tallies); };
    measure(state, work, {photons, 0});
    using benchmark::Counter;
    state.counters["hops_per_second"] =
        Counter(static_cast<double>(report.hops), Counter::kIsIterationInvariantRate);
    if (yoke::detail::IsHybrid<Executor>::value) {
      state.counters["host_share"] =
          static_cast<double>(report.host_photons) / static_cast<double>(photons);
    }
    if (report.fed_words > 0) {
      state.counters["fed_bits_a_photon"] =
          32 * static_cast<double>(report.fed_words) / static_cast<double>(photons);
      state.counters["feed_s"] = report.host_busy;  // of the last run
      state.counters["upload_s"] = report.copying;
      state.counters["follow_s"] = report.device_busy;
    }
  });
}

// The executors live as long as the benchmarks.
struct Executors {
  Device device;
  Host host;
  yoke::Hybrid<> hybrid;
};

// By walks whose bits are made where they are drawn, and by walks that the host feeds.
void add_expander(Settings const& settings, Executors const& on, Case const& given,
                  std::uint64_t photons, yoke::PhotonOptions options) {
  options.generator = yoke::PhotonGenerator::expander;
  if constexpr (has_device) {
    add<Device::memory_space>(settings, "device_expander", on.device, given, photons, true,
                              options);
  }
  add<Kokkos::HostSpace>(settings, "host_expander", on.host, given, photons, true, options);
  add<Kokkos::HostSpace>(settings, "hybrid_expander", on.hybrid, given, photons, true, options);
  options.generator = yoke::PhotonGenerator::fed_expander;
  add<Kokkos::HostSpace>(settings, "hybrid_fed_expander", on.hybrid, given, photons, true, options);
}

void add_case(Settings const& settings, Executors const& on, Case const& given,
              std::uint64_t photons) {
  for (auto const& name : settings.arithmetics) {
    yoke::PhotonOptions const options{.arithmetic = arithmetic_of(name), .seed = 1};
    for (bool const with_absorption : {true, false}) {
      if constexpr (has_device) {
        add<Device::memory_space>(settings, "device", on.device, given, photons, with_absorption,
                                  options);
      }
      add<Kokkos::HostSpace>(settings, "host", on.host, given, photons, with_absorption, options);
      add<Kokkos::HostSpace>(settings, "hybrid", on.hybrid, given, photons, with_absorption,
                             options);
    }
    auto one_a_thread = options;
    one_a_thread.algorithm = yoke::PhotonAlgorithm::one_a_thread;
    add<Kokkos::HostSpace>(settings, "host_one_a_thread", on.host, given, photons, true,
                           one_a_thread);
    add_expander(settings, on, given, photons, options);
  }
}

std::vector<Option> options_of(Settings& settings) {
  return {
      {"--slab=", "N         photons in the slab (2^22)",
       [&](std::string_view text) { settings.slab = parse_size(text); }},
      {"--skin=", "N         photons in the skin (2^16)",
       [&](std::string_view text) { settings.skin = parse_size(text); }},
      {"--arithmetics=", "LIST of fast, reproducible, precise (all)",
       [&](std::string_view text) {
         settings.arithmetics = parse_list(text);
         for (auto const& name : settings.arithmetics) arithmetic_of(name);
       }},
      {"--runs=", "K         timed runs of each benchmark (5)",
       [&](std::string_view text) { settings.runs = static_cast<int>(parse_count(text)); }},
  };
}

}  // namespace
}  // namespace yoke_perf::photons

int main(int argc, char** argv) {
  using namespace yoke_perf;
  photons::Settings settings;
  return run_program("perf_photons", argc, argv, photons::options_of(settings), [&] {
    auto executors = std::make_unique<photons::Executors>();
    photons::add_case(settings, *executors, photons::slab(), settings.slab);
    photons::add_case(settings, *executors, photons::skin(), settings.skin);
    return executors;
  });
}
