#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "support/keys.hpp"
#include "support/lists.hpp"
#include "support/sampled.hpp"
#include "support/seed.hpp"
#include "yoke/partition.hpp"

// The phases of a sample sort as calls of their own, against the standard library.

namespace {

using yoke_test::to_space;
using yoke_test::to_vector;
using Space = Kokkos::DefaultExecutionSpace;

template <class Key>
std::vector<std::uint32_t> labels_of(std::vector<Key> const& values,
                                     std::vector<Key> const& splitters) {
  Kokkos::View<std::uint32_t*, Space> const labels("labels", values.size());
  yoke::label_by_splitters(Space(), to_space<Space>(values), to_space<Space>(splitters), labels);
  return to_vector(labels);
}

template <class Key>
class LabelBySplitters : public ::testing::Test {};
using Keys =
    yoke_test::Sampled<std::uint32_t, std::int32_t, std::uint64_t, std::int64_t, float, double>;
TYPED_TEST_SUITE(LabelBySplitters, Keys);

TYPED_TEST(LabelBySplitters, CountsTheSplittersBefore) {
  std::mt19937_64 random(yoke_test::base_seed());
  auto const before = [](TypeParam one, TypeParam other) {
    return yoke_test::comes_before(one, other, false);
  };
  for (std::size_t const n : {0, 1, 2, 64, 5000}) {
    for (auto const& [name, values] : yoke_test::key_sets<TypeParam>(n, yoke_test::base_seed())) {
      for (std::size_t const k : {0, 1, 2, 3, 63, 64, 255, 1000}) {
        std::vector<TypeParam> splitters;
        while (splitters.size() < k) {
          TypeParam const value = values.empty() ? TypeParam(1) : values[random() % n];
          splitters.push_back(value == value ? value : TypeParam(0));
        }
        std::sort(splitters.begin(), splitters.end());
        auto const labels = labels_of(values, splitters);
        for (std::size_t i = 0; i < n; ++i) {
          auto const place =
              std::lower_bound(splitters.begin(), splitters.end(), values[i], before);
          ASSERT_EQ(labels[i], place - splitters.begin()) << name << ", " << k << " splitters";
        }
      }
    }
  }
}

TEST(LabelBySplittersOfBadInput, NamesTheSplitter) {
  std::vector<double> const values(5);
  auto const fault = [&](std::vector<double> const& splitters) -> std::uint64_t {
    try {
      labels_of(values, splitters);
    } catch (yoke::InvalidInput const& error) {
      return error.index();
    }
    return 99;
  };
  EXPECT_EQ(fault({1, 2, 2, 3}), 99u);
  EXPECT_EQ(fault({1, 2, 1, 3}), 2u);
  EXPECT_EQ(fault({std::nan(""), 2}), 0u);
  EXPECT_EQ(fault({1, std::nan("")}), 1u);
  Kokkos::View<double*, Space> const view("values", 5);
  Kokkos::View<std::uint32_t*, Space> const few("labels", 4);
  EXPECT_THROW(yoke::label_by_splitters(Space(), view, view, few), std::invalid_argument);
  Kokkos::View<std::uint32_t*, Space> const same("same", 5);
  EXPECT_THROW(yoke::label_by_splitters(Space(), same, same, same), std::invalid_argument);
}

template <class Value>
void expect_grouped(std::vector<std::uint32_t> const& labels, std::size_t bins) {
  std::size_t const n = labels.size();
  std::vector<Value> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<Value>(i);
  Kokkos::View<Value*, Space> const out("out", n);
  Kokkos::View<std::uint64_t*, Space> const offsets("offsets", bins + 1);
  yoke::partition(Space(), to_space<Space>(values), to_space<Space>(labels), bins, out, offsets);
  std::stable_sort(values.begin(), values.end(), [&](Value one, Value other) {
    return labels[static_cast<std::size_t>(one)] < labels[static_cast<std::size_t>(other)];
  });
  EXPECT_EQ(to_vector(out), values);
  std::vector<std::uint64_t> expected(bins + 1);
  for (auto const label : labels) ++expected[label + 1];
  for (std::size_t b = 0; b < bins; ++b) expected[b + 1] += expected[b];
  EXPECT_EQ(to_vector(offsets), expected);
}

TEST(PartitionByLabel, GroupsStably) {
  std::mt19937 random(static_cast<unsigned>(yoke_test::base_seed()));
  for (std::size_t const n : {0, 1, 2, 63, 64, 65, 4097, 100000}) {
    for (std::size_t const bins : {1, 2, 3, 16, 17, 255, 256, 257, 65537}) {
      std::vector<std::uint32_t> labels(n);
      for (auto& label : labels) label = static_cast<std::uint32_t>(random() % bins);
      expect_grouped<std::uint32_t>(labels, bins);
      expect_grouped<double>(labels, bins);
      std::fill(labels.begin(), labels.end(), static_cast<std::uint32_t>(bins - 1));
      expect_grouped<std::int64_t>(labels, bins);
    }
  }
}

TEST(PartitionByLabelOfBadInput, NamesTheElement) {
  auto const labels = to_space<Space>(std::vector<std::int32_t>{0, 1, -1, 3});
  Kokkos::View<float*, Space> const values("values", 4), out("out", 4), few("few", 3);
  Kokkos::View<std::uint64_t*, Space> const offsets("offsets", 4), more("offsets", 5);
  try {
    yoke::partition(Space(), values, labels, 3, out, offsets);
    FAIL();
  } catch (yoke::InvalidInput const& error) {
    EXPECT_EQ(error.index(), 2u);
  }
  auto const good = to_space<Space>(std::vector<std::int32_t>{0, 1, 2, 2});
  EXPECT_NO_THROW(yoke::partition(Space(), values, good, 3, out, offsets));
  EXPECT_THROW(yoke::partition(Space(), values, good, 3, out, more), std::invalid_argument);
  EXPECT_THROW(yoke::partition(Space(), values, good, 3, few, offsets), std::invalid_argument);
  EXPECT_THROW(yoke::partition(Space(), few, good, 3, few, offsets), std::invalid_argument);
  EXPECT_THROW(yoke::partition(Space(), values, good, 3, values, offsets), std::invalid_argument);
  Kokkos::View<std::uint64_t*, Space> const none("none", 1);
  EXPECT_THROW(yoke::partition(Space(), values, good, 0, out, none), std::invalid_argument);
}

TEST(PartitionByLabelOfStridedViews, MovesTheirElementsAlone) {
  Kokkos::View<std::uint32_t* [2], Kokkos::LayoutRight, Space> const columns("columns", 50);
  auto const values = Kokkos::subview(columns, Kokkos::ALL, 0);
  auto const out = Kokkos::subview(columns, Kokkos::ALL, 1);
  std::vector<std::uint32_t> labels(50);
  for (std::size_t i = 0; i < 50; ++i) labels[i] = static_cast<std::uint32_t>(i % 2);
  auto const mirror = Kokkos::create_mirror_view(columns);
  for (std::size_t i = 0; i < 50; ++i) mirror(i, 0) = static_cast<std::uint32_t>(i);
  Kokkos::deep_copy(columns, mirror);
  Kokkos::View<std::int64_t*, Space> const offsets("offsets", 3);
  yoke::partition(Space(), values, to_space<Space>(labels), 2, out, offsets);
  Kokkos::deep_copy(mirror, columns);
  for (std::size_t i = 0; i < 50; ++i) {
    EXPECT_EQ(mirror(i, 0), i);
    EXPECT_EQ(mirror(i, 1), i < 25 ? 2 * i : 2 * (i - 25) + 1);
  }
}

}  // namespace
