#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "sorting/joint_element_sorter.hpp"
#include "support/comparator_sorts.hpp"
#include "support/rounds.hpp"
#include "support/tools.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/sort_comparator.hpp"
#include "yoke/sort_segments_comparator.hpp"

// The sample sort of both sides by a comparator, against std::stable_sort; also as teams of a
// device do it, on the host, so that it is tested without a device.

namespace {

using namespace yoke::detail::sorting;
using yoke::SortAlgorithm;
using yoke::SortOptions;
using yoke_test::CloserTo;
using yoke_test::expect_all_sorted;
using yoke_test::expect_every_set_sorted;
using yoke_test::in_order;
using yoke_test::NoOrder;
using yoke_test::Record;
using yoke_test::Sizes;
using yoke_test::stable_order;
using yoke_test::vector_of;
using yoke_test::view_of;
using Device = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;

SortOptions joint(double share, int splitters = 255, yoke::SortReport* report = nullptr) {
  return {.algorithm = SortAlgorithm::joint_sample,
          .split = yoke::Split(share),
          .joint = {.splitters = splitters},
          .report = report};
}

template <class Sizes>
class JointSampleByComparator : public ::testing::Test {};
using KeySizes = ::testing::Types<Sizes<4, 4>, Sizes<8, 48>, Sizes<16, 1>>;
TYPED_TEST_SUITE(JointSampleByComparator, KeySizes);

TYPED_TEST(JointSampleByComparator, IsAStableSortWhateverTheShare) {
  yoke::Hybrid<> const hybrid;
  for (double const share : {0.0, 0.1, 0.5, 1.0}) {
    SCOPED_TRACE(share);
    expect_every_set_sorted<TypeParam, yoke::Hybrid<>, Kokkos::HostSpace>(
        hybrid, {0, 1, 2, 3, 257, 20000}, joint(share));
  }
}

TYPED_TEST(JointSampleByComparator, SortsTheDevicesMemory) {
  yoke::Hybrid<> const hybrid;
  for (double const share : {0.0, 0.3, 1.0}) {
    SCOPED_TRACE(share);
    expect_every_set_sorted<TypeParam, yoke::Hybrid<>, Device::memory_space>(hybrid, {50, 9000},
                                                                             joint(share));
  }
}

// Few splitters leave large buckets. A tree's last splitter is there twice if they are no power
// of two less one.
TEST(JointSampleByComparatorOf, AnyNumberOfSplittersIsRight) {
  yoke::Hybrid<> const hybrid;
  for (int const splitters : {2, 3, 4, 100, 127, 128, 255}) {
    SCOPED_TRACE(splitters);
    expect_every_set_sorted<Sizes<4, 4>, yoke::Hybrid<>, Kokkos::HostSpace>(hybrid, {5, 5000},
                                                                            joint(0.4, splitters));
  }
}

struct ByLastDigits {
  KOKKOS_FUNCTION bool operator()(std::uint32_t one, std::uint32_t other) const {
    return one % 1000 < other % 1000;
  }
};

// Columns of tables.
TEST(JointSampleByComparatorOf, StridedViewsIsRight) {
  using Table = Kokkos::View<std::uint32_t**, Kokkos::LayoutRight, Kokkos::SharedHostPinnedSpace>;
  std::size_t const n = 30000;
  yoke::Hybrid<> const hybrid;
  auto const words = yoke_test::word_sets(n, yoke_test::base_seed())[0].second;
  std::vector<std::uint32_t> const given(words.begin(), words.end());
  auto const order = stable_order(given, ByLastDigits());
  for (double const share : {0.0, 0.3, 1.0}) {
    Table const table("table", n, 3);
    for (std::size_t i = 0; i < n; ++i) {
      table(i, 0) = given[i];
      table(i, 1) = 11;
      table(i, 2) = static_cast<std::uint32_t>(i);
    }
    auto const keys = Kokkos::subview(table, Kokkos::ALL, 0);
    auto const values = Kokkos::subview(table, Kokkos::ALL, 2);
    yoke::sort_by_key(hybrid, keys, values, ByLastDigits(), joint(share));
    for (std::size_t i = 0; i < n; ++i) {
      ASSERT_EQ(keys(i), given[order[i]]) << i;
      ASSERT_EQ(values(i), order[i]) << i;
      ASSERT_EQ(table(i, 1), 11u) << i;
    }
    yoke::sort(hybrid, values, std::less<>(), joint(share));
    yoke::sort(hybrid, keys, ByLastDigits(), joint(share));
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(values(i), i);
  }
}

// What a sample never met falls into few buckets, which all threads sort.
TEST(JointSampleByComparatorOf, AnUnluckySampleIsRight) {
  std::size_t const n = 400000;
  std::vector<std::uint64_t> words(n);
  for (std::size_t i = 0; i < n; ++i) words[i] = 5000 + yoke::detail::hash(i) % 1000000;
  // Where samples are taken, keys are small.
  for (std::uint64_t i = 0; i < HostElementSort<Host>::samples; ++i) {
    words[yoke::detail::hash(i) % n] = i % 1000;
  }
  auto const keys = yoke_test::records_of<8>(words);
  auto const expected = in_order(keys, stable_order(keys, CloserTo{0}));
  yoke::Hybrid<> const hybrid;
  for (double const share : {0.0, 0.2, 1.0}) {
    auto const sorted = view_of<Kokkos::HostSpace>(keys);
    yoke::sort(hybrid, sorted, CloserTo{0}, joint(share));
    EXPECT_EQ(vector_of(sorted), expected);
  }
}

// The device's side works as a device does, also where a host plays it.
template <std::size_t bytes, class Comparator>
class TeamSorter {
  using Key = Record<bytes>;
  using Less = KeyLess<Comparator>;
  using Element = Keyed<Key, NothingCarried>;
  static_assert(sizeof(Element) == sizeof(Key));

 public:
  TeamSorter(Comparator const& comparator, std::size_t capacity, int splitters = 255)
      : on_device_(Less{comparator}, seen_.clear()),
        on_host_(Less{comparator}, seen_.mark()),
        sorter_(hybrid_, {capacity, {sizeof(Element), 0}}, joint(0.5, splitters)) {}

  std::vector<Key> operator()(std::vector<Key> const& keys, double share, bool on_device) {
    return on_device ? sorted<Device::memory_space>(keys, share, true)
                     : sorted<Kokkos::HostSpace>(keys, share, false);
  }

 private:
  template <class Memory>
  std::vector<Key> sorted(std::vector<Key> const& keys, double share, bool on_device) {
    auto const view = view_of<Memory>(keys);
    sorter_.run(on_device_, on_host_, view.data(), on_device, keys.size(), share);
    Kokkos::fence();
    return vector_of(view);
  }

  yoke::Hybrid<> hybrid_;
  UnorderedSeen seen_;
  DeviceKernels<Device, Element, Less> on_device_;
  HostKernels<Host, Element, Less> on_host_;
  joint::JointElementSorter<Device, Host, true> sorter_;
};

template <std::size_t bytes>
void expect_sorted_by_teams(std::initializer_list<std::size_t> sizes) {
  for (std::size_t const n : sizes) {
    TeamSorter<bytes, CloserTo> sort({1000}, n), in_few_ways({1000}, n, 2);
    for (auto const& [name, words] : yoke_test::word_sets(n, yoke_test::base_seed())) {
      auto const keys = yoke_test::records_of<bytes>(words);
      auto const expected = in_order(keys, stable_order(keys, CloserTo{1000}));
      for (double const share : {0.0, 0.2, 0.7, 1.0}) {
        for (bool const on_device : {false, true}) {
          SCOPED_TRACE(name + ", " + std::to_string(n) + ", share " + std::to_string(share) +
                       (on_device ? ", on the device" : ", on the host"));
          ASSERT_EQ(sort(keys, share, on_device), expected);
          ASSERT_EQ(in_few_ways(keys, share, on_device), expected);
        }
      }
    }
  }
}

TEST(JointSampleByComparatorByTeams, IsAStableSort) {
  expect_sorted_by_teams<1>({1, 2, 5000});  // moves bytes, the others words
  expect_sorted_by_teams<4>({1, 2, 3, 4353, 20000});
  expect_sorted_by_teams<16>({300, 70000});
}

// Whatever the comparator says, what was there is there.
TEST(JointSampleByComparatorByTeams, ByNoOrderEndsWithAPermutation) {
  auto const by_key = [](auto const& one, auto const& other) { return one.key < other.key; };
  for (std::size_t const n : {2, 5000, 70000}) {
    for (auto const kind : {NoOrder::Kind::at_most, NoOrder::Kind::always, NoOrder::Kind::random}) {
      TeamSorter<4, NoOrder> sort({kind}, n);
      for (auto const& [name, words] : yoke_test::word_sets(n, yoke_test::base_seed())) {
        auto const keys = yoke_test::records_of<4>(words);
        auto expected = keys;
        std::sort(expected.begin(), expected.end(), by_key);
        for (double const share : {0.0, 0.3}) {
          auto after = sort(keys, share, false);
          std::sort(after.begin(), after.end(), by_key);
          ASSERT_EQ(after, expected) << name << ", " << n;
        }
      }
    }
  }
}

// The parts of an array to which a side's elements go do not overlap, and leave no gap.
TEST(JointElementPlaces, FillTheArray) {
  for (std::uint64_t const seed : {1, 2, 3, 4, 5, 6, 7, 8}) {
    joint::Layout layout;
    std::uint64_t host = 0, device = 0;
    for (int b = 0; b < joint::buckets; ++b) {
      auto const random = yoke::detail::hash(seed * 1000 + static_cast<std::uint64_t>(b));
      layout.host.begin[b] = host;
      layout.device.begin[b] = device;
      host += seed == 1 ? 0 : random % 7;
      device += seed == 2 ? 0 : random / 7 % 5;
    }
    layout.host.begin[joint::buckets] = host;
    layout.device.begin[joint::buckets] = device;
    layout.join(host, [&](int b) { return b % 2 == 0 && seed % 2 == 0; });
    for (auto const* part : {&layout.host, &layout.device}) {
      auto const places = joint::ElementPlaces::of(*part);
      std::uint64_t const size = part->begin[joint::buckets];
      std::set<std::uint64_t> taken;
      for (std::uint64_t place = 0; place < size; ++place) {
        std::uint64_t const to =
            place +
            places.shift[static_cast<std::size_t>(joint::bucket_at(part->begin.data(), place))];
        EXPECT_LT(to, places.received);
        bool const is_sent = place >= part->sent.begin && place < part->sent.end;
        EXPECT_EQ(to >= places.sent && to < places.sent + part->sent.size(), is_sent);
        if (is_sent) {
          EXPECT_EQ(to - places.sent, place - part->sent.begin);
        }
        taken.insert(to);
      }
      EXPECT_EQ(taken.size(), size);
    }
  }
}

TEST(JointSampleByComparatorPlans, ReportEachPhaseOfEachSide) {
  yoke::Hybrid<> const hybrid;
  auto const words = yoke_test::word_sets(100000, yoke_test::base_seed())[0].second;
  auto const keys = view_of<Kokkos::HostSpace>(yoke_test::records_of<8>(words));
  auto const payload = view_of<Kokkos::HostSpace>(yoke_test::payload_of<4>(words.size()));
  yoke::SortReport report;
  yoke::Timeline timeline;
  auto options = joint(0.4, 255, &report);
  options.timeline = &timeline;
  yoke::sort_by_key(hybrid, keys, payload, CloserTo{0}, options);
  EXPECT_EQ(report.algorithm, SortAlgorithm::joint_sample);
  EXPECT_EQ(report.way, yoke::Way::both);
  EXPECT_EQ(report.host_share, 0.4);
  EXPECT_EQ(report.levels, 1);
  EXPECT_GT(report.device_busy, 0);
  EXPECT_GT(report.host_busy, 0);
  std::multiset<std::string> phases;
  for (auto const& phase : report.phases) phases.insert(phase.name);
  for (std::string const name : {"load", "sample", "store"}) {
    EXPECT_EQ(phases.count(name), 1u) << name;
  }
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

TEST(JointSampleByComparatorPlans, AllocateNothingWhenUsedAgain) {
  std::size_t const n = 200000;
  yoke::Hybrid<> const hybrid;
  Kokkos::View<Record<8>*, Kokkos::HostSpace> const keys("keys", n);
  Kokkos::View<std::uint32_t*, Kokkos::HostSpace> const values("values", n);
  yoke::ComparatorSortByKeyPlan<yoke::Hybrid<>, Record<8>, std::uint32_t> plan(hybrid, n,
                                                                               joint(0.5));
  EXPECT_EQ(plan.algorithm(), SortAlgorithm::joint_sample);
  plan(keys, values, CloserTo{0});
  yoke_test::AllocationRecorder const recorder;
  for (auto const& [name, words] : yoke_test::word_sets(n, yoke_test::base_seed())) {
    auto const records = yoke_test::records_of<8>(words);
    std::copy(records.begin(), records.end(), keys.data());
    plan(keys, values, CloserTo{0});
    EXPECT_TRUE(std::is_sorted(keys.data(), keys.data() + n, CloserTo{0})) << name;
  }
  EXPECT_TRUE(recorder.labels().empty()) << recorder.labels().front();
}

TEST(JointSampleByComparatorPlans, HoldWhatTheDocsSay) {
  std::size_t const n = 1 << 21;
  yoke::Hybrid<> const hybrid;
  yoke::ComparatorSortPlan<yoke::Hybrid<>, Record<16>> plan(hybrid, n, joint(0.3));
  // Three copies on each side, a byte on a host and 16 on a device.
  double const labels = yoke::detail::runs_on_host<Device> ? 2 : 17;
  EXPECT_GE(plan.workspace_bytes(), (6 * 16 + labels) * n);
  EXPECT_LE(plan.workspace_bytes(), (6 * 16 + labels) * 1.1 * n);
}

TEST(JointSampleByComparatorPlans, WhatItCannotDoIsRefused) {
  yoke::Hybrid<> const hybrid;
  Kokkos::View<Record<4>*, Kokkos::HostSpace> const keys("keys", 10);
  auto const message_of = [](auto const& call) {
    try {
      call();
    } catch (std::invalid_argument const& error) {
      return std::string(error.what());
    }
    return std::string("nothing was thrown");
  };
  auto options = joint(0.5);
  options.joint.levels = 2;
  EXPECT_EQ(message_of([&] { yoke::sort(hybrid, keys, CloserTo{0}, options); }),
            "yoke::sort: options.joint.levels is 2, but by a comparator joint_sample has one "
            "level: leave it at 1");
  EXPECT_EQ(message_of([&] { yoke::sort(Host(), keys, CloserTo{0}, joint(0.5)); }),
            "yoke::sort: options.algorithm is joint_sample, which both sides of a yoke::Hybrid run "
            "together: give one, or take sample or merge");
}

// On both sides segments are elements by segment and key.
TEST(JointSampleByComparatorPlans, SortSegments) {
  yoke::Hybrid<> const hybrid;
  auto const words = yoke_test::word_sets(20000, yoke_test::base_seed())[0].second;
  auto const keys = view_of<Kokkos::HostSpace>(yoke_test::records_of<8>(words));
  auto const expected = view_of<Kokkos::HostSpace>(yoke_test::records_of<8>(words));
  auto const offsets =
      view_of<Kokkos::HostSpace>(std::vector<std::uint32_t>{0, 10, 10, 9000, 20000});
  yoke::sort_segments(hybrid, offsets, keys, CloserTo{1000}, joint(0.4));
  yoke::sort_segments(Host(), offsets, expected, CloserTo{1000});
  EXPECT_EQ(vector_of(keys), vector_of(expected));
}

}  // namespace
