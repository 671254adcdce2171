#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <set>
#include <type_traits>
#include <vector>

#include "support/sampled.hpp"
#include "yoke/random.hpp"

// What words become, engines, and that streams have nothing in common. Seeds are fixed: a test of
// distributions passes always or never.

namespace {

using yoke::Philox;
using yoke::Philox4x32;
using yoke::PhiloxEngine;
using yoke::Threefry;
using yoke::ThreefryEngine;

constexpr std::uint64_t all_ones = ~std::uint64_t(0);

// Philox is an expression of constants: the C++26 standard's answer for std::philox4x32.
static_assert(Philox(20111115)(9999) == 1955073260u);
static_assert(Philox(20111115).engine(9998).position() == 9998);
static_assert(Philox(1).below(7, 1) == 0);
static_assert(Philox(1).uniform<double>(3) < 1 && Philox(1).uniform_positive<float>(3) > 0);

static_assert(yoke::RandomGenerator<Philox> && yoke::RandomGenerator<Threefry>);
static_assert(!yoke::RandomGenerator<PhiloxEngine>);
static_assert(yoke::RandomEngine<PhiloxEngine> && yoke::RandomEngine<ThreefryEngine>);
static_assert(Threefry(1)(0) == 0xb8ed4609u);
static_assert(yoke::RandomEngine<std::mt19937>);
// Neither as many bits nor as many values.
static_assert(!yoke::RandomEngine<std::mt19937_64> && !yoke::RandomEngine<std::minstd_rand>);
static_assert(std::is_trivially_copyable_v<Philox> && sizeof(Philox) == 16);
static_assert(std::is_trivially_copyable_v<PhiloxEngine> && sizeof(PhiloxEngine) == 40);

std::array<std::uint32_t, 4> words_of(yoke::RandomBlock const& block) {
  return std::to_array(block.word);
}

// What does not depend on the cipher is tested with both.
template <class Generator>
class CounterWords : public ::testing::Test {};
using Generators = yoke_test::Sampled<Philox, Threefry>;
TYPED_TEST_SUITE(CounterWords, Generators);

TYPED_TEST(CounterWords, EveryBitOfSeedStreamAndBlockGivesAnotherBlock) {
  std::set<std::array<std::uint32_t, 4>> blocks;
  std::size_t drawn = 0;
  for (int bit = 0; bit < 64; ++bit) {
    std::uint64_t const one = std::uint64_t(1) << bit;
    blocks.insert(words_of(TypeParam(one, 0).block(0)));
    blocks.insert(words_of(TypeParam(0, one).block(0)));
    blocks.insert(words_of(TypeParam(0, 0).block(one)));
    drawn += 3;
  }
  EXPECT_EQ(blocks.size(), drawn);
}

TYPED_TEST(CounterWords, StreamsShareNoBlock) {
  std::vector<std::uint64_t> const numbers = {
      0, 1, 2, 3, 0xffffffffu, 0x100000000u, 0x100000001u, all_ones >> 2, all_ones - 1, all_ones};
  std::set<std::array<std::uint32_t, 4>> blocks;
  std::size_t drawn = 0;
  for (auto const seed : numbers) {
    for (auto const stream : numbers) {
      for (auto const first : numbers) {
        blocks.insert(words_of(TypeParam(seed, stream).block(first)));
        ++drawn;
      }
    }
  }
  for (std::uint64_t stream = 1000; stream < 1300; ++stream) {
    for (std::uint64_t b = 0; b < 300; ++b, ++drawn) {
      blocks.insert(words_of(TypeParam(1).stream(stream).block(b)));
    }
  }
  EXPECT_EQ(blocks.size(), drawn);
}

TYPED_TEST(CounterWords, WordsAreThoseOfTheBlock) {
  TypeParam const random(5, 6);
  for (std::uint64_t const b : {std::uint64_t(0), std::uint64_t(1), all_ones >> 2}) {
    auto const block = random.block(b);
    for (int i = 0; i < 4; ++i) EXPECT_EQ(random(4 * b + i), block.word[i]);
  }
  for (std::uint64_t const b : {std::uint64_t(0), std::uint64_t(1), all_ones >> 1}) {
    auto const block = random.block(b);
    auto const join = [&](int i) { return std::uint64_t(block.word[i + 1]) << 32 | block.word[i]; };
    EXPECT_EQ(random.word64(2 * b), join(0));
    EXPECT_EQ(random.word64(2 * b + 1), join(2));
  }
}

TYPED_TEST(CounterWords, AreDrawnInOrderFromAnyOn) {
  TypeParam const random(1, 2);
  for (std::uint64_t const first : {std::uint64_t(0), std::uint64_t(1), std::uint64_t(2),
                                    std::uint64_t(3), std::uint64_t(0x3fffffffeu), all_ones - 5}) {
    auto engine = random.engine(first);
    // Beyond the last word comes the first one.
    for (std::uint64_t k = 0; k < 20; ++k) {
      EXPECT_EQ(engine.position(), first + k);
      EXPECT_EQ(engine(), random(first + k)) << first << " " << k;
    }
  }
}

TYPED_TEST(CounterWords, AreSkippedAsIfDrawn) {
  TypeParam const random(3, 4);
  for (std::uint64_t drawn = 0; drawn < 9; ++drawn) {
    for (std::uint64_t const count :
         {std::uint64_t(0), std::uint64_t(1), std::uint64_t(2), std::uint64_t(3), std::uint64_t(4),
          std::uint64_t(5), std::uint64_t(1001), all_ones / 3, all_ones}) {
      auto engine = random.engine();
      for (std::uint64_t k = 0; k < drawn; ++k) engine();
      engine.discard(count);
      for (std::uint64_t k = 0; k < 9; ++k) {
        ASSERT_EQ(engine(), random(drawn + count + k)) << drawn << " " << count << " " << k;
      }
    }
  }
}

TEST(PhiloxEngine, DrawsWhatTheIndexGives) {
  Philox const random(7, 8);
  PhiloxEngine words = random.engine(), floats = words, doubles = words, positive = words,
               positive_floats = words;
  for (std::uint64_t i = 0; i < 100; ++i) {
    EXPECT_EQ(yoke::draw_word64(words), random.word64(i));
    EXPECT_EQ(yoke::draw_uniform<float>(floats), random.uniform<float>(i));
    EXPECT_EQ(yoke::draw_uniform<double>(doubles), random.uniform<double>(i));
    EXPECT_EQ(yoke::draw_uniform_positive<double>(positive), random.uniform_positive<double>(i));
    EXPECT_EQ(yoke::draw_uniform_positive<float>(positive_floats),
              random.uniform_positive<float>(i));
  }
}

TEST(PhiloxEngine, WorksWithTheStandardLibrary) {
  PhiloxEngine engine = Philox(1).engine();
  std::vector<int> order(1000);
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), engine);
  EXPECT_FALSE(std::is_sorted(order.begin(), order.end()));
  double sum = 0;
  std::normal_distribution<double> normal;
  for (int i = 0; i < 10000; ++i) sum += normal(engine);
  EXPECT_LT(std::abs(sum), 600);  // six standard deviations
}

// Draws the same words over and over.
template <int count>
struct Scripted {
  using result_type = std::uint32_t;
  std::array<std::uint32_t, count> words;
  int drawn = 0;
  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return 0xffffffffu; }
  result_type operator()() { return words[drawn++ % count]; }
};

TEST(Uniform, LiesInItsInterval) {
  Scripted<1> least{{0}}, greatest{{0xffffffffu}};
  EXPECT_EQ(yoke::draw_uniform<float>(least), 0.0f);
  EXPECT_EQ(yoke::draw_uniform<double>(least), 0.0);
  EXPECT_EQ(yoke::draw_uniform<float>(greatest), 1 - 0x1p-24f);
  EXPECT_EQ(yoke::draw_uniform<double>(greatest), 1 - 0x1p-53);
  EXPECT_EQ(yoke::draw_uniform_positive<float>(least), 0x1p-24f);
  EXPECT_EQ(yoke::draw_uniform_positive<double>(least), 0x1p-53);
  EXPECT_EQ(yoke::draw_uniform_positive<float>(greatest), 1.0f);
  EXPECT_EQ(yoke::draw_uniform_positive<double>(greatest), 1.0);
}

TEST(Uniform, IsTheHighestBitsExactly) {
  Philox const random(9, 10);
  for (std::uint64_t i = 0; i < 1000; ++i) {
    auto const bits = random(i) >> 8;
    EXPECT_EQ(std::ldexp(random.uniform<float>(i), 24), static_cast<float>(bits));
    EXPECT_EQ(std::ldexp(random.uniform_positive<float>(i), 24), static_cast<float>(bits + 1));
    auto const wide = random.word64(i) >> 11;
    EXPECT_EQ(std::ldexp(random.uniform<double>(i), 53), static_cast<double>(wide));
    EXPECT_EQ(std::ldexp(random.uniform_positive<double>(i), 53), static_cast<double>(wide + 1));
  }
}

__extension__ using Wide = unsigned __int128;

std::vector<std::uint64_t> some_numbers() {
  std::vector<std::uint64_t> numbers = {0, 1, 2, 0xffffffffu, 0x100000000u, all_ones};
  for (std::uint64_t i = 0; i < 200; ++i) numbers.push_back(Philox(11).word64(i) >> i % 64);
  return numbers;
}

TEST(HighProduct, IsTheHighHalfOfTheProduct) {
  for (std::uint64_t const word : some_numbers()) {
    for (std::uint64_t const n : some_numbers()) {
      ASSERT_EQ(yoke::detail::high_product(word, n),
                static_cast<std::uint64_t>(Wide(word) * n >> 64))
          << word << " * " << n;
    }
  }
}

// The first word of a number's interval of words and the last one: as many are fair for each.
TEST(Below, TakesAsManyWordsForEachNumber) {
  for (std::uint64_t const n : some_numbers()) {
    if (n < 2) continue;
    std::uint64_t const each = all_ones / n + (all_ones % n + 1 == n);  // 2^64 / n
    for (std::uint64_t const number : {std::uint64_t(0), n / 2, n - 1}) {
      auto const first_of = [&](Wide x) {
        return static_cast<std::uint64_t>(((x << 64) + n - 1) / n);
      };
      std::uint64_t const first = first_of(number);
      std::uint64_t const last = number + 1 == n ? all_ones : first_of(Wide(number) + 1) - 1;
      ASSERT_EQ(yoke::detail::high_product(first, n), number);
      ASSERT_EQ(yoke::detail::high_product(last, n), number);
      // There are `each` words, or one more, of which the first is not fair.
      bool const one_more = last - first == each;
      ASSERT_EQ(last - first, one_more ? each : each - 1) << n;
      ASSERT_EQ(yoke::detail::is_fair(first, n), !one_more) << n << " " << number;
      if (each > 1) {
        ASSERT_TRUE(yoke::detail::is_fair(first + 1, n));
      }
      ASSERT_TRUE(yoke::detail::is_fair(last, n) || last == first);
    }
  }
}

TEST(Below, DrawsAgainFromTheBlockOfTheBlock) {
  std::uint64_t const n = (std::uint64_t(1) << 63) + 1;  // half of all words are denied
  std::uint64_t const seed = 0x123456789abcdefu;
  Philox const random(seed, 3);
  Philox4x32::Key const key{{0x89abcdefu, 0x01234567u}};
  int redrawn = 0;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    auto block = random.block(i / 2);
    auto const word = [&] {
      int const k = i % 2 == 0 ? 0 : 2;
      return std::uint64_t(block.word[k + 1]) << 32 | block.word[k];
    };
    while (static_cast<std::uint64_t>(Wide(word()) * n) < (0 - n) % n) {
      block = Philox4x32::block(block, key);
      ++redrawn;
    }
    ASSERT_EQ(random.below(i, n), static_cast<std::uint64_t>(Wide(word()) * n >> 64));
  }
  EXPECT_NEAR(redrawn, 1000, 6 * std::sqrt(2000.0));
  // An engine goes on with its next words.
  Scripted<4> scripted{{0, 0, 0, 0x80000000u}};
  EXPECT_EQ(yoke::draw_below(scripted, n), n / 2);
  EXPECT_EQ(scripted.drawn, 4);
}

// The sum of (count - mean)^2 / mean has bins - 1 degrees of freedom: that mean, and a standard
// deviation of sqrt(2 (bins - 1)).
template <class Bin>
void expect_even(std::size_t bins, std::uint64_t draws, Bin const& bin, char const* what) {
  std::vector<std::uint64_t> counts(bins);
  for (std::uint64_t i = 0; i < draws; ++i) ++counts.at(bin(i));
  double const mean = static_cast<double>(draws) / static_cast<double>(bins);
  double chi_square = 0;
  for (auto const count : counts) {
    double const difference = static_cast<double>(count) - mean;
    chi_square += difference * difference / mean;
  }
  double const freedom = static_cast<double>(bins) - 1;
  EXPECT_NEAR(chi_square, freedom, 5 * std::sqrt(2 * freedom)) << what;
}

TEST(Uniformity, OfEveryByteAlongIndexStreamAndSeed) {
  for (int byte = 0; byte < 32; byte += 8) {
    auto const bin = [byte](std::uint32_t word) { return word >> byte & 0xff; };
    std::uint64_t const draws = 1 << 16;
    expect_even(
        256, draws, [&](auto i) { return bin(Philox(1)(i)); }, "indices");
    expect_even(
        256, draws, [&](auto i) { return bin(Philox(1, i)(0)); }, "streams");
    expect_even(
        256, draws, [&](auto i) { return bin(Philox(i)(0)); }, "seeds");
    expect_even(
        256, draws, [&](auto i) { return bin(Philox(1)(i) ^ Philox(1)(i + 1)); }, "pairs");
    expect_even(
        256, draws, [&](auto i) { return bin(Philox(1, i)(0) ^ Philox(1, i + 1)(0)); },
        "neighbouring streams");
  }
}

TEST(Uniformity, OfFloatsDoublesAndPairsOfThem) {
  Philox const random(2);
  std::uint64_t const draws = 1 << 17;
  auto const cell = [](double x) { return static_cast<std::size_t>(x * 32); };
  expect_even(
      32, draws, [&](auto i) { return cell(random.uniform<float>(i)); }, "float");
  expect_even(
      32, draws, [&](auto i) { return cell(random.uniform<double>(i)); }, "double");
  expect_even(
      32, draws, [&](auto i) { return cell(random.uniform_positive<double>(i) - 0x1p-53); },
      "positive");
  expect_even(
      1024, draws,
      [&](auto i) {
        return cell(random.uniform<float>(2 * i)) * 32 + cell(random.uniform<float>(2 * i + 1));
      },
      "pairs");
}

TEST(Uniformity, OfBoundedNumbers) {
  Philox const random(3);
  std::uint64_t const draws = 60000;
  for (std::uint64_t const n : {2, 3, 6, 7, 10, 100}) {
    expect_even(
        n, draws, [&](auto i) { return random.below(i, n); }, "below");
    auto engine = random.stream(1).engine();
    expect_even(
        n, draws, [&](auto) { return yoke::draw_below(engine, n); }, "draw_below");
  }
  // Without a second draw, half of these would be multiples of 3.
  std::uint64_t const n = std::uint64_t(3) << 62;
  expect_even(
      3, draws, [&](auto i) { return random.below(i, n) % 3; }, "three quarters of words");
  auto engine = random.stream(2).engine();
  expect_even(
      3, draws, [&](auto) { return yoke::draw_below(engine, n) % 3; }, "of an engine");
}

}  // namespace
