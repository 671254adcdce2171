#include "yoke/prefix_sum.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

namespace {

using Word = std::uint64_t;

std::vector<Word> some_values(std::size_t n) {
  std::mt19937_64 random(n);
  std::vector<Word> values(n);
  for (auto& value : values) value = random();
  return values;
}

// Runs a plan twice on a View of the memory space and compares with the standard library.
template <class MemorySpace, class Executor>
void expect_prefix_sums(Executor const& executor, std::size_t n,
                        yoke::PrefixSumOptions const& options = {}) {
  auto const values = some_values(n);
  std::vector<Word> expected(n);
  std::partial_sum(values.begin(), values.end(), expected.begin());
  Kokkos::View<Word*, MemorySpace> const value("value", n), sum("sum", n);
  auto const value_mirror = Kokkos::create_mirror_view(value);
  std::copy(values.begin(), values.end(), value_mirror.data());
  Kokkos::deep_copy(value, value_mirror);
  yoke::PrefixSumPlan<Executor> plan(executor, n, options);
  for (int call = 0; call < 2; ++call) {
    Kokkos::deep_copy(sum, 0);
    EXPECT_EQ(plan(value, sum), n == 0 ? 0 : expected.back());
    auto const sums = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), sum);
    EXPECT_EQ(std::vector<Word>(sums.data(), sums.data() + n), expected);
  }
}

constexpr std::size_t sizes[] = {0, 1, 2, 1000, 100003};

TEST(PrefixSum, OneSpace) {
  using Exec = Kokkos::DefaultExecutionSpace;
  for (auto const n : sizes) expect_prefix_sums<Exec::memory_space>(Exec(), n);
  using Host = Kokkos::DefaultHostExecutionSpace;
  for (auto const n : sizes) expect_prefix_sums<Kokkos::HostSpace>(Host(), n);
}

TEST(PrefixSum, HybridFromEitherSide) {
  yoke::Hybrid<> const hybrid;
  using Memory = Kokkos::DefaultExecutionSpace::memory_space;
  for (auto const n : sizes) {
    expect_prefix_sums<Memory>(hybrid, n);
    for (double const share : {0.0, 0.3, 0.5, 1.0}) {
      yoke::PrefixSumReport report;
      yoke::PrefixSumOptions const options{.split = yoke::Split(share), .report = &report};
      expect_prefix_sums<Memory>(hybrid, n, options);
      expect_prefix_sums<Kokkos::HostSpace>(hybrid, n, options);
      if (n < 1000) continue;
      EXPECT_EQ(report.host_share, share);
      EXPECT_EQ(report.way, share == 0   ? yoke::Way::device
                            : share == 1 ? yoke::Way::host
                                         : yoke::Way::both);
      EXPECT_EQ(report.host_busy > 0, share > 0);
      EXPECT_EQ(report.device_busy > 0, share < 1);
      EXPECT_FALSE(report.phases.empty());
    }
  }
}

// Where the device has memory of its own.
TEST(PrefixSum, PageableViewsGoThroughPinnedMemoryThatThePlanKeeps) {
  using Exec = Kokkos::DefaultExecutionSpace;
  if (yoke::detail::runs_on_host<Exec>) GTEST_SKIP() << "nothing is copied";
  constexpr std::size_t n = 1 << 20;
  yoke::Hybrid<> const hybrid;
  yoke::PrefixSumPlan<yoke::Hybrid<>> plan(hybrid, n, {.split = yoke::Split(0)});
  Kokkos::View<Word*, Kokkos::SharedHostPinnedSpace> const pinned("pinned", n),
      pinned_sum("sum", n);
  Kokkos::View<Word*, Kokkos::HostSpace> const value("value", n), sum("sum", n);
  Kokkos::deep_copy(pinned, 1);
  Kokkos::deep_copy(value, 1);
  EXPECT_EQ(plan(pinned, pinned_sum), n);
  std::size_t const without_ring = plan.workspace_bytes();
  EXPECT_EQ(plan(value, sum), n);
  std::size_t const with_ring = plan.workspace_bytes();
  EXPECT_GT(with_ring, without_ring);
  EXPECT_EQ(plan(value, sum), n);
  EXPECT_EQ(plan.workspace_bytes(), with_ring);
  for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(sum(i), i + 1);
}

TEST(PrefixSum, StridedViewsAreCopiedIntoMemoryThatThePlanKeeps) {
  using Exec = Kokkos::DefaultExecutionSpace;
  Kokkos::View<Word* [2], Kokkos::LayoutRight, Exec::memory_space> const columns("columns", 1000);
  Kokkos::deep_copy(columns, 1);
  auto const value = Kokkos::subview(columns, Kokkos::ALL, 0);
  auto const sum = Kokkos::subview(columns, Kokkos::ALL, 1);
  yoke::PrefixSumPlan<Exec> plan(Exec(), 1000);
  EXPECT_EQ(plan(value, sum), 1000u);
  std::size_t const bytes = plan.workspace_bytes();
  EXPECT_EQ(bytes, 2 * 1000 * sizeof(Word));
  EXPECT_EQ(plan(value, sum), 1000u);
  EXPECT_EQ(plan.workspace_bytes(), bytes);
  auto const mirror = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), columns);
  EXPECT_EQ(mirror(0, 1), 1u);
  EXPECT_EQ(mirror(999, 1), 1000u);
  EXPECT_EQ(mirror(999, 0), 1u);
}

TEST(PrefixSum, WhatCanBeSeenIsRefused) {
  using Exec = Kokkos::DefaultExecutionSpace;
  Kokkos::View<Word*, Exec::memory_space> const value("value", 10), sum("sum", 11);
  auto const front = Kokkos::subview(sum, std::pair<std::size_t, std::size_t>(0, 10));
  EXPECT_THROW(yoke::prefix_sum(Exec(), value, sum), std::invalid_argument);
  EXPECT_THROW(yoke::prefix_sum(Exec(), front, front), std::invalid_argument);
  EXPECT_EQ(yoke::prefix_sum(Exec(), value, front), 0u);
  EXPECT_THROW(yoke::PrefixSumPlan<Exec>(Exec(), 9)(value, front), std::invalid_argument);
  yoke::PrefixSumOptions const options{.algorithm = yoke::PrefixSumAlgorithm::sequential,
                                       .split = yoke::Split(0.5)};
  yoke::Hybrid<> const hybrid;
  EXPECT_THROW(yoke::PrefixSumPlan<yoke::Hybrid<>>(hybrid, 9, options), std::invalid_argument);
}

}  // namespace
