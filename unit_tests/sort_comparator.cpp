#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "support/comparator_sorts.hpp"
#include "support/rounds.hpp"
#include "support/sampled.hpp"
#include "yoke/sort_comparator.hpp"

// Sorting by a comparator on one space: keys, payloads and indices, against std::stable_sort.

namespace {

using yoke::SortAlgorithm;
using yoke::SortOptions;
using yoke_test::CloserTo;
using yoke_test::expect_every_set_sorted;
using yoke_test::in_order;
using yoke_test::Sizes;
using yoke_test::vector_of;
using yoke_test::view_of;

using Exec = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;

template <class Sizes>
class SortByComparator : public ::testing::Test {};
using AllSizes = yoke_test::Sampled<Sizes<1, 48>, Sizes<4, 4>, Sizes<16, 1>, Sizes<48, 20>>;
TYPED_TEST_SUITE(SortByComparator, AllSizes);

TYPED_TEST(SortByComparator, OnTheDefaultSpace) {
  for (auto const algorithm :
       {SortAlgorithm::automatic, SortAlgorithm::sample, SortAlgorithm::merge}) {
    SCOPED_TRACE(static_cast<int>(algorithm));
    expect_every_set_sorted<TypeParam>(Exec(), {0, 1, 2, 63, 64, 65, 1023, 1025, 8193, 40000},
                                       {.algorithm = algorithm});
  }
}

#if defined(KOKKOS_ENABLE_CUDA)
TYPED_TEST(SortByComparator, OnTheHost) {
  for (auto const algorithm : {SortAlgorithm::sample, SortAlgorithm::merge}) {
    expect_every_set_sorted<TypeParam>(Host(), {0, 1, 2, 63, 64, 65, 1023, 1025, 8193, 40000},
                                       {.algorithm = algorithm});
  }
}
#endif

TYPED_TEST(SortByComparator, BySequentialAlgorithm) {
  expect_every_set_sorted<TypeParam>(Host(), {0, 1, 3000},
                                     {.algorithm = SortAlgorithm::sequential});
}
// Several partitions, and several levels of merging.
TEST(SortByComparatorOfMany, KeysIsRight) {
  for (std::size_t const n : {(1u << 20) - 1, 1u << 20, (1u << 20) + 1}) {
    if (yoke_test::is_sanitized && n % 2 == 0) continue;
    auto const words = yoke_test::word_sets(n, yoke_test::base_seed());
    for (std::size_t const set : {0, 5, 8}) {
      auto const keys = yoke_test::records_of<4>(words[set].second);
      auto const expected = in_order(keys, yoke_test::stable_order(keys, CloserTo{1 << 30}));
      for (auto const algorithm : {SortAlgorithm::sample, SortAlgorithm::merge}) {
        auto const view = view_of<Exec::memory_space>(keys);
        yoke::sort(Exec(), view, CloserTo{1 << 30}, {.algorithm = algorithm});
        EXPECT_EQ(vector_of(view), expected);
      }
    }
  }
}
// Numbers in their own order are sorted by radix, where nothing else is asked for.
TEST(SortByTheirOwnOrder, IsByRadix) {
  std::vector<std::uint32_t> words(20000);
  std::iota(words.begin(), words.end(), 0u);
  for (auto& word : words) word = yoke::detail::hash(word) % 5000;
  auto const expect = [&](auto const& comparator, SortAlgorithm asked, SortAlgorithm ran) {
    yoke::SortReport report;
    auto const keys = view_of<Exec::memory_space>(words);
    auto const values = view_of<Exec::memory_space>(words);
    SortOptions const options{.algorithm = asked, .report = &report};
    auto sorted = words;
    std::stable_sort(sorted.begin(), sorted.end(), comparator);
    yoke::sort(Exec(), keys, comparator, options);
    EXPECT_EQ(report.algorithm, ran);
    EXPECT_EQ(vector_of(keys), sorted);
    Kokkos::deep_copy(keys, values);
    yoke::sort_by_key(Exec(), keys, values, comparator, options);
    EXPECT_EQ(report.algorithm, ran);
    EXPECT_EQ(vector_of(values), sorted);
    auto const fixed = view_of<Exec::memory_space>(words);
    yoke::argsort(Exec(), fixed, comparator, keys, options);
    EXPECT_EQ(report.algorithm, ran);
    EXPECT_EQ(vector_of(keys), yoke_test::stable_order(words, comparator));
  };
  for (auto const asked : {SortAlgorithm::automatic, SortAlgorithm::radix}) {
    expect(std::less<>(), asked, SortAlgorithm::radix);
    expect(std::greater<std::uint32_t>(), asked, SortAlgorithm::radix);
  }
  for (auto const asked : {SortAlgorithm::sample, SortAlgorithm::merge}) {
    expect(std::less<std::uint32_t>(), asked, asked);
    expect(std::greater<>(), asked, asked);
  }
}

}  // namespace
