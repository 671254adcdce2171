#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/comparator_sorts.hpp"
#include "support/rounds.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/sort_comparator.hpp"

// Sorting by what is no strict weak order.

namespace {

using yoke::SortAlgorithm;
using yoke::SortOptions;
using yoke_test::CloserTo;
using yoke_test::expect_all_sorted;
using yoke_test::NoOrder;
using yoke_test::payload_of;
using yoke_test::Record;
using yoke_test::vector_of;
using yoke_test::view_of;

using Exec = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;

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
        expect_permuted<Kokkos::HostSpace>(
            hybrid, keys, {kind},
            {.algorithm = SortAlgorithm::joint_sample, .split = yoke::Split(0.4)});
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
    for (double const share : {0.0, 0.4, 1.0}) {
      expect_seen<Kokkos::HostSpace>(
          hybrid, n, {.algorithm = SortAlgorithm::joint_sample, .split = yoke::Split(share)});
    }
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

}  // namespace
