#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

#include "support/seed.hpp"
#include "yoke/detail/primitives/hash.hpp"
#include "yoke/detail/primitives/stream_draws.hpp"
#include "yoke/detail/spaces.hpp"
#include "yoke/random.hpp"

// The mixers against what others say of them, published answers and published inverses; and
// permutations.

namespace {

using yoke::Philox;
using yoke::detail::hash;
using yoke::detail::RandomPermutation;

constexpr std::uint64_t golden = 0x9e3779b97f4a7c15u;

// The answers of splitmix64 that Rosetta Code prints for the seed 1234567 ("Pseudo-random
// numbers/Splitmix64"), and the first of the seed 0, which begins many a test of xoshiro.
constexpr std::uint64_t of_seed_1234567[] = {6457827717110365317u, 3203168211198807973u,
                                             9817491932198370423u, 4593380528125082431u,
                                             16408922859458223821u};
constexpr std::uint64_t first_of_seed_0 = 0xe220a8397b1dcdafu;

TEST(Hash, OfAWideCounterIsSplitmix64) {
  EXPECT_EQ(hash(golden), first_of_seed_0);
  for (std::uint64_t i = 0; i < std::size(of_seed_1234567); ++i) {
    EXPECT_EQ(hash(1234567 + (i + 1) * golden), of_seed_1234567[i]) << "word " << i;
  }
}

// lowbias32_r, the inverse that C. Wellons publishes beside lowbias32 (hash-prospector).
std::uint32_t inverse_of_hash(std::uint32_t x) {
  x ^= x >> 16;
  x *= 0x43021123u;
  x ^= x >> 15 ^ x >> 30;
  x *= 0x1d69e2a5u;
  x ^= x >> 16;
  return x;
}

TEST(Hash, OfANarrowWordIsUndoneByItsPublishedInverse) {
  // Steps through all 32 bits: the number is odd.
  for (std::uint32_t i = 0, x = 0; i < 1u << 20; ++i, x += 0x9e3779b1u) {
    ASSERT_EQ(inverse_of_hash(hash(x)), x);
  }
}

// How far from one half is the chance that an output bit changes with an input bit, at most?
template <class Word>
double avalanche_bias(int samples) {
  constexpr int bits = 8 * sizeof(Word);
  std::vector<int> changed(bits * bits);
  for (int s = 0; s < samples; ++s) {
    Word const x = static_cast<Word>(Philox(yoke_test::base_seed()).word64(s));
    for (int in = 0; in < bits; ++in) {
      Word const difference = hash(x) ^ hash(static_cast<Word>(x ^ Word(1) << in));
      for (int out = 0; out < bits; ++out) changed[in * bits + out] += difference >> out & 1;
    }
  }
  double bias = 0;
  for (int const count : changed) {
    bias = std::max(bias, std::abs(static_cast<double>(count) / samples - 0.5));
  }
  return bias;
}

TEST(Hash, EveryInputBitMovesEveryOutputBit) {
  // Six standard deviations of the sample, for 4096 pairs of bits, and lowbias32's own few
  // thousandths.
  int const samples = 1 << 14;
  double const noise = 6 * 0.5 / std::sqrt(samples);
  EXPECT_LT(avalanche_bias<std::uint32_t>(samples), noise + 0.01);
  EXPECT_LT(avalanche_bias<std::uint64_t>(samples), noise + 0.01);
}

struct FindPlaces {
  RandomPermutation permutation;
  Kokkos::View<std::uint64_t*, Kokkos::DefaultExecutionSpace> places;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { places(i) = permutation(i); }
};

TEST(RandomPermutation, IsTheSameInKernels) {
  using Space = Kokkos::DefaultExecutionSpace;
  std::uint64_t const n = 5000;
  Kokkos::View<std::uint64_t*, Space> const places("places", n);
  RandomPermutation const permutation(n, Philox(7).block(0));
  Kokkos::parallel_for("yoke_test::places", yoke::detail::WideRange<Space>(0, n),
                       FindPlaces{permutation, places});
  auto const host_places = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), places);
  for (std::uint64_t i = 0; i < n; ++i) ASSERT_EQ(host_places(i), permutation(i));
}

TEST(RandomPermutation, TakesEachPlaceOnceAndMovesWithItsSeed) {
  for (std::uint64_t const n : {1, 2, 3, 4, 5, 17, 1000, 4097}) {
    std::vector<bool> taken(n);
    for (std::uint64_t i = 0; i < n; ++i) {
      std::uint64_t const place = RandomPermutation(n, Philox(yoke_test::base_seed()).block(0))(i);
      ASSERT_LT(place, n);
      ASSERT_FALSE(taken[place]) << n;
      taken[place] = true;
    }
  }
  // Of 4096 places, one is expected to be the same under another seed, and as many fixed points.
  RandomPermutation const one(4096, Philox(1).block(0)), other(4096, Philox(2).block(0));
  int same = 0, fixed = 0;
  for (std::uint64_t i = 0; i < 4096; ++i) {
    same += one(i) == other(i);
    fixed += one(i) == i;
  }
  EXPECT_LT(same, 12);
  EXPECT_LT(fixed, 12);
}

TEST(RandomPermutation, MovesWithEveryBitOfItsKeys) {
  std::uint64_t const n = 1000;
  RandomPermutation const one(n, {});
  for (int bit = 0; bit < 128; ++bit) {
    Philox::Block keys = {};
    keys.word[bit / 32] = 1u << bit % 32;
    RandomPermutation const other(n, keys);
    int same = 0;
    for (std::uint64_t i = 0; i < n; ++i) same += one(i) == other(i);
    // One is expected; where the last round's key alone differs, as many as have equal hashes:
    // 1/32.
    EXPECT_LT(same, 70) << bit;
  }
}

// Each order of a few elements is as likely as any other: chi square over 60000 seeds, with at most
// 5 standard deviations beyond its mean.
TEST(RandomPermutation, OfFewElementsFavoursNoOrder) {
  constexpr int seeds = 60000;
  for (std::uint64_t const n : {3, 4, 5}) {
    std::map<std::vector<std::uint64_t>, int> counts;
    std::vector<std::uint64_t> order(n);
    for (int seed = 0; seed < seeds; ++seed) {
      RandomPermutation const places(n, Philox(seed).block(0));
      for (std::uint64_t i = 0; i < n; ++i) order[i] = places(i);
      ++counts[order];
    }
    double const orders = n == 3 ? 6 : n == 4 ? 24 : 120, expected = seeds / orders;
    double chi_square = (orders - static_cast<double>(counts.size())) * expected;
    for (auto const& [_, count] : counts) {
      chi_square += (count - expected) * (count - expected) / expected;
    }
    EXPECT_LT(chi_square, orders - 1 + 5 * std::sqrt(2 * (orders - 1))) << n << " elements";
  }
}

// Lists that name a seed can be had again (since 0.2).
TEST(RandomPermutation, OfASeedStays) {
  RandomPermutation const places(1000000, Philox(1).block(0));
  std::vector<std::uint64_t> first;
  for (std::uint64_t i = 0; i < 6; ++i) first.push_back(places(i));
  EXPECT_EQ(first, (std::vector<std::uint64_t>{601103, 212061, 811061, 852081, 95464, 23639}));
}

}  // namespace
