#include "frame/work_queue.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <latch>
#include <numeric>
#include <random>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "yoke/hybrid.hpp"

namespace {

using yoke::detail::WorkQueue;
using End = WorkQueue::End;
using Costs = std::vector<std::uint64_t>;
using Items = std::vector<std::uint32_t>;

Costs random_costs(std::size_t count, std::uint64_t most) {
  std::mt19937_64 random(count);
  Costs costs(count);
  for (auto& cost : costs) cost = random() % (most + 1);
  return costs;
}

Items taken(WorkQueue& queue, End end, std::uint64_t least) {
  auto const batch = queue.take(end, least);
  return {batch.begin(), batch.end()};
}

TEST(WorkQueue, PartsOfWhatIsLeftGetSmaller) {
  WorkQueue queue;
  queue.fill(Costs(20, 1));
  EXPECT_EQ(queue.take_part(End::costly, 4, 2).size(), 5u);
  EXPECT_EQ(queue.take_part(End::cheap, 3, 1).size(), 5u);
  EXPECT_EQ(queue.take_part(End::costly, 4, 2).front(), 5u);
  EXPECT_EQ(queue.take_part(End::cheap, 100, 0).size(), 1u);
  EXPECT_EQ(queue.take_part(End::costly, 100, 3).size(), 3u);
  EXPECT_EQ(queue.take_part(End::cheap, 1, 1).size(), 4u);
  EXPECT_TRUE(queue.take_part(End::costly, 4, 2).empty());
  queue.fill(Costs(20, 1));
  queue.close();
  EXPECT_TRUE(queue.take_part(End::costly, 1, 1).empty());
  EXPECT_TRUE(queue.take(End::cheap, 1).empty());
}

TEST(WorkQueue, EachEndIsTakenInTheOrderOfCost) {
  WorkQueue queue;
  queue.fill(Costs{3, 9, 1, 7, 1});
  EXPECT_EQ(taken(queue, End::costly, 1), (Items{1}));
  EXPECT_EQ(taken(queue, End::cheap, 1), (Items{4}));
  EXPECT_EQ(taken(queue, End::cheap, 2), (Items{0, 2}));
  EXPECT_EQ(taken(queue, End::cheap, 100), (Items{3}));
  EXPECT_EQ(taken(queue, End::cheap, 1), Items());
  EXPECT_EQ(taken(queue, End::costly, 1), Items());
  EXPECT_DOUBLE_EQ(queue.share_of(End::costly), 9.0 / 21);
  EXPECT_DOUBLE_EQ(queue.share_of(End::cheap), 12.0 / 21);
}

TEST(WorkQueue, ABatchIsAsSmallAsItsCostAllows) {
  Costs const costs = random_costs(1000, 50);
  for (End const end : {End::costly, End::cheap}) {
    WorkQueue queue;
    queue.fill(costs);
    std::size_t left = costs.size();
    while (left > 0) {
      auto const batch = queue.take(end, 120);
      ASSERT_FALSE(batch.empty());
      left -= batch.size();
      std::uint64_t sum = 0;
      for (auto const item : batch) sum += costs[item];
      auto const last = end == End::costly ? batch.back() : batch.front();
      EXPECT_TRUE(sum >= 120 || left == 0);
      EXPECT_LT(sum - costs[last], 120u);
    }
    EXPECT_TRUE(queue.take(end, 1).empty());
  }
}

TEST(WorkQueue, ItemsWithoutCostAreTakenToo) {
  WorkQueue queue;
  queue.fill(Costs{0, 0, 0});
  EXPECT_EQ(taken(queue, End::cheap, 0), (Items{2}));
  EXPECT_EQ(taken(queue, End::costly, 1), (Items{0, 1}));
  EXPECT_EQ(queue.share_of(End::costly), 0);
  queue.fill(Costs());
  EXPECT_EQ(taken(queue, End::costly, 1), Items());
}

TEST(WorkQueue, AnExceptionLeavesNothingToTake) {
  WorkQueue queue;
  for (auto const& [end, other] : {std::pair(End::costly, End::cheap), {End::cheap, End::costly}}) {
    queue.fill(Costs(10, 1));
    int batches = 0;
    auto const fail_at_third = [&batches](WorkQueue::Batch) {
      if (++batches == 3) throw std::runtime_error("no more");
    };
    EXPECT_THROW(queue.drain(end, 1, fail_at_third), std::runtime_error);
    EXPECT_EQ(batches, 3);
    EXPECT_TRUE(queue.take(other, 1).empty());
    queue.fill(Costs(10, 1));
    EXPECT_EQ(taken(queue, other, 10).size(), 10u);
  }
}

// Two threads, thousands of batches of all sizes.
TEST(WorkQueue, EachItemIsTakenOnce) {
  WorkQueue queue;
  for (std::size_t const count : {1u, 2u, 10u, 1000u, 100000u}) {
    for (std::uint64_t const most : {0u, 3u, 1000u}) {
      for (int round = 0; round < 10; ++round) {
        queue.fill(random_costs(count, most));
        std::vector<std::atomic<int>> times(count);
        std::latch both(2);
        auto const drain = [&](End end, std::uint64_t least) {
          both.arrive_and_wait();
          queue.drain(end, least, [&](WorkQueue::Batch batch) {
            for (auto const item : batch) ++times[item];
          });
        };
        std::thread device([&] { drain(End::costly, most + static_cast<std::uint64_t>(round)); });
        drain(End::cheap, 1);
        device.join();
        EXPECT_TRUE(std::ranges::all_of(times, [](auto const& t) { return t == 1; }));
        if (most > 0 && count > 100) {
          EXPECT_DOUBLE_EQ(queue.share_of(End::costly) + queue.share_of(End::cheap), 1);
        }
      }
    }
  }
}

using Hybrid = yoke::Hybrid<>;
using Device = Hybrid::DeviceSpace;
using Host = Hybrid::HostSpace;

// How much of each item a side has done, in its own memory.
template <class Space>
struct Work {
  using Done = Kokkos::View<std::uint64_t*, typename Space::memory_space>;

  Work(Space const& instance, Costs const& costs) : exec(instance), cost(costs) {}

  // One unit of an item after the other.
  void operator()(WorkQueue::Batch batch) const {
    for (auto const item : batch) work_on(exec, done, item, cost[item]);
    exec.fence("yoke_test: a batch");
  }

  static void work_on(Space const& exec, Done const& done, std::uint32_t item, std::uint64_t cost) {
    Kokkos::parallel_for(
        "yoke_test::work", Kokkos::RangePolicy<Space>(exec, 0, cost),
        KOKKOS_LAMBDA(std::size_t) { Kokkos::atomic_add(&done(item), std::uint64_t(1)); });
  }

  Costs all_done() const {
    auto const here = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), done);
    return {here.data(), here.data() + here.extent(0)};
  }

  Space exec;
  Costs const& cost;
  Done done{"done", cost.size()};
};

class WorkQueueHybrid : public ::testing::Test {
 protected:
  WorkQueueHybrid() { queue_.fill(costs_); }

  // Both sides with what to do before each batch, which may throw.
  template <class DeviceFirst, class HostFirst>
  void run(DeviceFirst const& device_first, HostFirst const& host_first) {
    hybrid_.concurrently(
        [&] {
          queue_.drain(End::costly, 200, [&](WorkQueue::Batch batch) {
            device_first();
            device_work_(batch);
          });
        },
        [&] {
          queue_.drain(End::cheap, 40, [&](WorkQueue::Batch batch) {
            host_first();
            host_work_(batch);
          });
        });
  }

  Hybrid const hybrid_;
  Costs const costs_ = random_costs(500, 100);
  WorkQueue queue_;
  Work<Device> device_work_{hybrid_.device(), costs_};
  Work<Host> host_work_{hybrid_.host(), costs_};
};

TEST_F(WorkQueueHybrid, BothSidesShareOutAllWork) {
  auto const at_once = [] {};
  run(at_once, at_once);
  auto const by_device = device_work_.all_done(), by_host = host_work_.all_done();
  std::uint64_t on_host = 0;
  for (std::size_t item = 0; item < costs_.size(); ++item) {
    EXPECT_EQ(by_device[item] + by_host[item], costs_[item]) << item;
    EXPECT_TRUE(by_device[item] == 0 || by_host[item] == 0) << item;
    on_host += by_host[item];
  }
  auto const all = std::accumulate(costs_.begin(), costs_.end(), std::uint64_t(0));
  EXPECT_DOUBLE_EQ(queue_.share_of(End::cheap),
                   static_cast<double>(on_host) / static_cast<double>(all));
}

// What one side is slow to take the other takes.
TEST_F(WorkQueueHybrid, NobodyWaitsForASlowSide) {
  if (!hybrid_.is_concurrent()) GTEST_SKIP() << "the sides take turns";
  std::latch host_is_done(1), device_has_some(1);
  std::size_t batches = 0;
  hybrid_.concurrently(
      [&] {
        queue_.drain(End::costly, 1, [&](WorkQueue::Batch batch) {
          device_has_some.count_down();
          host_is_done.wait();
          batches += batch.size();
        });
      },
      [&] {
        device_has_some.wait();
        queue_.drain(End::cheap, 40, host_work_);
        host_is_done.count_down();
      });
  EXPECT_EQ(batches, 1u);
  auto const by_host = host_work_.all_done();
  EXPECT_EQ(std::ranges::count(by_host, 0u),
            1 + std::ranges::count(costs_, 0u));  // the device's, and what costs nothing
}

TEST_F(WorkQueueHybrid, AnExceptionOfEitherSideEndsTheCall) {
  std::latch device_has_some(1), host_has_some(1);
  EXPECT_THROW(run(
                   [&] {
                     device_has_some.count_down();
                     throw std::runtime_error("the device fails");
                   },
                   [&] { device_has_some.wait(); }),
               std::runtime_error);
  if (!hybrid_.is_concurrent()) return;
  queue_.fill(costs_);
  EXPECT_THROW(run([&] { host_has_some.wait(); },
                   [&] {
                     host_has_some.count_down();
                     throw std::runtime_error("the host fails");
                   }),
               std::runtime_error);
}

}  // namespace
