#include "yoke/pipeline.hpp"

#include <gtest/gtest.h>
#include <algorithm>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

using Pipeline = yoke::FeedPipeline<std::uint32_t>;
using Device = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;

constexpr std::size_t capacity = 10000;

// Sizes go up and down, 0 and the capacity among them.
std::size_t size_of(std::size_t block) { return block * 3571 % (capacity + 1); }

std::size_t fill(yoke::Hybrid<> const& hybrid, std::size_t block, Pipeline::HostBlock buffer) {
  Kokkos::parallel_for("yoke_test::fill",
                       Kokkos::RangePolicy<Host>(hybrid.host(), 0, size_of(block)),
                       [=](std::size_t i) { buffer(i) = static_cast<std::uint32_t>(block * i); });
  return size_of(block);
}

// How many elements are not what fill() wrote.
std::size_t count_wrong(std::size_t block, Pipeline::DeviceBlock data, Device const& exec) {
  std::size_t wrong = 0;
  Kokkos::parallel_reduce(
      "yoke_test::count_wrong", Kokkos::RangePolicy<Device>(exec, 0, data.extent(0)),
      KOKKOS_LAMBDA(std::size_t i, std::size_t & sum) {
        if (data(i) != static_cast<std::uint32_t>(block * i)) ++sum;
      },
      wrong);
  return wrong;
}

std::atomic<int> allocations = 0;
void count_allocation(Kokkos::Tools::SpaceHandle, char const*, void const*, std::uint64_t) {
  ++allocations;
}

bool becomes_true(std::atomic<bool> const& flag) {
  auto const deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!flag && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
  return flag;
}

TEST(FeedPipeline, DeliversEveryBlockOnceAndInOrder) {
  yoke::Hybrid hybrid;
  Pipeline pipeline(hybrid, capacity);
  for (std::size_t const blocks : {0, 1, 2, 3, 100, 5}) {
    std::vector<std::size_t> seen;
    auto const consumed = pipeline.run(
        blocks,
        [&](std::size_t block, Pipeline::HostBlock buffer) {
          EXPECT_EQ(buffer.extent(0), capacity);
          return fill(hybrid, block, buffer);
        },
        [&](std::size_t block, Pipeline::DeviceBlock data, Device const& exec) {
          EXPECT_EQ(data.extent(0), size_of(block));
          EXPECT_EQ(count_wrong(block, data, exec), 0u) << "in block " << block;
          seen.push_back(block);
        });
    std::vector<std::size_t> expected(blocks);
    std::iota(expected.begin(), expected.end(), 0);
    EXPECT_EQ(seen, expected);
    EXPECT_EQ(consumed, blocks);
  }
}

TEST(FeedPipeline, ProducesWhileItConsumes) {
  yoke::Hybrid hybrid;
  if (!hybrid.is_concurrent()) GTEST_SKIP() << "the sides take turns";
  Pipeline pipeline(hybrid, 1);
  constexpr std::size_t blocks = 10;
  std::vector<std::atomic<bool>> consuming(blocks), producing(blocks);
  std::size_t overlaps = 0;
  pipeline.run(
      blocks,
      [&](std::size_t block, Pipeline::HostBlock) -> std::size_t {
        producing[block] = true;
        EXPECT_TRUE(block == 0 || becomes_true(consuming[block - 1])) << "block " << block;
        return 1;
      },
      [&](std::size_t block, Pipeline::DeviceBlock, Device const&) {
        consuming[block] = true;
        if (block + 1 < blocks) overlaps += becomes_true(producing[block + 1]);
      });
  EXPECT_EQ(overlaps, blocks - 1);
}

TEST(FeedPipeline, ProducerIsAtMostTwoBlocksAhead) {
  yoke::Hybrid hybrid;
  Pipeline pipeline(hybrid, 1);
  std::atomic<std::size_t> consumed = 0, furthest = 0;
  pipeline.run(
      50,
      [&](std::size_t block, Pipeline::HostBlock) -> std::size_t {
        furthest = std::max<std::size_t>(furthest, block - consumed);
        return 1;
      },
      [&](std::size_t, Pipeline::DeviceBlock, Device const&) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        ++consumed;
      });
  // The block in the device's hands, one that waits for it, and where blocks are copied the next.
  EXPECT_LE(furthest, 2u);
}

TEST(FeedPipeline, ConsumerCanEndTheRun) {
  yoke::Hybrid hybrid;
  Pipeline pipeline(hybrid, capacity);
  for (std::size_t const last : {0, 1, 7}) {
    auto const consumed = pipeline.run(
        1000, [&](std::size_t block, auto buffer) { return fill(hybrid, block, buffer); },
        [&](std::size_t block, Pipeline::DeviceBlock data, Device const& exec) {
          EXPECT_EQ(count_wrong(block, data, exec), 0u);
          return block < last;
        });
    EXPECT_EQ(consumed, last + 1);
  }
}

TEST(FeedPipeline, CarriesExceptionsAndCanBeRunAgain) {
  yoke::Hybrid hybrid;
  Pipeline pipeline(hybrid, capacity);
  auto const good_producer = [&](std::size_t block, Pipeline::HostBlock buffer) {
    return fill(hybrid, block, buffer);
  };
  auto const good_consumer = [](std::size_t block, Pipeline::DeviceBlock data, Device const& exec) {
    EXPECT_EQ(count_wrong(block, data, exec), 0u);
  };
  auto const bad_producer = [&](std::size_t block, Pipeline::HostBlock buffer) {
    if (block == 3) throw std::runtime_error("producer");
    return fill(hybrid, block, buffer);
  };
  auto const bad_consumer = [](std::size_t block, Pipeline::DeviceBlock, Device const&) {
    if (block == 3) throw std::runtime_error("consumer");
  };
  auto const too_much = [](std::size_t, Pipeline::HostBlock) { return capacity + 1; };

  EXPECT_THROW(pipeline.run(100, bad_producer, good_consumer), std::runtime_error);
  EXPECT_EQ(pipeline.run(10, good_producer, good_consumer), 10u);
  EXPECT_THROW(pipeline.run(100, good_producer, bad_consumer), std::runtime_error);
  EXPECT_EQ(pipeline.run(10, good_producer, good_consumer), 10u);
  EXPECT_THROW(pipeline.run(100, too_much, good_consumer), std::invalid_argument);
  EXPECT_EQ(pipeline.run(10, good_producer, good_consumer), 10u);
}

TEST(FeedPipeline, RunAllocatesNothing) {
  yoke::Hybrid hybrid;
  Pipeline pipeline(hybrid, 100);
  auto const run = [&] {
    pipeline.run(
        20, [](std::size_t, auto) -> std::size_t { return 100; },
        [](std::size_t, Pipeline::DeviceBlock, Device const&) {});
  };
  Kokkos::Tools::Experimental::set_allocate_data_callback(count_allocation);
  allocations = 0;
  run();
  EXPECT_EQ(allocations, 0);
  Pipeline const another(hybrid, 100);
  EXPECT_GT(allocations, 0) << "the counter does not count";
  Kokkos::Tools::Experimental::set_allocate_data_callback(nullptr);
}

TEST(FeedPipeline, RecordsEachStage) {
  yoke::Hybrid hybrid;
  Pipeline pipeline(hybrid, 100);
  yoke::Timeline timeline;
  constexpr auto pause = std::chrono::milliseconds(2);
  pipeline.run(
      5,
      [&](std::size_t, Pipeline::HostBlock) -> std::size_t {
        std::this_thread::sleep_for(pause);
        return 100;
      },
      [&](std::size_t, Pipeline::DeviceBlock, Device const&) {
        std::this_thread::sleep_for(pause);
      },
      &timeline);

  int produced = 0, consumed = 0, copied = 0;
  for (auto const& entry : timeline.entries()) {
    produced += entry.name == "fill" && entry.lane == yoke::Lane::host;
    consumed += entry.name == "compute" && entry.lane == yoke::Lane::device;
    copied += entry.name == "copy" && entry.lane == yoke::Lane::upload;
  }
  EXPECT_EQ(produced, 5);
  EXPECT_EQ(consumed, 5);
  EXPECT_EQ(copied, yoke::detail::runs_on_host<Device> ? 0 : 5);
  EXPECT_GE(timeline.busy_seconds(yoke::Lane::host), 0.01);
  EXPECT_GE(timeline.busy_seconds(yoke::Lane::device), 0.009);
}

}  // namespace
