#include "yoke/sort.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

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

struct Odd {
  std::uint32_t number;
  char letters[3];
};

// A payload of an odd size, one of 24 bytes and one that is strided.
template <class Key>
void expect_payloads_moved(yoke::Distributed<Device> const& cluster, std::vector<Key> const& part,
                           std::vector<std::uint32_t> const& numbers,
                           std::vector<Key> const& expected_keys,
                           std::vector<std::uint32_t> const& expected_places,
                           yoke::SortOptions const& options, std::string const& what) {
  std::size_t const size = part.size();
  auto const keys = view_of<Memory>(part);
  Kokkos::View<Odd*, Memory> const odd("odd", size);
  Kokkos::View<std::uint64_t* [2], Kokkos::LayoutRight, Memory> const two("two", size);
  auto const odd_mirror = Kokkos::create_mirror_view(odd);
  auto const two_mirror = Kokkos::create_mirror_view(two);
  for (std::size_t i = 0; i < size; ++i) {
    odd_mirror(i) = {numbers[i], {'a', 'b', static_cast<char>(numbers[i] % 100)}};
    two_mirror(i, 0) = 5;
    two_mirror(i, 1) = std::uint64_t(3) * numbers[i];
  }
  Kokkos::deep_copy(odd, odd_mirror);
  Kokkos::deep_copy(two, two_mirror);
  yoke::sort_by_key(cluster, keys, yoke::payloads(odd, Kokkos::subview(two, Kokkos::ALL, 1)),
                    options);
  EXPECT_EQ(bits_of(vector_of(keys)), bits_of(expected_keys)) << what;
  Kokkos::deep_copy(odd_mirror, odd);
  Kokkos::deep_copy(two_mirror, two);
  std::size_t faults = 0;
  for (std::size_t i = 0; i < size; ++i) {
    faults += odd_mirror(i).number != expected_places[i] ||
              odd_mirror(i).letters[2] != static_cast<char>(expected_places[i] % 100) ||
              two_mirror(i, 0) != 5 || two_mirror(i, 1) != std::uint64_t(3) * expected_places[i];
  }
  EXPECT_EQ(faults, 0u) << what;
}

// Short messages make many rounds.
constexpr std::size_t short_message = 4000;

template <class Key>
void expect_sorted(std::vector<Key> const& whole, yoke::SortOptions const& options = {},
                   std::vector<Cut> const& cuts = {std::begin(all_cuts), std::end(all_cuts)},
                   std::size_t most_message_bytes = short_message) {
  auto const& cluster = yoke_test::cluster_of(most_message_bytes);
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
    expect_payloads_moved(cluster, part(whole), part(numbers), part(expected_keys),
                          part(expected_places), options, what);
    auto const before = view_of<Memory>(part(whole));
    Kokkos::deep_copy(places, 77);
    yoke::argsort(cluster, before, places, options);
    EXPECT_EQ(vector_of(places), part(expected_places)) << what;
    EXPECT_EQ(bits_of(vector_of(before)), bits_of(part(whole))) << what;
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
class MpiSortOfNarrowKeys : public ::testing::Test {};
using NarrowKeys = ::testing::Types<std::int8_t, std::uint16_t>;
TYPED_TEST_SUITE(MpiSortOfNarrowKeys, NarrowKeys);

// The counts of all 16-bit keys take 512 KiB. Short messages would make 132 sums of them in each
// sort, and ranks that share cores wait long for each sum.
TYPED_TEST(MpiSortOfNarrowKeys, OrdersKeysOfEightAndSixteenBits) {
  std::size_t const bytes = sizeof(TypeParam) == 1 ? short_message : std::size_t(1) << 20;
  for (std::size_t const n : {0, 1, 3, 5003}) {
    std::vector<Cut> cuts(std::begin(all_cuts), std::end(all_cuts));
    if (n < 5003) cuts = {Cut::evenly, Cut::all_on_last};
    std::vector<TypeParam> keys(n);
    for (std::size_t i = 0; i < n; ++i) keys[i] = static_cast<TypeParam>(i * i * 40503);
    expect_sorted(keys, {}, cuts, bytes);
    expect_sorted(keys, {.order = SortOrder::descending}, cuts, bytes);
    expect_sorted(std::vector<TypeParam>(n, std::numeric_limits<TypeParam>::max()), {}, cuts,
                  bytes);
    if (n == 5003) expect_sorted(keys, {}, {Cut::growing}, short_message);
  }
}

// The ranks add up counts: the more keys there are, the fewer bytes a key takes.
TYPED_TEST(MpiSortOfNarrowKeys, SendsNoKey) {
  auto const& cluster = yoke_test::cluster_of(4000);
  auto const bytes_for = [&](std::size_t n) {
    Kokkos::View<TypeParam*, Memory> const keys("keys", n);
    yoke::generate_keys(Device(), keys, {.seed = static_cast<std::uint64_t>(cluster.rank())});
    yoke::sort(cluster, keys);
    return cluster.communication().bytes_sent;
  };
  EXPECT_EQ(bytes_for(1000), bytes_for(300000));
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

// In so many rounds, which short messages make.
void expect_each_key_moved_once(std::size_t most_message_bytes, std::uint64_t rounds) {
  auto const& cluster = yoke_test::cluster_of(most_message_bytes);
  auto const ranks = static_cast<std::uint64_t>(cluster.ranks());
  Kokkos::View<std::uint32_t*, Memory> const keys("keys", 40000);
  yoke::generate_keys(Device(), keys, {.seed = static_cast<std::uint64_t>(cluster.rank())});
  yoke::SortPlan<yoke::Distributed<Device>, std::uint32_t> plan(cluster, keys.extent(0));
  plan(keys);
  auto const first = cluster.communication();
  std::uint64_t const keys_moved = 4 * 40000 * (ranks - 1) / ranks;
  std::uint64_t const digits = ranks == 1 ? 0 : 4 * 255 * 8 * (ranks * rounds - 1);
  EXPECT_GE(first.bytes_sent, keys_moved * 9 / 10);
  EXPECT_LE(first.bytes_sent, (keys_moved + digits) * 12 / 10 + 40 * ranks * rounds);
  EXPECT_LE(first.rounds, 12 + rounds);
  plan(keys);  // in order: nothing moves
  EXPECT_LE(cluster.communication().bytes_sent, digits * 12 / 10 + 40 * ranks * rounds);
}

TEST(MpiSort, MovesEachKeyOnceAtMost) {
  expect_each_key_moved_once(std::size_t(1) << 30, 1);
  expect_each_key_moved_once(40000, 4);
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
  auto const of_payloads = yoke_test::what_is_thrown(
      [&] { yoke::sort_by_key(cluster, keys, yoke::payloads(values, values)); });
  EXPECT_NE(of_payloads, "");
  EXPECT_TRUE(yoke_test::same_on_all(of_payloads)) << of_payloads;
  Kokkos::View<std::uint32_t*, Memory> const permutation("permutation", is_last ? 3 : 4);
  auto const of_order =
      yoke_test::what_is_thrown([&] { yoke::argsort(cluster, keys, permutation); });
  EXPECT_NE(of_order.find("permutation has 3"), std::string::npos) << of_order;
  EXPECT_TRUE(yoke_test::same_on_all(of_order));
  yoke::ArgsortPlan<yoke::Distributed<Device>, float, std::uint32_t> few(cluster, is_last ? 3 : 4);
  Kokkos::View<std::uint32_t*, Memory> const places("places", 4);
  auto const of_capacity = yoke_test::what_is_thrown([&] { few(keys, places); });
  EXPECT_NE(of_capacity.find("yoke::argsort: keys has 4"), std::string::npos) << of_capacity;
  EXPECT_TRUE(yoke_test::same_on_all(of_capacity));
  yoke::SortPlan<yoke::Distributed<Device>, float> plan(cluster, is_last ? 3 : 4);
  EXPECT_THROW(plan(keys), std::invalid_argument);
  yoke::SortOptions one_alone;
  if (is_last) one_alone.joint.levels = 2;
  auto const of_levels = yoke_test::what_is_thrown([&] { yoke::sort(cluster, keys, one_alone); });
  EXPECT_NE(of_levels.find("options.joint is set"), std::string::npos) << of_levels;
  EXPECT_TRUE(yoke_test::same_on_all(of_levels)) << of_levels;
  if (cluster.ranks() == 1) return;
  EXPECT_THROW(
      yoke::sort(cluster, keys, {.order = is_last ? SortOrder::descending : SortOrder::ascending}),
      std::invalid_argument);
}

TEST(MpiSort, SendsPayloadsAndNumbersOnce) {
  yoke::Distributed<Device> const cluster(MPI_COMM_WORLD);
  auto const ranks = static_cast<std::uint64_t>(cluster.ranks());
  constexpr std::uint64_t size = 20000;
  Kokkos::View<std::uint32_t*, Memory> const keys("keys", size);
  Kokkos::View<double*, Memory> const wide("wide", size);
  Kokkos::View<char*, Memory> const narrow("narrow", size);
  yoke::generate_keys(Device(), keys, {.seed = static_cast<std::uint64_t>(cluster.rank())});
  yoke::sort_by_key(cluster, keys, yoke::payloads(wide, narrow));
  auto const sent = cluster.communication();
  std::uint64_t const digits = 4 * 255 * 8 * (ranks - 1);
  std::uint64_t const formula = (4 + 8 + 1) * size * (ranks - 1) / ranks + digits;
  EXPECT_LE(sent.bytes_sent, formula * 12 / 10 + 40 * ranks);
  EXPECT_GE(sent.bytes_sent, formula * 8 / 10);
  EXPECT_LE(sent.rounds, (10 + 2 * 2) * 12u / 10);
  yoke::generate_keys(Device(), keys, {.seed = static_cast<std::uint64_t>(cluster.rank())});
  Kokkos::View<std::uint64_t*, Memory> const permutation("permutation", size);
  yoke::argsort(cluster, keys, permutation);
  auto const numbered = cluster.communication();
  std::uint64_t const numbers = (4 + 8) * size * (ranks - 1) / ranks + digits;
  EXPECT_LE(numbered.bytes_sent, numbers * 12 / 10 + 60 * ranks);
  EXPECT_GE(numbered.bytes_sent, numbers * 8 / 10);
  EXPECT_LE(numbered.rounds, 13 * 12u / 10);
}

TEST(MpiSort, ReportsThePhasesBetweenRanks) {
  yoke::Distributed<Device> const cluster(MPI_COMM_WORLD);
  Kokkos::View<std::uint32_t*, Memory> const keys("keys", 1000);
  yoke::SortReport report;
  yoke::sort(cluster, keys, {.report = &report});
  std::vector<std::string> last;
  for (auto const& phase : report.phases) last.push_back(phase.name);
  if (cluster.ranks() == 1) return;
  ASSERT_GE(last.size(), 2u);
  last.erase(last.begin(), last.end() - 2);
  EXPECT_EQ(last, (std::vector<std::string>{"find cuts", "exchange and merge"}));
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
