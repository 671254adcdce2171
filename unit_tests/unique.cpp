#include "yoke/unique.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "support/all_spaces.hpp"
#include "support/guarded_array.hpp"
#include "support/keys.hpp"
#include "support/sampled.hpp"
#include "support/seed.hpp"
#include "support/views.hpp"

// Runs of equal keys, against a plain loop.

namespace {

using yoke_test::vector_of;
using yoke_test::view_of;
using Exec = Kokkos::DefaultExecutionSpace;

template <class Key>
struct Runs {
  std::vector<Key> keys;
  std::vector<std::uint64_t> counts;
};

template <class Key>
Runs<Key> runs_of(std::vector<Key> const& keys) {
  Runs<Key> runs;
  for (Key const key : keys) {
    if (!runs.keys.empty() && yoke_test::are_same_number(runs.keys.back(), key)) {
      ++runs.counts.back();
      continue;
    }
    runs.keys.push_back(key);
    runs.counts.push_back(1);
  }
  return runs;
}

// The first of the keys that a call has written and should not have: those behind the last run are
// `guard`.
template <class Key>
std::size_t first_wrong(std::vector<Key> const& written, Runs<Key> const& expected, Key guard) {
  for (std::size_t r = 0; r < written.size(); ++r) {
    bool const is_run = r < expected.keys.size();
    if (!yoke_test::are_same_number(written[r], is_run ? expected.keys[r] : guard)) return r;
    if constexpr (std::is_floating_point_v<Key>) {
      if (is_run && written[r] == 0 && std::signbit(written[r])) return r;
    }
  }
  return written.size();
}

template <class Space, class Count, class Key>
void expect_runs(std::vector<Key> const& keys) {
  using Memory = typename Space::memory_space;
  auto const expected = runs_of(keys);
  std::size_t const runs = expected.keys.size(), room = runs + 3;
  Key const guard = Key(77);
  auto const given = view_of<Memory>(keys);
  auto const alone = view_of<Memory>(std::vector<Key>(room, guard)),
             counted = view_of<Memory>(std::vector<Key>(room, guard));
  auto const counts = view_of<Memory>(std::vector<Count>(room, Count(77)));
  ASSERT_EQ(yoke::unique(Space(), given, alone), runs);
  ASSERT_EQ(first_wrong(vector_of(alone), expected, guard), room) << runs << " runs";
  ASSERT_EQ(yoke::unique(Space(), given, counted, counts), runs);
  ASSERT_EQ(first_wrong(vector_of(counted), expected, guard), room) << runs << " runs";
  std::vector<Count> expected_counts(expected.counts.begin(), expected.counts.end());
  expected_counts.resize(room, Count(77));
  ASSERT_TRUE(vector_of(counts) == expected_counts) << runs << " runs";
}

// Keys whose runs begin and end at, before and behind the ends of blocks of 16384 keys; runs that
// are longer than a block; and short ones.
template <class Key>
std::vector<std::pair<std::string, std::vector<Key>>> shapes(std::size_t n) {
  std::mt19937_64 random(yoke_test::base_seed() + n);
  std::vector<std::pair<std::string, std::vector<Key>>> sets;
  auto const add = [&](std::string const& name, auto const& number) {
    std::vector<Key> keys(n);
    for (std::size_t i = 0; i < n; ++i) keys[i] = static_cast<Key>(number(i) % 251);
    sets.emplace_back(name + ", " + std::to_string(n), std::move(keys));
  };
  add("all equal", [](std::size_t) { return 7; });
  add("all different", [](std::size_t i) { return i; });
  add("all equal but the last", [n](std::size_t i) { return i + 1 == n ? 1 : 0; });
  add("all equal but the first", [](std::size_t i) { return i == 0 ? 1 : 0; });
  add("two values", [&](std::size_t) { return random() % 2; });
  for (std::size_t const length : {2, 11, 13, 256, 16383, 16384, 16385, 40000}) {
    add("runs of " + std::to_string(length), [=](std::size_t i) { return i / length; });
  }
  add("another key in front of each block", [](std::size_t i) { return i % 16384 == 16383; });
  add("another key at each block", [](std::size_t i) { return i % 16384 == 0; });
  std::size_t left = 0, number = 0;
  add("runs of any length", [&](std::size_t) {
    if (left-- == 0) left = random() % (std::size_t(1) << (random() % 16)), ++number;
    return number;
  });
  return sets;
}

template <class Key>
class Unique : public ::testing::Test {};
using Keys =
    yoke_test::Sampled<std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::uint32_t,
                       std::int32_t, std::uint64_t, std::int64_t, float, double>;
TYPED_TEST_SUITE(Unique, Keys);

TYPED_TEST(Unique, FindsTheRunsOfAPlainLoop) {
  for (std::size_t const n : {0, 1, 2, 16384, 16385, 50003}) {
    for (auto const& [name, keys] : shapes<TypeParam>(n)) {
      SCOPED_TRACE(name);
      expect_runs<Exec, std::uint32_t>(keys);
    }
    if constexpr (sizeof(TypeParam) >= 4) {
      for (auto const& [name, keys] : yoke_test::key_sets<TypeParam>(n, yoke_test::base_seed())) {
        SCOPED_TRACE(name + ", " + std::to_string(n));
        expect_runs<Exec, std::int64_t>(keys);
      }
    }
    if (this->HasFatalFailure()) return;
  }
}

template <class Space>
class UniqueOn : public ::testing::Test {};
TYPED_TEST_SUITE(UniqueOn, yoke_test::AllSpaces);

TYPED_TEST(UniqueOn, FindsTheRunsOfAPlainLoop) {
  for (auto const& [name, keys] : shapes<double>(70000)) {
    SCOPED_TRACE(name);
    expect_runs<TypeParam, std::uint64_t>(keys);
  }
}

TEST(UniqueOfFloats, TakesAllZerosAndAllNansForEqual) {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  auto const keys = view_of<Exec::memory_space>(
      std::vector<double>{-0.0, 0.0, -0.0, 1, nan, -nan, std::nan("7"), -0.0});
  Kokkos::View<double*, Exec> const unique_keys("unique", 8);
  Kokkos::View<int*, Exec> const counts("counts", 8);
  ASSERT_EQ(yoke::unique(Exec(), keys, unique_keys, counts), 4u);
  auto const found = vector_of(unique_keys);
  EXPECT_EQ(found[0], 0);
  EXPECT_FALSE(std::signbit(found[0]));
  EXPECT_EQ(found[1], 1);
  EXPECT_TRUE(std::isnan(found[2]));
  EXPECT_EQ(found[3], 0);
  EXPECT_FALSE(std::signbit(found[3]));
  EXPECT_EQ(vector_of(counts), (std::vector<int>{3, 1, 3, 1, 0, 0, 0, 0}));
}

TEST(UniqueOfStridedViews, WritesTheirElementsAlone) {
  using Memory = Exec::memory_space;
  std::vector<std::uint16_t> const keys{5, 5, 2, 2, 2, 9};
  yoke_test::GuardedArray<std::uint16_t, Memory> const given(keys, 3, 2);
  yoke_test::GuardedArray<std::uint16_t, Memory> const unique_keys(std::vector<std::uint16_t>(5, 1),
                                                                   4, 3);
  yoke_test::GuardedArray<std::uint32_t, Memory> const counts(std::vector<std::uint32_t>(5, 1), 1,
                                                              2);
  EXPECT_EQ(yoke::unique(Exec(), given.strided(), unique_keys.strided(), counts.strided()), 3u);
  EXPECT_EQ(unique_keys.values(), (std::vector<std::uint16_t>{5, 2, 9, 1, 1}));
  EXPECT_EQ(counts.values(), (std::vector<std::uint32_t>{2, 3, 1, 1, 1}));
  EXPECT_EQ(given.values(), keys);
  EXPECT_TRUE(given.guards_are_intact() && unique_keys.guards_are_intact() &&
              counts.guards_are_intact());
}

TEST(UniqueOfBadArguments, SaysWhichAndLeavesOthersAlone) {
  using Memory = Exec::memory_space;
  std::vector<std::uint32_t> keys(40000);
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = static_cast<std::uint32_t>(i / 2);
  auto const given = view_of<Memory>(keys);
  yoke_test::GuardedArray<std::uint32_t, Memory> const few(std::vector<std::uint32_t>(19999), 5000,
                                                           1),
      few_counts(std::vector<std::uint32_t>(19999), 5000, 1);
  try {
    yoke::unique(Exec(), given, few.contiguous(), few_counts.contiguous());
    FAIL();
  } catch (std::invalid_argument const& error) {
    EXPECT_STREQ(
        error.what(),
        "yoke::unique: unique_keys has 19999 elements, too few for 20000 runs of equal keys");
  }
  EXPECT_TRUE(few.guards_are_intact() && few_counts.guards_are_intact());
  EXPECT_EQ(vector_of(given), keys);
  Kokkos::View<std::uint32_t*, Exec> const out("out", 40000), counts("counts", 40000),
      fewer("fewer", 39999);
  EXPECT_EQ(yoke::unique(Exec(), given, out, counts), 20000u);
  EXPECT_THROW(yoke::unique(Exec(), given, out, fewer), std::invalid_argument);
  EXPECT_THROW(yoke::unique(Exec(), given, given), std::invalid_argument);
  EXPECT_THROW(yoke::unique(Exec(), given, out, out), std::invalid_argument);
  EXPECT_THROW(yoke::unique(Exec(), given, out, given), std::invalid_argument);
  Kokkos::View<std::uint8_t*, Exec, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const many(
      nullptr, std::size_t(1) << 31),
      narrow_out(nullptr, 5);
  Kokkos::View<std::int32_t*, Exec> const int_counts("counts", 5);
  EXPECT_THROW(yoke::unique(Exec(), many, narrow_out, int_counts), std::invalid_argument);
}

#if defined(KOKKOS_ENABLE_CUDA)
// CUB encodes 2^30 keys at once: here the runs of all three parts meet.
TEST(UniqueOfManyKeys, JoinsTheRunsOfParts) {
  std::size_t const part = std::size_t(1) << 30;
  Kokkos::View<std::uint8_t*, Kokkos::Cuda> const keys(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "keys"), 2 * part + 10);
  Kokkos::deep_copy(keys, std::uint8_t(7));
  Kokkos::deep_copy(Kokkos::subview(keys, std::pair(std::size_t(0), std::size_t(3))),
                    std::uint8_t(200));
  Kokkos::deep_copy(Kokkos::subview(keys, std::pair(2 * part + 4, 2 * part + 10)), std::uint8_t(9));
  Kokkos::View<std::uint8_t*, Kokkos::Cuda> const unique_keys("unique", 3);
  Kokkos::View<std::uint64_t*, Kokkos::Cuda> const counts("counts", 3);
  ASSERT_EQ(yoke::unique(Kokkos::Cuda(), keys, unique_keys, counts), 3u);
  EXPECT_EQ(vector_of(unique_keys), (std::vector<std::uint8_t>{200, 7, 9}));
  EXPECT_EQ(vector_of(counts), (std::vector<std::uint64_t>{3, 2 * part + 1, 6}));
}
#endif

}  // namespace
