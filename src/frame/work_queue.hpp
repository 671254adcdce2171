#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace yoke::detail {

// Items of work that the two sides of a hybrid call take batches of until none is left
// (Strategy::queue): each end of the items, which lie in the order of their cost, belongs to one
// side, and so to one thread. A device takes from the costly end, where a launch finds most to do;
// the host from the other, whose batches are then the small change that lets both end together.
//
// Each item is taken once: an end is moved by its own side alone, and what both have taken is one
// atomic count, so that they never pass each other.
class WorkQueue {
 public:
  enum class End { costly, cheap };
  // Numbers of items, the costlier first.
  using Batch = std::span<std::uint32_t const>;

  // Begins anew: item i costs cost[i], in any unit. Allocates where there have never been so many.
  void fill(std::span<std::uint64_t const> cost) {
    order_.resize(cost.size());
    std::iota(order_.begin(), order_.end(), 0u);
    std::ranges::stable_sort(order_, std::ranges::greater(),
                             [cost](std::uint32_t item) { return cost[item]; });
    cost_.clear();
    for (auto const item : order_) cost_.push_back(cost[item]);
    costly_ = cheap_ = {};
    taken_ = 0;
  }

  // The next items from that end, as few as cost at least `least` together, or what is left; none
  // where nothing is. Who takes the next batch should be done with the last one, or nearly so: to
  // take is to promise to work.
  Batch take(End end, std::uint64_t least) { return grant(end, count_worth(end, least)); }

  // The same, but one of `parts` parts of what is left, and no fewer than `least` items: batches of
  // items that cost the same get smaller towards the end, where both sides are to be done at once.
  Batch take_part(End end, std::size_t parts, std::size_t least) {
    std::size_t const taken = std::min(taken_.load(), order_.size());
    return grant(end, std::max({(order_.size() - taken) / parts, least, std::size_t(1)}));
  }

  // Calls work(batch) for batches from that end until none is left. Where it throws, the other side
  // finds nothing more to take.
  template <class Work>
  void drain(End end, std::uint64_t least, Work const& work) {
    try {
      for (Batch batch = take(end, least); !batch.empty(); batch = take(end, least)) work(batch);
    } catch (...) {
      close();
      throw;
    }
  }

  // Leaves nothing to take, to either side.
  void close() { taken_ = order_.size(); }

  // How much of all cost has been taken from that end: its side's share of the call, once both are
  // done.
  double share_of(End end) {
    auto const all = std::accumulate(cost_.begin(), cost_.end(), std::uint64_t(0));
    return all == 0 ? 0 : static_cast<double>(taken_from(end).cost) / static_cast<double>(all);
  }

 private:
  struct alignas(64) Taken {
    std::size_t items = 0;
    std::uint64_t cost = 0;
  };

  Batch grant(End end, std::size_t wanted) {
    std::size_t const items = order_.size(), before = taken_.fetch_add(wanted);
    std::size_t const granted = before < items ? std::min(wanted, items - before) : 0;
    Taken& mine = taken_from(end);
    for (std::size_t k = 0; k < granted; ++k) mine.cost += cost_at(end, mine.items + k);
    std::size_t const begin = end == End::costly ? mine.items : items - mine.items - granted;
    mine.items += granted;
    return Batch(order_).subspan(begin, granted);
  }

  Taken& taken_from(End end) { return end == End::costly ? costly_ : cheap_; }
  std::uint64_t cost_at(End end, std::size_t k) const {
    return cost_[end == End::costly ? k : cost_.size() - 1 - k];
  }

  // Looks at what the other side may have taken already: then fewer are granted.
  std::size_t count_worth(End end, std::uint64_t least) {
    std::size_t const first = taken_from(end).items;
    std::size_t k = first;
    for (std::uint64_t cost = 0; k < cost_.size() && (k == first || cost < least); ++k) {
      cost += cost_at(end, k);
    }
    return k - first;
  }

  std::vector<std::uint32_t> order_;
  std::vector<std::uint64_t> cost_;  // in that order
  Taken costly_, cheap_;
  alignas(64) std::atomic<std::size_t> taken_ = 0;
};

}  // namespace yoke::detail
