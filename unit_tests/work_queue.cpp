#include "photons/work_queue.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <latch>
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

Costs random_costs(std::size_t count, std::uint64_t most) {
  std::mt19937_64 random(count);
  Costs costs(count);
  for (auto& cost : costs) cost = 1 + random() % most;
  return costs;
}

void expect_batch(WorkQueue::Batch const& batch, std::uint64_t begin, std::uint64_t end) {
  EXPECT_EQ(batch.begin, begin);
  EXPECT_EQ(batch.end, end);
}

TEST(WorkQueue, EachEndIsTakenInItsOrder) {
  WorkQueue queue;
  queue.fill(10);
  expect_batch(queue.take(End::front, 2), 0, 2);
  expect_batch(queue.take(End::back, 3), 7, 10);
  expect_batch(queue.take(End::back, 1), 6, 7);
  expect_batch(queue.take(End::front, 0), 2, 3);
  expect_batch(queue.take(End::back, 100), 3, 6);
  EXPECT_TRUE(queue.take(End::back, 1).empty());
  EXPECT_TRUE(queue.take(End::front, 1).empty());
  EXPECT_DOUBLE_EQ(queue.share_of(End::front), 0.3);
  EXPECT_DOUBLE_EQ(queue.share_of(End::back), 0.7);
}

TEST(WorkQueue, PartsOfWhatIsLeftGetSmaller) {
  WorkQueue queue;
  queue.fill(20);
  EXPECT_EQ(queue.take_part(End::front, 4, 2).size(), 5u);
  EXPECT_EQ(queue.take_part(End::back, 3, 1).size(), 5u);
  EXPECT_EQ(queue.take_part(End::front, 4, 2).begin, 5u);
  EXPECT_EQ(queue.take_part(End::back, 100, 0).size(), 1u);
  EXPECT_EQ(queue.take_part(End::front, 100, 3).size(), 3u);
  EXPECT_EQ(queue.take_part(End::back, 1, 1).size(), 4u);
  EXPECT_TRUE(queue.take_part(End::front, 4, 2).empty());
  queue.fill(20);
  EXPECT_EQ(queue.take_part(End::back, 2, 1, 3).size(), 3u);
  EXPECT_EQ(queue.take_part(End::back, 17, 4, 3).size(), 4u);
  EXPECT_EQ(queue.take_part(End::front, 4, 2, 9).size(), 3u);
  queue.close();
  EXPECT_TRUE(queue.take_part(End::front, 1, 1).empty());
  EXPECT_TRUE(queue.take(End::back, 1).empty());
}

TEST(WorkQueue, MayBeEmptyOrVeryLong) {
  WorkQueue queue;
  queue.fill(0);
  EXPECT_TRUE(queue.take(End::front, 1).empty());
  EXPECT_TRUE(queue.take_part(End::back, 1, ~std::uint64_t(0)).empty());
  EXPECT_EQ(queue.share_of(End::front), 0);
  std::uint64_t const many = std::uint64_t(1) << 62;
  queue.fill(many);
  expect_batch(queue.take(End::back, 7), many - 7, many);
  EXPECT_EQ(queue.take(End::front, ~std::uint64_t(0)).size(), many - 7);
  EXPECT_TRUE(queue.take(End::back, ~std::uint64_t(0)).empty());
}

TEST(WorkQueue, AnExceptionLeavesNothingToTake) {
  WorkQueue queue;
  for (auto const& [end, other] : {std::pair(End::front, End::back), {End::back, End::front}}) {
    queue.fill(10);
    int batches = 0;
    auto const fail_at_third = [&batches](WorkQueue::Batch) {
      if (++batches == 3) throw std::runtime_error("no more");
    };
    EXPECT_THROW(queue.drain(end, 1, fail_at_third), std::runtime_error);
    EXPECT_EQ(batches, 3);
    EXPECT_TRUE(queue.take(other, 1).empty());
    queue.fill(10);
    EXPECT_EQ(queue.take(other, 10).size(), 10u);
  }
}

// Two threads, thousands of batches of all sizes.
TEST(WorkQueue, EachItemIsTakenOnce) {
  WorkQueue queue;
  for (std::size_t const count : {1u, 2u, 10u, 1000u, 100000u}) {
    for (std::uint64_t const most : {1u, 3u, 1000u}) {
      for (int round = 0; round < 10; ++round) {
        queue.fill(count);
        std::vector<std::atomic<int>> times(count);
        std::latch both(2);
        auto const drain = [&](End end, std::uint64_t least) {
          both.arrive_and_wait();
          queue.drain(end, least, [&](WorkQueue::Batch batch) {
            for (auto item = batch.begin; item < batch.end; ++item) ++times[item];
          });
        };
        std::thread device([&] { drain(End::front, most + static_cast<std::uint64_t>(round)); });
        drain(End::back, 1);
        device.join();
        EXPECT_TRUE(std::ranges::all_of(times, [](auto const& t) { return t == 1; }));
        EXPECT_DOUBLE_EQ(queue.share_of(End::front) + queue.share_of(End::back), 1);
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
    for (auto item = batch.begin; item < batch.end; ++item) {
      work_on(exec, done, item, cost[item]);
    }
    exec.fence("yoke_test: a batch");
  }

  static void work_on(Space const& exec, Done const& done, std::uint64_t item, std::uint64_t cost) {
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
  WorkQueueHybrid() { queue_.fill(costs_.size()); }

  // Both sides with what to do before each batch, which may throw.
  template <class DeviceFirst, class HostFirst>
  void run(DeviceFirst const& device_first, HostFirst const& host_first) {
    hybrid_.concurrently(
        [&] {
          queue_.drain(End::front, 4, [&](WorkQueue::Batch batch) {
            device_first();
            device_work_(batch);
          });
        },
        [&] {
          queue_.drain(End::back, 1, [&](WorkQueue::Batch batch) {
            host_first();
            host_work_(batch);
          });
        });
  }

  Hybrid const hybrid_;
  Costs const costs_ = random_costs(500, 100);  // each at least 1
  WorkQueue queue_;
  Work<Device> device_work_{hybrid_.device(), costs_};
  Work<Host> host_work_{hybrid_.host(), costs_};
};

TEST_F(WorkQueueHybrid, BothSidesShareOutAllWork) {
  auto const at_once = [] {};
  run(at_once, at_once);
  auto const by_device = device_work_.all_done(), by_host = host_work_.all_done();
  std::size_t on_host = 0;
  for (std::size_t item = 0; item < costs_.size(); ++item) {
    EXPECT_EQ(by_device[item] + by_host[item], costs_[item]) << item;
    EXPECT_TRUE(by_device[item] == 0 || by_host[item] == 0) << item;
    if (by_host[item] > 0) ++on_host;
  }
  EXPECT_DOUBLE_EQ(queue_.share_of(End::back),
                   static_cast<double>(on_host) / static_cast<double>(costs_.size()));
}

// What one side is slow to take the other takes.
TEST_F(WorkQueueHybrid, NobodyWaitsForASlowSide) {
  if (!hybrid_.is_concurrent()) GTEST_SKIP() << "the sides take turns";
  std::latch host_is_done(1), device_has_some(1);
  std::size_t batches = 0;
  hybrid_.concurrently(
      [&] {
        queue_.drain(End::front, 1, [&](WorkQueue::Batch batch) {
          device_has_some.count_down();
          host_is_done.wait();
          batches += batch.size();
        });
      },
      [&] {
        device_has_some.wait();
        queue_.drain(End::back, 1, host_work_);
        host_is_done.count_down();
      });
  EXPECT_EQ(batches, 1u);
  auto const by_host = host_work_.all_done();
  EXPECT_EQ(std::ranges::count(by_host, 0u), 1);  // the device's
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
  queue_.fill(costs_.size());
  EXPECT_THROW(run([&] { host_has_some.wait(); },
                   [&] {
                     host_has_some.count_down();
                     throw std::runtime_error("the host fails");
                   }),
               std::runtime_error);
}

}  // namespace
