#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "support/keys.hpp"
#include "support/seed.hpp"
#include "support/tools.hpp"
#include "support/views.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/sort_segments.hpp"

// Segments of numbers on both sides, against std::stable_sort of each.

namespace {

using yoke_test::vector_of;
using yoke_test::view_of;
using DeviceMemory = Kokkos::DefaultExecutionSpace::memory_space;
using Cuts = std::vector<std::uint64_t>;

// The first and the last keys may be in no segment.
std::vector<Cuts> cuts_of(std::size_t n) {
  std::mt19937_64 random(yoke_test::base_seed());
  std::vector<Cuts> cuts{{0, n}, {n / 2}, {n / 3, n / 3, n - n / 4, n - n / 4}};
  for (std::uint64_t const longest : {1, 40, 3000}) {
    Cuts offsets{n / 50};
    while (offsets.back() < n - n / 50) {
      offsets.push_back(std::min<std::uint64_t>(n, offsets.back() + random() % (longest + 1)));
    }
    cuts.push_back(offsets);
  }
  return cuts;
}

template <class Key>
Key key_of(std::uint64_t bits) {
  if (std::is_floating_point_v<Key> && bits % 11 == 0) return std::numeric_limits<Key>::quiet_NaN();
  if constexpr (sizeof(Key) < 4) {
    return static_cast<Key>(bits);
  } else {
    return bits % 3 == 0 ? static_cast<Key>(bits % 5) : yoke_test::any_key<Key>(bits);
  }
}

template <class Key>
std::vector<std::uint32_t> order_of(std::vector<Key> const& keys, Cuts const& cuts, bool descends) {
  std::vector<std::uint32_t> order(keys.size());
  std::iota(order.begin(), order.end(), 0u);
  for (std::size_t s = 0; s + 1 < cuts.size(); ++s) {
    std::stable_sort(order.begin() + static_cast<std::ptrdiff_t>(cuts[s]),
                     order.begin() + static_cast<std::ptrdiff_t>(cuts[s + 1]),
                     [&](std::uint32_t one, std::uint32_t other) {
                       return yoke_test::comes_before(keys[one], keys[other], descends);
                     });
  }
  return order;
}

template <class Key>
void expect_in_order(std::vector<Key> const& found, std::vector<Key> const& keys,
                     std::vector<std::uint32_t> const& order) {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    ASSERT_TRUE(yoke_test::are_same_number(found[i], keys[order[i]])) << i;
  }
}

template <class Where, class OffsetsWhere, class Key>
void expect_sorted(yoke::Hybrid<> const& hybrid, std::vector<Key> const& keys, Cuts const& cuts,
                   yoke::SortOptions options) {
  auto const order = order_of(keys, cuts, options.order == yoke::SortOrder::descending);
  auto const narrow_offsets = view_of<OffsetsWhere>(std::vector<int>(cuts.begin(), cuts.end()));
  auto const offsets = view_of<OffsetsWhere>(cuts);

  yoke::SortReport report;
  options.report = &report;
  auto const alone = view_of<Where>(keys);
  yoke::sort_segments(hybrid, narrow_offsets, alone, options);
  expect_in_order(vector_of(alone), keys, order);
  EXPECT_EQ(report.algorithm, yoke::SortAlgorithm::radix);
  options.report = nullptr;

  std::vector<std::uint64_t> numbers(keys.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  auto const carrying = view_of<Where>(keys);
  auto const payload = view_of<Where>(numbers);
  yoke::sort_segments(hybrid, offsets, carrying, yoke::payloads(payload), options);
  expect_in_order(vector_of(carrying), keys, order);
  EXPECT_EQ(vector_of(payload), std::vector<std::uint64_t>(order.begin(), order.end()));

  Kokkos::View<Key const*, Where> const fixed = view_of<Where>(keys);
  Kokkos::View<std::int64_t*, Where> const permutation("permutation", keys.size());
  yoke::argsort_segments(hybrid, offsets, fixed, permutation, options);
  EXPECT_EQ(vector_of(permutation), std::vector<std::int64_t>(order.begin(), order.end()));
}

template <class Key>
class SegmentsOnBothSides : public ::testing::Test {};
using Keys = ::testing::Types<std::uint32_t, double, std::int8_t>;
TYPED_TEST_SUITE(SegmentsOnBothSides, Keys);

TYPED_TEST(SegmentsOnBothSides, EverySplit) {
  yoke::Hybrid<> const hybrid;
  std::mt19937_64 random(yoke_test::base_seed());
  for (std::size_t const n : {1, 20000}) {
    std::vector<TypeParam> keys(n);
    for (auto& key : keys) key = key_of<TypeParam>(random());
    for (auto const& cuts : cuts_of(n)) {
      for (double const share : {0.0, 0.3, 0.999, 1.0}) {
        SCOPED_TRACE(std::to_string(n) + " keys in " + std::to_string(cuts.size() - 1) +
                     " segments, the host's share " + std::to_string(share));
        yoke::SortOptions options{.split = yoke::Split(share)};
        expect_sorted<Kokkos::HostSpace, Kokkos::HostSpace>(hybrid, keys, cuts, options);
        options.order = yoke::SortOrder::descending;
        expect_sorted<DeviceMemory, Kokkos::HostSpace>(hybrid, keys, cuts, options);
        if (::testing::Test::HasFatalFailure()) return;
      }
    }
  }
  expect_sorted<DeviceMemory, DeviceMemory>(hybrid, std::vector<TypeParam>(100, TypeParam(3)),
                                            {0, 50, 100}, {});
}

TEST(SegmentsOnBothSidesFaults, AreNamedBeforeAnythingIsWritten) {
  yoke::Hybrid<> const hybrid;
  std::vector<int> const given{5, 4, 3, 2, 1, 0, 9, 8, 7, 6};
  auto const keys = view_of<Kokkos::HostSpace>(given);
  for (auto const& [cuts, segment] : std::vector<std::pair<std::vector<int>, std::uint64_t>>{
           {{0, 2, 4, 6, 5, 10}, 3}, {{0, 3, 11}, 1}, {{-1, 3, 10}, 0}}) {
    try {
      yoke::sort_segments(hybrid, view_of<Kokkos::HostSpace>(cuts), keys,
                          {.split = yoke::Split(0.5)});
      FAIL();
    } catch (yoke::InvalidInput const& error) {
      EXPECT_EQ(error.index(), segment) << error.what();
    }
  }
  EXPECT_EQ(vector_of(keys), given);
  EXPECT_THROW(yoke::sort_segments(
                   hybrid, view_of<Kokkos::HostSpace>(std::vector<int>{0, 10}), keys,
                   {.algorithm = yoke::SortAlgorithm::joint_sample, .split = yoke::Split(0.5)}),
               std::invalid_argument);
}

TEST(SegmentsOnBothSidesPlans, AllocateNothingWhenUsedAgain) {
  std::size_t const n = 50000;
  yoke::Hybrid<> const hybrid;
  auto const keys = view_of<Kokkos::HostSpace>(yoke_test::key_sets<float>(n, 3)[0].second);
  auto const offsets = view_of<Kokkos::HostSpace>(std::vector<int>{0, 10, 20000, 50000});
  Kokkos::View<double*, Kokkos::HostSpace> const values("values", n);
  yoke::SortSegmentsPlan<yoke::Hybrid<>, float> plan(hybrid, n, 3, {.split = yoke::Split(0.5)});
  plan(offsets, keys, yoke::payloads(values));
  yoke_test::AllocationRecorder const recorder;
  plan(offsets, keys, yoke::payloads(values));
  plan(offsets, keys);
  EXPECT_TRUE(recorder.labels().empty()) << recorder.labels().front();
}

}  // namespace
