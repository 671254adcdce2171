#include "yoke/validate_sort.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "support/keys.hpp"
#include "support/lists.hpp"
#include "support/sampled.hpp"
#include "support/seed.hpp"
#include "yoke/sort.hpp"

// What the check accepts, and what it must not.

namespace {

using yoke::SortOrder;
using yoke_test::to_space;
using Space = Kokkos::DefaultExecutionSpace;

template <class Key>
class ValidateSort : public ::testing::Test {};
using Keys =
    yoke_test::Sampled<std::uint32_t, std::int32_t, std::uint64_t, std::int64_t, float, double>;
TYPED_TEST_SUITE(ValidateSort, Keys);

TYPED_TEST(ValidateSort, AcceptsWhatIsSorted) {
  for (std::size_t const n : {0, 1, 2, 63, 64, 65, 10000}) {
    for (auto const& [name, keys] : yoke_test::key_sets<TypeParam>(n, yoke_test::base_seed())) {
      SCOPED_TRACE(name + ", " + std::to_string(n));
      auto const sorted = to_space<Space>(keys);
      auto const before = yoke::fingerprint(Space(), sorted);
      EXPECT_EQ(before.count, n);
      for (auto const order : {SortOrder::ascending, SortOrder::descending}) {
        yoke::sort(Space(), sorted, {.order = order});
        EXPECT_NO_THROW(yoke::validate_sort(Space(), sorted, before, order));
      }
    }
  }
}

// The message's index, or a number that is none.
template <class... Arguments>
std::uint64_t fault_of(Arguments const&... arguments) {
  try {
    yoke::validate_sort(Space(), arguments...);
  } catch (yoke::InvalidInput const& error) {
    return error.index();
  }
  return ~std::uint64_t(0);
}

TYPED_TEST(ValidateSort, NamesTheFirstKeyOutOfOrder) {
  std::vector<TypeParam> keys(1000);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    std::size_t const pair = i / 2;
    keys[i] = static_cast<TypeParam>(pair);
  }
  auto const before = yoke::fingerprint(Space(), to_space<Space>(keys));
  EXPECT_EQ(fault_of(to_space<Space>(keys), before, SortOrder::descending), 2u);
  for (std::size_t const wrong : {1u, 2u, 500u, 999u}) {
    auto swapped = keys;
    std::swap(swapped[wrong - 1], swapped[wrong]);
    std::uint64_t const expected = wrong % 2 == 0 ? wrong : ~std::uint64_t(0);
    EXPECT_EQ(fault_of(to_space<Space>(swapped), before), expected);
    if (wrong < 4) continue;
    swapped = keys;
    swapped[wrong] = 0;
    EXPECT_EQ(fault_of(to_space<Space>(swapped), before), wrong);
  }
}

// In order, and of the same number: a key lost to another's copy, one more zero, one bit.
TYPED_TEST(ValidateSort, SeesOtherKeys) {
  std::vector<TypeParam> keys(1000);
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = static_cast<TypeParam>(3 * i);
  auto const before = yoke::fingerprint(Space(), to_space<Space>(keys));
  for (std::size_t const changed : {0u, 1u, 500u, 998u}) {
    auto others = keys;
    others[changed] = others[changed + 1];
    EXPECT_EQ(fault_of(to_space<Space>(others), before), keys.size());
    others[changed] = static_cast<TypeParam>(3 * changed + 1);
    EXPECT_EQ(fault_of(to_space<Space>(others), before), keys.size());
  }
  auto others = keys;
  others[1] = 0;
  EXPECT_EQ(fault_of(to_space<Space>(others), before), keys.size());
  others.pop_back();
  EXPECT_THROW(yoke::validate_sort(Space(), to_space<Space>(others), before),
               std::invalid_argument);
}

TYPED_TEST(ValidateSort, SeesValuesThatBelongToOtherKeys) {
  std::size_t const n = 1000;
  std::vector<TypeParam> keys(n);
  std::vector<std::uint64_t> values(n);
  for (std::size_t i = 0; i < n; ++i) {
    keys[i] = static_cast<TypeParam>(n - i);
    values[i] = i;
  }
  auto const sorted = to_space<Space>(keys);
  auto const moved = to_space<Space>(values);
  auto const before = yoke::fingerprint(Space(), sorted, moved);
  yoke::sort_by_key(Space(), sorted, moved);
  EXPECT_NO_THROW(yoke::validate_sort(Space(), sorted, moved, before));
  std::reverse(values.begin(), values.end());
  std::swap(values[7], values[8]);
  EXPECT_EQ(fault_of(sorted, to_space<Space>(values), before), n);
  auto const few = Kokkos::subview(moved, std::pair<std::size_t, std::size_t>(1, n));
  EXPECT_THROW(yoke::validate_sort(Space(), sorted, few, before), std::invalid_argument);
}

TEST(ValidateSortOfFloats, WantsEveryNanLast) {
  float const nan = std::numeric_limits<float>::quiet_NaN();
  float const infinity = std::numeric_limits<float>::infinity();
  auto const before =
      yoke::fingerprint(Space(), to_space<Space>(std::vector<float>{-nan, 0.0f, infinity, -0.0f}));
  auto const faults = [&](std::vector<float> const& keys, SortOrder order) {
    return fault_of(to_space<Space>(keys), before, order);
  };
  std::uint64_t const none = ~std::uint64_t(0);
  EXPECT_EQ(faults({0.0f, -0.0f, infinity, nan}, SortOrder::ascending), none);
  EXPECT_EQ(faults({infinity, 0.0f, -0.0f, nan}, SortOrder::descending), none);
  EXPECT_EQ(faults({nan, 0.0f, -0.0f, infinity}, SortOrder::ascending), 1u);
  EXPECT_EQ(faults({-nan, infinity, 0.0f, -0.0f}, SortOrder::descending), 1u);
  EXPECT_EQ(faults({0.0f, 0.0f, infinity, nan}, SortOrder::ascending), 4u);
}

TEST(ValidateSortMessage, ShowsBothKeys) {
  auto const keys = to_space<Space>(std::vector<std::int32_t>{-3, 5, -7});
  auto const before = yoke::fingerprint(Space(), keys);
  try {
    yoke::validate_sort(Space(), keys, before);
    FAIL();
  } catch (yoke::InvalidInput const& error) {
    EXPECT_STREQ(error.what(), "yoke::validate_sort: key 2 is -7, and the key before it is 5");
  }
}

TEST(ValidateSortOfStridedViews, LooksAtTheirElementsAlone) {
  Kokkos::View<std::uint32_t* [2], Kokkos::LayoutRight, Space> const columns("columns", 100);
  auto const keys = Kokkos::subview(columns, Kokkos::ALL, 0);
  auto const before = yoke::fingerprint(Space(), keys);
  Kokkos::deep_copy(Kokkos::subview(columns, Kokkos::ALL, 1), 9u);
  EXPECT_NO_THROW(yoke::validate_sort(Space(), keys, before));
  EXPECT_EQ(before, yoke::fingerprint(Space(), Kokkos::View<std::uint32_t*, Space>("zeros", 100)));
}

// The same numbers on every space, so that a side can check what another one made.
TEST(FingerprintOfKeys, IsTheSameOnEverySpace) {
  auto const keys = yoke_test::key_sets<double>(5000, 1).back().second;
  auto const on_host = yoke::fingerprint(Kokkos::DefaultHostExecutionSpace(),
                                         to_space<Kokkos::DefaultHostExecutionSpace>(keys));
  EXPECT_EQ(on_host, yoke::fingerprint(Space(), to_space<Space>(keys)));
}

}  // namespace
