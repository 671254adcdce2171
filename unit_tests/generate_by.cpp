#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "support/executors.hpp"
#include "support/generators.hpp"
#include "support/sampled.hpp"
#include "yoke/generate.hpp"
#include "yoke/generate_keys.hpp"
#include "yoke/generate_strings.hpp"
#include "yoke/host_generators.hpp"

// Lists, keys and strings by any generator: what the shapes promise, whoever draws.

namespace {

using yoke::KeyDistribution;
using yoke::KeyShape;
using yoke::ListOrder;
using yoke::StringKind;
using yoke_test::checksum;
using Host = Kokkos::DefaultHostExecutionSpace;

template <class Element>
using HostView = Kokkos::View<Element*, Kokkos::HostSpace>;

// What a generator makes of each shape, in few numbers.
using Sums = std::vector<std::uint64_t>;

template <class Space, class Generator>
Sums lists_by(Space const& exec, Generator const& random) {
  Sums sums;
  for (auto const order : {ListOrder::random, ListOrder::block_shuffled}) {
    Kokkos::View<std::uint32_t*, typename Space::memory_space> const successor("successor", 5000);
    EXPECT_EQ(yoke::generate_lists(exec, successor, {.order = order, .lists = 7}, random), 7u);
    sums.push_back(checksum(successor));
  }
  return sums;
}

template <class Space, class Generator>
Sums keys_by(Space const& exec, Generator const& random) {
  Sums sums;
  for (auto const& entry : yoke::key_distributions) {
    KeyShape const shape{.distribution = entry.distribution};
    Kokkos::View<std::uint32_t*, typename Space::memory_space> const keys("keys", 5000);
    Kokkos::View<double*, typename Space::memory_space> const wide("wide", 5000);
    yoke::generate_keys(exec, keys, shape, random);
    yoke::generate_keys(exec, wide, shape, random);
    sums.push_back(checksum(keys));
    sums.push_back(checksum(wide));
  }
  return sums;
}

template <class Space, class Generator>
Sums strings_by(Space const& exec, Generator const& random) {
  Sums sums;
  for (auto const kind : {StringKind::random, StringKind::protein}) {
    auto const strings = yoke::generate_strings<int, typename Space::memory_space>(
        exec, {.kind = kind, .strings = 500, .shared = 27}, random);
    sums.push_back(checksum(strings.characters));
    sums.push_back(checksum(strings.offsets));
  }
  return sums;
}

template <class Space, class Generator>
Sums all_by(Space const& exec, Generator const& random) {
  Sums all = lists_by(exec, random);
  for (auto const& more : {keys_by(exec, random), strings_by(exec, random)}) {
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

// What was published stays (since 0.2), for every number of threads: figures that name a seed can
// be had again.
TEST(GenerateBy, WhatPhiloxMakesStays) {
  EXPECT_THAT(lists_by(Host(), yoke::Philox(3)), testing::ElementsAre(822040584, 371947416));
  EXPECT_THAT(keys_by(Host(), yoke::Philox(3)),
              testing::ElementsAre(66263155, 733373341, 225196733, 721694990, 421860504, 905094995,
                                   816774660, 321250889, 4651889, 884921484, 784284555, 48961171,
                                   24936736, 903722029, 709379419, 330627, 125705764, 418244725,
                                   637790823, 236671016));
  EXPECT_THAT(strings_by(Host(), yoke::Philox(3)),
              testing::ElementsAre(290601816, 954473387, 606233057, 704397285));
}

TEST(GenerateBy, TheSeedOfAShapeIsThatOfPhilox) {
  HostView<std::uint32_t> const one("one", 5000), other("other", 5000);
  yoke::generate_lists(Host(), one, {.seed = 3});
  yoke::generate_lists(Host(), other, {.seed = 4}, yoke::Philox(3));
  EXPECT_EQ(checksum(one), checksum(other));
  yoke::generate_keys(Host(), one, {.seed = 3});
  yoke::generate_keys(Host(), other, {.seed = 4}, yoke::Philox(3));
  EXPECT_EQ(checksum(one), checksum(other));
  auto const strings =
      yoke::generate_strings<int, Kokkos::HostSpace>(Host(), {.strings = 500, .seed = 3});
  auto const same = yoke::generate_strings<int, Kokkos::HostSpace>(
      Host(), {.strings = 500, .seed = 4}, yoke::Philox(3));
  EXPECT_EQ(checksum(strings.characters), checksum(same.characters));
  EXPECT_EQ(checksum(strings.offsets), checksum(same.offsets));
}

TEST(GenerateBy, OthersStayToo) {
  EXPECT_THAT(all_by(Host(), yoke::Threefry(3)),
              testing::ElementsAre(319694088, 670527335, 708907725, 228356384, 286015398, 355666183,
                                   421860504, 905094995, 438232002, 290676373, 395170042, 527089780,
                                   174802701, 35876167, 527438431, 221487883, 709379419, 330627,
                                   125705764, 418244725, 637790823, 236671016, 888738355, 578139312,
                                   243585123, 856163748));
  EXPECT_THAT(all_by(Host(), yoke::ExpanderStreams(3)),
              testing::ElementsAre(534723415, 986836818, 422934636, 247419906, 469224285, 325841492,
                                   421860504, 905094995, 925816492, 184151449, 476344767, 741404685,
                                   255977426, 188806015, 26875238, 265309173, 709379419, 330627,
                                   125705764, 418244725, 637790823, 236671016, 279619820, 357906530,
                                   420056472, 687800069));
}

// On a host engines of the standard library do as well.
TEST(GenerateBy, GeneratorsDiffer) {
  std::vector<Sums> const all{all_by(Host(), yoke::Philox(3)),
                              all_by(Host(), yoke::Threefry(3)),
                              all_by(Host(), yoke::ExpanderStreams(3)),
                              all_by(Host(), yoke_test::OwnGenerator(3)),
                              all_by(Host(), yoke::SeededStreams<yoke::Xoshiro128>(3)),
                              all_by(Host(), yoke::Philox(4))};
  for (std::size_t place = 0; place < all[0].size(); ++place) {
    std::vector<std::uint64_t> sums;
    sums.reserve(all.size());
    for (auto const& one : all) sums.push_back(one[place]);
    std::ranges::sort(sums);
    // Keys that depend on nothing that is drawn, of two widths: duplicates, sorted, reversed,
    // equal.
    std::size_t const distribution = place < 2 ? 0 : (place - 2) / 2;
    bool const is_drawn = distribution != 2 && (distribution < 7 || distribution > 9);
    std::size_t const different =
        static_cast<std::size_t>(std::unique(sums.begin(), sums.end()) - sums.begin());
    EXPECT_EQ(different, is_drawn ? all.size() : 1) << place;
  }
}

template <class Generator>
class GenerateByEach : public ::testing::Test {};
using Generators = yoke_test::Sampled<yoke::Philox, yoke::Threefry, yoke::ExpanderStreams,
                                      yoke_test::OwnGenerator>;
TYPED_TEST_SUITE(GenerateByEach, Generators);

TYPED_TEST(GenerateByEach, EverySpaceAndThreadCountMakesTheSame) {
  TypeParam const random(7);
  auto const expected = all_by(Host(), random);
  auto const check = [&](auto const& exec) { EXPECT_EQ(all_by(exec, random), expected); };
  for (auto const& executor : yoke_test::every_executor<decltype(check)>()) {
    SCOPED_TRACE(executor.name);
    executor.run(check);
  }
  EXPECT_NE(all_by(Host(), TypeParam(8)), expected);
}

// Each list's walk, and the nodes in the order of all walks.
TYPED_TEST(GenerateByEach, ListsVisitAllNodesInARandomOrder) {
  constexpr std::uint32_t n = 20000;
  HostView<std::uint32_t> const successor("successor", n);
  ASSERT_EQ(yoke::generate_lists(Host(), successor, {.lists = 3}, TypeParam(5)), 3u);
  std::vector<bool> is_successor(n), is_met(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    if (successor(i) != i) is_successor[successor(i)] = true;
  }
  std::vector<std::uint64_t> lengths;
  std::uint64_t met = 0, ascents = 0;
  for (std::uint32_t head = 0; head < n; ++head) {
    if (is_successor[head]) continue;
    std::uint64_t length = 1;
    for (std::uint32_t node = head;; node = successor(node), ++length) {
      ASSERT_FALSE(is_met[node]);
      is_met[node] = true;
      if (successor(node) == node) break;
      ascents += successor(node) > node;
    }
    lengths.push_back(length);
    met += length;
  }
  EXPECT_EQ(met, n);
  std::ranges::sort(lengths);
  EXPECT_THAT(lengths, testing::ElementsAre(6666, 6667, 6667));
  // Of a random order the variance is n / 12.
  EXPECT_NEAR(static_cast<double>(ascents), n / 2.0, 6 * std::sqrt(n / 12.0));
}

template <class Key, class Generator>
HostView<Key> keys_of(std::size_t n, KeyShape const& shape, Generator const& random) {
  HostView<Key> const keys("keys", n);
  yoke::generate_keys(Host(), keys, shape, random);
  return keys;
}

TYPED_TEST(GenerateByEach, KeysAreUniformOrGaussian) {
  constexpr std::size_t n = 50000;
  for (auto const distribution : {KeyDistribution::uniform, KeyDistribution::gaussian}) {
    auto const keys = keys_of<double>(n, {.distribution = distribution}, TypeParam(5));
    double sum = 0, squares = 0, products = 0;
    for (std::size_t i = 0; i < n; ++i) {
      double const x = keys(i) - 0.5;
      ASSERT_LE(std::abs(x), 0.5);
      sum += x;
      squares += x * x;
      products += i > 0 ? x * (keys(i - 1) - 0.5) : 0;
    }
    double const variance = distribution == KeyDistribution::uniform ? 1.0 / 12 : 1.0 / 144;
    EXPECT_NEAR(sum / n, 0, 6 * std::sqrt(variance / n));
    EXPECT_NEAR(squares / n, variance, 6 * 1.5 * variance / std::sqrt(n));
    EXPECT_NEAR(products / n, 0, 6 * variance / std::sqrt(n));
  }
}

TYPED_TEST(GenerateByEach, KeysAreInTheirRanges) {
  constexpr std::size_t n = 64000, p = 64;
  double const range = std::ldexp(1.0, 32) / p;
  auto const staggered =
      keys_of<std::uint32_t>(n, {.distribution = KeyDistribution::staggered}, TypeParam(5));
  auto const buckets =
      keys_of<std::uint32_t>(n, {.distribution = KeyDistribution::bucket_sorted}, TypeParam(5));
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t const block = i / (n / p), within = i % (n / p);
    std::size_t const place = block < p / 2 ? 2 * block + 1 : 2 * (block - p / 2);
    std::size_t const part = within * p / (n / p);
    ASSERT_NEAR(staggered(i) / range, static_cast<double>(place) + 0.5, 0.50001);
    ASSERT_NEAR(buckets(i) / range, static_cast<double>(part) + 0.5, 0.50001);
  }
}

TYPED_TEST(GenerateByEach, KeysRepeatAsOftenAsTheyShould) {
  constexpr std::size_t n = 64000, runs = 32, block = n / 64;
  auto const duplicates = keys_of<std::uint32_t>(
      n, {.distribution = KeyDistribution::randomised_duplicates}, TypeParam(5));
  std::array<std::uint64_t, runs> count{};
  std::size_t changes = 0;
  for (std::size_t i = 0; i < n; ++i) {
    ASSERT_LT(duplicates(i), runs);
    ++count[duplicates(i)];
    changes += i % block != 0 && duplicates(i) != duplicates(i - 1);
  }
  // Of 31 changes a block a 32nd is of a number to itself, and some runs are empty.
  EXPECT_GT(changes, 25u * 64);
  EXPECT_LT(changes, 31u * 64);
  // Some 64 runs of 2048 each, of lengths from 0 to twice their mean.
  for (auto const c : count) EXPECT_NEAR(static_cast<double>(c), 2000, 6 * 2000 / std::sqrt(40));

  constexpr std::uint64_t values = 5;
  auto const zipf = keys_of<std::uint32_t>(
      n, {.distribution = KeyDistribution::zipf, .zipf_values = values}, TypeParam(5));
  std::array<double, values> met{};
  for (std::size_t i = 0; i < n; ++i) {
    ASSERT_LT(zipf(i), values);
    ++met[zipf(i)];
  }
  double const harmonic = 1 + 1 / 2.0 + 1 / 3.0 + 1 / 4.0 + 1 / 5.0;
  for (std::uint64_t k = 1; k <= values; ++k) {
    double const expected = n / harmonic / static_cast<double>(k);
    EXPECT_NEAR(met[k - 1], expected, 6 * std::sqrt(expected)) << k;
  }
}

TYPED_TEST(GenerateByEach, StringsHaveAnyLengthAndCharacter) {
  constexpr int n = 20000;
  auto const strings = yoke::generate_strings<int, Kokkos::HostSpace>(
      Host(), {.strings = n, .longest = 30}, TypeParam(5));
  std::array<int, 31> lengths{};
  for (int i = 0; i < n; ++i) ++lengths.at(strings.offsets(i + 1) - strings.offsets(i));
  for (int const count : lengths) EXPECT_NEAR(count, n / 31.0, 6 * std::sqrt(n / 31.0));
  std::array<int, 256> characters{};
  auto const total = static_cast<int>(strings.characters.extent(0));
  for (int i = 0; i < total; ++i) ++characters[static_cast<unsigned char>(strings.characters(i))];
  double const mean = total / 94.0;
  for (int c = 0; c < 256; ++c) {
    EXPECT_NEAR(characters[c], c > ' ' && c < 127 ? mean : 0, 6 * std::sqrt(mean)) << c;
  }
}

TYPED_TEST(GenerateByEach, ProteinsOfAFamilyShareWhatTheyBeginWith) {
  constexpr std::size_t n = 10000, shared = 24;
  auto const strings = yoke::generate_strings<int, Kokkos::HostSpace>(
      Host(), {.kind = StringKind::protein, .strings = n, .shared = shared}, TypeParam(5));
  std::vector<std::string> beginnings;
  for (std::size_t i = 0; i < n; ++i) {
    std::string const string(strings.characters.data() + strings.offsets(i),
                             strings.characters.data() + strings.offsets(i + 1));
    ASSERT_EQ(string.find_first_not_of("ACDEFGHIKLMNPQRSTVWY"), std::string::npos);
    if (string.size() > shared) beginnings.push_back(string.substr(0, shared));
  }
  EXPECT_NEAR(static_cast<double>(strings.characters.extent(0)) / n, 366, 6 * 330 / std::sqrt(n));
  std::ranges::sort(beginnings);
  auto const families = std::unique(beginnings.begin(), beginnings.end()) - beginnings.begin();
  // Of n / 64 families few have no string that is long enough.
  EXPECT_LE(families, static_cast<std::ptrdiff_t>(n / 64 + 1));
  EXPECT_GE(families, static_cast<std::ptrdiff_t>(n / 64 - 3));
}

}  // namespace
