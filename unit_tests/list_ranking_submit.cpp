#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <new>
#include <optional>
#include <random>
#include <semaphore>
#include <vector>

#include "frame/engine.hpp"
#include "list_ranking/submitted_calls.hpp"
#include "support/malformed_lists.hpp"
#include "support/watchdog.hpp"
#include "yoke/list_ranking.hpp"

// Lists that are submitted to a plan: streams of them through a Hybrid.

namespace {

using yoke::Hybrid;
using yoke::ListRankPlan;
using yoke::Split;
using yoke::Ticket;
using yoke_test::base_seed;

constexpr std::size_t capacity = 200000;

template <class Index>
class SubmittedList {
 public:
  using Numbers = Kokkos::View<Index*, Kokkos::HostSpace>;

  SubmittedList(std::size_t n, std::uint64_t lists)
      : lists_(lists),
        list_(yoke_test::make_list<Index>(n, {.lists = lists, .seed = base_seed() + n})),
        successor_("successor", n),
        rank_("rank", n) {
    std::copy(list_.begin(), list_.end(), successor_.data());
    Kokkos::deep_copy(rank_, Index(7));
  }

  Numbers const& successor() const { return successor_; }
  Numbers const& rank() const { return rank_; }
  void submit_to(ListRankPlan<Hybrid<>, Index>& plan) {
    ticket_.emplace(plan.submit(successor_, rank_));
  }
  Ticket const& ticket() const { return *ticket_; }

  void expect_ranked() const {
    EXPECT_EQ(ticket_->wait(), lists_);
    EXPECT_TRUE(ticket_->is_done());
    expect_ranks();
  }
  void expect_ranks() const {
    EXPECT_EQ(yoke_test::to_vector(rank_),
              yoke_test::oracle_ranks(list_, yoke::Tail::self_loop(), yoke::RankFrom::tail));
  }

 private:
  std::size_t lists_;
  std::vector<Index> list_;
  Numbers successor_, rank_;
  std::optional<Ticket> ticket_;
};

// Of all sizes, none twice, so that copies grow under way.
template <class Index = std::uint32_t>
std::vector<SubmittedList<Index>> make_lists(std::size_t count) {
  std::mt19937_64 random(base_seed());
  std::vector<SubmittedList<Index>> lists;
  for (std::size_t k = 0; k < count; ++k) {
    std::size_t const n = 1 + random() % (std::size_t(1) << (k % 18));
    lists.emplace_back(n, 1 + (k % 3) * (n - 1) / 5);
  }
  return lists;
}

template <class Index>
void expect_stream(Split split) {
  yoke_test::Watchdog const watchdog("a stream of lists");
  Hybrid<> const hybrid;
  auto lists = make_lists<Index>(40);
  ListRankPlan<Hybrid<>, Index> plan(hybrid, capacity, {.split = split});
  for (auto& list : lists) list.submit_to(plan);
  for (auto const& list : lists) list.expect_ranked();
  // Some more, each waited for before the next.
  auto more = make_lists<Index>(5);
  for (auto& list : more) {
    list.submit_to(plan);
    list.expect_ranked();
  }
}

TEST(ListRankingSubmit, ManyListsOfDifferentSizes) {
  for (double const share : {0.0, 0.3, 1.0}) {
    SCOPED_TRACE(share);
    expect_stream<std::uint32_t>(Split(share));
    expect_stream<std::int64_t>(Split(share));
  }
  expect_stream<std::uint32_t>(Split::automatic());
}

TEST(ListRankingSubmit, AMalformedListFailsAlone) {
  yoke_test::Watchdog const watchdog("a stream with a malformed list");
  Hybrid<> const hybrid;
  SubmittedList<std::uint32_t>::Numbers const rank("rank", 30000);
  for (auto const fault : {yoke_test::Fault::list_and_long_cycle, yoke_test::Fault::random_tree}) {
    auto const bad = yoke_test::to_space<Kokkos::DefaultHostExecutionSpace>(
        yoke_test::make_malformed<std::uint32_t>(fault, 30000, true, base_seed()).successor);
    for (double const share : {0.0, 1.0}) {
      auto lists = make_lists(9);
      ListRankPlan<Hybrid<>, std::uint32_t> plan(hybrid, capacity,
                                                 {.validate = true, .split = Split(share)});
      std::vector<Ticket> failed;
      for (std::size_t k = 0; k < lists.size(); ++k) {
        if (k % 4 == 2) failed.push_back(plan.submit(bad, rank));
        lists[k].submit_to(plan);
      }
      for (auto const& ticket : failed) {
        EXPECT_THROW(ticket.wait(), yoke::InvalidInput);
        EXPECT_THROW(ticket.wait(), yoke::InvalidInput);
      }
      EXPECT_THROW(plan(bad, rank), yoke::InvalidInput);
      for (auto const& list : lists) list.expect_ranked();
      auto after = make_lists(2);
      for (auto& list : after) list.submit_to(plan);
      for (auto const& list : after) list.expect_ranked();
    }
  }
}

TEST(ListRankingSubmit, APlanThatGoesFinishesWhatItWasGiven) {
  yoke_test::Watchdog const watchdog("a plan that goes");
  Hybrid<> const hybrid;
  for (std::size_t count = 0; count < 8; ++count) {
    auto lists = make_lists(count);
    {
      ListRankPlan<Hybrid<>, std::uint32_t> plan(hybrid, capacity, {.split = Split(0)});
      for (auto& list : lists) list.submit_to(plan);
      // Where the plan is, the threads do not care.
      auto const moved = std::move(plan);
    }
    for (auto const& list : lists) {
      EXPECT_TRUE(list.ticket().is_done());
      list.expect_ranked();
    }
  }
}

TEST(ListRankingSubmit, ACallWaitsForWhatWasSubmitted) {
  yoke_test::Watchdog const watchdog("a call behind submitted ones");
  Hybrid<> const hybrid;
  ListRankPlan<Hybrid<>, std::uint32_t> plan(hybrid, capacity, {.split = Split(0)});
  for (int round = 0; round < 3; ++round) {
    auto lists = make_lists(4);
    for (auto& list : lists) list.submit_to(plan);
    SubmittedList<std::uint32_t> const last(1000 + round, 3);
    EXPECT_EQ(plan(last.successor(), last.rank()), 3u);
    for (auto const& list : lists) {
      EXPECT_TRUE(list.ticket().is_done());
      list.expect_ranked();
    }
    last.expect_ranks();
  }
}

TEST(ListRankingSubmit, HeadsGoTheSameWay) {
  Hybrid<> const hybrid;
  SubmittedList<std::uint32_t> const list(70000, 1);
  auto const ranks = yoke_test::oracle_ranks(yoke_test::to_vector(list.successor()),
                                             yoke::Tail::self_loop(), yoke::RankFrom::tail);
  SubmittedList<std::uint32_t>::Numbers const heads("heads", 1);
  heads(0) =
      static_cast<std::uint32_t>(std::find(ranks.begin(), ranks.end(), 69999u) - ranks.begin());
  ListRankPlan<Hybrid<>, std::uint32_t> plan(hybrid, capacity,
                                             {.validate = true, .split = Split(0)});
  auto const sound = plan.submit(list.successor(), heads, list.rank());
  EXPECT_EQ(sound.wait(), 1u);
  list.expect_ranks();
  heads(0) = (heads(0) + 1) % 70000;
  EXPECT_THROW(plan.submit(list.successor(), heads, list.rank()).wait(), yoke::InvalidInput);
}

// What the plan has one of is done before submit returns.
TEST(ListRankingSubmit, StridedViewsAndReportsAreDoneAtOnce) {
  Hybrid<> const hybrid;
  SubmittedList<std::uint32_t> const list(50000, 9);
  Kokkos::View<std::uint32_t* [2], Kokkos::LayoutRight, Kokkos::HostSpace> const wide("wide",
                                                                                      50000);
  auto const strided = Kokkos::subview(wide, Kokkos::ALL, 1);
  Kokkos::deep_copy(strided, list.successor());
  ListRankPlan<Hybrid<>, std::uint32_t> plan(hybrid, capacity, {.split = Split(0)});
  auto const ticket = plan.submit(strided, list.rank());
  EXPECT_TRUE(ticket.is_done());
  EXPECT_EQ(ticket.wait(), 9u);
  list.expect_ranks();

  yoke::ListRankReport report;
  ListRankPlan<Hybrid<>, std::uint32_t> reporting(hybrid, capacity,
                                                  {.split = Split(0), .report = &report});
  Kokkos::deep_copy(list.rank(), 7u);
  EXPECT_TRUE(reporting.submit(list.successor(), list.rank()).is_done());
  EXPECT_GT(report.device_busy, 0);
  list.expect_ranks();
}

TEST(ListRankingSubmit, WhatIsSeenAtOnceIsThrownAtOnce) {
  Hybrid<> const hybrid;
  SubmittedList<std::uint32_t> const list(1000, 1), other(1001, 1), large(capacity + 1, 1);
  ListRankPlan<Hybrid<>, std::uint32_t> plan(hybrid, capacity, {.split = Split(0)});
  EXPECT_THROW(plan.submit(list.successor(), other.rank()), std::invalid_argument);
  EXPECT_THROW(plan.submit(large.successor(), large.rank()), std::invalid_argument);
  EXPECT_THROW(plan.submit(list.successor(), list.successor()), std::invalid_argument);
  EXPECT_EQ(plan.submit(list.successor(), list.rank()).wait(), 1u);
  list.expect_ranks();
}

// Submitted calls by themselves, with arrays that they must copy. Beside a GPU those of the host
// are such; elsewhere they are said to be the device's, which for a host space is as far away.
using Device = Hybrid<>::DeviceSpace;
using Host = Hybrid<>::HostSpace;
using Ranking = yoke::detail::list_ranking::ListRanking<std::uint32_t>;
using Submitted = yoke::detail::list_ranking::SubmittedCalls<std::uint32_t, Device, Host>;
using yoke::detail::Ledger;
constexpr bool on_host = yoke::detail::runs_on_host<Device>;
constexpr auto elsewhere = on_host ? yoke::detail::Place::device : yoke::detail::Place::host;

Ranking::Arguments arguments_of(SubmittedList<std::uint32_t> const& list) {
  std::size_t const n = list.rank().extent(0);
  Ranking::Arguments arguments;
  arguments.successor = {list.successor().data(), n, elsewhere};
  arguments.rank = {list.rank().data(), n, elsewhere};
  return arguments;
}

TEST(SubmittedCalls, CopyWhatLiesElsewhere) {
  yoke_test::Watchdog const watchdog("copies of lists");
  Hybrid<> const hybrid;
  if (!hybrid.is_concurrent()) GTEST_SKIP() << "there is one thread";
  auto const side =
      yoke::detail::make_side<Ranking>(hybrid.device_alone(), {capacity}, {}, yoke::Lane::device);
  auto const ledger = std::make_shared<Ledger>();
  Submitted submitted(hybrid, *side, ledger, nullptr);
  for (int round = 0; round < 2; ++round) {
    auto const lists = make_lists(20);
    std::vector<Ticket> tickets;
    tickets.reserve(lists.size());
    for (auto const& list : lists) tickets.push_back(submitted.submit(arguments_of(list)));
    for (std::size_t k = 0; k < lists.size(); ++k) {
      tickets[k].wait();
      lists[k].expect_ranks();
    }
  }
  // Two copies each of the longest successors and ranks: both slots have seen the longest list.
  SubmittedList<std::uint32_t> const longest(capacity, 1);
  for (int k = 0; k < 5; ++k) submitted.submit(arguments_of(longest));
  submitted.wait_for_all();
  EXPECT_EQ(ledger->bytes(), 2 * 2 * sizeof(std::uint32_t) * capacity);
}

// A device whose work the test lets go on, call by call.
class HeldSide final : public yoke::detail::OneSide<Ranking> {
 public:
  std::counting_semaphore<> may_work{0};
  std::atomic<int> begun = 0;
  int fails = -1;

  std::size_t work(Ranking::Arguments const& near) override {
    int const call = begun++;
    may_work.acquire();
    if (call == fails) throw std::bad_alloc();
    for (std::size_t i = 0; i < near.rank.size; ++i) near.rank.data[i] = near.successor.data[i] + 1;
    return static_cast<std::size_t>(call);
  }
  std::size_t run(Ranking::Arguments const&) override { return 0; }
  Ranking::Arguments bring(Ranking::Arguments const& arguments) override { return arguments; }
  void send(Ranking::Arguments const&) override {}
  void use(yoke::detail::CopyRing&) override {}
  void use(yoke::detail::Arrival&, yoke::detail::Departure&) override {}
  yoke::ListRankAlgorithm algorithm() const override { return {}; }
};

std::vector<SubmittedList<std::uint32_t>> make_numbered(std::size_t count) {
  std::vector<SubmittedList<std::uint32_t>> lists;
  for (std::size_t k = 0; k < count; ++k) lists.emplace_back(100 + k, 1);
  return lists;
}

template <class Condition>
void wait_until(Condition const& condition) {
  while (!condition()) std::this_thread::yield();
}

TEST(SubmittedCalls, BringTheNextWhileTheDeviceWorksAndHoldBackTheRest) {
  if (!on_host) GTEST_SKIP() << "the held side works on the host";
  yoke_test::Watchdog const watchdog("held calls");
  Hybrid<> const hybrid;
  HeldSide side;
  yoke::Timeline timeline;
  Submitted submitted(hybrid, side, std::make_shared<Ledger>(), &timeline);
  auto const lists = make_numbered(5);
  std::vector<Ticket> tickets;
  tickets.reserve(5);  // one of them by another thread
  for (std::size_t k = 0; k < 4; ++k) tickets.push_back(submitted.submit(arguments_of(lists[k])));
  // The first is worked on, the second has gone up, and no more: there are two sets of copies.
  wait_until([&] { return side.begun == 1 && timeline.size() == 2; });
  std::atomic<bool> has_submitted = false;
  std::thread fifth([&] {
    tickets.push_back(submitted.submit(arguments_of(lists[4])));
    has_submitted = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_FALSE(has_submitted);
  EXPECT_EQ(timeline.size(), 2u);
  EXPECT_FALSE(tickets[0].is_done());
  side.may_work.release();
  fifth.join();
  EXPECT_EQ(tickets[0].wait(), 0u);
  side.may_work.release(4);
  for (std::size_t k = 0; k < tickets.size(); ++k) {
    EXPECT_EQ(tickets[k].wait(), k);
    for (std::size_t i = 0; i < 100 + k; ++i) {
      ASSERT_EQ(lists[k].rank()(i), lists[k].successor()(i) + 1);
    }
  }
}

TEST(SubmittedCalls, AFaultOfOneCallIsItsOwn) {
  if (!on_host) GTEST_SKIP() << "the held side works on the host";
  Hybrid<> const hybrid;
  HeldSide side;
  side.fails = 1;
  side.may_work.release(6);
  auto const lists = make_numbered(6);
  std::vector<Ticket> tickets;
  {
    Submitted submitted(hybrid, side, std::make_shared<Ledger>(), nullptr);
    for (auto const& list : lists) tickets.push_back(submitted.submit(arguments_of(list)));
  }
  for (std::size_t k = 0; k < 6; ++k) {
    if (k == 1) {
      EXPECT_THROW(tickets[k].wait(), std::bad_alloc);
    } else {
      EXPECT_EQ(tickets[k].wait(), k);
    }
  }
  EXPECT_EQ(lists[1].rank()(0), 7u);  // nothing came down
}

}  // namespace
