#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "support/photon_cases.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/photons.hpp"

// Photons that fall elsewhere than on one point.
namespace {

using yoke::PhotonBeam;
using yoke::PhotonGenerator;
using yoke::PhotonOptions;
using Exec = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;
using HostTallies = yoke::PhotonTallies<Kokkos::HostSpace>;

// What comes through clear air, ring by ring: the beam itself.
std::vector<double> fractions_by_ring(PhotonOptions const& options, std::uint64_t photons) {
  yoke::Tissue const air{1, {{1, 0, 0, 0, 1}, {1, 1e-6, 0, 0, 1}}, 1};
  yoke::PhotonGrid const grid{1, 0.01, 1, 40, 1};
  yoke::PhotonTallies<> const tallies(air, grid);
  yoke::simulate_photons(Exec(), air, grid, photons, tallies, options);
  auto const result = yoke::distributions(air, grid, tallies);
  std::vector<double> fractions;
  for (std::size_t i = 0; i < grid.nr; ++i) {
    double const area = std::numbers::pi * static_cast<double>(2 * i + 1) * grid.dr * grid.dr;
    fractions.push_back(result.transmitted_r[i] * area);
  }
  return fractions;
}

void expect_part(double measured, double part, std::uint64_t photons) {
  double const error = std::sqrt(part * (1 - part) / static_cast<double>(photons));
  EXPECT_NEAR(measured, part, 4.5 * error + 1e-6);
}

constexpr std::uint64_t photons = 200'000;

TEST(PhotonBeams, FlatOnesAreEven) {
  for (auto const arithmetic : {yoke::PhotonArithmetic::fast, yoke::PhotonArithmetic::precise}) {
    auto const rings = fractions_by_ring(
        {.arithmetic = arithmetic, .seed = 3, .beam = PhotonBeam::flat, .beam_radius = 0.2},
        photons);
    for (std::size_t i = 0; i < rings.size(); ++i) {
      SCOPED_TRACE(i);
      expect_part(rings[i], i < 20 ? static_cast<double>(2 * i + 1) / 400 : 0, photons);
    }
  }
}

TEST(PhotonBeams, GaussianOnesFallOff) {
  auto const rings =
      fractions_by_ring({.seed = 4, .beam = PhotonBeam::gaussian, .beam_radius = 0.1}, photons);
  double within = 0;
  for (std::size_t i = 0; i + 1 < rings.size(); ++i) {
    SCOPED_TRACE(i);
    within += rings[i];
    double const radius = 0.01 * static_cast<double>(i + 1);
    expect_part(within, 1 - std::exp(-2 * radius * radius / 0.01), photons);
  }
}

// The hops draw the same numbers: only where is another matter.
TEST(PhotonBeams, SumsAreThoseOfANarrowOne) {
  auto const given = photon_cases::three_layers();
  auto const sums = [&](PhotonOptions const& options) {
    HostTallies const tallies(given.tissue, given.grid);
    yoke::simulate_photons(Host(), given.tissue, given.grid, 5000, tallies, options);
    return std::vector<std::uint64_t>(tallies.sums.data(),
                                      tallies.sums.data() + tallies.sums.extent(0));
  };
  for (auto const generator : {PhotonGenerator::xoshiro, PhotonGenerator::expander}) {
    PhotonOptions options{.generator = generator, .seed = 6};
    auto const narrow = sums(options);
    options.beam_radius = 0.3;
    for (auto const beam : {PhotonBeam::flat, PhotonBeam::gaussian}) {
      options.beam = beam;
      EXPECT_EQ(sums(options), narrow);
    }
  }
}

TEST(PhotonBeams, AreReproducible) {
  auto const given = photon_cases::three_layers();
  auto const absorbed = [&](auto const& executor, PhotonOptions options, std::uint64_t count,
                            HostTallies const& tallies) {
    options.arithmetic = yoke::PhotonArithmetic::reproducible;
    options.beam = PhotonBeam::gaussian;
    options.beam_radius = 0.1;
    yoke::simulate_photons(executor, given.tissue, given.grid, count, tallies, options);
    return std::vector<std::uint64_t>(tallies.absorbed.data(),
                                      tallies.absorbed.data() + tallies.absorbed.extent(0));
  };
  auto const none = [&] { return HostTallies(given.tissue, given.grid); };
  auto const expected = absorbed(Host(), {}, 2000, none());
  EXPECT_EQ(absorbed(Host(), {.algorithm = yoke::PhotonAlgorithm::one_a_thread}, 2000, none()),
            expected);
  yoke::Hybrid<> const hybrid;
  EXPECT_EQ(absorbed(hybrid, {.split = yoke::Split(0.3)}, 2000, none()), expected);
  auto const parts = none();
  absorbed(Host(), {}, 700, parts);
  EXPECT_EQ(absorbed(Host(), {.first_photon = 700}, 1300, parts), expected);
}

}  // namespace
