#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "photons/hop.hpp"
#include "support/photon_cases.hpp"
#include "yoke/photons.hpp"

// What is known without a Monte Carlo run, and what must not depend on how a tissue is described.
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using yoke::PhotonDistributions;
using yoke::PhotonFraction;
using yoke::PhotonSum;
using yoke::Tissue;

constexpr yoke::PhotonGrid grid{0.01, 0.01, 20, 20, 10};

PhotonDistributions simulated(Tissue const& tissue, std::uint64_t photons,
                              yoke::PhotonOptions const& options = {.seed = 11}) {
  yoke::PhotonTallies<> const tallies(tissue, grid);
  yoke::simulate_photons(Exec(), tissue, grid, photons, tallies, options);
  return yoke::distributions(tissue, grid, tallies);
}

void expect_value(PhotonFraction const& ours, double value) {
  EXPECT_LE(std::abs(ours.value - value), 3 * ours.standard_error + 1e-8)
      << ours.value << " +- " << ours.standard_error << ", not " << value;
}
void expect_same(PhotonFraction const& one, PhotonFraction const& other) {
  EXPECT_LE(std::abs(one.value - other.value),
            3 * std::hypot(one.standard_error, other.standard_error))
      << one.value << ", " << other.value;
}

// Beer and Lambert, and Fresnel at both faces, to and fro.
TEST(PhotonsPhysics, SlabWithoutScattering) {
  for (double const n : {1.0, 1.5, 3.0}) {
    auto const result = simulated({1, {{n, 10, 0, 0, 0.05}}, 1}, 100'000);
    double const r = (n - 1) * (n - 1) / ((n + 1) * (n + 1)), t = std::exp(-10 * 0.05);
    double const all = 1 - r * r * t * t;
    EXPECT_NEAR(result.specular, r, 1e-15);
    expect_value(result.transmitted, (1 - r) * t * (1 - r) / all);
    expect_value(result.diffuse_reflectance, (1 - r) * t * t * r * (1 - r) / all);
    // All of it straight down in the middle.
    EXPECT_DOUBLE_EQ(result.transmitted_a[0] * 4 * std::numbers::pi *
                         std::sin(0.05 * 1.5707963267948966) * std::sin(0.05 * 1.5707963267948966),
                     result.transmitted.value);
    EXPECT_EQ(result.transmitted_r[1], 0);
  }
}

TEST(PhotonsPhysics, FresnelAtAnyAngle) {
  using yoke::detail::photons::refract;
  for (double const n : {1.1, 1.4, 2.0, 1 / 1.4}) {
    for (double angle = 0.05; angle < 1.57; angle += 0.05) {
      double const sine = std::sin(angle) / n;
      auto const ours = refract(1.0, n, 1 / n, std::cos(angle));
      if (sine >= 1) {
        EXPECT_EQ(ours.reflected, 1);
        continue;
      }
      double const other = std::asin(sine);
      double const s = std::sin(angle - other) / std::sin(angle + other);
      double const p = std::tan(angle - other) / std::tan(angle + other);
      EXPECT_NEAR(ours.reflected, (s * s + p * p) / 2, 1e-12);
      EXPECT_NEAR(ours.cosine, std::cos(other), 1e-12);
      EXPECT_NEAR(refract(1.0f, static_cast<float>(n), static_cast<float>(1 / n),
                          static_cast<float>(std::cos(angle)))
                      .reflected,
                  ours.reflected, 2e-5);
    }
  }
}

// The mean of the cosine is g, and the textbook's formula gives the same cosines.
TEST(PhotonsPhysics, HenyeyAndGreenstein) {
  for (double const g : {0.0, 1e-12, 0.1, 0.3, 0.301, 0.75, 0.95, 0.999, -0.2, -0.9}) {
    auto const layer = yoke::detail::photons::medium_layer<double>({1, 1, 1, g, 1}, 0, 1, 1);
    auto const rough = yoke::detail::photons::medium_layer<float>({1, 1, 1, g, 1}, 0, 1, 1);
    constexpr int count = 100'000;
    double sum = 0;
    for (int i = 0; i < count; ++i) {
      // A float, as those that are drawn are.
      double const u = static_cast<float>((i + 0.5) / count);
      double const cosine = 1 - yoke::detail::photons::one_less_cosine(layer, u);
      sum += cosine;
      ASSERT_LE(std::abs(cosine), 1 + 1e-12);
      double const single =
          1 - yoke::detail::photons::one_less_cosine(rough, static_cast<float>(u));
      ASSERT_NEAR(single, cosine, 2e-5);
      if (std::abs(g) < 0.05) continue;
      // Both ends of the interval are alike.
      double const x = (g > 0 ? 1 : -1) * (2 * u - 1);
      double const part = (1 - g * g) / (1 + g * x);
      ASSERT_NEAR(cosine, (1 + g * g - part * part) / (2 * g), 1e-9);
    }
    EXPECT_NEAR(sum / count, g, 1e-4) << g;
  }
}

template <class Real>
void expect_scatters(double room) {
  using Direction = yoke::detail::photons::Direction<Real>;
  double const from[][3] = {{0, 0, 1}, {0, 0, -1}, {1, 0, 0}, {0.48, 0.64, -0.6}, {-0.6, 0, 0.8}};
  for (auto const& u : from) {
    for (double const v : {0.0, 1e-3, 0.5, 1.0, 1.75, 2.0}) {
      double sum[3] = {0, 0, 0};
      constexpr int turns = 64;
      for (std::uint32_t i = 0; i < turns; ++i) {
        Direction const d = yoke::detail::photons::scatter(
            Direction{Real(u[0]), Real(u[1]), Real(u[2])}, Real(v), i << 26 | 1u << 25);
        double const next[] = {double(float(d.x)), double(float(d.y)), double(float(d.z))};
        double square = 0, cosine = 0;
        for (int k = 0; k < 3; ++k) {
          square += next[k] * next[k];
          cosine += next[k] * u[k];
          sum[k] += next[k] / turns;
        }
        EXPECT_NEAR(square, 1, room);
        EXPECT_NEAR(cosine, 1 - v, room) << u[2];
      }
      for (int k = 0; k < 3; ++k) EXPECT_NEAR(sum[k], (1 - v) * u[k], room) << u[2] << " " << v;
    }
  }
}

// By the angle that is asked for, evenly around, and the new direction has the length 1.
TEST(PhotonsPhysics, ScatteringTurnsEvenly) {
  expect_scatters<float>(1e-6);
  expect_scatters<yoke::detail::photons::Rounded>(1e-6);
  expect_scatters<double>(2e-7);  // what comes out is seen as a float
}

// After any number of hops too: errors do not add up.
TEST(PhotonsPhysics, DirectionsKeepTheirLength) {
  using namespace yoke::detail::photons;
  for (double const g : {0.0, 0.9, 0.9999, 1 - 1e-6}) {
    auto const layer = medium_layer<float>({1, 1, 1, g, 1}, 0, 1, 1);
    Direction<float> u{0, 0, 1};
    for (std::uint64_t hop = 0; hop < 200'000; ++hop) {
      auto const words = yoke::Philox(1).block(hop);
      u = scatter(u, one_less_cosine(layer, draw_unit<float>(words.word[0])), words.word[1]);
      ASSERT_NEAR(u.x * u.x + u.y * u.y + u.z * u.z, 1, 1e-6) << g << " " << hop;
    }
  }
}

TEST(PhotonsPhysics, Functions) {
  using yoke::detail::photons::Rounded;
  for (int i = 1; i < 10'000; ++i) {
    double const u = i / 10'000.0;
    auto const single = static_cast<float>(u);
    double const expected = -std::log(u);
    EXPECT_NEAR(yoke::detail::photons::minus_log(u), expected, 4e-16 * (1 + expected));
    EXPECT_NEAR(yoke::detail::photons::minus_log(single), -std::log(double(single)),
                3e-7 * -std::log(double(single)));
    double const angle = (u - 0.5) * std::numbers::pi / 2;
    EXPECT_NEAR(yoke::detail::photons::sine_of(angle), std::sin(angle), 3e-16);
    EXPECT_NEAR(yoke::detail::photons::cosine_of(angle), std::cos(angle), 3e-16);
    Rounded const rounded(angle);
    EXPECT_NEAR(static_cast<float>(yoke::detail::photons::sine_of(rounded)), std::sin(angle), 2e-7);
    EXPECT_NEAR(static_cast<float>(yoke::detail::photons::cosine_of(rounded)), std::cos(angle),
                2e-7);
  }
  // The shortest and the longest step that can be drawn.
  EXPECT_GT(yoke::detail::photons::draw_step<float>(~0u), 0);
  EXPECT_NEAR(yoke::detail::photons::draw_step<float>(0), 33 * std::log(2.0), 1e-5);
  EXPECT_NEAR(yoke::detail::photons::draw_step<double>(0), 33 * std::log(2.0), 1e-12);
}

TEST(PhotonsPhysics, MatchedBoundariesAreNone) {
  std::vector<std::uint64_t> counts[2];
  for (int i = 0; i < 2; ++i) {
    double const n = i == 0 ? 1 : 1.4;
    Tissue const tissue{n, {{n, 1, 50, 0.8, 0.1}, {n, 2, 20, 0, 0.1}}, n};
    yoke::PhotonTallies<Kokkos::HostSpace> const tallies(tissue, grid);
    yoke::simulate_photons(Kokkos::DefaultHostExecutionSpace(), tissue, grid, 2000, tallies);
    EXPECT_EQ(yoke::distributions(tissue, grid, tallies).specular, 0);
    counts[i].assign(tallies.absorbed.data(), tallies.absorbed.data() + 400);
  }
  EXPECT_EQ(counts[0], counts[1]);
}

TEST(PhotonsPhysics, TwoThinLayersAreOneThickOne) {
  auto const one = simulated({1, {{1.4, 1, 100, 0.9, 0.2}}, 1}, 20'000);
  auto const two =
      simulated({1, {{1.4, 1, 100, 0.9, 0.06}, {1.4, 1, 100, 0.9, 0.14}}, 1}, 20'000, {.seed = 12});
  expect_same(one.diffuse_reflectance, two.diffuse_reflectance);
  expect_same(one.absorbed, two.absorbed);
  expect_same(one.transmitted, two.transmitted);
}

TEST(PhotonsPhysics, ClearLayers) {
  // Of the index of what lies around it, a clear layer above changes no weight.
  Tissue tissue{1, {{1, 10, 90, 0.75, 0.02}}, 1};
  auto const bare = simulated(tissue, 5000);
  tissue.layers.insert(tissue.layers.begin(), {1, 0, 0, 0, 0.3});
  auto const covered = simulated(tissue, 5000);
  EXPECT_EQ(bare.diffuse_reflectance.value, covered.diffuse_reflectance.value);
  EXPECT_EQ(bare.absorbed.value, covered.absorbed.value);
  EXPECT_EQ(bare.transmitted.value, covered.transmitted.value);
  // So do two, of which the photon crosses the second by a hop.
  tissue.layers.insert(tissue.layers.begin(), {1, 0, 0, 0, 0.3});
  expect_same(bare.absorbed, simulated(tissue, 5000, {.seed = 1}).absorbed);
  // A gap in between.
  auto const split = simulated(
      {1, {{1, 10, 90, 0.75, 0.01}, {1, 0, 0, 0, 0.1}, {1, 10, 90, 0.75, 0.01}}, 1}, 20'000);
  expect_same(bare.absorbed, split.absorbed);
  EXPECT_EQ(split.absorbed_by_layer[1].value, 0);

  // Glass alone: all that is not reflected comes out below.
  double const r = 0.04, all = r + (1 - r) * (1 - r) * r / (1 - r * r);
  auto const glass = simulated({1, {{1.5, 0, 0, 0, 0.1}}, 1}, 100);
  EXPECT_NEAR(glass.specular, all, 1e-15);
  EXPECT_NEAR(glass.transmitted.value, 1 - all, 4e-9);
  EXPECT_EQ(glass.absorbed.value, 0);
  // Glass over a black body, which absorbs where light enters it.
  auto const black = simulated({1, {{1.5, 0, 0, 0, 0.1}, {1.3, 1e9, 0, 0, 1}}, 1}, 100);
  double const below = 0.2 * 0.2 / (2.8 * 2.8);
  EXPECT_NEAR(black.specular, r + (1 - r) * (1 - r) * below / (1 - r * below), 1e-15);
  EXPECT_NEAR(black.absorbed.value, 1 - black.specular, 4e-9);
}

// Nothing absorbs: what does not leave would live for ever.
TEST(PhotonsPhysics, PhotonsThatLiveForEverAreGivenUp) {
  Tissue const endless{1, {{1.5, 0, 100, 0, 1e8}}, 1};
  yoke::PhotonTallies<> const tallies(endless, grid);
  auto const given_up =
      yoke::simulate_photons(Exec(), endless, grid, 1000, tallies, {.most_hops = 500});
  auto const totals = yoke::totals(tallies);
  EXPECT_GT(given_up, 0u);
  EXPECT_LT(given_up, 200u);
  EXPECT_EQ(totals[PhotonSum::cut_off_photons], given_up);
  // Weight is lost nowhere else.
  EXPECT_EQ(totals[PhotonSum::cut_off],
            given_up * (yoke::photon_weight_units - totals[PhotonSum::specular] / 1000));
  EXPECT_EQ(
      1000 * yoke::photon_weight_units,
      totals[PhotonSum::cut_off] + totals[PhotonSum::specular] + totals[PhotonSum::reflected]);

  auto const slab = simulated({1, {{1.5, 0, 100, 0.5, 0.02}}, 1}, 2000);
  EXPECT_EQ(slab.absorbed.value, 0);
  EXPECT_NEAR(slab.specular + slab.diffuse_reflectance.value + slab.transmitted.value, 1, 4e-9);
}

TEST(PhotonsPhysics, ExtremesEnd) {
  for (double const g : {-0.9999999, 0.0, 1e-20, 0.9999999}) {
    for (double const mua : {0.0, 1e-6, 1e9}) {
      for (double const mus : {0.0, 1e-6, 1e3}) {
        Tissue const tissue{1, {{1, mua, mus, g, 1e-3}, {2.5, mua, mus, g, 1e-3}}, 1.2};
        yoke::PhotonTallies<> const tallies(tissue, grid);
        yoke::simulate_photons(Exec(), tissue, grid, 200, tallies, {.most_hops = 100'000});
        auto const totals = yoke::totals(tallies);
        EXPECT_EQ(totals[PhotonSum::photons], 200u);
        EXPECT_EQ(totals[PhotonSum::cut_off_photons], 0u) << g << " " << mua << " " << mus;
      }
    }
  }
}

TEST(PhotonsPhysics, StandardErrorsShrinkAsTheyShould) {
  auto const given = photon_cases::slab();
  double errors[2];
  for (int i = 0; i < 2; ++i) {
    auto const result = simulated(given.tissue, i == 0 ? 4'000 : 64'000);
    errors[i] = result.diffuse_reflectance.standard_error;
  }
  EXPECT_NEAR(errors[0] / errors[1], 4, 2);
  EXPECT_TRUE(std::isnan(simulated(given.tissue, 1).absorbed.standard_error));
}

}  // namespace
