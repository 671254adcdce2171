#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "support/keys.hpp"
#include "support/sampled.hpp"
#include "support/seed.hpp"
#include "support/tools.hpp"
#include "support/views.hpp"
#include "yoke/sort_segments.hpp"

// Many ranges sorted at once, against std::stable_sort of each.

namespace {

using yoke_test::vector_of;
using yoke_test::view_of;

// Ways to cut n keys, by name: the first and the last keys may belong to no segment.
std::vector<std::pair<std::string, std::vector<std::uint64_t>>> cuts_of(std::size_t n,
                                                                        std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::pair<std::string, std::vector<std::uint64_t>>> cuts;
  cuts.push_back({"one segment", {0, n}});
  cuts.push_back({"no segment", {n / 2}});
  cuts.push_back({"empty segments", {n / 3, n / 3, n / 3, n - n / 4, n - n / 4}});
  auto const add = [&](std::string const& name, auto const& length) {
    std::vector<std::uint64_t> offsets{n / 50};
    while (offsets.back() < n)
      offsets.push_back(std::min<std::uint64_t>(n, offsets.back() + length()));
    offsets.pop_back();
    if (offsets.empty()) offsets.push_back(0);
    cuts.push_back({name, offsets});
  };
  add("single keys", [] { return 1; });
  add("short rows", [&] { return random() % 40; });
  add("rows", [&] { return 100 + random() % 3000; });
  add("of every length", [&] { return std::uint64_t(1) << random() % 18; });
  return cuts;
}

template <class Key>
std::vector<std::uint64_t> expected_order(std::vector<Key> const& keys,
                                          std::vector<std::uint64_t> const& offsets,
                                          yoke::SortOrder order) {
  std::vector<std::uint64_t> indices(keys.size());
  std::iota(indices.begin(), indices.end(), 0);
  for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
    std::stable_sort(indices.begin() + static_cast<std::ptrdiff_t>(offsets[s]),
                     indices.begin() + static_cast<std::ptrdiff_t>(offsets[s + 1]),
                     [&](std::uint64_t one, std::uint64_t other) {
                       return yoke_test::comes_before(keys[one], keys[other],
                                                      order == yoke::SortOrder::descending);
                     });
  }
  return indices;
}

template <class Offset, class Space, class Key>
void expect_segments_sorted(Space const& exec, std::vector<Key> const& keys,
                            std::vector<std::uint64_t> const& cuts,
                            yoke::SortOptions const& options) {
  using Memory = typename Space::memory_space;
  auto const order = expected_order(keys, cuts, options.order);
  auto const offsets = view_of<Memory>(std::vector<Offset>(cuts.begin(), cuts.end()));
  auto const expect_keys = [&](auto const& sorted) {
    for (std::size_t i = 0; i < keys.size(); ++i) {
      Key const should_be = keys[order[i]];
      ASSERT_TRUE(sorted[i] == should_be || (sorted[i] != sorted[i] && should_be != should_be))
          << "key " << i << " is " << sorted[i] << " and should be " << should_be;
    }
  };
  auto const alone = view_of<Memory>(keys);
  yoke::sort_segments(exec, offsets, alone, options);
  expect_keys(vector_of(alone));

  auto const with_payloads = view_of<Memory>(keys);
  std::vector<std::uint64_t> numbers(keys.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  auto const wide = view_of<Memory>(numbers);
  auto const narrow = view_of<Memory>(std::vector<short>(numbers.begin(), numbers.end()));
  yoke::sort_segments(exec, offsets, with_payloads, yoke::payloads(wide, narrow), options);
  expect_keys(vector_of(with_payloads));
  auto const moved = vector_of(wide);
  auto const moved_too = vector_of(narrow);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    ASSERT_EQ(moved[i], order[i]) << i;
    ASSERT_EQ(moved_too[i], static_cast<short>(order[i])) << i;
  }
}

template <class Key, class Space>
void expect_all_cuts_sorted(Space const& exec, std::size_t n) {
  auto const sets = yoke_test::key_sets<Key>(n, yoke_test::base_seed());
  for (auto const& [cut, offsets] : cuts_of(n, yoke_test::base_seed())) {
    // Every kind of keys with one order, the first with both; of many keys, every fifth kind.
    for (std::size_t k = 0; k <= sets.size(); k += n > 10000 ? 5 : 1) {
      auto const& [name, keys] = sets[k % sets.size()];
      SCOPED_TRACE(cut + ", " + name + ", " + std::to_string(n));
      auto const order = k == 0 ? yoke::SortOrder::descending : yoke::SortOrder::ascending;
      if (k % 2 == 0) {
        expect_segments_sorted<std::int32_t>(exec, keys, offsets, {.order = order});
      } else {
        expect_segments_sorted<std::uint64_t>(exec, keys, offsets, {.order = order});
      }
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
}

template <class Key>
class SortSegments : public ::testing::Test {};
using Keys =
    yoke_test::Sampled<std::uint32_t, std::int32_t, std::uint64_t, std::int64_t, float, double>;
TYPED_TEST_SUITE(SortSegments, Keys);

TYPED_TEST(SortSegments, OnTheDefaultSpace) {
  for (std::size_t const n : {0, 1, 2, 65, 5000, 200000}) {
    expect_all_cuts_sorted<TypeParam>(Kokkos::DefaultExecutionSpace(), n);
  }
}

TYPED_TEST(SortSegments, OnTheHost) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  if (std::is_same_v<Host, Kokkos::DefaultExecutionSpace>) GTEST_SKIP() << "tested above";
  for (std::size_t const n : {65, 200000}) expect_all_cuts_sorted<TypeParam>(Host(), n);
}

using Exec = Kokkos::DefaultExecutionSpace;
using Memory = Exec::memory_space;

std::string message_of(std::vector<std::int32_t> const& offsets, std::uint64_t& index) {
  auto const keys = view_of<Memory>(std::vector<int>{5, 4, 3, 2, 1, 0, 9, 8, 7, 6});
  std::string what;
  try {
    yoke::sort_segments(Exec(), view_of<Memory>(offsets), keys);
  } catch (yoke::InvalidInput const& error) {
    what = error.what();
    index = error.index();
  }
  EXPECT_EQ(vector_of(keys)[0], 5) << "something was written";
  return what;
}

TEST(SortSegmentsFaults, OffsetsThatFallOrLeaveTheKeysAreNamed) {
  std::uint64_t index = 0;
  EXPECT_NE(message_of({0, 3, 2, 10}, index).find("segment 1"), std::string::npos);
  EXPECT_EQ(index, 1u);
  EXPECT_NE(message_of({0, 3, 11}, index).find("segment 1"), std::string::npos);
  EXPECT_NE(message_of({-1, 3, 10}, index).find("segment 0"), std::string::npos);
  EXPECT_EQ(index, 0u);
}

TEST(SortSegmentsFaults, WhatDoesNotFitIsRefused) {
  Kokkos::View<int*, Memory> const keys("keys", 10), offsets("offsets", 3), none("none", 0);
  yoke::SortSegmentsPlan<Exec, int> plan(Exec(), 10, 1);
  EXPECT_THROW(plan(offsets, keys), std::invalid_argument);
  EXPECT_THROW((yoke::SortSegmentsPlan<Exec, int>(Exec(), std::size_t(1) << 62, 1)),
               std::invalid_argument);
  EXPECT_THROW(yoke::sort_segments(Exec(), none, keys), std::invalid_argument);
  EXPECT_THROW(yoke::sort_segments(Exec(), keys, keys), std::invalid_argument);
  Kokkos::View<int*, Memory> const segments("segments", 10);
  EXPECT_THROW(yoke::sort_segments(Exec(), segments, keys, yoke::payloads(segments)),
               std::invalid_argument);
  EXPECT_THROW(
      yoke::sort_segments(Exec(), offsets, keys, {.algorithm = yoke::SortAlgorithm::sequential}),
      std::invalid_argument);
}

TEST(SortSegmentsPlans, AllocateNothingWhenUsedAgain) {
  std::size_t const n = 100000;
  auto const keys = view_of<Memory>(yoke_test::key_sets<float>(n, 3)[0].second);
  auto const offsets = view_of<Memory>(std::vector<int>{0, 10, 30000, 100000});
  Kokkos::View<double*, Memory> const values("values", n);
  yoke::SortSegmentsPlan<Exec, float> plan(Exec(), n, 3);
  plan(offsets, keys, yoke::payloads(values));
  plan(offsets, keys);
  yoke_test::AllocationRecorder const recorder;
  plan(offsets, keys, yoke::payloads(values));
  plan(offsets, keys);
  EXPECT_TRUE(recorder.labels().empty()) << recorder.labels().front();
}

}  // namespace
