#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <mutex>

namespace yoke::detail {

// Keeps a producer and a consumer of numbered blocks in step: the producer is at most two blocks
// ahead. Blocks are produced and consumed in order, from 0. Either side may stop both.
class BlockHandoff {
 public:
  static constexpr std::size_t in_flight = 2;

  // Before each run.
  void reset();

  // Waits until `block` may take the place of the block two before it. False: stopped.
  bool wait_for_place(std::size_t block);
  // `block` is there, with `filled` elements.
  void give(std::size_t block, std::size_t filled);

  // Waits until `block` is there, and says how many elements it has. False: stopped.
  bool wait_for_block(std::size_t block, std::size_t& filled);
  // `block` has been consumed.
  void take(std::size_t block);

  void stop();

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::array<std::size_t, in_flight> filled_{};
  std::size_t given_ = 0;
  std::size_t taken_ = 0;
  bool stopped_ = false;
};

}  // namespace yoke::detail
