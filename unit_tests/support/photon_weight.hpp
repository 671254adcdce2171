#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>

#include "yoke/photons.hpp"

// What holds of every photon's weight, exactly.
namespace yoke_test {

template <class View>
std::uint64_t sum_of(View const& view) {
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  return std::accumulate(host.data(), host.data() + host.extent(0), std::uint64_t(0));
}

template <class MemorySpace>
void expect_conserved(yoke::PhotonTallies<MemorySpace> const& tallies, std::uint64_t photons) {
  auto const totals = yoke::totals(tallies);
  std::uint64_t const absorbed =
      std::accumulate(totals.absorbed.begin(), totals.absorbed.end(), std::uint64_t(0));
  EXPECT_EQ(totals[yoke::PhotonSum::photons], photons);
  EXPECT_EQ(photons * yoke::photon_weight_units + totals[yoke::PhotonSum::won],
            totals[yoke::PhotonSum::specular] + totals[yoke::PhotonSum::reflected] +
                totals[yoke::PhotonSum::transmitted] + totals[yoke::PhotonSum::lost] +
                totals[yoke::PhotonSum::cut_off] + absorbed);
  if (tallies.absorbed.extent(0) > 0) {
    EXPECT_EQ(sum_of(tallies.absorbed), absorbed);
  }
  EXPECT_EQ(sum_of(tallies.reflected), totals[yoke::PhotonSum::reflected]);
  EXPECT_EQ(sum_of(tallies.transmitted), totals[yoke::PhotonSum::transmitted]);
}

}  // namespace yoke_test
