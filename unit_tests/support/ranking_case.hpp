#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "support/guarded_array.hpp"
#include "support/lists.hpp"
#include "support/pairwise.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/list_ranking.hpp"

// What the tests of list ranking choose from, and how one combination is run and checked.

namespace yoke_test {

template <class T>
struct Named {
  std::string name;
  T value;
};

template <class T>
std::vector<std::size_t> count_levels(std::vector<T> const& factors) {
  std::vector<std::size_t> levels;
  levels.reserve(factors.size());
  for (auto const& factor : factors) levels.push_back(factor.size());
  return levels;
}

// One call of list_rank: the list, how it is passed, and the options.
struct RankingCase {
  enum class Heads { found, in_order, shuffled };
  enum class Arrays { whole, subview, strided };
  enum class Call { function, plan, larger_plan };

  std::size_t size = 0;
  yoke::ListShape shape;
  yoke::ListRankOptions options;
  Heads heads = Heads::found;
  Arrays arrays = Arrays::whole;
  Call call = Call::function;
  bool rank_has_other_sign = false;
};

// Sets one property of a case.
using Choice = Named<std::function<void(RankingCase&)>>;
using Factor = std::vector<Choice>;

inline RankingCase make_case(std::vector<Factor> const& factors, Combination const& combination,
                             std::uint64_t seed) {
  RankingCase made;
  made.shape.seed = seed;
  made.options.seed = seed + 1;
  for (std::size_t i = 0; i < factors.size(); ++i) factors[i][combination[i]].value(made);
  return made;
}

inline std::string describe(std::vector<Factor> const& factors, Combination const& combination) {
  std::string text;
  for (std::size_t i = 0; i < factors.size(); ++i) {
    text += (i ? ", " : "") + factors[i][combination[i]].name;
  }
  return text;
}

inline Choice use_algorithm(std::string const& name, yoke::ListRankAlgorithm algorithm,
                            yoke::SublistWalkOptions const& walk = {}) {
  return {name, [=](RankingCase& c) {
            c.options.algorithm = algorithm;
            c.options.sublist_walk = walk;
          }};
}

// The algorithms that automatic chooses from, by every path through them.
inline Factor core_algorithms() {
  using Algorithm = yoke::ListRankAlgorithm;
  using Scheme = yoke::SublistWalkOptions::Scheme;
  Factor all = {use_algorithm("automatic", Algorithm::automatic),
                use_algorithm("sequential", Algorithm::sequential)};
  for (std::size_t const length : {0, 1, 32, 8192}) {
    all.push_back(use_algorithm("in place " + std::to_string(length), Algorithm::sublist_walk,
                                {length, Scheme::in_place}));
  }
  for (std::size_t const length : {0, 4, 1024}) {
    all.push_back(use_algorithm("chunks " + std::to_string(length), Algorithm::sublist_walk,
                                {length, Scheme::chunks}));
  }
  return all;
}

inline Factor sizes(std::vector<std::size_t> const& sizes) {
  Factor all;
  for (std::size_t const n : sizes) {
    all.push_back({"n = " + std::to_string(n), [n](RankingCase& c) { c.size = n; }});
  }
  return all;
}

inline Factor orders() {
  using yoke::ListOrder;
  Factor all;
  for (auto const& [name, order] : {Named<ListOrder>{"random", ListOrder::random},
                                    {"ordered", ListOrder::ordered},
                                    {"reversed", ListOrder::reversed},
                                    {"block-shuffled", ListOrder::block_shuffled}}) {
    all.push_back({name, [order = order](RankingCase& c) { c.shape.order = order; }});
  }
  return all;
}

// After the size.
inline Factor numbers_of_lists() {
  return {{"1 list", [](RankingCase& c) { c.shape.lists = 1; }},
          {"2 lists", [](RankingCase& c) { c.shape.lists = 2; }},
          {"many short lists", [](RankingCase& c) { c.shape.lists = c.size / 5; }},
          {"lists of 1000", [](RankingCase& c) { c.shape.lists = c.size / 1000; }},
          {"one long among many short",
           [](RankingCase& c) {
             c.shape.lists = c.size / 7;
             c.shape.long_list_share = 0.5;
           }},
          {"single nodes", [](RankingCase& c) { c.shape.lists = c.size; }}};
}

inline std::uint64_t node_at(RankingCase const& c, std::uint64_t position) {
  return yoke::detail::NodeAtPosition(c.shape.order, c.size, yoke::Philox(c.shape.seed))(position);
}

// After the size and the order.
inline Factor tails() {
  using yoke::Tail;
  auto const mark = [](RankingCase& c, Tail tail) { c.options.tail = c.shape.tail = tail; };
  return {{"self-loop", [=](RankingCase& c) { mark(c, Tail::self_loop()); }},
          {"-1", [=](RankingCase& c) { mark(c, Tail::minus_one()); }},
          {"tail n", [=](RankingCase& c) { mark(c, Tail::value(c.size)); }},
          {"tail n + 17", [=](RankingCase& c) { mark(c, Tail::value(c.size + 17)); }},
          // A head is nobody's successor, so it can mark the tails.
          {"tail is a head",
           [=](RankingCase& c) { mark(c, Tail::value(c.size ? node_at(c, 0) : 0)); }}};
}

inline Factor ends() {
  return {{"from tail", [](RankingCase& c) { c.options.from = yoke::RankFrom::tail; }},
          {"from head", [](RankingCase& c) { c.options.from = yoke::RankFrom::head; }}};
}
inline Factor heads() {
  using Heads = RankingCase::Heads;
  return {{"heads found", [](RankingCase& c) { c.heads = Heads::found; }},
          {"heads given", [](RankingCase& c) { c.heads = Heads::in_order; }},
          {"heads given, shuffled", [](RankingCase& c) { c.heads = Heads::shuffled; }}};
}
inline Factor arrays() {
  using Arrays = RankingCase::Arrays;
  return {{"whole arrays", [](RankingCase& c) { c.arrays = Arrays::whole; }},
          {"subviews", [](RankingCase& c) { c.arrays = Arrays::subview; }},
          {"strided", [](RankingCase& c) { c.arrays = Arrays::strided; }}};
}
inline Factor calls() {
  using Call = RankingCase::Call;
  return {{"function", [](RankingCase& c) { c.call = Call::function; }},
          {"plan", [](RankingCase& c) { c.call = Call::plan; }},
          {"larger plan", [](RankingCase& c) { c.call = Call::larger_plan; }}};
}
inline Factor validation() {
  return {{"unchecked", [](RankingCase& c) { c.options.validate = false; }},
          {"validated", [](RankingCase& c) { c.options.validate = true; }}};
}
inline Factor rank_signs() {
  return {{"rank of one sign", [](RankingCase& c) { c.rank_has_other_sign = false; }},
          {"rank of the other sign", [](RankingCase& c) { c.rank_has_other_sign = true; }}};
}

// Calls list_rank as the case says.
template <class Executor, class Successor, class Heads, class Rank>
std::size_t call_list_rank(Executor const& executor, RankingCase const& c,
                           Successor const& successor, Heads const& heads, Rank const& rank) {
  bool const given = c.heads != RankingCase::Heads::found;
  if (c.call == RankingCase::Call::function) {
    return given ? yoke::list_rank(executor, successor, heads, rank, c.options)
                 : yoke::list_rank(executor, successor, rank, c.options);
  }
  std::size_t const more = c.call == RankingCase::Call::larger_plan ? 12345 : 0;
  yoke::ListRankPlan<Executor, typename Successor::non_const_value_type> plan(
      executor, c.size + more, c.options);
  return given ? plan(successor, heads, rank) : plan(successor, rank);
}

// Ranks the lists of the case, which lie in the memory spaces given, and compares with the oracle.
template <class Index, class RankIndex, class InputMemory, class RankMemory, class Executor>
void expect_ranks(Executor const& executor, RankingCase const& c) {
  auto const successor = make_list<Index>(c.size, c.shape);
  auto heads = heads_of(successor, c.options.tail);
  if (c.heads == RankingCase::Heads::shuffled) {
    std::shuffle(heads.begin(), heads.end(), std::mt19937_64(c.shape.seed));
  }
  std::size_t const margin = c.arrays == RankingCase::Arrays::whole ? 0 : 3;
  std::size_t const stride = c.arrays == RankingCase::Arrays::strided ? 2 : 1;
  GuardedArray<Index, InputMemory> const input(successor, margin, stride);
  GuardedArray<Index, InputMemory> const given(heads, margin, stride);
  GuardedArray<RankIndex, RankMemory> const rank(std::vector<RankIndex>(c.size, RankIndex(99)),
                                                 margin, stride);
  std::size_t const lists =
      stride == 1
          ? call_list_rank(executor, c, input.contiguous(), given.contiguous(), rank.contiguous())
          : call_list_rank(executor, c, input.strided(), given.strided(), rank.strided());

  EXPECT_EQ(lists, heads.size());
  EXPECT_TRUE(input.values() == successor) << "the successors have changed";
  EXPECT_TRUE(rank.guards_are_intact()) << "written outside of rank";
  auto const expected = oracle_ranks(successor, c.options.tail, c.options.from);
  auto const actual = rank.values();
  for (std::size_t i = 0; i < c.size; ++i) {
    if (static_cast<Index>(actual[i]) == expected[i]) continue;
    ADD_FAILURE() << "rank(" << i << ") is " << actual[i] << ", not " << expected[i];
    return;
  }
}

// The same for an index type that is known at run time.
struct IndexTypes {
  static constexpr std::size_t count = 4;
  static constexpr char const* names[count] = {"u32", "i32", "u64", "i64"};
};

template <class InputMemory, class RankMemory, class Executor>
void expect_ranks(std::size_t index_type, Executor const& executor, RankingCase const& c) {
  auto const run = [&]<class Index, class Other>(Index, Other) {
    if (c.rank_has_other_sign) {
      expect_ranks<Index, Other, InputMemory, RankMemory>(executor, c);
    } else {
      expect_ranks<Index, Index, InputMemory, RankMemory>(executor, c);
    }
  };
  switch (index_type) {
    case 0:
      return run(std::uint32_t(), std::int32_t());
    case 1:
      return run(std::int32_t(), std::uint32_t());
    case 2:
      return run(std::uint64_t(), std::int64_t());
    default:
      return run(std::int64_t(), std::uint64_t());
  }
}

}  // namespace yoke_test
