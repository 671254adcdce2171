#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "support/pipeline_case.hpp"
#include "support/tools.hpp"
#include "yoke/pipeline.hpp"

namespace {

using yoke_test::Copies;
using yoke_test::Step;
using yoke_test::Word;

template <class HybridType>
using PipelineOf = yoke_test::PipelineTest<HybridType>;

TYPED_TEST_SUITE(PipelineOf, yoke_test::HybridTypes);

constexpr std::size_t capacity = 1000;

bool becomes_true(std::function<bool()> const& condition) {
  auto const deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!condition() && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
  return condition();
}

TYPED_TEST(PipelineOf, EveryBlockComesThroughOnceAndInOrder) {
  TypeParam const hybrid;
  typename TestFixture::Case test(hybrid);
  for (std::size_t const in_flight : {1, 2, 3, 4, 9}) {
    SCOPED_TRACE(std::to_string(in_flight) + " in flight");
    typename TestFixture::Case::Pipeline pipeline(
        hybrid, {.up = capacity, .down = capacity, .in_flight = in_flight});
    for (std::size_t const blocks : {0, 1, 2, 5, 40, 3}) {
      for (Copies const copies : {Copies::by_pipeline, Copies::by_steps}) {
        test.expect_runs(pipeline, blocks, copies);
      }
    }
  }
}

// An array goes through in blocks of which the last is smaller, straight from pinned memory of the
// caller's and back to it.
TYPED_TEST(PipelineOf, ArraysOfTheCallersNeedNoBlocksInPinnedMemory) {
  using Device = typename TestFixture::Device;
  using Pipeline = typename TestFixture::Case::Pipeline;
  using HostBlock = typename Pipeline::HostBlock;
  using DeviceBlock = typename Pipeline::DeviceBlock;
  TypeParam const hybrid;
  constexpr std::size_t n = 10007;
  Kokkos::View<Word*, Kokkos::SharedHostPinnedSpace> const from("from", n), to("to", n);
  for (std::size_t i = 0; i < n; ++i) from(i) = yoke_test::word_at(7, i);
  for (std::size_t const size : {1000, 10007, 20000, 59}) {
    Kokkos::deep_copy(to, 0);
    auto const size_of = [&](std::size_t block) { return std::min(size, n - block * size); };
    Pipeline pipeline(hybrid, {.up = size, .down = size});
    typename Pipeline::Steps steps;
    steps.upload = [&](std::size_t block, Device const& exec, HostBlock filled, DeviceBlock in) {
      EXPECT_EQ(filled.extent(0), 0u);
      Kokkos::deep_copy(exec, DeviceBlock(in.data(), size_of(block)),
                        HostBlock(from.data() + block * size, size_of(block)));
      return size_of(block);
    };
    steps.compute = [&](std::size_t, Device const& exec, DeviceBlock in, DeviceBlock out) {
      Kokkos::parallel_for("yoke_test::double", Kokkos::RangePolicy<Device>(exec, 0, in.extent(0)),
                           yoke_test::DoubleBlock<Device, DeviceBlock>{in, out});
      return in.extent(0);
    };
    steps.download = [&](std::size_t block, Device const& exec, DeviceBlock out, HostBlock down) {
      EXPECT_EQ(down.extent(0), 0u);
      Kokkos::deep_copy(exec, HostBlock(to.data() + block * size, out.extent(0)), out);
      return std::size_t(0);
    };
    yoke_test::AllocationRecorder const allocations;
    EXPECT_EQ(pipeline.run((n + size - 1) / size, steps), (n + size - 1) / size);
    EXPECT_THAT(allocations.labels(), testing::Not(testing::Contains("yoke::Pipeline::up")));
    EXPECT_THAT(allocations.labels(), testing::Not(testing::Contains("yoke::Pipeline::down")));
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(to(i), 2 * from(i)) << i;
  }
}

TYPED_TEST(PipelineOf, AnyStepsMayBeAbsent) {
  TypeParam const hybrid;
  typename TestFixture::Case::Pipeline pipeline(hybrid, {.up = capacity, .down = capacity});
  for (unsigned chosen = 0; chosen < 32; ++chosen) {
    SCOPED_TRACE(chosen);
    std::vector<std::size_t> calls(5);
    auto const count = [&](Step step, std::size_t block) {
      EXPECT_EQ(calls[static_cast<std::size_t>(step)]++, block) << yoke_test::name(step);
    };
    typename TestFixture::Case::Steps steps;
    bool const fills = chosen & 1, uploads = chosen & 2, computes = chosen & 4,
               downloads = chosen & 8, drains = chosen & 16;
    std::size_t const in_size = !computes || !(fills || uploads) ? 0 : 30;
    std::size_t const out_size = computes ? 20 : 0, down_size = drains ? capacity : 0;
    if (fills) {
      steps.fill = [&](std::size_t block, auto up) -> std::size_t {
        count(Step::fill, block);
        EXPECT_EQ(up.extent(0), capacity);
        return 30;
      };
    }
    if (uploads) {
      steps.upload = [&](std::size_t block, auto const&, auto up, auto in) {
        count(Step::upload, block);
        EXPECT_EQ(up.extent(0), fills ? 30u : 0u);
        EXPECT_EQ(in.extent(0), computes ? capacity : 0);
        return in_size;
      };
    }
    if (computes) {
      steps.compute = [&](std::size_t block, auto const&, auto in, auto out) {
        count(Step::compute, block);
        EXPECT_EQ(in.extent(0), in_size);
        EXPECT_EQ(out.extent(0), capacity);
        return out_size;
      };
    }
    if (downloads) {
      steps.download = [&](std::size_t block, auto const&, auto out, auto down) {
        count(Step::download, block);
        EXPECT_EQ(out.extent(0), out_size);
        EXPECT_EQ(down.extent(0), down_size);
        return std::min<std::size_t>(down_size, 10);
      };
    }
    if (drains) {
      steps.drain = [&](std::size_t block, auto down) {
        count(Step::drain, block);
        EXPECT_EQ(down.extent(0), downloads ? 10u : out_size);
      };
    }
    EXPECT_EQ(pipeline.run(6, steps), 6u);
    for (Step const step : yoke_test::all_steps) {
      auto const place = static_cast<unsigned>(step);
      EXPECT_EQ(calls[place], chosen & (1u << place) ? 6u : 0u) << yoke_test::name(step);
    }
  }
}

// However slow a step is, the others wait for it.
TYPED_TEST(PipelineOf, NoMoreBlocksAreUnderWayThanAllowed) {
  TypeParam const hybrid;
  typename TestFixture::Case test(hybrid);
  for (std::size_t const in_flight : {1, 2, 5}) {
    typename TestFixture::Case::Pipeline pipeline(
        hybrid, {.up = capacity, .down = capacity, .in_flight = in_flight});
    for (Step const slow : yoke_test::all_steps) {
      std::atomic<std::size_t> begun = 0, most = 0;
      test.forget();
      test.on_step = [&](Step step, std::size_t block) {
        if (step == Step::fill) begun = block + 1;
        if (step == slow) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        // The blocks before the one that is being drained have ended.
        if (step == Step::drain) most = std::max<std::size_t>(most, begun - block);
      };
      EXPECT_EQ(pipeline.run(20, test.steps(Copies::by_steps)), 20u);
      EXPECT_LE(most, in_flight) << "where " << yoke_test::name(slow) << " is slow";
      EXPECT_GE(most, hybrid.is_concurrent() ? in_flight : 1);
    }
  }
}

// The host fills on while the device is at its first block, and the device computes on while the
// host is at draining its first.
TYPED_TEST(PipelineOf, LanesWorkAtTheSameTime) {
  TypeParam const hybrid;
  if (!hybrid.is_concurrent()) GTEST_SKIP() << "the sides take turns";
  typename TestFixture::Case test(hybrid);
  typename TestFixture::Case::Pipeline pipeline(hybrid,
                                                {.up = capacity, .down = capacity, .in_flight = 4});
  std::atomic<std::size_t> filled = 0, computed = 0;
  test.on_step = [&](Step step, std::size_t block) {
    if (step == Step::fill) filled = block + 1;
    if (step == Step::compute) computed = block + 1;
    if (step == Step::compute && block == 0) {
      EXPECT_TRUE(becomes_true([&] { return filled == 4; })) << filled << " were filled";
    }
    if (step == Step::drain && block == 0) {
      EXPECT_TRUE(becomes_true([&] { return computed == 4; })) << computed << " were computed";
    }
  };
  EXPECT_EQ(pipeline.run(10, test.steps()), 10u);
}

TYPED_TEST(PipelineOf, LaterRunsAllocateNothing) {
  TypeParam const hybrid;
  typename TestFixture::Case test(hybrid);
  typename TestFixture::Case::Pipeline pipeline(hybrid, {.up = capacity, .down = capacity});
  {
    yoke_test::AllocationRecorder const allocations;
    pipeline.reserve(test.steps());
    EXPECT_GE(allocations.held_bytes(), 2 * 4 * capacity * sizeof(Word));
  }
  yoke_test::AllocationRecorder const allocations;
  test.expect_runs(pipeline, 10);
  EXPECT_THAT(allocations.labels(), testing::IsEmpty());
  test.expect_runs(pipeline, 10, Copies::by_steps);
  std::size_t const more = allocations.labels().size();
  test.expect_runs(pipeline, 10, Copies::by_steps);
  EXPECT_EQ(allocations.labels().size(), more);
}

TYPED_TEST(PipelineOf, TheTimelineShowsEveryLane) {
  TypeParam const hybrid;
  typename TestFixture::Case test(hybrid);
  typename TestFixture::Case::Pipeline pipeline(hybrid, {.up = capacity, .down = capacity});
  for (Copies const copies : {Copies::by_pipeline, Copies::by_steps}) {
    constexpr auto pause = std::chrono::milliseconds(2);
    test.on_step = [&](Step step, std::size_t) {
      if (step != Step::upload && step != Step::download) std::this_thread::sleep_for(pause);
    };
    yoke::Timeline timeline;
    auto const before = yoke::Timeline::Clock::now();
    EXPECT_EQ(pipeline.run(5, test.steps(copies), &timeline), 5u);
    auto const after = yoke::Timeline::Clock::now();
    std::map<std::pair<yoke::Lane, std::string>, std::vector<yoke::Timeline::Entry>> spans;
    for (auto const& entry : timeline.entries()) {
      spans[{entry.lane, entry.name}].push_back(entry);
      EXPECT_GE(entry.begin, before);
      EXPECT_LE(entry.end, after);
    }
    auto const& fills = spans[{yoke::Lane::host, "fill"}];
    auto const& uploads = spans[{yoke::Lane::upload, "copy"}];
    auto const& computes = spans[{yoke::Lane::device, "compute"}];
    auto const& downloads = spans[{yoke::Lane::download, "copy"}];
    auto const& drains = spans[{yoke::Lane::host, "drain"}];
    bool const are_copied =
        copies == Copies::by_steps || !yoke::detail::runs_on_host<typename TestFixture::Device>;
    ASSERT_EQ(fills.size(), 5u);
    ASSERT_EQ(uploads.size(), are_copied ? 5u : 0u);
    ASSERT_EQ(computes.size(), 5u);
    ASSERT_EQ(downloads.size(), are_copied ? 5u : 0u);
    ASSERT_EQ(drains.size(), 5u);
    EXPECT_GE(timeline.busy_seconds(yoke::Lane::host), 0.018);
    // A GPU that others use may begin a step late.
    constexpr bool is_host = yoke::detail::runs_on_host<typename TestFixture::Device>;
    EXPECT_GE(timeline.busy_seconds(yoke::Lane::device), is_host ? 0.009 : 0.003);
    // By two clocks, on a device; each step took 2 ms.
    constexpr auto slack = std::chrono::milliseconds(1);
    for (std::size_t i = 0; i < 5; ++i) {
      EXPECT_GE(computes[i].begin + slack, fills[i].end);
      EXPECT_GE(drains[i].begin + slack, computes[i].end);
      if (!are_copied) continue;
      EXPECT_GE(uploads[i].begin + slack, fills[i].end);
      EXPECT_GE(computes[i].begin + slack, uploads[i].end);
      EXPECT_GE(downloads[i].begin + slack, computes[i].end);
      EXPECT_GE(drains[i].begin + slack, downloads[i].end);
    }
  }
}

// Two on one Hybrid, in turn; and one on each of several, at once.
TYPED_TEST(PipelineOf, SeveralServeTheirOwnRuns) {
  using Case = typename TestFixture::Case;
  constexpr std::size_t threads = 3;
  std::vector<TypeParam> hybrids(threads);
  std::vector<std::thread> running;
  running.reserve(threads);
  for (auto const& hybrid : hybrids) {
    running.emplace_back([&hybrid] {
      Case test(hybrid);
      typename Case::Pipeline first(hybrid, {.up = capacity, .down = capacity, .in_flight = 2});
      typename Case::Pipeline second(hybrid, {.up = capacity, .down = capacity});
      for (std::size_t const blocks : {7, 1, 20}) {
        test.expect_runs(first, blocks);
        test.expect_runs(second, blocks + 1, Copies::by_steps);
      }
    });
  }
  for (auto& thread : running) thread.join();
}

}  // namespace
