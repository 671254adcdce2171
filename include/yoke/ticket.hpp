#pragma once

#include <chrono>
#include <cstddef>
#include <exception>
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

namespace detail {

// The ticket of a call that is made here and now.
template <class Call>
Ticket ticket_of(Call const& call) {
  std::promise<std::size_t> done;
  try {
    done.set_value(call());
  } catch (...) {
    done.set_exception(std::current_exception());
  }
  return Ticket(done.get_future().share());
}

}  // namespace detail

}  // namespace yoke
