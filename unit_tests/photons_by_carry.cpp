#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "photons/carry_multipliers.hpp"
#include "photons/carry_streams.hpp"
#include "photons/cases.hpp"
#include "support/seed.hpp"

// The multiply with carry of the study of photons: its multipliers, its words, its photons.
namespace {

using Device = yoke_perf::Device;
using Host = yoke_perf::Host;
using Words = std::vector<std::uint32_t>;
using yoke::tool::MultiplyWithCarry;
__extension__ using Wide = unsigned __int128;

bool is_prime_by_division(std::uint64_t n) {
  for (std::uint64_t d = 2; d * d <= n; ++d) {
    if (n % d == 0) return false;
  }
  return n > 1;
}

TEST(PhotonsByCarry, PrimesAreThoseOfDivision) {
  for (std::uint64_t n = 0; n < 20000; ++n)
    EXPECT_EQ(yoke_perf::is_prime(n), is_prime_by_division(n)) << n;
  std::uint64_t const below_32_bits = 4294967291u, above = 4294967311u;  // primes
  EXPECT_TRUE(yoke_perf::is_prime(below_32_bits));
  EXPECT_FALSE(yoke_perf::is_prime(below_32_bits * below_32_bits));
  EXPECT_FALSE(yoke_perf::is_prime(below_32_bits * above));
  EXPECT_TRUE(yoke_perf::is_prime(18446744073709551557u));  // the largest of 64 bits
  // Primes to the first 4 and 9 bases alone.
  EXPECT_FALSE(yoke_perf::is_prime(3215031751u));
  EXPECT_FALSE(yoke_perf::is_prime(3825123056546413051u));
}

TEST(PhotonsByCarry, MultipliersAreAllThatTheTestsFind) {
  std::uint64_t const end = std::uint64_t(1) << 32;
  Words expected;
  for (std::uint64_t a = end; a-- > end - 70000;) {
    if (yoke_perf::is_carry_multiplier(a)) expected.push_back(static_cast<std::uint32_t>(a));
  }
  ASSERT_GT(expected.size(), 90u);
  Words const found = yoke_perf::carry_multipliers(expected.size());
  EXPECT_EQ(found, expected);
  EXPECT_EQ(found.front(), MultiplyWithCarry::first_multiplier);
  Words const one = yoke_perf::carry_multipliers(1);
  EXPECT_EQ(one, Words(found.begin(), found.begin() + 1));
  Words low;
  for (std::uint32_t a = 3000; a-- > 1;) {
    if (yoke_perf::is_carry_multiplier(a)) low.push_back(a);
  }
  EXPECT_EQ(yoke_perf::carry_multipliers_below(3000, 2999), low);
}

// Press, Teukolsky, Vetterling, Flannery, "Numerical Recipes", 2007, 7.1.2, B1 to B9.
TEST(PhotonsByCarry, MultipliersOfABookAreSome) {
  for (std::uint32_t const a : {4294957665u, 4294963023u, 4162943475u, 3947008974u, 3874257210u,
                                2936881968u, 2811536238u, 2654432763u, 1640531364u}) {
    EXPECT_TRUE(yoke_perf::is_carry_multiplier(a)) << a;
    EXPECT_FALSE(yoke_perf::is_carry_multiplier(a + 1)) << a;
  }
}

// With p = a 2^32 - 1, a step multiplies the state by a modulo p: a 2^32 is 1 there.
TEST(PhotonsByCarry, WordsAreThoseOfASequentialLoop) {
  MultiplyWithCarry known(std::uint64_t(12345) << 32 | 6789);
  for (std::uint32_t const word : {4293771199u, 212912054u, 755163777u, 3232713212u, 857829673u}) {
    EXPECT_EQ(known(), word);
  }
  yoke::Philox const random(yoke_test::base_seed());
  Words const multipliers = yoke_perf::carry_multipliers(5);
  for (std::uint64_t k = 0; k < multipliers.size(); ++k) {
    std::uint64_t const p = (std::uint64_t(multipliers[k]) << 32) - 1;
    std::uint64_t state = random.word64(k) % p;
    MultiplyWithCarry engine(state, multipliers[k]);
    for (int i = 0; i < 1000; ++i) {
      state = static_cast<std::uint64_t>(Wide(state) * multipliers[k] % p);
      ASSERT_EQ(engine(), static_cast<std::uint32_t>(state)) << i;
    }
  }
}

TEST(PhotonsByCarry, NoStateStandsStill) {
  std::uint64_t const last = (std::uint64_t(MultiplyWithCarry::first_multiplier) << 32) - 1;
  for (std::uint64_t const state : {std::uint64_t(0), last}) {
    MultiplyWithCarry engine(state), one(1);
    EXPECT_EQ(engine(), one());
    EXPECT_NE(engine(), engine());
  }
}

struct DrawStreams {
  yoke_perf::CarryStreams streams;
  std::uint32_t* words;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    auto engine = streams.stream(i).engine();
    for (std::uint64_t k = 0; k < 10; ++k) words[10 * i + k] = engine();
  }
};

// More streams than multipliers.
template <class Space>
Words words_of_streams(Words const& multipliers, std::uint64_t seed) {
  using Memory = typename Space::memory_space;
  std::uint64_t const streams = 2 * multipliers.size() + 1;
  Kokkos::View<std::uint32_t const*, Kokkos::HostSpace> const here(multipliers.data(),
                                                                   multipliers.size());
  auto const there = Kokkos::create_mirror_view_and_copy(Memory(), here);
  Kokkos::View<std::uint32_t*, Memory> const words("words", 10 * streams);
  yoke_perf::CarryStreams const random(there.data(), there.size(), nullptr, seed);
  Kokkos::parallel_for(yoke_perf::WideRange<Space>(0, streams), DrawStreams{random, words.data()});
  auto const copy = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), words);
  return Words(copy.data(), copy.data() + copy.size());
}
TEST(PhotonsByCarry, StreamsHaveMultipliersAndStatesOfTheirOwn) {
  std::uint64_t const seed = yoke_test::base_seed();
  Words const multipliers = yoke_perf::carry_multipliers(7);
  Words expected;
  for (std::uint64_t i = 0; i < 15; ++i) {
    MultiplyWithCarry engine(yoke::Philox(seed, i).word64(0), multipliers[i % 7]);
    for (int k = 0; k < 10; ++k) expected.push_back(engine());
  }
  EXPECT_EQ(words_of_streams<Host>(multipliers, seed), expected);
  EXPECT_EQ(words_of_streams<Device>(multipliers, seed), expected);
}

// Each launch draws other numbers: 6 sigmas are passed once in 10^8 runs.
template <class Space>
void expect_published(yoke_perf::photons::Case const& given, std::uint64_t photons) {
  SCOPED_TRACE(given.name);
  auto const threads = static_cast<std::size_t>(Space().concurrency());
  Words const multipliers = yoke_perf::carry_multipliers(std::min<std::size_t>(threads, 1000));
  yoke::PhotonTallies<typename Space::memory_space> const tallies(given.tissue(), given.grid());
  yoke_perf::CarryPhotons<Space> simulate(Space(), given.tissue(), given.grid(), multipliers,
                                          yoke_test::base_seed());
  for (int call = 0; call < 2; ++call) {
    yoke_perf::photons::clear(tallies);
    simulate(photons, tallies);
    EXPECT_EQ(yoke_perf::photons::find_fault(given, photons, tallies, 6), "");
  }
}
TEST(PhotonsByCarry, FractionsAreThePublishedOnes) {
  expect_published<Host>(yoke_perf::photons::slab(), 400000);
  expect_published<Host>(yoke_perf::photons::skin(), 3000);
  expect_published<Device>(yoke_perf::photons::slab(), 400000);
  expect_published<Device>(yoke_perf::photons::skin(), 3000);
}

// Threads go on where their last photon ended, so that two calls draw other numbers.
TEST(PhotonsByCarry, CallsDrawOtherNumbers) {
  auto const given = yoke_perf::photons::slab();
  yoke::PhotonTallies<Kokkos::HostSpace> const tallies(given.tissue(), given.grid());
  yoke_perf::CarryPhotons<Host> simulate(Host(), given.tissue(), given.grid(),
                                         yoke_perf::carry_multipliers(3), yoke_test::base_seed());
  std::vector<std::vector<std::uint64_t>> sums;
  for (int call = 0; call < 2; ++call) {
    yoke_perf::photons::clear(tallies);
    simulate(1000, tallies);
    sums.emplace_back(tallies.sums.data(), tallies.sums.data() + tallies.sums.size());
  }
  EXPECT_NE(sums[0], sums[1]);
}

}  // namespace
