#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <random>
#include <type_traits>
#include <vector>

#include "support/keys.hpp"
#include "support/sampled.hpp"
#include "support/seed.hpp"
#include "support/tools.hpp"
#include "support/views.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/sort.hpp"

// Sorting alone, with values and of indices, against std::stable_sort.

namespace {

using yoke::SortAlgorithm;
using yoke::SortOptions;
using yoke::SortOrder;
using yoke_test::vector_of;
using yoke_test::view_of;

template <class Key>
std::vector<std::uint64_t> order_of(std::vector<Key> const& keys, SortOrder order) {
  std::vector<std::uint64_t> indices(keys.size());
  std::iota(indices.begin(), indices.end(), 0);
  std::stable_sort(indices.begin(), indices.end(), [&](std::uint64_t one, std::uint64_t other) {
    return yoke_test::comes_before(keys[one], keys[other], order == SortOrder::descending);
  });
  return indices;
}

template <class Key>
::testing::AssertionResult are_sorted(std::vector<Key> const& sorted, std::vector<Key> const& keys,
                                      std::vector<std::uint64_t> const& order) {
  if (sorted.size() != keys.size()) return ::testing::AssertionFailure() << "another size";
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    Key const expected = keys[order[i]];
    if (yoke_test::are_same_number(sorted[i], expected)) continue;
    return ::testing::AssertionFailure()
           << "element " << i << " is " << sorted[i] << " and should be " << expected;
  }
  return ::testing::AssertionSuccess();
}

template <class Memory, class Executor, class Key>
void expect_all_sorted(Executor const& executor, std::vector<Key> const& keys,
                       SortOptions const& options) {
  auto const order = order_of(keys, options.order);
  auto const alone = view_of<Memory>(keys);
  yoke::sort(executor, alone, options);
  EXPECT_TRUE(are_sorted(vector_of(alone), keys, order));

  std::vector<std::uint32_t> numbers(keys.size());
  std::iota(numbers.begin(), numbers.end(), 0u);
  auto const with_values = view_of<Memory>(keys);
  auto const values = view_of<Memory>(numbers);
  yoke::sort_by_key(executor, with_values, values, options);
  EXPECT_TRUE(are_sorted(vector_of(with_values), keys, order));
  EXPECT_TRUE(std::equal(order.begin(), order.end(), vector_of(values).begin()));

  auto const fixed = view_of<Memory>(keys);
  Kokkos::View<std::int64_t*, Memory> const permutation("permutation", keys.size());
  yoke::argsort(executor, fixed, permutation, options);
  EXPECT_TRUE(std::equal(order.begin(), order.end(), vector_of(permutation).begin()));
  auto const after = vector_of(fixed);
  if (keys.empty()) return;
  EXPECT_EQ(std::memcmp(after.data(), keys.data(), keys.size() * sizeof(Key)), 0);
}

template <class Key>
class Sort : public ::testing::Test {};
using Keys =
    yoke_test::Sampled<std::uint32_t, std::int32_t, std::uint64_t, std::int64_t, float, double>;
TYPED_TEST_SUITE(Sort, Keys);

template <class Key, class Executor, class Memory = typename Executor::memory_space>
void expect_every_set_sorted(Executor const& executor, std::vector<std::size_t> const& sizes,
                             SortOptions options = {}) {
  for (std::size_t const n : sizes) {
    for (auto const& [name, keys] : yoke_test::key_sets<Key>(n, yoke_test::base_seed() + n)) {
      for (auto const order : {SortOrder::ascending, SortOrder::descending}) {
        SCOPED_TRACE(name + ", " + std::to_string(n) +
                     (order == SortOrder::ascending ? ", ascending" : ", descending"));
        options.order = order;
        expect_all_sorted<Memory>(executor, keys, options);
      }
    }
  }
}

// Also of more elements than one thread takes alone.
TYPED_TEST(Sort, OnTheDefaultSpace) {
  expect_every_set_sorted<TypeParam>(Kokkos::DefaultExecutionSpace(),
                                     {0, 1, 2, 33, 1000, 8192, 8193, 150000});
}

#if defined(KOKKOS_ENABLE_OPENMP) || defined(KOKKOS_ENABLE_CUDA)
TYPED_TEST(Sort, OnTheHost) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  if (std::is_same_v<Host, Kokkos::DefaultExecutionSpace>) GTEST_SKIP() << "tested above";
  expect_every_set_sorted<TypeParam>(Host(), {0, 1, 2, 33, 1000, 8192, 8193, 150000});
}
#endif

TYPED_TEST(Sort, OnBothSidesFromHostMemory) {
  yoke::Hybrid<> const hybrid;
  for (double const share : {0.0, 0.1, 0.9, 1.0}) {
    SCOPED_TRACE(share);
    expect_every_set_sorted<TypeParam, yoke::Hybrid<>, Kokkos::HostSpace>(
        hybrid, {0, 1, 2, 1000, 30000}, {.split = yoke::Split(share)});
  }
}

TYPED_TEST(Sort, OnBothSidesFromTheDevicesMemory) {
  yoke::Hybrid<> const hybrid;
  using Memory = Kokkos::DefaultExecutionSpace::memory_space;
  auto const keys = yoke_test::key_sets<TypeParam>(100000, yoke_test::base_seed()).front().second;
  expect_all_sorted<Memory>(hybrid, keys, {.split = yoke::Split(0.3)});
  expect_all_sorted<Memory>(hybrid, keys, {});
}

TYPED_TEST(Sort, BySequentialAlgorithm) {
  Kokkos::DefaultHostExecutionSpace const host;
  auto const sets = yoke_test::key_sets<TypeParam>(3000, yoke_test::base_seed());
  for (auto const& [name, keys] : sets) {
    SCOPED_TRACE(name);
    expect_all_sorted<Kokkos::HostSpace>(host, keys, {.algorithm = SortAlgorithm::sequential});
  }
}

using Exec = Kokkos::DefaultExecutionSpace;
using Memory = Exec::memory_space;

TEST(SortPlans, AllocateNothingWhenUsedAgain) {
  std::size_t const n = 200000;
  Kokkos::View<double*, Memory> const keys("keys", n);
  Kokkos::View<std::uint64_t*, Memory> const values("values", n);
  Exec const exec;
  yoke::SortByKeyPlan<Exec, double, std::uint64_t> plan(exec, n);
  EXPECT_GE(plan.workspace_bytes(), n * 16);
  plan(keys, values);
  yoke_test::AllocationRecorder const recorder;
  for (auto const& [name, set] : yoke_test::key_sets<double>(n, 1)) {
    auto const mirror =
        Kokkos::View<double const*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
            set.data(), n);
    Kokkos::deep_copy(keys, mirror);
    plan(keys, values);
  }
  EXPECT_TRUE(recorder.labels().empty()) << recorder.labels().front();
}

TEST(SortPlans, HoldWhatTheCommentSays) {
  std::size_t const n = 1 << 22;
  yoke::SortPlan<Exec, float> const plan(Exec(), n);
  EXPECT_GE(plan.workspace_bytes(), 4 * n);
  double const more = yoke::detail::runs_on_host<Exec>
                          ? Exec().concurrency() * (4.0 * n / 120 + 0.6 * (1 << 20))
                          : 1 << 20;
  EXPECT_LE(plan.workspace_bytes(), 4.05 * n + more);
}

TEST(SortPlans, WhatDoesNotFitIsRefused) {
  Exec const exec;
  Kokkos::View<int*, Memory> const keys("keys", 10), values("values", 11);
  yoke::SortPlan<Exec, int> plan(exec, 9);
  EXPECT_THROW(plan(keys), std::invalid_argument);
  EXPECT_THROW(yoke::sort_by_key(exec, keys, values), std::invalid_argument);
  EXPECT_THROW(yoke::sort_by_key(exec, keys, keys), std::invalid_argument);
  EXPECT_THROW(yoke::argsort(exec, keys, keys), std::invalid_argument);
  EXPECT_THROW(yoke::argsort(exec, keys, values), std::invalid_argument);
}

// Their bytes could not be counted.
TEST(SortPlans, CapacitiesThatNoMemoryHoldsAreRefused) {
  Kokkos::DefaultHostExecutionSpace const host;
  using Host = Kokkos::DefaultHostExecutionSpace;
  for (std::size_t const many : {std::size_t(1) << 62, (std::size_t(1) << 62) + 100000}) {
    EXPECT_THROW((yoke::SortPlan<Host, std::uint32_t>(host, many)), std::invalid_argument);
    EXPECT_THROW((yoke::SortByKeyPlan<Host, int, int>(host, many)), std::invalid_argument);
    EXPECT_THROW((yoke::ArgsortPlan<Host, int, std::uint64_t>(host, many)), std::invalid_argument);
  }
}

TEST(SortPlans, AlgorithmsForComparatorsAreRefusedWithoutOne) {
  Kokkos::View<int*, Kokkos::HostSpace> const keys("keys", 10);
  yoke::Hybrid<> const hybrid;
  for (auto const algorithm : {SortAlgorithm::sample, SortAlgorithm::merge}) {
    SortOptions const options{.algorithm = algorithm, .split = yoke::Split(0.5)};
    EXPECT_THROW(yoke::sort(Kokkos::DefaultHostExecutionSpace(), keys, options),
                 std::invalid_argument);
    EXPECT_THROW(yoke::sort(hybrid, keys, options), std::invalid_argument);
  }
}

// A column of a matrix whose rows lie one after the other.
TEST(SortPlans, StridedViewsAreSorted) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  Kokkos::View<float* [3], Kokkos::LayoutRight, Kokkos::HostSpace> const table("table", 50000);
  auto const keys = yoke_test::key_sets<std::uint32_t>(50000, yoke_test::base_seed())[0].second;
  std::vector<float> column(50000);
  for (std::size_t i = 0; i < 50000; ++i) {
    table(i, 1) = column[i] = static_cast<float>(keys[i]);
    table(i, 2) = static_cast<float>(i);
  }
  auto const sorted = Kokkos::subview(table, Kokkos::ALL, 1);
  auto const moved = Kokkos::subview(table, Kokkos::ALL, 2);
  yoke::sort_by_key(Host(), sorted, moved);
  auto const order = order_of(column, SortOrder::ascending);
  for (std::size_t i = 0; i < 50000; ++i) {
    ASSERT_EQ(table(i, 0), 0);
    ASSERT_EQ(table(i, 1), column[order[i]]);
    ASSERT_EQ(table(i, 2), static_cast<float>(order[i]));
  }
}

// Also of few elements, which one thread sorts.
TEST(SortWork, IsReportedByPhases) {
  for (std::size_t const n : {100, 100000}) {
    Kokkos::View<int*, Memory> const keys("keys", n), permutation("permutation", n);
    yoke::SortReport report;
    yoke::sort(Exec(), keys, {.report = &report});
    EXPECT_FALSE(report.phases.empty());
    yoke::argsort(Exec(), keys, permutation, {.report = &report});
    ASSERT_FALSE(report.phases.empty());
    EXPECT_EQ(report.phases.front().name, "number");
    yoke::sort_by_key(Exec(), keys, yoke::payloads(permutation), {.report = &report});
    ASSERT_GE(report.phases.size(), 3u);
    EXPECT_EQ(report.phases.front().name, "number");
    EXPECT_EQ(report.phases.back().name, "move payloads");
  }
}

// Equal keys are not partitioned again and again.
TEST(SortWork, OfManyEqualKeysIsOnePartition) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  for (int const values : {1, 2, 16, 100}) {
    SCOPED_TRACE(values);
    Kokkos::View<std::uint64_t*, Kokkos::HostSpace> const keys("keys", 1 << 20);
    for (std::size_t i = 0; i < keys.extent(0); ++i) keys(i) = i * 7919 % values;
    yoke::SortReport report;
    yoke::sort(Host(), keys, {.report = &report});
    // One value is sorted already.
    EXPECT_EQ(report.partitions, values == 1 ? 0u : 1u);
    EXPECT_EQ(report.algorithm, SortAlgorithm::radix);
    EXPECT_TRUE(std::is_sorted(keys.data(), keys.data() + keys.extent(0)));
  }
}

TEST(SortWork, OfKeysThatShareMostDigitsIsFewPartitions) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  Kokkos::View<std::uint64_t*, Kokkos::HostSpace> const keys("keys", 1 << 20);
  std::mt19937_64 random(yoke_test::base_seed());
  for (std::size_t i = 0; i < keys.extent(0); ++i) {
    keys(i) = i % 4096 == 0 ? random() : 12345678901234567890u + random() % 1000000;
  }
  yoke::SortReport report;
  yoke::sort(Host(), keys, {.report = &report});
  EXPECT_LE(report.partitions, 6u);
  EXPECT_TRUE(std::is_sorted(keys.data(), keys.data() + keys.extent(0)));
}

}  // namespace
