#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

#include "yoke/counted.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/kokkos_ext/event.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/pipeline_steps.hpp"
#include "yoke/timeline.hpp"

namespace yoke::detail {

// Keeps two threads in step that hand on numbered blocks, in order, from 0: one gives them, the
// other takes them. How far the giver gets ahead is its own affair: it knows what has been taken.
class BlockHandoff {
 public:
  // Before each run.
  void reset();

  // The giver's: the next block is there.
  void give();
  // Waits until `block` has been taken. False: it will not be.
  bool wait_until_taken(std::size_t block);

  // The taker's: waits until `block` is there. False: the run is stopped.
  bool wait_until_given(std::size_t block);
  // The next block has been taken.
  void take();
  // No more blocks are taken.
  void end();

  // Any thread's: no more blocks are to be given or taken.
  void stop();
  bool is_stopped() const;

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t given_ = 0;
  std::size_t taken_ = 0;
  bool stopped_ = false;
  bool ended_ = false;
};

// A span of a lane's work on one block, by its instance's clock.
template <class Device>
struct EventPair {
  explicit EventPair(Device const& exec) : begin(exec), end(exec) {}
  Event<Device> begin, end;
};

// Is a block of the device the host's own? Not where a step copies it.
template <class T, class Device>
bool shares_up(PipelineSteps<T, Device> const& steps) {
  return runs_on_host<Device> && !steps.upload;
}
template <class T, class Device>
bool shares_down(PipelineSteps<T, Device> const& steps) {
  return runs_on_host<Device> && !steps.download;
}

// A place for one of the blocks in flight: every piece of memory that the block passes through.
template <class T, class Device>
struct PipelineSlot {
  explicit PipelineSlot(Device const& exec) : upload(exec), work(exec), download(exec) {}

  // Makes what there is not yet.
  void reserve(Device const& exec, PipelineBlocks const& sizes,
               PipelineSteps<T, Device> const& steps) {
    bool const computes = static_cast<bool>(steps.compute);
    if (steps.fill) reserve_pinned(up, "yoke::Pipeline::up", sizes.up);
    if (steps.drain || (computes && shares_down(steps))) {
      reserve_pinned(down, "yoke::Pipeline::down", sizes.down);
    }
    if (computes && !shares_up(steps)) reserve_on(exec, in, "yoke::Pipeline::in", sizes.up);
    if (computes && !shares_down(steps)) reserve_on(exec, out, "yoke::Pipeline::out", sizes.down);
  }

  Buffer<Kokkos::SharedHostPinnedSpace, T> up, down;
  Buffer<Device, T> in, out;
  EventPair<Device> upload, work, download;
  // The elements of the block that is here now, after each step.
  std::size_t filled = 0, arrived = 0, computed = 0, fetched = 0;

 private:
  static void reserve_pinned(Buffer<Kokkos::SharedHostPinnedSpace, T>& buffer,
                             std::string const& label, std::size_t size) {
    if (buffer.extent(0) >= size) return;
    auto const how = Kokkos::view_alloc(Kokkos::WithoutInitializing, label);
    buffer = Buffer<Kokkos::SharedHostPinnedSpace, T>(how, size);
  }
  static void reserve_on(Device const& exec, Buffer<Device, T>& buffer, std::string const& label,
                         std::size_t size) {
    if (buffer.extent(0) < size) buffer = make_buffer<Device, T>(exec, label, size);
  }
};

// Calls work() when its scope ends, by an exception too.
template <class Work>
struct AtScopeEnd {
  Work work;
  ~AtScopeEnd() { work(); }
};
template <class Work>
AtScopeEnd(Work) -> AtScopeEnd<Work>;

// One run of a pipeline. Three things are done with each block: begin() on the caller's thread,
// work() on the helper's, finish() on the caller's.
template <class T, class Device, class Host>
class PipelineRun {
 public:
  using Steps = PipelineSteps<T, Device>;
  using Slot = PipelineSlot<T, Device>;
  using HostBlock = typename Steps::HostBlock;
  using DeviceBlock = typename Steps::DeviceBlock;

  PipelineRun(Hybrid<Device, Host> const& hybrid, PipelineBlocks const& sizes,
              std::vector<Slot>& slots, Steps const& steps, Timeline* timeline)
      : hybrid_(hybrid),
        sizes_(sizes),
        slots_(slots),
        steps_(steps),
        timeline_(timeline),
        origin_(hybrid.device()) {
    if (timeline == nullptr) return;
    origin_.record(hybrid.device());
    origin_.wait();
    origin_time_ = Timeline::Clock::now();
  }

  std::size_t run(std::size_t blocks, std::stop_token const& stop) {
    std::stop_callback const on_stop(stop, [this] { handoff_.stop(); });
    if (!runs_on_host<Device> && !steps_.fill && !steps_.drain) {
      run_by_caller(blocks);
    } else if (hybrid_.is_concurrent()) {
      hybrid_.concurrently([&] { run_device_side(blocks); }, [&] { run_host_side(blocks); });
    } else {
      hybrid_.concurrently([] {}, [&] { run_in_turns(blocks); });
    }
    return finished_;
  }

 private:
  // Nothing is left to the host, so the caller's thread drives all lanes: no thread is woken or
  // bound, which took milliseconds where the caller's own had just worked.
  void run_by_caller(std::size_t blocks) {
    hybrid_.wait_for_caller();
    std::exception_ptr const error = exception_of([&] { drive_all_lanes(blocks); });
    // Also after an exception: what was launched may still use the caller's objects.
    for (auto const* exec : {&hybrid_.upload(), &hybrid_.device(), &hybrid_.download()}) {
      exec->fence("yoke::Pipeline: run");
    }
    if (error) std::rethrow_exception(error);
  }
  void drive_all_lanes(std::size_t blocks) {
    std::size_t begun = 0, worked = 0;
    while (finished_ < blocks) {
      for (; begun < blocks && begun - finished_ < sizes_.in_flight; ++begun) {
        if (handoff_.is_stopped()) break;
        begin(begun);
      }
      for (; worked < begun && !handoff_.is_stopped(); ++worked) work(worked);
      if (finished_ == worked) return;
      finish(finished_++);
    }
  }

  void run_in_turns(std::size_t blocks) {
    while (finished_ < blocks && !handoff_.is_stopped()) {
      begin(finished_);
      if (handoff_.is_stopped()) return;
      work(finished_);
      finish(finished_++);
    }
  }

  void run_host_side(std::size_t blocks) {
    AtScopeEnd const stop{[this] { handoff_.stop(); }};
    std::size_t begun = 0;
    while (finished_ < blocks) {
      bool const has_place = begun - finished_ < sizes_.in_flight;
      if (begun < blocks && has_place && !handoff_.is_stopped()) {
        begin(begun++);
        handoff_.give();
      } else {
        if (!handoff_.wait_until_taken(finished_)) return;
        finish(finished_++);
      }
    }
  }

  void run_device_side(std::size_t blocks) {
    AtScopeEnd const end{[this] {
      handoff_.stop();
      handoff_.end();
    }};
    for (std::size_t block = 0; block < blocks && handoff_.wait_until_given(block); ++block) {
      work(block);
      handoff_.take();
    }
  }

  // Fills a block and sends it on its way up.
  void begin(std::size_t block) {
    Slot& slot = slot_of(block);
    slot.filled = slot.arrived = 0;
    if (steps_.fill) {
      Span const span(timeline_, Lane::host, "fill");
      slot.filled =
          checked("fill", steps_.fill(block, HostBlock(slot.up.data(), sizes_.up)), sizes_.up);
      hybrid_.host().fence("yoke::Pipeline: block filled");
    }
    if (shares_up(steps_)) {
      slot.arrived = slot.filled;
    } else if (steps_.upload || steps_.fill) {
      Device const& exec = hybrid_.upload();
      mark_begin(slot.upload, exec);
      slot.arrived = upload(block, slot, exec);
      slot.upload.end.record(exec);
    }
  }

  std::size_t upload(std::size_t block, Slot& slot, Device const& exec) {
    HostBlock const filled(slot.up.data(), slot.filled);
    DeviceBlock const in(slot.in.data(), steps_.compute ? sizes_.up : 0);
    if (steps_.upload) {
      return checked("upload", steps_.upload(block, exec, filled, in), in.extent(0));
    }
    if (!steps_.compute) return 0;
    Kokkos::deep_copy(exec, DeviceBlock(in.data(), slot.filled), filled);
    return slot.filled;
  }

  // Puts a block's work and its way down on the device's instances.
  void work(std::size_t block) {
    Slot& slot = slot_of(block);
    Device const& exec = hybrid_.device();
    if (goes_up()) slot.upload.end.hold(exec);
    mark_begin(slot.work, exec);
    slot.computed = 0;
    if (steps_.compute) {
      DeviceBlock const in = shares_up(steps_) ? DeviceBlock(slot.up.data(), slot.arrived)
                                               : DeviceBlock(slot.in.data(), slot.arrived);
      DeviceBlock const out = shares_down(steps_) ? DeviceBlock(slot.down.data(), sizes_.down)
                                                  : DeviceBlock(slot.out.data(), sizes_.down);
      slot.computed = checked("compute", steps_.compute(block, exec, in, out), sizes_.down);
    }
    slot.work.end.record(exec);
    slot.fetched = slot.computed;
    if (!comes_down()) return;
    Device const& copies = hybrid_.download();
    slot.work.end.hold(copies);
    mark_begin(slot.download, copies);
    slot.fetched = download(block, slot, copies);
    slot.download.end.record(copies);
  }

  std::size_t download(std::size_t block, Slot& slot, Device const& exec) {
    DeviceBlock const out(slot.out.data(), slot.computed);
    HostBlock const down(slot.down.data(), steps_.drain ? sizes_.down : 0);
    if (steps_.download) {
      return checked("download", steps_.download(block, exec, out, down), down.extent(0));
    }
    Kokkos::deep_copy(exec, HostBlock(down.data(), slot.computed), out);
    return slot.computed;
  }

  // Waits for a block, and drains it.
  void finish(std::size_t block) {
    Slot& slot = slot_of(block);
    (comes_down() ? slot.download : slot.work).end.wait();
    if (timeline_ != nullptr) {
      if (goes_up()) record(Lane::upload, "copy", slot.upload);
      if (steps_.compute) record(Lane::device, "compute", slot.work);
      if (comes_down()) record(Lane::download, "copy", slot.download);
    }
    if (!steps_.drain) return;
    Span const span(timeline_, Lane::host, "drain");
    steps_.drain(block, HostBlock(slot.down.data(), slot.fetched));
    hybrid_.host().fence("yoke::Pipeline: block drained");
  }

  bool goes_up() const { return !shares_up(steps_) && (steps_.fill || steps_.upload); }
  bool comes_down() const { return !shares_down(steps_) && (steps_.drain || steps_.download); }

  Slot& slot_of(std::size_t block) { return slots_[block % sizes_.in_flight]; }

  static std::size_t checked(char const* step, std::size_t left, std::size_t capacity) {
    if (left <= capacity) return left;
    throw std::invalid_argument("yoke::Pipeline: " + std::string(step) + " left " +
                                show_count(left, "element") + " in a block with room for " +
                                std::to_string(capacity));
  }

  // Begins are for the timeline alone.
  void mark_begin(EventPair<Device>& pair, Device const& exec) const {
    if (timeline_ != nullptr) pair.begin.record(exec);
  }
  void record(Lane lane, char const* name, EventPair<Device> const& pair) const {
    timeline_->record(lane, name, time_of(pair.begin), time_of(pair.end));
  }
  Timeline::Clock::time_point time_of(Event<Device> const& event) const {
    auto const since = std::chrono::duration<double>(event.seconds_since(origin_));
    return origin_time_ + std::chrono::duration_cast<Timeline::Clock::duration>(since);
  }

  Hybrid<Device, Host> const& hybrid_;
  PipelineBlocks const& sizes_;
  std::vector<Slot>& slots_;
  Steps const& steps_;
  Timeline* timeline_;
  Event<Device> origin_;
  Timeline::Clock::time_point origin_time_;
  BlockHandoff handoff_;
  std::size_t finished_ = 0;  // the caller's thread's
};

}  // namespace yoke::detail
