#include "yoke/sort.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "mpi/support.hpp"
#include "sorting/ranks/streamed_order.hpp"
#include "support/seed.hpp"
#include "yoke/generate_keys.hpp"

// Parts in the hosts' memory against std::stable_sort of the whole.

namespace {

using yoke::Hybrid;
using yoke::SortOrder;
using yoke_test::all_cuts;
using yoke_test::Cut;
using yoke_test::Device;
using yoke_test::Host;
using yoke_test::part_of;
using yoke_test::vector_of;
using yoke_test::view_of;
using Pageable = Kokkos::HostSpace;
using Pinned = Kokkos::SharedHostPinnedSpace;
using Cluster = yoke::Distributed<Hybrid<>>;

template <class Key>
std::vector<Key> keys_of(std::size_t size, yoke::KeyDistribution distribution) {
  Kokkos::View<Key*, Pageable> const keys("keys", size);
  yoke::generate_keys(Host(), keys, {.distribution = distribution, .seed = yoke_test::base_seed()});
  return vector_of(keys);
}

template <class Key>
struct Expected {
  std::vector<Key> keys;
  std::vector<std::uint64_t> places;

  Expected(std::vector<Key> const& whole, SortOrder order) : places(whole.size()) {
    std::iota(places.begin(), places.end(), std::uint64_t(0));
    std::stable_sort(places.begin(), places.end(), [&](std::uint64_t one, std::uint64_t other) {
      return order == SortOrder::ascending ? whole[one] < whole[other] : whole[other] < whole[one];
    });
    for (auto const place : places) keys.push_back(whole[place]);
  }
};

// By runs and parts of a few elements, pairs first and keys alone then, of one plan each.
template <class Memory, class Key>
void expect_streamed(Cluster const& cluster, std::vector<Key> const& whole, SortOrder order,
                     Cut how, std::uint64_t shortest_run) {
  using Word = yoke::detail::sorting::WordFor<Key>;
  Expected<Key> const expected(whole, order);
  std::vector<std::uint64_t> numbers(whole.size());
  std::iota(numbers.begin(), numbers.end(), std::uint64_t(0));
  auto const part = [&](auto const& all) {
    return part_of(all, cluster.rank(), cluster.ranks(), how);
  };
  auto const what = std::to_string(whole.size()) + " keys, cut " +
                    std::to_string(static_cast<int>(how)) + ", runs of " +
                    std::to_string(shortest_run);
  auto const kind = yoke::detail::sorting::kind_of<Key>;
  std::size_t const size = part(whole).size();
  auto& ranks = cluster.network();
  yoke::detail::mpi::StreamedOrder<Device, Host, Word, std::uint64_t> pairs(
      cluster.exec(), {.order = order}, shortest_run);
  yoke::detail::mpi::StreamedOrder<Device, Host, Word, yoke::detail::sorting::NoValue> alone(
      cluster.exec(), {.order = order}, shortest_run);
  for (int again = 0; again < 2; ++again) {
    auto const keys = view_of<Memory>(part(whole));
    auto const places = view_of<Memory>(part(numbers));
    pairs.run(ranks, reinterpret_cast<Word*>(keys.data()), places.data(), size, size, kind);
    EXPECT_EQ(vector_of(keys), part(expected.keys)) << what;
    EXPECT_EQ(vector_of(places), part(expected.places)) << what;
    auto const others = view_of<Memory>(part(whole));
    alone.run(ranks, reinterpret_cast<Word*>(others.data()), nullptr, size, size, kind);
    EXPECT_EQ(vector_of(others), part(expected.keys)) << what;
  }
}

template <class Key>
class MpiHybridSort : public ::testing::Test {};
using Keys =
    ::testing::Types<std::uint32_t, std::int32_t, std::uint64_t, std::int64_t, float, double>;
TYPED_TEST_SUITE(MpiHybridSort, Keys);

TYPED_TEST(MpiHybridSort, OrdersWhatComesInRunsAndGoesInParts) {
  using yoke::KeyDistribution;
  Hybrid<> const hybrid;
  Cluster const cluster(MPI_COMM_WORLD, hybrid, {.most_message_bytes = 4000});
  for (auto const distribution :
       {KeyDistribution::uniform, KeyDistribution::zipf, KeyDistribution::all_equal,
        KeyDistribution::sorted, KeyDistribution::reversed}) {
    auto const how = all_cuts[static_cast<std::size_t>(distribution) % 5];
    auto const whole = keys_of<TypeParam>(5003, distribution);
    // Each part is an exchange, which waits for ranks that have no core.
    expect_streamed<Pageable>(cluster, whole, SortOrder::ascending, how, 256);
    expect_streamed<Pinned>(cluster, whole, SortOrder::descending, how, 1000);
  }
}

TYPED_TEST(MpiHybridSort, OrdersFewKeysOfAnyParts) {
  Hybrid<> const hybrid;
  Cluster const cluster(MPI_COMM_WORLD, hybrid);
  for (std::size_t const size : {0, 1, 3, 9, 700}) {
    auto const whole = keys_of<TypeParam>(size, yoke::KeyDistribution::uniform);
    for (auto const how : all_cuts) {
      expect_streamed<Pageable>(cluster, whole, SortOrder::ascending, how, 50);
    }
  }
}

// Memory that is kept from a call fits the next ones, whatever their sizes and how many parts the
// ranks make of them.
TEST(MpiHybridSorts, OfOneMemoryGrowAndShrink) {
  Hybrid<> const hybrid;
  Cluster const cluster(MPI_COMM_WORLD, hybrid);
  yoke::detail::mpi::StreamedOrder<Device, Host, std::uint32_t, yoke::detail::sorting::NoValue>
      order(hybrid, {}, 100);
  std::size_t round = 0;
  for (std::size_t const size : {100, 9000, 3, 0, 9001, 40000, 700}) {
    auto const whole = keys_of<std::uint32_t>(size, yoke::KeyDistribution::uniform);
    Expected<std::uint32_t> const expected(whole, SortOrder::ascending);
    auto const part = [&](auto const& all) {
      return part_of(all, cluster.rank(), cluster.ranks(), all_cuts[round % 5]);
    };
    auto const keys = view_of<Pageable>(part(whole));
    order.run(cluster.network(), keys.data(), nullptr, keys.extent(0), keys.extent(0),
              yoke::detail::sorting::kind_of<std::uint32_t>);
    EXPECT_EQ(vector_of(keys), part(expected.keys)) << size << " keys";
    ++round;
  }
}

// A share is one of a Hybrid alone.
TEST(MpiHybridSorts, HaveNoUseForAShare) {
  Hybrid<> const hybrid;
  Cluster const cluster(MPI_COMM_WORLD, hybrid);
  auto const whole = keys_of<std::uint32_t>(5003, yoke::KeyDistribution::uniform);
  Expected<std::uint32_t> const expected(whole, SortOrder::descending);
  auto const part = [&](auto const& all) { return part_of(all, cluster.rank(), cluster.ranks()); };
  auto const keys = view_of<Pageable>(part(whole));
  yoke::SortPlan<Cluster, std::uint32_t> plan(
      cluster, keys.extent(0), {.order = SortOrder::descending, .split = yoke::Split(0.5)});
  if (cluster.ranks() > 1) {
    EXPECT_EQ(plan.workspace_bytes(), 0u);
  }
  plan(keys);
  EXPECT_EQ(vector_of(keys), part(expected.keys));
}

// As a user calls it; strided Views too.
TEST(MpiHybridSorts, AreCallsAsAnyOthers) {
  Hybrid<> const hybrid;
  Cluster const cluster(MPI_COMM_WORLD, hybrid);
  auto const whole = keys_of<std::uint32_t>(30011, yoke::KeyDistribution::zipf);
  Expected<std::uint32_t> const expected(whole, SortOrder::ascending);
  auto const part = [&](auto const& all) { return part_of(all, cluster.rank(), cluster.ranks()); };
  auto const keys = view_of<Pageable>(part(whole));
  yoke::SortReport report;
  yoke::sort(cluster, keys, {.report = &report});
  EXPECT_EQ(vector_of(keys), part(expected.keys));
  EXPECT_FALSE(report.phases.empty());

  std::vector<float> values(whole.size()), moved(whole.size());
  std::iota(values.begin(), values.end(), 0.0f);
  for (std::size_t i = 0; i < whole.size(); ++i) moved[i] = values[expected.places[i]];
  std::size_t const size = keys.extent(0);
  Kokkos::View<std::uint32_t* [2], Kokkos::LayoutRight, Pageable> const rows("rows", size);
  auto const column = Kokkos::subview(rows, Kokkos::ALL, 1);
  Kokkos::deep_copy(rows, 5u);
  Kokkos::deep_copy(column, view_of<Pageable>(part(whole)));
  auto const carried = view_of<Pageable>(part(values));
  yoke::sort_by_key(cluster, column, carried);
  EXPECT_EQ(vector_of(carried), part(moved));
  std::size_t faults = 0;
  for (std::size_t i = 0; i < size; ++i) {
    faults += rows(i, 0) != 5 || rows(i, 1) != part(expected.keys)[i];
  }
  EXPECT_EQ(faults, 0u);
}

// Each key that changes ranks goes once.
TEST(MpiHybridSorts, SendEachKeyOnce) {
  Hybrid<> const hybrid;
  Cluster const cluster(MPI_COMM_WORLD, hybrid);
  auto const p = static_cast<std::uint64_t>(cluster.ranks());
  std::size_t const each = 40000;
  auto const whole = keys_of<std::uint32_t>(each * p, yoke::KeyDistribution::uniform);
  auto const keys = view_of<Pageable>(part_of(whole, cluster.rank(), cluster.ranks()));
  yoke::sort(cluster, keys);
  auto const report = cluster.communication();
  if (p == 1) {
    EXPECT_EQ(report.bytes_sent, 0u);
    return;
  }
  std::uint64_t const mostly = 4 * each * (p - 1) / p, cuts = 4 * 2040 * (p - 1) * (p - 1);
  EXPECT_GE(report.bytes_sent, mostly * 9 / 10);
  EXPECT_LE(report.bytes_sent, mostly * 11 / 10 + cuts + 200 * p * p);
}

TEST(MpiHybridSortsOfBadInput, EndWithOneErrorOnAllRanks) {
  Hybrid<> const hybrid;
  Cluster const cluster(MPI_COMM_WORLD, hybrid);
  bool const is_last = cluster.rank() + 1 == cluster.ranks();
  Kokkos::View<std::uint32_t*, Pageable> const keys("keys", 100), values("values", 100 + is_last);
  auto const refused = [&](auto const& call, std::string const& why) {
    auto const text = yoke_test::what_is_thrown(call);
    EXPECT_NE(text.find(why), std::string::npos) << text;
    EXPECT_TRUE(yoke_test::same_on_all(text)) << text;
  };
  refused([&] { yoke::sort_by_key(cluster, keys, values); }, "values has 101");
  yoke::SortPlan<Cluster, std::uint32_t> plan(cluster, 100 - is_last);
  refused([&] { plan(keys); }, "99");
  if (cluster.ranks() == 1) return;
  refused([&] { yoke::sort(cluster, keys, {.algorithm = yoke::SortAlgorithm::sequential}); },
          "automatic or radix");
}

}  // namespace
