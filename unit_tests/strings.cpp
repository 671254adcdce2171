#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "support/seed.hpp"
#include "support/strings.hpp"
#include "yoke/gather_strings.hpp"
#include "yoke/generate_strings.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/sort_strings.hpp"
#include "yoke/validate_sort_strings.hpp"

// What goes with sorting strings: gathering, checking, generating them.

namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Memory = Exec::memory_space;
using yoke_test::StringList;

template <class V>
auto vector_of(V const& view) {
  auto const mirror = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  return std::vector<typename V::non_const_value_type>(mirror.data(),
                                                       mirror.data() + mirror.size());
}

template <class Memory, class T>
Kokkos::View<T*, Memory> view_of(std::vector<T> const& values) {
  Kokkos::View<T*, Memory> const view("values", values.size());
  auto const mirror = Kokkos::create_mirror_view(view);
  std::copy(values.begin(), values.end(), mirror.data());
  Kokkos::deep_copy(view, mirror);
  return view;
}

template <class Characters, class Offsets>
StringList list_of(yoke::Strings<Characters, Offsets> const& strings) {
  auto const characters = vector_of(strings.characters);
  auto const offsets = vector_of(strings.offsets);
  StringList list;
  for (std::size_t i = 0; i < strings.size(); ++i) {
    list.emplace_back(characters.data() + offsets[i], characters.data() + offsets[i + 1]);
  }
  return list;
}

template <class Space, class Offset, class Index>
void expect_gathered(StringList const& list, std::vector<Index> const& indices) {
  using Memory = typename Space::memory_space;
  auto const strings = yoke_test::views_of<Memory, Offset>(list, 3);
  std::size_t size = 0;
  for (auto const index : indices) size += list[static_cast<std::size_t>(index)].size();
  Kokkos::View<unsigned char*, Memory> const characters("characters", size + 2);
  Kokkos::View<Offset*, Memory> const offsets("offsets", indices.size() + 1);
  Kokkos::deep_copy(characters, 99);
  EXPECT_EQ(yoke::gather_strings(Space(), strings, view_of<Memory>(indices), characters, offsets),
            size);
  auto const gathered = list_of(yoke::Strings(characters, offsets));
  for (std::size_t i = 0; i < indices.size(); ++i) {
    ASSERT_EQ(gathered[i], list[static_cast<std::size_t>(indices[i])]) << i;
  }
  EXPECT_EQ(vector_of(characters)[size], 99);
}

template <class Space>
void expect_all_gathered() {
  for (std::size_t const n : {1, 2, 65, 5000}) {
    for (auto const& [name, list] : yoke_test::string_sets(n, yoke_test::base_seed())) {
      SCOPED_TRACE(name);
      std::vector<std::uint32_t> order;
      for (auto const index : yoke_test::order_of(list)) order.push_back(index);
      expect_gathered<Space, std::int32_t>(list, order);
      std::vector<std::int64_t> some(n / 2 + 2, static_cast<std::int64_t>(n / 2));
      expect_gathered<Space, std::uint64_t>(list, some);
      expect_gathered<Space, std::uint64_t>(list, std::vector<int>());
    }
  }
}

TEST(GatherStrings, OnEverySpace) {
#define YOKE_RUN(Space) expect_all_gathered<Space>();
  YOKE_FOR_EACH_SPACE(YOKE_RUN)
#undef YOKE_RUN
}

// In one call, as by the order and its gathering.
template <class Executor, class Memory>
void expect_sorted_strings_written(Executor const& executor) {
  for (std::size_t const n : {0, 1, 2, 65, 5000}) {
    for (auto const& [name, list] : yoke_test::string_sets(n, yoke_test::base_seed())) {
      SCOPED_TRACE(name + ", " + std::to_string(n));
      auto const strings = yoke_test::views_of<Memory, std::int32_t>(list, 3);
      auto const order = yoke_test::order_of(list);
      std::size_t size = 0;
      for (auto const& string : list) size += string.size();
      Kokkos::View<char*, Memory> const characters("characters", size + 2);
      Kokkos::View<std::uint32_t*, Memory> const offsets("offsets", n + 1);
      Kokkos::View<std::int64_t*, Memory> const permutation("permutation", n);
      Kokkos::deep_copy(characters, 'x');
      Kokkos::deep_copy(offsets, 99u);
      yoke::SortStringsReport report;
      EXPECT_EQ(yoke::sort_strings(executor, strings, permutation,
                                   yoke::Strings(characters, offsets), {.report = &report}),
                size);
      auto const sorted = list_of(yoke::Strings(characters, offsets));
      auto const places = vector_of(permutation);
      ASSERT_EQ(vector_of(offsets)[0], 0u);
      for (std::size_t i = 0; i < n; ++i) {
        ASSERT_EQ(places[i], static_cast<std::int64_t>(order[i])) << i;
        ASSERT_EQ(sorted[i], list[order[i]]) << i;
      }
      EXPECT_EQ(vector_of(characters)[size], 'x');
      EXPECT_EQ(report.phases.back().name, "gather: copy");
    }
  }
}

TEST(SortStringsInOneCall, WritesOrderAndStrings) {
  expect_sorted_strings_written<Exec, Memory>(Exec());
  yoke::Hybrid<> const hybrid;
  expect_sorted_strings_written<yoke::Hybrid<>, Memory>(hybrid);
  expect_sorted_strings_written<yoke::Hybrid<>, Kokkos::HostSpace>(hybrid);
}

TEST(SortStringsInOneCall, RefusesTooLittleRoomAndWritesNoString) {
  auto const strings = yoke_test::views_of<Memory, int>({"one", "two", "three"});
  Kokkos::View<char*, Memory> const few("few", 10), characters("characters", 11);
  Kokkos::View<int*, Memory> const offsets("offsets", 4), three("three", 3),
      permutation("permutation", 3);
  Kokkos::deep_copy(offsets, -1);
  yoke::SortStringsPlan<Exec, int, int> plan(Exec(), 3);
  EXPECT_THROW(plan(strings, permutation, yoke::Strings(few, offsets)), std::invalid_argument);
  EXPECT_THROW(plan(strings, permutation, yoke::Strings(characters, three)), std::invalid_argument);
  EXPECT_THROW(plan(strings, permutation, yoke::Strings(strings.characters, offsets)),
               std::invalid_argument);
  EXPECT_EQ(vector_of(offsets), std::vector<int>(4, -1));
  EXPECT_EQ(plan(strings, permutation, yoke::Strings(characters, offsets)), 11u);
  EXPECT_EQ(vector_of(offsets), (std::vector<int>{0, 3, 8, 11}));
}

TEST(GatherStrings, WhatDoesNotFitIsRefusedAndNothingWritten) {
  auto const strings = yoke_test::views_of<Memory, int>({"one", "two", "three"});
  Kokkos::View<char*, Memory> const characters("characters", 11), few("few", 10);
  Kokkos::View<int*, Memory> const offsets("offsets", 4), three("three", 3);
  Kokkos::deep_copy(offsets, -1);
  Exec const exec;
  auto const all = view_of<Memory>(std::vector<int>{2, 1, 0});
  auto const gather = [&](auto const& permutation, auto const& out, auto const& out_offsets) {
    return yoke::gather_strings(exec, strings, permutation, out, out_offsets);
  };
  EXPECT_THROW(gather(all, few, offsets), std::invalid_argument);
  EXPECT_THROW(gather(all, characters, three), std::invalid_argument);
  EXPECT_THROW(gather(all, strings.characters, offsets), std::invalid_argument);
  for (int const wrong : {3, -1}) {
    auto const bad = view_of<Memory>(std::vector<int>{2, 1, wrong});
    try {
      gather(bad, characters, offsets);
      FAIL();
    } catch (yoke::InvalidInput const& error) {
      EXPECT_EQ(error.index(), 2u) << error.what();
    }
  }
  auto const falling = view_of<Memory>(std::vector<int>{0, 5, 3, 11});
  EXPECT_THROW(yoke::gather_strings(exec, yoke::Strings(strings.characters, falling), all,
                                    characters, offsets),
               yoke::InvalidInput);
  EXPECT_EQ(vector_of(offsets), std::vector<int>(4, -1));
  EXPECT_EQ(gather(all, characters, offsets), 11u);
}

// Of strings that are gathered often: what is wrapped may find room. Nobody has so many characters,
// and none is read.
template <class Space>
void expect_large_sums_refused() {
  using Memory = typename Space::memory_space;
  using Characters = Kokkos::View<char*, Memory, Kokkos::MemoryUnmanaged>;
  std::uint64_t const length = std::uint64_t(1) << 60;
  Characters const characters(reinterpret_cast<char*>(std::uintptr_t(1) << 62), length + 8);
  yoke::Strings const strings(characters,
                              view_of<Memory>(std::vector<std::uint64_t>{0, length, length + 8}));
  Kokkos::View<char*, Memory> const out("out", 16);
  for (std::size_t const copies : {16, 17, 32}) {
    std::vector<std::uint32_t> order(copies, 0);
    for (int const others : {0, 1}) {
      Kokkos::View<std::uint64_t*, Memory> const offsets("offsets", order.size() + 1);
      try {
        yoke::gather_strings(Space(), strings, view_of<Memory>(order), out, offsets);
        FAIL() << copies << " copies, " << others << " others";
      } catch (std::invalid_argument const& error) {
        EXPECT_NE(std::string(error.what()).find("2^64 or more characters"), std::string::npos)
            << error.what();
      }
      order.push_back(1);
    }
  }
}

TEST(GatherStrings, SumsOfLengthsDoNotWrap) {
#define YOKE_RUN(Space) expect_large_sums_refused<Space>();
  YOKE_FOR_EACH_SPACE(YOKE_RUN)
#undef YOKE_RUN
}

template <class Space>
void expect_checked() {
  using Memory = typename Space::memory_space;
  Space const exec;
  StringList const list{"b", "", "abc", "ab", "abc", std::string("\0", 1), "\xff"};
  auto const strings = yoke_test::views_of<Memory, int>(list);
  auto const check = [&](std::vector<int> const& order, yoke::SortOrder direction) {
    yoke::validate_sort_strings(exec, strings, view_of<Memory>(order), direction);
  };
  using yoke::SortOrder;
  EXPECT_NO_THROW(check({1, 5, 3, 2, 4, 0, 6}, SortOrder::ascending));
  EXPECT_NO_THROW(check({6, 0, 2, 4, 3, 5, 1}, SortOrder::descending));
  auto const expect_place = [&](std::vector<int> const& order, std::uint64_t place,
                                SortOrder direction = SortOrder::ascending) {
    try {
      check(order, direction);
      FAIL();
    } catch (yoke::InvalidInput const& error) {
      EXPECT_EQ(error.index(), place) << error.what();
    }
  };
  expect_place({5, 1, 3, 2, 4, 0, 6}, 1);
  expect_place({1, 5, 2, 3, 4, 0, 6}, 3);
  expect_place({1, 5, 3, 4, 2, 0, 6}, 4);  // equal ones, not by index
  expect_place({1, 5, 3, 2, 2, 0, 6}, 4);
  expect_place({1, 5, 3, 2, 4, 6, 0}, 6);
  expect_place({1, 5, 3, 2, 4, 0, 7}, 6);
  expect_place({-1, 5, 3, 2, 4, 0, 6}, 0);
  expect_place({1, 5, 3, 2, 4, 0, 6}, 1, SortOrder::descending);
  expect_place({6, 0, 4, 2, 3, 5, 1}, 3, SortOrder::descending);
  EXPECT_THROW(check({1, 5, 3}, SortOrder::ascending), std::invalid_argument);
}

TEST(ValidateSortStrings, NamesTheFirstThatIsWrong) {
#define YOKE_RUN(Space) expect_checked<Space>();
  YOKE_FOR_EACH_SPACE(YOKE_RUN)
#undef YOKE_RUN
}

TEST(GenerateStrings, AreSortedLikeOthers) {
  Exec const exec;
  for (auto const kind : {yoke::StringKind::random, yoke::StringKind::protein}) {
    auto const strings = yoke::generate_strings<int, Memory>(
        exec, {.kind = kind, .strings = 20000, .shared = 60, .seed = yoke_test::base_seed()});
    Kokkos::View<int*, Memory> const permutation("permutation", strings.size());
    yoke::sort_strings(exec, strings, permutation);
    EXPECT_NO_THROW(yoke::validate_sort_strings(exec, strings, permutation));
  }
}

TEST(GenerateStrings, AreTheSameOnEverySpace) {
  for (auto const kind : {yoke::StringKind::random, yoke::StringKind::protein}) {
    yoke::StringShape const shape{.kind = kind, .strings = 1000, .seed = 3};
    using Host = Kokkos::DefaultHostExecutionSpace;
    auto const expected =
        list_of(yoke::generate_strings<std::int64_t, Kokkos::HostSpace>(Host(), shape));
#define YOKE_RUN(Space) \
  EXPECT_EQ(list_of(yoke::generate_strings<int, Space::memory_space>(Space(), shape)), expected);
    YOKE_FOR_EACH_SPACE(YOKE_RUN)
#undef YOKE_RUN
  }
}

TEST(GenerateStrings, RandomOnesHaveAnyLengthAndAnyCharacter) {
  auto const list = list_of(yoke::generate_strings<int, Memory>(
      Exec(), {.strings = 20000, .longest = 30, .seed = yoke_test::base_seed()}));
  std::array<int, 31> lengths{};
  std::array<int, 256> characters{};
  for (auto const& string : list) {
    ASSERT_LE(string.size(), 30u);
    ++lengths[string.size()];
    for (unsigned char const c : string) ++characters[c];
  }
  for (int const count : lengths) EXPECT_NEAR(count, 20000 / 31.0, 200);
  double const mean = std::accumulate(characters.begin(), characters.end(), 0) / 94.0;
  for (int c = 0; c < 256; ++c) {
    EXPECT_NEAR(characters[c], c > ' ' && c < 127 ? mean : 0, mean / 5) << c;
  }
}

TEST(GenerateStrings, ProteinsShareWhatTheirFamilyShares) {
  std::size_t const n = 20000, shared = 24;
  auto list = list_of(yoke::generate_strings<int, Memory>(
      Exec(), {.kind = yoke::StringKind::protein, .strings = n, .shared = shared, .seed = 5}));
  double characters = 0, leucine = 0;
  for (auto const& string : list) {
    characters += static_cast<double>(string.size());
    leucine += static_cast<double>(std::count(string.begin(), string.end(), 'L'));
    EXPECT_EQ(string.find_first_not_of("ACDEFGHIKLMNPQRSTVWY"), std::string::npos);
  }
  EXPECT_NEAR(characters / n, 366, 15);
  EXPECT_NEAR(leucine / characters, 0.0966, 0.003);
  // Neighbours in the order share that, and no more than chance has it, but for the last of a
  // family.
  std::sort(list.begin(), list.end());
  std::size_t of_one_family = 0;
  for (std::size_t i = 1; i < n; ++i) {
    auto const& one = list[i - 1];
    auto const& other = list[i];
    std::size_t const common = static_cast<std::size_t>(
        std::mismatch(one.begin(), one.end(), other.begin(), other.end()).first - one.begin());
    if (common >= shared) ++of_one_family;
    EXPECT_LE(common, shared + 12);
  }
  EXPECT_NEAR(static_cast<double>(n - of_one_family), n / 64.0 + n * 0.02, n * 0.02);
}

TEST(GenerateStrings, WhatOffsetsCannotHoldIsRefused) {
  EXPECT_THROW((yoke::generate_strings<std::int32_t, Memory>(
                   Exec(), {.strings = 1u << 20, .longest = std::uint64_t(1) << 40})),
               std::invalid_argument);
  EXPECT_EQ((yoke::generate_strings<std::int32_t, Memory>(Exec(), {})).size(), 0u);
}

}  // namespace
