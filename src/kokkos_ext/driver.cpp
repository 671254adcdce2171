#include "yoke/detail/kokkos_ext/hybrid_threads.hpp"

#include <utility>

namespace yoke::detail {

Driver::Driver() : thread_([this] { loop(); }) {}

Driver::~Driver() {
  {
    std::lock_guard const lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Driver::start(std::function<void()> work) {
  {
    std::lock_guard const lock(mutex_);
    work_ = std::move(work);
    busy_ = true;
  }
  changed_.notify_all();
}

void Driver::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !busy_; });
}

void Driver::loop() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return busy_ || stopping_; });
    if (stopping_) return;
    lock.unlock();
    work_();
    lock.lock();
    busy_ = false;
    changed_.notify_all();
  }
}

}  // namespace yoke::detail
