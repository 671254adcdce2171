#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>

namespace yoke::detail {

// Keeps two threads in step that hand on numbered blocks, in order, from 0: one gives them, the
// other takes them. How far the giver gets ahead is its own affair: it knows what has been taken.
class BlockHandoff {
 public:
  // Before each run.
  void reset();

  // The giver's: the next block is there.
  void give();
  // Waits until `block` has been taken. False: it will not be.
  bool wait_until_taken(std::size_t block);

  // The taker's: waits until `block` is there. False: the run is stopped.
  bool wait_until_given(std::size_t block);
  // The next block has been taken.
  void take();
  // No more blocks are taken.
  void end();

  // Any thread's: no more blocks are to be given or taken.
  void stop();
  bool is_stopped() const;

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t given_ = 0;
  std::size_t taken_ = 0;
  bool stopped_ = false;
  bool ended_ = false;
};

}  // namespace yoke::detail
