#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "support/any_lists.hpp"
#include "support/classic.hpp"
#include "support/ranking_case.hpp"
#include "support/rounds.hpp"
#include "support/watchdog.hpp"

// list_rank on random functional graphs with random heads, by every algorithm: a call throws, or it
// has written every rank. It throws only where the input is malformed, and with `validate` exactly
// there.

namespace {

using yoke::Hybrid;
using yoke::InvalidInput;
using yoke::ListRankAlgorithm;
using yoke::ListRankOptions;
using yoke::RankFrom;
using yoke::Split;
using yoke_test::AnyLists;
using yoke_test::base_seed;
using yoke_test::rounds;

struct Way {
  std::string name;
  ListRankOptions options;
};

std::vector<Way> every_way() {
  std::vector<Way> ways;
  for (auto const& [name, choose] : yoke_test::core_algorithms()) {
    yoke_test::RankingCase c;
    choose(c);
    ways.push_back({name, c.options});
  }
  for (auto const& [name, options] : yoke_test::classic::make_variants()) {
    ways.push_back({name, options});
  }
  for (std::size_t const limit : {0, 20}) {
    ways.push_back({"independent_set, limit " + std::to_string(limit), {}});
    ways.back().options.algorithm = ListRankAlgorithm::independent_set;
    ways.back().options.independent_set.limit = limit;
  }
  for (int const iterations : {0, 7}) {
    ways.push_back({"fractional_independent_set " + std::to_string(iterations), {}});
    ways.back().options.algorithm = ListRankAlgorithm::fractional_independent_set;
    ways.back().options.fractional_independent_set.iterations = iterations;
  }
  for (auto const reduced :
       {ListRankAlgorithm::sequential, ListRankAlgorithm::helman_jaja,
        ListRankAlgorithm::random_splitter, ListRankAlgorithm::independent_set}) {
    ways.push_back({"fractional_independent_set 3, " + std::string(to_string(reduced)), {}});
    auto& options = ways.back().options;
    options.algorithm = ListRankAlgorithm::fractional_independent_set;
    options.fractional_independent_set.iterations = 3;
    options.reduced_algorithm = reduced;
    options.helman_jaja.limit = options.random_splitter.sublists = 20;
    options.independent_set.limit = 20;
  }
  return ways;
}

// No rank of a list that a test makes.
template <class Index>
constexpr Index poison = ~Index(0) - 4321;

template <class Index, class Executor, class Memory>
class AnyInput {
 public:
  AnyInput(Executor const& executor, AnyLists const& lists) : executor_(executor), lists_(lists) {
    successor_ = copy(lists.successor);
    if (!lists.heads.empty()) heads_ = copy(lists.heads);  // else they are left out
    rank_ = Array("rank", lists.size());
  }

  void expect_throws_or_ranks(ListRankOptions options) {
    options.tail = lists_.tail();
    bool const well_formed = lists_.are_lists() && lists_.heads_are_right();
    Kokkos::deep_copy(rank_, poison<Index>);
    try {
      yoke::list_rank(executor_, successor_, heads_, rank_, options);
    } catch (InvalidInput const& error) {
      EXPECT_FALSE(well_formed) << error.what();
      return;
    }
    EXPECT_TRUE(well_formed || !options.validate) << "passed";
    auto const ranks = yoke_test::to_vector(rank_);
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      ASSERT_NE(ranks[i], poison<Index>) << "rank(" << i << ") was not written";
      ASSERT_LT(ranks[i], ranks.size()) << "rank(" << i << ")";
    }
    // The way to the tail is what it is, whoever else comes along; the head is one of several
    // where lists meet.
    if (options.from == RankFrom::tail || lists_.are_lists()) {
      EXPECT_TRUE(lists_.are_ranks(ranks, options.from));
    }
  }

 private:
  using Array = Kokkos::View<Index*, Memory>;

  static Array copy(std::vector<std::uint64_t> const& values) {
    return yoke_test::to_space<typename Memory::execution_space>(
        std::vector<Index>(values.begin(), values.end()));
  }

  Executor const& executor_;
  AnyLists const& lists_;
  Array successor_, heads_, rank_;
};

template <class Index, class Executor, class Memory>
void expect_any_input(Executor const& executor, std::vector<Way> const& ways, std::uint64_t seed,
                      int count) {
  std::mt19937_64 random(seed);
  for (int round = 0; round < count; ++round) {
    std::uint64_t const list_seed = random();
    AnyLists const lists(list_seed);
    AnyInput<Index, Executor, Memory> input(executor, lists);
    for (Way const& way : ways) {
      auto options = way.options;
      options.from = random() % 2 ? RankFrom::tail : RankFrom::head;
      options.validate = random() % 4 == 0;
      options.seed = random();
      std::string const trace =
          way.name + ", " + lists.describe() + ", round " + std::to_string(round) + ", from " +
          (options.from == RankFrom::tail ? "tail" : "head") +
          (options.validate ? ", validated" : "") + ", base seed " + std::to_string(base_seed());
      SCOPED_TRACE(trace);
      yoke_test::Watchdog const watchdog(trace);
      input.expect_throws_or_ranks(options);
      if (::testing::Test::HasFailure()) return;  // the rest would say it again
    }
  }
}

template <class Space>
class ListRankingAnyInput : public ::testing::Test {};
template <class First, class... Spaces>
using Types = ::testing::Types<Spaces...>;
#define YOKE_SPACE(Space) , Space
using EverySpace = Types<void YOKE_FOR_EACH_SPACE(YOKE_SPACE)>;
TYPED_TEST_SUITE(ListRankingAnyInput, EverySpace);

TYPED_TEST(ListRankingAnyInput, ThrowsOrIsRanked) {
  using Memory = typename TypeParam::memory_space;
  TypeParam const exec;
  expect_any_input<std::uint32_t, TypeParam, Memory>(exec, every_way(), base_seed(), rounds(300));
  expect_any_input<std::uint64_t, TypeParam, Memory>(exec, every_way(), base_seed() + 1,
                                                     rounds(100));
}

TEST(ListRankingAnyInputHybrid, ThrowsOrIsRanked) {
  Hybrid<> const hybrid;
  std::vector<Way> ways;
  for (Way const& way : every_way()) {
    bool const splits = way.options.algorithm == ListRankAlgorithm::sublist_walk;
    bool const feeds = way.options.algorithm == ListRankAlgorithm::fractional_independent_set;
    if (!splits && !feeds) continue;
    for (double const share : {0.0, 0.3, 0.6}) {
      if (!splits && share > 0) continue;
      ways.push_back({way.name + ", split " + std::to_string(share), way.options});
      ways.back().options.split = Split(share);
    }
  }
  using Host = Kokkos::HostSpace;
  expect_any_input<std::uint32_t, Hybrid<>, Host>(hybrid, ways, base_seed(), rounds(200));
  expect_any_input<std::uint64_t, Hybrid<>, Host>(hybrid, ways, base_seed() + 1, rounds(50));
}

}  // namespace
