#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "support/malformed_lists.hpp"
#include "support/ranking_case.hpp"
#include "support/rounds.hpp"
#include "support/tools.hpp"
#include "support/watchdog.hpp"
#include "yoke/errors.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/list_ranking.hpp"
#include "yoke/timeline.hpp"
#include "yoke/tuner.hpp"

// list_rank by both sides of a Hybrid.

namespace {

using yoke::Hybrid;
using yoke::Lane;
using yoke::ListRankAlgorithm;
using yoke::ListRankOptions;
using yoke::ListRankPlan;
using yoke::Split;
using yoke::Tail;
using yoke_test::base_seed;
using yoke_test::Factor;
using yoke_test::Fault;
using yoke_test::RankingCase;

// Where the input and the ranks lie.
using RankCall = void (*)(std::size_t, Hybrid<> const&, RankingCase const&);
using FaultCall = void (*)(std::size_t, Hybrid<> const&, Fault, bool, RankingCase const&);
template <class Call>
using Places = std::vector<yoke_test::Named<Call>>;

Places<RankCall> rank_places() {
  using Host = Kokkos::HostSpace;
  Places<RankCall> places = {{"host to host", yoke_test::expect_ranks<Host, Host, Hybrid<>>}};
#if defined(KOKKOS_ENABLE_CUDA)
  using Device = Kokkos::CudaSpace;
  using Pinned = Kokkos::CudaHostPinnedSpace;
  places.push_back({"device to device", yoke_test::expect_ranks<Device, Device, Hybrid<>>});
  places.push_back({"pinned to pinned", yoke_test::expect_ranks<Pinned, Pinned, Hybrid<>>});
  places.push_back({"host to device", yoke_test::expect_ranks<Host, Device, Hybrid<>>});
  places.push_back({"device to host", yoke_test::expect_ranks<Device, Host, Hybrid<>>});
#endif
  return places;
}

Places<FaultCall> fault_places() {
  Places<FaultCall> places = {{"host", yoke_test::expect_fault<Kokkos::HostSpace, Hybrid<>>}};
#if defined(KOKKOS_ENABLE_CUDA)
  places.push_back({"device", yoke_test::expect_fault<Kokkos::CudaSpace, Hybrid<>>});
  places.push_back({"pinned", yoke_test::expect_fault<Kokkos::CudaHostPinnedSpace, Hybrid<>>});
#endif
  return places;
}

Factor splits() {
  Factor all = {{"split automatic", [](RankingCase& c) { c.options.split = Split::automatic(); }}};
  for (double const share : {0.0, 0.01, 0.3, 1.0}) {
    all.push_back({"split " + std::to_string(share),
                   [share](RankingCase& c) { c.options.split = Split(share); }});
  }
  return all;
}

yoke_test::Choice fractional_independent_set(yoke::FractionalIndependentSetOptions::Bits bits,
                                             std::string const& name) {
  return {name, [bits](RankingCase& c) {
            c.options.algorithm = ListRankAlgorithm::fractional_independent_set;
            c.options.fractional_independent_set.bits = bits;
          }};
}

Factor algorithms() {
  using Bits = yoke::FractionalIndependentSetOptions::Bits;
  auto all = yoke_test::core_algorithms();
  all.push_back(fractional_independent_set(Bits::host, "fractional independent set, host's bits"));
  all.push_back(
      fractional_independent_set(Bits::device, "fractional independent set, device's bits"));
  return all;
}

// One side has all the work where there is no way to share it.
bool can_run(ListRankOptions const& options) {
  return options.split.is_automatic() || options.split.host_share() == 0 ||
         options.split.host_share() == 1 || options.algorithm == ListRankAlgorithm::automatic ||
         options.algorithm == ListRankAlgorithm::sublist_walk;
}

void expect_ranks_pairwise(Hybrid<> const& hybrid, std::vector<std::size_t> const& sizes,
                           std::uint64_t seed) {
  auto const places = rank_places();
  std::vector<Factor> const factors = {algorithms(),
                                       splits(),
                                       yoke_test::sizes(sizes),
                                       yoke_test::orders(),
                                       yoke_test::numbers_of_lists(),
                                       yoke_test::tails(),
                                       yoke_test::ends(),
                                       yoke_test::heads(),
                                       yoke_test::arrays(),
                                       yoke_test::calls(),
                                       yoke_test::validation(),
                                       yoke_test::rank_signs()};
  auto levels = yoke_test::count_levels(factors);
  std::size_t const own = levels.size();
  levels.insert(levels.end(), {yoke_test::IndexTypes::count, places.size()});
  for (auto const& row : yoke_test::pairwise(levels, seed)) {
    auto const& place = places[row[own + 1]];
    SCOPED_TRACE(yoke_test::describe(factors, row) + ", " + yoke_test::IndexTypes::names[row[own]] +
                 ", " + place.name + ", seed " + std::to_string(seed));
    auto const c = yoke_test::make_case(factors, row, seed);
    if (can_run(c.options)) {
      place.value(row[own], hybrid, c);
    } else {
      EXPECT_THROW(place.value(row[own], hybrid, c), std::invalid_argument);
    }
    if (::testing::Test::HasFailure()) return;  // the rest would say it again
  }
}

TEST(ListRankingHybrid, SmallListsOfEveryKind) {
  Hybrid<> const hybrid;
  for (std::uint64_t round = 0; round < 10; ++round) {
    expect_ranks_pairwise(hybrid, {0, 1, 2, 3, 31, 32, 33, 1000}, base_seed() + round);
  }
}

TEST(ListRankingHybrid, ListsOfEveryKindUpToAMillion) {
  expect_ranks_pairwise(Hybrid<>(), {8193, 65536, 65537, 1000000}, base_seed());
}

// Sublists with more nodes than fit their records' position go on under numbers of either side.
TEST(ListRankingHybrid, LongSublistsOfBothSides) {
  Hybrid<> const hybrid;
  for (double const share : {0.01, 0.3, 0.6}) {
    for (auto const from : {yoke::RankFrom::tail, yoke::RankFrom::head}) {
      SCOPED_TRACE("split " + std::to_string(share) + ", seed " + std::to_string(base_seed()));
      RankingCase c;
      c.size = 600000;
      c.shape.seed = c.options.seed = base_seed();
      c.options.algorithm = ListRankAlgorithm::sublist_walk;
      c.options.sublist_walk.sublist_length = 16384;
      c.options.split = Split(share);
      c.options.from = from;
      rank_places()[0].value(0, hybrid, c);
    }
  }
}

void expect_faults_pairwise(Hybrid<> const& hybrid, std::vector<std::size_t> const& sizes,
                            std::uint64_t seed) {
  auto const places = fault_places();
  std::vector<Factor> const factors = {algorithms(), splits(), yoke_test::sizes(sizes),
                                       yoke_test::ends(), yoke_test::validation()};
  auto levels = yoke_test::count_levels(factors);
  std::size_t const own = levels.size();
  levels.insert(levels.end(), {static_cast<std::size_t>(Fault::count), 2,
                               yoke_test::IndexTypes::count, places.size()});
  for (auto const& row : yoke_test::pairwise(levels, seed)) {
    std::string const trace = std::string(yoke_test::fault_names[row[own]]) + ", " +
                              yoke_test::describe(factors, row) + ", " +
                              (row[own + 1] ? "self-loop" : "-1") + ", " +
                              yoke_test::IndexTypes::names[row[own + 2]] + ", " +
                              places[row[own + 3]].name + ", seed " + std::to_string(seed);
    auto const c = yoke_test::make_case(factors, row, seed);
    if (!can_run(c.options)) continue;
    SCOPED_TRACE(trace);
    yoke_test::Watchdog const watchdog(trace);
    places[row[own + 3]].value(row[own + 2], hybrid, static_cast<Fault>(row[own]),
                               row[own + 1] == 1, c);
  }
}

TEST(ListRankingHybrid, SmallMalformedLists) {
  Hybrid<> const hybrid;
  for (std::uint64_t round = 0; round < 10; ++round) {
    std::uint64_t const seed = base_seed() + round;
    expect_faults_pairwise(hybrid, {8, 9, 17, 64, 100 + seed % 400, 5000}, seed);
  }
}

TEST(ListRankingHybrid, MalformedListsUpToAMillion) {
  expect_faults_pairwise(Hybrid<>(), {20000, 70000, 200000, 1000000}, base_seed());
}

// Branches that meet between splitters, met by either side or by both: the count of nodes may come
// out right though some were met twice and some never.
TEST(ListRankingHybrid, InTreesStayInBounds) {
  Hybrid<> const hybrid;
  for (int round = 0; round < yoke_test::rounds(500); ++round) {
    RankingCase c;
    c.size = 8 + round % 60;
    c.shape.seed = base_seed() + round;
    c.options.seed = base_seed() + 2 * round;
    c.options.algorithm = ListRankAlgorithm::sublist_walk;
    c.options.sublist_walk.sublist_length = std::size_t(1) << round % 4;
    c.options.split = Split(0.5);
    SCOPED_TRACE("seed " + std::to_string(c.shape.seed));
    yoke_test::expect_fault<std::uint32_t, Kokkos::HostSpace>(hybrid, Fault::random_tree, true, c);
  }
}

struct Ranked {
  explicit Ranked(std::size_t n, std::uint64_t lists = 1)
      : list(yoke_test::make_list<std::uint32_t>(n, {.lists = lists, .seed = base_seed() + n})),
        successor(yoke_test::to_space<Kokkos::DefaultHostExecutionSpace>(list)),
        rank("rank", n) {}

  bool is_right() const {
    return yoke_test::to_vector(rank) ==
           yoke_test::oracle_ranks(list, Tail::self_loop(), yoke::RankFrom::tail);
  }

  std::vector<std::uint32_t> list;
  Kokkos::View<std::uint32_t*, Kokkos::HostSpace> successor, rank;
};

struct LaneUse {
  double share;
  bool device, host;
};

TEST(ListRankingHybrid, ReportsTheShareAndTheLanes) {
  Hybrid<> const hybrid;
  Ranked const ranked(300000, 20);
  for (auto const& [share, device, host] :
       {LaneUse{0, true, false}, LaneUse{0.3, true, true}, LaneUse{1, false, true}}) {
    SCOPED_TRACE(share);
    yoke::ListRankReport report;
    yoke::Timeline timeline;
    ListRankPlan<Hybrid<>, std::uint32_t> plan(hybrid, ranked.list.size(),
                                               {.algorithm = ListRankAlgorithm::sublist_walk,
                                                .split = Split(share),
                                                .report = &report,
                                                .timeline = &timeline});
    // A report is of its own call, however much the timeline has already.
    for (int call = 0; call < 2; ++call) {
      Kokkos::Timer timer;
      EXPECT_EQ(plan(ranked.successor, ranked.rank), 20u);
      double const took = timer.seconds();
      EXPECT_EQ(report.host_share, share);
      EXPECT_EQ(report.algorithm, ListRankAlgorithm::sublist_walk);
      EXPECT_EQ(report.algorithm, plan.algorithm());
      EXPECT_EQ(report.device_busy > 0, device);
      EXPECT_EQ(report.host_busy > 0, host);
      EXPECT_LE(report.device_busy, took);
      EXPECT_LE(report.host_busy, took);
      EXPECT_GE(report.copying, 0);
      EXPECT_LE(report.copying, took);
    }
    EXPECT_TRUE(ranked.is_right());
    auto const uses = [&](Lane lane) {
      auto const entries = timeline.entries();
      return std::any_of(entries.begin(), entries.end(),
                         [=](auto const& entry) { return entry.lane == lane; });
    };
    EXPECT_EQ(uses(Lane::device), device);
    EXPECT_EQ(uses(Lane::host), host);
  }
}

// What one space's report has, of a call that both sides share.
TEST(ListRankingHybrid, ASplitCallReportsPhasesAndSublists) {
  Hybrid<> const hybrid;
  Ranked const ranked(200000);
  yoke::ListRankReport report;
  ListRankPlan<Hybrid<>, std::uint32_t> plan(hybrid, ranked.list.size(),
                                             {.algorithm = ListRankAlgorithm::sublist_walk,
                                              .split = Split(0.4),
                                              .report = &report,
                                              .collect_sublist_lengths = true});
  for (int call = 0; call < 2; ++call) {
    plan(ranked.successor, ranked.rank);
    EXPECT_TRUE(ranked.is_right());
    std::vector<std::string> names;
    for (auto const& phase : report.phases) names.push_back(phase.name);
    EXPECT_THAT(names, ::testing::ElementsAre("copy", "heads", "walk", "rank sublists", "add"));
    EXPECT_GT(report.sublists, 0u);
    EXPECT_EQ(report.sublist_lengths.size(), report.sublists);
    EXPECT_EQ(std::accumulate(report.sublist_lengths.begin(), report.sublist_lengths.end(),
                              std::uint64_t(0)),
              ranked.list.size());
    EXPECT_GE(report.longest_walk, report.sublist_lengths.back());
  }
}

TEST(ListRankingHybrid, ReportsTheShareThatAutomaticChose) {
  Ranked const ranked(100000);
  yoke::ListRankReport report;
  report.host_share = -1;
  Hybrid<> const hybrid;
  yoke::list_rank(hybrid, ranked.successor, ranked.rank, {.report = &report});
  EXPECT_TRUE(ranked.is_right());
  yoke::TunedCall const call{.capability = "list_rank", .host_threads = hybrid.host_threads()};
  EXPECT_EQ(report.host_share,
            yoke::host_share(Split::automatic(), call, 100000,
                             yoke::detail::runs_on_host<Hybrid<>::DeviceSpace> ? 1.0 : 0.0));
}

TEST(ListRankingHybrid, TheHostMakesBitsWhileTheDeviceRemovesNodes) {
  using Bits = yoke::FractionalIndependentSetOptions::Bits;
  Hybrid<> const hybrid;
  Ranked const ranked(100000);
  for (Bits const bits : {Bits::host, Bits::device}) {
    yoke::ListRankReport report;
    ListRankOptions options{.algorithm = ListRankAlgorithm::fractional_independent_set,
                            .split = Split(0),
                            .report = &report};
    options.fractional_independent_set.bits = bits;
    yoke::list_rank(hybrid, ranked.successor, ranked.rank, options);
    EXPECT_TRUE(ranked.is_right());
    EXPECT_EQ(report.algorithm, ListRankAlgorithm::fractional_independent_set);
    EXPECT_EQ(report.host_share, 0);
    EXPECT_GT(report.device_busy, 0);
    EXPECT_EQ(report.host_busy > 0, bits == Bits::host);
  }
}

TEST(ListRankingHybrid, WhatCannotBeSplitIsRefused) {
  Hybrid<> const hybrid;
  Ranked const ranked(100);
  for (auto const algorithm :
       {ListRankAlgorithm::sequential, ListRankAlgorithm::wyllie, ListRankAlgorithm::helman_jaja,
        ListRankAlgorithm::random_splitter, ListRankAlgorithm::independent_set,
        ListRankAlgorithm::fractional_independent_set}) {
    try {
      yoke::list_rank(hybrid, ranked.successor, ranked.rank,
                      {.algorithm = algorithm, .split = Split(0.5)});
      ADD_FAILURE() << "ran";
    } catch (std::invalid_argument const& error) {
      EXPECT_THAT(error.what(), ::testing::HasSubstr("options.split"));
      EXPECT_THAT(error.what(), ::testing::HasSubstr(std::string(to_string(algorithm))));
    }
    for (double const share : {0.0, 1.0}) {
      Kokkos::deep_copy(ranked.rank, 7u);
      yoke::list_rank(hybrid, ranked.successor, ranked.rank,
                      {.algorithm = algorithm, .split = Split(share)});
      EXPECT_TRUE(ranked.is_right()) << to_string(algorithm) << ", split " << share;
    }
  }
}

TEST(ListRankingHybrid, TwoPlansShareOneHybrid) {
  Hybrid<> const hybrid;
  Ranked const small(5000, 7), large(200000);
  ListRankPlan<Hybrid<>, std::uint32_t> plan(hybrid, 200000, {.split = Split(0.3)});
  ListRankPlan<Hybrid<>, std::uint32_t> other(hybrid, 5000, {.split = Split(0.6)});
  for (int round = 0; round < 3; ++round) {
    for (auto const* ranked : {&large, &small}) {
      Kokkos::deep_copy(ranked->rank, 7u);
      plan(ranked->successor, ranked->rank);
      EXPECT_TRUE(ranked->is_right());
    }
    Kokkos::deep_copy(small.rank, 7u);
    EXPECT_EQ(other(small.successor, small.rank), 7u);
    EXPECT_TRUE(small.is_right());
  }
}

TEST(ListRankingHybrid, APlanOutlivesExceptions) {
  Hybrid<> const hybrid;
  Ranked const ranked(60000, 3);
  auto const bad = yoke_test::to_space<Kokkos::DefaultHostExecutionSpace>(
      yoke_test::make_malformed<std::uint32_t>(Fault::list_and_long_cycle, 60000, true, base_seed())
          .successor);
  for (double const share : {0.0, 0.3, 1.0}) {
    ListRankPlan<Hybrid<>, std::uint32_t> plan(hybrid, 60000, {.split = Split(share)});
    for (int round = 0; round < 3; ++round) {
      EXPECT_THROW(plan(bad, ranked.rank), yoke::InvalidInput);
      EXPECT_EQ(plan(ranked.successor, ranked.rank), 3u);
      EXPECT_TRUE(ranked.is_right());
    }
  }
}

// Bytes a node that are allowed on the device, and whether it then ranks, or the host: beside a GPU
// by the fastest walk, the walk in place, or, where the successors alone fit, the one of two
// passes, which takes no more lists than sublists have numbers for.
struct LittleMemory {
  std::size_t bytes;
  std::uint64_t lists;
  bool fits;
};
constexpr bool has_gpu = !yoke::detail::runs_on_host<Kokkos::DefaultExecutionSpace>;

TEST(ListRankingHybrid, InLittleDeviceMemoryWalksInPlaceOrOverTheSuccessorsOrOnTheHost) {
  std::size_t const n = (std::size_t(1) << (yoke_test::is_sanitized ? 17 : 21)) + 12345;
  Hybrid<> const hybrid;
  for (auto const [bytes, lists, fits] :
       {LittleMemory{40, 1, true}, LittleMemory{40, 1000, true}, LittleMemory{14, 1, true},
        LittleMemory{14, 1000, true}, LittleMemory{6, 1, true}, LittleMemory{6, 1000, true},
        LittleMemory{6, 100000, false}, LittleMemory{8, 100000, false}, LittleMemory{1, 1, false},
        LittleMemory{1, 1000, false}}) {
    Ranked const ranked(n, lists);
    SCOPED_TRACE(std::to_string(lists) + " lists, bytes a node: " + std::to_string(bytes));
    yoke::ListRankReport report;
    ListRankOptions options{.device_memory = bytes * n, .report = &report};
    ListRankPlan<Hybrid<>, std::uint32_t> plan(hybrid, n, options);
    for (int round = 0; round < 2; ++round) {
      Kokkos::deep_copy(ranked.rank, 7u);
      EXPECT_EQ(plan(ranked.successor, ranked.rank), lists);
      EXPECT_TRUE(ranked.is_right());
      EXPECT_EQ(report.host_share, has_gpu && fits ? 0 : 1);
      EXPECT_EQ(report.way == yoke::Way::host, !has_gpu || !fits);
    }
    // A share that was asked for is kept, or refused with both sizes.
    options.split = Split(0);
    Kokkos::deep_copy(ranked.rank, 7u);
    auto const call = [&] {
      yoke::list_rank(hybrid, ranked.successor, ranked.rank, options);
      EXPECT_TRUE(ranked.is_right());
    };
    if (!has_gpu || fits) {
      EXPECT_NO_THROW(call());
      continue;
    }
    try {
      call();
      ADD_FAILURE() << "ran";
    } catch (yoke::DeviceMemoryExceeded const& error) {
      EXPECT_GT(error.needed(), error.allowed());
      EXPECT_EQ(error.allowed(), bytes * n);
    }
  }
}

// Every allocation on the device is in turn the first that finds no room.
TEST(ListRankingHybrid, WhateverTheDeviceMemoryACallIsRightOrNamesBothSizes) {
  std::size_t const n = yoke_test::is_sanitized ? 30000 : 300000;
  Hybrid<> const hybrid;
  Ranked const ranked(n, 3);
  for (std::size_t allowed = 1; allowed < 40 * n; allowed += 1 + allowed / 6) {
    SCOPED_TRACE(std::to_string(allowed) + " bytes");
    for (auto const from : {yoke::RankFrom::tail, yoke::RankFrom::head}) {
      auto const expected = yoke_test::oracle_ranks(ranked.list, Tail::self_loop(), from);
      ListRankOptions options{
          .algorithm = ListRankAlgorithm::sublist_walk, .from = from, .device_memory = allowed};
      Kokkos::deep_copy(ranked.rank, 7u);
      EXPECT_EQ(yoke::list_rank(hybrid, ranked.successor, ranked.rank, options), 3u);
      EXPECT_TRUE(yoke_test::to_vector(ranked.rank) == expected);
      options.split = Split(0);
      Kokkos::deep_copy(ranked.rank, 7u);
      try {
        EXPECT_EQ(yoke::list_rank(hybrid, ranked.successor, ranked.rank, options), 3u);
        EXPECT_TRUE(yoke_test::to_vector(ranked.rank) == expected);
      } catch (yoke::DeviceMemoryExceeded const& error) {
        EXPECT_TRUE(has_gpu);
        EXPECT_GT(error.needed(), error.allowed());
        EXPECT_EQ(error.allowed(), allowed);
      }
    }
  }
}

// A step of a bounded call that throws ends the call with that, and not the plan.
TEST(ListRankingHybrid, APlanInLittleMemoryOutlivesWhatItsStepsThrow) {
  std::size_t const n = 60000;
  Hybrid<> const hybrid;
  Ranked const ranked(n, 3);
  for (std::size_t const bytes : {14, 6, 1}) {
    ListRankPlan<Hybrid<>, std::uint32_t> plan(
        hybrid, n, {.algorithm = ListRankAlgorithm::sublist_walk, .device_memory = bytes * n});
    auto const expect_right = [&] {
      Kokkos::deep_copy(ranked.rank, 7u);
      EXPECT_EQ(plan(ranked.successor, ranked.rank), 3u);
      EXPECT_TRUE(ranked.is_right());
    };
    expect_right();
    int step = 0;
    for (bool has_thrown = true; has_thrown; ++step) {
      SCOPED_TRACE(std::to_string(bytes) + " bytes a node, step " + std::to_string(step));
      {
        yoke_test::FailingKernel const failing("yoke::list_rank", step);
        has_thrown = false;
        try {
          plan(ranked.successor, ranked.rank);
        } catch (yoke_test::FailingKernel::Fault const&) {
          has_thrown = true;
        }
      }
      expect_right();
    }
    EXPECT_GT(step, 4);
  }
}

// What is wrong with lists is told as ever, after the walk has written over the copy.
TEST(ListRankingHybrid, InLittleDeviceMemoryMalformedListsAreNamed) {
  Hybrid<> const hybrid;
  for (auto const fault : {Fault::list_and_long_cycle, Fault::rho, Fault::successor_n}) {
    auto const bad = yoke_test::make_malformed<std::uint32_t>(fault, 60000, true, base_seed());
    auto const successor = yoke_test::to_space<Kokkos::DefaultHostExecutionSpace>(bad.successor);
    Kokkos::View<std::uint32_t*, Kokkos::HostSpace> const rank("rank", 60000);
    for (std::size_t const bytes : {14, 6, 1}) {
      try {
        yoke::list_rank(
            hybrid, successor, rank,
            {.algorithm = ListRankAlgorithm::sublist_walk, .device_memory = bytes * 60000});
        ADD_FAILURE() << "ran";
      } catch (yoke::InvalidInput const& error) {
        EXPECT_TRUE(bad.shows(error)) << error.what();
      }
    }
  }
}

}  // namespace
