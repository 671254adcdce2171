#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

namespace yoke::detail {

// Stops a walk that can have no end, at the cost of two comparisons a step. A walk is left alone
// for `patience` steps, a few times its expected length. After each further `patience` of them
//   - it enters them in a count that all walkers of a pass share: walkers that together take more
//     steps than there are nodes have met a node twice, however the lists run into each other;
//   - Brent's cycle detection is at work (1980): a node is kept, a later one each time that the
//     number of checks has doubled, and a walker that comes back to it is on a cycle. It is found
//     within about three times the steps to the cycle and around it.
template <class Word>
class CycleGuard {
 public:
  // `steps_of_all` is the shared count, 0 at first; `nodes` is how many there are to walk over.
  KOKKOS_FUNCTION CycleGuard(Word start, std::uint64_t patience, std::uint64_t* steps_of_all,
                             std::uint64_t nodes)
      : kept_(start),
        patience_(patience),
        next_check_(patience),
        steps_of_all_(steps_of_all),
        nodes_(nodes) {}

  // May the walk go on to `node`, its `step`-th after the start? Asked at each node in turn.
  KOKKOS_FUNCTION bool allows(Word node, std::uint64_t step) {
    if (node == kept_) return false;
    return step < next_check_ || check(node);
  }

 private:
  KOKKOS_FUNCTION bool check(Word node) {
    next_check_ += patience_;
    ++checks_;
    if ((checks_ & (checks_ - 1)) == 0) kept_ = node;
    return Kokkos::atomic_fetch_add(steps_of_all_, patience_) + patience_ <= nodes_;
  }

  Word kept_;
  std::uint64_t patience_, next_check_;
  std::uint64_t* steps_of_all_;
  std::uint64_t nodes_;
  std::uint64_t checks_ = 0;
};

}  // namespace yoke::detail
