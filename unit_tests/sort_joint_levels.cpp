#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "support/joint_sorts.hpp"
#include "support/keys.hpp"
#include "support/seed.hpp"
#include "support/tools.hpp"
#include "support/views.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/sort.hpp"
#include "yoke/sort_comparator.hpp"
#include "yoke/sort_segments.hpp"

// Joint sample sorts with other splitters, several levels and a base size.

namespace {

using namespace yoke::detail::sorting;
using yoke::JointSampleOptions;
using yoke::SortAlgorithm;
using yoke::SortOptions;
using yoke::SortOrder;
using Device = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;
using yoke_test::are_sorted;
using yoke_test::expect_sorted_by;
using yoke_test::order_of;
using yoke_test::TeamSorter;
using yoke_test::vector_of;
using yoke_test::view_of;

bool const has_device = !yoke::detail::runs_on_host<Device>;

// Of 256 ways, of few ways, and with a last level that leaves too large buckets.
std::vector<JointSampleOptions> const shapes{{255, 8, 64}, {2, 40, 16}, {15, 2, 16}};

std::string text(JointSampleOptions const& shape) {
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
      auto const sort = make(n, {.order = direction, .joint = shape});
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
      [&](std::size_t n, SortOptions const& options) {
        return make_joint_sort<std::uint32_t, std::uint32_t>(hybrid, n, options);
      },
      has_device);
}

TEST(JointSampleLevels, AreAStableSortByTeams) {
  yoke::Hybrid<> const hybrid;
  expect_sorted_in_all_shapes<std::int64_t, std::uint32_t>(
      [&](std::size_t n, SortOptions const& options) {
        return std::make_unique<TeamSorter<std::int64_t, std::uint32_t>>(hybrid, n, options);
      },
      has_device);
  expect_sorted_in_all_shapes<std::uint32_t, NoValue>(
      [&](std::size_t n, SortOptions const& options) {
        return std::make_unique<TeamSorter<std::uint32_t, NoValue>>(hybrid, n, options);
      },
      true);
}

SortOptions options_of(JointSampleOptions const& shape, double share,
                       yoke::SortReport* report = nullptr) {
  return {.algorithm = SortAlgorithm::joint_sample,
          .split = yoke::Split(share),
          .joint = shape,
          .report = report};
}

// All calls of keys in Memory; returns the levels that `sort` reports.
template <class Memory, class Key>
int sort_all(std::vector<Key> const& keys, JointSampleOptions const& shape, double share) {
  yoke::Hybrid<> const hybrid;
  yoke::SortReport report;
  auto const options = options_of(shape, share, &report);
  auto const order = order_of(keys, options.order);
  auto const alone = view_of<Memory>(keys);
  yoke::sort(hybrid, alone, options);
  int const levels = report.levels;
  EXPECT_TRUE(are_sorted(vector_of(alone), keys, order));

  std::vector<std::uint32_t> numbers(keys.size());
  std::iota(numbers.begin(), numbers.end(), 0u);
  auto const with_values = view_of<Memory>(keys);
  auto const values = view_of<Memory>(numbers);
  yoke::sort_by_key(hybrid, with_values, values, options);
  EXPECT_EQ(report.levels, levels);
  EXPECT_TRUE(are_sorted(vector_of(with_values), keys, order));
  EXPECT_EQ(vector_of(values), order);

  Kokkos::View<std::uint32_t*, Memory> const permutation("permutation", keys.size());
  yoke::argsort(hybrid, view_of<Memory>(keys), permutation, options);
  EXPECT_EQ(report.levels, levels);
  EXPECT_EQ(vector_of(permutation), order);
  return levels;
}

TEST(JointSampleLevels, AreAnOptionOfEachCall) {
  auto const keys = yoke_test::key_sets<double>(20000, yoke_test::base_seed())[0].second;
  for (double const share : {0.0, 0.1, 1.0}) {
    for (auto const& shape : shapes) {
      SCOPED_TRACE(text(shape) + ", share " + std::to_string(share));
      int const levels = sort_all<Kokkos::HostSpace>(keys, shape, share);
      EXPECT_GE(levels, 2);
      EXPECT_LE(levels, shape.levels);
      EXPECT_EQ(sort_all<Device::memory_space>(keys, shape, share), levels);
    }
  }
}

// The levels that a sort of 2^16 keys needs, or is given.
int levels_of(std::vector<std::uint32_t> const& keys, JointSampleOptions const& shape,
              double share) {
  yoke::Hybrid<> const hybrid;
  yoke::SortReport report;
  auto const sorted = view_of<Device::memory_space>(keys);
  yoke::sort(hybrid, sorted, options_of(shape, share, &report));
  EXPECT_TRUE(are_sorted(vector_of(sorted), keys, order_of(keys, SortOrder::ascending)));
  return report.levels;
}

TEST(JointSampleLevels, EndAtTheBaseSize) {
  std::vector<std::uint32_t> keys(1 << 16);
  std::mt19937 random(static_cast<unsigned>(yoke_test::base_seed()));
  for (auto& key : keys) key = static_cast<std::uint32_t>(random());
  for (double const share : {0.0, 0.1, 1.0}) {
    SCOPED_TRACE(share);
    EXPECT_EQ(levels_of(keys, {255, 1}, share), 1);
    EXPECT_EQ(levels_of(keys, {2, 1}, share), 1);
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
  using Plan = yoke::SortByKeyPlan<yoke::Hybrid<>, std::uint64_t, std::uint64_t>;
  Plan plan(hybrid, n, options_of({255, 8, 64}, 0.3));
  Kokkos::View<std::uint64_t*, Kokkos::SharedHostPinnedSpace> const keys("keys", n);
  Kokkos::View<std::uint64_t*, Kokkos::SharedHostPinnedSpace> const values("values", n);
  auto const fill_and_sort = [&] {
    std::mt19937_64 random(1);
    for (std::size_t i = 0; i < n; ++i) keys(i) = random();
    plan(keys, values);
  };
  fill_and_sort();
  yoke_test::AllocationRecorder const recorder;
  fill_and_sort();
  EXPECT_TRUE(recorder.labels().empty()) << recorder.labels().front();
  EXPECT_TRUE(std::is_sorted(keys.data(), keys.data() + n));
}

// One copy more on each side.
TEST(JointSampleLevels, HoldWhatTheDocsSay) {
  std::size_t const n = 1 << 22;
  yoke::Hybrid<> const hybrid;
  using Plan = yoke::SortPlan<yoke::Hybrid<>, float>;
  Plan const one(hybrid, n, options_of({}, 0.3)), two(hybrid, n, options_of({255, 2, 64}, 0.3));
  EXPECT_EQ(two.workspace_bytes() - one.workspace_bytes(), 2 * 4 * n);
}

TEST(JointSampleLevels, ReportEachPhaseOnce) {
  yoke::Hybrid<> const hybrid;
  yoke::SortReport report;
  auto const keys = view_of<Kokkos::HostSpace>(
      yoke_test::key_sets<std::uint32_t>(50000, yoke_test::base_seed())[0].second);
  yoke::sort(hybrid, keys, options_of({15, 3, 16}, 0.3, &report));
  EXPECT_EQ(report.levels, 3);
  std::multiset<std::string> phases;
  for (auto const& phase : report.phases) phases.insert(phase.name);
  for (std::string const name : {"bin", "histogram", "scatter", "exchange", "base sort"}) {
    EXPECT_EQ(phases.count("device: " + name), 1u) << name;
    EXPECT_EQ(phases.count("host: " + name), 1u) << name;
  }
  yoke::sort(hybrid, keys, {.report = &report});
  EXPECT_EQ(report.levels, 0);
}

template <class Call>
void expect_refused(Call const& call, std::string const& message) {
  try {
    call();
    ADD_FAILURE() << "nothing was thrown: " << message;
  } catch (std::invalid_argument const& error) {
    EXPECT_EQ(std::string(error.what()), message);
  }
}

TEST(JointSampleLevels, OptionsOutOfRangeAreRefused) {
  yoke::Hybrid<> const hybrid;
  Kokkos::View<std::uint32_t*, Kokkos::HostSpace> const keys("keys", 10), order("order", 10);
  std::vector<std::pair<JointSampleOptions, std::string>> const wrong{
      {{1, 2, 64}, "splitters is 1; it must be from 2 to 255"},
      {{256, 2, 64}, "splitters is 256; it must be from 2 to 255"},
      {{-3, 2, 64}, "splitters is -3; it must be from 2 to 255"},
      {{255, 0}, "levels is 0; it must be from 1 to 2^31 - 1"},
      {{255, -1}, "levels is -1; it must be from 1 to 2^31 - 1"},
      {{255, 2, 15}, "base_size is 15; it must be at least 16"},
      {{255, 1, 64},
       "base_size is 64, but options.joint.levels is 1, and one level leaves its buckets whole: "
       "ask for more levels, or leave base_size out"}};
  for (auto const& [shape, message] : wrong) {
    auto const options = options_of(shape, 0.5);
    expect_refused([&] { yoke::sort(hybrid, keys, options); },
                   "yoke::sort: options.joint." + message);
    expect_refused([&] { yoke::sort_by_key(hybrid, keys, order, options); },
                   "yoke::sort_by_key: options.joint." + message);
    expect_refused([&] { yoke::argsort(hybrid, keys, order, options); },
                   "yoke::argsort: options.joint." + message);
  }
}

struct ByLastDigit {
  KOKKOS_FUNCTION bool operator()(std::uint32_t one, std::uint32_t other) const {
    return one % 10 < other % 10;
  }
};

TEST(JointSampleLevels, OptionsWithoutEffectAreRefused) {
  yoke::Hybrid<> const hybrid;
  Kokkos::View<std::uint32_t*, Kokkos::HostSpace> const keys("keys", 10), offsets("offsets", 2);
  SortOptions options{.joint = {15, 2, 64}};
  std::string const why = ": options.joint is set, but options.algorithm is ";
  std::string const remedy = ": only joint_sample takes it";
  expect_refused([&] { yoke::sort(hybrid, keys, options); },
                 "yoke::sort" + why + "automatic" + remedy);
  expect_refused([&] { yoke::sort_segments(hybrid, offsets, keys, options); },
                 "yoke::sort_segments" + why + "automatic" + remedy);
  options.algorithm = SortAlgorithm::sample;
  expect_refused([&] { yoke::sort(hybrid, keys, ByLastDigit(), options); },
                 "yoke::sort" + why + "sample" + remedy);
  options.algorithm = SortAlgorithm::radix;
  expect_refused([&] { yoke::sort(Host(), keys, options); }, "yoke::sort" + why + "radix" + remedy);
}

}  // namespace
