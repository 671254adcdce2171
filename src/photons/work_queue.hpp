#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace yoke::detail {

// Items 0 to n - 1 of work that the two sides of a hybrid call take batches of until none is left
// (Strategy::queue). Each end belongs to one side, and so to one thread at a time. Where items
// differ in cost they are numbered from the costliest: a device takes from the front, where a
// launch finds most to do; the host from the back, whose batches are then the small change that
// lets both end together.
//
// Each item is taken once: an end is moved by its own side alone, and what both have taken is one
// atomic count, so that they never pass each other.
class WorkQueue {
 public:
  enum class End { front, back };

  struct Batch {
    std::uint64_t begin = 0, end = 0;

    std::uint64_t size() const { return end - begin; }
    bool empty() const { return begin == end; }
  };

  // Begins anew.
  void fill(std::uint64_t items) {
    items_ = items;
    front_ = back_ = {};
    taken_ = 0;
  }

  // The next items from that end, so many, or what is left; none where nothing is. Who takes the
  // next batch should be done with the last one, or nearly so: to take is to promise to work.
  Batch take(End end, std::uint64_t wanted) {
    wanted = std::clamp<std::uint64_t>(wanted, 1, std::max<std::uint64_t>(items_, 1));
    std::uint64_t const before = taken_.fetch_add(wanted);
    std::uint64_t const granted = before < items_ ? std::min(wanted, items_ - before) : 0;
    std::uint64_t& mine = taken_from(end);
    std::uint64_t const begin = end == End::front ? mine : items_ - mine - granted;
    mine += granted;
    return {begin, begin + granted};
  }

  // One of `parts` parts of what is left, from `least` to `most` items: batches get smaller towards
  // the end, where both sides are to be done at once.
  Batch take_part(End end, std::uint64_t parts, std::uint64_t least,
                  std::uint64_t most = ~std::uint64_t(0)) {
    std::uint64_t const taken = std::min(taken_.load(), items_);
    return take(end, std::clamp((items_ - taken) / parts, least, std::max(least, most)));
  }

  // Calls work(batch) for batches of so many items from that end until none is left. Where it
  // throws, the other side finds nothing more to take.
  template <class Work>
  void drain(End end, std::uint64_t wanted, Work const& work) {
    try {
      for (Batch batch = take(end, wanted); !batch.empty(); batch = take(end, wanted)) work(batch);
    } catch (...) {
      close();
      throw;
    }
  }

  // Leaves nothing to take, to either side.
  void close() { taken_ = items_; }

  // What part of the items has been taken from that end: once both sides are done, its side's
  // share.
  double share_of(End end) {
    return items_ == 0 ? 0 : static_cast<double>(taken_from(end)) / static_cast<double>(items_);
  }

 private:
  struct alignas(64) Taken {
    std::uint64_t items = 0;
  };

  std::uint64_t& taken_from(End end) { return (end == End::front ? front_ : back_).items; }

  std::uint64_t items_ = 0;
  Taken front_, back_;
  alignas(64) std::atomic<std::uint64_t> taken_ = 0;
};

}  // namespace yoke::detail
