#include "yoke/detail/primitives/random.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "support/seed.hpp"
#include "yoke/detail/primitives/permutation.hpp"
#include "yoke/detail/spaces.hpp"

// The mixers and the random words against what others say of them: published answers, published
// inverses, and wider arithmetic.

namespace {

using yoke::detail::Chance;
using yoke::detail::hash;
using yoke::detail::RandomPermutation;
using yoke::detail::RandomWords;
using yoke::detail::scale_to;

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
    Word const x = static_cast<Word>(RandomWords(yoke_test::base_seed())(s));
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

// The generator as Steele, Lea and Flood describe it: a state that grows by the golden gamma,
// mixed.
class Splitmix64 {
 public:
  explicit Splitmix64(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = (state_ += golden);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }

 private:
  std::uint64_t state_;
};

TEST(RandomWords, AreSplitmix64FromTheSeedsFirstWord) {
  Splitmix64 published(1234567);
  for (std::uint64_t const answer : of_seed_1234567) ASSERT_EQ(published.next(), answer);
  for (std::uint64_t const seed : {std::uint64_t(0), std::uint64_t(1234567), ~std::uint64_t(0)}) {
    RandomWords const words(seed);
    Splitmix64 reference(Splitmix64(seed).next());
    for (std::uint64_t i = 0; i < 1000; ++i) ASSERT_EQ(words(i), reference.next()) << seed;
    // A stream is what its word seeds.
    EXPECT_EQ(words.stream(3)(5), RandomWords(words(3))(5));
  }
}

struct DrawWords {
  RandomWords words;
  RandomPermutation permutation;
  Kokkos::View<std::uint64_t*, Kokkos::DefaultExecutionSpace> drawn, places;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    drawn(i) = words(i);
    places(i) = permutation(i);
  }
};

TEST(RandomWords, AreTheSameInKernels) {
  using Space = Kokkos::DefaultExecutionSpace;
  std::uint64_t const n = 5000;
  Kokkos::View<std::uint64_t*, Space> const drawn("drawn", n), places("places", n);
  RandomWords const words(7);
  RandomPermutation const permutation(n, 7);
  Kokkos::parallel_for("yoke_test::draw", yoke::detail::WideRange<Space>(0, n),
                       DrawWords{words, permutation, drawn, places});
  auto const host_drawn = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), drawn);
  auto const host_places = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), places);
  for (std::uint64_t i = 0; i < n; ++i) {
    ASSERT_EQ(host_drawn(i), words(i));
    ASSERT_EQ(host_places(i), permutation(i));
  }
}

TEST(ScaleTo, IsTheHighHalfOfTheProduct) {
  RandomWords const words(yoke_test::base_seed());
  std::vector<std::uint64_t> numbers = {0, 1, 2, 0xffffffffu, 0x100000000u, ~std::uint64_t(0)};
  for (std::uint64_t i = 0; i < 200; ++i) numbers.push_back(words(i) >> i % 64);
  for (std::uint64_t const word : numbers) {
    for (std::uint64_t const n : numbers) {
      __extension__ using Wide = unsigned __int128;
      ASSERT_EQ(scale_to(word, n), static_cast<std::uint64_t>(Wide(word) * n >> 64))
          << word << " * " << n;
    }
  }
}

TEST(Chance, HappensAsOftenAsItSays) {
  RandomWords const words(yoke_test::base_seed());
  int const draws = 100000;
  for (double const p : {0.0, 0.01, 0.5, 0.9, 1.0}) {
    Chance const chance(p);
    int happened = 0;
    for (int i = 0; i < draws; ++i) happened += chance.happens(words(i));
    EXPECT_NEAR(happened, p * draws, 6 * std::sqrt(p * (1 - p) * draws)) << p;
  }
  EXPECT_TRUE(Chance(1).happens(~std::uint64_t(0)));
  EXPECT_FALSE(Chance(0).happens(0));
}

TEST(RandomPermutation, TakesEachPlaceOnceAndMovesWithItsSeed) {
  for (std::uint64_t const n : {1, 2, 3, 4, 5, 17, 1000, 4097}) {
    std::vector<bool> taken(n);
    for (std::uint64_t i = 0; i < n; ++i) {
      std::uint64_t const place = RandomPermutation(n, yoke_test::base_seed())(i);
      ASSERT_LT(place, n);
      ASSERT_FALSE(taken[place]) << n;
      taken[place] = true;
    }
  }
  // Of 4096 places, one is expected to be the same under another seed, and as many fixed points.
  RandomPermutation const one(4096, 1), other(4096, 2);
  int same = 0, fixed = 0;
  for (std::uint64_t i = 0; i < 4096; ++i) {
    same += one(i) == other(i);
    fixed += one(i) == i;
  }
  EXPECT_LT(same, 12);
  EXPECT_LT(fixed, 12);
}

}  // namespace
