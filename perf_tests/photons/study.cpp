// Banerjee's thesis, figure 5.6: how long photons take by their number, with each generator. He
// names no tissue; these are a slab and skin, whose published fractions every run is compared with.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>
#include <yoke/hybrid.hpp>
#include <yoke/photons.hpp>

#include "photons/carry_multipliers.hpp"
#include "photons/carry_streams.hpp"
#include "photons/cases.hpp"
#include "random/study.hpp"
#include "studies/series.hpp"
#include "support/spaces.hpp"

namespace yoke_perf {
namespace {

// One figure's table and lines.
class Photons {
 public:
  explicit Photons(StudySettings const& settings)
      : settings_(settings),
        table_(settings, "thesis_figure_5_6",
               "tissue,photons,side,generator,ours_ms,million_photons_per_second,host_share"),
        series_(settings) {}

  // A generator that does not run there is left out.
  template <class Memory, class Executor>
  void add(photons::Case const& given, std::uint64_t count, std::string const& side,
           Executor const& executor, std::size_t generator) {
    std::string const name(yoke::photon_generator_names[generator]);
    if (has_ended(given, side, name)) return;
    yoke::PhotonReport report;
    yoke::PhotonOptions options;
    options.generator = static_cast<yoke::PhotonGenerator>(generator);
    options.seed = settings_.seed;
    options.report = &report;
    yoke::PhotonTallies<Memory> const tallies(given.tissue(), given.grid());
    std::optional<yoke::PhotonPlan<Executor>> plan;
    try {
      plan.emplace(executor, given.tissue(), given.grid(), options);
      (*plan)(0, 1, tallies);
    } catch (std::invalid_argument const&) {
      return;
    }
    double const ms = time(
        given, count, side, name, tallies, [&] { (*plan)(0, count, tallies); }, photons::sigmas);
    double const on_host = static_cast<double>(report.host_photons) / static_cast<double>(count);
    row(given, count, side, name, ms, on_host);
  }

  // By multiply with carry, as the thesis's peer. Each launch draws other numbers, so more chance
  // is allowed.
  template <class Space>
  void add_carry(photons::Case const& given, std::uint64_t count,
                 std::vector<std::uint32_t> const& multipliers) {
    std::string const side = name_of_space<Space>(), name = "multiply_with_carry";
    if (has_ended(given, side, name)) return;
    yoke::PhotonTallies<typename Space::memory_space> const tallies(given.tissue(), given.grid());
    CarryPhotons<Space> simulate(Space(), given.tissue(), given.grid(), multipliers,
                                 settings_.seed);
    simulate(1, tallies);
    double const ms = time(
        given, count, side, name, tallies, [&] { simulate(count, tallies); }, 5.5);
    row(given, count, side, name, ms, 0);
  }

 private:
  static std::string line_of(photons::Case const& given, std::string const& side,
                             std::string const& name) {
    return given.name + " " + side + " " + name;
  }
  bool has_ended(photons::Case const& given, std::string const& side, std::string const& name) {
    return series_.has_ended(line_of(given, side, name));
  }

  template <class Tallies, class Run>
  double time(photons::Case const& given, std::uint64_t count, std::string const& side,
              std::string const& name, Tallies const& tallies, Run const& run, double sigmas) {
    return series_.time(
        line_of(given, side, name), [&] { photons::clear(tallies); }, run,
        [&] { return photons::find_fault(given, count, tallies, sigmas); });
  }

  void row(photons::Case const& given, std::uint64_t count, std::string const& side,
           std::string const& name, double ms, double host_share) {
    table_.row(given.name, count, side, name, ms, static_cast<double>(count) / ms * 1e-3,
               host_share);
  }

  StudySettings const& settings_;
  Table table_;
  Series series_;
};

void run_figure_6(StudySettings const& settings) {
  Photons table(settings);
  yoke::Hybrid<> const hybrid;
  auto const threads = std::max(Device().concurrency(), Host().concurrency());
  auto const multipliers = carry_multipliers(static_cast<std::size_t>(threads));
  std::uint64_t const million = 1000000;
  for (auto const& given : {photons::slab(), photons::skin()}) {
    for (auto const count :
         settings.sizes({million, 4 * million, 16 * million, 64 * million, 256 * million})) {
      for (std::size_t k = 0; k < yoke::photon_generator_names.size(); ++k) {
        if constexpr (has_device) {
          table.add<Device::memory_space>(given, count, "device", Device(), k);
        }
        table.add<Kokkos::HostSpace>(given, count, "host", Host(), k);
        table.add<Kokkos::HostSpace>(given, count, "both", hybrid, k);
      }
      if constexpr (has_device) table.add_carry<Device>(given, count, multipliers);
      table.add_carry<Host>(given, count, multipliers);
    }
  }
}

}  // namespace

std::vector<Study> photon_studies() {
  return {{"thesis_figure_5_6", "1 M to 256 M photons by generator", run_figure_6}};
}

}  // namespace yoke_perf
