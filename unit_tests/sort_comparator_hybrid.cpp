#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

#include "support/comparator_sorts.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/sort_comparator.hpp"

// Sorting by a comparator on both sides, and by the space's own merge sort.

namespace {

using yoke::SortAlgorithm;
using yoke::SortOptions;
using yoke_test::CloserTo;
using yoke_test::expect_all_sorted;
using yoke_test::expect_every_set_sorted;
using yoke_test::Sizes;

using Exec = Kokkos::DefaultExecutionSpace;

// Each type takes a Hybrid's two sorts, which compile for long: the shortest and the longest keys.
template <class Sizes>
class SortByComparatorOnBothSides : public ::testing::Test {};
using ExtremeSizes = ::testing::Types<Sizes<1, 48>, Sizes<48, 20>>;
TYPED_TEST_SUITE(SortByComparatorOnBothSides, ExtremeSizes);

TYPED_TEST(SortByComparatorOnBothSides, FromHostMemory) {
  yoke::Hybrid<> const hybrid;
  for (double const share : {0.0, 0.01, 0.5, 0.99, 1.0}) {
    SCOPED_TRACE(share);
    expect_every_set_sorted<TypeParam, yoke::Hybrid<>, Kokkos::HostSpace>(
        hybrid, {0, 1, 2, 1000, 20000}, {.split = yoke::Split(share)});
  }
}

TYPED_TEST(SortByComparatorOnBothSides, FromTheDevicesMemory) {
  yoke::Hybrid<> const hybrid;
  using Memory = Exec::memory_space;
  auto const words = yoke_test::word_sets(50000, yoke_test::base_seed())[5].second;
  auto const keys = yoke_test::records_of<TypeParam::key>(words);
  for (double const share : {0.0, 0.3, 1.0}) {
    expect_all_sorted<Memory, TypeParam::payload>(hybrid, keys, CloserTo{1000},
                                                  {.split = yoke::Split(share)});
  }
  expect_all_sorted<Memory, TypeParam::payload>(hybrid, keys, CloserTo{1000}, {});
}
// By the space's own merge sort, where it has one.
TEST(SortByComparatorOfMany, RecordsIsRightByAStrictOrder) {
  auto const words = yoke_test::word_sets(60000, yoke_test::base_seed())[4].second;
  auto const keys = yoke_test::records_of<16>(words);
  SortOptions options{.algorithm = SortAlgorithm::merge, .comparator_is_strict = true};
  expect_all_sorted<Exec::memory_space, 4>(Exec(), keys, CloserTo{100}, options);
  options.split = yoke::Split(0.3);
  expect_all_sorted<Kokkos::HostSpace, 4>(yoke::Hybrid<>(), keys, CloserTo{100}, options);
}

}  // namespace
