#include "yoke/sort_comparator.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "mpi/support.hpp"
#include "support/seed.hpp"
#include "yoke/detail/primitives/hash.hpp"

// Parts against std::stable_sort of the whole.

namespace {

using yoke_test::all_cuts;
using yoke_test::Cut;
using yoke_test::Device;
using yoke_test::part_of;
using yoke_test::vector_of;
using yoke_test::view_of;
using Memory = Device::memory_space;
using Cluster = yoke::Distributed<Device>;

struct Record {
  float weight;
  std::uint32_t number;
  char name[5];
  bool operator==(Record const&) const = default;
};

// With state: by the remainder of the number, so that many are equal, the largest first.
struct ByRemainder {
  std::uint32_t divisor;
  KOKKOS_FUNCTION bool operator()(Record const& one, Record const& other) const {
    return one.number % divisor > other.number % divisor;
  }
};

struct Wide {
  std::uint64_t words[5];
  bool operator==(Wide const&) const = default;
};

std::vector<Record> records(std::size_t size, std::uint64_t seed) {
  std::vector<Record> all(size);
  for (std::size_t i = 0; i < size; ++i) {
    auto const number = static_cast<std::uint32_t>(yoke::detail::hash(seed + i));
    all[i] = {static_cast<float>(i), number, {'r', 'e', 'c', static_cast<char>(i % 100), 0}};
  }
  return all;
}

template <class Key, class Comparator>
std::vector<std::uint32_t> sorted_places(std::vector<Key> const& whole,
                                         Comparator const& comparator) {
  std::vector<std::uint32_t> places(whole.size());
  std::iota(places.begin(), places.end(), 0u);
  std::stable_sort(places.begin(), places.end(), [&](std::uint32_t one, std::uint32_t other) {
    return comparator(whole[one], whole[other]);
  });
  return places;
}

std::vector<Wide> wide_of(std::vector<std::uint32_t> const& numbers) {
  std::vector<Wide> all;
  all.reserve(numbers.size());
  for (std::uint64_t const number : numbers) all.push_back({{number, 1, 2, 3, number * number}});
  return all;
}

template <class Key, class Comparator>
void expect_sorted(std::vector<Key> const& whole, Comparator const& comparator,
                   std::vector<Cut> const& cuts = {std::begin(all_cuts), std::end(all_cuts)},
                   yoke::SortOptions const& options = {}) {
  auto const& cluster = yoke_test::cluster_of(4000);
  auto const places = sorted_places(whole, comparator);
  std::vector<Key> expected;
  expected.reserve(places.size());
  for (auto const place : places) expected.push_back(whole[place]);
  std::vector<std::uint32_t> numbers(whole.size());
  std::iota(numbers.begin(), numbers.end(), 0u);
  for (auto const how : cuts) {
    auto const what =
        std::to_string(whole.size()) + " keys, cut " + std::to_string(static_cast<int>(how));
    auto const part = [&](auto const& all) {
      return part_of(all, cluster.rank(), cluster.ranks(), how);
    };
    auto keys = view_of<Memory>(part(whole));
    yoke::sort(cluster, keys, comparator, options);
    EXPECT_TRUE(vector_of(keys) == part(expected)) << what;

    keys = view_of<Memory>(part(whole));
    auto order = view_of<Memory>(part(numbers));
    yoke::sort_by_key(cluster, keys, order, comparator, options);
    EXPECT_TRUE(vector_of(keys) == part(expected)) << what;
    EXPECT_EQ(vector_of(order), part(places)) << what;

    keys = view_of<Memory>(part(whole));
    order = view_of<Memory>(part(numbers));
    auto const wide = view_of<Memory>(wide_of(part(numbers)));  // fetched, not carried
    yoke::sort_by_key(cluster, keys, yoke::payloads(order, wide), comparator, options);
    EXPECT_TRUE(vector_of(keys) == part(expected)) << what;
    EXPECT_EQ(vector_of(order), part(places)) << what;
    EXPECT_TRUE(vector_of(wide) == wide_of(part(places))) << what;

    keys = view_of<Memory>(part(whole));
    Kokkos::deep_copy(order, 77);
    yoke::argsort(cluster, keys, comparator, order, options);
    EXPECT_EQ(vector_of(order), part(places)) << what;
    EXPECT_TRUE(vector_of(keys) == part(whole)) << what;
  }
}

TEST(MpiComparatorSort, IsStableForRecordsOfWhichManyAreEqual) {
  auto const all = records(5003, yoke_test::base_seed());
  for (std::uint32_t const divisor : {1u, 2u, 7u, 1000u, 4000000000u}) {
    expect_sorted(all, ByRemainder{divisor}, {all_cuts[divisor % 5], Cut::growing});
  }
}

TEST(MpiComparatorSort, OrdersFewKeys) {
  for (std::size_t const size : {0, 1, 3, 9, 17, 100}) {
    expect_sorted(records(size, yoke_test::base_seed()), ByRemainder{5});
  }
}

TEST(MpiComparatorSort, OrdersSortedAndReversedKeys) {
  std::vector<Record> all = records(3000, 1);
  for (std::size_t i = 0; i < all.size(); ++i) all[i].number = static_cast<std::uint32_t>(i);
  expect_sorted(all, ByRemainder{100000});
  std::reverse(all.begin(), all.end());
  expect_sorted(all, ByRemainder{100000});
}

TEST(MpiComparatorSort, TakesAlgorithmsAndNumbersInTheirOrder) {
  std::vector<std::uint32_t> keys(2000);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    keys[i] = static_cast<std::uint32_t>(yoke::detail::hash(i)) % 500;
  }
  expect_sorted(keys, std::greater<>(), {Cut::evenly});
  for (auto const algorithm : {yoke::SortAlgorithm::sample, yoke::SortAlgorithm::merge}) {
    bool const is_on_host = std::is_same_v<Memory, Kokkos::HostSpace>;
    if (algorithm == yoke::SortAlgorithm::merge && is_on_host) continue;
    expect_sorted(keys, std::less<>(), {Cut::growing}, {.algorithm = algorithm});
  }
}

TEST(MpiComparatorSort, TakesStridedViews) {
  Cluster const cluster(MPI_COMM_WORLD);
  auto const rank = static_cast<std::size_t>(cluster.rank());
  std::size_t const each = 100, all = each * static_cast<std::size_t>(cluster.ranks());
  Kokkos::View<double* [2], Kokkos::LayoutRight, Device> const columns("columns", each);
  auto const mirror = Kokkos::create_mirror_view(columns);
  for (std::size_t i = 0; i < each; ++i) {
    mirror(i, 0) = static_cast<double>(rank * each + i);
    mirror(i, 1) = static_cast<double>(rank * each + i);
  }
  Kokkos::deep_copy(columns, mirror);
  yoke::sort_by_key(cluster, Kokkos::subview(columns, Kokkos::ALL, 0),
                    Kokkos::subview(columns, Kokkos::ALL, 1), std::greater<>(),
                    {.algorithm = yoke::SortAlgorithm::sample});
  Kokkos::deep_copy(mirror, columns);
  for (std::size_t i = 0; i < each; ++i) {
    double const expected = static_cast<double>(all - 1 - (rank * each + i));
    EXPECT_EQ(mirror(i, 0), expected);
    EXPECT_EQ(mirror(i, 1), expected);
  }
}

// No order at all, but the same answer each time.
struct ByChance {
  KOKKOS_FUNCTION bool operator()(std::uint32_t one, std::uint32_t other) const {
    return yoke::detail::hash(std::uint64_t(one) * 7919 + other) % 2 == 0;
  }
};

struct AtMost {
  KOKKOS_FUNCTION bool operator()(std::uint32_t one, std::uint32_t other) const {
    return one <= other;
  }
};

// On all ranks, whoever has keys.
TEST(MpiComparatorSort, ThrowsWhereAKeyComesBeforeItself) {
  Cluster const cluster(MPI_COMM_WORLD);
  for (std::uint32_t const each : {1u, 17u, 1000u}) {
    bool const is_last = cluster.rank() == cluster.ranks() - 1;
    std::vector<std::uint32_t> numbers(is_last ? each : 0);
    std::iota(numbers.begin(), numbers.end(), 0u);
    auto const keys = view_of<Memory>(numbers), values = view_of<Memory>(numbers);
    EXPECT_THROW(yoke::sort(cluster, keys, AtMost()), std::invalid_argument);
    EXPECT_THROW(yoke::sort_by_key(cluster, keys, values, AtMost()), std::invalid_argument);
    EXPECT_THROW(yoke::argsort(cluster, keys, AtMost(), values), std::invalid_argument);
    auto const thrown = yoke_test::what_is_thrown([&] { yoke::sort(cluster, keys, AtMost()); });
    EXPECT_TRUE(yoke_test::same_on_all(thrown)) << thrown;
  }
}

TEST(MpiComparatorSort, PermutesByAComparatorThatIsNone) {
  Cluster const cluster(MPI_COMM_WORLD);
  auto const rank = static_cast<std::uint32_t>(cluster.rank());
  for (std::uint32_t const each : {3u, 40u, 40000u}) {
    std::uint32_t const all = each * static_cast<std::uint32_t>(cluster.ranks());
    std::vector<std::uint32_t> numbers(each);
    std::iota(numbers.begin(), numbers.end(), rank * each);
    auto const keys = view_of<Memory>(numbers), values = view_of<Memory>(numbers);
    auto const thrown =
        yoke_test::what_is_thrown([&] { yoke::sort_by_key(cluster, keys, values, ByChance()); });
    EXPECT_TRUE(yoke_test::same_on_all(thrown)) << thrown;
    EXPECT_TRUE(thrown.empty() || thrown.find("weak order") != std::string::npos) << thrown;
    EXPECT_EQ(vector_of(keys), vector_of(values));
    auto const own = vector_of(keys);
    std::vector<std::uint32_t> together(all);
    MPI_Allgather(own.data(), static_cast<int>(each), MPI_UINT32_T, together.data(),
                  static_cast<int>(each), MPI_UINT32_T, MPI_COMM_WORLD);
    std::sort(together.begin(), together.end());
    std::vector<std::uint32_t> expected(all);
    std::iota(expected.begin(), expected.end(), 0u);
    EXPECT_EQ(together, expected);
  }
}

TEST(MpiComparatorSort, MovesEachKeyOnceAtMost) {
  Cluster const cluster(MPI_COMM_WORLD);
  auto const ranks = static_cast<std::uint64_t>(cluster.ranks());
  constexpr std::uint64_t size = 40000;
  auto const keys =
      view_of<Memory>(records(size, static_cast<std::uint64_t>(cluster.rank()) << 32));
  yoke::SortReport report;
  yoke::ComparatorSortPlan<Cluster, Record> plan(cluster, size, {.report = &report});
  plan(keys, ByRemainder{4000000000u});
  auto const first = cluster.communication();
  if (ranks > 1) {
    EXPECT_EQ(report.phases.back().name, "merge");
  }
  // 40000 is divided by 16 four times before nothing is left.
  std::uint64_t const candidates =
      4 * (15 * (ranks - 1) * (ranks - 1) * sizeof(Record) + 120 * ranks * (ranks - 1));
  std::uint64_t const moved = sizeof(Record) * size * (ranks - 1) / ranks;
  EXPECT_LE(first.bytes_sent, (moved + candidates) * 12 / 10 + 60 * ranks);
  EXPECT_GE(first.bytes_sent, (moved + candidates) * 8 / 10);
  EXPECT_LE(first.rounds, (2 * 4 + 6) * 12u / 10);
  plan(keys, ByRemainder{4000000000u});  // in order: nothing moves
  EXPECT_LE(cluster.communication().bytes_sent, candidates * 12 / 10 + 60 * ranks);
}

TEST(MpiComparatorSortOfBadInput, IsRefusedByAllRanks) {
  Cluster const cluster(MPI_COMM_WORLD);
  bool const is_last = cluster.rank() + 1 == cluster.ranks();
  auto const keys = view_of<Memory>(records(4, 1));
  ByRemainder const order{5};
  auto const expect_refused = [](char const* part, auto const& body) {
    auto const text = yoke_test::what_is_thrown(body);
    EXPECT_NE(text.find(part), std::string::npos) << text;
    EXPECT_TRUE(yoke_test::same_on_all(text)) << text;
  };
  expect_refused("descending",
                 [&] { yoke::sort(cluster, keys, order, {.order = yoke::SortOrder::descending}); });
  Kokkos::View<float*, Memory> const values("values", is_last ? 3 : 4);
  expect_refused("has 3", [&] { yoke::sort_by_key(cluster, keys, values, order); });
  Kokkos::View<std::uint64_t*, Memory> const permutation("permutation", is_last ? 3 : 4);
  expect_refused("permutation has 3", [&] { yoke::argsort(cluster, keys, order, permutation); });
  yoke::ComparatorSortPlan<Cluster, Record> plan(cluster, is_last ? 3 : 4);
  EXPECT_THROW(plan(keys, order), std::invalid_argument);
  if (cluster.ranks() == 1) return;
  EXPECT_THROW(yoke::sort(cluster, keys, order,
                          {.algorithm = is_last ? yoke::SortAlgorithm::sample
                                                : yoke::SortAlgorithm::automatic}),
               std::invalid_argument);
}

TEST(MpiComparatorSort, CountsWhatItHoldsForExchanges) {
  Cluster const cluster(MPI_COMM_WORLD);
  auto const keys = view_of<Memory>(records(4000, 1));
  yoke::ComparatorSortPlan<Cluster, Record> plan(cluster, 4000);
  std::size_t const before = plan.workspace_bytes();
  plan(keys, ByRemainder{100});
  if (cluster.ranks() > 1) {
    EXPECT_GE(plan.workspace_bytes(), before + 4000 * sizeof(Record));
  } else {
    EXPECT_EQ(plan.workspace_bytes(), before);
  }
}

}  // namespace
