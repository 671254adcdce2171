#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <set>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/executors.hpp"
#include "support/seed.hpp"
#include "yoke/detail/spaces.hpp"
#include "yoke/expander.hpp"

// Walks on the Gabber-Galil graph against a plain reference of their own.

namespace {

using yoke::EighthValue;
using yoke::Expander;
using yoke::ExpanderOptions;
using yoke::ExpanderStreams;
using yoke::ExpanderWalk;
using yoke::GabberGalil;
using yoke::Philox;
using yoke::PhiloxEngine;
using yoke::StoredFeed;
using Vertex = GabberGalil::Vertex;

static_assert(yoke::RandomEngine<Expander<PhiloxEngine>>);
static_assert(yoke::RandomEngine<Expander<std::mt19937>>);
static_assert(yoke::RandomGenerator<ExpanderStreams>);
static_assert(yoke::BitFeed<StoredFeed>);
static_assert(std::is_trivially_copyable_v<Expander<PhiloxEngine>>);
static_assert(std::is_trivially_copyable_v<ExpanderStreams>);
static_assert(sizeof(ExpanderWalk) == 32);
static_assert(sizeof(Expander<PhiloxEngine>) == sizeof(PhiloxEngine) + 40);
static_assert(sizeof(ExpanderStreams) == 24);

constexpr EighthValue rules[] = {EighthValue::stay, EighthValue::retry, EighthValue::diagonal};

// The thesis's definition, in numbers that do not wrap.
std::pair<std::uint64_t, std::uint64_t> next_by_definition(std::uint64_t x, std::uint64_t y,
                                                           unsigned number, EighthValue eighth,
                                                           std::uint64_t m) {
  switch (number) {
    case 1:
      return {x, (2 * x + y) % m};
    case 2:
      return {x, (2 * x + y + 1) % m};
    case 3:
      return {x, (2 * x + y + 2) % m};
    case 4:
      return {(x + 2 * y) % m, y};
    case 5:
      return {(x + 2 * y + 1) % m, y};
    case 6:
      return {(x + 2 * y + 2) % m, y};
    case 7:
      if (eighth == EighthValue::diagonal) return {(x + 1) % m, (y + 1) % m};
      [[fallthrough]];
    default:
      return {x, y};
  }
}

// All numbers that a stream of bits is enough for, of a start and walks of `length` steps after one
// of 64.
std::vector<std::uint64_t> reference(Vertex const& start, std::vector<std::uint32_t> const& feed,
                                     ExpanderOptions const& options, std::size_t most) {
  std::vector<bool> bits;
  for (auto const word : feed) {
    for (int i = 0; i < 32; ++i) bits.push_back(word >> i & 1);
  }
  std::size_t used = 0;
  std::uint64_t x = start.x, y = start.y;
  std::vector<std::uint64_t> numbers;
  unsigned left = 64;
  for (bool first = true; numbers.size() < most; left = options.length, first = false) {
    while (left > 0) {
      if (used + 3 > bits.size()) return numbers;
      unsigned const number = bits[used] + 2 * bits[used + 1] + 4 * bits[used + 2];
      used += 3;
      if (number == 7 && options.eighth == EighthValue::retry) continue;
      std::tie(x, y) = next_by_definition(x, y, number, options.eighth, std::uint64_t(1) << 32);
      --left;
    }
    if (!first) numbers.push_back(y << 32 | x);
  }
  return numbers;
}

std::vector<std::uint32_t> words_of(Philox const& random, std::size_t count) {
  auto engine = random.engine();
  std::vector<std::uint32_t> words(count);
  for (auto& word : words) word = engine();
  return words;
}

TEST(GabberGalil, NeighboursAreThoseOfTheDefinition) {
  std::mt19937 random(yoke_test::base_seed());
  for (int i = 0; i < 1000; ++i) {
    std::uint32_t const x = random(), y = random();
    for (unsigned number = 0; number < GabberGalil::degree; ++number) {
      auto const to = GabberGalil::neighbour({x, y}, number);
      auto const expected = next_by_definition(x, y, number, {}, std::uint64_t(1) << 32);
      ASSERT_EQ(to.x, expected.first) << number;
      ASSERT_EQ(to.y, expected.second) << number;
    }
  }
}

// m divides 2^32, so the lowest bits of a walk are a walk on the small graph.
TEST(GabberGalil, EachStepIsABijectionOfTheSmallGraph) {
  constexpr std::uint32_t m = 16;
  for (bool const is_diagonal : {false, true}) {
    for (unsigned number = 0; number < 8; ++number) {
      std::set<std::pair<std::uint32_t, std::uint32_t>> reached;
      for (std::uint32_t x = 0; x < m; ++x) {
        for (std::uint32_t y = 0; y < m; ++y) {
          Vertex at{x, y};
          yoke::detail::go_step(at, number, is_diagonal);
          reached.emplace(at.x % m, at.y % m);
          auto const eighth = is_diagonal ? EighthValue::diagonal : EighthValue::stay;
          auto const expected = next_by_definition(x, y, number, eighth, m);
          ASSERT_EQ(at.x % m, expected.first) << number;
          ASSERT_EQ(at.y % m, expected.second) << number;
        }
      }
      EXPECT_EQ(reached.size(), m * m) << number;
    }
  }
}

// By how much the place after a walk from one vertex of the small graph differs from a uniform one:
// half the sum of the probabilities' distances.
double distance_from_uniform(EighthValue eighth, int steps) {
  constexpr std::size_t m = 16;
  std::vector<double> at(m * m);
  at[0] = 1;
  unsigned const values = eighth == EighthValue::retry ? 7 : 8;
  for (int step = 0; step < steps; ++step) {
    std::vector<double> next(m * m);
    for (std::size_t v = 0; v < m * m; ++v) {
      for (unsigned number = 0; number < values; ++number) {
        auto const [x, y] = next_by_definition(v / m, v % m, number, eighth, m);
        next[x * m + y] += at[v] / values;
      }
    }
    at = next;
  }
  double distance = 0;
  for (double const p : at) distance += std::abs(p - 1.0 / (m * m)) / 2;
  return distance;
}

TEST(GabberGalil, AWalkForgetsWhereItBegan) {
  for (auto const rule : rules) {
    SCOPED_TRACE(static_cast<int>(rule));
    double before = 1;
    for (int const steps : {8, 16, 32, 64}) {
      double const distance = distance_from_uniform(rule, steps);
      EXPECT_LT(distance, before / 2) << steps;
      before = distance;
    }
    EXPECT_LT(before, 1e-7);
  }
  EXPECT_LT(distance_from_uniform(EighthValue::diagonal, 32),
            distance_from_uniform(EighthValue::stay, 32) / 100);
}

TEST(Expander, IsTheReferenceForEveryLengthAndRule) {
  for (auto const rule : rules) {
    for (std::uint32_t const length : {1, 2, 3, 5, 10, 16, 21, 31, 32, 33, 63, 64, 65, 96, 100}) {
      SCOPED_TRACE(testing::Message() << "length " << length << " rule " << static_cast<int>(rule));
      ExpanderOptions const options{length, rule};
      ExpanderStreams const streams(yoke_test::base_seed(), options);
      for (std::uint64_t const stream : {0, 1, 77}) {
        auto words = words_of(Philox(yoke_test::base_seed(), stream), 1000);
        Vertex const start{words[0], words[1]};
        words.erase(words.begin(), words.begin() + 2);
        auto const expected = reference(start, words, options, 60);
        ASSERT_EQ(expected.size(), 60u);
        auto engine = streams.stream(stream).engine(), by_word = engine;
        for (auto const number : expected) {
          ASSERT_EQ(engine.next64(), number);
          ASSERT_EQ(yoke::draw_word64(by_word), number);
        }
      }
    }
  }
}

constexpr std::uint64_t number_of(ExpanderStreams const& streams, int i) {
  auto engine = streams.engine();
  for (; i > 0; --i) engine.next64();
  return engine.next64();
}

// Numbers that are in somebody's results stay what they are, also where a compiler works them out.
TEST(Expander, OfASeedStays) {
  constexpr ExpanderStreams streams(1);
  constexpr std::uint64_t first = number_of(streams, 0);
  constexpr std::uint64_t of_length_5 =
      number_of(ExpanderStreams(1, {5, EighthValue::stay}).stream(3), 10);
  EXPECT_EQ(first, 12673948615695378595u);
  EXPECT_EQ(of_length_5, 9241486913961910253u);
  EXPECT_EQ(number_of(streams, 0), first);
}

TEST(Expander, AHalfThatIsLeftIsDroppedByTheNextNumber) {
  auto one = ExpanderStreams(3).engine(), other = one;
  std::uint32_t const low = one();
  std::uint64_t const second = one.next64();
  EXPECT_EQ(static_cast<std::uint32_t>(other.next64()), low);
  EXPECT_EQ(other.next64(), second);
}

TEST(ExpanderWalk, WaitsWhereverItsBitsRunOutAndGoesOnWithTheNext) {
  auto const words = words_of(Philox(yoke_test::base_seed()), 100);
  Vertex const start{7, 11};
  for (auto const rule : rules) {
    for (std::uint32_t const length : {5, 32, 64}) {
      ExpanderOptions const options{length, rule};
      auto const expected = reference(start, words, options, 1000);
      for (std::size_t cut = 0; cut <= words.size(); ++cut) {
        ExpanderWalk walk(start, options);
        walk.set_out(ExpanderWalk::initial_length);
        std::vector<std::uint64_t> numbers;
        bool is_first = true;
        auto const use = [&](StoredFeed feed) {
          while (walk.go_on(feed)) {
            if (!std::exchange(is_first, false)) numbers.push_back(walk.at().word64());
            walk.set_out(length);
          }
          EXPECT_EQ(feed.left(), 0u);  // every word is used
          EXPECT_FALSE(walk.go_on(feed));
        };
        use(StoredFeed(words.data(), cut));
        EXPECT_EQ(numbers, reference(start, {words.begin(), words.begin() + cut}, options, 1000));
        use(StoredFeed(words.data() + cut, words.size() - cut));
        ASSERT_EQ(numbers, expected) << cut << " length " << length;
      }
    }
  }
}

TEST(ExpanderWalk, TakesWordsThatAreNotBesideEachOther) {
  auto const words = words_of(Philox(5), 40);
  std::vector<std::uint32_t> apart(3 * words.size());
  for (std::size_t i = 0; i < words.size(); ++i) apart[3 * i] = words[i];
  ExpanderWalk one({1, 2}), other({1, 2});
  StoredFeed near(words.data(), words.size()), far(apart.data(), words.size(), 3);
  one.set_out(400);
  other.set_out(400);
  EXPECT_TRUE(one.go_on(near));
  EXPECT_TRUE(other.go_on(far));
  EXPECT_EQ(one.at(), other.at());
}

// Draws some of a stream, as many as its number says.
struct DrawSum {
  ExpanderStreams streams;
  KOKKOS_FUNCTION std::uint64_t operator()(std::uint64_t i) const {
    auto draw = streams.stream(i).engine();
    std::uint64_t sum = 0;
    for (std::uint64_t k = 0; k <= i % 17; ++k) {
      sum += draw.next64();
      sum ^= draw();
    }
    return sum;
  }
};

template <class Space>
struct DrawSums {
  DrawSum sum;
  Kokkos::View<std::uint64_t*, typename Space::memory_space> sums;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { sums(i) = sum(i); }
};

struct ExpectSums {
  DrawSum sum;
  template <class Space>
  void operator()(Space const& exec) const {
    std::uint64_t const n = 500;
    Kokkos::View<std::uint64_t*, typename Space::memory_space> const sums("sums", n);
    Kokkos::parallel_for("yoke_test::expander", yoke::detail::WideRange<Space>(exec, 0, n),
                         DrawSums<Space>{sum, sums});
    exec.fence();
    auto const drawn = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), sums);
    for (std::uint64_t i = 0; i < n; ++i) ASSERT_EQ(drawn(i), sum(i)) << i;
  }
};

TEST(Expander, IsTheSameOnEverySpace) {
  for (auto const rule : rules) {
    for (std::uint32_t const length : {7, 32, 64}) {
      ExpectSums const check{{ExpanderStreams(yoke_test::base_seed(), {length, rule})}};
      for (auto const& executor : yoke_test::every_executor<ExpectSums>()) {
        SCOPED_TRACE(executor.name);
        executor.run(check);
      }
    }
  }
}

// How often bits of successive numbers are equal, less how often they are not.
double correlation(ExpanderOptions const& options, int bit, int samples) {
  auto engine = ExpanderStreams(yoke_test::base_seed(), options).engine();
  int equal = 0;
  std::uint64_t before = engine.next64();
  for (int i = 0; i < samples; ++i) {
    std::uint64_t const number = engine.next64();
    equal += ~(number ^ before) >> bit & 1;
    before = number;
  }
  return 2.0 * equal / samples - 1;
}

TEST(Expander, CorrelatesAsItsDocumentationSays) {
  int const samples = 1 << 18;
  double const noise = 6 / std::sqrt(samples);
  for (std::uint32_t const length : {1, 4, 8}) {
    auto const expect = [&](EighthValue rule, int bit, double step) {
      EXPECT_NEAR(correlation({length, rule}, bit, samples), std::pow(step, length), noise)
          << "rule " << static_cast<int>(rule) << " length " << length << " bit " << bit;
    };
    expect(EighthValue::stay, 0, 0.75);
    expect(EighthValue::stay, 32, 0.75);
    expect(EighthValue::retry, 0, 5 / 7.0);
    expect(EighthValue::diagonal, 0, 0.5);
    expect(EighthValue::diagonal, 32, 0.5);
    expect(EighthValue::diagonal, 31, 0.625);
    expect(EighthValue::diagonal, 63, 0.625);
  }
}

TEST(Expander, DrawsWhatAnEngineDraws) {
  auto draw = ExpanderStreams(yoke_test::base_seed()).engine();
  int const samples = 100000;
  double sum = 0;
  std::vector<int> counts(10);
  for (int i = 0; i < samples; ++i) {
    sum += yoke::draw_uniform<double>(draw);
    ++counts[yoke::draw_below(draw, 10)];
  }
  EXPECT_NEAR(sum / samples, 0.5, 6 / std::sqrt(12.0 * samples));
  for (int const count : counts) EXPECT_NEAR(count, samples / 10.0, 6 * std::sqrt(samples / 10.0));
  Expander<std::mt19937> host{std::mt19937(1)};
  std::set<std::uint32_t> seen;
  for (int i = 0; i < 1000; ++i) seen.insert(host());
  EXPECT_GT(seen.size(), 995u);
}

}  // namespace
