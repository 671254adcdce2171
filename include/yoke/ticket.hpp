#pragma once

#include <chrono>
#include <cstddef>
#include <future>
#include <utility>

namespace yoke {

/// A call that was submitted to a plan. Any thread may wait for it, any number of times. Copies are
/// tickets of the same call. It may outlive its plan.
class Ticket {
 public:
  /// Made by plans from the future result of a call.
  explicit Ticket(std::shared_future<std::size_t> result) : result_(std::move(result)) {}

  /// Waits for the call. Returns its result, or rethrows its exception.
  std::size_t wait() const { return result_.get(); }

  /// Whether wait() would return, or throw, at once.
  bool is_done() const {
    return result_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  }

 private:
  std::shared_future<std::size_t> result_;
};

}  // namespace yoke
