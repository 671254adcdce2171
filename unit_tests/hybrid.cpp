#include "yoke/hybrid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/rendezvous.hpp"

namespace {

using yoke::Hybrid;
using yoke::HybridOptions;
using yoke_test::Rendezvous;

constexpr auto pairing =
    yoke::detail::pairing<Kokkos::DefaultExecutionSpace, Kokkos::DefaultHostExecutionSpace>;
constexpr bool shared = pairing == yoke::detail::Pairing::shared;

int total_threads() { return Kokkos::DefaultHostExecutionSpace().concurrency(); }

std::size_t threads_of_process() {
  std::filesystem::directory_iterator const tasks("/proc/self/task");
  return static_cast<std::size_t>(std::distance(begin(tasks), end(tasks)));
}

// Threads that have ended leave /proc a moment later.
bool process_comes_down_to(std::size_t threads) {
  for (int tries = 0; tries < 100; ++tries) {
    if (threads_of_process() <= threads) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

// After every test the caller and its team have the affinities that they had at the start.
class HybridTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { affinity_ = yoke_test::affinity_of_team(total_threads()); }
  void TearDown() override { EXPECT_EQ(yoke_test::affinity_of_team(total_threads()), affinity_); }

 private:
  inline static std::vector<std::vector<int>> affinity_;
};

// Before Kokkos 5 an OpenMP instance of some threads may report them all.
void expect_threads(Kokkos::DefaultHostExecutionSpace const& exec, int threads) {
  if (KOKKOS_VERSION >= 50000) {
    EXPECT_EQ(exec.concurrency(), threads);
  } else {
    EXPECT_GE(exec.concurrency(), threads);
  }
}

TEST_F(HybridTest, SharesOutTheThreads) {
  Hybrid const hybrid;
  bool const is_shared = shared && total_threads() > 1 && yoke_test::usable_cpus() > 1;
  EXPECT_EQ(hybrid.is_concurrent(), is_shared || pairing == yoke::detail::Pairing::separate);
  expect_threads(hybrid.host(), hybrid.host_threads());
  if (is_shared) {
    EXPECT_EQ(hybrid.host_threads(), total_threads() / 2);
  } else if (!hybrid.is_concurrent()) {
    EXPECT_EQ(hybrid.host_threads(), total_threads());
  }
}

TEST_F(HybridTest, TakesTheNumberOfHostThreads) {
  Hybrid const hybrid(HybridOptions{.host_threads = 1});
  EXPECT_EQ(hybrid.host_threads(), hybrid.is_concurrent() ? 1 : total_threads());
  EXPECT_THROW(Hybrid(HybridOptions{.host_threads = total_threads() + 1}), std::invalid_argument);
  EXPECT_THROW(Hybrid(HybridOptions{.host_threads = -1}), std::invalid_argument);
}

// All threads of both sides wait in their kernels until all have arrived, and then note the CPUs
// that they may run on.
TEST_F(HybridTest, SidesRunAtTheSameTimeOnCoresOfTheirOwn) {
  Hybrid hybrid;
  for (int repetition = 0; repetition < 20; ++repetition) {
    Rendezvous rendezvous(hybrid);
    if (!hybrid.is_concurrent()) rendezvous.do_not_wait();
    hybrid.concurrently([&] { rendezvous.run_device_side(); }, [&] { rendezvous.run_host_side(); });
    ASSERT_TRUE(rendezvous.is_complete()) << "in repetition " << repetition;
    if (!hybrid.is_concurrent()) continue;

    EXPECT_EQ(rendezvous.device_threads().size() + rendezvous.host_threads().size(),
              static_cast<std::size_t>(rendezvous.expected()));
    if (shared) {
      EXPECT_EQ(rendezvous.expected(), total_threads());
    }
    if (!shared && yoke_test::usable_cpus() <= static_cast<std::size_t>(hybrid.host_threads())) {
      continue;  // no core is left over for the thread that drives the device
    }
    for (int const cpu : rendezvous.host_cpus()) {
      EXPECT_FALSE(rendezvous.device_cpus().contains(cpu))
          << "both sides may run on CPU " << cpu << " in repetition " << repetition;
    }
  }
}

TEST_F(HybridTest, HostSideRunsOnTheCallersThread) {
  Hybrid hybrid;
  std::thread::id device_side, host_side;
  hybrid.concurrently([&] { device_side = std::this_thread::get_id(); },
                      [&] { host_side = std::this_thread::get_id(); });
  EXPECT_EQ(host_side, std::this_thread::get_id());
  EXPECT_EQ(device_side == host_side, !hybrid.is_concurrent());
}

// Threads keep the affinity that they are born with: that of who starts them. What host work
// starts, a thread or a larger OpenMP team (whose affinity TearDown looks at), is there after the
// call.
TEST_F(HybridTest, ThreadsThatHostWorkStartsAreNotBoundToASide) {
  auto const of_thread = [] {
    std::vector<int> cpus;
    std::thread([&] { cpus = yoke_test::affinity_of_this_thread(); }).join();
    return cpus;
  };
  Hybrid hybrid;
  auto const outside = of_thread();
  std::vector<int> inside;
  hybrid.concurrently([] {},
                      [&] {
                        inside = of_thread();
                        yoke_test::affinity_of_team(total_threads());
                      });
  EXPECT_EQ(inside, outside);
}

// Threads by their ids, which the system does not give again soon.
std::set<std::string> thread_ids() {
  std::set<std::string> ids;
  for (auto const& task : std::filesystem::directory_iterator("/proc/self/task")) {
    ids.insert(task.path().filename().string());
  }
  return ids;
}

// An OpenMP runtime's pool shrinks and grows with the team: calls with hybrid.host() in between
// leave it as it is.
// Not a HybridTest: with more threads than places, libgomp alone leaves a team of four elsewhere
// after a team of three.
TEST(HybridThreads, CallsAmongWorkOnItsHostInstanceStartNone) {
  Hybrid hybrid;
  auto const round = [&] {
    hybrid.concurrently([] {}, [] {});
    Kokkos::parallel_for(
        "yoke_test::ordinary",
        Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace>(hybrid.host(), 0, 1000), [](int) {});
  };
  for (int i = 0; i < 5; ++i) round();
  std::set<std::string> seen = thread_ids();
  std::size_t const before = seen.size();
  for (int i = 0; i < 200; ++i) {
    round();
    seen.merge(thread_ids());
  }
  EXPECT_EQ(seen.size(), before) << "threads were started";
}

TEST_F(HybridTest, CarriesExceptionsAcross) {
  Hybrid hybrid;
  auto const fails_with = [](char const* what) {
    return [what] { throw std::runtime_error(what); };
  };
  auto const caught = [&](auto device_work, auto host_work) -> std::string {
    try {
      hybrid.concurrently(device_work, host_work);
    } catch (std::runtime_error const& error) {
      return error.what();
    }
    return "nothing";
  };
  bool other_side_ran = false;
  auto const other_side = [&] { other_side_ran = true; };

  EXPECT_EQ(caught(fails_with("device"), other_side), "device");
  EXPECT_TRUE(std::exchange(other_side_ran, false));
  EXPECT_EQ(caught(other_side, fails_with("host")), "host");
  EXPECT_TRUE(std::exchange(other_side_ran, false));
  EXPECT_EQ(caught(fails_with("device"), fails_with("host")), "device");
  EXPECT_EQ(caught(other_side, [] {}), "nothing");
  EXPECT_TRUE(other_side_ran);
}

TEST_F(HybridTest, RefusesACallInsideACall) {
  Hybrid hybrid;
  auto const nested = [&] { hybrid.concurrently([] {}, [] {}); };
  EXPECT_THROW(hybrid.concurrently(nested, [] {}), std::logic_error);
  EXPECT_THROW(hybrid.concurrently([] {}, nested), std::logic_error);
  EXPECT_NO_THROW(nested());
}

TEST_F(HybridTest, ManyCallsLeakNoThread) {
  { Hybrid const first; }  // may start threads of the device's runtime, which stay
  auto const before = threads_of_process();
  {
    Hybrid hybrid;
    int device_calls = 0, host_calls = 0;
    auto const call = [&] { hybrid.concurrently([&] { ++device_calls; }, [&] { ++host_calls; }); };
    call();
    auto const with_hybrid = threads_of_process();
    for (int i = 0; i < 1000; ++i) call();

    EXPECT_EQ(device_calls, 1001);
    EXPECT_EQ(host_calls, 1001);
    EXPECT_TRUE(process_comes_down_to(with_hybrid));
  }
  // The OpenMP runtime may have given the caller's team its threads only now.
  yoke_test::affinity_of_team(total_threads());
  EXPECT_TRUE(process_comes_down_to(std::max<std::size_t>(before, total_threads())));
}

TEST_F(HybridTest, CanBeMovedAndDroppedUnused) {
  { Hybrid const unused; }
  static_assert(!std::is_copy_constructible_v<Hybrid<>>);
  Hybrid first;
  Hybrid second(std::move(first));
  int calls = 0;
  second.concurrently([] {}, [&] { ++calls; });
  first = std::move(second);
  first.concurrently([] {}, [&] { ++calls; });
  EXPECT_EQ(calls, 2);
}

// The threads that a kernel of as many iterations as there are threads runs on.
template <class Space>
std::size_t threads_of(Space const& exec) {
  std::set<int> threads;
  std::mutex mutex;
  Kokkos::parallel_for("yoke_test::threads", Kokkos::RangePolicy<Space>(exec, 0, total_threads()),
                       [&](int) {
                         std::lock_guard const lock(mutex);
                         threads.insert(gettid());
                       });
  exec.fence("yoke_test::threads");
  return threads.size();
}

TEST_F(HybridTest, OneSideAloneHasEveryThread) {
  Hybrid const hybrid;
  EXPECT_EQ(threads_of(hybrid.host_alone()), static_cast<std::size_t>(total_threads()));
  if constexpr (yoke::detail::runs_on_host<Hybrid<>::DeviceSpace>) {
    EXPECT_EQ(threads_of(hybrid.device_alone()), static_cast<std::size_t>(total_threads()));
  } else {
    EXPECT_TRUE(hybrid.device_alone() == hybrid.device());
  }
}

TEST_F(HybridTest, SerialSidesTakeTurns) {
#ifdef KOKKOS_ENABLE_SERIAL
  Hybrid<Kokkos::Serial, Kokkos::Serial> hybrid;
  EXPECT_FALSE(hybrid.is_concurrent());
  std::string order;
  hybrid.concurrently([&] { order += "device "; }, [&] { order += "host"; });
  EXPECT_EQ(order, "device host");
#else
  GTEST_SKIP() << "this Kokkos has no Serial";
#endif
}

TEST(HybridThreads, AreSharedOutByTheKindOfPair) {
  using yoke::detail::Pairing;
  struct Case {
    Pairing pairing;
    int requested, total, cpus, device, host, alone;
    bool concurrent;
  };
  Case const cases[] = {
      {Pairing::separate, 0, 16, 16, 1, 15, 16, true},
      {Pairing::separate, 0, 3, 3, 1, 2, 3, true},
      {Pairing::separate, 0, 2, 2, 1, 2, 2, true},
      {Pairing::separate, 0, 1, 1, 1, 1, 1, true},
      {Pairing::separate, 5, 16, 16, 1, 5, 5, true},
      {Pairing::separate, 16, 16, 16, 1, 16, 16, true},
      {Pairing::shared, 0, 16, 16, 8, 8, 16, true},
      {Pairing::shared, 0, 5, 8, 3, 2, 5, true},
      {Pairing::shared, 15, 16, 16, 1, 15, 16, true},
      {Pairing::shared, 0, 4, 1, 4, 4, 4, false},
      {Pairing::shared, 0, 1, 4, 1, 1, 1, false},
      {Pairing::single, 0, 4, 4, 4, 4, 4, false},
  };
  for (auto const& c : cases) {
    auto const shares = yoke::detail::share_out_threads(c.pairing, c.requested, c.total, c.cpus);
    std::string const what =
        "of " + std::to_string(c.total) + " threads, requested " + std::to_string(c.requested);
    EXPECT_EQ(shares.device, c.device) << what;
    EXPECT_EQ(shares.host, c.host) << what;
    EXPECT_EQ(shares.alone, c.alone) << what;
    EXPECT_EQ(shares.concurrent, c.concurrent) << what;
  }
  EXPECT_THROW(yoke::detail::share_out_threads(Pairing::shared, 16, 16, 16), std::invalid_argument);
  EXPECT_THROW(yoke::detail::share_out_threads(Pairing::separate, 17, 16, 16),
               std::invalid_argument);
}

#if defined(KOKKOS_ENABLE_OPENMP) && defined(__linux__)
// What a side with one thread, led by a new thread as the device side is, may run on.
std::vector<int> cpus_of_new_thread(yoke::detail::SideAffinity& side) {
  std::vector<int> cpus;
  std::thread([&] {
    side.occupy();
    cpus = yoke_test::affinity_of_this_thread();
  }).join();
  return cpus;
}

TEST(HybridThreads, DriverOfADeviceHasACoreOfItsOwnWhereOneIsLeft) {
  int const cpus = yoke::detail::usable_cpus();
  // A bound team may have fewer than the process.
  ASSERT_GE(static_cast<std::size_t>(cpus), yoke_test::usable_cpus());
  if (cpus < 2) GTEST_SKIP() << "one CPU";

  auto enough = yoke::detail::share_out_cpus(1, cpus - 1, true);
  auto const drivers = cpus_of_new_thread(enough.device);
  EXPECT_EQ(drivers.size(), 1u);
  auto const on_caller = yoke_test::affinity_of_this_thread();
  enough.host.occupy();
  auto const hosts = yoke_test::affinity_of_this_thread();
  enough.host.leave();
  EXPECT_EQ(yoke_test::affinity_of_this_thread(), on_caller);
  EXPECT_EQ(std::ranges::count(hosts, drivers[0]), 0);

  auto none_left = yoke::detail::share_out_cpus(1, cpus, true);
  EXPECT_EQ(cpus_of_new_thread(none_left.device).size(), static_cast<std::size_t>(cpus));
  none_left.host.occupy();
  EXPECT_EQ(yoke_test::affinity_of_this_thread(), on_caller);
  none_left.host.leave();
}
#endif

TEST(Split, IsAShareOrAutomatic) {
  EXPECT_TRUE(yoke::Split::automatic().is_automatic());
  EXPECT_FALSE(yoke::Split(0).is_automatic());
  EXPECT_EQ(yoke::Split(0.3).host_share(), 0.3);
  EXPECT_EQ(yoke::Split(1).host_share(), 1);
  EXPECT_THROW(yoke::Split::automatic().host_share(), std::logic_error);
  for (double const wrong : {-0.1, 1.1, std::nan("")}) {
    EXPECT_THROW(yoke::Split{wrong}, std::invalid_argument);
  }
}

}  // namespace
