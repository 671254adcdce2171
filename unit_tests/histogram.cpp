#include "yoke/histogram.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/keys.hpp"
#include "support/lists.hpp"
#include "support/rounds.hpp"
#include "support/sampled.hpp"
#include "support/seed.hpp"
#include "yoke/hybrid.hpp"

// Histograms against a count of one value after the other, by the definition of bins.

namespace {

using yoke::EvenBins;
using yoke::HistogramAlgorithm;
using yoke::HistogramOptions;
using yoke_test::to_space;
using Counts = std::vector<std::uint64_t>;
using Host = Kokkos::DefaultHostExecutionSpace;
using Device = Kokkos::DefaultExecutionSpace;

// By division, or as EvenBins says of floating-point numbers.
template <class Value>
Counts even_oracle(std::vector<Value> const& values, EvenBins<Value> const& bins, std::size_t n) {
  Counts counts(n);
  for (Value const value : values) {
    if (!(value >= bins.lower && value < bins.upper)) continue;
    if constexpr (std::is_floating_point_v<Value>) {
      double const lower = bins.lower, range = static_cast<double>(bins.upper) - lower;
      double const scale = static_cast<double>(n) / range;
      ++counts[std::min(static_cast<std::size_t>((value - lower) * scale), n - 1)];
    } else {
      __extension__ using Wide = __int128;
      Wide const range = Wide(bins.upper) - Wide(bins.lower);
      ++counts[static_cast<std::size_t>((Wide(value) - Wide(bins.lower)) * Wide(n) / range)];
    }
  }
  return counts;
}

template <class Value>
Counts bounds_oracle(std::vector<Value> const& values, std::vector<Value> const& bounds) {
  Counts counts(bounds.size() - 1);
  for (Value const value : values) {
    if (value != value) continue;
    auto const above = std::upper_bound(bounds.begin(), bounds.end(), value);
    if (above == bounds.begin() || above == bounds.end()) continue;
    ++counts[static_cast<std::size_t>(above - bounds.begin()) - 1];
  }
  return counts;
}

template <class Memory, class Executor, class Value, class Bins>
void expect_counts(Executor const& executor, std::vector<Value> const& values, Bins const& bins,
                   Counts const& expected, HistogramOptions const& options = {}) {
  using Space = typename Memory::execution_space;
  auto const view = to_space<Space>(values);
  Kokkos::View<std::uint64_t*, Memory> const counts("counts", expected.size());
  Kokkos::deep_copy(counts, 77);
  std::uint64_t sum = 0;
  for (auto const count : expected) sum += count;
  EXPECT_EQ(yoke::histogram(executor, view, bins, counts, options), sum);
  auto const found = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), counts);
  auto const wrong = std::mismatch(expected.begin(), expected.end(), found.data()).first;
  EXPECT_EQ(wrong, expected.end()) << "bin " << wrong - expected.begin() << " of "
                                   << expected.size() << " of " << values.size() << " values";
}

// Of which every value has its bin, and all but two are outside; and of every sign.
template <class Value>
std::vector<EvenBins<Value>> some_even_bins() {
  using Limits = std::numeric_limits<Value>;
  if constexpr (std::is_floating_point_v<Value>) {
    return {{0, 1000000}, {Value(-0.5), Value(0.25)}, {-1e30f, 1e30f}, {5, 8}};
  } else {
    return {{0, 1000000},
            {Limits::lowest(), Limits::max()},
            {5, 8},
            {Limits::max() - 1000, Limits::max()}};
  }
}

// Ascending, some of them equal, infinite where there is such a thing.
template <class Value>
std::vector<Value> some_bounds(std::size_t bins, std::vector<Value> const& values,
                               std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Value> bounds(bins + 1);
  for (auto& bound : bounds) {
    Value const value = values.empty() ? Value(3) : values[random() % values.size()];
    bound = value == value ? value : Value(0);
  }
  std::sort(bounds.begin(), bounds.end());
  return bounds;
}

template <class Value>
class Histogram : public ::testing::Test {};
using Values =
    yoke_test::Sampled<std::uint32_t, std::int32_t, std::uint64_t, std::int64_t, float, double>;
TYPED_TEST_SUITE(Histogram, Values);

template <class Memory, class Executor, class Value>
void expect_all_counts(Executor const& executor, std::vector<Value> const& values,
                       std::vector<std::size_t> const& sizes,
                       HistogramOptions const& options = {}) {
  using Space = typename Memory::execution_space;
  for (std::size_t const bins : sizes) {
    SCOPED_TRACE(std::to_string(bins) + " bins");
    for (auto const& even : some_even_bins<Value>()) {
      expect_counts<Memory>(executor, values, even, even_oracle(values, even, bins), options);
    }
    auto const bounds = some_bounds(bins, values, bins);
    expect_counts<Memory>(executor, values, to_space<Space>(bounds), bounds_oracle(values, bounds),
                          options);
    if constexpr (std::is_integral_v<Value>) {
      EvenBins<Value> const labels{0, static_cast<Value>(bins)};
      expect_counts<Memory>(executor, values, yoke::by_label, even_oracle(values, labels, bins),
                            options);
    }
  }
}

template <class Value, class Memory, class Executor>
void expect_every_set(Executor const& executor, std::vector<std::size_t> const& sizes,
                      std::vector<std::size_t> const& bins, HistogramOptions const& options = {}) {
  for (std::size_t const n : sizes) {
    for (auto const& [name, values] : yoke_test::key_sets<Value>(n, yoke_test::base_seed() + n)) {
      SCOPED_TRACE(name);
      expect_all_counts<Memory>(executor, values, bins, options);
    }
  }
}

TYPED_TEST(Histogram, OnTheDefaultSpace) {
  expect_every_set<TypeParam, Device::memory_space>(
      Device(), {0, 1, 2, 63, 64, 65, 4095, 4097, 20000}, {1, 2, 255, 257});
}
TYPED_TEST(Histogram, OfManyBins) {
  expect_every_set<TypeParam, Device::memory_space>(Device(), {30000}, {2048, 2049, 8191, 8192});
}
TYPED_TEST(Histogram, OfManyValuesInManyBins) {
  auto const sets = yoke_test::key_sets<TypeParam>(300000, yoke_test::base_seed());
  for (auto const& [name, values] : sets) {
    if (name != "any bits" && name != "zipf" && name != "all equal") continue;
    SCOPED_TRACE(name);
    expect_all_counts<Device::memory_space>(Device(), values, {256, 65536, 65537, 1 << 20});
  }
}
TEST(HistogramOfFourMillion, CountsThemAll) {
  std::mt19937 random(static_cast<unsigned>(yoke_test::base_seed()));
  std::vector<std::uint32_t> values((1 << 22) + 1);
  for (auto& value : values) value = random() % 3 == 0 ? 5 : random() % 1100000;
  for (std::size_t const bins : {256, 65536, 1 << 20}) {
    EvenBins<std::uint32_t> const even{0, 1 << 20};
    expect_counts<Device::memory_space>(Device(), values, even, even_oracle(values, even, bins));
  }
}

#if defined(KOKKOS_ENABLE_CUDA)
TYPED_TEST(Histogram, OnTheHost) {
  expect_every_set<TypeParam, Kokkos::HostSpace>(Host(), {0, 1, 65, 4097, 40000},
                                                 {1, 256, 2049, 65537});
}
#endif

TYPED_TEST(Histogram, BySequentialAlgorithm) {
  HistogramOptions const options{.algorithm = HistogramAlgorithm::sequential};
  expect_every_set<TypeParam, Kokkos::HostSpace>(Host(), {5000}, {1, 257}, options);
}

TYPED_TEST(Histogram, OnBothSides) {
  yoke::Hybrid<> const hybrid;
  for (double const share : {0.0, 0.01, 0.5, 0.99, 1.0}) {
    SCOPED_TRACE(share);
    HistogramOptions const options{.split = yoke::Split(share)};
    auto const sets = yoke_test::key_sets<TypeParam>(20000, yoke_test::base_seed());
    auto const& values = sets.front().second;
    expect_all_counts<Kokkos::HostSpace>(hybrid, values, {2, 257, 9000}, options);
    expect_all_counts<Device::memory_space>(hybrid, values, {257}, options);
    for (std::size_t const n : {0, 1, 2}) {
      expect_all_counts<Kokkos::HostSpace>(hybrid, std::vector<TypeParam>(n), {2, 9000}, options);
    }
  }
  expect_every_set<TypeParam, Kokkos::HostSpace>(hybrid, {5000}, {257});
}

// Where what is computed in place of a division is nearest to the wrong side: at every edge of two
// bins, for ranges around powers of two and others.
template <class Value>
void expect_exact_edges(std::vector<std::uint64_t> const& ranges) {
  using Word = std::make_unsigned_t<Value>;
  std::mt19937_64 random(yoke_test::base_seed());
  for (std::uint64_t const range : ranges) {
    for (std::size_t const bins : std::initializer_list<std::size_t>{
             2, 3, 256, 1000, yoke_test::large(1000003), yoke_test::large(1 << 20)}) {
      Value const lowest = std::numeric_limits<Value>::lowest();
      auto const lower = static_cast<Value>(static_cast<Word>(lowest) + 5);
      if (range > std::numeric_limits<Word>::max() - 5) continue;
      EvenBins<Value> const even{lower, static_cast<Value>(static_cast<Word>(lower) + range)};
      std::vector<Value> values;
      for (int k = 0; k < 60; ++k) {
        std::size_t const bin = k < 20 ? k % bins : random() % bins;
        __extension__ using Wide = unsigned __int128;
        auto const edge = static_cast<std::uint64_t>((Wide(bin) * range + bins - 1) / bins);
        for (int const near : {-2, -1, 0, 1}) {
          values.push_back(static_cast<Value>(static_cast<Word>(lower) + edge + near));
        }
      }
      SCOPED_TRACE(range);
      expect_counts<Device::memory_space>(Device(), values, even, even_oracle(values, even, bins));
    }
  }
}
TEST(HistogramOfIntegers, IsExactAtTheEdgesOfItsBins) {
  std::vector<std::uint64_t> ranges{1, 2, 3, 7, 1000, 65535, 65536, 65537, 1000003, 4294967290u};
  for (int bit = 17; bit < 32; ++bit) ranges.push_back((1u << bit) + 1);
  expect_exact_edges<std::uint32_t>(ranges);
  expect_exact_edges<std::int32_t>(ranges);
  ranges.push_back(std::uint64_t(1) << 32);
  for (int bit = 32; bit < 64; ++bit) {
    for (int const near : {-1, 1}) ranges.push_back((std::uint64_t(1) << bit) + near);
    ranges.push_back(0xfedcba9876543211u >> (63 - bit));
  }
  ranges.push_back(~std::uint64_t(0) - 5);
  expect_exact_edges<std::uint64_t>(ranges);
  expect_exact_edges<std::int64_t>(ranges);
}

TEST(HistogramOfFloats, CountsNoNanAndNothingOutside) {
  double const infinity = std::numeric_limits<double>::infinity(), nan = std::nan("");
  std::vector<double> const values{nan, -nan, infinity, -infinity, -0.0, 0.0, 1.0, 0.999, -1e-300};
  expect_counts<Device::memory_space>(Device(), values, EvenBins{0.0, 1.0}, {2, 1});
  auto const bounds = to_space<Device>(std::vector<double>{-infinity, 0.0, 0.0, 1.0, infinity});
  expect_counts<Device::memory_space>(Device(), values, bounds, {2, 0, 3, 1});
  EXPECT_EQ(even_oracle(values, EvenBins{0.0, 1.0}, 2), (Counts{2, 1}));
}

template <class Value, class Bins>
std::string what_is_wrong(std::vector<Value> const& values, Bins const& bins, std::size_t count) {
  Kokkos::View<std::uint64_t*, Device> const counts("counts", count);
  try {
    yoke::histogram(Device(), to_space<Device>(values), bins, counts);
  } catch (std::invalid_argument const& error) {
    return error.what();
  }
  return "";
}

TEST(HistogramOfBadInput, SaysWhatIsWrong) {
  std::vector<float> const values(10, 0.5f);
  float const nan = std::nanf(""), infinity = std::numeric_limits<float>::infinity();
  auto const with = [&](std::vector<float> const& bounds) {
    return what_is_wrong(values, to_space<Device>(bounds), 3);
  };
  EXPECT_EQ(with({0, 1, 2, 3}), "");
  EXPECT_EQ(with({0, 1, 1, 1}), "");
  EXPECT_EQ(with({0, 2, 1, 3}),
            "yoke::histogram: bound 2 is 1, and the bound before it is 2; bounds must ascend");
  EXPECT_EQ(with({nan, 1, 2, 3}), "yoke::histogram: bound 0 is nan; bounds must ascend");
  EXPECT_EQ(with({0, 1, 2, -nan}),
            "yoke::histogram: bound 3 is -nan, and the bound before it is 2; bounds must ascend");
  EXPECT_EQ(with({0, 1, 2}),
            "yoke::histogram: bounds has 3 elements and counts has 3: 3 bins have 4 bounds");
  for (auto const& even : {EvenBins{1.0f, 1.0f}, EvenBins{2.0f, 1.0f}, EvenBins{nan, 1.0f},
                           EvenBins{0.0f, infinity}, EvenBins{0.0f, nan}}) {
    EXPECT_NE(what_is_wrong(values, even, 3).find("lower is"), std::string::npos);
  }
  // As of data that hold such values.
  for (auto const& even : {EvenBins{-infinity, infinity}, EvenBins{0.0f, infinity},
                           EvenBins{-infinity, 1.0f}, EvenBins{nan, 1.0f}}) {
    EXPECT_NE(
        what_is_wrong(values, even, 3).find("Take the least and the greatest of the finite values"),
        std::string::npos);
  }
  EXPECT_NE(what_is_wrong(std::vector<double>(3), EvenBins{-1e308, 1e308}, 3), "");
  EXPECT_NE(what_is_wrong(std::vector<double>(3), EvenBins{0.0, 5e-324}, 3), "");
  EXPECT_EQ(what_is_wrong(values, EvenBins{0.0f, 1.0f}, 0),
            "yoke::histogram: counts has 0 elements, one a bin; there must be 1 to 1048576");
  EXPECT_NE(what_is_wrong(values, EvenBins{0.0f, 1.0f}, (1 << 20) + 1), "");
  EXPECT_NE(what_is_wrong(std::vector<std::int32_t>(3), EvenBins{5, 5}, 2), "");
}

TEST(HistogramOfBadInput, NamesTheBound) {
  Kokkos::View<std::uint64_t*, Device> const counts("counts", 3);
  auto const bounds = to_space<Device>(std::vector<std::int64_t>{-5, 3, 3, 2});
  try {
    yoke::histogram(Device(), bounds, bounds, counts);
    FAIL();
  } catch (yoke::InvalidInput const& error) {
    EXPECT_EQ(error.index(), 3u);
  }
}

TEST(HistogramOfBadInput, RefusesCountsThatOverlapTheValues) {
  Kokkos::View<std::uint64_t*, Device> const both("both", 10);
  EXPECT_THROW(yoke::histogram(Device(), both, yoke::by_label, both), std::invalid_argument);
}

TEST(HistogramPlan, AllocatesNothingWhenItIsUsedAgain) {
  std::vector<std::uint32_t> values(100000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::uint32_t>(i);
  auto const view = to_space<Device>(values);
  yoke::HistogramReport report;
  yoke::HistogramPlan<Device, std::uint32_t> plan(Device(), values.size(), 70000,
                                                  {.report = &report});
  std::size_t const bytes = plan.workspace_bytes();
  for (std::uint32_t const bins : {70000u, 2u, 2048u, 2049u, 65537u}) {
    Kokkos::View<std::uint64_t*, Device> const counts("counts", bins);
    EXPECT_EQ(plan(view, EvenBins{0u, 90000u}, counts), 90000u);
    EXPECT_EQ(plan(view, yoke::by_label, counts), bins);
    EXPECT_EQ(report.algorithm, HistogramAlgorithm::privatised);
    EXPECT_FALSE(report.phases.empty());
  }
  EXPECT_EQ(plan.workspace_bytes(), bytes);
  Kokkos::View<std::uint64_t*, Device> const counts("counts", 70001);
  EXPECT_THROW(plan(view, yoke::by_label, counts), std::invalid_argument);
}

TEST(HistogramOfStridedViews, IsThatOfTheirElements) {
  Kokkos::View<double* [2], Kokkos::LayoutRight, Device> const columns("columns", 5000);
  Kokkos::deep_copy(Kokkos::subview(columns, Kokkos::ALL, 1), 1.0);
  Kokkos::View<std::uint64_t* [2], Kokkos::LayoutRight, Device> const counts("counts", 2);
  auto const target = Kokkos::subview(counts, Kokkos::ALL, 0);
  for (int column = 0; column < 2; ++column) {
    yoke::histogram(Device(), Kokkos::subview(columns, Kokkos::ALL, column), EvenBins{0.0, 2.0},
                    target);
    auto const found = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), counts);
    EXPECT_EQ(found(column, 0), 5000u);
    EXPECT_EQ(found(1 - column, 0), 0u);
    EXPECT_EQ(found(0, 1), 0u);
  }
}

}  // namespace
