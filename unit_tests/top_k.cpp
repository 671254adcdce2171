#include "yoke/top_k.hpp"

#include <gtest/gtest.h>

#ifdef __SSE2__
#include <immintrin.h>
#endif

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "support/keys.hpp"
#include "support/sampled.hpp"
#include "support/seed.hpp"
#include "support/tools.hpp"
#include "support/views.hpp"
#include "yoke/detail/primitives/hash.hpp"
#include "yoke/hybrid.hpp"

// The first keys, against std::stable_sort of all.

namespace {

using yoke_test::vector_of;
using yoke_test::view_of;
using Exec = Kokkos::DefaultExecutionSpace;
using Memory = Exec::memory_space;
using Host = Kokkos::DefaultHostExecutionSpace;

template <class Key>
std::vector<std::uint32_t> order_of(std::vector<Key> const& keys, bool descends) {
  std::vector<std::uint32_t> order(keys.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t one, std::uint32_t other) {
    return yoke_test::comes_before(keys[one], keys[other], descends);
  });
  return order;
}

template <class Where, class Executor, class Key>
void expect_selected(Executor const& exec, std::vector<Key> const& keys,
                     std::vector<std::uint32_t> const& order, std::size_t k,
                     yoke::TopKOptions const& options) {
  Kokkos::View<Key const*, Where> const given = view_of<Where>(keys);
  Kokkos::View<Key*, Where> const alone("selected", k), selected("selected", k);
  Kokkos::View<std::int64_t*, Where> const indices("indices", k);
  yoke::top_k(exec, given, alone, options);
  yoke::top_k(exec, given, selected, indices, options);
  auto const found_alone = vector_of(alone);
  auto const found = vector_of(selected);
  auto const places = vector_of(indices);
  for (std::size_t i = 0; i < k; ++i) {
    Key const expected = keys[order[i]];
    ASSERT_TRUE(yoke_test::are_same_number(found_alone[i], expected)) << i << " of " << k;
    ASSERT_TRUE(yoke_test::are_same_number(found[i], expected)) << i << " of " << k;
    ASSERT_EQ(places[i], static_cast<std::int64_t>(order[i])) << i << " of " << k;
  }
}

template <class Key, class Space>
void expect_all_selected(Space const& exec, std::vector<std::size_t> const& sizes) {
  for (std::size_t const n : sizes) {
    auto const sets = yoke_test::key_sets<Key>(n, yoke_test::base_seed() + n);
    // Of many keys, every third kind: each size has others.
    for (std::size_t s = n % 3; s<sets.size(); s += n> 10000 ? 3 : 1) {
      auto const& [name, keys] = sets[s];
      for (bool const descends : {false, true}) {
        SCOPED_TRACE(name + ", " + std::to_string(n) + (descends ? ", descending" : ""));
        auto const order = order_of(keys, descends);
        yoke::TopKOptions const options{.order = descends ? yoke::SortOrder::descending
                                                          : yoke::SortOrder::ascending};
        for (std::size_t const k : {std::size_t(0), std::size_t(1), n / 1000, n / 10, n}) {
          if (k <= n) expect_selected<typename Space::memory_space>(exec, keys, order, k, options);
          if (::testing::Test::HasFatalFailure()) return;
        }
      }
    }
  }
}

template <class Key>
class TopK : public ::testing::Test {};
using Keys =
    yoke_test::Sampled<std::uint32_t, std::int32_t, std::uint64_t, std::int64_t, float, double>;
TYPED_TEST_SUITE(TopK, Keys);

// Also of more keys than are all sorted.
TYPED_TEST(TopK, OnTheDefaultSpace) {
  expect_all_selected<TypeParam>(Exec(), {0, 1, 2, 33, 16384, 16385, 20000, 30001});
}

TYPED_TEST(TopK, OnTheHost) {
  if (std::is_same_v<Host, Exec>) GTEST_SKIP() << "tested above";
  expect_all_selected<TypeParam>(Host(), {2, 1000, 30001});
}

TYPED_TEST(TopK, OnBothSides) {
  yoke::Hybrid<> const hybrid;
  auto const sets = yoke_test::key_sets<TypeParam>(40000, yoke_test::base_seed());
  for (std::size_t s = 0; s < sets.size(); s += 2) {
    auto const& [name, keys] = sets[s];
    bool const descends = s % 4 == 0;
    auto const order = order_of(keys, descends);
    for (double const share : {0.0, 0.3, 0.9999, 1.0}) {
      SCOPED_TRACE(name + ", the host's share " + std::to_string(share));
      yoke::TopKReport report;
      yoke::TopKOptions const options{
          .order = descends ? yoke::SortOrder::descending : yoke::SortOrder::ascending,
          .split = yoke::Split(share),
          .report = &report};
      for (std::size_t const k : {std::size_t(0), std::size_t(7), keys.size() / 2, keys.size()}) {
        expect_selected<Kokkos::HostSpace>(hybrid, keys, order, k, options);
        expect_selected<Memory>(hybrid, keys, order, k, options);
        EXPECT_GE(report.candidates, k);
        if (::testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

template <class Key>
void expect_narrow_selected() {
  std::mt19937 random(static_cast<std::uint32_t>(yoke_test::base_seed()));
  std::vector<Key> keys(50000);
  for (auto& key : keys) key = static_cast<Key>(random());
  yoke::Hybrid<> const hybrid;
  expect_selected<Memory>(hybrid, keys, order_of(keys, false), 700, {.split = yoke::Split(0.5)});
  for (bool const descends : {false, true}) {
    auto const order = order_of(keys, descends);
    for (std::size_t const k : {1, 700, 50000}) {
      expect_selected<Memory>(
          Exec(), keys, order, k,
          {.order = descends ? yoke::SortOrder::descending : yoke::SortOrder::ascending});
    }
  }
}
TEST(TopKNarrow, KeysOfEightAndSixteenBits) {
  expect_narrow_selected<std::int8_t>();
  expect_narrow_selected<std::uint16_t>();
}

// The keys that the first samples look at are the only large ones, so they tell nothing of the
// others.
TEST(TopKAdversary, ASampleThatDeceivesCostsRoundsAlone) {
  std::size_t const n = 100000;
  std::mt19937 random(static_cast<std::uint32_t>(yoke_test::base_seed()));
  for (bool const others_are_alike : {false, true}) {
    std::vector<std::uint32_t> keys(n);
    for (auto& key : keys) key = others_are_alike ? 5 : static_cast<std::uint32_t>(random() >> 8);
    for (std::uint64_t i = 0; i < 4 * 4096; ++i) {
      keys[yoke::detail::hash(i) % n] = 0xf0000000u + static_cast<std::uint32_t>(i);
    }
    auto const order = order_of(keys, false);
    for (std::size_t const k : {1, 100, 20000, 99000}) {
      yoke::TopKReport report;
      expect_selected<Memory>(Exec(), keys, order, k, {.report = &report});
      EXPECT_LE(report.rounds, 4u + 33);
      EXPECT_GE(report.candidates, k);
    }
  }
}

#ifdef __SSE2__
// Programs that are linked with -ffast-math take denormal numbers for zeros.
class DenormalsAreZeros {
 public:
  DenormalsAreZeros() { set(0x8040); }
  ~DenormalsAreZeros() { set(0); }

 private:
  static void set(unsigned bits) {
    Kokkos::parallel_for("yoke_test::denormals",
                         Kokkos::RangePolicy<Host>(0, 64 * Host().concurrency()),
                         [=](int) { _mm_setcsr((_mm_getcsr() & ~0x8040u) | bits); });
  }
};

template <class Key, class Word>
void expect_denormals_selected() {
  constexpr Word keys_count = 100003, multiplier = 7919;
  Kokkos::View<Key*, Kokkos::HostSpace> const keys("keys", keys_count), selected("selected", 2000);
  for (Word i = 0; i < keys_count; ++i) {
    keys(i) = std::bit_cast<Key>(static_cast<Word>(i * multiplier % keys_count));
  }
  {
    DenormalsAreZeros const daz;
    yoke::top_k(Host(), keys, selected);
  }
  for (Word i = 0; i < selected.extent(0); ++i) ASSERT_EQ(std::bit_cast<Word>(selected(i)), i);
}

TEST(TopKAdversary, DenormalNumbersInProgramsThatTakeThemForZeros) {
  expect_denormals_selected<float, std::uint32_t>();
  expect_denormals_selected<double, std::uint64_t>();
}
#endif

TEST(TopKReport, FewKeysAreSortedInOneRound) {
  std::size_t const n = 1000000;
  std::mt19937_64 random(7);
  std::vector<std::uint64_t> keys(n);
  for (auto& key : keys) key = random();
  Kokkos::View<std::uint64_t*, Memory> const selected("selected", 100);
  yoke::TopKReport report;
  yoke::top_k(Exec(), view_of<Memory>(keys), selected, {.report = &report});
  EXPECT_EQ(report.rounds, 1u);
  EXPECT_LT(report.candidates, n / 50);
  EXPECT_FALSE(report.phases.empty());
}

TEST(TopKFaults, WhatDoesNotFitIsRefused) {
  Exec const exec;
  Kokkos::View<int*, Memory> const keys("keys", 10), more("more", 11), four("four", 4),
      five("five", 5);
  EXPECT_THROW(yoke::top_k(exec, keys, more), std::invalid_argument);
  EXPECT_THROW(yoke::top_k(exec, keys, four, five), std::invalid_argument);
  EXPECT_THROW(yoke::top_k(exec, keys, Kokkos::subview(keys, std::pair(0, 3))),
               std::invalid_argument);
  EXPECT_THROW(yoke::top_k(exec, keys, four, four), std::invalid_argument);
  Kokkos::View<std::uint8_t*, Memory> const narrow("narrow", 10);
  EXPECT_THROW(yoke::top_k(exec, narrow, Kokkos::subview(narrow, std::pair(0, 3))),
               std::invalid_argument);
  EXPECT_THROW(yoke::top_k(exec, keys, four, {.order = static_cast<yoke::SortOrder>(5)}),
               std::invalid_argument);
  yoke::TopKPlan<Exec, int> plan(exec, 10, 4);
  EXPECT_THROW(plan(keys, five), std::invalid_argument);
  EXPECT_THROW(plan(more, four), std::invalid_argument);
  EXPECT_THROW((yoke::TopKPlan<Exec, int, int>(exec, std::size_t(1) << 31, 4)),
               std::invalid_argument);
  EXPECT_THROW((yoke::TopKPlan<Exec, int>(exec, std::size_t(1) << 62, 4)), std::invalid_argument);
}

TEST(TopKPlans, AllocateNothingWhenUsedAgain) {
  std::size_t const n = 200000;
  auto const keys = view_of<Memory>(yoke_test::key_sets<float>(n, 3)[0].second);
  Kokkos::View<float*, Memory> const selected("selected", 1000);
  Kokkos::View<std::uint32_t*, Memory> const indices("indices", 1000);
  yoke::TopKPlan<Exec, float, std::uint32_t> plan(Exec(), n, 1000);
  EXPECT_LT(plan.workspace_bytes(), 8 * n);
  yoke_test::AllocationRecorder const recorder;
  plan(keys, selected, indices);
  EXPECT_TRUE(recorder.labels().empty()) << recorder.labels().front();
}

}  // namespace
