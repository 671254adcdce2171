#include "yoke/mpi/list_ranking.hpp"

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

#include "mpi/support.hpp"
#include "support/lists.hpp"
#include "support/malformed_lists.hpp"
#include "support/seed.hpp"
#include "yoke/detail/primitives/walk.hpp"

// Parts of lists against the sequential oracle's ranks of the whole.

namespace {

using yoke::ListOrder;
using yoke::ListRankRoad;
using yoke::RankFrom;
using yoke::Tail;
using yoke_test::all_cuts;
using yoke_test::Cut;
using yoke_test::Device;
using yoke_test::make_list;
using yoke_test::part_of;
using yoke_test::vector_of;
using yoke_test::view_of;
using Memory = Device::memory_space;

using Scheme = yoke::SublistWalkOptions::Scheme;

// The roads, and how copies are walked.
struct Way {
  ListRankRoad road;
  Scheme scheme;
  char const* name;
};
constexpr Way ways[] = {{ListRankRoad::messages, Scheme::automatic, "messages"},
                        {ListRankRoad::copies, Scheme::in_place, "copies in place"},
                        {ListRankRoad::copies, Scheme::chunks, "copies by chunks"}};

yoke::ListRankOptions by(Way const& way, yoke::ListRankOptions options) {
  options.road = way.road;
  options.sublist_walk.scheme = way.scheme;
  return options;
}

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
  yoke::Distributed<Device> const cluster(MPI_COMM_WORLD, Device(),
                                          {.most_message_bytes = most_message_bytes});
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
    // In turns from each end, so that links leave their ranks.
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
      cluster, each, {.road = ListRankRoad::messages});
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

// Short messages make more turns of an exchange.
void expect_traffic_of_copies(std::size_t most_message_bytes, std::uint64_t turns) {
  yoke::Distributed<Device> const cluster(MPI_COMM_WORLD, Device(),
                                          {.most_message_bytes = most_message_bytes});
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
    EXPECT_EQ(report.rounds, by_chunks ? 15 + turns : 18);
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

TEST(MpiListRanking, ChoosesItsRoadByMemory) {
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

// Heads that this rank gives.
enum class Given { none, own, of_any_node, all_by_last };

std::vector<std::uint32_t> heads_of(std::vector<std::uint32_t> const& successor) {
  std::vector<bool> has_predecessor(successor.size());
  for (std::size_t i = 0; i < successor.size(); ++i) {
    if (successor[i] != i) has_predecessor[successor[i]] = true;
  }
  std::vector<std::uint32_t> heads;
  for (std::size_t i = 0; i < successor.size(); ++i) {
    if (!has_predecessor[i]) heads.push_back(static_cast<std::uint32_t>(i));
  }
  return heads;
}

std::vector<std::uint32_t> part_of_heads(std::vector<std::uint32_t> const& heads, Given given,
                                         std::size_t begin, std::size_t end, int rank, int ranks) {
  std::vector<std::uint32_t> part;
  for (std::size_t h = 0; h < heads.size(); ++h) {
    bool const is_given = given == Given::own           ? heads[h] >= begin && heads[h] < end
                          : given == Given::of_any_node ? static_cast<int>(h) % ranks == rank
                          : given == Given::all_by_last ? rank + 1 == ranks
                                                        : false;
    if (is_given) part.insert(part.begin(), heads[h]);
  }
  return part;
}

TEST(MpiListRankingOfHeads, RanksListsWhoseHeadsAnyRankGives) {
  yoke::Distributed<Device> const cluster(MPI_COMM_WORLD);
  int const r = cluster.rank(), p = cluster.ranks();
  for (std::size_t const size : {5, 3000, 100000}) {
    for (std::uint64_t const lists :
         {std::uint64_t(1), std::uint64_t(5), std::uint64_t(size) / 3}) {
      auto const whole =
          make_list<std::uint32_t>(size, {.lists = lists, .seed = yoke_test::base_seed()});
      auto const heads = heads_of(whole);
      for (auto const given : {Given::none, Given::own, Given::of_any_node, Given::all_by_last}) {
        auto const from = static_cast<int>(given) % 2 == 0 ? RankFrom::head : RankFrom::tail;
        auto const how = given == Given::own ? Cut::growing : Cut::evenly;
        auto const begins = yoke_test::cut(size, p, how);
        auto const own =
            view_of<Memory>(part_of_heads(heads, given, begins[static_cast<std::size_t>(r)],
                                          begins[static_cast<std::size_t>(r) + 1], r, p));
        auto const successor = view_of<Memory>(part_of(whole, r, p, how));
        auto const expected =
            part_of(yoke_test::oracle_ranks(whole, Tail::self_loop(), from), r, p, how);
        Kokkos::View<std::uint32_t*, Memory> const rank("rank", expected.size());
        for (auto const& way : ways) {
          for (bool const validate : {false, true}) {
            Kokkos::deep_copy(rank, 77);
            auto const options = by(way, {.from = from, .validate = validate});
            EXPECT_EQ(yoke::list_rank(cluster, successor, own, rank, options), lists);
            EXPECT_EQ(vector_of(rank), expected) << size << " nodes, " << lists << " lists, given "
                                                 << static_cast<int>(given) << ", by " << way.name;
          }
        }
      }
    }
  }
}

TEST(MpiListRankingOfHeads, SendsHeadsToAll) {
  yoke::Distributed<Device> const cluster(MPI_COMM_WORLD);
  int const r = cluster.rank(), p = cluster.ranks();
  if (p == 1) return;
  std::size_t const each = 1 << 15;
  std::uint64_t const lists = 100;
  auto const whole = make_list<std::uint32_t>(each * static_cast<std::size_t>(p),
                                              {.lists = lists, .seed = yoke_test::base_seed()});
  auto const heads = part_of(heads_of(whole), r, p);
  auto const own = view_of<Memory>(heads);
  auto const successor = view_of<Memory>(part_of(whole, r, p));
  Kokkos::View<std::uint32_t*, Memory> const rank("rank", each);
  auto const options = by(ways[1], {});
  EXPECT_EQ(yoke::list_rank(cluster, successor, rank, options), lists);
  auto const without = cluster.communication();
  EXPECT_EQ(yoke::list_rank(cluster, successor, own, rank, options), lists);
  auto const with = cluster.communication();
  EXPECT_EQ(with.rounds, without.rounds + 3);
  auto const others = static_cast<std::uint64_t>(p - 1);
  EXPECT_EQ(with.bytes_sent, without.bytes_sent + 4 * heads.size() * others + 8 * others + 8);
}

TEST(MpiListRankingOfHeads, SaysOnAllRanksWhichIsNone) {
  yoke::Distributed<Device> const cluster(MPI_COMM_WORLD);
  int const r = cluster.rank(), p = cluster.ranks();
  std::size_t const size = 3000;
  for (std::uint64_t const lists : {1, 4, 700}) {
    auto const whole =
        make_list<std::uint32_t>(size, {.lists = lists, .seed = yoke_test::base_seed()});
    auto const sound = heads_of(whole);
    auto const successor = view_of<Memory>(part_of(whole, r, p));
    Kokkos::View<std::uint32_t*, Memory> const rank("rank", successor.extent(0));
    auto const expect = [&](std::vector<std::uint32_t> const& heads, bool always,
                            std::string const& text) {
      auto const own = view_of<Memory>(part_of(heads, r, p, Cut::all_on_last));
      for (auto const& way : ways) {
        for (bool const validate : {true, false}) {
          if (!validate && (!always || p == 1)) continue;
          auto const what = yoke_test::what_is_thrown([&] {
            yoke::list_rank(cluster, successor, own, rank, by(way, {.validate = validate}));
          });
          EXPECT_NE(what.find(text), std::string::npos)
              << what << ", not " << text << ", by " << way.name;
          EXPECT_TRUE(yoke_test::same_on_all(what));
        }
      }
    };
    auto heads = sound;
    heads.push_back(heads[0]);
    expect(heads, true, std::to_string(lists + 1) + " heads are given");
    heads = sound;
    heads.back() = size;
    expect(heads, true, "heads(" + std::to_string(lists - 1) + ") is not a node");
    heads.back() = heads[0];
    if (lists > 1) expect(heads, false, "it is given twice");
    heads.back() = whole[sound.back()];
    if (whole[sound.back()] != sound.back()) {
      expect(heads, false, "heads(" + std::to_string(lists - 1) + ") is not the head");
    }
    heads.assign(size + 1, 0);
    expect(heads, true, "heads has 3001");
  }
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
          yoke::ListRankOptions{.road = ways[is_last].road}}) {
      EXPECT_THROW(yoke::list_rank(cluster, successor, right, options), std::invalid_argument);
    }
  }
}

}  // namespace
