#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <yoke/photons.hpp>

#include "mpi/measure.hpp"

namespace yoke_perf::mpi {

inline nlohmann::json measure_photons(Settings const& settings, Cluster const& cluster) {
  yoke::Tissue const tissue{1, {{1, 10, 90, 0.75, 0.02}}, 1};
  yoke::PhotonGrid const grid{0.0005, 0.002, 40, 50, 30};
  yoke::PhotonTallies<Memory> const tallies(tissue, grid);
  yoke::PhotonPlan<Cluster> plan(cluster, tissue, grid, {.seed = 1});
  Work work{"photons", settings.photons, {}, {}, {}};
  work.prepare = [&] {
    for (auto const& tally :
         {tallies.absorbed, tallies.reflected, tallies.transmitted, tallies.sums}) {
      Kokkos::deep_copy(tally, 0);
    }
  };
  work.run = [&] { plan(0, settings.photons, tallies); };
  // Of all photons, and no weight is lost.
  work.count_faults = [&] {
    using enum yoke::PhotonSum;
    auto const sums = yoke::totals(tallies);
    std::uint64_t gone =
        sums[specular] + sums[reflected] + sums[transmitted] + sums[lost] + sums[cut_off];
    for (auto const absorbed : sums.absorbed) gone += absorbed;
    bool const is_right = sums[yoke::PhotonSum::photons] == settings.photons &&
                          gone == settings.photons * yoke::photon_weight_units + sums[won];
    return std::uint64_t(is_right ? 0 : 1);
  };
  return measure(settings, cluster, work);
}

}  // namespace yoke_perf::mpi
