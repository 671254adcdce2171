#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "sorting/joint_sorter.hpp"
#include "support/joint_sorts.hpp"
#include "support/keys.hpp"
#include "support/rounds.hpp"
#include "support/sampled.hpp"
#include "support/seed.hpp"
#include "support/tools.hpp"
#include "support/views.hpp"
#include "yoke/generate_keys.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/sort.hpp"
#include "yoke/sort_comparator.hpp"
#include "yoke/sort_segments.hpp"

// The sample sort of both sides, against std::stable_sort; also as teams of a device do it, on the
// host, so that it is tested without a device.

namespace {

using namespace yoke::detail::sorting;
using yoke::SortAlgorithm;
using yoke::SortOptions;
using yoke::SortOrder;
using Device = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;
using yoke_test::are_sorted;
using yoke_test::order_of;
using yoke_test::vector_of;
using yoke_test::view_of;

// Every kind of call, of keys in Memory.
template <class Memory, class Key>
void expect_sorted(yoke::Hybrid<> const& hybrid, std::vector<Key> const& keys,
                   SortOptions const& options) {
  auto const order = order_of(keys, options.order);
  auto const alone = view_of<Memory>(keys);
  yoke::sort(hybrid, alone, options);
  ASSERT_TRUE(are_sorted(vector_of(alone), keys, order));

  std::vector<std::uint64_t> numbers(keys.size());
  std::iota(numbers.begin(), numbers.end(), 0u);
  auto const with_values = view_of<Memory>(keys);
  auto const values = view_of<Memory>(numbers);
  yoke::sort_by_key(hybrid, with_values, values, options);
  ASSERT_TRUE(are_sorted(vector_of(with_values), keys, order));
  auto const moved = vector_of(values);
  ASSERT_TRUE(std::equal(order.begin(), order.end(), moved.begin()));

  auto const fixed = view_of<Memory>(keys);
  Kokkos::View<std::uint32_t*, Memory> const permutation("permutation", keys.size());
  yoke::argsort(hybrid, fixed, permutation, options);
  ASSERT_EQ(vector_of(permutation), order);
}

template <class Key>
class JointSample : public ::testing::Test {};
using Keys =
    yoke_test::Sampled<std::uint32_t, std::int32_t, std::uint64_t, std::int64_t, float, double>;
TYPED_TEST_SUITE(JointSample, Keys);

TYPED_TEST(JointSample, IsAStableSortWhateverTheShare) {
  yoke::Hybrid<> const hybrid;
  for (std::size_t const n : {0, 1, 2, 3, 257, 5000, 70000}) {
    for (auto const& [name, keys] : yoke_test::key_sets<TypeParam>(n, yoke_test::base_seed() + n)) {
      for (double const share : {0.0, 0.01, 0.5, 0.9, 1.0}) {
        if (n == 70000 && (share == 0.01 || share == 0.9)) continue;
        auto const order = share == 0.5 ? SortOrder::descending : SortOrder::ascending;
        SCOPED_TRACE(name + ", " + std::to_string(n) + ", share " + std::to_string(share));
        SortOptions const options{
            .algorithm = SortAlgorithm::joint_sample, .order = order, .split = yoke::Split(share)};
        expect_sorted<Kokkos::HostSpace>(hybrid, keys, options);
        if (this->HasFatalFailure()) return;
      }
    }
  }
}

TYPED_TEST(JointSample, SortsTheDevicesMemory) {
  yoke::Hybrid<> const hybrid;
  auto const sets = yoke_test::key_sets<TypeParam>(50000, yoke_test::base_seed());
  for (double const share : {0.0, 0.3, 1.0}) {
    for (auto const& [name, keys] : sets) {
      SCOPED_TRACE(name);
      expect_sorted<Device::memory_space>(
          hybrid, keys, {.algorithm = SortAlgorithm::joint_sample, .split = yoke::Split(share)});
      if (this->HasFatalFailure()) return;
    }
  }
}

template <class Key, class Value>
void expect_sorted_by_teams(std::vector<Key> const& keys, double share, bool on_device) {
  yoke::Hybrid<> const hybrid;
  yoke_test::TeamSorter<Key, Value> sort(hybrid, keys.size() + 10, {});
  yoke_test::expect_sorted_by<Value>(sort, keys, share, on_device);
}

TEST(JointSampleByTeams, IsAStableSort) {
  // Where there is none, what a host plays it with is far from it.
  bool const on_device = !yoke::detail::runs_on_host<Device>;
  for (std::size_t const n :
       std::initializer_list<std::size_t>{1, 2, 4352, 4353, yoke_test::large(40000)}) {
    auto const floats = yoke_test::key_sets<float>(n, yoke_test::base_seed());
    auto const integers = yoke_test::key_sets<std::int64_t>(n, yoke_test::base_seed());
    for (double const share : {0.0, 0.2, 0.7, 1.0}) {
      SCOPED_TRACE(std::to_string(n) + ", share " + std::to_string(share));
      for (auto const& [name, keys] : floats) {
        SCOPED_TRACE(name);
        expect_sorted_by_teams<float, NoValue>(keys, share, true);
        expect_sorted_by_teams<float, std::uint64_t>(keys, share, true);
        if (HasFatalFailure()) return;
      }
      for (auto const& [name, keys] : integers) {
        SCOPED_TRACE(name);
        expect_sorted_by_teams<std::int64_t, std::uint32_t>(keys, share, on_device);
        if (HasFatalFailure()) return;
      }
    }
  }
}

// Enough for more than one piece on the way up.
TEST(JointSampleByTeams, GoesUpInPieces) {
  auto const keys =
      yoke_test::key_sets<std::uint32_t>((std::size_t(1) << 21) + 4321, yoke_test::base_seed());
  expect_sorted_by_teams<std::uint32_t, std::uint32_t>(keys[0].second, 0.1,
                                                       !yoke::detail::runs_on_host<Device>);
}

TEST(JointSampleByTeams, TilesOfMoreThanOneSort) {
  using Tiling = joint::TeamTiles<Host>;
  std::uint64_t const many = Tiling::Sort::most * (Tiling::teams * 2 + 1);
  auto const tiles = Tiling::of(Host(), many);
  EXPECT_EQ(tiles.width, 3 * Tiling::Sort::most);
  EXPECT_LE(tiles.count(), Tiling::most(Host(), many));
  // The same labels by one thread each and by teams, in tiles of three sorts.
  std::size_t const n = 3 * Tiling::Sort::most + 100;
  std::vector<joint::Label> labels(n);
  for (std::size_t i = 0; i < n; ++i) {
    labels[i] = static_cast<joint::Label>(yoke::detail::hash(std::uint64_t(i)));
  }
  joint::Tiles const two{n, 3 * Tiling::Sort::most};
  std::vector<std::uint64_t> counts(2 * joint::buckets), expected(2 * joint::buckets);
  Tiling::Count<joint::Tiles>{labels.data(), two, counts.data()}.run(Host());
  joint::ThreadTiles<Host>::Count<joint::Tiles>{labels.data(), two, expected.data()}.run(Host());
  Kokkos::fence();
  EXPECT_EQ(counts, expected);
  std::exclusive_scan(counts.begin(), counts.end(), counts.begin(), std::uint64_t(0));
  using Source = LoadCanonical<std::uint32_t, NoValue>;
  using Sink = joint::PlaceElement<Records<std::uint32_t, NoValue>, std::uint32_t, NoValue>;
  std::vector<std::uint32_t> keys(n), out(n), sorted(n);
  std::iota(keys.begin(), keys.end(), 0u);
  std::vector<std::uint64_t> const shift(joint::buckets, 0);
  auto const records = [](std::vector<std::uint32_t>& words) {
    return Records<std::uint32_t, NoValue>{
        reinterpret_cast<Element<std::uint32_t, NoValue>*>(words.data())};
  };
  Sink const sink{records(out), {nullptr}, shift.data(), {0, n}, 0, 0};
  KeyOrder<std::uint32_t> const order(KeyKind::is_unsigned, SortOrder::ascending);
  Tiling::Scatter<Source, Sink, joint::Tiles>{
      labels.data(), two, counts.data(), {{keys.data(), nullptr}, order}, sink}
      .run(Host());
  Kokkos::fence();
  std::iota(sorted.begin(), sorted.end(), 0u);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](auto one, auto other) { return labels[one] < labels[other]; });
  EXPECT_EQ(out, sorted);
}

// What a sample never met falls into few buckets, which all threads sort.
TEST(JointSample, OfAnUnluckySampleIsASort) {
  std::size_t const n = 400000;
  std::vector<std::uint32_t> keys(n, 5);
  // Where samples are taken, keys are small.
  std::mt19937 random(static_cast<unsigned>(yoke_test::base_seed()));
  for (auto& key : keys) key = 1000 + static_cast<std::uint32_t>(random() % 1000000);
  std::size_t const samples = joint::SampledSplitters<std::uint32_t>::samples_of(n);
  for (std::uint64_t i = 0; i < samples; ++i) {
    keys[yoke::detail::hash(i) % n] = static_cast<std::uint32_t>(i % 1000);
  }
  yoke::Hybrid<> const hybrid;
  for (double const share : {0.0, 0.2, 1.0}) {
    expect_sorted<Kokkos::HostSpace>(
        hybrid, keys, {.algorithm = SortAlgorithm::joint_sample, .split = yoke::Split(share)});
  }
}

// Equal keys are cut where the share says; other buckets are as small as the sample makes them.
TEST(JointSampleLayout, SharesAsAsked) {
  using Splitters = joint::SampledSplitters<std::uint32_t>;
  auto const cut_of = [](std::vector<std::uint32_t> const& keys, double share) {
    std::vector<std::uint32_t> sample(keys);
    Splitters splitters;
    splitters.choose(sample);
    joint::Layout layout;
    auto const wanted = static_cast<std::uint64_t>(share * static_cast<double>(keys.size()));
    for (std::size_t i = 0; i < keys.size(); ++i) {
      auto const& ranks = splitters.ranks();
      auto const bucket = std::upper_bound(ranks.begin(), ranks.end(), keys[i]) - ranks.begin();
      auto& begin = (i < wanted ? layout.host : layout.device).begin;
      for (std::size_t b = static_cast<std::size_t>(bucket) + 1; b < begin.size(); ++b) ++begin[b];
    }
    layout.join(wanted, [&](int bucket) { return splitters.is_single(bucket); });
    EXPECT_EQ(layout.host.kept.size() + layout.device.sent.size(), layout.host.result.size());
    EXPECT_EQ(layout.device.kept.size() + layout.host.sent.size(), layout.device.result.size());
    return static_cast<double>(layout.host.result.size()) / static_cast<double>(keys.size());
  };
  std::vector<std::uint32_t> equal(20000, 7), largest(20000, ~0u), uniform(20000);
  std::mt19937 random(static_cast<unsigned>(yoke_test::base_seed()));
  for (auto& key : uniform) key = static_cast<std::uint32_t>(random());
  for (double const share : {0.0, 0.1, 0.25, 0.5, 1.0}) {
    EXPECT_EQ(cut_of(equal, share), share);
    EXPECT_EQ(cut_of(largest, share), share);
    EXPECT_NEAR(cut_of(uniform, share), share, 0.01);
  }
}

TEST(JointSamplePlans, ReportEachPhaseOfEachSide) {
  std::size_t const n = 100000;
  yoke::Hybrid<> const hybrid;
  auto const keys = view_of<Kokkos::HostSpace>(
      yoke_test::key_sets<std::uint32_t>(n, yoke_test::base_seed())[0].second);
  yoke::SortReport report;
  yoke::Timeline timeline;
  yoke::sort(hybrid, keys,
             {.algorithm = SortAlgorithm::joint_sample,
              .split = yoke::Split(0.4),
              .report = &report,
              .timeline = &timeline});
  EXPECT_EQ(report.algorithm, SortAlgorithm::joint_sample);
  EXPECT_EQ(report.host_share, 0.4);
  EXPECT_GT(report.device_busy, 0);
  EXPECT_GT(report.host_busy, 0);
  EXPECT_GT(report.copying, 0);
  std::multiset<std::string> phases;
  for (auto const& phase : report.phases) phases.insert(phase.name);
  EXPECT_EQ(phases.count("sample"), 1u);
  std::set<std::pair<yoke::Lane, std::string>> spans;
  for (auto const& entry : timeline.entries()) spans.insert({entry.lane, entry.name});
  for (std::string const name : {"bin", "histogram", "scatter", "exchange", "base sort"}) {
    EXPECT_EQ(phases.count("device: " + name), 1u) << name;
    EXPECT_EQ(phases.count("host: " + name), 1u) << name;
    bool const is_copy = name == "exchange";
    EXPECT_TRUE(spans.contains({is_copy ? yoke::Lane::upload : yoke::Lane::device, name})) << name;
    EXPECT_TRUE(spans.contains({is_copy ? yoke::Lane::download : yoke::Lane::host, name})) << name;
  }
}

TEST(JointSamplePlans, AllocateNothingWhenUsedAgain) {
  std::size_t const n = 200000;
  yoke::Hybrid<> const hybrid;
  Kokkos::View<double*, Kokkos::HostSpace> const keys("keys", n);
  Kokkos::View<std::uint64_t*, Kokkos::HostSpace> const values("values", n);
  yoke::SortByKeyPlan<yoke::Hybrid<>, double, std::uint64_t> plan(
      hybrid, n, {.algorithm = SortAlgorithm::joint_sample, .split = yoke::Split(0.5)});
  EXPECT_EQ(plan.algorithm(), SortAlgorithm::joint_sample);
  plan(keys, values);
  yoke_test::AllocationRecorder const recorder;
  for (auto const& [name, set] : yoke_test::key_sets<double>(n, 1)) {
    std::copy(set.begin(), set.end(), keys.data());
    plan(keys, values);
  }
  EXPECT_TRUE(recorder.labels().empty()) << recorder.labels().front();
}

TEST(JointSamplePlans, HoldWhatTheDocsSay) {
  std::size_t const n = 1 << 22;
  yoke::Hybrid<> const hybrid;
  SortOptions const options{.algorithm = SortAlgorithm::joint_sample};
  bool const has_device = !yoke::detail::runs_on_host<Device>;
  yoke::SortPlan<yoke::Hybrid<>, float> plan(hybrid, n, options);
  yoke::SortByKeyPlan<yoke::Hybrid<>, double, std::uint64_t> const pairs(hybrid, n, options);
  // Two copies and a byte on each side, and on a device the sort's.
  double const copies = has_device ? 5 : 4;
  EXPECT_GE(plan.workspace_bytes(), (copies * 4 + 2) * n);
  EXPECT_LE(plan.workspace_bytes(), (copies * 4.1 + 2) * n + (1 << 21));
  EXPECT_GE(pairs.workspace_bytes(), (copies * 16 + 2) * n);
  EXPECT_LE(pairs.workspace_bytes(), (copies * 16.1 + 2) * n + (1 << 21));
  // A third copy where a side's elements lie on the other side.
  Kokkos::View<float*, Kokkos::SharedHostPinnedSpace> const keys("keys", n);
  std::size_t const before = plan.workspace_bytes();
  plan(keys);
  EXPECT_EQ(plan.workspace_bytes() - before, has_device ? 4 * n : 0);
}

TEST(JointSamplePlans, WhatItCannotDoIsRefused) {
  SortOptions const options{.algorithm = SortAlgorithm::joint_sample};
  Kokkos::View<int*, Kokkos::HostSpace> const keys("keys", 10), offsets("offsets", 2);
  EXPECT_THROW(yoke::sort(Host(), keys, options), std::invalid_argument);
  EXPECT_THROW(yoke::sort(Host(), keys, std::less<>(), options), std::invalid_argument);
  EXPECT_THROW(yoke::sort_segments(Host(), offsets, keys, options), std::invalid_argument);
  yoke::Hybrid<> const hybrid;
  for (int i = 0; i < 10; ++i) keys(i) = 10 - i;
  yoke::sort(hybrid, keys, std::less<>(), options);
  EXPECT_TRUE(std::is_sorted(keys.data(), keys.data() + 10));
}

}  // namespace
