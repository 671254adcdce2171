#pragma once

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "support/comparators.hpp"
#include "support/seed.hpp"
#include "yoke/sort_comparator.hpp"

// Sorts by a comparator, held against std::stable_sort.
namespace yoke_test {

template <std::size_t bytes>
std::vector<Record<bytes>> payload_of(std::size_t n) {
  std::vector<std::uint64_t> words(n);
  std::iota(words.begin(), words.end(), 0u);
  return records_of<bytes>(words);
}

// Keys alone; with a payload of `payload_bytes`; with three; and their order.
template <class Memory, std::size_t payload_bytes, class Executor, class Key, class Comparator>
void expect_all_sorted(Executor const& executor, std::vector<Key> const& keys,
                       Comparator const& comparator, yoke::SortOptions const& options) {
  auto const order = stable_order(keys, comparator);
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
                             yoke::SortOptions const& options = {}) {
  for (std::size_t const n : sizes) {
    for (auto const& [name, words] : word_sets(n, base_seed() + n)) {
      SCOPED_TRACE(name + ", " + std::to_string(n));
      expect_all_sorted<Memory, Sizes::payload>(executor, records_of<Sizes::key>(words),
                                                CloserTo{1000}, options);
    }
  }
}

}  // namespace yoke_test
