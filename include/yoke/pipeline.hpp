#pragma once

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <array>
#include <chrono>
#include <cstddef>
#include <exception>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "yoke/detail/block_handoff.hpp"
#include "yoke/detail/event.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/timeline.hpp"

namespace yoke {

// Feeds the device with blocks that the host makes. While the device consumes block b, block b + 1
// is being copied to it and block b + 2 is being made: two buffers on either side.
//
// The host's buffers are pinned, so that a copy is asynchronous and runs at the link's full speed.
// Where the device side works in host memory, it uses the host's buffers themselves, without a
// copy.
//
// Memory: 2 * block_capacity elements in pinned memory, and as many in the device's; allocated here
// and nowhere else, so that a run allocates nothing. Holds a reference to the Hybrid.
template <class T, class Device = Kokkos::DefaultExecutionSpace,
          class Host = Kokkos::DefaultHostExecutionSpace>
class FeedPipeline {
 public:
  static_assert(std::is_trivially_copyable_v<T>, "yoke::FeedPipeline: T is copied as bytes");

#ifdef KOKKOS_HAS_SHARED_HOST_PINNED_SPACE
  using PinnedSpace = Kokkos::SharedHostPinnedSpace;
#else
  using PinnedSpace = Kokkos::HostSpace;
#endif
  using Unmanaged = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
  using HostBlock = Kokkos::View<T*, PinnedSpace, Unmanaged>;
  using DeviceBlock = Kokkos::View<T const*, typename Device::memory_space, Unmanaged>;

  FeedPipeline(Hybrid<Device, Host> const& hybrid, std::size_t block_capacity);
  FeedPipeline(Hybrid<Device, Host> const&& gone_too_soon, std::size_t block_capacity) = delete;

  std::size_t block_capacity() const { return capacity_; }

  // Makes and consumes at most `blocks` blocks, in order; returns how many were consumed.
  //
  // produce(std::size_t block, HostBlock buffer) -> std::size_t, on the caller's thread with
  // hybrid.host(): fills the front of the buffer, which has room for block_capacity elements, and
  // returns how many it filled.
  //
  // consume(std::size_t block, DeviceBlock data, Device const& exec), on the helper thread: uses
  // the filled elements. exec is hybrid.device(), and is fenced after each block. If consume
  // returns a bool, false ends the run after this block; what has been made ahead is dropped.
  //
  // As in Hybrid::concurrently, what was put on the caller's instances is done first, and neither
  // should allocate or free Views. Exceptions of either are rethrown once both have ended (the
  // consumer's first). Throws std::invalid_argument if produce says that it filled more than the
  // capacity.
  template <class Produce, class Consume>
  std::size_t run(std::size_t blocks, Produce&& produce, Consume&& consume,
                  Timeline* timeline = nullptr);

 private:
  static constexpr bool shares_buffers = detail::runs_on_host<Device>;
  static constexpr std::size_t in_flight = detail::BlockHandoff::in_flight;
  using Event = detail::Event<Device>;

  // One of the two places that a block can be in.
  struct Buffer {
    Buffer(Device const& upload, std::size_t capacity);

    detail::Buffer<PinnedSpace, T> host;
    detail::Buffer<Device, T> device;
    Event copy_begin;
    Event copy_end;
    Timeline::Clock::time_point copy_issued;
  };
  Buffer& buffer_of(std::size_t block) { return buffers_[block % in_flight]; }

  template <class Produce>
  std::size_t make(std::size_t block, Produce& produce, Timeline* timeline);
  void send(std::size_t block, std::size_t filled);
  template <class Consume>
  bool use(std::size_t block, std::size_t filled, Consume& consume, Timeline* timeline);

  template <class Produce, class Consume>
  std::size_t run_in_turns(std::size_t blocks, Produce& produce, Consume& consume,
                           Timeline* timeline);
  template <class Produce>
  void run_producer(std::size_t blocks, Produce& produce, Timeline* timeline);
  template <class Consume>
  std::size_t run_consumer(std::size_t blocks, Consume& consume, Timeline* timeline);

  Hybrid<Device, Host> const& hybrid_;
  std::size_t capacity_;
  std::array<Buffer, in_flight> buffers_;
  detail::BlockHandoff handoff_;
};

namespace detail {

// Stops the other side of a pipeline when this side ends by an exception.
class StopOnUnwind {
 public:
  explicit StopOnUnwind(BlockHandoff& handoff) : handoff_(handoff) {}
  ~StopOnUnwind() {
    if (std::uncaught_exceptions() > exceptions_) handoff_.stop();
  }
  StopOnUnwind(StopOnUnwind const&) = delete;
  StopOnUnwind& operator=(StopOnUnwind const&) = delete;

 private:
  BlockHandoff& handoff_;
  int exceptions_ = std::uncaught_exceptions();
};

}  // namespace detail

template <class T, class Device, class Host>
FeedPipeline<T, Device, Host>::FeedPipeline(Hybrid<Device, Host> const& hybrid,
                                            std::size_t block_capacity)
    : hybrid_(hybrid),
      capacity_(block_capacity),
      buffers_{Buffer(hybrid.upload(), block_capacity), Buffer(hybrid.upload(), block_capacity)} {}

template <class T, class Device, class Host>
FeedPipeline<T, Device, Host>::Buffer::Buffer(Device const& upload, std::size_t capacity)
    : host(Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke::FeedPipeline::host"), capacity),
      device(Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke::FeedPipeline::device"),
             shares_buffers ? 0 : capacity),
      copy_begin(upload),
      copy_end(upload) {}

template <class T, class Device, class Host>
template <class Produce, class Consume>
std::size_t FeedPipeline<T, Device, Host>::run(std::size_t blocks, Produce&& produce,
                                               Consume&& consume, Timeline* timeline) {
  Kokkos::Profiling::ScopedRegion const region("yoke::FeedPipeline::run");
  if (!hybrid_.is_concurrent()) {
    hybrid_.wait_for_caller();
    return run_in_turns(blocks, produce, consume, timeline);
  }
  handoff_.reset();
  std::size_t consumed = 0;
  hybrid_.concurrently([&] { consumed = run_consumer(blocks, consume, timeline); },
                       [&] { run_producer(blocks, produce, timeline); });
  return consumed;
}

template <class T, class Device, class Host>
template <class Produce, class Consume>
std::size_t FeedPipeline<T, Device, Host>::run_in_turns(std::size_t blocks, Produce& produce,
                                                        Consume& consume, Timeline* timeline) {
  for (std::size_t block = 0; block < blocks; ++block) {
    std::size_t const filled = make(block, produce, timeline);
    send(block, filled);
    if (!use(block, filled, consume, timeline)) return block + 1;
  }
  return blocks;
}

template <class T, class Device, class Host>
template <class Produce>
void FeedPipeline<T, Device, Host>::run_producer(std::size_t blocks, Produce& produce,
                                                 Timeline* timeline) {
  detail::StopOnUnwind const stop(handoff_);
  for (std::size_t block = 0; block < blocks; ++block) {
    if (shares_buffers) {
      if (!handoff_.wait_for_place(block)) return;
    } else if (block >= in_flight) {
      // The host's buffer is free as soon as it has been copied; the device may still use its own.
      buffer_of(block).copy_end.wait();
    }
    std::size_t const filled = make(block, produce, timeline);
    if (!handoff_.wait_for_place(block)) return;
    send(block, filled);
    handoff_.give(block, filled);
  }
}

template <class T, class Device, class Host>
template <class Consume>
std::size_t FeedPipeline<T, Device, Host>::run_consumer(std::size_t blocks, Consume& consume,
                                                        Timeline* timeline) {
  detail::StopOnUnwind const stop(handoff_);
  std::size_t filled = 0;
  for (std::size_t block = 0; block < blocks; ++block) {
    if (!handoff_.wait_for_block(block, filled)) return block;
    if (!use(block, filled, consume, timeline)) {
      handoff_.stop();
      return block + 1;
    }
    handoff_.take(block);
  }
  return blocks;
}

template <class T, class Device, class Host>
template <class Produce>
std::size_t FeedPipeline<T, Device, Host>::make(std::size_t block, Produce& produce,
                                                Timeline* timeline) {
  Span const span(timeline, Lane::host, "produce");
  std::size_t const filled = produce(block, HostBlock(buffer_of(block).host.data(), capacity_));
  hybrid_.host().fence("yoke::FeedPipeline: block produced");
  if (filled <= capacity_) return filled;
  throw std::invalid_argument("yoke::FeedPipeline: produce filled " + std::to_string(filled) +
                              " elements of a block with a capacity of " +
                              std::to_string(capacity_));
}

template <class T, class Device, class Host>
void FeedPipeline<T, Device, Host>::send(std::size_t block, std::size_t filled) {
  if constexpr (!shares_buffers) {
    Buffer& buffer = buffer_of(block);
    buffer.copy_issued = Timeline::Clock::now();
    buffer.copy_begin.record(hybrid_.upload());
    Kokkos::deep_copy(
        hybrid_.upload(),
        Kokkos::View<T*, typename Device::memory_space, Unmanaged>(buffer.device.data(), filled),
        HostBlock(buffer.host.data(), filled));
    buffer.copy_end.record(hybrid_.upload());
  }
}

template <class T, class Device, class Host>
template <class Consume>
bool FeedPipeline<T, Device, Host>::use(std::size_t block, std::size_t filled, Consume& consume,
                                        Timeline* timeline) {
  Buffer& buffer = buffer_of(block);
  T const* data = buffer.host.data();
  if constexpr (!shares_buffers) {
    data = buffer.device.data();
    buffer.copy_end.wait();
    if (timeline != nullptr) {
      auto const length =
          std::chrono::duration<double>(buffer.copy_end.seconds_since(buffer.copy_begin));
      auto const end =
          buffer.copy_issued + std::chrono::duration_cast<Timeline::Clock::duration>(length);
      timeline->record(Lane::upload, "copy", buffer.copy_issued, end);
    }
  }
  Span const span(timeline, Lane::device, "consume");
  using Result = std::invoke_result_t<Consume&, std::size_t, DeviceBlock, Device const&>;
  bool go_on = true;
  if constexpr (std::is_same_v<Result, bool>) {
    go_on = consume(block, DeviceBlock(data, filled), hybrid_.device());
  } else {
    consume(block, DeviceBlock(data, filled), hybrid_.device());
  }
  hybrid_.device().fence("yoke::FeedPipeline: block consumed");
  return go_on;
}

}  // namespace yoke
