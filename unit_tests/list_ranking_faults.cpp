#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/executors.hpp"
#include "support/malformed_lists.hpp"
#include "support/ranking_case.hpp"
#include "support/watchdog.hpp"

// list_rank on what are no lists: it throws, names a node that shows why, and soon.

namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using yoke::ListRankOptions;
using yoke::Tail;
using yoke_test::base_seed;
using yoke_test::Fault;
using yoke_test::RankingCase;
using yoke_test::Watchdog;

struct ExpectFault {
  std::size_t index_type;
  Fault fault;
  bool self_loop;
  RankingCase const& ranking_case;

  template <class Space>
  void operator()(Space const& exec) const {
    yoke_test::expect_fault<typename Space::memory_space>(index_type, exec, fault, self_loop,
                                                          ranking_case);
  }
};

void expect_faults_pairwise(std::vector<std::size_t> const& sizes, std::uint64_t seed) {
  auto const executors = yoke_test::every_executor<ExpectFault>();
  std::vector<yoke_test::Factor> const factors = {yoke_test::core_algorithms(),
                                                  yoke_test::sizes(sizes), yoke_test::ends(),
                                                  yoke_test::validation()};
  auto levels = yoke_test::count_levels(factors);
  std::size_t const own = levels.size();
  levels.insert(levels.end(), {static_cast<std::size_t>(Fault::count), 2,
                               yoke_test::IndexTypes::count, executors.size()});
  for (auto const& row : yoke_test::pairwise(levels, seed)) {
    auto const fault = static_cast<Fault>(row[own]);
    std::string const trace = std::string(yoke_test::fault_names[row[own]]) + ", " +
                              yoke_test::describe(factors, row) + ", " +
                              (row[own + 1] ? "self-loop" : "-1") + ", " +
                              yoke_test::IndexTypes::names[row[own + 2]] + ", " +
                              executors[row[own + 3]].name + ", seed " + std::to_string(seed);
    SCOPED_TRACE(trace);
    Watchdog const watchdog(trace);
    auto const c = yoke_test::make_case(factors, row, seed);
    executors[row[own + 3]].run({row[own + 2], fault, row[own + 1] == 1, c});
  }
}

TEST(ListRankingFaults, SmallMalformedLists) {
  for (std::uint64_t round = 0; round < 20; ++round) {
    std::uint64_t const seed = base_seed() + round;
    expect_faults_pairwise({8, 9, 17, 64, 100 + seed % 400, 5000}, seed);
  }
}

TEST(ListRankingFaults, MalformedListsUpToAMillion) {
  expect_faults_pairwise({20000, 70000, 200000, 1000000}, base_seed());
}

// Three lists in random order whose heads are known, and heads that are wrong in one way each.
struct WrongHeads {
  std::string name;
  // Makes them of right heads and of a node that is none.
  std::vector<std::uint32_t> (*spoil)(std::vector<std::uint32_t> heads, std::uint32_t inner);
  // Where the fault is.
  std::vector<std::uint64_t> places;
};

std::vector<WrongHeads> every_kind_of_wrong_heads() {
  using Heads = std::vector<std::uint32_t>;
  return {{"one fewer",
           [](Heads heads, std::uint32_t) {
             heads.pop_back();
             return heads;
           },
           {0}},
          {"one more",
           [](Heads heads, std::uint32_t inner) {
             heads.push_back(inner);
             return heads;
           },
           {0}},
          {"inner node instead of a head",
           [](Heads heads, std::uint32_t inner) {
             heads[1] = inner;
             return heads;
           },
           {1}},
          {"one twice, one left out",
           [](Heads heads, std::uint32_t) {
             heads[2] = heads[0];
             return heads;
           },
           {0, 2}},
          {"out of range",
           [](Heads heads, std::uint32_t) {
             heads[1] = 20001;
             return heads;
           },
           {1}},
          {"far out of range",
           [](Heads heads, std::uint32_t) {
             heads[2] = ~0u;
             return heads;
           },
           {2}}};
}

struct ExpectWrongHeads {
  template <class Space>
  void operator()(Space const& exec) const {
    std::size_t const n = 20001;
    // Of one length, so that one of them twice and another never makes a right count.
    yoke::ListShape const shape{.lists = 3, .seed = base_seed()};
    auto const list = yoke_test::make_list<std::uint32_t>(n, shape);
    auto const right = yoke_test::heads_of(list, Tail::self_loop());
    auto const successor = yoke_test::to_space<Space>(list);
    Kokkos::View<std::uint32_t*, typename Space::memory_space> const rank("rank", n);
    for (auto const& wrong : every_kind_of_wrong_heads()) {
      for (auto const& [name, choose] : yoke_test::core_algorithms()) {
        for (auto const from : {yoke::RankFrom::tail, yoke::RankFrom::head}) {
          RankingCase c;
          choose(c);
          c.options.from = from;
          std::string const trace =
              wrong.name + ", " + name + ", seed " + std::to_string(base_seed());
          SCOPED_TRACE(trace);
          Watchdog const watchdog(trace);
          // The node after a head is none.
          auto const heads = yoke_test::to_space<Space>(wrong.spoil(right, list[right[1]]));
          Kokkos::deep_copy(rank, ~0u);
          try {
            yoke::list_rank(exec, successor, heads, rank, c.options);
            // Where the heads were splitters too, nothing was amiss.
            EXPECT_TRUE(yoke_test::to_vector(rank) ==
                        yoke_test::oracle_ranks(list, Tail::self_loop(), from));
          } catch (yoke::InvalidInput const& error) {
            EXPECT_THAT(wrong.places, Contains(error.index())) << error.what();
          }
          c.options.validate = true;
          try {
            yoke::list_rank(exec, successor, heads, rank, c.options);
            ADD_FAILURE() << "passed";
          } catch (yoke::InvalidInput const& error) {
            EXPECT_THAT(wrong.places, Contains(error.index())) << error.what();
            EXPECT_THAT(error.what(), HasSubstr("head"));
          }
        }
      }
    }
  }
};

TEST(ListRankingFaults, WrongHeads) {
  for (auto const& executor : yoke_test::every_executor<ExpectWrongHeads>()) {
    SCOPED_TRACE(executor.name);
    executor.run({});
  }
}

// The list from node n - 1 runs into a ring. Where that happens at a splitter, two sublists are
// followed by one, and links that are turned round keep only one of them.
struct ExpectRingFound {
  template <class Space>
  void operator()(Space const& exec) const {
    constexpr std::uint32_t n = 10000, last = n / 2;
    Kokkos::View<std::uint32_t*, Kokkos::HostSpace> const host("host", n);
    for (std::uint32_t i = 0; i < n; ++i) host(i) = i == 0 || i == n / 10 ? i : i - 1;
    ListRankOptions options;
    options.from = yoke::RankFrom::head;
    options.algorithm = yoke::ListRankAlgorithm::sublist_walk;
    for (std::uint32_t entry = last + 1; entry < last + 1000; entry += 7) {
      host(last) = entry;
      auto const successor =
          Kokkos::create_mirror_view_and_copy(typename Space::memory_space(), host);
      Kokkos::View<std::uint32_t*, typename Space::memory_space> const rank("rank", n);
      EXPECT_THROW(yoke::list_rank(exec, successor, rank, options), yoke::InvalidInput)
          << "the ring begins at " << entry;
    }
  }
};

TEST(ListRankingFaults, ARingThatAListRunsInto) {
  for (auto const& executor : yoke_test::every_executor<ExpectRingFound>()) {
    SCOPED_TRACE(executor.name);
    executor.run({});
  }
}

}  // namespace
