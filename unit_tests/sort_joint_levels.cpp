#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/joint_sorts.hpp"
#include "support/keys.hpp"
#include "support/seed.hpp"
#include "support/tools.hpp"
#include "yoke/hybrid.hpp"

// Joint sample sorts with other splitters, several levels and a base size.

namespace {

using namespace yoke::detail::sorting;
using yoke::SortOrder;
using Device = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;
using yoke_test::expect_sorted_by;
using yoke_test::TeamSorter;

bool const has_device = !yoke::detail::runs_on_host<Device>;

// Of 256 ways, of few ways, and with a last level that leaves too large buckets.
std::vector<JointShape> const shapes{{255, 8, 64}, {2, 40, 16}, {15, 2, 16}};

std::string text(JointShape const& shape) {
  return "splitters " + std::to_string(shape.splitters) + ", levels " +
         std::to_string(shape.levels) + ", base size " + std::to_string(shape.base_size);
}

// Sizes near the base size, fewer keys than splitters, and more than a team's tile.
template <class Key, class Value, class Make>
void expect_sorted_in_all_shapes(Make const& make, bool on_device) {
  for (auto const& shape : shapes) {
    auto const base = static_cast<std::size_t>(shape.base_size);
    for (std::size_t const n :
         {std::size_t(1), base, base + 1, std::size_t(200), std::size_t(5000)}) {
      std::vector<double> const shares = n < 1000 ? std::vector{0.5} : std::vector{0.0, 0.1, 1.0};
      auto const direction = n % 2 == 0 ? SortOrder::ascending : SortOrder::descending;
      auto const sort = make(n, yoke::SortOptions{.order = direction}, shape);
      for (auto const& [name, keys] : yoke_test::key_sets<Key>(n, yoke_test::base_seed() + n)) {
        for (double const share : shares) {
          SCOPED_TRACE(text(shape) + ", " + name + ", " + std::to_string(n) + ", share " +
                       std::to_string(share));
          expect_sorted_by<Value>(*sort, keys, share, on_device, direction);
          if (::testing::Test::HasFatalFailure()) return;
        }
      }
    }
  }
}

TEST(JointSampleLevels, AreAStableSort) {
  yoke::Hybrid<> const hybrid;
  expect_sorted_in_all_shapes<float, std::uint32_t>(
      [&](std::size_t n, yoke::SortOptions const& options, JointShape const& shape) {
        return make_joint_sort<std::uint32_t, std::uint32_t>(hybrid, n, options, shape);
      },
      has_device);
}

TEST(JointSampleLevels, AreAStableSortByTeams) {
  yoke::Hybrid<> const hybrid;
  expect_sorted_in_all_shapes<std::int64_t, std::uint32_t>(
      [&](std::size_t n, yoke::SortOptions const& options, JointShape const& shape) {
        return std::make_unique<TeamSorter<std::int64_t, std::uint32_t>>(hybrid, n, options, shape);
      },
      has_device);
  expect_sorted_in_all_shapes<std::uint32_t, NoValue>(
      [&](std::size_t n, yoke::SortOptions const& options, JointShape const& shape) {
        return std::make_unique<TeamSorter<std::uint32_t, NoValue>>(hybrid, n, options, shape);
      },
      true);
}

// The levels that a sort of 2^16 keys needs, or is given.
int levels_of(std::vector<std::uint32_t> const& keys, JointShape const& shape, double share) {
  yoke::Hybrid<> const hybrid;
  auto const sort = make_joint_sort<std::uint32_t, NoValue>(hybrid, keys.size(), {}, shape);
  expect_sorted_by<NoValue>(*sort, keys, share, has_device);
  return sort->levels();
}

TEST(JointSampleLevels, EndAtTheBaseSize) {
  std::vector<std::uint32_t> keys(1 << 16);
  std::mt19937 random(static_cast<unsigned>(yoke_test::base_seed()));
  for (auto& key : keys) key = static_cast<std::uint32_t>(random());
  for (double const share : {0.0, 0.1, 1.0}) {
    SCOPED_TRACE(share);
    EXPECT_EQ(levels_of(keys, {255, 1, 16}, share), 1);
    EXPECT_EQ(levels_of(keys, {2, 1, 16}, share), 1);
    EXPECT_EQ(levels_of(keys, {255, 9, 4096}, share), 1);  // a bucket has 256 keys
    EXPECT_EQ(levels_of(keys, {255, 2, 16}, share), 2);
    // 65536 keys in 16 ways, 4096 in 16 ways: buckets of 256 and then of half the base size.
    int const levels = levels_of(keys, {15, 9, 64}, share);
    EXPECT_GE(levels, 3);
    EXPECT_LE(levels, 4);
  }
  EXPECT_EQ(levels_of(std::vector<std::uint32_t>(1 << 16, 7), {255, 9, 16}, 0.1), 1);
}

template <class Own, bool by_teams>
void expect_partition_above(std::uint64_t base_size) {
  using Key = std::uint32_t;
  joint::Levels<Host, Key, Own, by_teams> levels({255, 9, base_size});
  EXPECT_FALSE(levels.plan(Host()));
  levels.add({{0, base_size}, 0, ~Key(0)});
  EXPECT_FALSE(levels.plan(Host()));
  levels.add({{base_size, 3 * base_size}, 5, 5});  // of one rank
  EXPECT_FALSE(levels.plan(Host()));
  levels.add({{3 * base_size, 4 * base_size + 1}, 0, ~Key(0)});
  EXPECT_TRUE(levels.plan(Host()));
}

TEST(JointSampleLevels, PartitionWhatExceedsTheBaseSize) {
  for (std::uint64_t const base_size : {16, 64, 5000}) {
    expect_partition_above<Columns<std::uint32_t, NoValue>, true>(base_size);
    expect_partition_above<Records<std::uint32_t, NoValue>, false>(base_size);
  }
}

// Two splitters and two levels leave buckets that all threads sort.
TEST(JointSampleLevels, LeaveLargeBucketsToAllThreads) {
  std::vector<std::uint32_t> keys(400000);
  std::mt19937 random(static_cast<unsigned>(yoke_test::base_seed()));
  for (auto& key : keys) key = static_cast<std::uint32_t>(random());
  for (double const share : {0.0, 0.3, 1.0}) {
    EXPECT_EQ(levels_of(keys, {2, 2, 16}, share), 2);
  }
}

TEST(JointSampleLevels, AllocateNothingWhenUsedAgain) {
  std::size_t const n = 100000;
  yoke::Hybrid<> const hybrid;
  auto const sort =
      make_joint_sort<std::uint64_t, std::uint64_t>(hybrid, n, {}, JointShape{255, 8, 64});
  Kokkos::View<std::uint64_t*, Kokkos::SharedHostPinnedSpace> const keys("keys", n);
  Kokkos::View<std::uint64_t*, Kokkos::SharedHostPinnedSpace> const values("values", n);
  auto const fill_and_sort = [&] {
    std::mt19937_64 random(1);
    for (std::size_t i = 0; i < n; ++i) keys(i) = random();
    sort->run({{keys.data(), values.data()}, false}, n, KeyKind::is_unsigned, 0.3);
  };
  fill_and_sort();
  yoke_test::AllocationRecorder const recorder;
  fill_and_sort();
  EXPECT_TRUE(recorder.labels().empty()) << recorder.labels().front();
  EXPECT_TRUE(std::is_sorted(keys.data(), keys.data() + n));
}

TEST(JointSampleLevels, ReportEachPhaseOnce) {
  std::size_t const n = 50000;
  yoke::Hybrid<> const hybrid;
  yoke::SortReport report;
  auto const sort = make_joint_sort<std::uint32_t, NoValue>(hybrid, n, {.report = &report},
                                                            JointShape{15, 3, 16});
  auto const keys = yoke_test::key_sets<std::uint32_t>(n, yoke_test::base_seed())[0].second;
  expect_sorted_by<NoValue>(*sort, keys, 0.3, has_device);
  std::multiset<std::string> phases;
  for (auto const& phase : report.phases) phases.insert(phase.name);
  for (std::string const name : {"bin", "histogram", "scatter", "exchange", "base sort"}) {
    EXPECT_EQ(phases.count("device: " + name), 1u) << name;
    EXPECT_EQ(phases.count("host: " + name), 1u) << name;
  }
}

TEST(JointSampleLevels, OtherShapesAreRefused) {
  yoke::Hybrid<> const hybrid;
  for (JointShape const& shape : {JointShape{1, 1, 64}, JointShape{256, 1, 64},
                                  JointShape{255, 0, 64}, JointShape{255, 1, 15}}) {
    SCOPED_TRACE(text(shape));
    EXPECT_THROW((make_joint_sort<std::uint32_t, NoValue>(hybrid, 10, {}, shape)),
                 std::invalid_argument);
  }
}

}  // namespace
