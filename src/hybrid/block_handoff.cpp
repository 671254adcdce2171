#include "yoke/detail/block_handoff.hpp"

namespace yoke::detail {

void BlockHandoff::reset() {
  std::lock_guard const lock(mutex_);
  given_ = taken_ = 0;
  stopped_ = false;
}

bool BlockHandoff::wait_for_place(std::size_t block) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return stopped_ || block < taken_ + in_flight; });
  return !stopped_;
}

void BlockHandoff::give(std::size_t block, std::size_t filled) {
  {
    std::lock_guard const lock(mutex_);
    filled_[block % in_flight] = filled;
    given_ = block + 1;
  }
  changed_.notify_all();
}

bool BlockHandoff::wait_for_block(std::size_t block, std::size_t& filled) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return stopped_ || block < given_; });
  filled = filled_[block % in_flight];
  return !stopped_;
}

void BlockHandoff::take(std::size_t block) {
  {
    std::lock_guard const lock(mutex_);
    taken_ = block + 1;
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

}  // namespace yoke::detail
