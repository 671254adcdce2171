#include "yoke/list_ranking.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "mpi/list_routes.hpp"
#include "mpi/support.hpp"
#include "support/lists.hpp"
#include "support/malformed_lists.hpp"
#include "support/seed.hpp"
#include "yoke/detail/primitives/walk.hpp"

// Parts of lists against the sequential oracle's ranks of the whole.

namespace {

using yoke::ListOrder;
using yoke::ListRankRoute;
using yoke::RankFrom;
using yoke::Tail;
using yoke_test::all_cuts;
using yoke_test::by;
using yoke_test::Cut;
using yoke_test::Device;
using yoke_test::make_list;
using yoke_test::part_of;
using yoke_test::vector_of;
using yoke_test::view_of;
using yoke_test::ways;
using Memory = Device::memory_space;

template <class Index>
std::size_t tails_of(std::vector<Index> const& successor, Tail tail) {
  std::size_t tails = 0;
  for (std::size_t i = 0; i < successor.size(); ++i) {
    tails += successor[i] == static_cast<Index>(tail.is_self_loop() ? i : tail.end_value());
  }
  return tails;
}

template <class Index>
void expect_ranks(std::vector<Index> const& whole, yoke::ListRankOptions options = {},
                  std::size_t most_message_bytes = 1 << 20,
                  std::vector<Cut> const& cuts = {std::begin(all_cuts), std::end(all_cuts)}) {
  auto const& cluster = yoke_test::cluster_of(most_message_bytes);
  std::size_t const lists = tails_of(whole, options.tail);
  for (auto const from : {RankFrom::tail, RankFrom::head}) {
    options.from = from;
    auto const ranks = yoke_test::oracle_ranks(whole, options.tail, from);
    for (auto const how : cuts) {
      auto const expected = part_of(ranks, cluster.rank(), cluster.ranks(), how);
      auto const successor = view_of<Memory>(part_of(whole, cluster.rank(), cluster.ranks(), how));
      Kokkos::View<Index*, Memory> const rank("rank", expected.size());
      for (auto const& way : ways) {
        Kokkos::deep_copy(rank, 77);
        EXPECT_EQ(yoke::list_rank(cluster, successor, rank, by(way, options)), lists);
        EXPECT_EQ(vector_of(rank), expected)
            << whole.size() << " nodes, cut " << static_cast<int>(how) << ", from "
            << (from == RankFrom::tail ? "tail" : "head") << ", by " << way.name;
      }
    }
  }
}

template <class Index>
class MpiListRanking : public ::testing::Test {};
using Indices = ::testing::Types<std::uint32_t, std::int32_t, std::uint64_t, std::int64_t>;
TYPED_TEST_SUITE(MpiListRanking, Indices);

TYPED_TEST(MpiListRanking, RanksListsOfEveryOrder) {
  auto tail = Tail::self_loop();
  for (auto const order :
       {ListOrder::ordered, ListOrder::reversed, ListOrder::random, ListOrder::block_shuffled}) {
    expect_ranks(
        make_list<TypeParam>(3001, {.order = order, .seed = yoke_test::base_seed(), .tail = tail}),
        {.tail = tail}, 1 << 20, {all_cuts[static_cast<std::size_t>(order)], Cut::growing});
    tail = tail.is_self_loop() ? Tail::minus_one() : Tail::self_loop();
  }
}

TYPED_TEST(MpiListRanking, RanksFewNodes) {
  for (std::size_t const size : {0, 1, 2, 3, 5, 9}) {
    expect_ranks(make_list<TypeParam>(size, {.seed = yoke_test::base_seed()}), {.validate = true});
  }
}

TEST(MpiListRanking, RanksManyLists) {
  for (std::uint64_t const lists : {2, 5, 40, 1500, 3000}) {
    expect_ranks(make_list<std::uint32_t>(3000, {.lists = lists, .seed = yoke_test::base_seed()}),
                 {.validate = true}, 100);
  }
}

// Every link leads to another rank: node i is on rank i / (n / p) where parts are equal.
TEST(MpiListRanking, RanksAListWhoseEveryLinkLeavesItsRank) {
  yoke::Distributed<Device> const cluster(MPI_COMM_WORLD);
  auto const ranks = static_cast<std::size_t>(cluster.ranks());
  std::size_t const each = 700, size = each * ranks;
  std::vector<std::uint32_t> whole(size);
  auto const at = [&](std::size_t k) {
    return static_cast<std::uint32_t>(k % ranks * each + k / ranks);
  };
  for (std::size_t k = 0; k < size; ++k) whole[at(k)] = at(std::min(k + 1, size - 1));
  expect_ranks(whole);
}

// By somebody who knows the hash: walks are stopped, and what they have not reached stands for
// itself.
TEST(MpiListRanking, RanksAListWhoseSplittersAllComeLast) {
  std::size_t const size = 4000;
  std::uint64_t const seed = 5;
  auto const is_splitter = [&](std::uint32_t node) {
    return yoke::detail::hash(node ^ static_cast<std::uint32_t>(seed)) >> 27 == 0;
  };
  std::vector<std::uint32_t> order(size);
  std::iota(order.begin(), order.end(), 0u);
  for (bool const first : {true, false}) {
    std::stable_partition(order.begin(), order.end(),
                          [&](std::uint32_t node) { return is_splitter(node) == first; });
    // From one end and the other in turn, so that links leave their ranks.
    auto const rest =
        first ? std::find_if_not(order.begin(), order.end(), is_splitter) : order.begin();
    auto const end = first ? order.end() : std::find_if(order.begin(), order.end(), is_splitter);
    for (auto one = rest, other = end; one < other; ++one) std::reverse(one, other);
    std::vector<std::uint32_t> whole(size);
    for (std::size_t k = 0; k < size; ++k) whole[order[k]] = order[std::min(k + 1, size - 1)];
    expect_ranks(whole, {.seed = seed});
  }
}

TEST(MpiListRanking, SendsEachLinkOnceAndRulersAFewTimes) {
  yoke::Distributed<Device> const cluster(MPI_COMM_WORLD);
  auto const p = static_cast<std::uint64_t>(cluster.ranks());
  std::uint64_t const each = 1 << 15;
  auto const whole = make_list<std::uint32_t>(each * p, {.order = ListOrder::random, .seed = 3});
  auto const successor = view_of<Memory>(part_of(whole, cluster.rank(), cluster.ranks()));
  Kokkos::View<std::uint32_t*, Memory> const rank("rank", each);
  yoke::ListRankPlan<yoke::Distributed<Device>, std::uint32_t> plan(
      cluster, each, {.route = ListRankRoute::messages});
  EXPECT_EQ(plan(successor, rank), 1u);
  if (p == 1) return;
  auto const report = cluster.communication();
  // A link that leaves its rank: 12 bytes. A ruler, of which there are 1 in 32 nodes, and the last
  // 1 in 50 that walks do not reach: 8 + 12 a jump, of 13 to 18. The ranks of all splitters.
  double const nodes = static_cast<double>(each),
               others = static_cast<double>(p - 1) / static_cast<double>(p);
  double const links = 12 * nodes * others;
  double const jumps = 20 * 18 * (nodes / 32 + nodes / 50) * others;
  double const table = 4 * nodes / 32 * static_cast<double>(p - 1);
  double const small = 64.0 * static_cast<double>(report.rounds * p);
  EXPECT_GE(static_cast<double>(report.bytes_sent), 0.8 * links);
  EXPECT_LE(static_cast<double>(report.bytes_sent), links + jumps + table + small);
}

// Short messages make more rounds of an exchange.
void expect_traffic_of_copies(std::size_t most_message_bytes, std::uint64_t rounds) {
  auto const& cluster = yoke_test::cluster_of(most_message_bytes);
  auto const p = static_cast<std::uint64_t>(cluster.ranks());
  std::uint64_t const each = 1 << 16;
  auto const whole = make_list<std::uint32_t>(each * p, {.order = ListOrder::random, .seed = 3});
  auto const expected = part_of(yoke_test::oracle_ranks(whole, Tail::self_loop(), RankFrom::tail),
                                cluster.rank(), cluster.ranks());
  auto const successor = view_of<Memory>(part_of(whole, cluster.rank(), cluster.ranks()));
  Kokkos::View<std::uint32_t*, Memory> const rank("rank", each);
  yoke::ListRankReport record;
  std::optional<yoke::ListRankPlan<yoke::Distributed<Device>, std::uint32_t>> plan;
  for (int call = 0; call < 4; ++call) {
    bool const by_chunks = call >= 2;
    if (call % 2 == 0) {
      plan.reset();
      plan.emplace(cluster, each, by(ways[1 + by_chunks], {.report = &record}));
    }
    Kokkos::deep_copy(rank, 77);
    EXPECT_EQ((*plan)(successor, rank), 1u);
    EXPECT_EQ(vector_of(rank), expected);
    if (p == 1) return;
    EXPECT_EQ(record.phases.size(), by_chunks ? 8u : 7u);
    auto const report = cluster.communication();
    EXPECT_EQ(report.rounds, by_chunks ? 13 + rounds : 16);
    // 4 bytes a node to every other rank; 8 for each node of others that the rank has met, of which
    // there are more or fewer by chance; 8 for each sublist of its share, one in 32 to 128 nodes,
    // and in place for as many that outgrow their position bits as there may be.
    double const nodes = static_cast<double>(each), others = static_cast<double>(p - 1),
                 ranks = static_cast<double>(p);
    double const formula = 4 * nodes * others + 8 * nodes * others / ranks;
    EXPECT_GE(static_cast<double>(report.bytes_sent), 0.95 * formula);
    EXPECT_LE(static_cast<double>(report.bytes_sent),
              1.1 * formula + 2 * 8 * nodes / 32 * others + 512 * ranks);
  }
}

TEST(MpiListRanking, SendsSuccessorsToAllAndRanksToOwners) {
  expect_traffic_of_copies(std::size_t(1) << 30, 1);
  expect_traffic_of_copies(std::size_t(1) << 17, 4);
}

// As many as the comment of the plan says: by chunks, in as many rounds as there may be, with all
// that adds one.
TEST(MpiListRanking, TakesAtMost23RoundsByCopies) {
  auto const& cluster = yoke_test::cluster_of(std::size_t(1) << 14);
  if (cluster.ranks() == 1) return;
  std::uint64_t const each = 1 << 16;
  auto const whole = make_list<std::uint32_t>(each * static_cast<std::uint64_t>(cluster.ranks()),
                                              {.order = ListOrder::random, .seed = 3});
  auto const successor = view_of<Memory>(part_of(whole, cluster.rank(), cluster.ranks()));
  Kokkos::View<std::uint32_t*, Memory> const rank("rank", each);
  yoke::ListRankOptions options;
  options.validate = true;
  options.sublist_walk.scheme = yoke::SublistWalkOptions::Scheme::chunks;
  yoke::list_rank(cluster, successor, rank, options);
  EXPECT_EQ(cluster.communication().rounds, 23u);
}

TEST(MpiListRanking, ChoosesItsRouteByMemory) {
  yoke::Distributed<Device> const cluster(MPI_COMM_WORLD);
  std::uint64_t const each = 1 << 16, size = each * static_cast<std::uint64_t>(cluster.ranks());
  auto const whole = make_list<std::uint32_t>(size, {.order = ListOrder::random, .seed = 3});
  auto const successor = view_of<Memory>(part_of(whole, cluster.rank(), cluster.ranks()));
  Kokkos::View<std::uint32_t*, Memory> const rank("rank", each);
  if (cluster.ranks() == 1) return;
  // Copies take 8 bytes for each node of all ranks and 20 for each of a rank's own. A host has no
  // device_memory.
  for (std::size_t const memory : {std::size_t(0), std::size_t(24 * each)}) {
    yoke::list_rank(cluster, successor, rank, {.device_memory = memory});
    bool const by_copies = yoke::detail::runs_on_host<Device> || memory == 0;
    EXPECT_EQ(cluster.communication().rounds <= 20, by_copies) << memory;
  }
}

// By somebody who knows the seed: one walk is nearly the whole list, and the others are short, so
// that each rank ends by ranking all alone.
TEST(MpiListRanking, RanksAListWithoutASplitterInItsFirstHalf) {
  std::size_t const size = 40000;
  std::uint64_t const seed = 5;
  for (int log_length : {5, 6, 7}) {
    yoke::detail::Splitters<std::uint32_t> const splitters(size, log_length, seed);
    std::vector<std::uint32_t> order(size);
    std::iota(order.begin(), order.end(), 0u);
    std::stable_partition(order.begin(), order.end(),
                          [&](std::uint32_t node) { return !splitters.contains(node); });
    std::vector<std::uint32_t> whole(size);
    for (std::size_t k = 0; k < size; ++k) whole[order[k]] = order[std::min(k + 1, size - 1)];
    expect_ranks(whole, {.seed = seed}, 1 << 20, {Cut::evenly, Cut::growing});
  }
}

// Of 2^20 nodes a host's sublists have 128, at most 64 times as many, and 4096 before one in place
// goes on under another number, which all ranks must learn.
TEST(MpiListRanking, RanksASublistThatOutgrowsItsPositionBits) {
  std::size_t const size = std::size_t(1) << 20;
  std::uint64_t const seed = 5;
  yoke::detail::Splitters<std::uint32_t> const splitters(size, 7, seed);
  std::vector<std::uint32_t> order(size);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_partition(order.begin(), order.begin() + 6000,
                        [&](std::uint32_t node) { return !splitters.contains(node); });
  std::vector<std::uint32_t> whole(size);
  for (std::size_t k = 0; k < size; ++k) whole[order[k]] = order[std::min(k + 1, size - 1)];
  expect_ranks(whole, {.seed = seed}, 1 << 20, {Cut::growing});
}

TEST(MpiListRankingOfMalformedLists, EndsWithOneErrorOnAllRanks) {
  yoke::Distributed<Device> const cluster(MPI_COMM_WORLD);
  for (int f = 0; f < static_cast<int>(yoke_test::Fault::count); ++f) {
    for (std::size_t const size : {8, 100, 2000}) {
      for (int k = 0; k < 6; ++k) {
        bool const validate = k % 2 == 0;
        auto const fault = static_cast<yoke_test::Fault>(f);
        auto const bad = yoke_test::make_malformed<std::uint32_t>(fault, size, true,
                                                                  yoke_test::base_seed() + size);
        auto const successor =
            view_of<Memory>(part_of(bad.successor, cluster.rank(), cluster.ranks()));
        Kokkos::View<std::uint32_t*, Memory> const rank("rank", successor.extent(0));
        std::string what;
        try {
          yoke::list_rank(cluster, successor, rank,
                          by(ways[k / 2], {.tail = bad.tail, .validate = validate}));
          EXPECT_TRUE((bad.is_in_tree && !validate) || cluster.ranks() == 1)
              << yoke_test::fault_names[f] << " passed";
        } catch (yoke::InvalidInput const& error) {
          what = error.what();
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

// Each rank's part alone is not too long for the type, and nothing of it is read.
TEST(MpiListRankingOfBadInput, IsTooLongForItsTypeOnAllRanksTogether) {
  yoke::Distributed<Device> const cluster(MPI_COMM_WORLD);
  if (cluster.ranks() == 1) return;
  using Unmanaged = Kokkos::View<std::uint32_t*, Memory, Kokkos::MemoryUnmanaged>;
  std::size_t const size = std::size_t(1) << 31;
  auto const at = [](std::uintptr_t address) { return reinterpret_cast<std::uint32_t*>(address); };
  Unmanaged const successor(at(std::uintptr_t(1) << 40), size),
      rank(at(std::uintptr_t(1) << 42), size);
  auto const text = yoke_test::what_is_thrown([&] { yoke::list_rank(cluster, successor, rank); });
  EXPECT_EQ(text.find("yoke::list_rank: successor's type holds values up to 4294967295"), 0u)
      << text;
  EXPECT_TRUE(yoke_test::same_on_all(text));
}

TEST(MpiListRankingOfBadInput, IsRefusedByAllRanks) {
  yoke::Distributed<Device> const cluster(MPI_COMM_WORLD);
  bool const is_last = cluster.rank() + 1 == cluster.ranks();
  Kokkos::View<std::uint32_t*, Memory> const successor("successor", 4),
      rank("rank", is_last ? 3 : 4);
  auto const text = yoke_test::what_is_thrown([&] { yoke::list_rank(cluster, successor, rank); });
  EXPECT_NE(text.find("rank has 3"), std::string::npos) << text;
  EXPECT_TRUE(yoke_test::same_on_all(text));
  EXPECT_THROW(yoke::list_rank(cluster, successor, successor), std::invalid_argument);
  if (cluster.ranks() > 1) {
    Kokkos::View<std::uint32_t*, Memory> const right("right", 4);
    EXPECT_THROW(
        yoke::list_rank(cluster, successor, right, {.algorithm = yoke::ListRankAlgorithm::wyllie}),
        std::invalid_argument);
    // One rank's options differ.
    for (yoke::ListRankOptions const& options :
         {yoke::ListRankOptions{.validate = is_last},
          yoke::ListRankOptions{.from = is_last ? RankFrom::head : RankFrom::tail},
          yoke::ListRankOptions{.route = ways[is_last].route}}) {
      EXPECT_THROW(yoke::list_rank(cluster, successor, right, options), std::invalid_argument);
    }
  }
}

}  // namespace
