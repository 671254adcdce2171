#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace yoke::detail {

// A helper thread that runs the work it is handed, one piece at a time, and sleeps in between.
class Driver {
 public:
  Driver();
  ~Driver();
  Driver(Driver const&) = delete;
  Driver& operator=(Driver const&) = delete;

  // Hands over work that must not throw, and returns at once. The last work has been waited for.
  void start(std::function<void()> work);

  // Returns when the work handed over is done.
  void wait();

 private:
  void loop();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::function<void()> work_;
  bool busy_ = false;
  bool stopping_ = false;
  std::thread thread_;  // last: it uses all of the above
};

}  // namespace yoke::detail
