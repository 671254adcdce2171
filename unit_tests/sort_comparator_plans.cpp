#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "support/comparators.hpp"
#include "support/rounds.hpp"
#include "support/seed.hpp"
#include "support/tools.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/sort_comparator.hpp"

// Plans of sorts by a comparator: their memory, strided Views, and what is refused.

namespace {

using yoke::SortAlgorithm;
using yoke_test::CloserTo;
using yoke_test::in_order;
using yoke_test::Record;
using yoke_test::vector_of;
using yoke_test::view_of;
using Exec = Kokkos::DefaultExecutionSpace;
using Memory = Exec::memory_space;

template <class Executor>
void expect_nothing_allocated(Executor const& executor, yoke::SortOptions const& options) {
  std::size_t const n = yoke_test::large(100000);
  auto const sets = yoke_test::word_sets(n, 1);
  Kokkos::View<Record<16>*, Memory> const keys("keys", n);
  Kokkos::View<std::uint64_t*, Memory> const values("values", n);
  Kokkos::View<Record<48>*, Memory> const large("large", n);
  Kokkos::View<std::uint32_t*, Memory> const permutation("permutation", n);
  yoke::ComparatorSortPlan<Executor, Record<16>> plan(executor, n, options);
  yoke::ComparatorSortByKeyPlan<Executor, Record<16>, std::uint64_t> by_key(executor, n, options);
  yoke::ComparatorSortByKeyPlan<Executor, Record<16>, Record<48>> fetching(executor, n, options);
  yoke::ComparatorArgsortPlan<Executor, Record<16>, std::uint32_t> argsort(executor, n, options);
  auto const run = [&](std::int64_t middle) {
    plan(keys, CloserTo{middle});
    by_key(keys, values, CloserTo{middle + 1});
    fetching(keys, large, CloserTo{middle + 2});
    argsort(keys, CloserTo{middle + 3}, permutation);
  };
  run(0);
  for (auto const& [name, words] : sets) {
    SCOPED_TRACE(name);
    auto const given = view_of<Memory>(yoke_test::records_of<16>(words));
    Kokkos::deep_copy(keys, given);
    yoke_test::AllocationRecorder const recorder;
    run(1000);
    EXPECT_TRUE(recorder.labels().empty()) << recorder.labels().front();
  }
}

TEST(ComparatorSortPlans, AllocateNothingWhenUsedAgain) {
  for (auto const algorithm : {SortAlgorithm::sample, SortAlgorithm::merge}) {
    SCOPED_TRACE(static_cast<int>(algorithm));
    expect_nothing_allocated(Exec(), {.algorithm = algorithm});
    yoke::Hybrid<> const hybrid;
    for (double const share : {0.0, 0.4, 1.0}) {
      SCOPED_TRACE(share);
      expect_nothing_allocated(hybrid, {.algorithm = algorithm, .split = yoke::Split(share)});
    }
  }
}

TEST(ComparatorSortPlans, HoldWhatTheCommentSays) {
  std::size_t const n = 1 << 20;
  using Host = Kokkos::DefaultHostExecutionSpace;
  yoke::ComparatorSortPlan<Host, Record<16>> const plan(Host(), n);
  EXPECT_GE(plan.workspace_bytes(), 17 * n);
  EXPECT_LE(plan.workspace_bytes(), 17.5 * n);
}

// A column of a matrix whose rows lie one after the other.
TEST(ComparatorSortPlans, StridedViewsAreSorted) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  std::size_t const n = 30000;
  Kokkos::View<Record<16>* [3], Kokkos::LayoutRight, Kokkos::HostSpace> const table("table", n);
  Kokkos::View<Record<48>* [2], Kokkos::LayoutRight, Kokkos::HostSpace> const other("other", n);
  auto const words = yoke_test::word_sets(n, yoke_test::base_seed())[0].second;
  auto const keys = yoke_test::records_of<16>(words);
  auto const payload = yoke_test::records_of<48>(words);
  auto const fill = [&] {
    for (std::size_t i = 0; i < n; ++i) {
      table(i, 1) = table(i, 2) = keys[i];
      other(i, 1) = payload[i];
    }
  };
  auto const order = yoke_test::stable_order(keys, CloserTo{1 << 31});
  auto const sorted = Kokkos::subview(table, Kokkos::ALL, 1);
  auto const moved = Kokkos::subview(table, Kokkos::ALL, 2);
  auto const fetched = Kokkos::subview(other, Kokkos::ALL, 1);
  yoke::Hybrid<> const hybrid;
  auto const check = [&](bool with_payloads) {
    for (std::size_t i = 0; i < n; ++i) {
      ASSERT_EQ(table(i, 0), Record<16>());
      ASSERT_EQ(table(i, 1), keys[order[i]]);
      ASSERT_EQ(table(i, 2), keys[with_payloads ? order[i] : i]);
      ASSERT_EQ(other(i, 1), payload[with_payloads ? order[i] : i]);
    }
  };
  fill();
  yoke::sort(Host(), sorted, CloserTo{1 << 31});
  check(false);
  fill();
  yoke::sort_by_key(Host(), sorted, yoke::payloads(moved, fetched), CloserTo{1 << 31});
  check(true);
  fill();
  yoke::sort_by_key(hybrid, sorted, yoke::payloads(moved, fetched), CloserTo{1 << 31},
                    {.split = yoke::Split(0.3)});
  check(true);
}

TEST(ComparatorSortPlans, WhatDoesNotFitIsRefused) {
  Exec const exec;
  CloserTo const closer{0};
  Kokkos::View<Record<4>*, Memory> const keys("keys", 10);
  Kokkos::View<Record<4>*, Memory> const more("more", 11);
  Kokkos::View<std::uint32_t*, Memory> const permutation("permutation", 11);
  yoke::ComparatorSortPlan<Exec, Record<4>> plan(exec, 9);
  EXPECT_THROW(plan(keys, closer), std::invalid_argument);
  EXPECT_THROW(yoke::sort_by_key(exec, keys, more, closer), std::invalid_argument);
  EXPECT_THROW(yoke::sort_by_key(exec, keys, keys, closer), std::invalid_argument);
  EXPECT_THROW(yoke::sort_by_key(exec, keys, yoke::payloads(more, more), closer),
               std::invalid_argument);
  EXPECT_THROW(yoke::argsort(exec, keys, closer, permutation), std::invalid_argument);
  EXPECT_THROW(yoke::sort(exec, keys, closer, {.algorithm = SortAlgorithm::radix}),
               std::invalid_argument);
  EXPECT_THROW(yoke::sort(exec, keys, closer, {.order = yoke::SortOrder::descending}),
               std::invalid_argument);
  for (auto const algorithm : {SortAlgorithm::sample, SortAlgorithm::merge}) {
    EXPECT_THROW(yoke::sort(exec, permutation, {.algorithm = algorithm}), std::invalid_argument);
  }
}

// Messages name the call that the user made.
TEST(ComparatorSortPlans, FaultsAreThoseOfTheCall) {
  Exec const exec;
  Kokkos::View<Record<4>*, Memory> const keys("keys", 40), payload("payload", 40);
  Kokkos::View<std::uint32_t*, Memory> const permutation("permutation", 40);
  auto const begins = [](char const* name, auto const& call) {
    try {
      call();
      ADD_FAILURE() << name;
    } catch (std::invalid_argument const& error) {  // yoke::InvalidInput too
      EXPECT_EQ(std::string(error.what()).rfind(std::string(name) + ": ", 0), 0u) << error.what();
    }
  };
  auto const all_begin = [&](auto const& comparator, yoke::SortOptions const& options) {
    begins("yoke::sort", [&] { yoke::sort(exec, keys, comparator, options); });
    begins("yoke::sort_by_key",
           [&] { yoke::sort_by_key(exec, keys, payload, comparator, options); });
    begins("yoke::argsort", [&] { yoke::argsort(exec, keys, comparator, permutation, options); });
  };
  yoke_test::NoOrder const at_most{yoke_test::NoOrder::Kind::at_most};
  all_begin(at_most, {});
  all_begin(at_most, {.validate = true});
  all_begin(CloserTo{0}, {.algorithm = SortAlgorithm::radix});
  all_begin(CloserTo{0}, {.algorithm = SortAlgorithm::joint_sample});
  all_begin(CloserTo{0}, {.order = yoke::SortOrder::descending});
  // And those of numbers.
  Kokkos::View<float*, Memory> const numbers("numbers", 40);
  yoke::SortOptions const by_comparator{.algorithm = SortAlgorithm::merge};
  begins("yoke::sort", [&] { yoke::sort(exec, numbers, by_comparator); });
  begins("yoke::sort_by_key",
         [&] { yoke::sort_by_key(exec, numbers, permutation, by_comparator); });
  begins("yoke::argsort", [&] { yoke::argsort(exec, numbers, permutation, by_comparator); });
  // A plan's, too.
  std::size_t const too_many = std::size_t(1) << 48;
  begins("yoke::sort", [&] { yoke::ComparatorSortPlan<Exec, Record<4>>(exec, too_many); });
  begins("yoke::sort_by_key",
         [&] { yoke::ComparatorSortByKeyPlan<Exec, Record<4>, int>(exec, too_many); });
  begins("yoke::argsort",
         [&] { yoke::ComparatorArgsortPlan<Exec, Record<4>, std::uint64_t>(exec, too_many); });
  yoke::ComparatorSortByKeyPlan<Exec, Record<4>, Record<4>> plan(exec, 39);
  begins("yoke::sort_by_key", [&] { plan(keys, payload, CloserTo{0}); });
}

TEST(ComparatorSortWork, IsReportedByPhases) {
  Kokkos::View<Record<4>*, Memory> const keys("keys", 100000);
  for (auto const algorithm : {SortAlgorithm::sample, SortAlgorithm::merge}) {
    yoke::SortReport report;
    yoke::sort(Exec(), keys, CloserTo{0}, {.algorithm = algorithm, .report = &report});
    EXPECT_FALSE(report.phases.empty());
    EXPECT_EQ(report.algorithm, algorithm);
  }
}

// Equal keys end in buckets of their own. If all are equal, they are in order.
TEST(ComparatorSortWork, OfManyEqualKeysIsOnePartition) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  for (std::uint64_t const values : {1, 2, 16, 60}) {
    SCOPED_TRACE(values);
    std::vector<std::uint64_t> words(1 << 20);
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = i * 7919 % values;
    auto const keys = view_of<Kokkos::HostSpace>(yoke_test::records_of<16>(words));
    yoke::SortReport report;
    yoke::sort(Host(), keys, CloserTo{0}, {.algorithm = SortAlgorithm::sample, .report = &report});
    EXPECT_EQ(report.partitions, values == 1 ? 0u : 1u);
    EXPECT_TRUE(std::is_sorted(keys.data(), keys.data() + keys.extent(0), CloserTo{0}));
  }
}

// On a host: the payload shows whether equal keys stay in order.
std::uint64_t partitions_of(std::vector<std::uint64_t> const& words, SortAlgorithm algorithm) {
  auto const records = yoke_test::records_of<4>(words);
  auto const order = yoke_test::stable_order(records, CloserTo{0});
  std::vector<std::uint32_t> numbers(words.size());
  std::iota(numbers.begin(), numbers.end(), 0u);
  auto const keys = view_of<Kokkos::HostSpace>(records),
             alone = view_of<Kokkos::HostSpace>(records);
  auto const payload = view_of<Kokkos::HostSpace>(numbers);
  yoke::SortReport report;
  Kokkos::DefaultHostExecutionSpace const host;
  yoke::sort(host, alone, CloserTo{0}, {.algorithm = algorithm});
  yoke::sort_by_key(host, keys, payload, CloserTo{0}, {.algorithm = algorithm, .report = &report});
  EXPECT_EQ(vector_of(alone), in_order(records, order));
  EXPECT_EQ(vector_of(keys), in_order(records, order));
  EXPECT_EQ(vector_of(payload), order);
  return report.partitions;
}

TEST(ComparatorSortWork, OfSortedAndReversedKeysIsNone) {
  for (auto const algorithm : {SortAlgorithm::sample, SortAlgorithm::merge}) {
    for (std::size_t const n : {8193, 8194, 100001}) {
      SCOPED_TRACE(n);
      std::vector<std::uint64_t> ascending(n), descending(n);
      for (std::size_t i = 0; i < n; ++i) {
        ascending[i] = i / 2;
        descending[i] = n - i;
      }
      EXPECT_EQ(partitions_of(ascending, algorithm), 0u);
      EXPECT_EQ(partitions_of(descending, algorithm), 0u);
      // One pair that a look at few neighbours does not show.
      auto wrong = ascending, equal = descending;
      std::swap(wrong[n - 5], wrong[n - 2]);
      equal[n - 4] = equal[n - 3];
      bool const is_sample = algorithm == SortAlgorithm::sample;
      EXPECT_EQ(partitions_of(wrong, algorithm) > 0, is_sample);
      EXPECT_EQ(partitions_of(equal, algorithm) > 0, is_sample);
    }
  }
}

}  // namespace
