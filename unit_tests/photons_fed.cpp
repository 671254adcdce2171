#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "photons/algorithm.hpp"
#include "support/photon_cases.hpp"
#include "support/photon_weight.hpp"
#include "yoke/detail/kokkos_ext/hybrid_threads.hpp"
#include "yoke/detail/primitives/hash.hpp"
#include "yoke/expander.hpp"
#include "yoke/fed_expander.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/photons.hpp"

// Photons by walks whose bits the host makes while the device follows them.
namespace {

using Host = Kokkos::DefaultHostExecutionSpace;
using yoke::Hybrid;
using yoke::PhotonArithmetic;
using yoke::PhotonFeedSource;
using yoke::PhotonFraction;
using yoke::PhotonOptions;
using yoke::PhotonSum;
using yoke_test::expect_conserved;
using Counts = std::vector<std::uint64_t>;
using HostTallies = yoke::PhotonTallies<Kokkos::HostSpace>;

constexpr PhotonArithmetic arithmetics[] = {PhotonArithmetic::fast, PhotonArithmetic::reproducible,
                                            PhotonArithmetic::precise};

PhotonOptions fed(std::uint64_t words = 64) {
  PhotonOptions options;
  options.arithmetic = PhotonArithmetic::reproducible;
  options.generator = yoke::PhotonGenerator::fed_expander;
  options.feed = {.walkers = 256, .words = words};
  return options;
}

Counts all_counts(HostTallies const& tallies) {
  Counts counts;
  for (auto const& view :
       {tallies.absorbed, tallies.reflected, tallies.transmitted, tallies.sums}) {
    counts.insert(counts.end(), view.data(), view.data() + view.extent(0));
  }
  return counts;
}

Counts run(Hybrid<> const& hybrid, photon_cases::Case const& given, std::uint64_t photons,
           PhotonOptions const& options) {
  HostTallies const tallies(given.tissue, given.grid);
  yoke::simulate_photons(hybrid, given.tissue, given.grid, photons, tallies, options);
  return all_counts(tallies);
}

// As photons.cpp has it, with 4 standard errors: of 30 comparisons one is beyond 3 now and then.
void expect_near(char const* what, PhotonFraction const& ours, double theirs, double photons,
                 double their_photons, double last_digit) {
  double const scatter = ours.standard_error * std::sqrt(1 + photons / their_photons);
  EXPECT_LE(std::abs(ours.value - theirs), 4 * scatter + last_digit / 2)
      << what << ": " << ours.value << " +- " << ours.standard_error << ", not " << theirs;
  EXPECT_GT(ours.standard_error, 0) << what;
}

TEST(PhotonsFed, FindWhatIsPublished) {
  Hybrid<> const hybrid;
  for (auto const arithmetic : arithmetics) {
    for (auto const source : {PhotonFeedSource::xoshiro, PhotonFeedSource::philox}) {
      auto options = fed();
      options.arithmetic = arithmetic;
      options.feed.source = source;
      options.seed = 1;
      auto const slab = photon_cases::slab();
      HostTallies const tallies(slab.tissue, slab.grid);
      yoke::simulate_photons(hybrid, slab.tissue, slab.grid, 50'000, tallies, options);
      auto const result = yoke::distributions(slab.tissue, slab.grid, tallies);
      expect_near("Rd", result.diffuse_reflectance, 0.09739, 50'000, INFINITY, 1e-5);
      expect_near("Tt", result.transmitted, 0.66096, 50'000, INFINITY, 1e-5);

      auto const layers = photon_cases::three_layers();
      HostTallies const others(layers.tissue, layers.grid);
      yoke::simulate_photons(hybrid, layers.tissue, layers.grid, 10'000, others, options);
      auto const found = yoke::distributions(layers.tissue, layers.grid, others);
      expect_near("Rd", found.diffuse_reflectance, 0.237544, 10'000, 1e6, 1e-6);
      expect_near("A", found.absorbed, 0.641594, 10'000, 1e6, 1e-6);
      expect_near("Tt", found.transmitted, 0.0964896, 10'000, 1e6, 1e-7);
    }
  }
}

TEST(PhotonsFed, WeightIsConserved) {
  Hybrid<> const hybrid;
  for (auto const arithmetic : arithmetics) {
    for (auto const& given : {photon_cases::slab(), photon_cases::semi_infinite(),
                              photon_cases::three_layers(), photon_cases::skin()}) {
      for (bool const with_absorption : {true, false}) {
        HostTallies const tallies(given.tissue, given.grid, with_absorption);
        yoke::PhotonReport report;
        auto options = fed();
        options.arithmetic = arithmetic;
        options.report = &report;
        yoke::simulate_photons(hybrid, given.tissue, given.grid, 1000, tallies, options);
        expect_conserved(tallies, 1000);
        EXPECT_EQ(report.algorithm, yoke::PhotonAlgorithm::one_a_thread);
        EXPECT_EQ(report.photons, 1000u);
        EXPECT_EQ(report.host_photons, 0u);
        EXPECT_EQ(report.hops, yoke::totals(tallies)[PhotonSum::hops]);
        // Two walks of 32 steps, 3 bits each, for a hop, and a start for each of 64 walkers.
        EXPECT_GE(report.fed_words, 6 * report.hops + 8 * 64);
        EXPECT_EQ(report.fed_words % (64 * options.feed.words), 0u);
        ASSERT_EQ(report.phases.size(), 3u);
        EXPECT_EQ(report.phases[1].name, "simulate");
      }
    }
  }
}

// A block of one word ends within each hop, and within each walk; one of 5000 words holds many
// photons.
TEST(PhotonsFed, BlocksDoNotShowInAnyBit) {
  Hybrid<> const hybrid;
  for (auto const& given : {photon_cases::slab(), photon_cases::three_layers()}) {
    auto options = fed(64);
    options.beam = yoke::PhotonBeam::gaussian;
    options.beam_radius = 0.1;
    auto const expected = run(hybrid, given, 300, options);
    for (std::uint64_t const words : {1, 7, 128, 5000}) {
      options.feed.words = words;
      EXPECT_EQ(run(hybrid, given, 300, options), expected) << words;
    }
    options.feed.source = PhotonFeedSource::philox;
    EXPECT_NE(run(hybrid, given, 300, options), expected);
    options.expander.eighth = yoke::EighthValue::retry;
    options.expander.length = 5;
    options.feed.words = 3;
    auto const retried = run(hybrid, given, 300, options);
    options.feed.words = 1000;
    EXPECT_EQ(run(hybrid, given, 300, options), retried);
  }
}

TEST(PhotonsFed, ThreadsDoNotShowInAnyBit) {
  auto const given = photon_cases::three_layers();
  for (auto const arithmetic : arithmetics) {
    auto options = fed();
    options.arithmetic = arithmetic;
    auto const expected = run(Hybrid<>(), given, 3000, options);
    for (int const threads : {1, 2}) {
      auto const exec = yoke::detail::instance_with_threads<Host>(threads);
      Hybrid<> const few(Kokkos::DefaultExecutionSpace(), exec);
      EXPECT_EQ(run(few, given, 3000, options), expected) << threads;
    }
  }
}

// The bits of one of 64 walkers, one after the other.
class WalkersBits {
 public:
  using result_type = std::uint32_t;
  KOKKOS_FUNCTION WalkersBits(yoke::Philox const& source, std::uint64_t walker)
      : source_(source), next_(walker) {}
  KOKKOS_FUNCTION static constexpr result_type min() { return 0; }
  KOKKOS_FUNCTION static constexpr result_type max() { return 0xffffffffu; }
  KOKKOS_FUNCTION result_type operator()() {
    constexpr std::uint64_t stretch = yoke::FedExpander<>::stretch;
    std::uint64_t const place = next_;
    next_ += 64;
    return source_.stream(place / stretch)(place % stretch);
  }

 private:
  yoke::Philox source_;
  std::uint64_t next_;
};

// A walk behind a word for where the photon falls, which a walker with a narrow beam does not draw.
class WalkAfterPlace {
 public:
  using result_type = std::uint32_t;
  KOKKOS_FUNCTION explicit WalkAfterPlace(WalkersBits const& bits) : walk_(bits) {}
  KOKKOS_FUNCTION static constexpr result_type min() { return 0; }
  KOKKOS_FUNCTION static constexpr result_type max() { return 0xffffffffu; }
  KOKKOS_FUNCTION result_type operator()() {
    bool const is_place = is_first_;
    is_first_ = false;
    return is_place ? 0 : walk_();
  }

 private:
  yoke::Expander<WalkersBits> walk_;
  bool is_first_ = true;
};

// Walks of photons that are walkers of their own.
struct WalkOfItsOwn {
  yoke::Philox source;
  std::uint64_t number = 0;
  KOKKOS_FUNCTION WalkOfItsOwn stream(std::uint64_t photon) const { return {source, photon}; }
  KOKKOS_FUNCTION WalkAfterPlace engine() const {
    return WalkAfterPlace(WalkersBits(source, number));
  }
};

TEST(PhotonsFed, DrawsTheWalksThatTheBitsSay) {
  auto const given = photon_cases::slab();
  auto options = fed(5);
  options.seed = 17;
  options.feed.source = PhotonFeedSource::philox;
  // A call's own: of its first photon, 0.
  yoke::Philox const bits(options.seed ^ yoke::detail::hash(0x9e3779b97f4a7c15u));
  yoke::detail::photons::OneAThread<Host, yoke::detail::photons::Rounded, WalkOfItsOwn> plain(
      Host(), {given.tissue, given.grid}, options, WalkOfItsOwn{bits});
  HostTallies const expected(given.tissue, given.grid);
  yoke::detail::photons::Photons::Arguments arguments;
  arguments.shape = {given.tissue, given.grid};
  arguments.count = 64;
  auto const array = [](auto const& view) {
    yoke::detail::InOutArray<std::uint64_t> raw;
    raw.data = view.data();
    raw.size = view.extent(0);
    return raw;
  };
  arguments.absorbed = array(expected.absorbed);
  arguments.reflected = array(expected.reflected);
  arguments.transmitted = array(expected.transmitted);
  arguments.sums = array(expected.sums);
  plain.run(arguments);
  EXPECT_EQ(run(Hybrid<>(), given, 64, options), all_counts(expected));
}

TEST(PhotonsFed, PartsHaveBitsOfTheirOwn) {
  Hybrid<> const hybrid;
  auto const given = photon_cases::slab();
  HostTallies const tallies(given.tissue, given.grid), other(given.tissue, given.grid);
  yoke::PhotonPlan<Hybrid<>> plan(hybrid, given.tissue, given.grid, fed());
  plan(640, 1000, tallies);
  auto const once = all_counts(tallies);
  plan(1280, 1000, other);
  EXPECT_NE(all_counts(other), once);
  // The same call again, by a plan that has walked.
  plan(640, 1000, tallies);
  auto twice = once;
  for (auto& count : twice) count *= 2;
  EXPECT_EQ(all_counts(tallies), twice);
  plan(0, 0, tallies);
  plan(5, 1, tallies);
  plan(1, 10'000, tallies);  // more than 16 for each of 256 walkers
  expect_conserved(tallies, 12'001);
}

TEST(PhotonsFed, ShowsFeedTransferAndWalk) {
  yoke::Timeline timeline;
  yoke::PhotonReport report;
  auto options = fed(8);
  options.timeline = &timeline;
  options.report = &report;
  run(Hybrid<>(), photon_cases::slab(), 1000, options);
  std::size_t const blocks = report.fed_words / (64 * 8);
  std::size_t fills = 0, walks = 0;
  for (auto const& entry : timeline.entries()) {
    fills += entry.lane == yoke::Lane::host && entry.name == "fill";
    walks += entry.lane == yoke::Lane::device && entry.name == "compute";
  }
  EXPECT_GT(blocks, 10u);
  EXPECT_EQ(walks, blocks);
  EXPECT_GE(fills, blocks);  // some are made ahead
}

TEST(PhotonsFed, PhotonsThatNeverEnterMakeNoHop) {
  auto given = photon_cases::slab();
  given.tissue.layers = {{1.5, 0, 0, 0, 0.1}};
  HostTallies const tallies(given.tissue, given.grid);
  yoke::simulate_photons(Hybrid<>(), given.tissue, given.grid, 1000, tallies, fed());
  expect_conserved(tallies, 1000);
  EXPECT_EQ(yoke::totals(tallies)[PhotonSum::hops], 0u);
}

TEST(PhotonsFed, GivesUpAfterSoManyHops) {
  auto const given = photon_cases::skin();
  HostTallies const tallies(given.tissue, given.grid);
  auto options = fed(10);
  options.most_hops = 20;
  auto const cut_off =
      yoke::simulate_photons(Hybrid<>(), given.tissue, given.grid, 500, tallies, options);
  EXPECT_GT(cut_off, 0u);
  EXPECT_EQ(cut_off, yoke::totals(tallies)[PhotonSum::cut_off_photons]);
  EXPECT_LE(yoke::totals(tallies)[PhotonSum::hops], 500u * 20);
  expect_conserved(tallies, 500);
}

std::string thrown_by(std::function<void()> const& call) {
  try {
    call();
  } catch (std::invalid_argument const& error) {
    return error.what();
  }
  return "nothing";
}

TEST(PhotonsFed, BadOptionsAreNamed) {
  auto const given = photon_cases::slab();
  Hybrid<> const hybrid;
  auto const expect_named = [&](char const* what, auto const& change) {
    auto options = fed();
    change(options);
    auto const text = thrown_by([&] { run(hybrid, given, 1, options); });
    EXPECT_NE(text.find(what), std::string::npos) << text;
  };
  expect_named("feed.walkers is 0", [](PhotonOptions& o) { o.feed.walkers = 0; });
  expect_named("feed.walkers is 16777217", [](PhotonOptions& o) { o.feed.walkers = 16777217; });
  expect_named("feed.words is 0", [](PhotonOptions& o) { o.feed.words = 0; });
  expect_named("feed.words is 16777217", [](PhotonOptions& o) { o.feed.words = 16777217; });
  expect_named("expander.length is 0", [](PhotonOptions& o) { o.expander.length = 0; });
  expect_named("algorithm is lanes",
               [](PhotonOptions& o) { o.algorithm = yoke::PhotonAlgorithm::lanes; });
  expect_named("leave the split automatic", [](PhotonOptions& o) { o.split = yoke::Split(0.5); });
  expect_named("leave the split automatic", [](PhotonOptions& o) { o.split = yoke::Split(1.0); });
  auto options = fed();
  options.split = yoke::Split(0.0);
  EXPECT_EQ(run(hybrid, given, 100, options), run(hybrid, given, 100, fed()));

  HostTallies const tallies(given.tissue, given.grid);
  auto const alone = thrown_by(
      [&] { yoke::simulate_photons(Host(), given.tissue, given.grid, 1, tallies, fed()); });
  EXPECT_NE(alone.find("call with a yoke::Hybrid"), std::string::npos) << alone;
}

}  // namespace
