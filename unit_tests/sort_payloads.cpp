#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <vector>

#include "support/keys.hpp"
#include "support/seed.hpp"
#include "support/tools.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/sort.hpp"

// Payloads of every size move with their keys.

namespace {

template <std::size_t bytes>
struct Bytes {
  std::array<unsigned char, bytes> data;

  static Bytes of(std::uint64_t i) {
    Bytes made;
    for (std::size_t k = 0; k < bytes; ++k) {
      made.data[k] = static_cast<unsigned char>((i + k) * 0x9E3779B97F4A7C15u >> 40);
    }
    return made;
  }
};

template <class T, class Memory>
void fill(Kokkos::View<T*, Memory> const& view, auto const& value) {
  auto const mirror = Kokkos::create_mirror_view(view);
  for (std::size_t i = 0; i < view.extent(0); ++i) mirror(i) = value(i);
  Kokkos::deep_copy(view, mirror);
}

template <class T, class Memory>
void expect_moved(Kokkos::View<T*, Memory> const& view, std::vector<std::uint64_t> const& order) {
  auto const mirror = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  for (std::size_t i = 0; i < order.size(); ++i) {
    ASSERT_EQ(mirror(i).data, T::of(order[i]).data) << "element " << i << " of " << sizeof(T);
  }
}

template <class Memory, class Executor>
void expect_payloads_moved(Executor const& executor, std::size_t n,
                           yoke::SortOptions const& options = {}) {
  SCOPED_TRACE(n);
  auto const keys = yoke_test::key_sets<float>(n, yoke_test::base_seed())[5].second;
  std::vector<std::uint64_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](auto one, auto other) { return keys[one] < keys[other]; });
  Kokkos::View<float*, Memory> const sorted("sorted", n);
  fill(sorted, [&](std::size_t i) { return keys[i]; });
  Kokkos::View<Bytes<1>*, Memory> const one("1", n);
  Kokkos::View<Bytes<7>*, Memory> const seven("7", n);
  Kokkos::View<Bytes<48>*, Memory> const many("48", n);
  fill(one, [](std::size_t i) { return Bytes<1>::of(i); });
  fill(seven, [](std::size_t i) { return Bytes<7>::of(i); });
  fill(many, [](std::size_t i) { return Bytes<48>::of(i); });
  yoke::sort_by_key(executor, sorted, yoke::payloads(one, seven, many), options);
  expect_moved(one, order);
  expect_moved(seven, order);
  expect_moved(many, order);
  auto const mirror = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), sorted);
  EXPECT_TRUE(std::is_sorted(mirror.data(), mirror.data() + n));
}

TEST(SortPayloads, OnTheDefaultSpace) {
  using Exec = Kokkos::DefaultExecutionSpace;
  for (std::size_t const n : {0, 1, 2, 65, 100000}) {
    expect_payloads_moved<Exec::memory_space>(Exec(), n);
  }
}

TEST(SortPayloads, OnTheHost) {
  using Exec = Kokkos::DefaultHostExecutionSpace;
  for (std::size_t const n : {0, 1, 2, 65, 100000}) {
    expect_payloads_moved<Kokkos::HostSpace>(Exec(), n);
  }
}

// So many go through the bus in pieces where there is a device.
TEST(SortPayloads, OnBothSides) {
  yoke::Hybrid<> const hybrid;
  for (double const share : {0.0, 0.5, 1.0}) {
    expect_payloads_moved<Kokkos::HostSpace>(hybrid, 10000, {.split = yoke::Split(share)});
  }
  expect_payloads_moved<Kokkos::HostSpace>(hybrid, 1 << 21, {.split = yoke::Split(0.0)});
  expect_payloads_moved<Kokkos::DefaultExecutionSpace::memory_space>(hybrid, 5000);
}

TEST(SortPayloads, AllocateNothingWhenThePlanIsUsedAgain) {
  using Exec = Kokkos::DefaultExecutionSpace;
  using Memory = Exec::memory_space;
  std::size_t const n = 50000;
  Kokkos::View<int*, Memory> const keys("keys", n);
  Kokkos::View<double*, Memory> const values("values", n);
  Kokkos::View<double* [2], Kokkos::LayoutRight, Memory> const table("table", n);
  auto const column = Kokkos::subview(table, Kokkos::ALL, 1);
  yoke::SortByKeyPlan<Exec, int, std::uint32_t> plan(Exec(), n);
  plan(keys, yoke::payloads(values, column));
  // Keys, values, numbers twice, a payload.
  EXPECT_GE(plan.workspace_bytes(), n * (4 + 4 + 4 + 8));
  double const threads = yoke::detail::runs_on_host<Exec> ? Exec().concurrency() : 1;
  EXPECT_LE(plan.workspace_bytes(), n * (4 + 4 + 4 + 8) * 1.05 + (1 << 20) + threads * (1 << 19));
  yoke_test::AllocationRecorder const recorder;
  plan(keys, yoke::payloads(values, column));
  EXPECT_TRUE(recorder.labels().empty()) << recorder.labels().front();
}

TEST(SortPayloads, WhatDoesNotFitIsRefused) {
  using Exec = Kokkos::DefaultHostExecutionSpace;
  Kokkos::View<int*, Kokkos::HostSpace> const keys("keys", 10), more("more", 11), twice("2", 10);
  EXPECT_THROW(yoke::sort_by_key(Exec(), keys, yoke::payloads(more)), std::invalid_argument);
  EXPECT_THROW(yoke::sort_by_key(Exec(), keys, yoke::payloads(keys)), std::invalid_argument);
  EXPECT_THROW(yoke::sort_by_key(Exec(), keys, yoke::payloads(twice, twice)),
               std::invalid_argument);
}

}  // namespace
