#include <algorithm>
#include <cstdint>
#include <string>

#include "contracts/figures.hpp"
#include "yoke/fed_expander.hpp"
#include "yoke/fill.hpp"
#include "yoke/generate_keys.hpp"
#include "yoke/generate_strings.hpp"
#include "yoke/histogram.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/sort.hpp"
#include "yoke/sort_strings.hpp"

// The figures of calls that both sides share, from host memory: each is the sentence of its header,
// or of the section on both sides that docs have.

namespace {

using yoke_test::expect_plan_takes;
using Host = Kokkos::DefaultHostExecutionSpace;
template <class T>
using Array = Kokkos::View<T*, Kokkos::HostSpace>;

constexpr std::size_t n = 1 << 20;
constexpr double count = n;
// Pieces of the ring that copies pageable memory, where there is a GPU, and of CUB.
constexpr double rings = yoke::detail::runs_on_host<Kokkos::DefaultExecutionSpace> ? 0 : 80e6;

template <class Executor>
double threads_of(Executor const& hybrid) {
  return hybrid.device().concurrency() + hybrid.host().concurrency();
}

template <class T>
Array<T> random_array() {
  Array<T> const array("array", n);
  yoke::generate_keys(Host(), array);
  return array;
}

yoke::Split const share(0.4);

// A copy in pinned memory, one on the device, and what both sides' sorts hold.
template <class Key, class Value>
void expect_sorts(yoke::Hybrid<> const& hybrid) {
  SCOPED_TRACE("keys of " + std::to_string(sizeof(Key)) + ", values of " +
               std::to_string(sizeof(Value)));
  struct Both {
    Key key;
    Value value;
  };
  auto const holds = [&](double columns, double element) {
    return 2 * columns * count + 2 * element * count * (1 + 1.0 / 80) +
           threads_of(hybrid) * (element * count / 120 + (1 << 20)) + rings;
  };
  auto const keys = random_array<Key>();
  auto const values = random_array<Value>();
  yoke::SortOptions const options{.split = share};
  expect_plan_takes(
      "sort", holds(sizeof(Key), sizeof(Key)),
      [&] { return yoke::SortPlan<yoke::Hybrid<>, Key>(hybrid, n, options); },
      [&](auto& plan) { plan(keys); });
  double const pairs = holds(sizeof(Key) + sizeof(Value), sizeof(Both));
  expect_plan_takes(
      "sort_by_key", pairs,
      [&] { return yoke::SortByKeyPlan<yoke::Hybrid<>, Key, Value>(hybrid, n, options); },
      [&](auto& plan) { plan(keys, values); });
  // And the copy of the keys.
  expect_plan_takes(
      "argsort", pairs + sizeof(Key) * count,
      [&] { return yoke::ArgsortPlan<yoke::Hybrid<>, Key, Value>(hybrid, n, options); },
      [&](auto& plan) { plan(keys, values); });
}

TEST(FiguresOfHybrids, OfSorts) {
  yoke::Hybrid<> const hybrid;
  expect_sorts<std::uint32_t, std::uint32_t>(hybrid);
  expect_sorts<std::uint64_t, std::uint32_t>(hybrid);
}

TEST(FiguresOfHybrids, OfStrings) {
  yoke::Hybrid<> const hybrid;
  std::size_t const strings = 200000;
  auto const text = yoke::generate_strings<std::uint32_t, Kokkos::HostSpace>(
      Host(), {.kind = yoke::StringKind::protein, .strings = strings});
  Array<std::uint32_t> const permutation("permutation", strings);
  using Plan = yoke::SortStringsPlan<yoke::Hybrid<>, std::uint32_t, std::uint32_t>;
  expect_plan_takes(
      "sort_strings",
      (2 * 52 + 12 + 4) * 200000.0 + threads_of(hybrid) * (200000 * 16.0 / 120 + (1 << 20)) + rings,
      [&] { return Plan(hybrid, strings, {.split = share}); },
      [&](auto& plan) { plan(text, permutation); });
}

TEST(FiguresOfHybrids, OfHistograms) {
  yoke::Hybrid<> const hybrid;
  auto const values = random_array<std::uint32_t>();
  for (std::size_t const bins : {10, 4096, 100000}) {
    SCOPED_TRACE(bins);
    Array<std::uint64_t> const counts("counts", bins);
    Array<std::uint32_t> const bounds("bounds", bins + 1);
    for (std::size_t i = 0; i <= bins; ++i) bounds(i) = static_cast<std::uint32_t>(i);
    double const all = static_cast<double>(bins), few = std::min(all, 2048.0);
    double const even = 24 * all + threads_of(hybrid) * (std::max(4 * all, 16 * few) + 128) + rings;
    auto const make = [&] {
      return yoke::HistogramPlan<yoke::Hybrid<>, std::uint32_t>(hybrid, n, bins, {.split = share});
    };
    expect_plan_takes("even", even, make, [&](auto& plan) {
      plan(values, yoke::EvenBins<std::uint32_t>{0, 1000000}, counts);
    });
    expect_plan_takes("bounds", even + 2 * 2 * 4 * (all + 2), make,
                      [&](auto& plan) { plan(values, bounds, counts); });
  }
}

TEST(FiguresOfHybrids, OfNumbers) {
  yoke::Hybrid<> const hybrid;
  Array<std::uint32_t> const numbers("numbers", n);
  // What the device makes goes through a copy there.
  double const copy = rings > 0 ? 4 * count : 0;
  expect_plan_takes(
      "fill", copy + rings,
      [&] { return yoke::FillPlan<yoke::Hybrid<>, std::uint32_t>(hybrid, n, {.split = share}); },
      [&](auto& plan) { plan(numbers, yoke::Philox(1)); });
  yoke_test::expect_call_takes("FedExpander", 40.0 * 1000 + 2 * 3 * 4.0 * 1000 * 64,
                               [&] { yoke::FedExpander<>(hybrid, 1000, {.words = 64}); });
}

}  // namespace
