#include "primitives/partition.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "support/all_spaces.hpp"
#include "support/lists.hpp"
#include "support/seed.hpp"

namespace {

using namespace yoke::detail;
using yoke_test::to_space;
using yoke_test::to_vector;

template <class Space, class Word>
struct KeysWithIndices {
  Array<Space, Word const> keys;
  KOKKOS_FUNCTION KeyValue<Word> operator()(std::uint64_t i) const {
    return {keys(i), static_cast<Word>(i)};
  }
};

template <class Space, class Word>
std::vector<KeyValue<Word>> sorted_by_library(std::vector<Word> const& keys, Word largest) {
  Space const exec;
  auto const on_space = to_space<Space>(keys);
  PairSorter<Space, Word> sorter(exec, keys.size());
  auto const sorted = sorter.sort(
      exec, keys.size(),
      KeysWithIndices<Space, Word>{Array<Space, Word const>(on_space.data(), keys.size())},
      largest);
  exec.fence();
  return to_vector(sorted);
}

template <class Space, class Word>
void expect_stably_sorted(std::vector<Word> const& keys, Word largest) {
  std::vector<Word> order(keys.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<Word>(i);
  std::stable_sort(order.begin(), order.end(), [&](Word a, Word b) { return keys[a] < keys[b]; });
  auto const sorted = sorted_by_library<Space, Word>(keys, largest);
  ASSERT_EQ(sorted.size(), keys.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    ASSERT_EQ(sorted[i].value, order[i]) << "place " << i << " of " << keys.size();
    ASSERT_EQ(sorted[i].key, keys[order[i]]) << "place " << i << " of " << keys.size();
  }
}

template <class Space, class Word>
void check_sizes_and_ranges() {
  std::mt19937_64 random(yoke_test::base_seed());
  for (std::size_t n : {0, 1, 2, 3, 31, 32, 33, 1000, 4096, 4097, 65536, 65537, 1000000}) {
    for (Word largest : {Word(0), Word(1), Word(255), Word(256), Word(n), ~Word(0)}) {
      std::vector<Word> keys(n);
      std::uniform_int_distribution<Word> key(0, largest);
      for (auto& k : keys) k = key(random);
      expect_stably_sorted<Space, Word>(keys, largest);
    }
  }
}

template <class Space, class Word>
void check_skew() {
  std::size_t const n = 300000;
  std::vector<Word> keys(n, Word(77));
  expect_stably_sorted<Space, Word>(keys, Word(n));
  for (std::size_t i = 0; i < n; ++i) keys[i] = static_cast<Word>(n - i);
  expect_stably_sorted<Space, Word>(keys, Word(n));
  for (std::size_t i = 0; i < n; ++i) keys[i] = static_cast<Word>(i % 1000 == 0 ? i : 5);
  expect_stably_sorted<Space, Word>(keys, Word(n));
}

template <class Space>
class Partition : public ::testing::Test {};
TYPED_TEST_SUITE(Partition, yoke_test::AllSpaces);

TYPED_TEST(Partition, sorts_32_bit_pairs_stably) {
  check_sizes_and_ranges<TypeParam, std::uint32_t>();
}
TYPED_TEST(Partition, sorts_64_bit_pairs_stably) {
  check_sizes_and_ranges<TypeParam, std::uint64_t>();
}
TYPED_TEST(Partition, sorts_when_most_keys_are_equal) {
  check_skew<TypeParam, std::uint32_t>();
  check_skew<TypeParam, std::uint64_t>();
}

}  // namespace
