#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "list_ranking/ranker_in_copy.hpp"
#include "list_ranking/solver.hpp"
#include "support/adversary.hpp"
#include "support/all_spaces.hpp"
#include "support/lists.hpp"
#include "support/malformed_lists.hpp"
#include "support/seed.hpp"
#include "support/tools.hpp"

// The walk for memory that holds the successors and little else, on every space that there is.

namespace {

using yoke::ListRankOptions;
using yoke::RankFrom;
using yoke::Tail;
using yoke::detail::list_ranking::TwoPassEnd;
using yoke::detail::list_ranking::TwoPassWalk;
using yoke_test::base_seed;
using yoke_test::make_list;
using yoke_test::oracle_ranks;
using yoke_test::to_space;
using yoke_test::to_vector;

template <class Space>
class TwoPass : public ::testing::Test {};
TYPED_TEST_SUITE(TwoPass, yoke_test::AllSpaces);

template <class Space, class Word>
struct Walked {
  TwoPassEnd end;
  std::size_t lists;
  std::vector<Word> ranks;  // or what has become of the links
};

template <class Space, class Word>
Walked<Space, Word> walk_by(TwoPassWalk<Space, Word>& walk, std::vector<Word> const& list,
                            std::vector<Word> const& heads, ListRankOptions const& options) {
  Space const exec;
  auto const links = to_space<Space>(list), given = to_space<Space>(heads);
  auto const end = walk.run(exec, yoke::detail::Array<Space, Word>(links.data(), list.size()),
                            yoke::detail::Array<Space, Word const>(given.data(), heads.size()),
                            yoke::detail::end_rule<Word>(options.tail, "options.tail"));
  exec.fence("test");
  return {end, walk.lists(), to_vector(links)};
}

template <class Space, class Word>
Walked<Space, Word> walk(std::vector<Word> const& list, std::vector<Word> const& heads,
                         ListRankOptions const& options) {
  TwoPassWalk<Space, Word> walk(Space(), list.size(), options);
  return walk_by(walk, list, heads, options);
}

template <class Space, class Word>
void expect_ranks(std::size_t size, std::uint64_t lists) {
  for (auto const tail : {Tail::self_loop(), Tail::minus_one()}) {
    auto const list = make_list<Word>(size, {.lists = lists, .seed = base_seed(), .tail = tail});
    for (auto const from : {RankFrom::tail, RankFrom::head}) {
      for (bool const given : {false, true}) {
        auto heads = given ? yoke_test::heads_of(list, tail) : std::vector<Word>();
        std::reverse(heads.begin(), heads.end());  // in any order
        auto const found = walk<Space, Word>(
            list, heads, {.from = from, .tail = tail, .validate = given, .seed = base_seed()});
        EXPECT_EQ(found.end, TwoPassEnd::ranked) << size;
        EXPECT_EQ(found.lists, lists);
        EXPECT_TRUE(found.ranks == oracle_ranks(list, tail, from))
            << size << " nodes in " << lists << " lists, heads given: " << given;
      }
    }
  }
}

TYPED_TEST(TwoPass, RanksListsOverTheirLinks) {
  for (std::size_t const size : {1, 2, 31, 33, 1000, 70000}) {
    expect_ranks<TypeParam, std::uint32_t>(size, 1);
    expect_ranks<TypeParam, std::uint64_t>(size, 1);
  }
  for (std::uint64_t const lists : {2, 30, 100}) {
    expect_ranks<TypeParam, std::uint32_t>(70000, lists);
    expect_ranks<TypeParam, std::uint64_t>(70000, lists);
  }
  EXPECT_EQ((walk<TypeParam, std::uint32_t>({}, {}, {}).end), TwoPassEnd::ranked);
}

// What a walk keeps is for its capacity, not for the call that came first; nor are short calls
// refused for what would fit.
TYPED_TEST(TwoPass, RanksLongListsAfterShortOnes) {
  std::size_t const capacity = 1 << 20;
  ListRankOptions const options{.seed = base_seed()};
  TwoPassWalk<TypeParam, std::uint32_t> kept(TypeParam(), capacity, options);
  for (std::size_t const size : {std::size_t(1024), capacity, std::size_t(1000), capacity - 1}) {
    auto const list = make_list<std::uint32_t>(size, {.lists = 20, .seed = base_seed() + size});
    auto const found = walk_by(kept, list, {}, options);
    EXPECT_EQ(found.end, TwoPassEnd::ranked) << size;
    EXPECT_EQ(found.lists, 20u);
    EXPECT_TRUE(found.ranks == oracle_ranks(list, options.tail, options.from)) << size;
  }
}

// They would take more memory; the links stay as they are.
TYPED_TEST(TwoPass, LeavesManyListsAlone) {
  auto const list = make_list<std::uint32_t>(70000, {.lists = 5000, .seed = base_seed()});
  auto const found = walk<TypeParam, std::uint32_t>(list, {}, {});
  EXPECT_EQ(found.end, TwoPassEnd::too_many_lists);
  EXPECT_EQ(found.ranks, list);
}

TYPED_TEST(TwoPass, SplitsAListAgainWhoseSplittersComeLast) {
  using yoke::detail::list_ranking::ListRankTraits;
  std::size_t const size = std::size_t(1) << 18;
  int const log_length = ListRankTraits<TypeParam>::log_sublist_length(size, 0);
  yoke::ListRankReport report;
  ListRankOptions const options{.seed = 5, .report = &report};
  auto const list = yoke_test::splitters_last(size, log_length, options.seed, 1);
  auto const found = walk<TypeParam, std::uint32_t>(list, {}, options);
  EXPECT_EQ(found.end, TwoPassEnd::ranked);
  EXPECT_TRUE(found.ranks == oracle_ranks(list, options.tail, options.from));
  EXPECT_EQ(report.longest_walk, std::uint64_t(64) << log_length);
}

// No fault is ranked, but for in-trees whose branches meet at splitters: and those from the tail.
TYPED_TEST(TwoPass, RefusesMalformedLists) {
  for (int f = 0; f < static_cast<int>(yoke_test::Fault::count); ++f) {
    auto const fault = static_cast<yoke_test::Fault>(f);
    for (std::size_t const size : {8, 100, 2000, 60000}) {
      for (bool const self_loop : {true, false}) {
        auto const bad =
            yoke_test::make_malformed<std::uint32_t>(fault, size, self_loop, base_seed() + size);
        ListRankOptions options{.tail = bad.tail};
        auto const found = walk<TypeParam, std::uint32_t>(bad.successor, {}, options);
        EXPECT_TRUE(found.end != TwoPassEnd::ranked || bad.is_in_tree)
            << yoke_test::fault_names[f] << ", " << size;
        options.validate = true;
        try {
          EXPECT_NE((walk<TypeParam, std::uint32_t>(bad.successor, {}, options).end),
                    TwoPassEnd::ranked)
              << yoke_test::fault_names[f] << ", " << size;
        } catch (yoke::InvalidInput const& error) {
          EXPECT_TRUE(bad.shows(error)) << error.what();
        }
      }
    }
  }
}

// Beside the links, which may be all that memory holds.
TYPED_TEST(TwoPass, HoldsLittle) {
  std::size_t const size = std::size_t(1) << 21;
  TypeParam const exec;
  yoke_test::AllocationRecorder const recorder;
  TwoPassWalk<TypeParam, std::uint32_t> const walk(exec, size, {});
  EXPECT_LE(recorder.most_bytes(), size * 20 * 17 / 16 / 64 + size / 16);
}

// The caller's successors stay; ranks that lie near are all the room that is taken.
TEST(RankerInCopy, RanksInTheRanksOwnArray) {
  using Space = Kokkos::DefaultExecutionSpace;
  using List = yoke::detail::list_ranking::ListRanking<std::uint32_t>;
  std::size_t const size = 70000;
  Space const exec;
  Kokkos::DefaultHostExecutionSpace const host;
  yoke::detail::CopyRing ring(exec, host);
  auto const list = make_list<std::uint32_t>(size, {.lists = 3, .seed = base_seed()});
  auto const expected = oracle_ranks(list, Tail::self_loop(), RankFrom::tail);
  auto const near = to_space<Space>(list);
  auto const far = to_space<Kokkos::DefaultHostExecutionSpace>(list);
  Kokkos::View<std::uint32_t*, Space> const near_rank("rank", size);
  Kokkos::View<std::uint32_t*, Kokkos::HostSpace> const far_rank("rank", size);
  yoke::detail::list_ranking::RankerInCopy<Space, std::uint32_t> ranker(exec, size, {});
  auto const here = yoke::detail::place_of<Space::memory_space>();
  auto const there = yoke::detail::Place::host;
  List::Arguments const cases[] = {{{far.data(), size, there}, {}, {far_rank.data(), size, there}},
                                   {{far.data(), size, there}, {}, {near_rank.data(), size, here}},
                                   {{near.data(), size, here}, {}, {near_rank.data(), size, here}},
                                   {{near.data(), size, here}, {}, {far_rank.data(), size, there}}};
  for (auto const& arguments : cases) {
    Kokkos::deep_copy(near_rank, 7u);
    Kokkos::deep_copy(far_rank, 7u);
    EXPECT_EQ(ranker.run(arguments, ring), TwoPassEnd::ranked);
    EXPECT_EQ(ranker.lists(), 3u);
    bool const is_near = arguments.rank.data == near_rank.data();
    EXPECT_TRUE((is_near ? to_vector(near_rank) : to_vector(far_rank)) == expected);
    EXPECT_EQ(to_vector(near), list);
    EXPECT_EQ(to_vector(far), list);
  }
}

}  // namespace
