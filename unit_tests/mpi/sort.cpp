#include "yoke/mpi/sort.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "mpi/key_exchange.hpp"
#include "mpi/support.hpp"
#include "support/seed.hpp"
#include "yoke/generate_keys.hpp"

// Parts against std::stable_sort of the whole, bit by bit.

namespace {

using yoke::SortOrder;
using yoke_test::all_cuts;
using yoke_test::Cut;
using yoke_test::Device;
using yoke_test::part_of;
using yoke_test::vector_of;
using yoke_test::view_of;
using Memory = Device::memory_space;

// As yoke::sort orders: NaN last.
template <class Key>
bool comes_before(Key one, Key other, SortOrder order) {
  if constexpr (std::is_floating_point_v<Key>) {
    if (std::isnan(one) || std::isnan(other)) return !std::isnan(one) && std::isnan(other);
  }
  return order == SortOrder::ascending ? one < other : other < one;
}

template <class T>
std::vector<std::uint64_t> bits_of(std::vector<T> const& values) {
  std::vector<std::uint64_t> bits(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) std::memcpy(&bits[i], &values[i], sizeof(T));
  return bits;
}

template <class Key>
std::vector<std::size_t> sorted_order(std::vector<Key> const& keys, SortOrder order) {
  std::vector<std::size_t> places(keys.size());
  std::iota(places.begin(), places.end(), std::size_t(0));
  std::stable_sort(places.begin(), places.end(), [&](std::size_t one, std::size_t other) {
    return comes_before(keys[one], keys[other], order);
  });
  return places;
}

template <class Key>
void expect_sorted(std::vector<Key> const& whole, yoke::SortOptions const& options = {},
                   std::vector<Cut> const& cuts = {std::begin(all_cuts), std::end(all_cuts)}) {
  yoke::Distributed<Device> const cluster(MPI_COMM_WORLD, Device(), {.most_message_bytes = 4000});
  std::vector<Key> expected_keys;
  std::vector<std::uint32_t> expected_places;
  for (auto const place : sorted_order(whole, options.order)) {
    expected_keys.push_back(whole[place]);
    if (expected_keys.back() != expected_keys.back()) {
      expected_keys.back() = std::numeric_limits<Key>::quiet_NaN();
    }
    expected_places.push_back(static_cast<std::uint32_t>(place));
  }
  std::vector<std::uint32_t> numbers(whole.size());
  std::iota(numbers.begin(), numbers.end(), 0u);
  for (auto const how : cuts) {
    auto const part = [&](auto const& all) {
      return part_of(all, cluster.rank(), cluster.ranks(), how);
    };
    auto keys = view_of<Memory>(part(whole));
    yoke::sort(cluster, keys, options);
    auto const what =
        std::to_string(whole.size()) + " keys, cut " + std::to_string(static_cast<int>(how));
    EXPECT_EQ(bits_of(vector_of(keys)), bits_of(part(expected_keys))) << what;
    keys = view_of<Memory>(part(whole));
    auto const places = view_of<Memory>(part(numbers));
    yoke::sort_by_key(cluster, keys, places, options);
    EXPECT_EQ(bits_of(vector_of(keys)), bits_of(part(expected_keys))) << what;
    EXPECT_EQ(vector_of(places), part(expected_places)) << what;
  }
}

template <class Key>
class MpiSort : public ::testing::Test {};
using Keys =
    ::testing::Types<std::uint32_t, std::int32_t, std::uint64_t, std::int64_t, float, double>;
TYPED_TEST_SUITE(MpiSort, Keys);

TYPED_TEST(MpiSort, OrdersKeysOfEveryDistribution) {
  using yoke::KeyDistribution;
  for (auto const distribution :
       {KeyDistribution::uniform, KeyDistribution::gaussian, KeyDistribution::zipf,
        KeyDistribution::all_equal, KeyDistribution::sorted, KeyDistribution::reversed,
        KeyDistribution::staggered, KeyDistribution::deterministic_duplicates}) {
    Kokkos::View<TypeParam*, Memory> const keys("keys", 5003);
    yoke::generate_keys(Device(), keys,
                        {.distribution = distribution, .seed = yoke_test::base_seed()});
    // Each with another cut.
    expect_sorted(vector_of(keys), {}, {all_cuts[static_cast<std::size_t>(distribution) % 5]});
  }
}

TYPED_TEST(MpiSort, OrdersFewKeysAndDescends) {
  for (std::size_t const size : {0, 1, 3, 9, 1000}) {
    Kokkos::View<TypeParam*, Memory> const keys("keys", size);
    yoke::generate_keys(Device(), keys, {.seed = yoke_test::base_seed()});
    expect_sorted(vector_of(keys));
    expect_sorted(vector_of(keys), {.order = SortOrder::descending});
  }
}

TYPED_TEST(MpiSort, OrdersTheLeastAndTheLargestKeys) {
  using Limits = std::numeric_limits<TypeParam>;
  std::vector<TypeParam> keys;
  for (int i = 0; i < 300; ++i) {
    keys.insert(keys.end(), {Limits::max(), TypeParam(i % 2), Limits::lowest()});
  }
  expect_sorted(keys);
  expect_sorted(keys, {.order = SortOrder::descending});
  expect_sorted(std::vector<TypeParam>(500, Limits::max()));
}

template <class Key>
class MpiSortOfReals : public ::testing::Test {};
using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(MpiSortOfReals, Reals);

TYPED_TEST(MpiSortOfReals, KeepsZerosInOrderAndNaNsLast) {
  using Limits = std::numeric_limits<TypeParam>;
  std::vector<TypeParam> keys;
  for (int i = 0; i < 101; ++i) {
    keys.insert(keys.end(), {TypeParam(0), TypeParam(-0.0), Limits::infinity(), TypeParam(0),
                             -Limits::infinity(), Limits::quiet_NaN(), TypeParam(-1)});
  }
  expect_sorted(keys);
  auto places = sorted_order(keys, SortOrder::ascending);
  EXPECT_EQ(keys[places[0]], -Limits::infinity());
}

TEST(MpiSort, MovesEachKeyOnceAtMost) {
  yoke::Distributed<Device> const cluster(MPI_COMM_WORLD);
  auto const ranks = static_cast<std::uint64_t>(cluster.ranks());
  Kokkos::View<std::uint32_t*, Memory> const keys("keys", 40000);
  yoke::generate_keys(Device(), keys, {.seed = static_cast<std::uint64_t>(cluster.rank())});
  yoke::SortPlan<yoke::Distributed<Device>, std::uint32_t> plan(cluster, keys.extent(0));
  plan(keys);
  auto const first = cluster.communication();
  std::uint64_t const keys_moved = 4 * 40000 * (ranks - 1) / ranks;
  // By host and by device.
  std::uint64_t const digits = yoke::detail::runs_on_host<Device>
                                   ? 4 * 255 * 8 * (ranks - 1)
                                   : 8 * (4096 + (256 + 256 + 16) * (ranks - 1));
  EXPECT_GE(first.bytes_sent, keys_moved * 9 / 10);
  EXPECT_LE(first.bytes_sent, (keys_moved + digits) * 12 / 10 + 40 * ranks);
  EXPECT_LE(first.rounds, 11u);
  plan(keys);  // in order: nothing moves
  EXPECT_LE(cluster.communication().bytes_sent, digits * 12 / 10 + 40 * ranks);
}

// As many parts as there are no ranks for here: in several batches of counters, and passes of
// grouping. Keys of many values, of which few are in question after the first digit, and of few.
template <class Key>
void expect_cuts(std::vector<Key> const& whole, std::size_t parts) {
  using namespace yoke::detail;
  yoke::Distributed<Device> const cluster(MPI_COMM_WORLD);
  auto& ranks = cluster.begin_call();
  auto const own = part_of(whole, cluster.rank(), cluster.ranks(), Cut::growing);
  auto const begins_of_ranks = yoke_test::cut(whole.size(), cluster.ranks(), Cut::growing);
  std::size_t const first = begins_of_ranks[static_cast<std::size_t>(cluster.rank())];
  mpi::Counts begins;
  for (std::size_t j = 0; j < parts; ++j) begins.push_back(whole.size() * (j + 1) / parts);
  auto const keys = view_of<Memory>(own), other = view_of<Memory>(std::vector<Key>(own.size()));
  sorting::KeyOrder<Key> const order(sorting::KeyKind::is_unsigned, SortOrder::ascending);
  using Finder = mpi::CutFinder<Device, Key>;
  Kokkos::View<Key*, Memory> const words("words", std::max<std::size_t>(parts, Finder::words(1)));
  Kokkos::View<std::uint64_t*, Memory> const digits("digits", Finder::digits);
  auto const found = Finder(ranks, {order, keys.data(), false}, own.size(), other.data(),
                            words.data(), digits.data())
                         .find(begins);
  auto const places = sorted_order(whole, SortOrder::ascending);
  for (std::size_t j = 0; j < parts; ++j) {
    std::uint64_t before = 0;
    for (std::size_t k = 0; k < begins[j]; ++k) {
      before += places[k] >= first && places[k] < first + own.size();
    }
    EXPECT_EQ(found.before[j], before) << "part " << j << " of " << whole.size() << " keys";
  }
  std::copy(found.words.begin(), found.words.end(), words.data());
  std::vector<std::uint32_t> numbers(own.size());
  std::iota(numbers.begin(), numbers.end(), 0u);
  auto const values = view_of<Memory>(numbers), other_values = view_of<Memory>(numbers);
  using Traits = PartitionTraits<Device>;
  Kokkos::View<std::uint64_t*, Memory> const counters(
      "counters", (Traits::most_tiles(Device(), own.size()) + 1) << Traits::label_bits);
  auto const grouped = mpi::group<Device>(
      Device(), sorting::Columns<Key, std::uint32_t>{keys.data(), values.data()},
      sorting::Columns<Key, std::uint32_t>{other.data(), other_values.data()}, own.size(),
      mpi::GroupDigit<Key>{order, words.data(), static_cast<std::uint32_t>(found.words.size()), 0,
                           0},
      counters.data());
  Kokkos::fence();
  auto const group_of = [&](std::uint32_t number) {
    auto const at = std::lower_bound(found.words.begin(), found.words.end(), own[number]);
    return 2 * (at - found.words.begin()) + (at != found.words.end() && *at == own[number]);
  };
  auto expected = numbers;
  std::stable_sort(expected.begin(), expected.end(), [&](std::uint32_t one, std::uint32_t two) {
    return group_of(one) < group_of(two);
  });
  EXPECT_EQ(std::vector<std::uint32_t>(grouped.values, grouped.values + own.size()), expected);
  for (std::size_t i = 0; i < own.size(); ++i) EXPECT_EQ(grouped.keys[i], own[expected[i]]);
}

// What devices do before they sort, on this space too.
TYPED_TEST(MpiSort, BringsEachRankItsKeysBeforeTheySort) {
  using Word = yoke::detail::sorting::WordFor<TypeParam>;
  yoke::Distributed<Device> const cluster(MPI_COMM_WORLD);
  auto& ranks = cluster.begin_call();
  Kokkos::View<TypeParam*, Memory> const generated("keys", 9001);
  yoke::generate_keys(Device(), generated, {.seed = yoke_test::base_seed()});
  auto whole = vector_of(generated);
  for (std::size_t i = 0; i < whole.size(); i += 3) whole[i] = whole[0];
  std::vector<std::uint32_t> numbers(whole.size());
  std::iota(numbers.begin(), numbers.end(), 0u);
  yoke::detail::mpi::KeyExchange<Device, Word, std::uint32_t> exchange;
  for (auto const order : {SortOrder::ascending, SortOrder::descending}) {
    std::vector<std::uint32_t> expected;
    for (auto const place : sorted_order(whole, order)) {
      expected.push_back(static_cast<std::uint32_t>(place));
    }
    for (auto const how : all_cuts) {
      auto const part = [&](auto const& all) {
        return part_of(all, cluster.rank(), cluster.ranks(), how);
      };
      auto const keys = view_of<Memory>(part(whole));
      auto const values = view_of<Memory>(part(numbers));
      exchange.run(ranks, reinterpret_cast<Word*>(keys.data()), values.data(), keys.extent(0),
                   yoke::detail::sorting::kind_of<TypeParam>, order);
      auto const found_keys = vector_of(keys);
      auto const found_values = vector_of(values);
      std::vector<std::uint32_t> found;
      for (auto const place : sorted_order(found_keys, order)) {
        found.push_back(found_values[place]);
        EXPECT_EQ(found_keys[place], whole[found_values[place]]);
      }
      EXPECT_EQ(found, part(expected)) << "cut " << static_cast<int>(how);
    }
  }
}

TYPED_TEST(MpiSort, CutsForManyMoreRanks) {
  if constexpr (std::is_unsigned_v<TypeParam> && yoke::detail::runs_on_host<Device>) {
    for (std::size_t const parts : {1, 3, 40, 200}) {
      Kokkos::View<TypeParam*, Memory> const keys("keys", 20011);
      yoke::generate_keys(Device(), keys, {.seed = yoke_test::base_seed()});
      auto whole = vector_of(keys);
      expect_cuts(whole, parts);
      for (auto& key : whole) key %= 150;
      expect_cuts(whole, parts);
    }
  } else {
    GTEST_SKIP() << "unsigned keys on a host show it";
  }
}

TEST(MpiSort, TakesStridedViews) {
  yoke::Distributed<Device> const cluster(MPI_COMM_WORLD);
  auto const rank = static_cast<std::size_t>(cluster.rank());
  std::size_t const each = 100, all = each * static_cast<std::size_t>(cluster.ranks());
  Kokkos::View<double* [2], Kokkos::LayoutRight, Device> const columns("columns", each);
  auto const mirror = Kokkos::create_mirror_view(columns);
  for (std::size_t i = 0; i < each; ++i) {
    mirror(i, 0) = static_cast<double>(all - 1 - (rank * each + i));
    mirror(i, 1) = static_cast<double>(rank * each + i);
  }
  Kokkos::deep_copy(columns, mirror);
  yoke::sort_by_key(cluster, Kokkos::subview(columns, Kokkos::ALL, 0),
                    Kokkos::subview(columns, Kokkos::ALL, 1));
  Kokkos::deep_copy(mirror, columns);
  for (std::size_t i = 0; i < each; ++i) {
    EXPECT_EQ(mirror(i, 0), static_cast<double>(rank * each + i));
    EXPECT_EQ(mirror(i, 1), static_cast<double>(all - 1 - (rank * each + i)));
  }
}

TEST(MpiSortOfBadInput, IsRefusedByAllRanks) {
  yoke::Distributed<Device> const cluster(MPI_COMM_WORLD);
  bool const is_last = cluster.rank() + 1 == cluster.ranks();
  Kokkos::View<float*, Memory> const keys("keys", 4), values("values", is_last ? 3 : 4);
  auto const text = yoke_test::what_is_thrown([&] { yoke::sort_by_key(cluster, keys, values); });
  EXPECT_NE(text.find("values has 3"), std::string::npos) << text;
  EXPECT_TRUE(yoke_test::same_on_all(text));
  yoke::SortPlan<yoke::Distributed<Device>, float> plan(cluster, is_last ? 3 : 4);
  EXPECT_THROW(plan(keys), std::invalid_argument);
  if (cluster.ranks() == 1) return;
  EXPECT_THROW(
      yoke::sort(cluster, keys, {.order = is_last ? SortOrder::descending : SortOrder::ascending}),
      std::invalid_argument);
}

TEST(MpiSort, CountsWhatItHoldsForExchanges) {
  yoke::Distributed<Device> const cluster(MPI_COMM_WORLD);
  Kokkos::View<std::uint32_t*, Memory> const keys("keys", 4000);
  yoke::SortPlan<yoke::Distributed<Device>, std::uint32_t> plan(cluster, 4000);
  std::size_t const before = plan.workspace_bytes();
  plan(keys);
  if (cluster.ranks() > 1) {
    EXPECT_GE(plan.workspace_bytes(), before + 4000 * sizeof(std::uint32_t));
  } else {
    EXPECT_EQ(plan.workspace_bytes(), before);
  }
}

}  // namespace
