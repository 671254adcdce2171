#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

#include "yoke/detail/kokkos_ext/relaxed.hpp"
#include "yoke/detail/primitives/hash.hpp"
#include "yoke/tail.hpp"

namespace yoke::detail {

// Is `next`, found at `node`, the mark of a list's end?
template <class Word>
struct TailRule {
  Word end_value;
  bool self_loop;

  KOKKOS_FUNCTION bool operator()(Word node, Word next) const {
    return next == (self_loop ? node : end_value);
  }
};

// `end` as kernels apply it. Throws where a Word cannot hold its value; `option` names it.
template <class Word>
TailRule<Word> end_rule(Tail end, std::string const& option) {
  bool const fits = end.end_value() <= std::numeric_limits<Word>::max() ||
                    end.end_value() == Tail::minus_one().end_value();
  if (!fits) {
    throw std::invalid_argument(option + " is the value " + std::to_string(end.end_value()) +
                                ", which the indices' type cannot hold");
  }
  return {static_cast<Word>(end.end_value()), end.is_self_loop()};
}

// Splitters without marks or memory: of every block of 2^log_length indices one node, by a hash of
// the block (8 instructions: Philox's 110 would double a node's 105). A walker tests its node by
// arithmetic alone. The last block's splitter may be out of range: at(block) exceeds every node.
template <class Word>
class Splitters {
 public:
  Splitters(std::uint64_t size, int log_length, std::uint64_t seed)
      : blocks_((size + (std::uint64_t(1) << log_length) - 1) >> log_length),
        mask_((Word(1) << log_length) - 1),
        seed_(static_cast<Word>(hash(seed))),
        log_length_(log_length) {}

  KOKKOS_FUNCTION std::uint64_t blocks() const { return blocks_; }

  KOKKOS_FUNCTION Word at(Word block) const {
    return (block << log_length_) + (hash(static_cast<Word>(block ^ seed_)) & mask_);
  }
  KOKKOS_FUNCTION Word block_of(Word node) const { return node >> log_length_; }
  KOKKOS_FUNCTION bool contains(Word node) const { return node == at(block_of(node)); }

 private:
  std::uint64_t blocks_;
  Word mask_, seed_;
  int log_length_;
};

// A walk of 64 times the mean length has a probability of e^-64, whatever the input, if that does
// not know the seed. One that is longer ends, and all is split again with a seed that no input
// knows (fresh_seed.hpp).
inline std::uint64_t longest_walk(int log_length) { return std::uint64_t(64) << log_length; }

// Enters a walker's longest walk in what all walkers count; most are no news, and contend for
// nothing. Only where somebody wants to know: on an H200 it costs a walk of 2^20 nodes a quarter of
// its 0.22 ms.
template <class Counters>
KOKKOS_FUNCTION void enter_longest_walk(Counters& counters, std::uint64_t walked) {
  if (walked > relaxed_load(&counters.longest_walk)) {
    Kokkos::atomic_max(&counters.longest_walk, walked);
  }
}

// Asks the cache for an address that is about to be read and written. A GPU hides latency by its
// other threads instead.
KOKKOS_INLINE_FUNCTION void prefetch_for_write([[maybe_unused]] void const* address) {
  KOKKOS_IF_ON_HOST((__builtin_prefetch(address, 1);))
}
KOKKOS_INLINE_FUNCTION void prefetch_for_read([[maybe_unused]] void const* address) {
  KOKKOS_IF_ON_HOST((__builtin_prefetch(address, 0);))
}

// Hands out the numbers 0..count-1, `batch` at a time, to threads that take their next piece of
// work when they have finished one.
template <class Counter>
class Tickets {
 public:
  KOKKOS_FUNCTION Tickets(Counter* counter, Counter count, Counter batch)
      : counter_(counter), count_(count), batch_(batch) {}

  // False when there are no more.
  KOKKOS_FUNCTION bool take(Counter& ticket) {
    if (next_ == end_) {
      next_ = Kokkos::atomic_fetch_add(counter_, batch_);
      end_ = next_ + batch_;
    }
    // The counter runs past `count` by at most one batch a thread.
    if (next_ >= count_) {
      end_ = next_;
      return false;
    }
    ticket = next_++;
    return true;
  }

 private:
  Counter* counter_;
  Counter count_, batch_;
  Counter next_ = 0, end_ = 0;
};

}  // namespace yoke::detail
