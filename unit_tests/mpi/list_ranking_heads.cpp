#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "mpi/list_routes.hpp"
#include "mpi/support.hpp"
#include "support/lists.hpp"
#include "support/seed.hpp"
#include "yoke/list_ranking.hpp"

// Lists whose heads the ranks give.

namespace {

using yoke::RankFrom;
using yoke::Tail;
using yoke_test::by;
using yoke_test::Cut;
using yoke_test::Device;
using yoke_test::make_list;
using yoke_test::part_of;
using yoke_test::vector_of;
using yoke_test::view_of;
using yoke_test::ways;
using Memory = Device::memory_space;

// Heads that this rank gives.
enum class Given { none, own, of_any_node, all_by_last };

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
      auto const heads = yoke_test::heads_of(whole, Tail::self_loop());
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
  auto const heads = part_of(yoke_test::heads_of(whole, Tail::self_loop()), r, p);
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
    auto const sound = yoke_test::heads_of(whole, Tail::self_loop());
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

}  // namespace
