#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <thread>

namespace yoke::detail {

// Where the two sides of a hybrid call wait for each other, many times in one call. What a side
// wrote before it came is there for the other afterwards.
//
// Who waits spins for some tens of microseconds, as long as a short step of the other side takes,
// and then gives way to any other thread that wants the core between looks: a sleep and its wake-up
// would cost more than such a step.
class SideBarrier {
 public:
  // Before each call.
  void reset() {
    arrived_.store(0, std::memory_order_relaxed);
    stopped_.store(false, std::memory_order_relaxed);
  }

  // Waits until both sides have come. False: the other one will not.
  bool meet() {
    std::uint64_t const before = arrived_.fetch_add(1, std::memory_order_acq_rel);
    std::uint64_t const both = before - before % 2 + 2;
    for (int look = 0; arrived_.load(std::memory_order_acquire) < both; ++look) {
      if (stopped_.load(std::memory_order_acquire)) return false;
      if (look >= 2000) std::this_thread::yield();
    }
    return true;
  }

  void stop() { stopped_.store(true, std::memory_order_release); }

  // Lets the other side go on when this one ends by an exception.
  class StopOnUnwind {
   public:
    explicit StopOnUnwind(SideBarrier& barrier) : barrier_(barrier) {}
    ~StopOnUnwind() {
      if (std::uncaught_exceptions() > exceptions_) barrier_.stop();
    }
    StopOnUnwind(StopOnUnwind const&) = delete;
    StopOnUnwind& operator=(StopOnUnwind const&) = delete;

   private:
    SideBarrier& barrier_;
    int exceptions_ = std::uncaught_exceptions();
  };

 private:
  alignas(64) std::atomic<std::uint64_t> arrived_{0};
  alignas(64) std::atomic<bool> stopped_{false};
};

}  // namespace yoke::detail
