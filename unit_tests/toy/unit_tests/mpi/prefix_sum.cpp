#include "yoke/prefix_sum.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "mpi/support.hpp"

namespace {

using yoke_test::Device;
using yoke_test::part_of;
using yoke_test::vector_of;
using yoke_test::view_of;
using Memory = Device::memory_space;
using Words = std::vector<std::uint64_t>;

TEST(MpiPrefixSum, IsThatOfTheWholeArray) {
  auto const& cluster = yoke_test::cluster_of(1000);
  for (std::size_t const size : {0, 1, 3, 20011}) {
    Words whole(size), expected(size);
    for (std::size_t i = 0; i < size; ++i) whole[i] = i * i * 0x9e3779b97f4a7c15;
    std::partial_sum(whole.begin(), whole.end(), expected.begin());
    for (auto const how : yoke_test::all_cuts) {
      auto const value = view_of<Memory>(part_of(whole, cluster.rank(), cluster.ranks(), how));
      Kokkos::View<std::uint64_t*, Memory> const sum("sum", value.extent(0));
      EXPECT_EQ(yoke::prefix_sum(cluster, value, sum), size == 0 ? 0 : expected.back());
      EXPECT_EQ(vector_of(sum), part_of(expected, cluster.rank(), cluster.ranks(), how));
    }
  }
}

TEST(MpiPrefixSum, WhatOneRankGetsWrongAllThrow) {
  auto const& cluster = yoke_test::cluster_of(1000);
  bool const is_last = cluster.rank() + 1 == cluster.ranks();
  Kokkos::View<std::uint64_t*, Memory> const value("value", 3), sum("sum", is_last ? 2 : 3);
  EXPECT_THROW(yoke::prefix_sum(cluster, value, sum), std::invalid_argument);
}

}  // namespace
