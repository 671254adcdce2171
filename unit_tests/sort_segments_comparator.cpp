#include "yoke/sort_segments_comparator.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "support/seed.hpp"
#include "support/tools.hpp"
#include "support/views.hpp"
#include "yoke/hybrid.hpp"

// Segments by a comparator and their permutations, against std::stable_sort of each.

namespace {

using yoke_test::vector_of;
using yoke_test::view_of;
using Exec = Kokkos::DefaultExecutionSpace;
using Memory = Exec::memory_space;

struct Point {
  std::uint16_t x, y;
  friend bool operator==(Point const&, Point const&) = default;
};
struct Wide {
  double numbers[3];
};

// By x, the largest first; y does not count.
struct ByX {
  KOKKOS_FUNCTION bool operator()(Point const& one, Point const& other) const {
    return one.x > other.x;
  }
};

std::vector<Point> points_of(std::size_t n, std::uint32_t values) {
  std::mt19937 random(static_cast<std::uint32_t>(yoke_test::base_seed() + n));
  std::vector<Point> points(n);
  for (std::size_t i = 0; i < n; ++i) {
    points[i] = {static_cast<std::uint16_t>(random() % values), static_cast<std::uint16_t>(i)};
  }
  return points;
}

// Ways to cut n keys; the first and the last may be in no segment.
std::vector<std::vector<std::uint64_t>> cuts_of(std::size_t n) {
  std::mt19937_64 random(yoke_test::base_seed());
  std::vector<std::vector<std::uint64_t>> cuts{{0, n}, {n / 2}, {n / 3, n / 3, n / 3, n - n / 4}};
  for (std::uint64_t const longest : {1, 40, 3000}) {
    std::vector<std::uint64_t> offsets{n / 50};
    while (offsets.back() < n - n / 50) {
      offsets.push_back(std::min<std::uint64_t>(n, offsets.back() + random() % (longest + 1)));
    }
    cuts.push_back(offsets);
  }
  return cuts;
}

template <class Key, class Less>
std::vector<std::uint32_t> order_of(std::vector<Key> const& keys,
                                    std::vector<std::uint64_t> const& offsets, Less const& less) {
  std::vector<std::uint32_t> order(keys.size());
  std::iota(order.begin(), order.end(), 0u);
  for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
    std::stable_sort(
        order.begin() + static_cast<std::ptrdiff_t>(offsets[s]),
        order.begin() + static_cast<std::ptrdiff_t>(offsets[s + 1]),
        [&](std::uint32_t one, std::uint32_t other) { return less(keys[one], keys[other]); });
  }
  return order;
}

template <class Where, class Executor>
void expect_sorted(Executor const& executor, std::vector<Point> const& points,
                   std::vector<std::uint64_t> const& cuts, yoke::SortOptions const& options) {
  auto const order = order_of(points, cuts, ByX());
  auto const offsets = view_of<Where>(std::vector<int>(cuts.begin(), cuts.end()));
  auto const wide_offsets = view_of<Where>(cuts);
  std::size_t const n = points.size();
  std::vector<Point> sorted(n);
  for (std::size_t i = 0; i < n; ++i) sorted[i] = points[order[i]];

  auto keys = view_of<Where>(points);
  yoke::sort_segments(executor, offsets, keys, ByX(), options);
  EXPECT_EQ(vector_of(keys), sorted);

  // A payload that moves with its key, and payloads that are fetched.
  std::vector<std::uint32_t> numbers(n);
  std::iota(numbers.begin(), numbers.end(), 0u);
  auto const number = view_of<Where>(numbers);
  keys = view_of<Where>(points);
  yoke::sort_segments(executor, wide_offsets, keys, yoke::payloads(number), ByX(), options);
  EXPECT_EQ(vector_of(keys), sorted);
  EXPECT_EQ(vector_of(number), order);
  std::vector<Wide> large(n);
  for (std::size_t i = 0; i < n; ++i) large[i] = {{0, static_cast<double>(i), 1}};
  auto const wide = view_of<Where>(large);
  Kokkos::deep_copy(number, view_of<Where>(numbers));
  keys = view_of<Where>(points);
  yoke::sort_segments(executor, offsets, keys, yoke::payloads(wide, number), ByX(), options);
  EXPECT_EQ(vector_of(keys), sorted);
  EXPECT_EQ(vector_of(number), order);
  auto const moved = vector_of(wide);
  for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(moved[i].numbers[1], order[i]) << i;

  Kokkos::View<Point const*, Where> const fixed = view_of<Where>(points);
  Kokkos::View<std::int64_t*, Where> const permutation("permutation", n);
  yoke::argsort_segments(executor, offsets, fixed, ByX(), permutation, options);
  auto const found = vector_of(permutation);
  EXPECT_TRUE(std::equal(order.begin(), order.end(), found.begin()));
}

template <class Where, class Executor>
void expect_all_sorted(Executor const& executor, std::vector<std::size_t> const& sizes,
                       yoke::SortOptions const& options = {}) {
  for (std::size_t const n : sizes) {
    for (auto const& cuts : cuts_of(n)) {
      for (std::uint32_t const values : {1, 60000}) {
        SCOPED_TRACE(std::to_string(n) + " keys in " + std::to_string(cuts.size() - 1) +
                     " segments, of " + std::to_string(values) + " values");
        expect_sorted<Where>(executor, points_of(n, values), cuts, options);
      }
    }
  }
}

TEST(SegmentsByComparator, OnTheDefaultSpace) {
  expect_all_sorted<Memory>(Exec(), {0, 1, 2, 65, 30000}, {.validate = true});
  // Longer than what one thread of a host sorts.
  expect_all_sorted<Memory>(Exec(), {20000}, {.algorithm = yoke::SortAlgorithm::merge});
  expect_all_sorted<Kokkos::HostSpace>(Kokkos::DefaultHostExecutionSpace(), {2, 700},
                                       {.algorithm = yoke::SortAlgorithm::sequential});
}

TEST(SegmentsByComparator, EveryShortLength) {
  std::vector<std::uint64_t> cuts{0};
  for (std::uint64_t size = 0; size <= 70; ++size) {
    for (int k = 0; k < 3; ++k) cuts.push_back(cuts.back() + size);
  }
  for (std::uint32_t const values : {2, 60000}) {
    expect_sorted<Memory>(Exec(), points_of(cuts.back(), values), cuts, {});
  }
}

TEST(SegmentsByComparator, OnBothSides) {
  yoke::Hybrid<> const hybrid;
  for (double const share : {0.0, 0.4, 1.0}) {
    yoke::SortOptions const options{.split = yoke::Split(share)};
    expect_all_sorted<Kokkos::HostSpace>(hybrid, {1, 4000}, options);
    expect_all_sorted<Memory>(hybrid, {4000}, options);
  }
  expect_all_sorted<Memory>(hybrid, {1000});
}

// Numbers by their own order.
TEST(SegmentsByComparator, NumbersByStdGreater) {
  std::vector<std::uint8_t> keys(9000);
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = static_cast<std::uint8_t>(i * i * 7);
  std::vector<std::uint64_t> const cuts{5, 5, 100, 8000, 8990};
  auto const order = order_of(keys, cuts, std::greater<>());
  std::vector<std::uint8_t> sorted(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) sorted[i] = keys[order[i]];
  auto const offsets = view_of<Memory>(cuts);
  yoke::Hybrid<> const hybrid;
  auto const expect = [&](auto const& executor) {
    yoke::SortReport report;
    auto const view = view_of<Memory>(keys);
    yoke::sort_segments(executor, offsets, view, std::greater<>(), {.report = &report});
    EXPECT_EQ(vector_of(view), sorted);
    EXPECT_EQ(report.algorithm, yoke::SortAlgorithm::radix);
    Kokkos::View<std::uint32_t*, Memory> const permutation("permutation", keys.size());
    yoke::argsort_segments(executor, offsets, view_of<Memory>(keys), std::greater<>(), permutation);
    EXPECT_EQ(vector_of(permutation), order);
  };
  expect(Exec());
  expect(hybrid);
}

TEST(SegmentsByComparator, FaultsAreNamedAndNothingIsWritten) {
  auto const points = points_of(10, 100);
  auto const keys = view_of<Memory>(points);
  for (auto const& [cuts, segment] : std::vector<std::pair<std::vector<int>, std::uint64_t>>{
           {{0, 3, 2, 10}, 1}, {{0, 3, 11}, 1}, {{-1, 3, 10}, 0}}) {
    try {
      yoke::sort_segments(Exec(), view_of<Memory>(cuts), keys, ByX());
      FAIL();
    } catch (yoke::InvalidInput const& error) {
      EXPECT_EQ(error.index(), segment) << error.what();
    }
  }
  EXPECT_EQ(vector_of(keys), points);
  yoke::ComparatorSortSegmentsPlan<Exec, Point> plan(Exec(), 10, 1);
  EXPECT_THROW(plan(view_of<Memory>(std::vector<int>{0, 3, 4}), keys, ByX()),
               std::invalid_argument);
  EXPECT_THROW(plan(Kokkos::View<int*, Memory>("none", 0), keys, ByX()), std::invalid_argument);
  auto const offsets = view_of<Memory>(std::vector<int>{0, 10});
  EXPECT_THROW(yoke::sort_segments(Exec(), offsets, view_of<Memory>(points_of(9, 3)), ByX()),
               yoke::InvalidInput);
  EXPECT_THROW(
      yoke::sort_segments(Exec(), offsets, keys, ByX(), {.algorithm = yoke::SortAlgorithm::radix}),
      std::invalid_argument);
  Kokkos::View<int*, Memory> const few("few", 9);
  EXPECT_THROW(yoke::argsort_segments(Exec(), offsets, keys, ByX(), few), std::invalid_argument);
  EXPECT_THROW((yoke::ComparatorSortSegmentsPlan<Exec, Point>(Exec(), 10, std::size_t(1) << 32)),
               std::invalid_argument);
}

struct NotLess {
  KOKKOS_FUNCTION bool operator()(Point const& one, Point const& other) const {
    return one.x <= other.x;
  }
};
TEST(SegmentsByComparator, NoStrictOrderIsSeen) {
  auto const offsets = view_of<Memory>(std::vector<int>{0, 4000, 10000});
  EXPECT_THROW(yoke::sort_segments(Exec(), offsets, view_of<Memory>(points_of(10000, 50)),
                                   NotLess(), {.validate = true}),
               yoke::InvalidInput);
  for (int const size : {1, 2, 3, 100}) {
    std::vector<int> cuts;
    for (int begin = 0; begin <= 1000; begin += size) cuts.push_back(begin);
    EXPECT_THROW(yoke::sort_segments(Exec(), view_of<Memory>(cuts),
                                     view_of<Memory>(points_of(1000, 50)), NotLess()),
                 std::invalid_argument)
        << size;
  }
}

TEST(SegmentsByComparator, APlanAllocatesNothingWhenUsedAgain) {
  std::size_t const n = 20000;
  auto const keys = view_of<Memory>(points_of(n, 100));
  auto const offsets = view_of<Memory>(std::vector<int>{0, 10, 3000, 20000});
  Kokkos::View<double*, Memory> const values("values", n);
  yoke::ComparatorSortSegmentsPlan<Exec, Point, double> plan(Exec(), n, 3);
  plan(offsets, keys, yoke::payloads(values), ByX());
  yoke_test::AllocationRecorder const recorder;
  plan(offsets, keys, yoke::payloads(values), ByX());
  EXPECT_TRUE(recorder.labels().empty()) << recorder.labels().front();
}

template <class Key>
class ArgsortSegments : public ::testing::Test {};
using Keys = ::testing::Types<std::uint32_t, std::int16_t, double>;
TYPED_TEST_SUITE(ArgsortSegments, Keys);

TYPED_TEST(ArgsortSegments, OrdersEachSegmentAndLeavesTheKeys) {
  for (std::size_t const n : {0, 1, 65, 50000}) {
    std::mt19937 random(static_cast<std::uint32_t>(yoke_test::base_seed()));
    std::vector<TypeParam> keys(n);
    for (auto& key : keys) key = static_cast<TypeParam>(random() % 1000);
    for (auto const& cuts : cuts_of(n)) {
      for (bool const descends : {false, true}) {
        auto const order = order_of(keys, cuts, [&](TypeParam one, TypeParam other) {
          return descends ? other < one : one < other;
        });
        Kokkos::View<TypeParam const*, Memory> const fixed = view_of<Memory>(keys);
        Kokkos::View<std::uint32_t*, Memory> const narrow("permutation", n);
        Kokkos::View<std::int64_t*, Memory> const wide("permutation", n);
        yoke::SortOptions const options{.order = descends ? yoke::SortOrder::descending
                                                          : yoke::SortOrder::ascending};
        yoke::argsort_segments(Exec(), view_of<Memory>(cuts), fixed, narrow, options);
        yoke::argsort_segments(Exec(), view_of<Memory>(cuts), fixed, wide, options);
        EXPECT_EQ(vector_of(narrow), order);
        EXPECT_EQ(vector_of(fixed), keys);
        auto const found = vector_of(wide);
        EXPECT_TRUE(std::equal(order.begin(), order.end(), found.begin()));
      }
    }
  }
}

TEST(ArgsortSegmentsFaults, WhatDoesNotFitIsRefused) {
  auto const keys = view_of<Memory>(std::vector<int>(10, 3));
  auto const offsets = view_of<Memory>(std::vector<int>{0, 10});
  EXPECT_THROW(yoke::argsort_segments(Exec(), offsets, keys, keys), std::invalid_argument);
  Kokkos::View<int*, Memory> const few("few", 9);
  EXPECT_THROW(yoke::argsort_segments(Exec(), offsets, keys, few), std::invalid_argument);
}

}  // namespace
