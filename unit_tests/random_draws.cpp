#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <thread>
#include <vector>

#include "support/executors.hpp"
#include "yoke/detail/spaces.hpp"
#include "yoke/random_draws.hpp"

// Gaussian and exponential numbers, 64-bit engines, and what is at the ends of ranges. Seeds are
// fixed: a test of distributions passes always or never.

namespace {

using yoke::Philox;
using yoke::Threefry;

constexpr std::uint64_t all_ones = ~std::uint64_t(0);

double normal_share_below(double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; }
double exponential_share_below(double x) { return 1 - std::exp(-x); }

// Kolmogorov and Smirnov: 1.95 / sqrt(n) is passed by one sample of a thousand.
template <class Share>
void expect_distributed(std::vector<double> values, Share const& share_below, char const* what) {
  std::ranges::sort(values);
  double const n = static_cast<double>(values.size());
  double distance = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    double const share = share_below(values[i]), rank = static_cast<double>(i);
    distance = std::max({distance, (rank + 1) / n - share, share - rank / n});
  }
  EXPECT_LT(distance, 1.95 / std::sqrt(n)) << what;
}

// To within five standard deviations of the mean of so many terms.
template <class Term>
void expect_mean(std::vector<double> const& values, double mean, double variance, Term const& term,
                 char const* what) {
  double sum = 0;
  for (double const value : values) sum += term(value);
  double const n = static_cast<double>(values.size());
  EXPECT_NEAR(sum / n, mean, 5 * std::sqrt(variance / n)) << what;
}

template <class Real, class Engine>
void expect_draws(Engine engine) {
  std::size_t const count = 1 << 17;
  std::vector<double> first(count), second(count), exponential(count), product(count);
  for (std::size_t i = 0; i < count; ++i) {
    auto const [one, other] = yoke::draw_normal_pair<Real>(engine);
    first[i] = one;
    second[i] = other;
    product[i] = one * one * other * other;
    exponential[i] = yoke::draw_exponential<Real>(engine);
  }
  expect_distributed(first, normal_share_below, "first");
  expect_distributed(second, normal_share_below, "second");
  expect_distributed(exponential, exponential_share_below, "exponential");
  for (auto const& normal : {first, second}) {
    expect_mean(
        normal, 0, 1, [](double x) { return x; }, "mean");
    expect_mean(
        normal, 1, 2, [](double x) { return x * x; }, "variance");
    expect_mean(
        normal, 0, 15, [](double x) { return x * x * x; }, "skewness");
    expect_mean(
        normal, 3, 96, [](double x) { return x * x * x * x; }, "kurtosis");
    // Two of 1000 are beyond 3.09.
    expect_mean(
        normal, 0.002, 0.002, [](double x) { return std::abs(x) > 3.0902323; }, "tails");
  }
  expect_mean(
      product, 1, 8, [](double x) { return x; }, "squares of one and of the other");
  expect_mean(
      exponential, 2, 20, [](double x) { return x * x; }, "exponential");
}

TEST(Draws, FollowTheirDistributions) {
  expect_draws<float>(Philox(1).engine());
  expect_draws<double>(Philox(2).engine());
  expect_draws<float>(Threefry(3).engine());
  expect_draws<double>(Threefry(4).engine());
  expect_draws<double>(std::mt19937(5));
}

// The same word over and over.
struct Repeated {
  using result_type = std::uint32_t;
  std::uint32_t word;
  [[maybe_unused]] static constexpr result_type min() { return 0; }
  [[maybe_unused]] static constexpr result_type max() { return 0xffffffffu; }
  result_type operator()() const { return word; }
};

TEST(Draws, AreFiniteForEveryWord) {
  Repeated least{0}, greatest{0xffffffffu}, half{0x80000000u};
  EXPECT_FLOAT_EQ(yoke::draw_exponential<float>(least), 22.18071f);
  EXPECT_DOUBLE_EQ(yoke::draw_exponential<double>(least), 53 * std::log(2.0));
  EXPECT_FLOAT_EQ(std::abs(yoke::draw_normal<float>(least)), 6.660437f / std::sqrt(2.0f));
  EXPECT_NEAR(std::abs(yoke::draw_normal<double>(least)), 8.571674 / std::sqrt(2.0), 1e-6);
  // Not -0, which a reciprocal would tell.
  EXPECT_FALSE(std::signbit(yoke::draw_exponential<float>(greatest)));
  EXPECT_FALSE(std::signbit(yoke::draw_exponential<double>(greatest)));
  EXPECT_EQ(yoke::draw_exponential<float>(greatest), 0);
  EXPECT_EQ(yoke::draw_exponential<double>(greatest), 0);
  EXPECT_EQ(yoke::draw_normal<float>(greatest), 0);
  EXPECT_EQ(yoke::draw_normal<double>(greatest), 0);
  EXPECT_FLOAT_EQ(yoke::draw_exponential<float>(half), 0.6931472f);
  // Half a turn from the first direction, which is at 45 degrees below the axis.
  EXPECT_FLOAT_EQ(yoke::draw_normal<float>(half), -1.1774100f / std::sqrt(2.0f));
}

TEST(Draws, TakeAsManyWordsWhateverTheyAre) {
  for (std::uint64_t i = 0; i < 100; ++i) {
    auto engine = Philox(1, i).engine();
    yoke::draw_exponential<float>(engine);
    EXPECT_EQ(engine.position(), 1u);
    yoke::draw_exponential<double>(engine);
    EXPECT_EQ(engine.position(), 3u);
    yoke::draw_normal<float>(engine);
    EXPECT_EQ(engine.position(), 5u);
    yoke::draw_normal_pair<double>(engine);
    EXPECT_EQ(engine.position(), 9u);
  }
}

struct Drawn {
  float exponential, normal;
  double wide_exponential, wide_normal;
  bool operator==(Drawn const&) const = default;
};

KOKKOS_FUNCTION Drawn draw_all(std::uint64_t i) {
  auto engine = Philox(6, i).engine();
  Drawn drawn;
  drawn.exponential = yoke::draw_exponential<float>(engine);
  drawn.normal = yoke::draw_normal<float>(engine);
  drawn.wide_exponential = yoke::draw_exponential<double>(engine);
  drawn.wide_normal = yoke::draw_normal<double>(engine);
  return drawn;
}

template <class Space>
struct DrawAll {
  using Member = typename Kokkos::TeamPolicy<Space>::member_type;
  Kokkos::View<Drawn*, typename Space::memory_space> drawn;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { drawn(i) = draw_all(i); }
  KOKKOS_FUNCTION void operator()(Member const& team) const {
    Kokkos::single(Kokkos::PerTeam(team),
                   [&] { (*this)(static_cast<std::uint64_t>(team.league_rank())); });
  }
};

template <class Space, class Policy>
std::vector<Drawn> draw_on(Space const& exec, Policy const& policy, std::size_t count) {
  Kokkos::View<Drawn*, typename Space::memory_space> const drawn("drawn", count);
  Kokkos::fence();
  Kokkos::parallel_for("yoke_test::draw_all", policy, DrawAll<Space>{drawn});
  exec.fence();
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), drawn);
  return {host.data(), host.data() + count};
}

template <class Space>
void expect_agreement(Space const& exec) {
  std::size_t const count = 2000;
  auto const drawn = draw_on(exec, yoke::detail::WideRange<Space>(exec, 0, count), count);
  for (std::size_t i = 0; i < count; ++i) {
    Drawn const expected = draw_all(i);
    float const narrow = 8 * std::numeric_limits<float>::epsilon();
    double const wide = 8 * std::numeric_limits<double>::epsilon();
    ASSERT_NEAR(drawn[i].exponential, expected.exponential, narrow * (1 + expected.exponential));
    ASSERT_NEAR(drawn[i].normal, expected.normal, narrow * (1 + std::abs(expected.normal)));
    ASSERT_NEAR(drawn[i].wide_exponential, expected.wide_exponential, wide * 40);
    ASSERT_NEAR(drawn[i].wide_normal, expected.wide_normal, wide * 10);
  }
  Kokkos::TeamPolicy<Space> const teams(exec, static_cast<int>(count), 1);
  EXPECT_TRUE(draw_on(exec, teams, count) == drawn) << "another launch on the same space";
}

TEST(Draws, AgreeOnEverySpaceToTheLastDigits) {
  auto const check = [](auto const& exec) { expect_agreement(exec); };
  for (auto const& executor : yoke_test::every_executor<decltype(check)>()) {
    SCOPED_TRACE(executor.name);
    executor.run(check);
  }
}

using Philox64 = yoke::RandomEngine64<yoke::PhiloxEngine>;
static_assert(std::uniform_random_bit_generator<Philox64> && Philox64::max() == all_ones);
static_assert(!yoke::RandomEngine<Philox64>);

TEST(RandomEngine64, DrawsTheStreamsWideWords) {
  Philox const random(7, 8);
  Philox64 engine(random.engine());
  for (std::uint64_t i = 0; i < 100; ++i) ASSERT_EQ(engine(), random.word64(i));
  std::uniform_int_distribution<std::uint64_t> die(1, 6);
  std::array<int, 7> counts = {};
  for (int i = 0; i < 60000; ++i) ++counts.at(die(engine));
  for (int face = 1; face <= 6; ++face) EXPECT_NEAR(counts.at(face), 10000, 6 * std::sqrt(8333.0));
}

// The sum of (count - mean)^2 / mean, with at most five standard deviations beyond its mean.
void expect_even(std::vector<std::uint64_t> const& counts, std::uint64_t draws) {
  double const bins = static_cast<double>(counts.size()), mean = static_cast<double>(draws) / bins;
  double chi_square = 0;
  for (auto const count : counts) {
    chi_square += std::pow(static_cast<double>(count) - mean, 2) / mean;
  }
  EXPECT_LT(chi_square, bins - 1 + 5 * std::sqrt(2 * (bins - 1)));
}

TEST(Below, FavoursNoneOfFewNumbers) {
  std::uint64_t const draws = 20000;
  for (std::uint64_t n = 2; n <= 64; ++n) {
    SCOPED_TRACE(n);
    std::vector<std::uint64_t> counts(n), of_engine(n);
    auto engine = Threefry(n).engine();
    for (std::uint64_t i = 0; i < draws; ++i) {
      ++counts.at(Philox(n).below(i, n));
      ++of_engine.at(yoke::draw_below(engine, n));
    }
    expect_even(counts, draws);
    expect_even(of_engine, draws);
  }
}

// Nearly all words are fair, or little more than half of them.
TEST(Below, OfNearlyAllNumbersStaysBelowAndIsEven) {
  std::uint64_t const draws = 20000, bins = 32;
  for (std::uint64_t const n : {all_ones, all_ones - 1, all_ones - 58, all_ones << 32,
                                (all_ones >> 1) + 2, (all_ones >> 1) + 1, all_ones / 3 * 2}) {
    SCOPED_TRACE(n);
    std::vector<std::uint64_t> high(bins), low(bins);
    auto engine = Threefry(9).engine();
    for (std::uint64_t i = 0; i < draws; ++i) {
      for (std::uint64_t const number : {Philox(9).below(i, n), yoke::draw_below(engine, n)}) {
        ASSERT_LT(number, n);
        ++high.at(number / (n / bins + 1));
        ++low.at(number % bins);
      }
    }
    // The last bin of numbers lacks n % bins or so of n / bins.
    expect_even(high, 2 * draws);
    expect_even(low, 2 * draws);
  }
}

TEST(CounterEngine, ComesRoundAfterAllWords) {
  Philox const random(10, 11);
  auto engine = random.engine();
  for (int i = 0; i < 3; ++i) engine.discard(all_ones);
  EXPECT_EQ(engine.position(), all_ones - 2);
  for (std::uint64_t i = 0; i < 3; ++i) EXPECT_EQ(engine(), random(all_ones - 2 + i));
  for (std::uint64_t i = 0; i < 10; ++i) EXPECT_EQ(engine(), random(i));
}

TEST(CounterRandom, IsDrawnFromByManyThreadsAtOnce) {
  Philox const random(12);
  std::uint64_t const count = 50000;
  std::array<std::vector<std::uint64_t>, 4> drawn;
  {
    std::vector<std::jthread> threads;
    threads.reserve(drawn.size());
    for (auto& words : drawn) {
      threads.emplace_back([&words, &random] {
        auto engine = random.stream(13).engine();
        for (std::uint64_t i = 0; i < count; ++i) {
          words.push_back(random.word64(i) ^ random.below(i, 1000) ^ engine());
        }
      });
    }
  }
  for (auto const& words : drawn) EXPECT_EQ(words, drawn[0]);
  EXPECT_EQ(drawn[0][1], random.word64(1) ^ random.below(1, 1000) ^ random.stream(13)(1));
}

}  // namespace
