#pragma once

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <cstddef>
#include <functional>
#include <stdexcept>
#include <stop_token>
#include <type_traits>
#include <vector>

#include "yoke/detail/checked_size.hpp"
#include "yoke/detail/pinned_space.hpp"
#include "yoke/detail/pipeline_run.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/pipeline_steps.hpp"
#include "yoke/timeline.hpp"

namespace yoke {

/// Three lanes: blocks go up to the device, are worked on there, and come down again, all at the
/// same time, while the host fills blocks that will go up and drains those that have come down.
/// Each lane has an instance of its own (hybrid.upload(), device() and download()), on which the
/// blocks' pieces of work wait for each other by events; nothing is fenced in between.
///
/// The host's blocks are pinned, so that copies are asynchronous and run at the link's full speed.
/// Where the device side works in host memory, `in` and `filled` are the same memory, as are `out`
/// and `down`, and nothing is copied; but steps that copy themselves have both.
///
/// Memory, of each of the blocks in flight: with fill or drain, the block in pinned memory; with
/// compute, the block that goes up and the one that comes down in the device's. The first run whose
/// steps need it allocates it, or reserve(); later ones allocate nothing. Holds a reference to the
/// Hybrid. Serves one run at a time.
template <class T, class Device = Kokkos::DefaultExecutionSpace,
          class Host = Kokkos::DefaultHostExecutionSpace>
class Pipeline {
 public:
  static_assert(std::is_trivially_copyable_v<T>, "yoke::Pipeline: T is copied as bytes");

  using Steps = PipelineSteps<T, Device>;           ///< what is done with each block
  using HostBlock = typename Steps::HostBlock;      ///< what the host fills and drains
  using DeviceBlock = typename Steps::DeviceBlock;  ///< what the device reads and writes

  /// Throws std::invalid_argument where no block may be in flight.
  Pipeline(Hybrid<Device, Host> const& hybrid, PipelineBlocks const& blocks);
  Pipeline(Hybrid<Device, Host> const&& gone_too_soon, PipelineBlocks const& blocks) = delete;

  /// The sizes that it was made with.
  PipelineBlocks const& blocks() const { return sizes_; }

  /// Allocates now what a run with such steps needs.
  void reserve(Steps const& steps);

  /// Takes `blocks` blocks through the steps, each step in the blocks' order; returns how many came
  /// through. A block begins when the one `in_flight` before it has ended, so that a slow step
  /// holds up the others. Where the sides of the Hybrid take turns, one block follows the other.
  ///
  /// As in Hybrid::concurrently, what was put on the caller's instances is done first, and no step
  /// should allocate or free a View. The timeline, if any, has a span of each step and block:
  /// "fill" and "drain" in the host's lane, "copy" in those of the copies, "compute" in the
  /// device's, by the device's own clock.
  ///
  /// Once `stop` is requested, by any thread or by a step, no block is filled or computed any more;
  /// those computed come down and are drained, and what was made ahead is dropped. An exception of
  /// a step ends the run in the same way, and is rethrown at its end; if both threads throw, the
  /// helper's. The pipeline can then be run again. Throws std::invalid_argument where a step says
  /// that it has left more elements than there is room for.
  std::size_t run(std::size_t blocks, Steps const& steps, Timeline* timeline = nullptr,
                  std::stop_token stop = {});

 private:
  Hybrid<Device, Host> const& hybrid_;
  PipelineBlocks sizes_;
  std::vector<detail::PipelineSlot<T, Device>> slots_;
};

/// A pipeline without a way down: feeds the device with blocks that the host makes. While the
/// device consumes block b, block b + 1 is being copied to it and block b + 2 is being made.
///
/// Memory: 3 * block_capacity elements in pinned memory, and as many in the device's, if that is
/// another; allocated here and nowhere else, so that a run allocates nothing. Holds a reference to
/// the Hybrid.
template <class T, class Device = Kokkos::DefaultExecutionSpace,
          class Host = Kokkos::DefaultHostExecutionSpace>
class FeedPipeline {
 public:
  static_assert(std::is_trivially_copyable_v<T>, "yoke::FeedPipeline: T is copied as bytes");

  using PinnedSpace = detail::PinnedSpace;  ///< where the host's buffers lie
  using HostBlock = typename Pipeline<T, Device, Host>::HostBlock;  ///< what the host fills
  /// What the device reads.
  using DeviceBlock = Kokkos::View<T const*, typename Device::memory_space,
                                   Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  /// Makes the buffers. The Hybrid must outlive the pipeline.
  FeedPipeline(Hybrid<Device, Host> const& hybrid, std::size_t block_capacity);
  FeedPipeline(Hybrid<Device, Host> const&& gone_too_soon, std::size_t block_capacity) = delete;

  /// Elements that a block holds at most.
  std::size_t block_capacity() const { return pipeline_.blocks().up; }

  /// Makes and consumes at most `blocks` blocks, in order; returns how many were consumed.
  ///
  /// produce(std::size_t block, HostBlock buffer) -> std::size_t is the pipeline's fill.
  ///
  /// consume(std::size_t block, DeviceBlock data, Device const& exec) is its compute: uses the
  /// filled elements. If it returns a bool, false ends the run after this block; what has been made
  /// ahead is dropped.
  template <class Produce, class Consume>
  std::size_t run(std::size_t blocks, Produce&& produce, Consume&& consume,
                  Timeline* timeline = nullptr);

 private:
  Pipeline<T, Device, Host> pipeline_;
};

template <class T, class Device, class Host>
Pipeline<T, Device, Host>::Pipeline(Hybrid<Device, Host> const& hybrid,
                                    PipelineBlocks const& blocks)
    : hybrid_(hybrid), sizes_(blocks) {
  if (blocks.in_flight == 0) {
    throw std::invalid_argument("yoke::Pipeline: in_flight is 0; at least one block must be");
  }
  detail::checked_product("yoke::Pipeline", "in_flight * (up + down)", blocks.in_flight,
                          detail::checked_capacity("yoke::Pipeline", blocks.up) +
                              detail::checked_capacity("yoke::Pipeline", blocks.down) + 1);
  slots_.reserve(blocks.in_flight);
  for (std::size_t i = 0; i < blocks.in_flight; ++i) slots_.emplace_back(hybrid.device());
}

template <class T, class Device, class Host>
void Pipeline<T, Device, Host>::reserve(Steps const& steps) {
  for (auto& slot : slots_) slot.reserve(hybrid_.device(), sizes_, steps);
}

template <class T, class Device, class Host>
std::size_t Pipeline<T, Device, Host>::run(std::size_t blocks, Steps const& steps,
                                           Timeline* timeline, std::stop_token stop) {
  Kokkos::Profiling::ScopedRegion const region("yoke::Pipeline::run");
  reserve(steps);
  return detail::PipelineRun<T, Device, Host>(hybrid_, sizes_, slots_, steps, timeline)
      .run(blocks, stop);
}

template <class T, class Device, class Host>
FeedPipeline<T, Device, Host>::FeedPipeline(Hybrid<Device, Host> const& hybrid,
                                            std::size_t block_capacity)
    : pipeline_(hybrid, {.up = block_capacity, .in_flight = 3}) {
  typename Pipeline<T, Device, Host>::Steps steps;
  steps.fill = [](std::size_t, HostBlock) { return std::size_t(0); };
  steps.compute = [](std::size_t, Device const&, auto, auto) { return std::size_t(0); };
  pipeline_.reserve(steps);
}

template <class T, class Device, class Host>
template <class Produce, class Consume>
std::size_t FeedPipeline<T, Device, Host>::run(std::size_t blocks, Produce&& produce,
                                               Consume&& consume, Timeline* timeline) {
  std::stop_source stop;
  typename Pipeline<T, Device, Host>::Steps steps;
  steps.fill = std::ref(produce);
  steps.compute = [&](std::size_t block, Device const& exec, auto in, auto) -> std::size_t {
    using Result = std::invoke_result_t<Consume&, std::size_t, DeviceBlock, Device const&>;
    if constexpr (std::is_same_v<Result, bool>) {
      if (!consume(block, DeviceBlock(in), exec)) stop.request_stop();
    } else {
      consume(block, DeviceBlock(in), exec);
    }
    return 0;
  };
  return pipeline_.run(blocks, steps, timeline, stop.get_token());
}

}  // namespace yoke
