#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>

#include "contracts/nothing_new.hpp"
#include "support/photon_cases.hpp"
#include "yoke/expander.hpp"
#include "yoke/fill.hpp"
#include "yoke/gather_strings.hpp"
#include "yoke/histogram.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/photons.hpp"
#include "yoke/sort.hpp"
#include "yoke/sort_segments.hpp"
#include "yoke/sort_strings.hpp"

// What memory.cpp and overlap.cpp ask of calls on lists and graphs, of those that sort, count, fill
// and simulate: what a repeated call allocates and whom it makes wait, and that arguments that
// overlap are refused.

namespace {

using yoke_test::expect_nothing_new;

constexpr std::uint32_t n = 20000;

template <class Element, class Memory>
using Column = Kokkos::View<Element*, Kokkos::LayoutStride, Memory>;

template <class Element, class Memory>
Column<Element, Memory> column(char const* label, std::size_t size, bool strided) {
  if (!strided) return Kokkos::View<Element*, Memory>(label, size);
  Kokkos::View<Element* [2], Kokkos::LayoutRight, Memory> const pairs(label, size);
  return Kokkos::subview(pairs, Kokkos::ALL, 0);
}

template <class Memory, class Executor>
void expect_plans_take_nothing(Executor const& executor, bool strided,
                               yoke::Split const& split = yoke::Split::automatic()) {
  auto const keys = column<std::uint32_t, Memory>("keys", n, strided);
  auto const other = column<std::uint32_t, Memory>("other", n, strided);
  auto const counts = column<std::uint64_t, Memory>("counts", 100, strided);
  {
    SCOPED_TRACE("fill");
    yoke::FillPlan<Executor, std::uint32_t> plan(executor, n, {.split = split});
    expect_nothing_new([&] { plan(other, yoke::ExpanderStreams(1)); });
    expect_nothing_new([&] { plan(keys, yoke::Philox(1)); });
  }
  {
    SCOPED_TRACE("histogram");
    yoke::HistogramPlan<Executor, std::uint32_t> plan(executor, n, 100, {.split = split});
    expect_nothing_new([&] { plan(keys, yoke::EvenBins<std::uint32_t>{0, 1u << 31}, counts); });
  }
  {
    SCOPED_TRACE("argsort");
    yoke::ArgsortPlan<Executor, std::uint32_t, std::uint32_t> plan(executor, n, {.split = split});
    expect_nothing_new([&] { plan(keys, other); });
  }
  {
    SCOPED_TRACE("sort_by_key");
    yoke::SortByKeyPlan<Executor, std::uint32_t, std::uint32_t> plan(executor, n, {.split = split});
    expect_nothing_new([&] { plan(keys, other); });
  }
  SCOPED_TRACE("sort");
  yoke::SortPlan<Executor, std::uint32_t> plan(executor, n, {.split = split});
  expect_nothing_new([&] { plan(keys); });
}

template <class Memory, class Executor>
void expect_photons_take_nothing(Executor const& executor,
                                 yoke::Split const& split = yoke::Split::automatic()) {
  SCOPED_TRACE("simulate_photons");
  auto const given = photon_cases::slab();
  yoke::PhotonTallies<Memory> const tallies(given.tissue, given.grid);
  yoke::PhotonPlan<Executor> plan(executor, given.tissue, given.grid, {.split = split});
  expect_nothing_new([&] { EXPECT_EQ(plan(0, 1000, tallies), 0u); });
}

template <class Space>
class ContractsOfArrays : public testing::Test {};
template <class First, class... Spaces>
using Types = testing::Types<Spaces...>;
#define YOKE_SPACE(Space) , Space
TYPED_TEST_SUITE(ContractsOfArrays, Types<void YOKE_FOR_EACH_SPACE(YOKE_SPACE)>);

TYPED_TEST(ContractsOfArrays, PlansTakeNothingTwiceAndFenceTheirInstance) {
  using Memory = typename TypeParam::memory_space;
  for (bool const strided : {false, true}) {
    SCOPED_TRACE(strided ? "strided" : "contiguous");
    expect_plans_take_nothing<Memory>(TypeParam(), strided);
  }
  expect_photons_take_nothing<Memory>(TypeParam());
}

TEST(ContractsOfArrays, PlansOfAHybridTakeNothingTwiceAndFenceItsInstances) {
  yoke::Hybrid<> const hybrid;
  for (double const share : {0.0, 0.4, 1.0}) {
    for (bool const strided : {false, true}) {
      SCOPED_TRACE((strided ? "strided, split " : "contiguous, split ") + std::to_string(share));
      expect_plans_take_nothing<Kokkos::HostSpace>(hybrid, strided, yoke::Split(share));
    }
    expect_photons_take_nothing<Kokkos::HostSpace>(hybrid, yoke::Split(share));
  }
  expect_photons_take_nothing<Kokkos::HostSpace>(hybrid);
}

template <class Call>
void expect_refused(char const* one, char const* other, Call const& call) {
  SCOPED_TRACE(std::string(one) + " over " + other);
  try {
    call();
    ADD_FAILURE() << "the call went through";
  } catch (std::invalid_argument const& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr(std::string(one) + " and " + other + " overlap"));
  }
}

template <class Element>
using Array = Kokkos::View<Element*, Kokkos::DefaultExecutionSpace::memory_space>;

template <class Element>
Array<Element> part(Array<Element> const& array, std::size_t begin, std::size_t end) {
  return Kokkos::subview(array, std::pair(begin, end));
}

template <class Executor>
void expect_overlaps_refused(Executor const& executor) {
  Array<std::uint32_t> const all("all", 3 * n);
  auto const keys = part(all, 0, n), beside = part(all, n, 2 * n),
             over = part(all, n / 2, n + n / 2);
  expect_refused("keys", "values", [&] { yoke::sort_by_key(executor, keys, over); });
  yoke::sort_by_key(executor, keys, beside);
  expect_refused("permutation", "keys", [&] { yoke::argsort(executor, keys, over); });
  yoke::argsort(executor, keys, beside);

  Array<std::uint64_t> const words("words", 2 * n);
  expect_refused("counts", "values", [&] {
    yoke::histogram(executor, part(words, 0, n), yoke::ByLabel(), part(words, n - 1, n + 99));
  });
  yoke::histogram(executor, part(words, 0, n), yoke::ByLabel(), part(words, n, n + 100));

  using Strings = yoke::Strings<Array<char>, Array<std::uint32_t>>;
  Strings const strings(Array<char>("characters", 1), part(all, 0, n + 1));
  expect_refused("permutation", "offsets",
                 [&] { yoke::sort_strings(executor, strings, part(all, n, 2 * n)); });
  yoke::sort_strings(executor, strings, part(all, n + 1, 2 * n + 1));

  auto const given = photon_cases::slab();
  yoke::PhotonTallies<typename Array<char>::memory_space> tallies(given.tissue, given.grid);
  tallies.transmitted = tallies.reflected;
  expect_refused("reflected", "transmitted",
                 [&] { yoke::simulate_photons(executor, given.tissue, given.grid, 10, tallies); });
}

TEST(ContractsOfArrays, OverlapsAreRefused) {
  expect_overlaps_refused(Kokkos::DefaultExecutionSpace());
  expect_overlaps_refused(yoke::Hybrid<>());
  Kokkos::DefaultExecutionSpace const exec;
  Array<std::uint32_t> const all("all", 3 * n);
  expect_refused("keys", "offsets",
                 [&] { yoke::sort_segments(exec, part(all, n - 1, n + 1), part(all, 0, n)); });
}

}  // namespace
