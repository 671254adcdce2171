#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "strings/serial_sort.hpp"
#include "strings/sort_alone.hpp"
#include "support/executors.hpp"
#include "support/seed.hpp"
#include "support/strings.hpp"
#include "support/tools.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/sort_strings.hpp"

// Sorting strings, against std::stable_sort of std::string.

namespace {

using yoke::SortOrder;
using yoke::SortStringsAlgorithm;
using yoke::SortStringsOptions;
using yoke::SortStringsReport;
using yoke_test::StringList;

using Exec = Kokkos::DefaultExecutionSpace;
using Memory = Exec::memory_space;
using Host = Kokkos::DefaultHostExecutionSpace;

template <class Memory, class Offset, class Index, class Executor>
void expect_sorted(Executor const& executor, StringList const& list,
                   SortStringsOptions const& options = {}, std::size_t skipped = 0) {
  auto const strings = yoke_test::views_of<Memory, Offset>(list, skipped);
  Kokkos::View<Index*, Memory> const permutation("permutation", list.size());
  yoke::sort_strings(executor, strings, permutation, options);
  auto const expected = yoke_test::order_of(list, options.order == SortOrder::descending);
  auto const found = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), permutation);
  for (std::size_t i = 0; i < list.size(); ++i) {
    ASSERT_EQ(static_cast<std::uint64_t>(found(i)), expected[i]) << "at place " << i;
  }
}

template <class Memory, class Executor>
void expect_every_set_sorted(Executor const& executor, std::vector<std::size_t> const& sizes,
                             SortStringsOptions options = {}) {
  for (std::size_t const n : sizes) {
    for (auto const& [name, list] : yoke_test::string_sets(n, yoke_test::base_seed() + n)) {
      for (int const look_ahead : {0, 4, 8}) {
        SCOPED_TRACE(name + ", " + std::to_string(n) + ", look-ahead " +
                     std::to_string(look_ahead));
        options.look_ahead = look_ahead;
        expect_sorted<Memory, std::int32_t, std::uint32_t>(executor, list, options);
      }
    }
  }
}

TEST(SortStrings, OnEverySpace) {
  auto const work = [](auto const& exec) {
    using Space = std::decay_t<decltype(exec)>;
    expect_every_set_sorted<typename Space::memory_space>(exec, {0, 1, 2, 63, 64, 65, 5000});
  };
#define YOKE_RUN(Space)   \
  {                       \
    SCOPED_TRACE(#Space); \
    work(Space());        \
  }
  YOKE_FOR_EACH_SPACE(YOKE_RUN)
#undef YOKE_RUN
}

TEST(SortStrings, MoreThanOneThreadSortsAlone) {
  expect_every_set_sorted<Memory>(Exec(), {1 << 16});
  if (std::is_same_v<Exec, Host>) return;
  expect_every_set_sorted<Kokkos::HostSpace>(Host(), {1 << 16});
}

TEST(SortStrings, Descending) {
  expect_every_set_sorted<Memory>(Exec(), {65, 3000, 30000}, {.order = SortOrder::descending});
}

TEST(SortStrings, OnBothSides) {
  yoke::Hybrid<> const hybrid;
  // The smallest share is nothing, but not the device alone.
  for (double const share : {0.0, 1e-9, 0.1, 0.5, 1.0}) {
    SCOPED_TRACE(share);
    expect_every_set_sorted<Kokkos::HostSpace>(hybrid, {0, 1, 2, 65, 3000, 20000},
                                               {.split = yoke::Split(share)});
  }
  expect_every_set_sorted<Kokkos::HostSpace>(hybrid, {0, 1, 2, 65, 3000, 20000});
  expect_every_set_sorted<Memory>(hybrid, {0, 1, 65, 3000});
  expect_every_set_sorted<Memory>(hybrid, {65, 3000}, {.split = yoke::Split(0.3)});
}

TEST(SortStrings, BothSidesDescend) {
  yoke::Hybrid<> const hybrid;
  for (double const share : {0.0, 1e-9, 0.4, 1.0}) {
    expect_every_set_sorted<Kokkos::HostSpace>(
        hybrid, {3000}, {.order = SortOrder::descending, .split = yoke::Split(share)});
  }
  expect_every_set_sorted<Kokkos::HostSpace>(hybrid, {3000}, {.order = SortOrder::descending});
}

TEST(SortStrings, BySequentialAlgorithm) {
  SortStringsOptions options{.algorithm = SortStringsAlgorithm::sequential};
  expect_every_set_sorted<Kokkos::HostSpace>(Host(), {0, 1, 2, 65, 3000}, options);
  options.order = SortOrder::descending;
  expect_every_set_sorted<Kokkos::HostSpace>(Host(), {65, 3000}, options);
  expect_every_set_sorted<Kokkos::HostSpace>(yoke::Hybrid<>(), {65, 3000}, options);
}

TEST(SortStrings, EveryTypeOfOffsetsAndPermutation) {
  for (auto const& [name, list] : yoke_test::string_sets(4000, yoke_test::base_seed())) {
    SCOPED_TRACE(name);
    for (std::size_t const skipped : {0, 1, 77}) {
      for (int const look_ahead : {0, 4, 8}) {
        SortStringsOptions const options{.look_ahead = look_ahead};
        expect_sorted<Memory, std::int32_t, std::int64_t>(Exec(), list, options, skipped);
        expect_sorted<Memory, std::uint32_t, std::int32_t>(Exec(), list, options, skipped);
        expect_sorted<Memory, std::int64_t, std::uint32_t>(Exec(), list, options, skipped);
        expect_sorted<Memory, std::uint64_t, std::uint64_t>(Exec(), list, options, skipped);
      }
    }
  }
}

TEST(SortStrings, OnFewerThreads) {
#if defined(KOKKOS_ENABLE_OPENMP)
  for (int const threads : {1, 2}) {
    expect_every_set_sorted<Kokkos::HostSpace>(Kokkos::OpenMP(threads), {3000, 30000});
  }
#endif
}

// Of 1 MB, in few strings: the rounds that it takes grow with its logarithm, and it is read once or
// twice.
TEST(SortStrings, ALongCommonPrefixIsReadOnce) {
  std::size_t const length = 1 << 20;
  std::string const prefix(length, 'x');
  for (std::size_t const n : {2, 3, 40}) {
    for (int const look_ahead : {0, 4, 8}) {
      StringList list;
      for (std::size_t i = 0; i < n; ++i) list.push_back(prefix + std::to_string(i * 7 % n));
      list.push_back(prefix);
      list.push_back(prefix.substr(1));
      SortStringsReport report;
      expect_sorted<Memory, std::int32_t, std::int32_t>(
          Exec(), list, {.look_ahead = look_ahead, .report = &report});
      EXPECT_LE(report.sorted.size(), 20u);
      EXPECT_LE(report.characters, 2 * (n + 2) * length);
    }
  }
}

// More strings than one thread takes beside others, so that rounds sort them on a host too.
TEST(SortStrings, AndSoItIsInManyStrings) {
  std::size_t const length = 3000, n = 10000;
  std::string const prefix(length, 'x');
  StringList list;
  for (std::size_t i = 0; i < n; ++i) list.push_back(prefix + std::to_string(i * 7919 % n));
  SortStringsReport report;
  expect_sorted<Memory, std::int32_t, std::int32_t>(Exec(), list, {.report = &report});
  EXPECT_LE(report.sorted.size(), 10u);
  if (!yoke::detail::runs_on_host<Exec> || Exec().concurrency() > 1) {
    EXPECT_GE(report.characters, (n - 1) * length);
  }
  EXPECT_LE(report.characters, 2 * n * length);
}

TEST(SortStrings, ReportsRounds) {
  StringList const list{"one", "two", "the same for eight and more, a", "three",
                        "the same for eight and more, b"};
  SortStringsReport report;
  expect_sorted<Memory, std::int32_t, std::int32_t>(Exec(), list, {.report = &report});
  EXPECT_EQ(report.algorithm, SortStringsAlgorithm::radix);
  ASSERT_FALSE(report.sorted.empty());
  EXPECT_EQ(report.sorted.front(), 5u);
  EXPECT_EQ(report.phases.front().name, "check");
}

// A string that ends ties with none that goes on, and is done.
TEST(SortStrings, EqualStringsThatEndAreNotSortedAgain) {
  StringList const list(20000, "seven77");
  SortStringsReport report;
  expect_sorted<Memory, std::int32_t, std::int32_t>(Exec(), list, {.report = &report});
  EXPECT_EQ(report.sorted, std::vector<std::uint64_t>{20000});
}

TEST(SortStrings, BothSidesReportRounds) {
  StringList list;
  for (int i = 0; i < 3000; ++i) list.push_back("equal so far" + std::to_string(i % 100));
  yoke::Hybrid<> const hybrid;
  for (double const share : {1e-9, 0.5}) {
    SortStringsReport report;
    expect_sorted<Kokkos::HostSpace, int, int>(hybrid, list,
                                               {.split = yoke::Split(share), .report = &report});
    ASSERT_FALSE(report.sorted.empty());
    EXPECT_EQ(report.sorted.front(), 3000u);
    EXPECT_GE(report.characters, 3000u * 7);
    EXPECT_EQ(report.host_share, share);
    EXPECT_GT(report.device_busy, 0);
  }
}

// What one thread of a device does, on a host.
TEST(SortStrings, FewStringsBySmallSteps) {
  using yoke::detail::strings::Segments;
  using Alone = yoke::detail::strings::SortAlone<
      Host, yoke::detail::strings::Carried<std::uint32_t, yoke::detail::strings::NoAhead>, false>;
  for (auto const& [name, list] : yoke_test::string_sets(8, yoke_test::base_seed())) {
    SCOPED_TRACE(name);
    auto const strings = yoke_test::views_of<Kokkos::HostSpace, std::int64_t>(list);
    yoke::detail::strings::Text const text{
        reinterpret_cast<std::uint8_t const*>(strings.characters.data()),
        strings.characters.size(),
        {strings.offsets.data(), true}};
    for (bool const descending : {false, true}) {
      std::vector<std::uint32_t> permutation{0, 1, 2, 3, 4, 5, 6, 7};
      std::uint32_t begin = 0, place = 0;
      std::uint64_t depth = 0, left = 0;
      Alone const alone{{text, {&begin, &place, &depth}, {8, 1}, permutation.data(), descending}};
      alone(0, left);
      auto const expected = yoke_test::order_of(list, descending);
      bool const is_sorted = std::equal(expected.begin(), expected.end(), permutation.begin());
      EXPECT_EQ(is_sorted, left == 0);
      EXPECT_EQ(depth, left == 0 ? yoke::detail::strings::sorted_depth : 0u);
      // Families that share more than it looks at.
      EXPECT_EQ(left > 0, name == "families that share 200");
    }
  }
}

// What one thread of a host does: as many strings as there are ways to partition them, and common
// prefixes that end at different places for some.
TEST(SortStrings, OneThreadOfAHost) {
  using Value = yoke::detail::strings::Carried<std::uint32_t, yoke::detail::strings::NoAhead>;
  for (std::size_t const n : {2, 3, 16, 17, 18, 127, 128, 129, 3000}) {
    auto sets = yoke_test::string_sets(n, yoke_test::base_seed() + n);
    StringList stairs, odd;
    for (std::size_t i = 0; i < n; ++i) {
      stairs.push_back(std::string(i * 7919 % n, 'a') + (i % 3 == 0 ? "b" : ""));
      odd.push_back(std::string(1000, 'a') + std::to_string(i % 100));
      if (i % 5 == 0) odd.back()[i % 990] = static_cast<char>('a' - 1 + i % 3);
    }
    sets.emplace_back("stairs", stairs);
    sets.emplace_back("odd ones among long equal ones", odd);
    for (auto const& [name, list] : sets) {
      SCOPED_TRACE(name + ", " + std::to_string(n));
      auto const strings = yoke_test::views_of<Kokkos::HostSpace, std::int64_t>(list);
      yoke::detail::strings::Text const text{
          reinterpret_cast<std::uint8_t const*>(strings.characters.data()),
          strings.characters.size(),
          {strings.offsets.data(), true}};
      std::vector<yoke::detail::sorting::Element<std::uint64_t, Value>> items(n);
      std::vector<std::uint64_t> keys(n);
      std::vector<Value> values(n);
      for (bool const descending : {false, true}) {
        std::vector<std::uint32_t> permutation(n);
        std::iota(permutation.begin(), permutation.end(), 0u);
        yoke::detail::strings::SerialSort<Value>(text, descending)
            .run(permutation.data(), n, 0, {items.data(), keys.data(), values.data()});
        auto const expected = yoke_test::order_of(list, descending);
        EXPECT_TRUE(std::equal(expected.begin(), expected.end(), permutation.begin()));
      }
    }
  }
}

template <class Call>
void expect_names_string(Call const& call, std::uint64_t string) {
  try {
    call();
    FAIL() << "nothing was thrown";
  } catch (yoke::InvalidInput const& error) {
    EXPECT_EQ(error.index(), string) << error.what();
    EXPECT_NE(std::string(error.what()).find("string " + std::to_string(string)), std::string::npos)
        << error.what();
  }
}

template <class Offset, class Executor, class Memory>
void expect_refused(Executor const& executor, std::vector<Offset> const& values,
                    std::uint64_t string) {
  Kokkos::View<unsigned char*, Memory> const characters("characters", 100);
  Kokkos::View<Offset*, Memory> const offsets("offsets", values.size());
  auto const mirror = Kokkos::create_mirror_view(offsets);
  std::copy(values.begin(), values.end(), mirror.data());
  Kokkos::deep_copy(offsets, mirror);
  Kokkos::View<int*, Memory> const permutation("permutation", values.size() - 1);
  Kokkos::deep_copy(permutation, -7);
  expect_names_string(
      [&] { yoke::sort_strings(executor, yoke::Strings(characters, offsets), permutation); },
      string);
  auto const after = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), permutation);
  for (std::size_t i = 0; i < after.extent(0); ++i) EXPECT_EQ(after(i), -7);
}

template <class Executor, class Memory>
void expect_malformed_offsets_refused(Executor const& executor) {
  expect_refused<std::int32_t, Executor, Memory>(executor, {0, 10, 5, 20}, 1);
  expect_refused<std::int32_t, Executor, Memory>(executor, {0, 10, 101}, 1);
  expect_refused<std::int32_t, Executor, Memory>(executor, {-1, 10, 20}, 0);
  expect_refused<std::int32_t, Executor, Memory>(executor, {0, -5, 20}, 0);
  expect_refused<std::uint32_t, Executor, Memory>(executor, {101, 101}, 0);
  expect_refused<std::uint64_t, Executor, Memory>(executor, {0, ~std::uint64_t(0)}, 0);
  expect_refused<std::int64_t, Executor, Memory>(executor, {0, 1, 2, 3, std::int64_t(1) << 40}, 3);
}

TEST(SortStrings, MalformedOffsetsAreRefused) {
  expect_malformed_offsets_refused<Exec, Memory>(Exec());
  expect_malformed_offsets_refused<Host, Kokkos::HostSpace>(Host());
  yoke::Hybrid<> const hybrid;
  expect_malformed_offsets_refused<yoke::Hybrid<>, Kokkos::HostSpace>(hybrid);
  expect_malformed_offsets_refused<yoke::Hybrid<>, Memory>(hybrid);
}

TEST(SortStrings, WhatCanBeSeenIsRefused) {
  auto const strings = yoke_test::views_of<Memory, int>({"a", "b", "c"});
  Kokkos::View<int*, Memory> const two("two", 2), three("three", 3);
  Exec const exec;
  EXPECT_THROW(yoke::sort_strings(exec, strings, two), std::invalid_argument);
  EXPECT_THROW(yoke::sort_strings(exec, strings, three, {.look_ahead = 5}), std::invalid_argument);
  yoke::SortStringsPlan<Exec, int, int> plan(exec, 2);
  EXPECT_THROW(plan(strings, three), std::invalid_argument);
  auto const front = Kokkos::subview(strings.offsets, std::pair<std::size_t, std::size_t>(0, 3));
  EXPECT_THROW(yoke::sort_strings(exec, strings, front), std::invalid_argument);
  // No strings at all.
  Kokkos::View<int*, Memory> const none;
  EXPECT_NO_THROW(yoke::sort_strings(exec, yoke::Strings(strings.characters, none), none));
}

TEST(SortStringsPlans, AllocateNothingWhenUsedAgain) {
  std::size_t const n = 20000;
  for (int const look_ahead : {0, 8}) {
    Exec const exec;
    yoke::SortStringsPlan<Exec, int, int> plan(exec, n, {.look_ahead = look_ahead});
    Kokkos::View<int*, Memory> const permutation("permutation", n);
    auto const sets = yoke_test::string_sets(n, 1);
    plan(yoke_test::views_of<Memory, int>(sets.back().second), permutation);
    for (auto const& [name, list] : sets) {
      auto const strings = yoke_test::views_of<Memory, int>(list);
      yoke_test::AllocationRecorder const recorder;
      plan(strings, permutation);
      EXPECT_TRUE(recorder.labels().empty()) << name << ": " << recorder.labels().front();
    }
  }
}

TEST(SortStringsPlans, HoldWhatTheCommentSays) {
  std::size_t const n = 1 << 20;
  auto const bytes = [&](int look_ahead) {
    return yoke::SortStringsPlan<Exec, int, int>(Exec(), n, {.look_ahead = look_ahead})
        .workspace_bytes();
  };
  auto const wide_bytes = [&](int look_ahead) {
    return yoke::SortStringsPlan<Exec, int, std::int64_t>(Exec(), n, {.look_ahead = look_ahead})
        .workspace_bytes();
  };
  // Of each of a host's threads, room for 32768 records of up to 24 bytes, and 0.6 MiB.
  std::size_t const threads = yoke::detail::runs_on_host<Exec> ? Exec().concurrency() : 0;
  std::size_t const small = (1 << 20) + threads * (32768 * 24 + (5 << 17));
  EXPECT_LE(bytes(0), 52 * n + small);
  EXPECT_LE(bytes(4), 68 * n + small);
  EXPECT_LE(bytes(8), 76 * n + small);
  EXPECT_LE(wide_bytes(0), 68 * n + small);
  EXPECT_LE(wide_bytes(8), 92 * n + small);
  EXPECT_GE(bytes(0), 44 * n);
}

}  // namespace
