#pragma once

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "frame/copy_ring.hpp"
#include "frame/engine.hpp"
#include "frame/one_side.hpp"
#include "frame/staged.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/kokkos_ext/hybrid_threads.hpp"
#include "yoke/detail/list_ranking/capability.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/ticket.hpp"

namespace yoke::detail::list_ranking {

// Calls that were submitted to a plan, done by the device one after the other: what the next one
// reads goes up while it works on this one, and what the last one wrote comes down. Each step
// has a thread, which waits for its own instance alone; the threads count their calls and wait for
// each other's counts.
//
// Calls take turns with two sets of copies of what lies elsewhere, which are allocated when they
// are first needed. Inputs go up as soon as the device is done with those before the last ones;
// outputs are written as soon as those before the last ones have come down.
template <class Word, class Device, class Host>
class SubmittedCalls {
  using Capability = ListRanking<Word>;
  using Arguments = typename Capability::Arguments;

 public:
  // Calls that may be under way: two have copies at each end of the device's work, and one more
  // waits for the bus.
  static constexpr std::size_t most_under_way = 4;

  // `side` works on the device_alone() instance of the Hybrid; both must outlive this, as must
  // the timeline, which may be null. The ledger is the plan's.
  SubmittedCalls(Hybrid<Device, Host> const& hybrid, OneSide<Capability>& side,
                 std::shared_ptr<Ledger> const& ledger, Timeline* timeline)
      : side_(side),
        ledger_(ledger),
        timeline_(timeline),
        team_(std::max(hybrid.host_alone().concurrency() / 2, 1)),
        up_{hybrid.upload(), instance_with_threads<Host>(team_)},
        down_{hybrid.download(), instance_with_threads<Host>(team_)},
        slots_{Slot(hybrid, up_, down_), Slot(hybrid, up_, down_)} {
    start();
  }
  // Does what was submitted first.
  ~SubmittedCalls() { close(); }
  SubmittedCalls(SubmittedCalls const&) = delete;
  SubmittedCalls& operator=(SubmittedCalls const&) = delete;

  // Returns once fewer than `most_under_way` calls were.
  Ticket submit(Arguments const& arguments) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return submitted_ < sent_ + most_under_way; });
    Call& call = calls_[submitted_ % most_under_way];
    call = Call();
    call.given = call.near = arguments;
    Ticket ticket(call.done.get_future().share());
    ++submitted_;
    lock.unlock();
    changed_.notify_all();
    return ticket;
  }

  void wait_for_all() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return sent_ == submitted_; });
  }

 private:
  struct Call {
    Arguments given, near;
    std::promise<std::size_t> done;
    std::size_t result = 0;
    std::exception_ptr error;
  };
  // The copies of a call: what goes up is on one instance, what comes down on another.
  struct Slot {
    Slot(Hybrid<Device, Host> const& hybrid, CopyRing& up, CopyRing& down)
        : inputs(hybrid.upload()), outputs(hybrid.download()) {
      inputs.use(up);
      outputs.use(down);
    }
    Staged<Device, Arguments> inputs, outputs;
  };

  // A call has a set of copies to itself from when its step may begin until the next step but one
  // has ended with it.
  void start() {
    auto sides = share_out_cpus(team_, team_, false);
    // Woken as often as there are calls, by whom OpenMP may have bound to one core.
    auto anywhere = share_out_cpus(1, usable_cpus(), true).device;
    try {
      start_thread(0, std::move(sides.host), &SubmittedCalls::bring, [this](std::size_t call) {
        return call < submitted_ && call < worked_ + slots_.size();
      });
      start_thread(1, std::move(anywhere), &SubmittedCalls::work, [this](std::size_t call) {
        return call < brought_ && call < sent_ + slots_.size();
      });
      start_thread(2, std::move(sides.device), &SubmittedCalls::send,
                   [this](std::size_t call) { return call < worked_; });
    } catch (...) {  // no more threads: those that run must end
      close();
      throw;
    }
  }
  template <class IsReady>
  void start_thread(std::size_t thread, SideAffinity cpus,
                    void (SubmittedCalls::*step)(std::size_t), IsReady const& is_ready) {
    threads_[thread] =
        std::thread([this, cpus = std::move(cpus), thread, step, is_ready]() mutable {
          cpus.occupy();
          Ledger::Opened const opened(ledger_, false);
          std::size_t& done = thread == 0 ? brought_ : thread == 1 ? worked_ : sent_;
          for (std::size_t call = 0; wait_for(call, is_ready); ++call) {
            (this->*step)(call);
            std::lock_guard const lock(mutex_);
            ++done;
            changed_.notify_all();
          }
        });
  }
  // False: the call will not be.
  template <class IsReady>
  bool wait_for(std::size_t call, IsReady const& is_ready) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return is_ready(call) || (closed_ && call == submitted_); });
    return call < submitted_;
  }
  void close() {
    {
      std::lock_guard const lock(mutex_);
      closed_ = true;
    }
    changed_.notify_all();
    for (auto& thread : threads_) {
      if (thread.joinable()) thread.join();
    }
  }

  // The steps. What one throws ends its call, and no other.
  void bring(std::size_t number) {
    guard(number, [&](Call& call, Slot& slot) {
      slot.inputs.bring_inputs(call.near, call.given, timeline_);
    });
  }
  void work(std::size_t number) {
    guard(number, [&](Call& call, Slot& slot) {
      slot.outputs.bring_outputs(call.near, call.given, timeline_);
      call.result = side_.work(call.near);
    });
  }
  void send(std::size_t number) {
    guard(number, [&](Call& call, Slot& slot) { slot.outputs.send(call.given, timeline_); });
    Call& call = calls_[number % most_under_way];
    if (call.error) {
      call.done.set_exception(std::move(call.error));
    } else {
      call.done.set_value(call.result);
    }
  }
  template <class Step>
  void guard(std::size_t number, Step const& step) {
    Call& call = calls_[number % most_under_way];
    if (call.error) return;
    call.error = exception_of([&] { step(call, slots_[number % slots_.size()]); });
  }

  OneSide<Capability>& side_;
  std::shared_ptr<Ledger> ledger_;
  Timeline* timeline_;
  int team_;  // threads that copy pageable memory, in each thread of a step
  CopyRing up_, down_;
  std::array<Slot, 2> slots_;
  std::array<Call, most_under_way> calls_;

  std::mutex mutex_;
  std::condition_variable changed_;
  // How many calls have been through each step.
  std::size_t submitted_ = 0, brought_ = 0, worked_ = 0, sent_ = 0;
  bool closed_ = false;
  std::array<std::thread, 3> threads_;
};

}  // namespace yoke::detail::list_ranking

namespace yoke::detail {

template <class Word, class Device, class Host>
struct SubmittedCallsOf<list_ranking::ListRanking<Word>, Device, Host> {
  using Type = list_ranking::SubmittedCalls<Word, Device, Host>;
};

}  // namespace yoke::detail
