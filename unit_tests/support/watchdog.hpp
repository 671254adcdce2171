#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

namespace yoke_test {

// Ends the process, saying what hung, unless destroyed in time: a call that never returns can be
// reported in no other way. The limit only tells what hangs from what ends: sanitizers, and others
// on the same machine, make minutes of milliseconds.
class Watchdog {
 public:
  explicit Watchdog(std::string what, std::chrono::seconds limit = std::chrono::minutes(5))
      : what_(std::move(what)), thread_([this, limit] { watch(limit); }) {}
  ~Watchdog() {
    {
      std::lock_guard const lock(mutex_);
      done_ = true;
    }
    changed_.notify_one();
    thread_.join();
  }
  Watchdog(Watchdog const&) = delete;
  Watchdog& operator=(Watchdog const&) = delete;

 private:
  void watch(std::chrono::seconds limit) {
    std::unique_lock lock(mutex_);
    if (changed_.wait_for(lock, limit, [this] { return done_; })) return;
    std::fprintf(stderr, "not done after %lld s: %s\n", static_cast<long long>(limit.count()),
                 what_.c_str());
    std::abort();
  }

  std::string what_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool done_ = false;
  std::thread thread_;  // last: it uses the others
};

}  // namespace yoke_test
