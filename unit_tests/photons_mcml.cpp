#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "support/photon_cases.hpp"
#include "support/photon_weight.hpp"
#include "support/seed.hpp"
#include "yoke/photons.hpp"

// What MCML takes and few tissues have: refractive indices below 1, layers that do not deflect, and
// layers of no thickness. And grids as small and as large as numbers are.
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;
using yoke::PhotonAlgorithm;
using yoke::PhotonArithmetic;
using yoke::PhotonFraction;
using yoke::PhotonOptions;
using yoke::Tissue;
using yoke::TissueLayer;

constexpr yoke::PhotonGrid grid{0.01, 0.01, 20, 20, 10};

struct Fractions {
  PhotonFraction reflected, absorbed, transmitted;
};

// MCML, one photon after the other, in double precision, as its paper has it.
class Oracle {
 public:
  Oracle(Tissue const& tissue, std::uint64_t seed) : tissue_(tissue), random_(seed) {}

  Fractions run(int photons) {
    for (int i = 0; i < photons; ++i) follow();
    return {fraction(0, photons), fraction(1, photons), fraction(2, photons)};
  }

 private:
  struct Sum {
    double sum = 0, squares = 0, now = 0;
  };

  double draw() { return (static_cast<double>(random_() >> 11) + 0.5) * 0x1p-53; }
  double index(int layer) const {
    if (layer < 0) return tissue_.index_above;
    if (layer == count()) return tissue_.index_below;
    return tissue_.layers[static_cast<std::size_t>(layer)].refractive_index;
  }
  int count() const { return static_cast<int>(tissue_.layers.size()); }

  static double fresnel(double n1, double n2, double cosine, double& beyond) {
    beyond = cosine;
    if (n1 == n2) return 0;
    double const sine = n1 / n2 * std::sqrt(1 - cosine * cosine);
    if (sine >= 1) return 1;
    beyond = std::sqrt(1 - sine * sine);
    double const s = (n1 * cosine - n2 * beyond) / (n1 * cosine + n2 * beyond);
    double const p = (n1 * beyond - n2 * cosine) / (n1 * beyond + n2 * cosine);
    return (s * s + p * p) / 2;
  }

  void follow() {
    double ignored = 0, weight = 1 - fresnel(index(-1), index(0), 1, ignored);
    double x = 0, y = 0, z = 1, depth = 0, step = 0;  // a direction, and a depth in the layer
    int layer = 0;
    while (weight > 0) {
      TissueLayer const& here = tissue_.layers[static_cast<std::size_t>(layer)];
      double const total = here.absorption + here.scattering;
      if (step <= 0) step = -std::log(draw());
      double const room = (z > 0 ? here.thickness - depth : depth) / std::abs(z);
      if (total == 0 || step / total > room) {
        step -= room * total;
        cross(layer, depth, weight, x, y, z);
        continue;
      }
      depth += step / total * z;
      step = 0;
      sums_[1].now += weight * here.absorption / total;
      weight -= weight * here.absorption / total;
      scatter(here.anisotropy, x, y, z);
      if (weight < 1e-4) weight = draw() < 0.1 ? weight * 10 : 0;
    }
    for (auto& sum : sums_) {
      sum.sum += sum.now;
      sum.squares += sum.now * sum.now;
      sum.now = 0;
    }
  }

  void cross(int& layer, double& depth, double& weight, double& x, double& y, double& z) {
    bool const is_down = z > 0;
    int const next = layer + (is_down ? 1 : -1);
    double beyond = 0;
    double const reflected = fresnel(index(layer), index(next), std::abs(z), beyond);
    TissueLayer const& here = tissue_.layers[static_cast<std::size_t>(layer)];
    depth = is_down ? here.thickness : 0;
    if (draw() <= reflected) {
      z = -z;
      return;
    }
    if (next < 0 || next == count()) {
      sums_[is_down ? 2 : 0].now += weight;
      weight = 0;
      return;
    }
    double const ratio = index(layer) / index(next);
    x *= ratio;
    y *= ratio;
    z = is_down ? beyond : -beyond;
    layer = next;
    depth = is_down ? 0 : tissue_.layers[static_cast<std::size_t>(layer)].thickness;
  }

  void scatter(double g, double& x, double& y, double& z) {
    double cosine = 2 * draw() - 1;
    if (g != 0) {
      double const part = (1 - g * g) / (1 - g + g * (cosine + 1));
      cosine = std::min(1.0, std::max(-1.0, (1 + g * g - part * part) / (2 * g)));
    }
    double const sine = std::sqrt(1 - cosine * cosine), angle = 2 * std::numbers::pi * draw();
    double const across = sine * std::cos(angle), along = sine * std::sin(angle);
    double const slant = std::sqrt(std::max(0.0, 1 - z * z));
    if (slant < 1e-6) {
      x = across;
      y = along;
      z = z > 0 ? cosine : -cosine;
      return;
    }
    double const old_x = x, old_y = y, old_z = z;
    x = (old_x * old_z * across - old_y * along) / slant + old_x * cosine;
    y = (old_y * old_z * across + old_x * along) / slant + old_y * cosine;
    z = -across * slant + old_z * cosine;
  }

  PhotonFraction fraction(int which, int photons) const {
    Sum const& sum = sums_[which];
    double const mean = sum.sum / photons;
    return {mean, std::sqrt(std::max(0.0, sum.squares / photons - mean * mean) / photons)};
  }

  Tissue const& tissue_;
  std::mt19937_64 random_;
  Sum sums_[3];
};

template <class Space>
Fractions simulated(Tissue const& tissue, std::uint64_t photons, PhotonOptions const& options) {
  yoke::PhotonTallies<typename Space::memory_space> const tallies(tissue, grid);
  yoke::simulate_photons(Space(), tissue, grid, photons, tallies, options);
  yoke_test::expect_conserved(tallies, photons);
  auto const result = yoke::distributions(tissue, grid, tallies);
  return {result.diffuse_reflectance, result.absorbed, result.transmitted};
}

void expect_near(PhotonFraction const& one, PhotonFraction const& other, char const* what) {
  EXPECT_NEAR(one.value, other.value,
              4 * std::hypot(one.standard_error, other.standard_error) + 1e-7)
      << what;
}
void expect_near(Fractions const& one, Fractions const& other) {
  expect_near(one.reflected, other.reflected, "reflected");
  expect_near(one.absorbed, other.absorbed, "absorbed");
  expect_near(one.transmitted, other.transmitted, "transmitted");
}

// In each arithmetic, by one photon a thread and by lanes.
template <class Check>
void in_every_way(Check const& check) {
  for (auto const arithmetic :
       {PhotonArithmetic::fast, PhotonArithmetic::reproducible, PhotonArithmetic::precise}) {
    SCOPED_TRACE(to_string(arithmetic));
    auto const with = [&](PhotonAlgorithm algorithm) {
      return PhotonOptions{.algorithm = algorithm, .arithmetic = arithmetic, .seed = 17};
    };
    check([&](Tissue const& tissue, std::uint64_t photons) {
      return simulated<Exec>(tissue, photons, with(PhotonAlgorithm::one_a_thread));
    });
    check([&](Tissue const& tissue, std::uint64_t photons) {
      return simulated<Host>(tissue, photons, with(PhotonAlgorithm::lanes));
    });
  }
}

// Without scattering away from the axis: Beer and Lambert, and Fresnel at both faces, to and fro.
Fractions of_slab(double n, double absorbed_paths) {
  double const r = (n - 1) * (n - 1) / ((n + 1) * (n + 1)), t = std::exp(-absorbed_paths);
  double const all = 1 - r * r * t * t;
  Fractions exact{{(1 - r) * (1 - r) * t * t * r / all, 0}, {}, {(1 - r) * (1 - r) * t / all, 0}};
  exact.absorbed.value = 1 - r - exact.reflected.value - exact.transmitted.value;
  return exact;
}

TEST(PhotonsOfMcml, AnAnisotropyOf1DeflectsNobody) {
  in_every_way([](auto const& simulate) {
    for (double const n : {1.0, 1.5, 0.6}) {
      Tissue const tissue{1, {{n, 4, 60, 1, 0.1}}, 1};
      expect_near(simulate(tissue, 20'000), of_slab(n, 0.4));
    }
  });
}

TEST(PhotonsOfMcml, ALayerOfNoThicknessReflectsAtBothFaces) {
  in_every_way([](auto const& simulate) {
    for (double const n : {1.5, 0.7}) {
      expect_near(simulate({1, {{n, 10, 90, 0.5, 0}}, 1}, 20'000), of_slab(n, 0));
      // Within layers of the index of what lies around them, which only absorb.
      auto const inner = of_slab(n, 0);
      auto const found =
          simulate({1, {{1, 5, 0, 0, 0.04}, {n, 10, 90, 0.5, 0}, {1, 5, 0, 0, 0.04}}, 1}, 20'000);
      double const surface = 1 - inner.transmitted.value, t = std::exp(-0.2);
      expect_near(found.transmitted, {inner.transmitted.value * t * t, 0}, "transmitted");
      expect_near(found.reflected, {surface * t * t, 0}, "reflected");
    }
    // One of the index of its neighbours changes nothing but the numbers drawn.
    auto const slab = photon_cases::slab().tissue;
    auto with = slab;
    with.layers.insert(with.layers.begin(), {1, 10, 90, 0.75, 0});
    with.layers.push_back({1, 0, 0, 0, 0});
    expect_near(simulate(with, 20'000), simulate(slab, 20'000));
  });
}

TEST(PhotonsOfMcml, IndicesBelow1AsAnOracleHasThem) {
  std::vector<Tissue> const tissues{
      {1, {{0.98, 1, 50, 0.8, 0.1}}, 1},
      {1, {{0.5, 1, 50, 0.8, 0.1}}, 0.9},
      {0.9, {{1.3, 1, 50, 0.8, 0.05}, {0.8, 2, 20, 0, 0.05}, {1.1, 1, 80, 0.9, 0.1}}, 0.7},
      // All at once: below 1, of no thickness, and without deflection.
      {1, {{0.98, 2, 30, 0.7, 0.05}, {1.6, 3, 3, 0.5, 0}, {0.9, 1, 40, 1, 0.05}}, 1.2},
      {1,
       {{1.53, 0.2, 1000, 0.9, 0.002},
        {1.34, 0.15, 400, 0.85, 0.008},
        {1.4, 0.7, 300, 0.8, 0.01},
        {0.98, 1, 350, 0.9, 0.008},
        {1.4, 0.7, 200, 0.76, 0.162},
        {1.39, 1, 350, 0.95, 0.02},
        {1.44, 0.3, 150, 0.8, 0.05}},
       1}};
  for (auto const& tissue : tissues) {
    auto const expected = Oracle(tissue, 5).run(10'000);
    in_every_way([&](auto const& simulate) { expect_near(simulate(tissue, 10'000), expected); });
  }
}

// Only quotients of indices count: by a power of two they are the same bits.
TEST(PhotonsOfMcml, IndicesMayAllBeMultiplied) {
  auto const hops_of = [](Tissue const& tissue, PhotonArithmetic arithmetic) {
    yoke::PhotonTallies<> const tallies(tissue, grid);
    yoke::simulate_photons(Exec(), tissue, grid, 2000, tallies, {.arithmetic = arithmetic});
    auto const totals = yoke::totals(tallies);
    return std::pair(totals.sums, totals.absorbed);
  };
  Tissue const tissue{1, {{1.5, 1, 50, 0.8, 0.05}, {1.2, 2, 20, 0, 0.05}}, 1.1};
  for (auto const arithmetic :
       {PhotonArithmetic::fast, PhotonArithmetic::reproducible, PhotonArithmetic::precise}) {
    auto const expected = hops_of(tissue, arithmetic);
    for (double const factor : {0.5, 0x1p-100, 0x1p200}) {
      auto scaled = tissue;
      scaled.index_above *= factor;
      scaled.index_below *= factor;
      for (auto& layer : scaled.layers) layer.refractive_index *= factor;
      EXPECT_EQ(hops_of(scaled, arithmetic), expected) << factor;
    }
  }
}

// Any grid is refused, or all that comes of it is finite.
TEST(PhotonsOfMcml, GridsOfAnySize) {
  std::mt19937_64 random(yoke_test::base_seed());
  std::uniform_real_distribution<double> exponent(-330, 310);
  auto const given = photon_cases::slab();
  int simulated = 0, refused = 0;
  for (int trial = 0; trial < 500; ++trial) {
    bool const is_small = trial % 2 == 0;
    yoke::PhotonGrid any{std::pow(10, is_small ? exponent(random) : exponent(random) / 3),
                         std::pow(10, is_small ? exponent(random) : exponent(random) / 3),
                         1 + random() % 5, 1 + random() % 5, 1 + random() % 5};
    SCOPED_TRACE(std::to_string(any.dz) + " " + std::to_string(any.dr));
    try {
      yoke::PhotonTallies<Kokkos::HostSpace> const tallies(given.tissue, any);
      yoke::simulate_photons(Host(), given.tissue, any, 10, tallies);
      ++simulated;
      yoke_test::expect_conserved(tallies, 10);
      auto const result = yoke::distributions(given.tissue, any, tallies);
      for (auto const* values :
           {&result.absorption_z, &result.absorption_rz, &result.reflectance_r,
            &result.reflectance_a, &result.reflectance_ra, &result.transmitted_r,
            &result.transmitted_a, &result.transmitted_ra}) {
        for (double const value : *values) ASSERT_TRUE(value == 0 || std::isnormal(value)) << value;
      }
    } catch (std::invalid_argument const& error) {
      ++refused;
      EXPECT_NE(std::string(error.what()).find("grid.d"), std::string::npos) << error.what();
    }
  }
  EXPECT_GT(simulated, 50);
  EXPECT_GT(refused, 50);
}

TEST(PhotonsOfMcml, GridsWhoseCellsAreNoNumbersAreRefused) {
  auto const given = photon_cases::slab();
  for (auto const& [dz, dr, what] : {std::tuple{1e-91, 1e-91, "grid.dz is 1e-91"},
                                     {1.0, 1e-160, "grid.dr is 1e-160"},
                                     {1e-310, 1.0, "grid.dz is 1e-310"},
                                     {1.0, 1e91, "grid.dr is 1e+91"},
                                     {1e300, 1e10, "grid.dz is 1e+300"}}) {
    yoke::PhotonGrid const bad{dz, dr, 2, 2, 2};
    try {
      yoke::PhotonTallies<Kokkos::HostSpace> const tallies(given.tissue, bad);
      ADD_FAILURE() << dz << " " << dr << " was taken";
    } catch (std::invalid_argument const& error) {
      EXPECT_NE(std::string(error.what()).find(what), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find("from 1e-90 to 1e90"), std::string::npos);
    }
  }
  // At the ends of that range the sizes of all cells are numbers, of grids of many parts too.
  for (double const width : {1e-90, 1e90}) {
    for (auto const& [nz, nr, na] :
         {std::array<std::size_t, 3>{1, 1, 1}, {1, 1, 1 << 22}, {1, 1 << 22, 1}}) {
      yoke::PhotonGrid const widest{width, width, nz, nr, na};
      yoke::PhotonTallies<Kokkos::HostSpace> const tallies(given.tissue, widest);
      yoke::simulate_photons(Host(), given.tissue, widest, 100, tallies);
      auto const result = yoke::distributions(given.tissue, widest, tallies);
      for (auto const* values : {&result.absorption_rz, &result.reflectance_ra,
                                 &result.transmitted_ra, &result.reflectance_a}) {
        for (double const value : *values) ASSERT_TRUE(value == 0 || std::isnormal(value)) << value;
      }
    }
  }
  // A float holds no 1 / dz of these, and the densities are numbers.
  for (double const dz : {1e-50, 1e50}) {
    yoke::PhotonGrid const extreme{dz, 1, 3, 1, 1};
    yoke::PhotonTallies<> const tallies(given.tissue, extreme);
    yoke::simulate_photons(Exec(), given.tissue, extreme, 1000, tallies);
    auto const result = yoke::distributions(given.tissue, extreme, tallies);
    EXPECT_GT(result.absorption_z[dz < 1 ? 2 : 0], 0);
    EXPECT_EQ(result.absorption_z[dz < 1 ? 0 : 2], 0);
  }
}

}  // namespace
