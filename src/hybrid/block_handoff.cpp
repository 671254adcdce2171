#include "yoke/detail/pipeline_run.hpp"

#include <algorithm>

namespace yoke::detail {

void BlockHandoff::reset() {
  std::lock_guard const lock(mutex_);
  given_ = taken_ = 0;
  stopped_ = ended_ = false;
}

void BlockHandoff::give() {
  {
    std::lock_guard const lock(mutex_);
    ++given_;
  }
  changed_.notify_all();
}

bool BlockHandoff::wait_until_taken(std::size_t block) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return ended_ || block < taken_; });
  return block < taken_;
}

bool BlockHandoff::wait_until_given(std::size_t block) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return stopped_ || block < given_; });
  return !stopped_;
}

void BlockHandoff::take() {
  {
    std::lock_guard const lock(mutex_);
    ++taken_;
  }
  changed_.notify_all();
}

void BlockHandoff::end() {
  {
    std::lock_guard const lock(mutex_);
    ended_ = true;
  }
  changed_.notify_all();
}

void BlockHandoff::stop() {
  {
    std::lock_guard const lock(mutex_);
    stopped_ = true;
  }
  changed_.notify_all();
}

bool BlockHandoff::is_stopped() const {
  std::lock_guard const lock(mutex_);
  return stopped_;
}

}  // namespace yoke::detail
