#include <gtest/gtest.h>

#include <vector>

#include "support/adversary.hpp"
#include "support/lists.hpp"
#include "yoke/euler_tour.hpp"
#include "yoke/list_scan.hpp"

// Lists and trees made by somebody who knows where the splitters are (list_ranking_adversary.cpp).

namespace {

using yoke::ScanFrom;
using yoke::Tail;

constexpr std::size_t size = std::size_t(1) << 18;

template <class Space>
class ListScanAdversary : public ::testing::Test {
 protected:
  static constexpr std::uint64_t seed = yoke::ListScanOptions().seed;
  static int log_length(std::size_t n) {
    return yoke::detail::list_scan::ListScanTraits<Space>::log_length(n);
  }
};
template <class First, class... Spaces>
using Types = ::testing::Types<Spaces...>;
#define YOKE_SPACE(Space) , Space
using EverySpace = Types<void YOKE_FOR_EACH_SPACE(YOKE_SPACE)>;
TYPED_TEST_SUITE(ListScanAdversary, EverySpace);

struct Join {
  KOKKOS_FUNCTION std::uint64_t operator()(std::uint64_t left, std::uint64_t right) const {
    return left + right;
  }
};

TYPED_TEST(ListScanAdversary, WalksAreCut) {
  using Memory = typename TypeParam::memory_space;
  for (std::size_t const lists : {1, 5}) {
    auto const links = yoke_test::to_space<TypeParam>(
        yoke_test::splitters_last(size, this->log_length(size), this->seed, lists));
    Kokkos::View<std::uint32_t*, Memory> const order("order", size);
    Kokkos::View<std::uint64_t*, Memory> const sums("sums", size);
    yoke::ListScanReport ordered, scanned;
    EXPECT_EQ(yoke::list_to_array(TypeParam(), links, order, {.report = &ordered}), lists);
    yoke::list_scan(TypeParam(), links, sums, sums, Join(), 0, {.report = &scanned});
    for (auto const& report : {ordered, scanned}) {
      EXPECT_EQ(report.lists, lists);
      EXPECT_GT(report.longest_walk, std::uint64_t(8) << this->log_length(size));
      EXPECT_LE(report.longest_walk, std::uint64_t(64) << this->log_length(size));
    }
  }
}

TYPED_TEST(ListScanAdversary, ListsAreScannedInTheCallersArray) {
  for (std::size_t const lists : {1, 5}) {
    auto const list = yoke_test::splitters_last(size, this->log_length(size), this->seed, lists);
    auto const links = yoke_test::to_space<TypeParam>(list);
    for (auto const from : {ScanFrom::head, ScanFrom::tail}) {
      auto const values = yoke_test::to_space<TypeParam>(std::vector<std::uint64_t>(size, 1));
      yoke::ListScanOptions options;
      options.from = from;
      yoke::list_scan(TypeParam(), links, values, values, Join(), 0, options);
      auto const rank = yoke_test::oracle_ranks(
          list, Tail::self_loop(),
          from == ScanFrom::head ? yoke::RankFrom::head : yoke::RankFrom::tail);
      auto const result = yoke_test::to_vector(values);
      for (std::size_t i = 0; i < size; ++i) ASSERT_EQ(result[i], rank[i] + 1u) << i;
    }
  }
}

TYPED_TEST(ListScanAdversary, ListsBecomeArrays) {
  auto const list = yoke_test::splitters_last(size, this->log_length(size), this->seed, 1);
  auto const rank = yoke_test::oracle_ranks(list, Tail::self_loop(), yoke::RankFrom::head);
  auto const links = yoke_test::to_space<TypeParam>(list);
  Kokkos::View<std::uint32_t*, typename TypeParam::memory_space> const nodes("nodes", size);
  EXPECT_EQ(yoke::list_to_array(TypeParam(), links, nodes), 1u);
  auto const order = yoke_test::to_vector(nodes);
  for (std::size_t i = 0; i < size; ++i) ASSERT_EQ(rank[order[i]], i);
}

// A path, whose tour enters every node and leaves them in turn: its deepest nodes are those that
// have a splitter among their visits.
TYPED_TEST(ListScanAdversary, TreesAreCounted) {
  yoke::detail::Splitters<std::uint32_t> const splitters(2 * size, this->log_length(2 * size),
                                                         this->seed);
  auto const order = yoke_test::order_with_last(size, [&](std::uint32_t node) {
    return splitters.contains(2 * node) || splitters.contains(2 * node + 1);
  });
  std::vector<std::uint32_t> parent(size);
  for (std::size_t k = 0; k < size; ++k) parent[order[k]] = order[k == 0 ? 0 : k - 1];
  yoke::TreeReport report;
  auto const statistics = yoke::tree_statistics(TypeParam(), yoke_test::to_space<TypeParam>(parent),
                                                {.report = &report});
  EXPECT_GT(report.longest_walk, std::uint64_t(8) << this->log_length(2 * size));
  EXPECT_LE(report.longest_walk, std::uint64_t(64) << this->log_length(2 * size));
  auto const depth = yoke_test::to_vector(statistics.depth);
  auto const subtree = yoke_test::to_vector(statistics.subtree_size);
  for (std::size_t k = 0; k < size; ++k) {
    ASSERT_EQ(depth[order[k]], k);
    ASSERT_EQ(subtree[order[k]], size - k);
  }
}

}  // namespace
