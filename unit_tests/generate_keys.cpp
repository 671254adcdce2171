#include "yoke/generate_keys.hpp"
#include "support/sampled.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "yoke/random.hpp"

// Generated keys against the distributions' definitions.

namespace {

using yoke::KeyDistribution;
using yoke::KeyShape;
using Device = Kokkos::DefaultExecutionSpace;

template <class Key, class Space = Device>
std::vector<Key> keys_of(std::size_t n, KeyShape const& shape, Space const& exec = {}) {
  Kokkos::View<Key*, typename Space::memory_space> const keys("keys", n);
  yoke::generate_keys(exec, keys, shape);
  auto const mirror = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), keys);
  return std::vector<Key>(mirror.data(), mirror.data() + n);
}
template <class Key = std::uint32_t>
std::vector<Key> keys_of(std::size_t n, KeyDistribution distribution, std::uint64_t blocks = 64) {
  return keys_of<Key>(n, KeyShape{.distribution = distribution, .blocks = blocks});
}

template <class Key>
class GenerateKeys : public ::testing::Test {};
using Keys = yoke_test::Sampled<std::uint32_t, std::int32_t, std::uint64_t, std::int64_t, float,
                                double, std::int8_t, std::uint16_t>;
TYPED_TEST_SUITE(GenerateKeys, Keys);

TYPED_TEST(GenerateKeys, AreTheSameOnEverySpaceAndOthersOfAnotherSeed) {
  for (auto const& entry : yoke::key_distributions) {
    for (std::uint64_t const blocks : {1, 3, 6, 64, 1024}) {
      KeyShape shape{.distribution = entry.distribution, .blocks = blocks};
      SCOPED_TRACE(entry.name);
      for (std::size_t const n : {0, 1, 2, 63, 64, 65, 5000}) {
        auto const keys = keys_of<TypeParam>(n, shape);
        EXPECT_EQ(keys, (keys_of<TypeParam, Kokkos::DefaultHostExecutionSpace>(n, shape)));
        for (TypeParam const key : keys) ASSERT_EQ(key, key);
      }
      bool const is_drawn = entry.distribution != KeyDistribution::deterministic_duplicates &&
                            entry.distribution < KeyDistribution::sorted;
      auto const keys = keys_of<TypeParam>(5000, shape);
      shape.seed = 2;
      EXPECT_EQ(keys != keys_of<TypeParam>(5000, shape), is_drawn);
    }
  }
}

TYPED_TEST(GenerateKeys, AscendAndFallAndAreEqualWhereTheyAreSaidTo) {
  auto keys = keys_of<TypeParam>(10000, KeyDistribution::sorted);
  EXPECT_TRUE(std::is_sorted(keys.begin(), keys.end()));
  // Keys of 8 bits are too few to differ.
  EXPECT_EQ(std::adjacent_find(keys.begin(), keys.end()) == keys.end(), sizeof(TypeParam) > 1);
  std::reverse(keys.begin(), keys.end());
  EXPECT_EQ(keys, keys_of<TypeParam>(10000, KeyDistribution::reversed));
  auto const equal = keys_of<TypeParam>(10000, KeyDistribution::all_equal);
  EXPECT_EQ(std::count(equal.begin(), equal.end(), equal.front()), 10000);
}

// The share of keys below the middle of all, and below an eighth.
TYPED_TEST(GenerateKeys, AreUniformOrGaussianOverAllThatThereAre) {
  auto const place = [](TypeParam key) {
    if constexpr (std::is_floating_point_v<TypeParam>) return static_cast<double>(key);
    double const range = std::ldexp(1.0, 8 * sizeof(TypeParam));
    return static_cast<double>(key) / range + (std::is_signed_v<TypeParam> ? 0.5 : 0.0);
  };
  std::size_t const n = 100000;
  for (auto const distribution : {KeyDistribution::uniform, KeyDistribution::gaussian}) {
    double sum = 0, squares = 0;
    for (TypeParam const key : keys_of<TypeParam>(n, distribution)) {
      double const x = place(key);
      ASSERT_GE(x, 0);
      ASSERT_LT(x, 1.0000001);
      sum += x;
      squares += (x - 0.5) * (x - 0.5);
    }
    double const variance = distribution == KeyDistribution::uniform ? 1.0 / 12 : 1.0 / 144;
    // Six times the standard deviation of each mean; a square's is below 1.5 of its own mean.
    // A key is rounded down, which is seen of one of 8 bits.
    double const rounding = std::ldexp(1.0, -8 * static_cast<int>(sizeof(TypeParam)));
    EXPECT_NEAR(sum / n, 0.5, 6 * std::sqrt(variance / n) + rounding);
    EXPECT_NEAR(squares / n, variance, 6 * 1.5 * variance / std::sqrt(n));
  }
}

TEST(UniformKeys, AreTheWordsOfTheirNumbers) {
  auto const keys = keys_of(100, KeyDistribution::uniform);
  auto const wide = keys_of<std::uint64_t>(100, KeyDistribution::uniform);
  for (std::uint64_t i = 0; i < 100; ++i) {
    EXPECT_EQ(keys[i], yoke::Philox(1)(i));
    EXPECT_EQ(wide[i], yoke::Philox(1).word64(i));
  }
}

// As the thesis has it: of p blocks p/2 of log n, p/4 of log n/2, ...; of the last one one half log
// n/p, a quarter log n/2p, ...
TEST(DeterministicDuplicates, AreLogarithmsOfHalves) {
  for (std::size_t const p : {1, 2, 64, 256}) {
    std::size_t const n = 1 << 16;
    std::vector<std::uint32_t> expected;
    std::size_t rest = n;
    for (std::size_t blocks = p; blocks > 1; blocks /= 2, rest /= 2) {
      expected.insert(expected.end(), blocks / 2 * (n / p),
                      static_cast<std::uint32_t>(std::log2(rest)));
    }
    for (std::size_t left = n / p; left > 1; left /= 2, rest /= 2) {
      expected.insert(expected.end(), left / 2, static_cast<std::uint32_t>(std::log2(rest)));
    }
    expected.push_back(0);
    EXPECT_EQ(keys_of(n, KeyDistribution::deterministic_duplicates, p), expected) << p;
  }
}

TEST(RandomisedDuplicates, AreRunsInEachBlock) {
  std::size_t const n = 64000, blocks = 64, runs = 32;
  auto const keys = keys_of(n, KeyDistribution::randomised_duplicates, blocks);
  std::size_t changes = 0;
  for (std::size_t block = 0; block < blocks; ++block) {
    std::size_t here = 0;
    for (std::size_t i = block * (n / blocks); i < (block + 1) * (n / blocks); ++i) {
      EXPECT_LT(keys[i], runs);
      if (i % (n / blocks) != 0) here += keys[i] != keys[i - 1];
    }
    EXPECT_LT(here, runs);
    changes += here;
  }
  // Of 31 changes a block a 32nd is of a number to itself, and some runs are empty.
  EXPECT_GT(changes, 25 * blocks);
  EXPECT_EQ(*std::max_element(keys.begin(), keys.end()), runs - 1);
}

TEST(StaggeredKeys, AreInOddRangesAndThenInEvenOnes) {
  std::size_t const n = 64000, p = 64;
  std::uint64_t const range = (std::uint64_t(1) << 32) / p;
  auto const keys = keys_of(n, KeyDistribution::staggered, p);
  for (std::size_t i = 0; i < n; ++i) {
    std::uint64_t const block = i / (n / p) + 1;
    std::uint64_t const place = block <= p / 2 ? 2 * block - 1 : 2 * block - p - 2;
    // Ranges are rounded down, by less than one key each.
    ASSERT_NEAR(static_cast<double>(keys[i]) / range, static_cast<double>(place) + 0.5, 0.50001);
  }
}

TEST(BucketSortedKeys, AscendByRangesInEachBlock) {
  std::size_t const n = 64000, p = 10;
  double const range = std::ldexp(1.0, 32) / p;
  auto const keys = keys_of(n, KeyDistribution::bucket_sorted, p);
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t const part = i % (n / p) / (n / p / p);
    ASSERT_NEAR(keys[i] / range, static_cast<double>(part) + 0.5, 0.50001);
  }
}

TEST(ZipfKeys, AreAsLikelyAsTheirReciprocals) {
  std::size_t const n = 200000;
  for (std::uint64_t const values : {1, 2, 5, 1000}) {
    auto const keys =
        keys_of<std::uint32_t>(n, {.distribution = KeyDistribution::zipf, .zipf_values = values});
    std::vector<double> count(values);
    double harmonic = 0;
    for (std::uint64_t k = 1; k <= values; ++k) harmonic += 1.0 / static_cast<double>(k);
    for (auto const key : keys) {
      ASSERT_LT(key, values);
      ++count[key];
    }
    for (std::uint64_t k = 1; k <= values; ++k) {
      double const expected = static_cast<double>(n) / harmonic / static_cast<double>(k);
      EXPECT_NEAR(count[k - 1], expected, 6 * std::sqrt(expected)) << k << " of " << values;
    }
  }
}

TEST(KeyShapes, ThatMakeNoSenseAreRefused) {
  EXPECT_THROW(keys_of<float>(1, {.blocks = 0}), std::invalid_argument);
  EXPECT_THROW(keys_of<float>(1, {.runs = 0}), std::invalid_argument);
  EXPECT_THROW(keys_of<float>(1, {.runs = 1025}), std::invalid_argument);
  EXPECT_THROW(keys_of<float>(1, {.zipf_values = 0}), std::invalid_argument);
}

TEST(StridedKeys, AreFilledAndNothingBetweenThem) {
  Kokkos::View<std::uint32_t* [2], Kokkos::LayoutRight, Device> const columns("columns", 100);
  yoke::generate_keys(Device(), Kokkos::subview(columns, Kokkos::ALL, 1));
  auto const found = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), columns);
  auto const expected = keys_of(100, KeyDistribution::uniform);
  for (std::size_t i = 0; i < 100; ++i) {
    EXPECT_EQ(found(i, 0), 0u);
    EXPECT_EQ(found(i, 1), expected[i]);
  }
}

}  // namespace
