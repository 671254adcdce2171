#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "support/seed.hpp"
#include "support/tools.hpp"
#include "support/views.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/sort_comparator.hpp"
#include "yoke/sort_segments.hpp"
#include "yoke/validate_sort.hpp"

// Keys of 8 and 16 bits, against std::stable_sort.

namespace {

using yoke_test::vector_of;
using yoke_test::view_of;
using Exec = Kokkos::DefaultExecutionSpace;
using Memory = Exec::memory_space;
using Host = Kokkos::DefaultHostExecutionSpace;
constexpr bool is_on_gpu = !yoke::detail::runs_on_host<Exec>;

template <class Key>
std::vector<std::pair<std::string, std::vector<Key>>> sets_of(std::size_t n) {
  std::mt19937_64 random(yoke_test::base_seed() + n);
  std::vector<std::pair<std::string, std::vector<Key>>> sets;
  auto const add = [&](std::string const& name, auto const& key) {
    std::vector<Key> keys(n);
    for (std::size_t i = 0; i < n; ++i) keys[i] = static_cast<Key>(key(i));
    sets.emplace_back(name + ", " + std::to_string(n), std::move(keys));
  };
  using Limits = std::numeric_limits<Key>;
  add("any", [&](std::size_t) { return random(); });
  add("all equal", [](std::size_t) { return Limits::lowest(); });
  add("ends of the range",
      [&](std::size_t) { return random() % 2 ? Limits::lowest() : Limits::max(); });
  add("descending", [n](std::size_t i) { return (n - i) * 256 / (n + 1); });
  add("one of many and few others",
      [&](std::size_t) { return random() % 1000 == 0 ? random() : std::uint64_t(5); });
  return sets;
}

template <class Key>
std::vector<std::uint32_t> order_of(std::vector<Key> const& keys,
                                    std::vector<std::size_t> const& bounds, bool descends) {
  std::vector<std::uint32_t> order(keys.size());
  std::iota(order.begin(), order.end(), 0u);
  for (std::size_t s = 0; s + 1 < bounds.size(); ++s) {
    std::stable_sort(order.begin() + static_cast<std::ptrdiff_t>(bounds[s]),
                     order.begin() + static_cast<std::ptrdiff_t>(bounds[s + 1]),
                     [&](std::uint32_t one, std::uint32_t other) {
                       return descends ? keys[other] < keys[one] : keys[one] < keys[other];
                     });
  }
  return order;
}

template <class Key>
std::vector<Key> in_order(std::vector<Key> const& keys, std::vector<std::uint32_t> const& order) {
  std::vector<Key> sorted;
  sorted.reserve(keys.size());
  for (auto const i : order) sorted.push_back(keys[i]);
  return sorted;
}

template <class Where, class Executor, class Key>
void expect_sorted(Executor const& executor, std::vector<Key> const& keys,
                   yoke::SortOptions const& options) {
  auto const order = order_of(keys, {0, keys.size()}, options.order == yoke::SortOrder::descending);
  auto const sorted = in_order(keys, order);
  auto view = view_of<Where>(keys);
  yoke::sort(executor, view, options);
  EXPECT_EQ(vector_of(view), sorted);

  std::vector<std::uint64_t> numbers(keys.size());
  std::iota(numbers.begin(), numbers.end(), 0u);
  std::vector<std::uint64_t> const expected(order.begin(), order.end());
  view = view_of<Where>(keys);
  auto const values = view_of<Where>(numbers);
  yoke::sort_by_key(executor, view, values, options);
  EXPECT_EQ(vector_of(view), sorted);
  EXPECT_EQ(vector_of(values), expected);

  view = view_of<Where>(keys);
  auto const first = view_of<Where>(keys);
  auto const second = view_of<Where>(numbers);
  yoke::sort_by_key(executor, view, yoke::payloads(first, second), options);
  EXPECT_EQ(vector_of(first), sorted);
  EXPECT_EQ(vector_of(second), expected);

  Kokkos::View<Key const*, Where> const fixed = view_of<Where>(keys);
  Kokkos::View<std::uint32_t*, Where> const permutation("permutation", keys.size());
  yoke::argsort(executor, fixed, permutation, options);
  EXPECT_EQ(vector_of(permutation), order);
  EXPECT_EQ(vector_of(fixed), keys);
}

template <class Key>
class SortNarrow : public ::testing::Test {};
using Keys = ::testing::Types<std::uint8_t, std::int8_t, std::uint16_t, std::int16_t>;
TYPED_TEST_SUITE(SortNarrow, Keys);

constexpr yoke::SortOrder orders[] = {yoke::SortOrder::ascending, yoke::SortOrder::descending};

TYPED_TEST(SortNarrow, OnTheDefaultSpace) {
  for (std::size_t const n : {0, 1, 2, 8, 9, 33, 2048, 2049, 8192, 8193, 100000}) {
    for (auto const& [name, keys] : sets_of<TypeParam>(n)) {
      SCOPED_TRACE(name);
      for (auto const order : orders) expect_sorted<Memory>(Exec(), keys, {.order = order});
    }
  }
}

// Each value 16 times at least: a factor that is odd leaves none out.
TYPED_TEST(SortNarrow, EveryValueOnEitherSpace) {
  std::vector<TypeParam> keys((1 << 20) + 3);
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = static_cast<TypeParam>(40503 * i);
  for (auto const order : orders) {
    expect_sorted<Memory>(Exec(), keys, {.order = order});
    if (is_on_gpu) expect_sorted<Kokkos::HostSpace>(Host(), keys, {.order = order});
  }
}

TYPED_TEST(SortNarrow, OnBothSides) {
  yoke::Hybrid<> const hybrid;
  for (double const share : {0.0, 0.4, 1.0}) {
    for (auto const& [name, keys] : sets_of<TypeParam>(30000)) {
      SCOPED_TRACE(name);
      yoke::SortOptions const options{.split = yoke::Split(share)};
      expect_sorted<Kokkos::HostSpace>(hybrid, keys, options);
      expect_sorted<Memory>(hybrid, keys, options);
    }
  }
}

TYPED_TEST(SortNarrow, Segments) {
  std::size_t const n = 50000;
  std::vector<std::size_t> const bounds{3, 3, 4, 500, 1100, 1101, 40000, n - 2};
  auto const offsets = view_of<Memory>(std::vector<int>(bounds.begin(), bounds.end()));
  for (auto const& [name, keys] : sets_of<TypeParam>(n)) {
    SCOPED_TRACE(name);
    for (auto const order : orders) {
      auto const expected = order_of(keys, bounds, order == yoke::SortOrder::descending);
      auto view = view_of<Memory>(keys);
      yoke::sort_segments(Exec(), offsets, view, {.order = order});
      EXPECT_EQ(vector_of(view), in_order(keys, expected));
      view = view_of<Memory>(keys);
      std::vector<std::uint32_t> numbers(n);
      std::iota(numbers.begin(), numbers.end(), 0u);
      auto const payload = view_of<Memory>(numbers);
      yoke::sort_segments(Exec(), offsets, view, yoke::payloads(payload), {.order = order});
      EXPECT_EQ(vector_of(view), in_order(keys, expected));
      EXPECT_EQ(vector_of(payload), expected);
    }
  }
}

// The keys between them stay.
TYPED_TEST(SortNarrow, OfAColumn) {
  std::size_t const n = 20000;
  auto const keys = sets_of<TypeParam>(n).front().second;
  Kokkos::View<TypeParam* [2], Kokkos::LayoutRight, Memory> const table("table", n);
  auto const mirror = Kokkos::create_mirror_view(table);
  for (std::size_t i = 0; i < n; ++i) {
    mirror(i, 0) = TypeParam(9);
    mirror(i, 1) = keys[i];
  }
  Kokkos::deep_copy(table, mirror);
  yoke::sort(Exec(), Kokkos::subview(table, Kokkos::ALL, 1));
  Kokkos::deep_copy(mirror, table);
  auto const sorted = in_order(keys, order_of(keys, {0, n}, false));
  for (std::size_t i = 0; i < n; ++i) {
    ASSERT_EQ(mirror(i, 0), TypeParam(9)) << i;
    ASSERT_EQ(mirror(i, 1), sorted[i]) << i;
  }
}

TYPED_TEST(SortNarrow, ByStdGreaterIsByRadix) {
  auto const keys = sets_of<TypeParam>(20000).front().second;
  auto const view = view_of<Memory>(keys);
  yoke::SortReport report;
  yoke::sort(Exec(), view, std::greater<TypeParam>(), {.report = &report});
  EXPECT_EQ(vector_of(view), in_order(keys, order_of(keys, {0, keys.size()}, true)));
  EXPECT_EQ(report.algorithm, yoke::SortAlgorithm::radix);
}

TYPED_TEST(SortNarrow, IsValidated) {
  auto const keys = sets_of<TypeParam>(20000).front().second;
  auto const view = view_of<Memory>(keys);
  auto const before = yoke::fingerprint(Exec(), view);
  EXPECT_THROW(yoke::validate_sort(Exec(), view, before), yoke::InvalidInput);
  yoke::sort(Exec(), view);
  yoke::validate_sort(Exec(), view, before);
}

TYPED_TEST(SortNarrow, APlanAllocatesNothingWhenUsedAgain) {
  std::size_t const n = 200000;
  auto const view = view_of<Memory>(sets_of<TypeParam>(n).front().second);
  yoke::SortPlan<Exec, TypeParam> plan(Exec(), n);
  plan(view);
  if (is_on_gpu) {
    // The keys as they are; CUB has an eighth of a byte for each.
    EXPECT_GE(plan.workspace_bytes(), n * sizeof(TypeParam));
    EXPECT_LE(plan.workspace_bytes(), n * sizeof(TypeParam) + n / 8 + (1 << 16));
  } else {
    // Counts of keys that there can be.
    std::size_t const values = std::size_t(1) << (8 * sizeof(TypeParam)),
                      counters = sizeof(TypeParam) == 1 ? 8192 : 5 * values;
    EXPECT_GE(plan.workspace_bytes(), 8 * values);
    EXPECT_LE(plan.workspace_bytes(),
              8 * values + counters * static_cast<std::size_t>(Exec().concurrency()));
  }
  yoke_test::AllocationRecorder const recorder;
  plan(view);
  EXPECT_TRUE(recorder.labels().empty()) << recorder.labels().front();
}

TEST(SortNarrowFaults, WhatOverlapsOrDiffersIsRefused) {
  Kokkos::View<std::uint32_t*, Memory> const memory("memory", 100);
  Kokkos::View<std::uint8_t*, Memory> const keys(reinterpret_cast<std::uint8_t*>(memory.data()),
                                                 100);
  EXPECT_THROW(yoke::sort_by_key(Exec(), keys, memory), std::invalid_argument);
  EXPECT_THROW(yoke::argsort(Exec(), keys, memory), std::invalid_argument);
  Kokkos::View<std::uint32_t*, Memory> const fewer("fewer", 99);
  EXPECT_THROW(yoke::sort_by_key(Exec(), keys, fewer), std::invalid_argument);
  EXPECT_THROW(yoke::argsort(Exec(), keys, fewer), std::invalid_argument);
  yoke::SortPlan<Exec, std::uint8_t> plan(Exec(), 99);
  EXPECT_THROW(plan(keys), std::invalid_argument);
}

TEST(SortNarrowTypes, BoolAndCharactersAreIntegers) {
  Kokkos::View<bool*, Kokkos::HostSpace> const flags("flags", 1000);
  for (std::size_t i = 0; i < 1000; ++i) flags(i) = i % 3 == 0;
  Kokkos::View<char16_t*, Kokkos::HostSpace> const letters("letters", 1000);
  for (std::size_t i = 0; i < 1000; ++i) letters(i) = static_cast<char16_t>(60000 - 7 * i);
  Kokkos::DefaultHostExecutionSpace const host;
  yoke::sort(host, flags);
  yoke::sort(host, letters);
  for (std::size_t i = 0; i < 1000; ++i) {
    ASSERT_EQ(flags(i), i >= 666) << i;
    ASSERT_EQ(letters(i), 60000 - 7 * (999 - i)) << i;
  }
}

}  // namespace
