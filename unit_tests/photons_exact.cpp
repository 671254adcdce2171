#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/photon_cases.hpp"
#include "support/photon_weight.hpp"
#include "yoke/detail/kokkos_ext/hybrid_threads.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/photons.hpp"

// What holds to the last unit.
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;
using yoke::PhotonAlgorithm;
using yoke::PhotonArithmetic;
using yoke::PhotonOptions;
using yoke::PhotonSum;
using yoke_test::expect_conserved;
using Counts = std::vector<std::uint64_t>;
using HostTallies = yoke::PhotonTallies<Kokkos::HostSpace>;

constexpr PhotonArithmetic arithmetics[] = {PhotonArithmetic::fast, PhotonArithmetic::reproducible,
                                            PhotonArithmetic::precise};

template <class View>
void append(Counts& counts, View const& view) {
  auto const copy = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  counts.insert(counts.end(), copy.data(), copy.data() + copy.extent(0));
}
// Every count of the tallies.
template <class MemorySpace>
Counts all_counts(yoke::PhotonTallies<MemorySpace> const& tallies) {
  Counts counts;
  append(counts, tallies.absorbed);
  append(counts, tallies.reflected);
  append(counts, tallies.transmitted);
  append(counts, tallies.sums);
  return counts;
}
template <class Executor>
Counts run(Executor const& executor, photon_cases::Case const& given, std::uint64_t photons,
           PhotonOptions const& options) {
  HostTallies const tallies(given.tissue, given.grid);
  yoke::simulate_photons(executor, given.tissue, given.grid, photons, tallies, options);
  return all_counts(tallies);
}

TEST(PhotonsExact, WeightIsConserved) {
  for (auto const arithmetic : arithmetics) {
    for (auto const& given : {photon_cases::slab(), photon_cases::semi_infinite(),
                              photon_cases::three_layers(), photon_cases::skin()}) {
      for (bool const with_absorption : {true, false}) {
        yoke::PhotonTallies<> const tallies(given.tissue, given.grid, with_absorption);
        yoke::PhotonReport report;
        yoke::simulate_photons(Exec(), given.tissue, given.grid, 1000, tallies,
                               {.arithmetic = arithmetic, .report = &report});
        expect_conserved(tallies, 1000);
        auto const totals = yoke::totals(tallies);
        // Few photons of a thin slab live so long.
        if (given.tissue.layers.size() > 1) {
          EXPECT_GT(totals[PhotonSum::lost], 0u);
        }
        EXPECT_EQ(report.photons, 1000u);
        EXPECT_EQ(report.hops, totals[PhotonSum::hops]);
        EXPECT_EQ(report.cut_off, 0u);
        EXPECT_FALSE(report.phases.empty());
      }
    }
  }
}

TEST(PhotonsExact, WithoutTheGridTheTotalsAreTheSame) {
  auto const given = photon_cases::three_layers();
  yoke::PhotonTallies<> const with(given.tissue, given.grid);
  yoke::PhotonTallies<> const without(given.tissue, given.grid, false);
  yoke::simulate_photons(Exec(), given.tissue, given.grid, 2000, with);
  yoke::simulate_photons(Exec(), given.tissue, given.grid, 2000, without);
  Counts one, other;
  append(one, with.sums);
  append(other, without.sums);
  EXPECT_EQ(one, other);
  EXPECT_TRUE(yoke::distributions(given.tissue, given.grid, without).absorption_z.empty());
}

TEST(PhotonsExact, OneCellHoldsAll) {
  auto given = photon_cases::slab();
  given.grid = {1e-6, 1e-6, 1, 1, 1};
  yoke::PhotonTallies<> const tallies(given.tissue, given.grid);
  yoke::simulate_photons(Exec(), given.tissue, given.grid, 1000, tallies);
  expect_conserved(tallies, 1000);
}

// Whoever follows which photons, in whatever order.
TEST(PhotonsExact, ThreadsDoNotShowInAnyBit) {
  auto const one = yoke::detail::instance_with_threads<Host>(1);
  for (auto const arithmetic : arithmetics) {
    PhotonOptions const options{.arithmetic = arithmetic, .seed = 7};
    auto const expected = run(one, photon_cases::three_layers(), 1500, options);
    EXPECT_EQ(run(Host(), photon_cases::three_layers(), 1500, options), expected);
  }
}

TEST(PhotonsExact, ExpanderDrawsByPhotonToo) {
  auto const one = yoke::detail::instance_with_threads<Host>(1);
  PhotonOptions options{.arithmetic = PhotonArithmetic::reproducible,
                        .generator = yoke::PhotonGenerator::expander};
  auto const given = photon_cases::slab();
  auto const expected = run(one, given, 3000, options);
  EXPECT_EQ(run(Host(), given, 3000, options), expected);
  EXPECT_EQ(run(yoke::Hybrid<>(), given, 3000, options), expected);
  options.expander.length = 48;
  EXPECT_NE(run(Host(), given, 3000, options), expected);
  options.algorithm = PhotonAlgorithm::lanes;
  EXPECT_THROW(run(Host(), given, 1, options), std::invalid_argument);
}

TEST(PhotonsExact, RunsOfPartsAreOneRun) {
  auto const given = photon_cases::three_layers();
  for (auto const arithmetic : arithmetics) {
    PhotonOptions options{.arithmetic = arithmetic, .seed = 3, .first_photon = 1000};
    auto const expected = run(Host(), given, 1777, options);
    HostTallies const tallies(given.tissue, given.grid);
    yoke::PhotonPlan<Host> plan(Host(), given.tissue, given.grid, options);
    // In any order, and with none.
    plan(1500, 1277, tallies);
    plan(1000, 499, tallies);
    plan(0, 0, tallies);
    plan(1499, 1, tallies);
    EXPECT_EQ(all_counts(tallies), expected);

    options.first_photon = 1700;
    auto joined = run(Host(), given, 1077, options);
    options.first_photon = 1000;
    auto const first = run(Host(), given, 700, options);
    for (std::size_t i = 0; i < joined.size(); ++i) joined[i] += first[i];
    EXPECT_EQ(joined, expected);
  }
}

TEST(PhotonsExact, SeedsAndPhotonsDiffer) {
  auto const given = photon_cases::slab();
  auto const some = run(Host(), given, 100, {.seed = 1});
  EXPECT_EQ(run(Host(), given, 100, {.seed = 1}), some);
  EXPECT_NE(run(Host(), given, 100, {.seed = 2}), some);
  EXPECT_NE(run(Host(), given, 100, {.seed = 1, .first_photon = 6400}), some);
}

TEST(PhotonsExact, ReproducibleOnEverySpaceByEveryAlgorithmForEverySplit) {
  auto const given = photon_cases::three_layers();
  constexpr std::uint64_t photons = 3000;
  PhotonOptions options{.arithmetic = PhotonArithmetic::reproducible, .seed = 5};
  auto const expected = run(Host(), given, photons, options);

  options.algorithm = PhotonAlgorithm::one_a_thread;
  EXPECT_EQ(run(Host(), given, photons, options), expected);
  yoke::PhotonTallies<> const near(given.tissue, given.grid);
  yoke::simulate_photons(Exec(), given.tissue, given.grid, photons, near, options);
  EXPECT_EQ(all_counts(near), expected);

  options.algorithm = PhotonAlgorithm::automatic;
  yoke::Hybrid<> const hybrid;
  for (double const share : {0.0, 0.1, 0.5, 1.0}) {
    yoke::PhotonReport report;
    options.split = yoke::Split(share);
    options.report = &report;
    EXPECT_EQ(run(hybrid, given, photons, options), expected) << share;
    EXPECT_EQ(report.host_share, share);
    EXPECT_EQ(report.photons, photons);
    if (share > 0 && share < 1) {
      EXPECT_EQ(report.host_photons, static_cast<std::uint64_t>(share * photons));
    }
  }
  for (std::uint64_t const count : {std::uint64_t(1), std::uint64_t(65), photons}) {
    yoke::PhotonReport report;
    options.split = yoke::Split::automatic();
    options.report = &report;
    auto const both = run(hybrid, given, count, options);
    options.report = nullptr;
    EXPECT_EQ(both, run(Host(), given, count, options));
    EXPECT_EQ(report.photons, count);
    EXPECT_LE(report.host_photons, count);
    // What it came to, where nobody asked for a share.
    EXPECT_EQ(report.host_share,
              static_cast<double>(report.host_photons) / static_cast<double>(count));
  }
}

// Of glass alone, and behind a surface that reflects all.
TEST(PhotonsExact, PhotonsThatNeverEnterMakeNoHop) {
  auto given = photon_cases::slab();
  auto opaque = given;
  given.tissue.layers = {{1.5, 0, 0, 0, 0.1}};
  opaque.tissue.index_above = 1e20;
  for (auto const& each : {given, opaque}) {
    for (auto const algorithm : {PhotonAlgorithm::lanes, PhotonAlgorithm::one_a_thread}) {
      HostTallies const tallies(each.tissue, each.grid);
      yoke::simulate_photons(Host(), each.tissue, each.grid, 100, tallies,
                             {.algorithm = algorithm});
      expect_conserved(tallies, 100);
      EXPECT_EQ(yoke::totals(tallies)[PhotonSum::hops], 0u) << to_string(algorithm);
    }
  }
}

// FNV-1a: what every compiler and machine must come to.
std::uint64_t hash_of(Counts const& counts) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (auto const count : counts) {
    for (int byte = 0; byte < 8; ++byte) {
      hash = (hash ^ (count >> (8 * byte) & 0xff)) * 0x100000001b3u;
    }
  }
  return hash;
}

TEST(PhotonsExact, ReproducibleBitsAreKnown) {
  PhotonOptions const options{.arithmetic = PhotonArithmetic::reproducible, .seed = 2026};
  EXPECT_EQ(hash_of(run(Host(), photon_cases::skin(), 200, options)), 8207053133824626881u);
  EXPECT_EQ(hash_of(run(Host(), photon_cases::three_layers(), 2000, options)),
            5088624659652282176u);
}

// The caller's tallies may lie on either side, and a hybrid call adds to them too.
TEST(PhotonsExact, HybridCallsAddToTalliesOnEitherSide) {
  auto const given = photon_cases::slab();
  PhotonOptions const options{.arithmetic = PhotonArithmetic::reproducible};
  auto const expected = run(Host(), given, 4000, options);
  yoke::Hybrid<> const hybrid;
  yoke::PhotonPlan<yoke::Hybrid<>> plan(hybrid, given.tissue, given.grid, options);
  yoke::PhotonTallies<> const far(given.tissue, given.grid);
  HostTallies const near(given.tissue, given.grid);
  for (std::uint64_t const first : {0, 2000}) {
    plan(first, 2000, far);
    plan(first, 2000, near);
  }
  EXPECT_EQ(all_counts(far), expected);
  EXPECT_EQ(all_counts(near), expected);
}

TEST(PhotonsExact, WithoutPhotonsAllIsZero) {
  auto const given = photon_cases::slab();
  yoke::PhotonTallies<> const tallies(given.tissue, given.grid);
  EXPECT_EQ(yoke::simulate_photons(Exec(), given.tissue, given.grid, 0, tallies), 0u);
  auto const result = yoke::distributions(given.tissue, given.grid, tallies);
  EXPECT_EQ(result.photons, 0u);
  EXPECT_EQ(result.absorbed.value, 0);
  for (double const density : result.absorption_rz) EXPECT_EQ(density, 0);
}

TEST(PhotonsExact, TheLastPhotonOfAllIsOne) {
  auto const given = photon_cases::slab();
  std::uint64_t const last = ~std::uint64_t(0);
  PhotonOptions options{.first_photon = last};
  auto const expected = run(Host(), given, 1, options);
  options.first_photon = last - 64;
  auto const all = run(Host(), given, 65, options), but_one = run(Host(), given, 64, options);
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i], but_one[i] + expected[i]);
  EXPECT_THROW(run(Host(), given, 66, options), std::invalid_argument);
}

TEST(PhotonsExact, TalliesOfNothingHaveNoTotals) {
  EXPECT_THROW(yoke::totals(yoke::PhotonTallies<>()), std::invalid_argument);
  yoke::PhotonTallies<> few;
  few.sums = {"few", 100};
  EXPECT_THROW(yoke::totals(few), std::invalid_argument);
}

std::string thrown_by(std::function<void()> const& call) {
  try {
    call();
  } catch (std::invalid_argument const& error) {
    return error.what();
  }
  return "nothing";
}

TEST(PhotonsExact, BadTissueIsNamed) {
  using yoke::TissueLayer;
  double const nan = std::numeric_limits<double>::quiet_NaN();
  double const infinite = std::numeric_limits<double>::infinity();
  struct Bad {
    double TissueLayer::*member;
    double value;
    char const* name;
  };
  for (Bad const& bad : {Bad{&TissueLayer::refractive_index, 0, "refractive_index"},
                         Bad{&TissueLayer::refractive_index, nan, "refractive_index"},
                         Bad{&TissueLayer::absorption, -1, "absorption"},
                         Bad{&TissueLayer::absorption, infinite, "absorption"},
                         Bad{&TissueLayer::scattering, -1e-9, "scattering"},
                         Bad{&TissueLayer::scattering, nan, "scattering"},
                         Bad{&TissueLayer::anisotropy, 1.0001, "anisotropy"},
                         Bad{&TissueLayer::anisotropy, -1, "anisotropy"},
                         Bad{&TissueLayer::anisotropy, nan, "anisotropy"},
                         Bad{&TissueLayer::thickness, -1e-300, "thickness"},
                         Bad{&TissueLayer::thickness, -0.1, "thickness"},
                         Bad{&TissueLayer::thickness, nan, "thickness"}}) {
    auto given = photon_cases::three_layers();
    HostTallies const tallies(given.tissue, given.grid);
    given.tissue.layers[1].*bad.member = bad.value;
    auto const message =
        thrown_by([&] { yoke::simulate_photons(Host(), given.tissue, given.grid, 1, tallies); });
    EXPECT_NE(message.find(std::string("layers[1].") + bad.name + " is "), std::string::npos)
        << message;
  }
}

TEST(PhotonsExact, BadGridsSizesAndOptionsAreRefused) {
  auto const given = photon_cases::three_layers();
  HostTallies const tallies(given.tissue, given.grid);
  auto const message = [&](auto const& change) {
    auto tissue = given.tissue;
    auto grid = given.grid;
    PhotonOptions options;
    std::uint64_t photons = 1;
    change(tissue, grid, options, photons);
    return thrown_by(
        [&] { yoke::simulate_photons(Host(), tissue, grid, photons, tallies, options); });
  };
  auto const expect_named = [&](char const* what, auto const& change) {
    auto const text = message(change);
    EXPECT_NE(text.find(what), std::string::npos) << text;
  };
  using yoke::PhotonGrid;
  using yoke::Tissue;
  expect_named("layers.size() is 0",
               [](Tissue& t, PhotonGrid&, PhotonOptions&, std::uint64_t&) { t.layers.clear(); });
  expect_named("index_above is -0.5", [](Tissue& t, PhotonGrid&, PhotonOptions&, std::uint64_t&) {
    t.index_above = -0.5;
  });
  expect_named("index_below",
               [](Tissue& t, PhotonGrid&, PhotonOptions&, std::uint64_t&) { t.index_below = -1; });
  expect_named("grid.dz", [](Tissue&, PhotonGrid& g, PhotonOptions&, std::uint64_t&) { g.dz = 0; });
  expect_named("grid.dr",
               [](Tissue&, PhotonGrid& g, PhotonOptions&, std::uint64_t&) { g.dr = -1; });
  expect_named("grid.nz", [](Tissue&, PhotonGrid& g, PhotonOptions&, std::uint64_t&) { g.nz = 0; });
  expect_named("grid.nr", [](Tissue&, PhotonGrid& g, PhotonOptions&, std::uint64_t&) { g.nr = 0; });
  expect_named("grid.na", [](Tissue&, PhotonGrid& g, PhotonOptions&, std::uint64_t&) { g.na = 0; });
  expect_named("grid.nr * grid.nz", [](Tissue&, PhotonGrid& g, PhotonOptions&, std::uint64_t&) {
    g.nr = g.nz = 1 << 20;
  });
  expect_named("tallies.absorbed has 2000",
               [](Tissue&, PhotonGrid& g, PhotonOptions&, std::uint64_t&) { g.nz = 41; });
  expect_named("most_hops is 0",
               [](Tissue&, PhotonGrid&, PhotonOptions& o, std::uint64_t&) { o.most_hops = 0; });
  expect_named("beam is flat and options.beam_radius is 0",
               [](Tissue&, PhotonGrid&, PhotonOptions& o, std::uint64_t&) {
                 o.beam = yoke::PhotonBeam::flat;
               });
  expect_named("beam is gaussian and options.beam_radius is",
               [](Tissue&, PhotonGrid&, PhotonOptions& o, std::uint64_t&) {
                 o.beam = yoke::PhotonBeam::gaussian;
                 o.beam_radius = std::numeric_limits<double>::infinity();
               });
  expect_named("photons; tallies hold up to",
               [](Tissue&, PhotonGrid&, PhotonOptions&, std::uint64_t& photons) {
                 photons = yoke::most_photons + 1;
               });
  expect_named("end beyond 2^64",
               [](Tissue&, PhotonGrid&, PhotonOptions& o, std::uint64_t& photons) {
                 o.first_photon = ~std::uint64_t(0) - 1;
                 photons = 3;
               });
}

}  // namespace
