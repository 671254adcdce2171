#include "yoke/list_scan.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "mpi/support.hpp"
#include "support/lists.hpp"
#include "support/malformed_lists.hpp"
#include "support/scans.hpp"
#include "support/seed.hpp"
#include "yoke/list_ranking.hpp"

// Parts of lists against the sequential oracle's scan of the whole.

namespace {

using yoke::ListOrder;
using yoke::ScanFrom;
using yoke::ScanKind;
using yoke::Tail;
using yoke_test::Affine;
using yoke_test::all_cuts;
using yoke_test::Chain;
using yoke_test::Compose;
using yoke_test::Concatenate;
using yoke_test::Cut;
using yoke_test::Device;
using yoke_test::draw;
using yoke_test::make_list;
using yoke_test::Matrix;
using yoke_test::Multiply;
using yoke_test::part_of;
using yoke_test::scan_options;
using yoke_test::vector_of;
using yoke_test::view_of;
using Memory = Device::memory_space;
using Cluster = yoke::Distributed<Device>;

// Of both kinds and from both ends, out of place and in place.
template <class Index, class Value, class Operator>
void expect_scan(std::vector<Index> const& whole, std::vector<Value> const& values,
                 Operator const& op, Tail tail = Tail::self_loop(), bool validate = false,
                 std::vector<Cut> const& cuts = {std::begin(all_cuts), std::end(all_cuts)}) {
  auto const& cluster = yoke_test::cluster_of(4000);
  for (auto const kind : {ScanKind::inclusive, ScanKind::exclusive}) {
    for (auto const from : {ScanFrom::head, ScanFrom::tail}) {
      auto options = scan_options(kind, from, tail);
      options.validate = validate;
      auto const results = yoke_test::oracle_scan(whole, values, op, Value::identity(), options);
      for (auto const how : cuts) {
        auto const part = [&](auto const& all) {
          return part_of(all, cluster.rank(), cluster.ranks(), how);
        };
        auto const successor = view_of<Memory>(part(whole));
        auto const own = view_of<Memory>(part(values));
        Kokkos::View<Value*, Memory> const result("result", own.extent(0));
        auto const what = std::to_string(whole.size()) + " nodes, cut " +
                          std::to_string(static_cast<int>(how)) + ", from " +
                          (from == ScanFrom::head ? "head" : "tail");
        yoke::list_scan(cluster, successor, own, result, op, Value::identity(), options);
        EXPECT_TRUE(vector_of(result) == part(results)) << what;
        EXPECT_TRUE(vector_of(own) == part(values)) << what;
        yoke::list_scan(cluster, successor, own, own, op, Value::identity(), options);
        EXPECT_TRUE(vector_of(own) == part(results)) << what << ", in place";
      }
    }
  }
}

template <class Index>
class MpiListScan : public ::testing::Test {};
using Indices = ::testing::Types<std::uint32_t, std::int32_t, std::uint64_t, std::int64_t>;
TYPED_TEST_SUITE(MpiListScan, Indices);

TYPED_TEST(MpiListScan, KeepsTheOrderOfMatrices) {
  auto const seed = yoke_test::base_seed();
  auto tail = Tail::self_loop();
  for (auto const order : {ListOrder::ordered, ListOrder::random}) {
    expect_scan(make_list<TypeParam>(9001, {.order = order, .seed = seed, .tail = tail}),
                draw<Matrix>(9001, seed), Multiply(), tail, false, {Cut::evenly, Cut::growing});
    tail = Tail::minus_one();
  }
}

TYPED_TEST(MpiListScan, ScansFewNodes) {
  for (std::size_t const size : {0, 1, 2, 3, 5, 9}) {
    expect_scan(make_list<TypeParam>(size, {.seed = yoke_test::base_seed()}),
                draw<Affine>(size, size), Compose(), Tail::self_loop(), true);
  }
}

// Lists that end at, before and after the ends of the ranks' stretches, and a long one with others.
TEST(MpiListScan, ScansManyLists) {
  auto const seed = yoke_test::base_seed();
  for (std::uint64_t const lists : {2, 5, 40, 1500, 3000}) {
    for (double const long_share : {0.0, 0.5}) {
      yoke::ListShape const shape{.lists = lists, .long_list_share = long_share, .seed = seed};
      expect_scan(make_list<std::uint32_t>(3000, shape), draw<Matrix>(3000, seed), Multiply(),
                  Tail::self_loop(), false, {Cut::evenly, Cut::none_on_every_other});
    }
  }
}

// Letters in list order: any stretch's concatenation is unbroken only if no two operands changed
// places. Several tiles of each rank's stretch, and tiles of tiles.
TEST(MpiListScan, ConcatenatesInListOrder) {
  Cluster const cluster(MPI_COMM_WORLD);
  std::size_t const size = 70000;
  auto const whole = make_list<std::uint32_t>(size, {.seed = yoke_test::base_seed()});
  auto const position = yoke_test::oracle_ranks(whole, Tail::self_loop(), yoke::RankFrom::head);
  std::vector<Chain> letters(size);
  for (std::size_t i = 0; i < size; ++i) letters[i] = {position[i], position[i], 1, true};
  expect_scan(whole, letters, Concatenate(), Tail::self_loop(), false, {Cut::growing});
}

TEST(MpiListScan, TakesStridedViews) {
  Cluster const cluster(MPI_COMM_WORLD);
  std::size_t const size = 5000;
  auto const whole = make_list<std::uint32_t>(size, {.seed = yoke_test::base_seed()});
  auto const maps = draw<Affine>(size, 3);
  auto const part = [&](auto const& all) { return part_of(all, cluster.rank(), cluster.ranks()); };
  auto const links = view_of<Memory>(part(whole));
  std::size_t const own = links.extent(0);
  Kokkos::View<std::uint32_t* [3], Kokkos::LayoutRight, Memory> const columns("columns", own);
  Kokkos::View<Affine* [2], Kokkos::LayoutRight, Memory> const values("values", own);
  auto const column = Kokkos::subview(columns, Kokkos::ALL, 1);
  auto const value = Kokkos::subview(values, Kokkos::ALL, 0),
             result = Kokkos::subview(values, Kokkos::ALL, 1);
  Kokkos::deep_copy(column, links);
  Kokkos::deep_copy(value, view_of<Memory>(part(maps)));
  auto const options = scan_options(ScanKind::inclusive, ScanFrom::head);
  yoke::list_scan(cluster, column, value, result, Compose(), Affine::identity(), options);
  Kokkos::View<Affine*, Memory> const found("found", own);
  Kokkos::deep_copy(found, result);
  EXPECT_TRUE(vector_of(found) ==
              part(yoke_test::oracle_scan(whole, maps, Compose(), Affine::identity(), options)));
}

// What ranking sends, and a word, a value and a result for each node whose place is another rank's.
TEST(MpiListScan, SendsEachValueAndResultOnce) {
  Cluster const cluster(MPI_COMM_WORLD);
  auto const p = static_cast<std::uint64_t>(cluster.ranks());
  std::uint64_t const each = 1 << 15;
  yoke::ListScanReport record;
  for (std::uint64_t const lists : {1, 7}) {
    auto const whole = make_list<std::uint32_t>(each * p, {.lists = lists, .seed = 3});
    auto const successor = view_of<Memory>(part_of(whole, cluster.rank(), cluster.ranks()));
    Kokkos::View<std::uint32_t*, Memory> const rank("rank", each);
    yoke::list_rank(
        cluster, successor, rank,
        {.from = lists > 1 ? yoke::RankFrom::head : yoke::RankFrom::tail,
         .route = lists > 1 ? yoke::ListRankRoute::messages : yoke::ListRankRoute::automatic});
    auto const ranking = cluster.communication();
    yoke::ListScanPlan<Cluster, std::uint32_t, Matrix> plan(cluster, each, {.report = &record});
    auto const values =
        view_of<Memory>(part_of(draw<Matrix>(each * p, 1), cluster.rank(), cluster.ranks()));
    for (int call = 0; call < 2; ++call) {
      plan(successor, values, values, Multiply(), Matrix::identity());
      EXPECT_EQ(record.lists, lists);
      if (p == 1) continue;
      ASSERT_EQ(record.phases.size(), 4u);
      EXPECT_EQ(record.phases[0].name, "place nodes");
      auto const report = cluster.communication();
      double const nodes = static_cast<double>(each), ranks = static_cast<double>(p);
      double const formula = (4 + 2 * sizeof(Matrix)) * nodes * (1 - 1 / ranks) +
                             (sizeof(Matrix) + 4 + 8) * (ranks - 1);
      auto const more = static_cast<double>(report.bytes_sent - ranking.bytes_sent);
      EXPECT_GE(more, 0.95 * formula) << lists;
      EXPECT_LE(more, 1.05 * formula + 300) << lists;
      EXPECT_EQ(report.rounds - ranking.rounds, lists > 1 ? 13u : 12u);
    }
  }
}

TEST(MpiListScan, CountsWhatItHolds) {
  Cluster const cluster(MPI_COMM_WORLD);
  std::uint64_t const each = 4000, all = each * static_cast<std::uint64_t>(cluster.ranks());
  auto const successor = view_of<Memory>(
      part_of(make_list<std::uint32_t>(all, {.seed = 3}), cluster.rank(), cluster.ranks()));
  Kokkos::View<Matrix*, Memory> const values("values", each);
  yoke::ListScanPlan<Cluster, std::uint32_t, Matrix> plan(cluster, each);
  plan(successor, values, values, Multiply(), Matrix::identity());
  std::size_t const held = plan.workspace_bytes();
  EXPECT_GE(held, cluster.ranks() > 1 ? each * (2 * sizeof(Matrix) + 5 * 4) : each);
  plan(successor, values, values, Multiply(), Matrix::identity());
  EXPECT_EQ(plan.workspace_bytes(), held);
}

TEST(MpiListScanOfMalformedLists, EndsWithOneErrorOnAllRanks) {
  Cluster const cluster(MPI_COMM_WORLD);
  for (int f = 0; f < static_cast<int>(yoke_test::Fault::count); ++f) {
    for (std::size_t const size : {8, 100, 2000}) {
      for (bool const validate : {false, true}) {
        auto const fault = static_cast<yoke_test::Fault>(f);
        auto const bad = yoke_test::make_malformed<std::uint32_t>(fault, size, true,
                                                                  yoke_test::base_seed() + size);
        auto const successor =
            view_of<Memory>(part_of(bad.successor, cluster.rank(), cluster.ranks()));
        Kokkos::View<Affine*, Memory> const values("values", successor.extent(0));
        std::string what;
        try {
          auto options = scan_options(ScanKind::inclusive, ScanFrom::head, bad.tail);
          options.validate = validate;
          yoke::list_scan(cluster, successor, values, values, Compose(), Affine::identity(),
                          options);
          ADD_FAILURE() << yoke_test::fault_names[f] << " passed";
        } catch (yoke::InvalidInput const& error) {
          what = error.what();
          EXPECT_EQ(what.rfind("yoke::list_scan", 0), 0u) << what;
          // A node from which no tail is reached need not lie on the cycle.
          bool const leads_nowhere = what.find("meets no tail, so") != std::string::npos;
          EXPECT_TRUE(leads_nowhere ? !bad.is_in_tree : bad.shows(error))
              << yoke_test::fault_names[f] << ": " << what;
        }
        EXPECT_TRUE(yoke_test::same_on_all(what)) << yoke_test::fault_names[f];
      }
    }
  }
}

TEST(MpiListScanOfBadInput, IsRefusedByAllRanks) {
  Cluster const cluster(MPI_COMM_WORLD);
  bool const is_last = cluster.rank() + 1 == cluster.ranks();
  Kokkos::View<std::uint32_t*, Memory> const successor("successor", 4);
  Kokkos::View<Affine*, Memory> const values("values", is_last ? 3 : 4), right("right", 4);
  auto const scan = [&](auto const& value, auto const& result,
                        yoke::ListScanOptions const& options = {}) {
    return yoke_test::what_is_thrown([&] {
      yoke::list_scan(cluster, successor, value, result, Compose(), Affine::identity(), options);
    });
  };
  auto const text = scan(values, right);
  EXPECT_NE(text.find("value has 3"), std::string::npos) << text;
  EXPECT_TRUE(yoke_test::same_on_all(text));
  Kokkos::View<Affine*, Memory> const both("both", 6);
  auto const overlap =
      scan(Kokkos::subview(both, std::pair(0, 4)), Kokkos::subview(both, std::pair(2, 6)));
  EXPECT_NE(overlap.find("overlap"), std::string::npos) << overlap;
  EXPECT_NE(scan(right, right, {.tail = Tail::value(std::uint64_t(1) << 40)}).find("options.tail"),
            std::string::npos);
  yoke::ListScanPlan<Cluster, std::uint32_t, Affine> plan(cluster, is_last ? 3 : 4);
  EXPECT_THROW(plan(successor, right, right, Compose(), Affine::identity()), std::invalid_argument);
  if (cluster.ranks() == 1) return;
  // One rank's options differ.
  for (yoke::ListScanOptions const& options :
       {yoke::ListScanOptions{.kind = is_last ? ScanKind::exclusive : ScanKind::inclusive},
        yoke::ListScanOptions{.from = is_last ? ScanFrom::tail : ScanFrom::head}}) {
    EXPECT_NE(scan(right, right, options), "");
  }
}

}  // namespace
