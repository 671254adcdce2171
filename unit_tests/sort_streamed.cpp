#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <numeric>
#include <vector>

#include "sorting/level_cuts.hpp"
#include "sorting/streamed_sort.hpp"
#include "support/keys.hpp"
#include "support/sampled.hpp"
#include "support/seed.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/sort.hpp"

// Sorting of what lies in host memory while it goes through the bus: also where both sides are the
// host's, so that it is tested without a device.

namespace {

using namespace yoke::detail::sorting;
using Device = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;
template <class T>
using HostArray = Kokkos::View<T*, Kokkos::HostSpace>;

template <class Word>
Word word_of(auto key) {
  return std::bit_cast<Word>(key);
}

// Sorts by every kind of call with runs of at least `shortest` elements, and compares with
// std::stable_sort.
template <class Key>
void expect_streamed(std::vector<Key> const& keys, std::uint64_t shortest, yoke::SortOrder order) {
  using Word = WordFor<Key>;
  std::size_t const n = keys.size();
  std::vector<std::uint64_t> expected(n);
  std::iota(expected.begin(), expected.end(), 0);
  std::stable_sort(expected.begin(), expected.end(), [&](std::uint64_t one, std::uint64_t other) {
    return yoke_test::comes_before(keys[one], keys[other], order == yoke::SortOrder::descending);
  });
  yoke::Hybrid<> const hybrid;
  yoke::SortOptions const options{.order = order};
  HostArray<Word> const given("given", n), sorted("sorted", n);
  HostArray<std::uint64_t> const numbers("numbers", n), moved("moved", n);
  for (std::size_t i = 0; i < n; ++i) {
    given(i) = word_of<Word>(keys[i]);
    numbers(i) = i * 3;
  }
  auto const expect_keys = [&] {
    for (std::size_t i = 0; i < n; ++i) {
      Key const is = std::bit_cast<Key>(sorted(i)), should_be = keys[expected[i]];
      ASSERT_TRUE(is == should_be || (is != is && should_be != should_be)) << "key " << i;
    }
  };

  StreamedSort<Word, NoValue, Device, Host> alone(hybrid, n, options, shortest);
  alone.run({given.data(), nullptr, sorted.data(), nullptr}, n, kind_of<Key>);
  expect_keys();

  StreamedSort<Word, std::uint64_t, Device, Host> pairs(hybrid, n, options, shortest);
  Kokkos::deep_copy(sorted, given);
  Kokkos::deep_copy(moved, numbers);
  pairs.run({sorted.data(), moved.data(), sorted.data(), moved.data()}, n, kind_of<Key>);
  expect_keys();
  for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(moved(i), expected[i] * 3) << "value " << i;
  // Fewer than before, with the same memory, and numbers in place of values.
  std::size_t const fewer = n / 2 + 1;
  std::vector<std::uint64_t> front;
  std::copy_if(expected.begin(), expected.end(), std::back_inserter(front),
               [&](std::uint64_t i) { return i < fewer; });
  pairs.run({given.data(), nullptr, nullptr, moved.data()}, fewer, kind_of<Key>);
  for (std::size_t i = 0; i < fewer; ++i) ASSERT_EQ(moved(i), front[i]) << "number " << i;
}

template <class Key>
class StreamedSorts : public ::testing::Test {};
using Keys = yoke_test::Sampled<std::uint32_t, std::int64_t, float, double>;
TYPED_TEST_SUITE(StreamedSorts, Keys);

TYPED_TEST(StreamedSorts, AreStableSorts) {
  for (std::size_t const n : {1, 2, 100, 16 * 64, 16 * 64 + 1, 20000}) {
    for (auto const& [name, keys] : yoke_test::key_sets<TypeParam>(n, yoke_test::base_seed())) {
      for (auto const order : {yoke::SortOrder::ascending, yoke::SortOrder::descending}) {
        SCOPED_TRACE(name + ", " + std::to_string(n));
        expect_streamed(keys, 64, order);
        if (this->HasFatalFailure()) return;
      }
    }
  }
}

// A copy of the elements, a tenth of that, and what the sort of a 32nd holds.
template <class Word, class Value>
void expect_memory_as_documented(std::size_t bytes_an_element) {
  std::size_t const n = std::size_t(1) << 22;
  yoke::Hybrid<> const hybrid;
  auto const ledger = std::make_shared<yoke::detail::Ledger>();
  yoke::detail::Ledger::Opened const opened(ledger);
  StreamedSort<Word, Value, Device, Host> const streamed(hybrid, n, {}, 64);
  auto const elements = static_cast<double>(n * bytes_an_element);
  auto const held = static_cast<double>(ledger->bytes());
  EXPECT_GE(held, (1 + 4.0 / 32) * elements);
  EXPECT_LE(held, (1.1 + 1.0 / 32) * elements + (1 << 20));
}

TEST(StreamedSort, HoldsWhatTheDocsSay) {
  expect_memory_as_documented<std::uint32_t, NoValue>(4);
  expect_memory_as_documented<std::uint64_t, NoValue>(8);
  expect_memory_as_documented<std::uint64_t, std::uint64_t>(16);
}

// Of as many elements as calls are streamed where there is a device.
template <class Memory>
void expect_hybrid_calls_sort() {
  std::size_t const n = (std::size_t(1) << 21) + 12345;
  auto const keys = yoke_test::key_sets<float>(n, yoke_test::base_seed())[0].second;
  Kokkos::View<float*, Memory> const sorted("sorted", n);
  Kokkos::View<std::uint32_t*, Memory> const numbers("numbers", n), permutation("permutation", n);
  for (std::size_t i = 0; i < n; ++i) {
    sorted(i) = keys[i];
    numbers(i) = static_cast<std::uint32_t>(i);
  }
  yoke::Hybrid<> const hybrid;
  yoke::SortReport report;
  yoke::SortOptions const options{.split = yoke::Split(0.0), .report = &report};
  yoke::argsort(hybrid, sorted, permutation, options);
  yoke::sort_by_key(hybrid, sorted, numbers, options);
  EXPECT_EQ(report.host_share, 0);
  for (std::size_t i = 0; i < n; ++i) {
    ASSERT_EQ(numbers(i), permutation(i)) << i;
    ASSERT_TRUE(sorted(i) == keys[numbers(i)] || sorted(i) != sorted(i)) << i;
    if (i == 0) continue;
    ASSERT_FALSE(yoke_test::comes_before(sorted(i), sorted(i - 1), false)) << i;
    ASSERT_TRUE(sorted(i) != sorted(i - 1) || numbers(i - 1) < numbers(i)) << i;
  }
}

TEST(StreamedSort, IsWhatAHybridCallDoesWithADevice) {
  expect_hybrid_calls_sort<Kokkos::HostSpace>();
}
TEST(StreamedSort, AlsoOfPinnedMemory) {
  expect_hybrid_calls_sort<Kokkos::SharedHostPinnedSpace>();
}

}  // namespace
