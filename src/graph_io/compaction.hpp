#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "readers.hpp"

namespace yoke::detail::files {

// Numbers the ids that edges name from 0, in ascending order.
class Compaction {
 public:
  explicit Compaction(std::vector<EdgePiece<std::uint64_t>> const& pieces) {
    std::uint64_t edges = 0, largest = 0;
    for_each_id(pieces, [&](std::uint64_t id) { largest = std::max(largest, id); });
    for (auto const& piece : pieces) edges += piece.from.size();
    // A bit for every number up to the largest, where those take less than the ids themselves.
    if (edges > 0 && largest / 128 < edges) {
      mark(pieces, largest);
    } else {
      sort(pieces);
    }
  }

  std::vector<std::uint64_t> const& ids() const { return ids_; }

  std::uint64_t vertex_of(std::uint64_t id) const {
    if (words_.empty()) {
      return static_cast<std::uint64_t>(std::ranges::lower_bound(ids_, id) - ids_.begin());
    }
    std::uint64_t const before = words_[id / 64] & ((std::uint64_t(1) << id % 64) - 1);
    return smaller_[id / 64] + static_cast<std::uint64_t>(std::popcount(before));
  }

 private:
  template <class Visit>
  static void for_each_id(std::vector<EdgePiece<std::uint64_t>> const& pieces, Visit const& visit) {
    for (auto const& piece : pieces) {
      std::ranges::for_each(piece.from, visit);
      std::ranges::for_each(piece.to, visit);
    }
  }

  void mark(std::vector<EdgePiece<std::uint64_t>> const& pieces, std::uint64_t largest) {
    words_.resize(largest / 64 + 1);
    for_each_id(pieces, [&](std::uint64_t id) { words_[id / 64] |= std::uint64_t(1) << id % 64; });
    smaller_.resize(words_.size());
    for (std::uint64_t w = 0; w < words_.size(); ++w) {
      smaller_[w] = ids_.size();
      for (std::uint64_t rest = words_[w]; rest != 0; rest &= rest - 1) {
        ids_.push_back(64 * w + static_cast<unsigned>(std::countr_zero(rest)));
      }
    }
  }

  void sort(std::vector<EdgePiece<std::uint64_t>> const& pieces) {
    for_each_id(pieces, [&](std::uint64_t id) { ids_.push_back(id); });
    std::ranges::sort(ids_);
    ids_.erase(std::unique(ids_.begin(), ids_.end()), ids_.end());
  }

  std::vector<std::uint64_t> ids_;
  std::vector<std::uint64_t> words_, smaller_;  // a bit an id, and how many lie in earlier words
};

}  // namespace yoke::detail::files
