#include "yoke/photons.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "support/photon_cases.hpp"

namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;
using yoke::PhotonArithmetic;
using yoke::PhotonDistributions;
using yoke::PhotonFraction;
using yoke::PhotonSum;

constexpr PhotonArithmetic arithmetics[] = {PhotonArithmetic::fast, PhotonArithmetic::reproducible,
                                            PhotonArithmetic::precise};

// Of photons that others have simulated: their own standard error is ours by the root of the
// counts' ratio, and theirs are rounded where they are printed.
void expect_near(char const* what, PhotonFraction const& ours, double theirs, double photons,
                 double their_photons, double last_digit) {
  double const scatter = ours.standard_error * std::sqrt(1 + photons / their_photons);
  EXPECT_LE(std::abs(ours.value - theirs), 4 * scatter + last_digit / 2)
      << what << ": " << ours.value << " +- " << ours.standard_error << ", not " << theirs;
  EXPECT_GT(ours.standard_error, 0) << what;
}

PhotonDistributions simulated(photon_cases::Case const& tissue, std::uint64_t photons,
                              PhotonArithmetic arithmetic, bool with_absorption = true) {
  yoke::PhotonTallies<> const tallies(tissue.tissue, tissue.grid, with_absorption);
  yoke::simulate_photons(Exec(), tissue.tissue, tissue.grid, photons, tallies,
                         {.arithmetic = arithmetic, .seed = 1});
  return yoke::distributions(tissue.tissue, tissue.grid, tallies);
}

TEST(Photons, VanDeHulstsSlab) {
  for (auto const arithmetic : arithmetics) {
    double const photons = 200'000;
    auto const result = simulated(photon_cases::slab(), 200'000, arithmetic);
    EXPECT_EQ(result.specular, 0);
    expect_near("Rd", result.diffuse_reflectance, 0.09739, photons, INFINITY, 1e-5);
    expect_near("Tt", result.transmitted, 0.66096, photons, INFINITY, 1e-5);
  }
}

// With the numbers of random walks, of the default length and of a longer one.
TEST(Photons, ByExpander) {
  for (std::uint32_t const length : {32u, 64u}) {
    yoke::PhotonReport report;
    yoke::PhotonOptions const options{.generator = yoke::PhotonGenerator::expander,
                                      .expander = {.length = length},
                                      .seed = 4,
                                      .report = &report};
    auto const slab = photon_cases::slab();
    yoke::PhotonTallies<> const tallies(slab.tissue, slab.grid);
    yoke::simulate_photons(Exec(), slab.tissue, slab.grid, 50'000, tallies, options);
    EXPECT_EQ(report.algorithm, yoke::PhotonAlgorithm::one_a_thread);
    auto const result = yoke::distributions(slab.tissue, slab.grid, tallies);
    expect_near("Rd", result.diffuse_reflectance, 0.09739, 50'000, INFINITY, 1e-5);
    expect_near("Tt", result.transmitted, 0.66096, 50'000, INFINITY, 1e-5);

    auto const layers = photon_cases::three_layers();
    yoke::PhotonTallies<> const others(layers.tissue, layers.grid);
    yoke::simulate_photons(Exec(), layers.tissue, layers.grid, 10'000, others, options);
    auto const found = yoke::distributions(layers.tissue, layers.grid, others);
    expect_near("Rd", found.diffuse_reflectance, 0.237544, 10'000, 1e6, 1e-6);
    expect_near("A", found.absorbed, 0.641594, 10'000, 1e6, 1e-6);
    expect_near("Tt", found.transmitted, 0.0964896, 10'000, 1e6, 1e-7);
  }
}

TEST(Photons, GiovanellisHalfSpace) {
  for (auto const arithmetic : arithmetics) {
    auto const result = simulated(photon_cases::semi_infinite(), 50'000, arithmetic);
    EXPECT_NEAR(result.specular, 0.04, 1e-15);
    expect_near("Rd", result.diffuse_reflectance, 0.22, 50'000, INFINITY, 1e-4);
    EXPECT_EQ(result.transmitted.value, 0);
  }
}

// Their Tt is two of their standard errors above ours of many photons. A device has the time for as
// many photons as they had.
TEST(Photons, McmlsThreeLayers) {
  std::uint64_t const count = std::is_same_v<Exec, Host> ? 20'000 : 1'000'000;
  for (auto const arithmetic : arithmetics) {
    double const photons = static_cast<double>(count), theirs = 1e6;
    auto const result = simulated(photon_cases::three_layers(), count, arithmetic);
    EXPECT_NEAR(result.specular, 0.0243729, 1e-7);
    expect_near("Rd", result.diffuse_reflectance, 0.237544, photons, theirs, 1e-6);
    expect_near("A", result.absorbed, 0.641594, photons, theirs, 1e-6);
    expect_near("Tt", result.transmitted, 0.0964896, photons, theirs, 1e-7);
    expect_near("A1", result.absorbed_by_layer[0], 0.2612, photons, theirs, 1e-4);
    expect_near("A2", result.absorbed_by_layer[1], 0.1488, photons, theirs, 1e-4);
    expect_near("A3", result.absorbed_by_layer[2], 0.2316, photons, theirs, 1e-4);
  }
}

TEST(Photons, SkinOfSevenLayers) {
  double const published[] = {0.00252829, 0.00588817, 0.0351003, 0.0363698,
                              0.250112,   0.0158841,  0.0445402};
  for (auto const arithmetic : arithmetics) {
    double const photons = 20'000, theirs = 1e8;
    auto const result = simulated(photon_cases::skin(), 20'000, arithmetic);
    EXPECT_NEAR(result.specular, 0.0438845, 1e-7);
    // Its four fractions add up to 0.999974.
    double const lacks = 2.6e-5;
    expect_near("Rd", result.diffuse_reflectance, 0.562403, photons, theirs, lacks);
    expect_near("A", result.absorbed, 0.390422, photons, theirs, lacks);
    expect_near("Tt", result.transmitted, 0.00326463, photons, theirs, lacks);
    for (std::size_t i = 0; i < 7; ++i) {
      expect_near("layer", result.absorbed_by_layer[i], published[i], photons, theirs, lacks);
    }
  }
}

}  // namespace
