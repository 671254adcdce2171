#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "support/pipeline_case.hpp"
#include "yoke/pipeline.hpp"

// Whatever happens in a lane, the run ends, nothing hangs, and the pipeline can be run again.

namespace {

using yoke_test::Copies;
using yoke_test::Step;
using yoke_test::Word;

template <class HybridType>
using PipelineFaultsOf = yoke_test::PipelineTest<HybridType>;

TYPED_TEST_SUITE(PipelineFaultsOf, yoke_test::HybridTypes);

constexpr std::size_t capacity = 1000;

template <class Run>
std::string message_of(Run const& run) {
  try {
    run();
  } catch (std::exception const& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TYPED_TEST(PipelineFaultsOf, ExceptionsOfEveryStepEndTheRun) {
  TypeParam const hybrid;
  typename TestFixture::Case test(hybrid);
  for (std::size_t const in_flight : {1, 4}) {
    typename TestFixture::Case::Pipeline pipeline(
        hybrid, {.up = capacity, .down = capacity, .in_flight = in_flight});
    for (Step const bad : yoke_test::all_steps) {
      for (std::size_t const bad_block : {0, 6, 11}) {
        SCOPED_TRACE(std::string(yoke_test::name(bad)) + " of block " + std::to_string(bad_block));
        test.forget();
        test.on_step = [&](Step step, std::size_t block) {
          if (step == bad && block == bad_block) throw std::runtime_error(yoke_test::name(bad));
        };
        EXPECT_EQ(message_of([&] { pipeline.run(12, test.steps(Copies::by_steps)); }),
                  yoke_test::name(bad));
        EXPECT_EQ(test.blocks_in_order(bad), bad_block + 1);
        std::size_t before = test.blocks_in_order(Step::fill);
        EXPECT_LE(before, bad_block + in_flight);
        for (Step const step : yoke_test::all_steps) {
          std::size_t const blocks = test.blocks_in_order(step);
          EXPECT_LE(blocks, before) << yoke_test::name(step);
          before = blocks;
        }
        test.expect_runs(pipeline, 9);
      }
    }
  }
}

// The device's side is told of first, whichever was first.
TYPED_TEST(PipelineFaultsOf, OneOfTwoExceptionsIsRethrown) {
  TypeParam const hybrid;
  if (!hybrid.is_concurrent()) GTEST_SKIP() << "the sides take turns";
  typename TestFixture::Case test(hybrid);
  typename TestFixture::Case::Pipeline pipeline(hybrid, {.up = capacity, .down = capacity});
  std::atomic<bool> is_computing = false, has_filled = false;
  test.on_step = [&](Step step, std::size_t block) {
    if (step == Step::fill && block == 2) {
      while (!is_computing) std::this_thread::yield();
      has_filled = true;
      throw std::runtime_error("fill");
    }
    if (step == Step::compute && block == 0) {
      is_computing = true;
      while (!has_filled) std::this_thread::yield();
      throw std::runtime_error("compute");
    }
  };
  EXPECT_EQ(message_of([&] { pipeline.run(12, test.steps()); }), "compute");
  test.expect_runs(pipeline, 9);
}

TYPED_TEST(PipelineFaultsOf, MoreElementsThanThereIsRoomForAreRefused) {
  TypeParam const hybrid;
  typename TestFixture::Case test(hybrid);
  typename TestFixture::Case::Pipeline pipeline(hybrid, {.up = capacity, .down = capacity});
  for (Step const bad : {Step::fill, Step::upload, Step::compute, Step::download}) {
    auto steps = test.steps(Copies::by_steps);
    auto const too_many = [](auto const&...) { return capacity + 1; };
    if (bad == Step::fill) steps.fill = too_many;
    if (bad == Step::upload) steps.upload = too_many;
    if (bad == Step::compute) steps.compute = too_many;
    if (bad == Step::download) steps.download = too_many;
    EXPECT_THAT(message_of([&] { pipeline.run(3, steps); }),
                testing::AllOf(testing::HasSubstr(yoke_test::name(bad)),
                               testing::HasSubstr("left 1001 elements"),
                               testing::HasSubstr("room for 1000")));
    test.expect_runs(pipeline, 5);
  }
}

TYPED_TEST(PipelineFaultsOf, StopsFromWithin) {
  TypeParam const hybrid;
  typename TestFixture::Case test(hybrid);
  typename TestFixture::Case::Pipeline pipeline(hybrid, {.up = capacity, .down = capacity});
  for (Step const stops : yoke_test::all_steps) {
    for (std::size_t const last : {0, 5, 30}) {
      SCOPED_TRACE(std::string(yoke_test::name(stops)) + " of block " + std::to_string(last));
      std::stop_source stop;
      test.forget();
      test.on_step = [&](Step step, std::size_t block) {
        if (step == stops && block == last) stop.request_stop();
      };
      std::size_t const ended =
          pipeline.run(100, test.steps(Copies::by_steps), nullptr, stop.get_token());
      // What was computed came down and was drained; nothing was begun any more.
      EXPECT_EQ(test.blocks_in_order(Step::drain), ended);
      EXPECT_EQ(test.blocks_in_order(Step::download), ended);
      EXPECT_EQ(test.blocks_in_order(Step::compute), ended);
      EXPECT_LE(test.blocks_in_order(Step::fill), last + 1 + pipeline.blocks().in_flight);
      bool const on_device = stops == Step::compute || stops == Step::download;
      EXPECT_GE(ended, on_device || stops == Step::drain ? last + 1 : 0);
      EXPECT_LE(ended, on_device ? last + 1 : stops == Step::drain ? 100 : last);
      test.expect_runs(pipeline, 9);
    }
  }
}

TYPED_TEST(PipelineFaultsOf, StopsFromOutside) {
  TypeParam const hybrid;
  typename TestFixture::Case test(hybrid);
  typename TestFixture::Case::Pipeline pipeline(hybrid, {.up = capacity, .down = capacity});
  for (Step const step_at : {Step::fill, Step::compute, Step::drain}) {
    std::stop_source stop;
    std::atomic<bool> is_there = false;
    std::thread other([&] {
      while (!is_there) std::this_thread::yield();
      stop.request_stop();
    });
    test.forget();
    test.on_step = [&](Step step, std::size_t block) {
      if (step == step_at && block == 3) is_there = true;
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    };
    std::size_t const ended = pipeline.run(100000, test.steps(), nullptr, stop.get_token());
    other.join();
    EXPECT_LT(ended, 100000u);
    EXPECT_EQ(test.blocks_in_order(Step::drain), ended);
    EXPECT_EQ(test.blocks_in_order(Step::compute), ended);
    test.expect_runs(pipeline, 9);
  }
}

TYPED_TEST(PipelineFaultsOf, StopsBeforeItBegins) {
  TypeParam const hybrid;
  typename TestFixture::Case test(hybrid);
  typename TestFixture::Case::Pipeline pipeline(hybrid, {.up = capacity, .down = capacity});
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(pipeline.run(10, test.steps(), nullptr, stop.get_token()), 0u);
  for (Step const step : yoke_test::all_steps) EXPECT_EQ(test.blocks_in_order(step), 0u);
  test.expect_runs(pipeline, 9);
}

TYPED_TEST(PipelineFaultsOf, RunsWithinARunOfTheSameHybridAreRefused) {
  TypeParam const hybrid;
  typename TestFixture::Case test(hybrid), inner_test(hybrid);
  typename TestFixture::Case::Pipeline pipeline(hybrid, {.up = capacity, .down = capacity});
  typename TestFixture::Case::Pipeline inner(hybrid, {.up = capacity, .down = capacity});
  inner.reserve(inner_test.steps());
  test.on_step = [&](Step step, std::size_t block) {
    if (step == Step::fill && block == 2) inner.run(3, inner_test.steps());
  };
  EXPECT_THROW(pipeline.run(10, test.steps()), std::logic_error);
  test.expect_runs(pipeline, 9);
  inner_test.expect_runs(inner, 9);
}

TYPED_TEST(PipelineFaultsOf, SomethingMustBeInFlight) {
  TypeParam const hybrid;
  using Pipeline = typename TestFixture::Case::Pipeline;
  EXPECT_THROW(Pipeline(hybrid, {.up = 1, .down = 1, .in_flight = 0}), std::invalid_argument);
}

}  // namespace
