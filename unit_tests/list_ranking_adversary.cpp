#include <gtest/gtest.h>

#include <algorithm>

#include "list_ranking/traits.hpp"
#include "support/adversary.hpp"
#include "support/lists.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/list_ranking.hpp"

// Lists made by somebody who knows where the splitters are: those come last, so that one walker
// would rank nearly all nodes. Its walk is cut, and the list split again where nobody knows:
// counted in nodes, not in time.

namespace {

using yoke::ListRankAlgorithm;
using yoke::ListRankOptions;
using yoke::RankFrom;
using yoke::Tail;
using Scheme = yoke::SublistWalkOptions::Scheme;

constexpr std::size_t size = std::size_t(1) << 18;

// The records' positions let a walk go on for 4096 nodes before it is asked how far it has come; a
// chunk has 16.
std::size_t most_steps(int log_length) {
  return std::max<std::size_t>(std::size_t(64) << log_length, 4096) + 16;
}

// Chunks leave several lists from the head to the other scheme, whose splitters are others.
bool is_trap(ListRankOptions const& options, std::size_t lists) {
  return lists == 1 || options.from == RankFrom::tail ||
         options.sublist_walk.scheme != Scheme::chunks;
}

template <class Executor, class Memory>
void expect_short_walks(Executor const& executor, ListRankOptions options, int log_length) {
  for (std::size_t const lists : {1, 2, 5}) {
    auto const list = yoke_test::splitters_last(size, log_length, options.seed, lists);
    Kokkos::View<std::uint32_t*, Memory> const successor("successor", size), rank("rank", size);
    Kokkos::deep_copy(successor,
                      Kokkos::View<std::uint32_t const*, Kokkos::HostSpace,
                                   Kokkos::MemoryTraits<Kokkos::Unmanaged>>(list.data(), size));
    for (auto const from : {RankFrom::tail, RankFrom::head}) {
      SCOPED_TRACE(std::to_string(lists) + " lists");
      yoke::ListRankReport report;
      options.from = from;
      options.report = &report;
      EXPECT_EQ(yoke::list_rank(executor, successor, rank, options), lists);
      EXPECT_TRUE(yoke_test::to_vector(rank) ==
                  yoke_test::oracle_ranks(list, Tail::self_loop(), from));
      if (is_trap(options, lists)) {
        EXPECT_GT(report.longest_walk, std::uint64_t(8) << log_length);
      }
      EXPECT_LE(report.longest_walk, most_steps(log_length));
    }
  }
}

template <class Space>
class ListRankingAdversary : public ::testing::Test {};
template <class First, class... Spaces>
using Types = ::testing::Types<Spaces...>;
#define YOKE_SPACE(Space) , Space
using EverySpace = Types<void YOKE_FOR_EACH_SPACE(YOKE_SPACE)>;
TYPED_TEST_SUITE(ListRankingAdversary, EverySpace);

TYPED_TEST(ListRankingAdversary, InPlaceWalksAreCut) {
  int const log_length =
      yoke::detail::list_ranking::ListRankTraits<TypeParam>::log_sublist_length(size, 0);
  expect_short_walks<TypeParam, typename TypeParam::memory_space>(
      TypeParam(),
      {.algorithm = ListRankAlgorithm::sublist_walk, .sublist_walk = {0, Scheme::in_place}},
      log_length);
}

TYPED_TEST(ListRankingAdversary, ChunkWalksAreCut) {
  int const log_length =
      yoke::detail::list_ranking::ListRankTraits<TypeParam>::log_chunked_sublist_length(size, 0);
  expect_short_walks<TypeParam, typename TypeParam::memory_space>(
      TypeParam(),
      {.algorithm = ListRankAlgorithm::sublist_walk, .sublist_walk = {0, Scheme::chunks}},
      log_length);
}

TEST(ListRankingAdversaryHybrid, WalksOfEitherSideAreCut) {
  using Device = yoke::Hybrid<>::DeviceSpace;
  int const log_length =
      yoke::detail::list_ranking::ListRankTraits<Device>::log_sublist_length(size, 0);
  expect_short_walks<yoke::Hybrid<>, Kokkos::HostSpace>(
      yoke::Hybrid<>(), {.algorithm = ListRankAlgorithm::sublist_walk, .split = yoke::Split(0.4)},
      log_length);
}

}  // namespace
