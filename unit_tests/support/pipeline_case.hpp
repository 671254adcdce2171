#pragma once

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "support/watchdog.hpp"
#include "yoke/pipeline.hpp"

// A pipeline whose blocks are counted and checked: the device doubles what the host fills, and the
// host looks at what comes down.
namespace yoke_test {

using Word = std::uint32_t;

KOKKOS_INLINE_FUNCTION Word word_at(std::size_t block, std::size_t i) {
  return static_cast<Word>(block * 2654435761u + i * 40503u);
}

template <class Space, class View>
struct FillBlock {
  std::size_t block;
  View view;
  KOKKOS_FUNCTION void operator()(std::size_t i) const { view(i) = word_at(block, i); }
};

template <class Space, class View>
struct DoubleBlock {
  View in, out;
  KOKKOS_FUNCTION void operator()(std::size_t i) const { out(i) = 2 * in(i); }
};

enum class Step { fill, upload, compute, download, drain };
inline constexpr Step all_steps[] = {Step::fill, Step::upload, Step::compute, Step::download,
                                     Step::drain};
inline char const* name(Step step) {
  char const* const names[] = {"fill", "upload", "compute", "download", "drain"};
  return names[static_cast<int>(step)];
}

// Who copies: the pipeline where it must, or the steps upload and download, which have it copy
// also where both sides work in host memory.
enum class Copies { by_pipeline, by_steps };

template <class Device, class Host>
class PipelineCase {
 public:
  using Pipeline = yoke::Pipeline<Word, Device, Host>;
  using Steps = typename Pipeline::Steps;
  using HostBlock = typename Pipeline::HostBlock;
  using DeviceBlock = typename Pipeline::DeviceBlock;
  using Hybrid = yoke::Hybrid<Device, Host>;

  static constexpr std::size_t capacity = 1000;

  // Sizes go up and down, 0 and the capacity among them.
  static std::size_t size_of(std::size_t block) { return block * 643 % (capacity + 1); }

  // What a step does before anything else: for tests that throw or wait there.
  std::function<void(Step, std::size_t block)> on_step = [](Step, std::size_t) {};

  explicit PipelineCase(Hybrid const& hybrid) : hybrid_(hybrid) {}

  Steps steps(Copies copies = Copies::by_pipeline) {
    Steps steps;
    steps.fill = [this](std::size_t block, HostBlock up) {
      begin(Step::fill, block);
      EXPECT_EQ(up.extent(0), capacity);
      Kokkos::parallel_for("yoke_test::fill",
                           Kokkos::RangePolicy<Host>(hybrid_.host(), 0, size_of(block)),
                           FillBlock<Host, HostBlock>{block, up});
      return size_of(block);
    };
    steps.compute = [this](std::size_t block, Device const& exec, DeviceBlock in, DeviceBlock out) {
      begin(Step::compute, block);
      EXPECT_EQ(in.extent(0), size_of(block));
      EXPECT_EQ(out.extent(0), capacity);
      Kokkos::parallel_for("yoke_test::double",
                           Kokkos::RangePolicy<Device>(exec, 0, size_of(block)),
                           DoubleBlock<Device, DeviceBlock>{in, out});
      return size_of(block);
    };
    steps.drain = [this](std::size_t block, HostBlock down) {
      begin(Step::drain, block);
      EXPECT_EQ(count_wrong(block, down), 0u) << "in block " << block;
    };
    if (copies == Copies::by_steps) add_copies(steps);
    return steps;
  }

  // Each step has had the blocks from 0 on, in order; returns how many.
  std::size_t blocks_in_order(Step step) const {
    auto const& seen = seen_[static_cast<int>(step)];
    std::vector<std::size_t> expected(seen.size());
    std::iota(expected.begin(), expected.end(), 0);
    EXPECT_EQ(seen, expected) << name(step);
    return seen.size();
  }
  void forget() {
    for (auto& seen : seen_) seen.clear();
  }

  // Runs once more, with nothing in the way.
  void expect_runs(Pipeline& pipeline, std::size_t blocks, Copies copies = Copies::by_pipeline) {
    forget();
    on_step = [](Step, std::size_t) {};
    EXPECT_EQ(pipeline.run(blocks, steps(copies)), blocks);
    for (Step const step : {Step::fill, Step::compute, Step::drain}) {
      EXPECT_EQ(blocks_in_order(step), blocks) << name(step);
    }
    std::size_t const copied = copies == Copies::by_steps ? blocks : 0;
    EXPECT_EQ(blocks_in_order(Step::upload), copied);
    EXPECT_EQ(blocks_in_order(Step::download), copied);
  }

 private:
  void add_copies(Steps& steps) {
    steps.upload = [this](std::size_t block, Device const& exec, HostBlock up, DeviceBlock in) {
      begin(Step::upload, block);
      EXPECT_EQ(up.extent(0), size_of(block));
      EXPECT_EQ(in.extent(0), capacity);
      Kokkos::deep_copy(exec, DeviceBlock(in.data(), up.extent(0)), up);
      return up.extent(0);
    };
    steps.download = [this](std::size_t block, Device const& exec, DeviceBlock out,
                            HostBlock down) {
      begin(Step::download, block);
      EXPECT_EQ(out.extent(0), size_of(block));
      EXPECT_EQ(down.extent(0), capacity);
      Kokkos::deep_copy(exec, HostBlock(down.data(), out.extent(0)), out);
      return out.extent(0);
    };
  }

  // One thread calls each step.
  void begin(Step step, std::size_t block) {
    seen_[static_cast<int>(step)].push_back(block);
    on_step(step, block);
  }

  static std::size_t count_wrong(std::size_t block, HostBlock down) {
    EXPECT_EQ(down.extent(0), size_of(block));
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < down.extent(0); ++i) wrong += down(i) != 2 * word_at(block, i);
    return wrong;
  }

  Hybrid const& hybrid_;
  std::vector<std::size_t> seen_[5];
};

// The sides take turns on Serial, as they do on one thread. With CUDA the host alone is tested too.
using HybridTypes = testing::Types<
    yoke::Hybrid<>
#ifdef KOKKOS_ENABLE_CUDA
    ,
    yoke::Hybrid<Kokkos::DefaultHostExecutionSpace, Kokkos::DefaultHostExecutionSpace>
#endif
#ifdef KOKKOS_ENABLE_SERIAL
    ,
    yoke::Hybrid<Kokkos::Serial, Kokkos::Serial>
#endif
    >;

template <class HybridType>
class PipelineTest : public testing::Test {
 public:
  using Device = typename HybridType::DeviceSpace;
  using Host = typename HybridType::HostSpace;
  using Case = PipelineCase<Device, Host>;

 private:
  Watchdog const watchdog_{"a pipeline"};
};

}  // namespace yoke_test
