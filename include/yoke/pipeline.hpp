#pragma once

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <cstddef>
#include <functional>
#include <stdexcept>
#include <stop_token>
#include <type_traits>
#include <vector>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/pipeline_run.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/pipeline_steps.hpp"
#include "yoke/timeline.hpp"

namespace yoke {

/// Three lanes: blocks go up to the device, are worked on there, and come down again, all at the
/// same time. Meanwhile the host fills further blocks and drains finished ones. Each lane has an
/// instance of its own (hybrid.upload(), device() and download()). On these the blocks' pieces of
/// work wait for each other by events, without fences.
///
/// The host's blocks are pinned, so copies are asynchronous and run at the link's full speed. If
/// the device side works in host memory, `in` and `filled` are the same memory, as are `out` and
/// `down`, and nothing is copied. Steps that copy themselves have both.
///
/// Memory of each block in flight: with fill or drain, a block in pinned memory; with compute, an
/// input block and an output block in the device's memory. The first run whose steps need the
/// memory allocates it, or reserve() does. Later runs allocate nothing. Holds a reference to the
/// Hybrid. Serves one run at a time.
template <class T, class Device = Kokkos::DefaultExecutionSpace,
          class Host = Kokkos::DefaultHostExecutionSpace>
class Pipeline {
 public:
  static_assert(std::is_trivially_copyable_v<T>, "yoke::Pipeline: T is copied as bytes");

  using Steps = PipelineSteps<T, Device>;           ///< the steps of a block
  using HostBlock = typename Steps::HostBlock;      ///< the blocks that the host fills and drains
  using DeviceBlock = typename Steps::DeviceBlock;  ///< the blocks that the device reads and writes

  /// Throws std::invalid_argument if no block may be in flight.
  Pipeline(Hybrid<Device, Host> const& hybrid, PipelineBlocks const& blocks);
  Pipeline(Hybrid<Device, Host> const&& gone_too_soon, PipelineBlocks const& blocks) = delete;

  /// The sizes of the blocks.
  PipelineBlocks const& blocks() const { return sizes_; }

  /// Allocates the memory for a run with such steps.
  void reserve(Steps const& steps);

  /// Takes `blocks` blocks through the steps, each step in the blocks' order. Returns the number of
  /// blocks that came through. A block begins when the block `in_flight` before it has ended, so a
  /// slow step delays the others. If the sides of the Hybrid do not run at the same time, one block
  /// follows the other.
  ///
  /// As in Hybrid::concurrently, earlier work on the caller's instances is done first, and no step
  /// should allocate or free a View. The timeline, if any, has a span of each step and block:
  /// "fill" and "drain" in the host's lane, "copy" in those of the copies, "compute" in the
  /// device's, by the device's own clock.
  ///
  /// After `stop` is requested, by any thread or by a step, no block is filled or computed any
  /// more. Computed blocks come down and are drained, and other blocks are dropped. An exception of
  /// a step ends the run in the same way, and is rethrown at its end. If both threads throw, it is
  /// the helper's. The pipeline can then be run again. Throws std::invalid_argument if a step
  /// returns more elements than its block holds.
  std::size_t run(std::size_t blocks, Steps const& steps, Timeline* timeline = nullptr,
                  std::stop_token stop = {});

 private:
  Hybrid<Device, Host> const& hybrid_;
  PipelineBlocks sizes_;
  std::vector<detail::PipelineSlot<T, Device>> slots_;
};

/// A pipeline that copies nothing back: it feeds the device with blocks that the host makes. While
/// the device consumes block b, block b + 1 is copied to it and block b + 2 is made.
///
/// Memory: 3 * block_capacity elements in pinned memory, and the same number in the device's, if
/// that is another memory. It is allocated here, so a run allocates nothing. Holds a reference to
/// the Hybrid.
template <class T, class Device = Kokkos::DefaultExecutionSpace,
          class Host = Kokkos::DefaultHostExecutionSpace>
class FeedPipeline {
 public:
  static_assert(std::is_trivially_copyable_v<T>, "yoke::FeedPipeline: T is copied as bytes");

  using PinnedSpace = Kokkos::SharedHostPinnedSpace;  ///< the memory of the host's buffers
  using HostBlock =
      typename Pipeline<T, Device, Host>::HostBlock;  ///< the blocks that the host fills
  /// The blocks that the device reads.
  using DeviceBlock = Kokkos::View<T const*, typename Device::memory_space,
                                   Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  /// Makes the buffers. The Hybrid must outlive the pipeline.
  FeedPipeline(Hybrid<Device, Host> const& hybrid, std::size_t block_capacity);
  FeedPipeline(Hybrid<Device, Host> const&& gone_too_soon, std::size_t block_capacity) = delete;

  /// The largest number of elements in a block.
  std::size_t block_capacity() const { return pipeline_.blocks().up; }

  /// Makes and consumes at most `blocks` blocks, in order. Returns the number consumed.
  ///
  /// produce(std::size_t block, HostBlock buffer) -> std::size_t is the pipeline's fill.
  ///
  /// consume(std::size_t block, DeviceBlock data, Device const& exec) is its compute: it uses the
  /// filled elements. If it returns a bool, false ends the run after this block, and blocks made
  /// ahead are dropped.
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
