#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <numeric>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "support/comparators.hpp"
#include "support/rounds.hpp"
#include "support/sampled.hpp"
#include "support/seed.hpp"
#include "support/tools.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/sort_comparator.hpp"

// Sorting by a comparator: keys, payloads and indices, against std::stable_sort.

namespace {

using yoke::SortAlgorithm;
using yoke::SortOptions;
using yoke_test::CloserTo;
using yoke_test::in_order;
using yoke_test::NoOrder;
using yoke_test::Record;
using yoke_test::vector_of;
using yoke_test::view_of;

using Exec = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;

template <std::size_t bytes>
std::vector<Record<bytes>> payload_of(std::size_t n) {
  std::vector<std::uint64_t> words(n);
  std::iota(words.begin(), words.end(), 0u);
  return yoke_test::records_of<bytes>(words);
}

// Keys alone; with a payload of `payload_bytes`; with three; and their order.
template <class Memory, std::size_t payload_bytes, class Executor, class Key, class Comparator>
void expect_all_sorted(Executor const& executor, std::vector<Key> const& keys,
                       Comparator const& comparator, SortOptions const& options) {
  auto const order = yoke_test::stable_order(keys, comparator);
  auto const sorted = in_order(keys, order);
  auto const alone = view_of<Memory>(keys);
  yoke::sort(executor, alone, comparator, options);
  EXPECT_EQ(vector_of(alone), sorted);

  auto const payload = payload_of<payload_bytes>(keys.size());
  auto const with_one = view_of<Memory>(keys);
  auto const one = view_of<Memory>(payload);
  yoke::sort_by_key(executor, with_one, one, comparator, options);
  EXPECT_EQ(vector_of(with_one), sorted);
  EXPECT_EQ(vector_of(one), in_order(payload, order));

  auto const with_three = view_of<Memory>(keys);
  auto const first = view_of<Memory>(payload);
  auto const second = view_of<Memory>(payload_of<1>(keys.size()));
  std::vector<double> numbers(keys.size());
  std::iota(numbers.begin(), numbers.end(), 0.5);
  auto const third = view_of<Memory>(numbers);
  yoke::sort_by_key(executor, with_three, yoke::payloads(first, second, third), comparator,
                    options);
  EXPECT_EQ(vector_of(with_three), sorted);
  EXPECT_EQ(vector_of(first), in_order(payload, order));
  EXPECT_EQ(vector_of(second), in_order(payload_of<1>(keys.size()), order));
  EXPECT_EQ(vector_of(third), in_order(numbers, order));

  auto const fixed = view_of<Memory>(keys);
  Kokkos::View<std::uint32_t*, Memory> const permutation("permutation", keys.size());
  yoke::argsort(executor, fixed, comparator, permutation, options);
  EXPECT_EQ(vector_of(permutation), order);
  EXPECT_EQ(vector_of(fixed), keys);
}

template <std::size_t key_bytes, std::size_t payload_bytes>
struct Sizes {
  static constexpr std::size_t key = key_bytes, payload = payload_bytes;
};

template <class Sizes, class Executor, class Memory = typename Executor::memory_space>
void expect_every_set_sorted(Executor const& executor, std::vector<std::size_t> const& sizes,
                             SortOptions const& options = {}) {
  for (std::size_t const n : sizes) {
    for (auto const& [name, words] : yoke_test::word_sets(n, yoke_test::base_seed() + n)) {
      SCOPED_TRACE(name + ", " + std::to_string(n));
      expect_all_sorted<Memory, Sizes::payload>(executor, yoke_test::records_of<Sizes::key>(words),
                                                CloserTo{1000}, options);
    }
  }
}

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

// Whatever the comparator says, what was there is there; and where it says that a key comes before
// itself, the sort has seen it.
template <class Memory, class Executor>
void expect_permuted(Executor const& executor, std::vector<Record<4>> const& keys,
                     NoOrder const& comparator, SortOptions const& options) {
  auto const view = view_of<Memory>(keys);
  bool has_thrown = false;
  try {
    yoke::sort(executor, view, comparator, options);
  } catch (std::invalid_argument const& error) {
    has_thrown = true;
    EXPECT_NE(std::string(error.what()).find("no strict weak order"), std::string::npos);
  }
  if (comparator.kind != NoOrder::Kind::random) {
    EXPECT_TRUE(has_thrown);
  }
  auto const by_key = [](Record<4> const& one, Record<4> const& other) {
    return one.key < other.key;
  };
  auto after = vector_of(view), before = keys;
  std::sort(after.begin(), after.end(), by_key);
  std::sort(before.begin(), before.end(), by_key);
  EXPECT_EQ(after, before);
}

TEST(SortByNoOrder, EndsWithAPermutation) {
  yoke::Hybrid<> const hybrid;
  for (std::size_t const n :
       std::initializer_list<std::size_t>{2, 65, 1000, 9000, yoke_test::large(100000)}) {
    for (auto const& [name, words] : yoke_test::word_sets(n, yoke_test::base_seed())) {
      auto const keys = yoke_test::records_of<4>(words);
      for (auto const kind :
           {NoOrder::Kind::at_most, NoOrder::Kind::always, NoOrder::Kind::random}) {
        for (auto const algorithm : {SortAlgorithm::sample, SortAlgorithm::merge}) {
          SCOPED_TRACE(name + ", " + std::to_string(n) + ", comparator " +
                       std::to_string(static_cast<int>(kind)) + ", algorithm " +
                       std::to_string(static_cast<int>(algorithm)));
          expect_permuted<Exec::memory_space>(Exec(), keys, {kind}, {.algorithm = algorithm});
          expect_permuted<Kokkos::HostSpace>(hybrid, keys, {kind},
                                             {.algorithm = algorithm, .split = yoke::Split(0.4)});
        }
      }
    }
  }
}

// Every call by a comparator such as <= throws, however few keys there are.
template <class Memory, class Executor>
void expect_seen(Executor const& executor, std::size_t n, SortOptions const& options) {
  std::vector<std::uint64_t> words(n);
  std::iota(words.begin(), words.end(), 0u);
  auto const keys = view_of<Memory>(yoke_test::records_of<4>(words));
  auto const small = view_of<Memory>(payload_of<4>(n));
  auto const large = view_of<Memory>(payload_of<48>(n));
  Kokkos::View<std::uint32_t*, Memory> const permutation("permutation", n);
  NoOrder const at_most{NoOrder::Kind::at_most};
  EXPECT_THROW(yoke::sort(executor, keys, at_most, options), std::invalid_argument);
  EXPECT_THROW(yoke::sort_by_key(executor, keys, small, at_most, options), std::invalid_argument);
  EXPECT_THROW(yoke::sort_by_key(executor, keys, large, at_most, options), std::invalid_argument);
  EXPECT_THROW(yoke::argsort(executor, keys, at_most, permutation, options), std::invalid_argument);
  // Plans are as good as new.
  yoke::ComparatorSortPlan<Executor, Record<4>> plan(executor, n, options);
  EXPECT_THROW(plan(keys, at_most), std::invalid_argument);
  EXPECT_NO_THROW(plan(keys, CloserTo{0}));
}

TEST(SortByNoOrder, ThrowsWhereAKeyComesBeforeItself) {
  yoke::Hybrid<> const hybrid;
  for (std::size_t const n :
       std::initializer_list<std::size_t>{1, 2, 17, 33, 65, 1000, 9000, yoke_test::large(100000)}) {
    for (auto const algorithm :
         {SortAlgorithm::automatic, SortAlgorithm::sample, SortAlgorithm::merge}) {
      SCOPED_TRACE(std::to_string(n) + ", algorithm " +
                   std::to_string(static_cast<int>(algorithm)));
      expect_seen<Exec::memory_space>(Exec(), n, {.algorithm = algorithm});
      expect_seen<Host::memory_space>(Host(), n, {.algorithm = algorithm});
      for (double const share : {0.0, 0.4, 1.0}) {
        expect_seen<Kokkos::HostSpace>(hybrid, n,
                                       {.algorithm = algorithm, .split = yoke::Split(share)});
      }
    }
    expect_seen<Host::memory_space>(Host(), n, {.algorithm = SortAlgorithm::sequential});
  }
}

// The place of an element that the comparator puts before itself or the one before it.
template <class Call>
void expect_named(std::size_t n, Call const& call) {
  try {
    call();
    ADD_FAILURE() << "passed";
  } catch (yoke::InvalidInput const& error) {
    EXPECT_LT(error.index(), n);
    std::string const what = error.what(), place = std::to_string(error.index());
    EXPECT_NE(what.find("element " + place + " of the result comes before "), std::string::npos);
  }
}

template <class Memory, class Executor>
void expect_validated(Executor const& executor, std::size_t n, SortOptions options) {
  options.validate = true;
  auto const words = yoke_test::word_sets(n, yoke_test::base_seed())[4].second;
  expect_all_sorted<Memory, 48>(executor, yoke_test::records_of<4>(words), CloserTo{9}, options);
  if (n == 0) return;
  auto const keys = view_of<Memory>(yoke_test::records_of<4>(words));
  auto const payload = view_of<Memory>(payload_of<48>(n));
  Kokkos::View<std::uint32_t*, Memory> const permutation("permutation", n);
  NoOrder const at_most{NoOrder::Kind::at_most};
  expect_named(n, [&] { yoke::sort(executor, keys, at_most, options); });
  expect_named(n, [&] { yoke::sort_by_key(executor, keys, payload, at_most, options); });
  expect_named(n, [&] { yoke::argsort(executor, keys, at_most, permutation, options); });
}

TEST(SortByNoOrder, IsNamedByTwoElementsWithValidate) {
  yoke::Hybrid<> const hybrid;
  for (std::size_t const n : std::initializer_list<std::size_t>{0, 1, 17, 1000, 20000}) {
    SCOPED_TRACE(n);
    expect_validated<Exec::memory_space>(Exec(), n, {});
    expect_validated<Host::memory_space>(Host(), n, {.algorithm = SortAlgorithm::merge});
    expect_validated<Host::memory_space>(Host(), n, {.algorithm = SortAlgorithm::sequential});
    for (double const share : {0.0, 0.4, 1.0}) {
      expect_validated<Kokkos::HostSpace>(hybrid, n, {.split = yoke::Split(share)});
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
