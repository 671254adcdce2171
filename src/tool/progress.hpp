#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

namespace yoke::tool {

// Shows what is going on, and how much of it is done, on standard error: after a second, until the
// end of its scope, when the line is erased. Only where that is a terminal; else it does nothing.
class Progress {
 public:
  // With a total of 0 the elapsed time alone is shown; with a unit ("photons") also how many there
  // are a second, and the time that is left.
  explicit Progress(std::string what, std::uint64_t total = 0, std::string unit = "");
  ~Progress();
  Progress(Progress const&) = delete;
  Progress& operator=(Progress const&) = delete;

  void advance(std::uint64_t amount = 1) { done_.fetch_add(amount, std::memory_order_relaxed); }

 private:
  void show(std::stop_token const& stop);
  std::string line(double seconds) const;

  std::string what_, unit_;
  std::uint64_t total_;
  std::atomic<std::uint64_t> done_ = 0;
  std::mutex mutex_;
  std::condition_variable_any stopped_;
  // A thread of its own, so that a single long call is seen to be alive.
  std::jthread thread_;
};

// The library tells how much is done of how much; the total is known at the first call.
class FileProgress {
 public:
  explicit FileProgress(std::string what) : what_(std::move(what)) {}

  void operator()(std::uint64_t done, std::uint64_t total) {
    if (!progress_) progress_.emplace(what_, total);
    if (done > done_) progress_->advance(done - done_);
    done_ = done;
  }

 private:
  std::string what_;
  std::uint64_t done_ = 0;
  std::optional<Progress> progress_;
};

}  // namespace yoke::tool
