#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "mpi/failing_allocations.hpp"
#include "mpi/support.hpp"
#include "support/lists.hpp"
#include "support/seed.hpp"
#include "support/tools.hpp"
#include "yoke/list_ranking.hpp"
#include "yoke/list_scan.hpp"
#include "yoke/sort.hpp"
#include "yoke/sort_comparator.hpp"

// Lists and keys where one rank runs out of memory.

namespace {

using yoke_test::Cut;
using yoke_test::Device;
using yoke_test::expect_recovery;
using yoke_test::part_of;
using yoke_test::vector_of;
using yoke_test::view_of;
using Memory = Device::memory_space;
using Cluster = yoke::Distributed<Device>;

using Scheme = yoke::SublistWalkOptions::Scheme;

template <class Plan>
std::function<bool()> ranking(Plan plan, Cluster const& cluster) {
  auto const list_of = [&cluster](std::size_t size) {
    auto const whole = yoke_test::make_list<std::uint32_t>(size, {.seed = yoke_test::base_seed()});
    auto const own = part_of(whole, cluster.rank(), cluster.ranks(), Cut::growing);
    Kokkos::View<std::uint32_t*, Memory> const ranks("ranks", own.size());
    auto const successor = view_of<Memory>(own);
    return [whole, own, ranks, successor, &cluster](Plan& rank) {
      rank(successor, ranks);
      // From the tail: one more than the successor's.
      std::vector<std::uint32_t> expected(whole.size());
      std::vector<bool> has_predecessor(whole.size());
      for (std::size_t i = 0; i < whole.size(); ++i) {
        if (whole[i] != i) has_predecessor[whole[i]] = true;
      }
      auto const head = std::find(has_predecessor.begin(), has_predecessor.end(), false);
      std::uint32_t node = static_cast<std::uint32_t>(head - has_predecessor.begin());
      for (std::size_t left = whole.size(); left-- > 0; node = whole[node]) {
        expected[node] = static_cast<std::uint32_t>(left);
      }
      return vector_of(ranks) == part_of(expected, cluster.rank(), cluster.ranks(), Cut::growing);
    };
  };
  auto const kept = std::make_shared<Plan>(std::move(plan));
  EXPECT_TRUE(list_of(40)(*kept));
  auto const call = list_of(6000);
  return [kept, call] { return call(*kept); };
}

TEST(MpiFailures, ListsAreRankedAfterOneRankHadNoMemory) {
  Cluster const cluster(MPI_COMM_WORLD, Device(), {});
  if (cluster.ranks() == 1) GTEST_SKIP() << "one rank has yoke::list_rank's plan";
  using yoke::ListRankRoute;
  for (auto const& [route, scheme] : {std::pair{ListRankRoute::messages, Scheme::automatic},
                                      std::pair{ListRankRoute::copies, Scheme::in_place},
                                      std::pair{ListRankRoute::copies, Scheme::chunks}}) {
    yoke::ListRankOptions options;
    options.from = yoke::RankFrom::tail;
    options.route = route;
    options.sublist_walk.scheme = scheme;
    expect_recovery(cluster, [&, &options = options] {
      using Plan = yoke::ListRankPlan<Cluster, std::uint32_t>;
      return ranking(Plan(cluster, 6000, options), cluster);
    });
  }
}

struct Add {
  KOKKOS_FUNCTION std::uint64_t operator()(std::uint64_t one, std::uint64_t other) const {
    return one + other;
  }
};
using ScanPlan = yoke::ListScanPlan<Cluster, std::uint32_t, std::uint64_t>;

// One list, whose nodes stand in their order, of ones.
bool scans(Cluster const& cluster, ScanPlan& plan, std::uint32_t size) {
  std::vector<std::uint32_t> whole(size);
  std::vector<std::uint64_t> expected(size);
  for (std::uint32_t i = 0; i < size; ++i) {
    whole[i] = i + 1 < size ? i + 1 : i;
    expected[i] = i + 1;
  }
  auto const successor = view_of<Memory>(part_of(whole, cluster.rank(), cluster.ranks()));
  Kokkos::View<std::uint64_t*, Memory> const values("values", successor.extent(0));
  Kokkos::deep_copy(values, 1);
  plan(successor, values, values, Add(), std::uint64_t(0));
  return vector_of(values) == part_of(expected, cluster.rank(), cluster.ranks());
}
constexpr yoke::ListScanOptions inclusive{.kind = yoke::ScanKind::inclusive};

TEST(MpiFailures, ListsAreScannedAfterOneRankHadNoMemory) {
  Cluster const cluster(MPI_COMM_WORLD, Device(), {});
  if (cluster.ranks() == 1) GTEST_SKIP() << "one rank has yoke::list_scan's plan";
  expect_recovery(cluster, [&] {
    auto const plan = std::make_shared<ScanPlan>(cluster, 6000, inclusive);
    EXPECT_TRUE(scans(cluster, *plan, 40));
    return [plan, &cluster] { return scans(cluster, *plan, 6000); };
  });
}

// Copies that fit are taken after all that a scan needs beside them.
TEST(MpiFailures, ScansTakeTheirMemoryBeforeTheRouteIsChosen) {
  Cluster const cluster(MPI_COMM_WORLD, Device(), {});
  if (cluster.ranks() == 1) GTEST_SKIP() << "one rank has yoke::list_scan's plan";
  ScanPlan plan(cluster, 6000, inclusive);
  yoke_test::AllocationRecorder const recorder;
  EXPECT_TRUE(scans(cluster, plan, 6000));
  auto const& labels = recorder.labels();
  auto const copies = std::find(labels.begin(), labels.end(), "yoke::list_rank::copies");
  ASSERT_NE(copies, labels.end());
  EXPECT_EQ(std::count(copies, labels.end(), "yoke::list_scan::line"), 0);
  EXPECT_EQ(std::count(labels.begin(), copies, "yoke::list_scan::line"), 4);
  // The begins of the line, and what takes a word a node: place, order, told, heard and come.
  EXPECT_GE(std::count(labels.begin(), copies, "yoke::mpi::messages"), 6);
}

// Calls with `size` keys of all ranks; checks the keys of this one.
template <class Sort>
bool sorts(Cluster const& cluster, std::size_t size, Sort const& sort) {
  std::vector<std::uint32_t> whole(size);
  for (std::size_t i = 0; i < size; ++i) whole[i] = static_cast<std::uint32_t>(i * 2654435761U);
  auto const part = [&] { return part_of(whole, cluster.rank(), cluster.ranks(), Cut::growing); };
  auto const keys = view_of<Memory>(part());
  sort(keys);
  std::sort(whole.begin(), whole.end());
  return vector_of(keys) == part();
}

template <class Plan, class Sort>
void expect_sorting_recovers(Sort const& sort) {
  // Messages so short make several rounds.
  Cluster const cluster(MPI_COMM_WORLD, Device(), {.most_message_bytes = 4000});
  if (cluster.ranks() == 1) GTEST_SKIP() << "one rank has yoke::sort's plan";
  expect_recovery(cluster, [&] {
    auto const plan = std::make_shared<Plan>(cluster, 9000);
    auto const sort_by_plan = [plan, &sort](auto const& keys) { sort(*plan, keys); };
    EXPECT_TRUE(sorts(cluster, 40, sort_by_plan));
    return [=, &cluster] { return sorts(cluster, 9000, sort_by_plan); };
  });
}

TEST(MpiFailures, KeysAreSortedAfterOneRankHadNoMemory) {
  expect_sorting_recovers<yoke::SortPlan<Cluster, std::uint32_t>>(
      [](auto& plan, auto const& keys) { plan(keys); });
}

TEST(MpiFailures, KeysWithValuesAreSortedAfterOneRankHadNoMemory) {
  expect_sorting_recovers<yoke::SortByKeyPlan<Cluster, std::uint32_t, std::uint64_t>>(
      [](auto& plan, auto const& keys) {
        Kokkos::View<std::uint64_t*, Memory> const values("values", keys.extent(0));
        plan(keys, values);
      });
}

struct Less {
  KOKKOS_FUNCTION bool operator()(std::uint32_t one, std::uint32_t other) const {
    return one < other;
  }
};

TEST(MpiFailures, KeysAreSortedByAComparatorAfterOneRankHadNoMemory) {
  expect_sorting_recovers<yoke::ComparatorSortPlan<Cluster, std::uint32_t>>(
      [](auto& plan, auto const& keys) { plan(keys, Less()); });
}

}  // namespace
