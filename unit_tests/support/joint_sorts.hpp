#pragma once

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <type_traits>
#include <vector>

#include "sorting/joint_sorter.hpp"
#include "support/keys.hpp"
#include "yoke/sort.hpp"

// Joint sample sorts beside std::stable_sort.
namespace yoke_test {

template <class Key>
std::vector<std::uint32_t> order_of(std::vector<Key> const& keys, yoke::SortOrder order) {
  std::vector<std::uint32_t> numbers(keys.size());
  std::iota(numbers.begin(), numbers.end(), 0u);
  std::stable_sort(numbers.begin(), numbers.end(), [&](std::uint32_t one, std::uint32_t other) {
    return comes_before(keys[one], keys[other], order == yoke::SortOrder::descending);
  });
  return numbers;
}

template <class Key>
::testing::AssertionResult are_sorted(std::vector<Key> const& sorted, std::vector<Key> const& keys,
                                      std::vector<std::uint32_t> const& order) {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    Key const expected = keys[order[i]];
    if (sorted[i] == expected || (sorted[i] != sorted[i] && expected != expected)) continue;
    return ::testing::AssertionFailure()
           << "element " << i << " is " << sorted[i] << " and should be " << expected;
  }
  return ::testing::AssertionSuccess();
}

template <class Key, class Value>
using JointSortOf = yoke::detail::sorting::JointSort<yoke::detail::sorting::WordFor<Key>, Value>;

// Keys in the device's memory, or in what a host has in its place.
template <class Value, class Key>
void expect_sorted_by(JointSortOf<Key, Value>& sort, std::vector<Key> const& keys, double share,
                      bool on_device, yoke::SortOrder direction = yoke::SortOrder::ascending) {
  using Device = Kokkos::DefaultExecutionSpace;
  using Word = yoke::detail::sorting::WordFor<Key>;
  constexpr bool has_values = !std::is_same_v<Value, yoke::detail::sorting::NoValue>;
  std::size_t const n = keys.size();
  auto const order = order_of(keys, direction);
  Kokkos::View<Word*, Device> const sorted("sorted", n);
  Kokkos::View<Value*, Device> const values("values", n);
  auto const near = Kokkos::create_mirror_view(sorted);
  for (std::size_t i = 0; i < n; ++i) near(i) = std::bit_cast<Word>(keys[i]);
  Kokkos::deep_copy(sorted, near);
  if constexpr (has_values) {
    auto const numbers = Kokkos::create_mirror_view(values);
    for (std::size_t i = 0; i < n; ++i) numbers(i) = static_cast<Value>(i);
    Kokkos::deep_copy(values, numbers);
  }
  sort.run({{sorted.data(), values.data()}, on_device}, n, yoke::detail::sorting::kind_of<Key>,
           share);
  std::vector<Key> result(n);
  Kokkos::deep_copy(near, sorted);
  for (std::size_t i = 0; i < n; ++i) result[i] = std::bit_cast<Key>(near(i));
  ASSERT_TRUE(are_sorted(result, keys, order));
  if constexpr (has_values) {
    auto const moved = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), values);
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(moved(i), order[i]) << i;
  }
}

// A sort in which the device's side works as a device does, also where a host plays it.
template <class Key, class Value>
using TeamSorter =
    yoke::detail::sorting::joint::JointSorter<yoke::detail::sorting::WordFor<Key>, Value,
                                              Kokkos::DefaultExecutionSpace,
                                              Kokkos::DefaultHostExecutionSpace, true>;

}  // namespace yoke_test
