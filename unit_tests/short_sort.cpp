#include "sorting/short_sort.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "support/keys.hpp"
#include "support/seed.hpp"

// What one thread sorts by comparisons that are known when it is compiled, to the bit.

namespace {

namespace sorting = yoke::detail::sorting;

// By the principle of zeros and ones: what sorts all of these sorts everything.
template <unsigned Size>
void expect_all_zeros_and_ones_sorted() {
  for (unsigned bits = 0; bits < 1u << Size; ++bits) {
    std::vector<std::uint32_t> items(Size);
    for (unsigned i = 0; i < Size; ++i) items[i] = bits >> i & 1;
    sorting::ComparisonNetwork<Size>::sort(items.data());
    ASSERT_TRUE(std::is_sorted(items.begin(), items.end())) << bits;
    ASSERT_EQ(std::count(items.begin(), items.end(), 1u), std::popcount(bits));
  }
}

TEST(ShortSort, NetworksSortAllZerosAndOnes) {
  expect_all_zeros_and_ones_sorted<4>();
  expect_all_zeros_and_ones_sorted<8>();
  expect_all_zeros_and_ones_sorted<16>();
}

TEST(ShortSort, RunsThatAreInOrderOrEqualAreMerged) {
  for (std::uint64_t const length : {1, 2, 16, 128}) {
    for (std::uint64_t const later : {0, 1, 127, 128, 1000}) {
      std::vector<std::uint64_t> runs(2 * length), merged(2 * length);
      for (std::uint64_t i = 0; i < length; ++i) {
        runs[i] = i;
        runs[length + i] = i + later;
      }
      for (int turned = 0; turned < 2; ++turned) {
        sorting::merge_equal_runs(runs.data(), length, merged.data());
        auto expected = runs;
        std::sort(expected.begin(), expected.end());
        EXPECT_EQ(merged, expected) << length << ", " << later;
        std::rotate(runs.begin(), runs.begin() + static_cast<std::ptrdiff_t>(length), runs.end());
      }
    }
  }
}

template <class Key>
struct Case {
  using Word = std::conditional_t<sizeof(Key) == 4, std::uint32_t, std::uint64_t>;
  std::vector<Word> keys;
  std::vector<std::uint32_t> order;  // that of a stable sort
  sorting::KeyOrder<Word> by;

  Case(std::vector<Key> const& given, yoke::SortOrder sort_order)
      : by(sorting::kind_of<Key>, sort_order) {
    for (Key const key : given) keys.push_back(by.canonical(std::bit_cast<Word>(key)));
    for (std::uint32_t i = 0; i < given.size(); ++i) order.push_back(i);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t one, std::uint32_t other) {
      return yoke_test::comes_before(given[one], given[other],
                                     sort_order == yoke::SortOrder::descending);
    });
  }

  // The source is the target, as in a segment.
  void expect_sorted() const {
    auto alone = keys;
    sorting::sort_short(from(alone),
                        sorting::Columns<Word, sorting::NoValue>{alone.data(), nullptr},
                        keys.size(), by);
    auto beside = keys;
    std::vector<std::uint32_t> numbers(keys.size());
    for (std::uint32_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
    sorting::Columns<Word, std::uint32_t> const columns{beside.data(), numbers.data()};
    sorting::sort_short([&columns](std::uint64_t i) { return columns.load(i); }, columns,
                        keys.size(), by);
    EXPECT_EQ(numbers, order);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      ASSERT_EQ(alone[i], keys[order[i]]) << "of " << keys.size() << ", place " << i;
      ASSERT_EQ(beside[i], keys[order[i]]) << "of " << keys.size() << ", place " << i;
    }
  }
  static auto from(std::vector<Word>& words) {
    return [&words](std::uint64_t i) { return sorting::Element<Word, sorting::NoValue>{words[i]}; };
  }
};

template <class Key>
class ShortSortOf : public ::testing::Test {};
using Keys =
    ::testing::Types<std::uint32_t, std::int32_t, std::uint64_t, std::int64_t, float, double>;
TYPED_TEST_SUITE(ShortSortOf, Keys);

TYPED_TEST(ShortSortOf, IsStableToTheBit) {
  // Every number of blocks is among them, and every remainder of one.
  for (std::size_t n = 0; n <= sorting::most_short; n += n < 80 ? 1 : 27) {
    for (auto const& [name, keys] : yoke_test::key_sets<TypeParam>(n, yoke_test::base_seed() + n)) {
      SCOPED_TRACE(name);
      for (auto const order : {yoke::SortOrder::ascending, yoke::SortOrder::descending}) {
        Case<TypeParam>(keys, order).expect_sorted();
        if (::testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

}  // namespace
